"""The stages of a training: each trains until it is done, in a folder of its own, and goes on where it was killed.

`OUT/global` stage 1 (an adapter is merged), `OUT/roles/ROLE` stage 2 (weights, or an adapter to those of stage 1),
`OUT/preferences/ROLE` stage 3; `OUT/base` a GGUF base in transformers' layout. A stage is done when its folder holds
done.json; its checkpoints are removed then.
"""

import json
import os
import shutil
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph.batch.appending import lock
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.json_files import json_lines
from smurfs_graph.training.bases import (
    ADAPTER,
    MERGED,
    Method,
    check_method,
    lora_config,
    merge,
    open_model,
    open_tokenizer,
    unpack_gguf,
)
from smurfs_graph.training.devices import Rank
from smurfs_graph.training.libraries import library
from smurfs_graph.training.rows import Row, Split, completion, pair, read_split, whole
from smurfs_graph.training.serving import serve_lines
from smurfs_graph.training.settings import Global, Local, PreferenceStage, Stage, TrainingSettings

DONE, STATE = "done.json", "trainer_state.json"
LESS_MEMORY = (
    "take a smaller batch_size or max_length, method: lora or qlora, dtype: bfloat16, gradient_checkpointing: true or "
    "a smaller base"
)
_GGUF = "base"
"""Folder in OUT of a base that came as GGUF."""


class Job(NamedTuple):
    """One model to train."""

    name: str
    """As its folder in OUT."""
    stage: Stage
    base: str
    """What it starts from."""
    rows: Path
    role: str = ""


def train(settings: TrainingSettings) -> None:
    """Run every stage that is not done, and say how to serve what came of it.

    Raises:
        ConfigurationError: what is given cannot work; whatever is done stays.
    """
    planned, rank = list(jobs(settings)), Rank()
    _prepare(settings)
    for job in planned:
        check_method(_method(job.stage))
    with ExitStack() as stack:
        if rank.is_first:
            settings.out.mkdir(parents=True, exist_ok=True)
            lock(stack.enter_context((settings.out / "lock").open("wb")))
            _claim(settings)
            unpack_gguf(settings, settings.out / _GGUF)
        rank.wait()
        for at, job in enumerate(planned, start=1):
            folder = settings.out / job.name
            said = f"{job.name} ({at} of {len(planned)})"
            if (folder / DONE).exists():
                rank.say(f"{said}: done already")
            else:
                _run(job, settings, folder, said, rank)
            rank.wait()
        for line in serve_lines(*_served(planned, settings)):
            rank.say(f"serve with {line}")


def _served(planned: Sequence[Job], settings: TrainingSettings) -> tuple[str, dict[str, Path], int | None, Path]:
    """Return what `serve_lines` takes."""
    roles = {job.role: settings.out / job.name for job in planned if job.role}  # preferences come after their roles
    whole = settings.out / "global"
    start = str(whole) if settings.global_ else _start(settings)
    tuned = settings.local
    is_adapter = bool(roles) and tuned is not None and tuned.method != "full"
    if is_adapter and tuned is not None and tuned.merge:
        return start, {role: folder / MERGED for role, folder in roles.items()}, None, settings.out
    return start, roles, tuned.lora.r if is_adapter and tuned is not None else None, settings.out


def _start(settings: TrainingSettings) -> str:
    """Return the base as transformers loads it."""
    return str(settings.out / _GGUF) if settings.base.lower().endswith(".gguf") else settings.base


def jobs(settings: TrainingSettings) -> Iterator[Job]:
    """Yield the models to train, in order. Raises ConfigurationError for data or roles that are not there."""
    if not settings.data.is_dir():
        raise ConfigurationError(f"{settings.data} is no folder; smurfs export-training writes one")
    start = _start(settings)
    if settings.global_:
        yield Job("global", settings.global_, start, settings.data / "global")
        start = str(settings.out / "global")
    made: dict[str, str] = {}
    if settings.local:
        there = sorted(file.parent.name for file in settings.data.glob("roles/*/train.jsonl"))
        wanted = settings.local.roles or there
        for role in (*wanted, *settings.local.epochs_of) or ("any",):
            if role not in there:
                has = ", ".join(there) or "none"
                raise ConfigurationError(f"{settings.data} has no rows of role {role!r}; it has {has}")
        for role in wanted:
            epochs = settings.local.epochs_of.get(role, settings.local.epochs)
            stage = settings.local.model_copy(update={"epochs": epochs})
            yield Job(f"roles/{role}", stage, start, settings.data / "roles" / role, role)
            made[role] = str(settings.out / "roles" / role)
    if settings.preference:
        for role in _roles_of(settings.data / "preferences" / "train.jsonl"):
            if role in made or not settings.local:
                name = f"preferences/{role}"
                yield Job(name, settings.preference, made.get(role, start), settings.data / "preferences", role)


def _roles_of(file: Path) -> list[str]:
    damaged = list[str]()
    found = {str(row.get("meta", {}).get("role", "")) for _, row in json_lines(file, damaged)}
    if damaged or not found or "" in found:
        raise ConfigurationError(f"{file}: {damaged[0] if damaged else 'a pair without meta.role, or no pairs at all'}")
    return sorted(found)


def _prepare(settings: TrainingSettings) -> None:
    """Load the libraries, and have them say nothing: what a training says is `progress`."""
    os.environ.setdefault("TQDM_DISABLE", "1")
    if settings.threads:
        library("torch").set_num_threads(settings.threads)
    transformers = library("transformers")
    for name in ("trl", "peft"):
        library(name)
    library("datasets").disable_progress_bars()
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    warnings.simplefilter("ignore", FutureWarning)  # transformers about what TRL passes to it


def _claim(settings: TrainingSettings) -> None:
    """Keep the settings beside what they make, so that nothing goes on under others."""
    kept = settings.out / "settings.json"
    said = settings.model_dump_json(by_alias=True, exclude={"out", "threads"}, indent=2)
    if kept.exists() and kept.read_text("utf-8") != said:
        raise ConfigurationError(
            f"{settings.out} was begun with other settings; name another folder as out, or remove it"
        )
    kept.write_text(said, "utf-8")


def _run(job: Job, settings: TrainingSettings, folder: Path, said: str, rank: Rank) -> None:
    """Train one stage, from its last checkpoint on if there is one, and write its model."""
    transformers, trl = library("transformers"), library("trl")
    tokenizer = open_tokenizer(job.base, settings.chat_template)
    split = _split(job, settings, tokenizer)
    left = f", {split.too_long} too long" if split.too_long else ""
    on = f", on {rank.count} devices" if rank.count > 1 else ""
    rank.say(f"{said}: {len(split.train)} rows{left}, {len(split.test)} of the test split, from {job.base}{on}")
    transformers.set_seed(settings.seed)
    is_pair = isinstance(job.stage, PreferenceStage)
    kind, config = (trl.DPOTrainer, trl.DPOConfig) if is_pair else (trl.SFTTrainer, trl.SFTConfig)
    table, method = library("datasets").Dataset.from_list, _method(job.stage)
    adapter: dict[str, Any] = {}
    if isinstance(job.stage, Global | Local) and method != "full":
        adapter = {"peft_config": lora_config(job.stage.lora)}
    trainer = kind(
        model=open_model(job.base, method, settings),
        args=config(**_arguments(job.stage, settings, folder, bool(split.test))),
        train_dataset=table(split.train),
        eval_dataset=table(split.test) if split.test else None,
        processing_class=tokenizer,
        callbacks=[progress(said, rank)],
        **adapter,
    )
    trainer.remove_callback(transformers.PrinterCallback)
    try:
        trainer.train(resume_from_checkpoint=last_checkpoint(folder))
    except library("torch").OutOfMemoryError:
        raise ConfigurationError(f"{said}: memory ran out; {LESS_MEMORY}") from None
    _write(job, settings, folder, trainer, rank)


def _write(job: Job, settings: TrainingSettings, folder: Path, trainer: Any, rank: Rank) -> None:
    """Write weights, or an adapter and, where it is wanted, the model with it; then that the stage is done."""
    is_merged_here = isinstance(job.stage, Global) and job.stage.method != "full"
    made = folder / "adapter" if is_merged_here else folder
    trainer.save_model(str(made))
    trainer.save_state()
    if not rank.is_first:
        return
    if is_merged_here:
        merge(made, folder, settings)
    elif settings.local and settings.local.merge and (folder / ADAPTER).exists():
        merge(folder, folder / MERGED, settings)
    last = [each["loss"] for each in trainer.state.log_history if "loss" in each]
    (folder / DONE).write_text(json.dumps({"steps": trainer.state.global_step, "loss": last[-1] if last else None}))
    for part in (*folder.glob("checkpoint-*"), *folder.glob("ref")):  # ref: the adapter that DPO began with
        shutil.rmtree(part)


def _split(job: Job, settings: TrainingSettings, tokenizer: Any) -> Split:
    """Return a stage's rows as tokens, for training and for the test."""

    def size(made: Any) -> int:
        if "input_ids" in made:
            return len(made["input_ids"])
        return max(len(tokenizer(made["prompt"] + made[name]).input_ids) for name in ("chosen", "rejected"))

    def wanted(row: Row) -> bool:
        return not isinstance(job.stage, PreferenceStage) or row["meta"]["role"] == job.role

    kinds: list[tuple[type[Stage], Any]] = [(Global, whole), (Local, completion), (PreferenceStage, pair)]
    read = next(read for kind, read in kinds if isinstance(job.stage, kind))
    return read_split(job.rows, partial(read, tokenizer), size, settings.max_length, settings.evaluate_rows, wanted)


def _method(stage: Stage) -> Method:
    return stage.method if isinstance(stage, Global | Local) else "full"


def _arguments(stage: Stage, settings: TrainingSettings, folder: Path, has_test: bool) -> dict[str, Any]:
    """Return the arguments of the trainer, by the names of its library."""
    arguments: dict[str, Any] = {
        "output_dir": str(folder),
        "num_train_epochs": stage.epochs,
        "max_steps": stage.max_steps or -1,
        "learning_rate": stage.learning_rate,
        "per_device_train_batch_size": stage.batch_size,
        "per_device_eval_batch_size": stage.batch_size,
        "gradient_accumulation_steps": stage.accumulate,
        "lr_scheduler_type": stage.lr_scheduler_type,
        "warmup_steps": stage.warmup_steps,
        "weight_decay": stage.weight_decay,
        "max_grad_norm": stage.max_grad_norm,
        "save_steps": stage.save_steps,
        "save_total_limit": 1,
        "logging_steps": stage.log_steps,
        "logging_first_step": True,
        "eval_strategy": "steps" if has_test else "no",
        "eval_steps": stage.save_steps,
        "seed": settings.seed,
        "data_seed": settings.seed,
        "bf16": settings.dtype == "bfloat16",
        "use_cpu": not library("torch").cuda.is_available(),
        "gradient_checkpointing": settings.gradient_checkpointing,
        "max_length": settings.max_length,
        "report_to": "none",
        "disable_tqdm": True,
        "dataloader_pin_memory": library("torch").cuda.is_available(),
    }
    if isinstance(stage, PreferenceStage):
        arguments |= {"beta": stage.beta, "loss_type": ["sigmoid", "sft"]}
    return arguments


def last_checkpoint(folder: Path) -> str | None:
    """Return the newest checkpoint that was written to its end: its state, written last, can be read."""
    found: list[tuple[int, str]] = []
    for state in folder.glob(f"checkpoint-*/{STATE}"):
        try:
            json.loads(state.read_text("utf-8"))
        except ValueError:
            continue
        found.append((int(state.parent.name.rpartition("-")[2]), str(state.parent)))
    return max(found)[1] if found else None


def progress(name: str, rank: Rank) -> Any:
    """Return a callback of transformers' Trainer that prints a stage's progress."""
    started: dict[str, float] = {}

    def begin(callback: Any, args: Any, state: Any, control: Any, **options: Any) -> None:
        started.update(at=time.monotonic(), step=state.global_step)
        if state.global_step:
            rank.say(f"{name}: goes on from step {state.global_step}")

    def log(callback: Any, args: Any, state: Any, control: Any, logs: dict[str, Any], **options: Any) -> None:
        told = {"loss": "loss", "eval_loss": "test loss"}
        if not any(key in logs for key in told):
            return
        done = state.global_step - started["step"]
        pace = (time.monotonic() - started["at"]) / done if done else 0.0
        figures = ", ".join(f"{word} {float(logs[key]):.3f}" for key, word in told.items() if key in logs)
        left = pace * (state.max_steps - state.global_step)
        rank.say(
            f"{name}: step {state.global_step} of {state.max_steps}, {figures}, {pace:.2f} s a step, {left:.0f} s left"
        )

    base: type = library("transformers").TrainerCallback
    return type("Progress", (base,), {"on_train_begin": begin, "on_log": log})()
