"""A language model of a few hundred kilobytes with random weights: it knows nothing, and writes what comes.

Its tokenizer is a byte-level BPE of GPT-2's kind: 256 bytes, some merges, three special tokens. `ascii` models draw
printable text and close their strings soon, so that grammars get short JSON from them; `bytes` models draw any byte, so
that what they write without a grammar is no valid UTF-8.

    python -m tests.servers.llama.tiny PATH [ascii|bytes]
"""

import argparse
import math
import random
from pathlib import Path
from typing import Literal, get_args

from tests.servers.llama.gguf import Tensor, Value, write

Kind = Literal["ascii", "bytes"]
WIDTH, HEADS, HIDDEN, LAYERS = 64, 4, 128, 2
SPREAD = 0.08
WORDS = """
the of and to in is that for it on with as this tool task answer arguments description name type string number value
query result find search get list text date city price add two what you are true false null status hint solved pending
thought reason needs_tool sub_tasks sources constraints JSON reply only one
"""
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
NEVER, OFTEN = -20.0, 4.0
"""What is added to the logits of bytes that no text has, and of those that end a string, an object, a reply."""
_NORMAL, _CONTROL = 1, 3
_ENDS = ('"', "}", "]")

TEMPLATE = r"""
{%- if tools %}
{{- '<|im_start|>system\nReply with <tool_call>{"name": ..., "arguments": ...}</tool_call>\n' }}
{%- for tool in tools %}{{- tool | tojson }}{{- '\n' }}{%- endfor %}{{- '<|im_end|>\n' }}
{%- endif %}
{%- for message in messages %}
{{- '<|im_start|>' + message.role + '\n' }}{%- if message.content is string %}{{- message.content }}{%- endif %}
{%- for call in message.tool_calls or [] %}
{{- '\n<tool_call>\n{"name": "' + call.function.name + '", "arguments": ' + call.function.arguments | tojson }}
{{- '}\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}
"""
"""ChatML with tools, as many small models have it."""


def make_tiny(path: Path, kind: Kind, *, window: int = 32_768, seed: int = 0) -> None:
    """Write a model; the same arguments write the same file. `window`: tokens that it says it was trained with."""
    letters = _letters()
    tokens, merges = list(letters.values()), list[str]()
    for word in WORDS.split():
        _merge(f" {word}", letters, tokens, merges)
    texts = len(tokens)
    tokens += SPECIAL
    write(path, _metadata(tokens, texts, merges, window), _tensors(tokens, texts, kind, random.Random(seed)))


def _letters() -> dict[int, str]:
    """GPT-2's printable stand-ins for bytes: vocabularies are written in them."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + at) for at, byte in enumerate(others)}


def _merge(word: str, letters: dict[int, str], tokens: list[str], merges: list[str]) -> None:
    """Make a word one token, letter by letter from its start."""
    left = ""
    for letter in (letters[byte] for byte in word.encode()):
        if left and left + letter not in tokens:
            tokens.append(left + letter)
            merges.append(f"{left} {letter}")
        left += letter


def _metadata(tokens: list[str], texts: int, merges: list[str], window: int) -> dict[str, Value]:
    return {
        "general.architecture": "llama",
        "general.name": "tiny-random",
        "llama.context_length": window,
        "llama.embedding_length": WIDTH,
        "llama.block_count": LAYERS,
        "llama.feed_forward_length": HIDDEN,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": WIDTH // HEADS,
        "llama.rope.freq_base": 10_000.0,
        "llama.vocab_size": len(tokens),
        "general.file_type": 0,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [_NORMAL] * texts + [_CONTROL] * len(SPECIAL),
        "tokenizer.ggml.merges": merges,
        "tokenizer.ggml.bos_token_id": texts,
        "tokenizer.ggml.eos_token_id": texts + 2,
        "tokenizer.ggml.padding_token_id": texts,
        "tokenizer.ggml.add_bos_token": False,
        "tokenizer.chat_template": TEMPLATE,
    }


def _tensors(tokens: list[str], texts: int, kind: Kind, rng: random.Random) -> dict[str, Tensor]:
    """The weights. The first dimension is constant: no layer writes to it, so what reads it is added to every logit."""
    embeddings, output = _random(rng, len(tokens), WIDTH), _random(rng, len(tokens), WIDTH)
    constant = 1 / math.sqrt((1 + (WIDTH - 1) * SPREAD**2) / WIDTH)  # after the norm
    for at, token in enumerate(tokens):
        embeddings.values[at * WIDTH] = 1.0
        output.values[at * WIDTH] = (_bias(token, at - texts) if kind == "ascii" else 0.0) / constant
    ones = Tensor(1, WIDTH, [1.0] * WIDTH)
    tensors = {"token_embd.weight": embeddings, "output_norm.weight": ones, "output.weight": output}
    for layer in range(LAYERS):
        block = {"attn_norm": ones, "ffn_norm": ones}
        block |= {f"attn_{part}": _random(rng, WIDTH, WIDTH) for part in ("q", "k", "v", "output")}
        block |= {f"ffn_{part}": _random(rng, HIDDEN, WIDTH) for part in ("gate", "up")}
        block["ffn_down"] = _random(rng, WIDTH, HIDDEN)
        for part in ("attn_output", "ffn_down"):
            columns = block[part].columns
            block[part].values[:columns] = [0.0] * columns
        tensors |= {f"blk.{layer}.{name}.weight": tensor for name, tensor in block.items()}
    return tensors


def _bias(token: str, special: int) -> float:
    if special >= 0:
        return OFTEN if SPECIAL[special] == "<|im_end|>" else NEVER
    text = token.replace("Ġ", " ")
    if not all(" " <= letter <= "~" for letter in text):
        return NEVER
    return OFTEN if text in _ENDS else 0.0


def _random(rng: random.Random, rows: int, columns: int) -> Tensor:
    return Tensor(rows, columns, [rng.gauss(0, SPREAD) for _ in range(rows * columns)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("kind", choices=get_args(Kind), nargs="?", default="ascii")
    given = parser.parse_args()
    make_tiny(given.path, given.kind)
