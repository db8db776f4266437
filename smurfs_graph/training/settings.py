"""The YAML file of a training: what is trained on what, in which stages."""

from pathlib import Path
from typing import Any, Literal, Self, cast

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from smurfs_graph.errors import ConfigurationError

Schedule = Literal[
    "linear", "cosine", "cosine_with_restarts", "polynomial", "constant", "constant_with_warmup", "inverse_sqrt"
]
"""Transformers' names."""


class _SettingsPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Lora(_SettingsPart):
    """A low-rank adapter, by the names of peft's LoraConfig."""

    r: int = Field(default=16, ge=1)
    lora_alpha: int = Field(default=32, ge=1)
    lora_dropout: float = Field(default=0.0, ge=0, lt=1)
    target_modules: str | list[str] = "all-linear"
    use_rslora: bool = False


class Stage(_SettingsPart):
    """Settings common to all stages; the schedule by the names of transformers' TrainingArguments."""

    epochs: float = Field(default=1.0, gt=0)
    max_steps: int | None = Field(default=None, ge=1, description="Takes the place of epochs.")
    learning_rate: float = Field(gt=0)
    lr_scheduler_type: Schedule = "cosine"
    warmup_steps: float = Field(default=0.0, ge=0, description="Below 1: a share of all steps.")
    weight_decay: float = Field(default=0.01, ge=0)
    max_grad_norm: float = Field(default=1.0, gt=0)
    batch_size: int = Field(default=8, ge=1, description="Rows that are in memory at once, of each device.")
    accumulate: int = Field(default=1, ge=1, description="Batches that make one step.")
    save_steps: int = Field(
        default=50, ge=1, description="Steps from checkpoint to checkpoint; a killed training loses fewer."
    )
    log_steps: int = Field(default=10, ge=1)


class _Tuned(Stage):
    method: Literal["full", "lora", "qlora"] = "full"
    lora: Lora = Lora()


class Global(_Tuned):
    """Stage 1: one model on whole trajectories; an adapter is merged. α-UMi: 2 epochs at 5e-5, warm-up 0.4."""

    epochs: float = Field(default=2.0, gt=0)
    learning_rate: float = Field(default=5e-5, gt=0)
    warmup_steps: float = Field(default=0.4, ge=0)


class Local(_Tuned):
    """Stage 2: one model per role, from stage 1. α-UMi: 1 epoch at 1e-5, the summarizer 2, warm-up 0.2."""

    learning_rate: float = Field(default=1e-5, gt=0)
    warmup_steps: float = Field(default=0.2, ge=0)
    merge: bool = Field(default=False, description="Write each adapter's whole model as well, in its folder `merged`.")
    roles: tuple[str, ...] | None = Field(default=None, description="[every role of the export]")
    epochs_of: dict[str, float] = Field(default={}, description="Epochs of single roles, where they differ.")


class PreferenceStage(Stage):
    """Stage 3: DPO (`sigmoid` with `sft`, for alone it unlearns to write) on decisions that were rolled back."""

    learning_rate: float = Field(default=1e-6, gt=0)
    beta: float = Field(default=0.1, gt=0)


class TrainingSettings(_SettingsPart):
    """A training. Paths are taken from the folder of the YAML file."""

    data: Path = Field(description="Folder of `smurfs export-training`.")
    out: Path = Field(description="Folder for models and checkpoints.")
    base: str = Field(description="Folder, hub name or GGUF file of a causal language model.")
    chat_template: Path | None = Field(
        default=None, description="A Jinja file in place of the base's chat template [its own]."
    )
    seed: int = Field(default=0, ge=0)
    threads: int | None = Field(default=None, ge=1, description="Of the processor [torch's own choice].")
    max_length: int = Field(default=4096, ge=16, description="Tokens of a row; longer rows are left out and counted.")
    dtype: Literal["float32", "bfloat16"] = Field(
        default="float32", description="What is computed with; weights that are trained are float32."
    )
    gradient_checkpointing: bool = Field(default=False, description="Less memory for a third more time.")
    evaluate_rows: int = Field(default=64, ge=0, description="Rows of the test split whose loss is taken.")
    global_: Global | None = Field(default=Global(), alias="global")
    local: Local | None = Local()
    preference: PreferenceStage | None = None

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read the settings of a YAML file. Raises ConfigurationError in a line for each thing that is wrong."""
        try:
            given: Any = yaml.safe_load(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise ConfigurationError(f"{file} cannot be read: {' '.join(str(error).split())}") from None
        if not isinstance(given, dict):
            raise ConfigurationError(f"{file} holds no settings; it has to name data, out and base")
        try:
            settings = cls(**cast("dict[str, Any]", given))
        except ValidationError as error:
            wrong = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors(include_url=False)]
            raise ConfigurationError(f"{file}: {'; '.join(wrong)}") from None
        here = file.resolve().parent
        base = here / Path(settings.base).expanduser()
        template = settings.chat_template
        return settings.model_copy(
            update={
                "chat_template": here / template.expanduser() if template else None,
                "data": here / settings.data.expanduser(),
                "out": here / settings.out.expanduser(),
                "base": str(base) if base.exists() else settings.base,
            }
        )
