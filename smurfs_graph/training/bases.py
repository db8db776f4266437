"""The models that a stage starts from, and how they are written: folders, hub names, GGUF files, adapters."""

from pathlib import Path
from typing import Any, Literal

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.training.libraries import library
from smurfs_graph.training.settings import Lora, TrainingSettings

Method = Literal["full", "lora", "qlora"]
ADAPTER = "adapter_config.json"
MERGED = "merged"


def open_tokenizer(base: str, template: Path | None) -> Any:
    """Return the tokenizer of a base, with another chat template if there is one.

    Raises ConfigurationError where the base or the template cannot be read.
    """
    try:
        tokenizer = library("transformers").AutoTokenizer.from_pretrained(base)
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"{base!r} cannot be loaded: {str(error).splitlines()[0]}") from None
    _set_template(tokenizer, template)
    return tokenizer


def _set_template(tokenizer: Any, template: Path | None) -> None:
    if template is None:
        return
    try:
        tokenizer.chat_template = template.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"chat_template: {template} cannot be read: {error}") from None


def unpack_gguf(settings: TrainingSettings, folder: Path) -> str:
    """Write a GGUF base as a folder that transformers and converters read, if there is none; return the base to use.

    Raises ConfigurationError where the file cannot be read.
    """
    file = Path(settings.base)
    if file.suffix.lower() != ".gguf":
        return settings.base
    if not (folder / "config.json").exists():
        library("gguf")
        transformers = library("transformers")
        options = {"gguf_file": file.name}
        try:
            model = transformers.AutoModelForCausalLM.from_pretrained(str(file.parent), **options)
            tokenizer = transformers.AutoTokenizer.from_pretrained(str(file.parent), **options)
        except Exception as error:  # a reader of binary files raises whatever it stumbles over
            raise ConfigurationError(f"{file} cannot be loaded: {' '.join(str(error).split())[:300]}") from None
        _set_template(tokenizer, settings.chat_template)
        tokenizer.save_pretrained(folder)
        save_model(model, folder, settings)
    return str(folder)


def save_model(model: Any, folder: Path, settings: TrainingSettings) -> None:
    """Write whole weights, in the type that is computed with; the file that says what they are comes last."""
    model = model.to(getattr(library("torch"), settings.dtype))
    if getattr(model.config, "quantization_config", None) is not None:  # of the file that they came from
        del model.config.quantization_config
    model.hf_quantizer = None
    (folder / "config.json").unlink(missing_ok=True)
    model.save_pretrained(folder)


def open_model(base: str, method: Method, settings: TrainingSettings) -> Any:
    """Return the model of a folder or hub name to be trained; of an adapter's folder, with the adapter."""
    torch = library("torch")
    is_adapter = (Path(base) / ADAPTER).exists()
    frozen = is_adapter or method != "full"
    options: dict[str, Any] = {"dtype": getattr(torch, settings.dtype) if frozen else torch.float32}
    if method == "qlora":
        mine = library("accelerate").PartialState().device
        options |= {"quantization_config": _four_bits(settings), "device_map": {"": mine}}
    if is_adapter:
        return library("peft").AutoPeftModelForCausalLM.from_pretrained(base, is_trainable=True, **options)
    return library("transformers").AutoModelForCausalLM.from_pretrained(base, **options)


def check_method(method: Method) -> None:
    """Raise ConfigurationError for QLoRA without what computes with four bits."""
    if method == "qlora":
        library("bitsandbytes")


def _four_bits(settings: TrainingSettings) -> Any:
    computed = getattr(library("torch"), settings.dtype)
    return library("transformers").BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=computed,
    )


def lora_config(lora: Lora) -> Any:
    """Return peft's settings of an adapter."""
    return library("peft").LoraConfig(**lora.model_dump(), task_type="CAUSAL_LM")


def merge(adapter: Path, into: Path, settings: TrainingSettings) -> None:
    """Write the base of an adapter with the adapter in its weights, which are not those of four bits."""
    peft, dtype = library("peft"), getattr(library("torch"), settings.dtype)
    model = peft.AutoPeftModelForCausalLM.from_pretrained(str(adapter), dtype=dtype)
    library("transformers").AutoTokenizer.from_pretrained(str(adapter)).save_pretrained(into)
    save_model(model.merge_and_unload(), into, settings)
