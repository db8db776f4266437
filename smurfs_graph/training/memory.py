"""How much memory a stage is likely to need, said before weights are loaded. An estimate, on the side of too little."""

from typing import Any, NamedTuple

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.training.libraries import library

_GB = 1e9
LESS_MEMORY = (
    "take a smaller batch_size or max_length, local.method: lora, dtype: bfloat16, gradient_checkpointing: true or a "
    "smaller base"
)
_ADAM = 8
"""Bytes of the optimizer for each trained weight."""
_ACTIVATIONS = 17
"""Numbers that a layer keeps for each token and dimension until the gradients are made (Korthikanti et al., 2022)."""


class Shape(NamedTuple):
    """What memory depends on."""

    weights: int
    trained: int
    layers: int
    width: int
    vocabulary: int
    tokens: int
    """Of one batch: rows by length."""
    weight_bytes: int
    """4 for float32, 2 for bfloat16."""
    recompute: bool
    """Gradient checkpointing."""
    copies: int = 1
    """2 where a reference model is beside it."""


def bytes_needed(shape: Shape) -> int:
    """Weights, gradients, optimizer, activations and logits of a step, in bytes."""
    fixed = shape.copies * shape.weights * shape.weight_bytes + shape.trained * (shape.weight_bytes + _ADAM)
    kept = 1 if shape.recompute else _ACTIVATIONS
    activations = shape.tokens * shape.width * shape.weight_bytes * (shape.layers * kept + _ACTIVATIONS)
    return fixed + activations + 2 * 4 * shape.tokens * shape.vocabulary


def check_memory(shape: Shape, stage: str) -> None:
    """Raise ConfigurationError where a stage is not likely to fit."""
    needed, there = bytes_needed(shape), available()
    if needed > there:
        raise ConfigurationError(
            f"{stage} would need about {needed / _GB:.1f} GB ({shape.weights / 1e6:,.0f} million weights, "
            f"{shape.trained / 1e6:,.0f} million trained, batches of {shape.tokens:,} tokens) and {there / _GB:.1f} GB "
            f"are free; {LESS_MEMORY}, or check_memory: false to try"
        )


def available() -> int:
    """Free bytes: of the accelerator where there is one, else of the machine."""
    torch = library("torch")
    if torch.cuda.is_available():
        return int(torch.cuda.mem_get_info()[0])
    return int(library("psutil").virtual_memory().available)


def count_weights(base: str) -> tuple[int, Any]:
    """The weights of a model and its configuration, without loading any."""
    transformers, torch = library("transformers"), library("torch")
    config = transformers.AutoConfig.from_pretrained(base)
    with torch.device("meta"):
        model = transformers.AutoModelForCausalLM.from_config(config)
    return int(model.num_parameters()), config
