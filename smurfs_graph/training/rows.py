"""Exported rows as tokens, with a label for each token that is to be learnt.

They are made into tokens here and not by TRL: a table of its kind gives every call's arguments the names of all
others', and cuts a row that is too long, where its answer stands.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.json_files import json_lines
from smurfs_graph.training.libraries import library

Row = dict[str, Any]
Tokens = dict[str, list[int]]
"""`input_ids` and `labels`, of one length."""
IGNORED = -100
"""The label of a token that is not to be learnt."""


class Split(NamedTuple):
    """The rows of a stage."""

    train: list[Any]
    test: list[Any]
    too_long: int
    """Left out."""


def read_split(
    folder: Path,
    read: Callable[[Row], Any],
    size: Callable[[Any], int],
    max_length: int,
    test_rows: int,
    wanted: Callable[[Row], bool],
) -> Split:
    """The rows of a folder with train.jsonl and, where there is one, test.jsonl; those that are `wanted`.

    Raises:
        ConfigurationError: there are none, or a row is damaged.
    """

    def rows(file: Path, most: int | None = None) -> tuple[list[Any], int]:
        found, lost = list[Any](), 0
        for made in _read(file, read, wanted):
            if size(made) > max_length:
                lost += 1
            elif len(found) == most:
                break
            else:
                found.append(made)
        return found, lost

    train, lost = rows(folder / "train.jsonl")
    test = rows(folder / "test.jsonl", test_rows)[0] if (folder / "test.jsonl").exists() else []
    if not train:
        too_long = f" but {lost} of more than max_length={max_length} tokens" if lost else ""
        raise ConfigurationError(f"{folder / 'train.jsonl'} holds no rows{too_long}")
    return Split(train, test, lost)


def _read(file: Path, read: Callable[[Row], Any], wanted: Callable[[Row], bool]) -> Iterator[Any]:
    damaged = list[str]()
    for where, row in json_lines(file, damaged):
        try:
            if wanted(row):
                yield read(row)
        except (KeyError, TypeError, IndexError) as error:
            raise ConfigurationError(f"{where} is no row of smurfs export-training: {error!r}") from None
    if damaged:
        raise ConfigurationError(f"{file}: {damaged[0]}")


def check_template(tokenizer: Any, name: str) -> None:
    """Make sure that a tokenizer's chat template marks what the assistant says, its end included.

    A template that TRL knows is replaced by TRL's own with marks. Raises ConfigurationError where none will do.
    """
    templates = library("trl.chat_template_utils")
    advice = "; give base a folder whose chat_template has {% generation %} … {% endgeneration %} around what it says"
    if not tokenizer.chat_template:
        raise ConfigurationError(f"{name} has no chat template{advice}")
    if not templates.has_generation_markers(tokenizer.chat_template):
        try:
            tokenizer.chat_template = templates.get_training_chat_template(tokenizer)
        except ValueError:
            told = "marks nothing as the assistant's, and TRL has no template for it that does"
            raise ConfigurationError(f"the chat template of {name} {told}{advice}") from None
    if not templates.is_chat_template_stop_token_trained(tokenizer):
        raise ConfigurationError(
            f"the chat template of {name} leaves the end of a turn unmarked, so that a model would not learn to stop"
            f"{advice}, the end of the turn included"
        )


def whole(tokenizer: Any, row: Row) -> Tokens:
    """A whole trajectory: everything that the assistant says is learnt."""
    made = _templated(tokenizer, row["messages"], row, return_assistant_tokens_mask=True)
    labels = [
        token if said else IGNORED for token, said in zip(made["input_ids"], made["assistant_masks"], strict=True)
    ]
    return {"input_ids": list(made["input_ids"]), "labels": labels}


def prompt_tokens(tokenizer: Any, row: Row) -> list[int]:
    """A prompt up to where the answer begins, as a server shows it to the model."""
    return list(_templated(tokenizer, row["prompt"], row, add_generation_prompt=True)["input_ids"])


def completion(tokenizer: Any, row: Row) -> Tokens:
    """A prompt and what one role says to it, which is learnt."""
    prompt = prompt_tokens(tokenizer, row)
    both = _templated(tokenizer, [*row["prompt"], *row["completion"]], row)["input_ids"]
    if list(both[: len(prompt)]) != prompt:
        raise ConfigurationError(
            "the chat template writes a prompt in another way where its answer follows, so that training would show "
            "what serving does not; take a template without such a rule (one that drops or adds thoughts, as a rule)"
        )
    return {"input_ids": list(both), "labels": [IGNORED] * len(prompt) + list(both[len(prompt) :])}


def pair(tokenizer: Any, row: Row) -> dict[str, str]:
    """A prompt with a chosen and a rejected answer, as the texts that the template makes of them."""
    prompt: str = _templated(tokenizer, row["prompt"], row, add_generation_prompt=True, tokenize=False)
    found = {"prompt": prompt}
    for name in ("chosen", "rejected"):
        text: str = _templated(tokenizer, [*row["prompt"], *row[name]], row, tokenize=False)
        found[name] = text.removeprefix(prompt).rstrip()
    if tokenizer.bos_token and tokenizer("").input_ids:
        found["prompt"] = prompt.removeprefix(tokenizer.bos_token)  # which a tokenizer adds to texts
    return found


def _templated(tokenizer: Any, messages: Sequence[Mapping[str, Any]], row: Row, **options: Any) -> Any:
    said = [_with_objects(message) for message in messages]
    as_dict = {"return_dict": True} if options.get("tokenize", True) else {}
    return tokenizer.apply_chat_template(said, tools=_object(row.get("tools")) or None, **as_dict, **options)


def _with_objects(message: Mapping[str, Any]) -> Row:
    """A message as templates want it: a call's arguments are an object, and a text is never missing."""
    calls = [
        {**call, "function": {**call["function"], "arguments": _object(call["function"]["arguments"])}}
        for call in message.get("tool_calls") or ()
    ]
    plain = {name: value for name, value in message.items() if name != "tool_calls" and value is not None}
    return {"content": "", **plain, **({"tool_calls": calls} if calls else {})}


def _object(arguments: Any) -> Any:
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments
