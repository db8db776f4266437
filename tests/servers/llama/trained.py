"""Models that were trained here from the tiny base, as GGUF: what llama.cpp's converters do for others.

Weights of queries and keys are put into the order that llama.cpp turns them in.
"""

import json
import re
import struct
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.servers.llama.gguf import Tensor, Value, write

_NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}
_TURNED = ("attn_q", "attn_k")
_LAYER = re.compile(r"layers\.(?P<layer>\d+)\.(?P<part>[\w.]+?)\.(?:(?P<lora>lora_[AB])\.)?weight$")
_NORMAL, _CONTROL = 1, 3


def convert_model(folder: Path, path: Path) -> None:
    """Write the model of a folder as GGUF."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    heads = config["num_attention_heads"]
    tensors = {name: _as_served(name, tensor, heads) for name, tensor in _model_tensors(folder / "model.safetensors")}
    metadata: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": folder.name,
        "llama.context_length": config["max_position_embeddings"],
        "llama.embedding_length": config["hidden_size"],
        "llama.block_count": config["num_hidden_layers"],
        "llama.feed_forward_length": config["intermediate_size"],
        "llama.attention.head_count": heads,
        "llama.attention.head_count_kv": config["num_key_value_heads"],
        "llama.attention.layer_norm_rms_epsilon": float(config["rms_norm_eps"]),
        "llama.rope.dimension_count": config["hidden_size"] // heads,
        "llama.rope.freq_base": float(config["rope_parameters"]["rope_theta"]),
        "llama.vocab_size": config["vocab_size"],
        "general.file_type": 0,
    }
    write(path, metadata | _vocabulary(folder, config), tensors)


def convert_adapter(folder: Path, model: Path, path: Path) -> None:
    """Write the adapter of a folder, to the model of another, as GGUF."""
    heads = json.loads((model / "config.json").read_text("utf-8"))["num_attention_heads"]
    adapter = json.loads((folder / "adapter_config.json").read_text("utf-8"))
    metadata: dict[str, Value] = {
        "general.architecture": "llama",
        "general.type": "adapter",
        "adapter.type": "lora",
        "adapter.lora.alpha": float(adapter["lora_alpha"]),
    }
    tensors = {
        name: _as_served(name, tensor, heads) for name, tensor in _model_tensors(folder / "adapter_model.safetensors")
    }
    write(path, metadata, tensors)


def _vocabulary(folder: Path, config: Mapping[str, Any]) -> dict[str, Value]:
    tokenizer = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    special = {token["id"] for token in tokenizer["added_tokens"]}
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    template = (folder / "chat_template.jinja").read_text("utf-8")
    return {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [_CONTROL if at in special else _NORMAL for at in range(len(tokens))],
        "tokenizer.ggml.merges": [
            each if isinstance(each, str) else " ".join(each) for each in tokenizer["model"]["merges"]
        ],
        "tokenizer.ggml.bos_token_id": config["bos_token_id"],
        "tokenizer.ggml.eos_token_id": config["eos_token_id"],
        "tokenizer.ggml.padding_token_id": config["pad_token_id"],
        "tokenizer.ggml.add_bos_token": False,
        "tokenizer.chat_template": template,
    }


def _model_tensors(file: Path) -> Iterator[tuple[str, Tensor]]:
    for name, tensor in _read_safetensors(file):
        if name.endswith("embed_tokens.weight"):
            yield "token_embd.weight", tensor
        elif match := _LAYER.search(name):
            kind = f".{match['lora'].lower()}" if match["lora"] else ""
            yield f"blk.{match['layer']}.{_NAMES[match['part']]}.weight{kind}", tensor
        elif name.endswith("model.norm.weight"):
            yield "output_norm.weight", tensor
        else:
            raise ValueError(f"no place for {name}")


def _read_safetensors(file: Path) -> Iterator[tuple[str, Tensor]]:
    data = file.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header: dict[str, Any] = json.loads(data[8 : 8 + size])
    for name, told in header.items():
        if name == "__metadata__":
            continue
        if told["dtype"] != "F32":
            raise ValueError(f"{name} is {told['dtype']}, not F32")
        begin, end = (8 + size + offset for offset in told["data_offsets"])
        rows, columns = told["shape"] if len(told["shape"]) == 2 else (1, *told["shape"])
        yield name, Tensor(rows, columns, array("f", data[begin:end]).tolist())


def _as_served(name: str, tensor: Tensor, heads: int) -> Tensor:
    """Queries and keys: of each head, rows of its first half and of its second half by turns."""
    if not any(part in name for part in _TURNED) or name.endswith("lora_a"):
        return tensor
    half = tensor.rows // heads // 2
    order = [head * 2 * half + side * half + at for head in range(heads) for at in range(half) for side in (0, 1)]
    rows = [tensor.values[row * tensor.columns : (row + 1) * tensor.columns] for row in order]
    return Tensor(tensor.rows, tensor.columns, [value for row in rows for value in row])
