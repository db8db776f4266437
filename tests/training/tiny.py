"""A tiny base model: random weights, and a tokenizer trained on the exported rows.

python -m tests.training.tiny FOLDER DATA '{"width": 64, "layers": 2, "heads": 2, "vocabulary": 400}'
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from smurfs_graph.training.libraries import library

PAD, START, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
TEMPLATE = """\
{%- if tools -%}
{{- '<|im_start|>tools\\n' -}}
{%- for tool in tools -%}{{- tool | tojson -}}{{- '\\n' -}}{%- endfor -%}
{{- '<|im_end|>\\n' -}}
{%- endif -%}
{%- for message in messages -%}
{{- '<|im_start|>' + message.role + '\\n' -}}
{%- if message.role == 'assistant' -%}
{{- message.content -}}
{%- for call in message.tool_calls or [] -%}
{{- '<tool_call>' + ({'name': call.function.name, 'arguments': call.function.arguments} | tojson) + '</tool_call>' -}}
{%- endfor -%}
{{- '<|im_end|>' -}}
{%- else -%}
{{- message.content + '<|im_end|>' -}}
{%- endif -%}
{{- '\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}
"""
"""ChatML with tools."""


def make_tiny(
    folder: Path,
    data: Path,
    *,
    width: int,
    layers: int,
    heads: int,
    vocabulary: int,
    window: int = 8_000,
    seed: int = 0,
) -> None:
    """Write a Llama with its tokenizer into a folder. `data`: of `smurfs export-training`.

    `width`: of the hidden states, a multiple of twice the heads; `vocabulary`: tokens, 256 bytes and the marks of the
    template included; `window`: in tokens.
    """
    transformers, torch, tokenizers = library("transformers"), library("torch"), library("tokenizers")
    bpe = tokenizers.Tokenizer(tokenizers.models.BPE())
    bpe.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, START, END],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(_texts(data), trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=bpe, pad_token=PAD, eos_token=END)
    tokenizer.chat_template = TEMPLATE
    torch.manual_seed(seed)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=width,
        intermediate_size=width * 3,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        max_position_embeddings=window,
        tie_word_embeddings=True,
        bos_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _texts(data: Path) -> Iterator[str]:
    """Every text of the training splits."""
    for file in sorted(data.rglob("train.jsonl")):
        for line in file.open(encoding="utf-8"):
            yield from _strings({name: part for name, part in json.loads(line).items() if name != "meta"})


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:  # pyright: ignore[reportUnknownVariableType]
                yield from _strings(each)  # pyright: ignore[reportUnknownArgumentType]
        case dict():
            yield from (str(name) for name in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            yield from _strings(list(value.values()))  # pyright: ignore[reportUnknownArgumentType]
        case _:
            pass


if __name__ == "__main__":
    make_tiny(Path(sys.argv[1]), Path(sys.argv[2]), **json.loads(sys.argv[3]))
