"""Exported rows as tokens, with a label for each token that is to be learnt.

The base's own chat template writes them, so that training shows what serving does: what the assistant says is what
stands behind a prompt for it, and the template needs no marks. They are made into tokens here and not by TRL: a table
of its kind gives every call's arguments the names of all others', and cuts a row that is too long, where its answer
stands.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage, convert_to_messages

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.roles import with_calls_as_text, with_system_joined
from smurfs_graph.models.transcript import message_data
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
    read: Callable[[Row], Sequence[Any]],
    size: Callable[[Any], int],
    max_length: int,
    test_rows: int,
    wanted: Callable[[Row], bool],
) -> Split:
    """Read the rows of a folder with train.jsonl and, where there is one, test.jsonl; those that are `wanted`.

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
    """Yield what `read` makes of the rows of a file that are wanted. Raises ConfigurationError for other files."""
    damaged = list[str]()
    for where, row in json_lines(file, damaged):
        try:
            if wanted(row):
                yield from read(row)
        except (KeyError, TypeError, IndexError) as error:
            raise ConfigurationError(f"{where} is no row of smurfs export-training: {error!r}") from None
    if damaged:
        raise ConfigurationError(f"{file}: {damaged[0]}")


def whole(tokenizer: Any, row: Row) -> list[Tokens]:
    """Return a whole trajectory with all that the assistant says as labels.

    It is one row. Where the template writes earlier turns in another way than the last one, each turn is a row of its
    own, as a server would show it.
    """
    turns = _first_that_fits(tokenizer, row, _TRAJECTORY_FITS)
    last = turns[-1].ids
    if all(last[: len(turn.ids)] == turn.ids for turn in turns):
        labels = [IGNORED] * len(last)
        for turn in turns:
            labels[turn.begin : turn.end] = last[turn.begin : turn.end]
        return [{"input_ids": last, "labels": labels}]
    return [turn.tokens() for turn in turns]


def completion(tokenizer: Any, row: Row) -> list[Tokens]:
    """Return a prompt and what one role says to it, which is learnt."""
    said = {**row, "messages": [*row["prompt"], *row["completion"]]}
    return [_first_that_fits(tokenizer, said, _PROMPT_FITS)[-1].tokens()]


def prompt_tokens(tokenizer: Any, row: Row) -> list[int]:
    """Return a prompt up to where the answer begins, as a server shows it to the model."""
    return list(_templated(tokenizer, row["prompt"], row, add_generation_prompt=True)["input_ids"])


def pair(tokenizer: Any, row: Row) -> list[dict[str, str]]:
    """Return a prompt with a chosen and a rejected answer, as the texts that the template makes of them."""
    prompt: str = _templated(tokenizer, row["prompt"], row, add_generation_prompt=True, tokenize=False)
    found = {"prompt": prompt}
    for name in ("chosen", "rejected"):
        text: str = _templated(tokenizer, [*row["prompt"], *row[name]], row, tokenize=False)
        found[name] = text.removeprefix(prompt).rstrip()
    if tokenizer.bos_token and tokenizer("").input_ids:
        found["prompt"] = prompt.removeprefix(tokenizer.bos_token)  # which a tokenizer adds to texts
    return [found]


class _Turn(NamedTuple):
    """A conversation up to the end of one reply, as tokens."""

    ids: list[int]
    begin: int
    """Where the reply begins."""
    end: int
    """Behind the token that ends it; line breaks of the template may follow."""

    def tokens(self) -> Tokens:
        """Return the row in which this reply alone is learnt."""
        labels = [IGNORED] * self.begin + self.ids[self.begin : self.end]
        return {"input_ids": self.ids[: self.end], "labels": labels}


class _DoesNotFitError(Exception):
    """A chat template cannot show a row; says why."""


def _first_that_fits(tokenizer: Any, row: Row, fits: Sequence[Callable[[Row], Row]]) -> list[_Turn]:
    """Return the replies of a row in the first form that the chat template can show."""
    if not tokenizer.chat_template:
        raise ConfigurationError("the base has no chat template; name a Jinja file as chat_template")
    why = ""
    for fit in fits:
        try:
            return list(_turns(tokenizer, fit(row)))
        except (_DoesNotFitError, library("jinja2").TemplateError) as error:
            why = str(error)
    raise ConfigurationError(
        f"the chat template of the base cannot show the rows: {why}; name another as chat_template"
    )


def _turns(tokenizer: Any, row: Row) -> Iterator[_Turn]:
    """Yield the tokens of each turn of the assistant. Raises _DoesNotFitError for a template that changes or loses a
    part.
    """
    messages = row["messages"]
    text = _templated(tokenizer, messages, row, tokenize=False)
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    names = [each["function"]["name"] for each in (*(_object(row.get("tools")) or ()), *calls)]
    if hidden := [name for name in names if name not in text]:
        raise _DoesNotFitError(f"it leaves out tools, {hidden[0]!r} for one")
    if any(message.get("tool_calls") and (message.get("content") or "").strip() not in text for message in messages):
        raise _DoesNotFitError("it leaves out what the assistant says beside a call")
    closing = {*tokenizer.all_special_ids, *(at for at, it in tokenizer.added_tokens_decoder.items() if it.special)}
    for at, message in enumerate(messages):
        if message["role"] != "assistant":
            continue
        prompt = _ids(tokenizer, messages[:at], row, add_generation_prompt=True) if at else []
        ids = _ids(tokenizer, messages[: at + 1], row)
        if ids[: len(prompt)] != prompt:
            raise _DoesNotFitError("it writes a prompt in another way where its answer follows")
        end = next((at for at in range(len(ids), len(prompt), -1) if ids[at - 1] in closing), None)
        if end is None:
            raise _DoesNotFitError("no token of its own ends the assistant's turn, so that a model would never stop")
        yield _Turn(ids, len(prompt), end)


def _ids(tokenizer: Any, messages: Sequence[Mapping[str, Any]], row: Row, **options: Any) -> list[int]:
    return list(_templated(tokenizer, messages, row, **options)["input_ids"])


def _as_it_is(row: Row) -> Row:
    return row


def _with_system_joined(row: Row) -> Row:
    return _rewritten(row, with_system_joined)


def _with_calls_as_text(row: Row) -> Row:
    """Write calls and results as texts, and the tools, a line each, as the system's."""
    tools = "\n".join(json.dumps(each["function"], ensure_ascii=False) for each in _object(row.get("tools")) or ())
    known = {"role": "system", "content": f"Tools:\n{tools}"}
    messages = [known, *row["messages"]] if tools else row["messages"]
    return {"messages": _rewritten({"messages": messages}, with_calls_as_text)["messages"]}


def _rewritten(row: Row, rewrite: Callable[[Sequence[BaseMessage]], Sequence[BaseMessage]]) -> Row:
    """Return the row with its messages as a client rewrites them for servers that know fewer roles."""
    messages = rewrite(convert_to_messages(row["messages"]))
    return {**row, "messages": [message_data(message) for message in messages]}


def _with_both(row: Row) -> Row:
    return _with_system_joined(_with_calls_as_text(row))


_PROMPT_FITS = (_as_it_is, _with_system_joined)
_TRAJECTORY_FITS = (*_PROMPT_FITS, _with_calls_as_text, _with_both)


def _templated(tokenizer: Any, messages: Sequence[Mapping[str, Any]], row: Row, **options: Any) -> Any:
    said = [_with_objects(message) for message in messages]
    as_dict = {"return_dict": True} if options.get("tokenize", True) else {}
    return tokenizer.apply_chat_template(said, tools=_object(row.get("tools")) or None, **as_dict, **options)


def _with_objects(message: Mapping[str, Any]) -> Row:
    """Return a message as templates want it: a call's arguments are an object, and a text is never missing."""
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
