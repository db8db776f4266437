"""Writes GGUF files, the format of llama.cpp's models: metadata and tensors of 32-bit floats."""

import struct
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

Value = str | bool | int | float | Sequence[str] | Sequence[int]
ALIGNMENT = 32
VERSION = 3
_UINT32, _INT32, _FLOAT32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9
_F32 = 0


class Tensor(NamedTuple):
    """A matrix or, with one row, a vector."""

    rows: int
    columns: int
    values: list[float]
    """Row after row."""


def write(path: Path, metadata: Mapping[str, Value], tensors: Mapping[str, Tensor]) -> None:
    """Write a model file, whole or not at all."""
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        file.write(struct.pack("<4sIQQ", b"GGUF", VERSION, len(tensors), len(metadata)))
        for key, value in metadata.items():
            file.write(_text(key) + _typed(value))
        offset = 0
        for name, tensor in tensors.items():
            sizes = (tensor.columns, tensor.rows)[: 2 if tensor.rows > 1 else 1]  # the innermost first
            file.write(_text(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, _F32, offset))
            offset += -(-4 * tensor.rows * tensor.columns // ALIGNMENT) * ALIGNMENT
        for tensor in tensors.values():
            _pad(file)
            file.write(array("f", tensor.values).tobytes())
        _pad(file)
    partial.replace(path)


def _pad(file: BinaryIO) -> None:
    file.write(bytes(-file.tell() % ALIGNMENT))


def _text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def _typed(value: Value) -> bytes:
    match value:
        case str():
            return struct.pack("<I", _STRING) + _text(value)
        case bool():
            return struct.pack("<I?", _BOOL, value)
        case int():
            return struct.pack("<II", _UINT32, value)
        case float():
            return struct.pack("<If", _FLOAT32, value)
        case _:
            texts = [_text(item) for item in value if isinstance(item, str)]
            numbers = [struct.pack("<i", item) for item in value if isinstance(item, int)]
            kind = _STRING if texts else _INT32
            return struct.pack("<IIQ", _ARRAY, kind, len(value)) + b"".join(texts or numbers)
