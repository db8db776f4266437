"""Tool responses as text: control characters gone, size capped, structure kept."""

import dataclasses
import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sized
from datetime import date, datetime, time
from enum import Enum
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from smurfs_graph.tools.capping import shorten

T = TypeVar("T")

_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HIDDEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Not the joiners U+200C and U+200D: Persian, Indic scripts and emoji are spelled with them."""
_LEFT_OUT = re.compile(r" … \[\d+ characters left out\] … ")
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]{6,16}(?=>)")
"""Of an object that has no text of its own: another one each time, which would pass for news."""
_MAX_DEPTH = 40
MAX_ITEMS = 10_000
"""Items that are taken from a generator or another iterator."""
MAX_VALUES = 200_000
"""Values that are read of one response; a longer one is left at that."""
MAX_READ_CHARS = 4_000_000
"""Characters of its texts that are read; further ones are left out before anything else is done with them."""
_SHORT = 10_000
"""Characters that are read at once, without a thread."""
_FEW = 200
"""Values that are."""


def is_short(returned: Any) -> bool:
    """Return whether it is plain data, and so little that it may be read on an event loop."""
    values, chars = [returned], 0
    for value in values:
        match value:
            case str():
                chars += len(value)
            case None | bool() | float():
                pass
            case int():
                chars += value.bit_length() // 3
            case list() | tuple():
                values += cast("list[Any]", value)[: _FEW + 1]
            case dict():
                for item in itertools.islice(cast("dict[Any, Any]", value).items(), _FEW + 1):
                    values += item
            case _:
                return False
        if chars > _SHORT or len(values) > _FEW:
            return False
    return True


def to_data(value: Any) -> Any:
    """Return a returned value as JSON-able data; what has no JSON form becomes its text, numbers that are none become
    text.
    """
    return _Reader().data(value)


class _Reader:
    """Reads one returned value, which may be huge or hold itself."""

    def __init__(self) -> None:
        self._left = itertools.repeat(None, MAX_VALUES)
        self._chars = MAX_READ_CHARS
        self._inside: list[int] = []
        """The identities of the containers that are being read, from the outermost one in."""

    def data(self, value: Any) -> Any:
        match value:
            case Enum():  # first, for members may be numbers or texts; a tool takes the value, not the member's name
                return self.data(value.value)
            case None | bool() | int():
                return value
            case float():
                return value if math.isfinite(value) else str(value)
            case str():
                return self._text(value)
            case bytes() | bytearray() | memoryview():
                return self._bytes(cast("bytes | bytearray | memoryview[int]", value))
            case datetime() | date() | time():
                return value.isoformat()
            case _:
                return self._compound(value)

    def _text(self, text: str) -> str:
        """Return a text, cut to what is left before it is cleaned: one call on a huge text would stop every thread."""
        if len(text) > self._chars:
            text = cut(text, self._chars)
        self._chars -= len(text)
        return clean(text)

    def _bytes(self, value: "bytes | bytearray | memoryview[int]") -> str:
        if len(value) <= self._chars:
            return self._text(bytes(value).decode("utf-8", "replace"))
        read = self._text(bytes(value[: self._chars]).decode("utf-8", "replace"))
        return f"{read} … [{len(value) - len(read)} bytes left out]"

    def _compound(self, value: Any) -> Any:
        if id(value) in self._inside or len(self._inside) > _MAX_DEPTH:
            return "…"
        self._inside.append(id(value))
        try:
            return self._parts(value)
        finally:
            self._inside.pop()

    def _parts(self, value: Any) -> Any:
        """Return a container as data, as much of it as is allowed, with how much is left out."""
        match value:
            case BaseModel():
                return self.data(value.model_dump())
            case Mapping():
                named = cast("Mapping[Any, Any]", value)
                known = {self._text(str(key)): self.data(item) for key, item in self._limit(named.items())}
                return (
                    known | {"…": f"{more} more keys"}
                    if (more := len(named) - len(known)) and self._chars <= 0
                    else known
                )
            case list() | tuple() | set() | frozenset():
                several = cast("Sized", value)
                read = [self.data(item) for item in self._limit(cast("Iterable[Any]", value))]
                left_out = len(several) - len(read)  # what chooses among them must know that there were more
                return [*read, f"… {left_out} more"] if left_out else read
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                return self.data(dataclasses.asdict(value))
            case Iterator():
                return [
                    self.data(item) for item in self._limit(itertools.islice(cast("Iterator[Any]", value), MAX_ITEMS))
                ]
            case _:
                return self._text(_ADDRESS.sub("", str(value)))

    def _limit(self, items: Iterable[T]) -> Iterator[T]:
        return (item for item, _ in zip(items, self._left, strict=False) if self._chars > 0)


def to_text(data: Any) -> str:
    """Return the full response as text: text as it is, other data as JSON."""
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)


def cap(data: Any, limit: int) -> str:
    """Return the response as text of at most `limit` characters, which is filled as far as its parts allow.

    Data stays valid JSON: lists lose their ends, long texts their tails, each with a mark that says how much is gone.
    Text keeps its beginning and its end, and so does data whose parts are too odd to fill half of the limit.
    """
    text = to_text(data)
    if len(text) <= limit:
        return text
    short = "" if isinstance(data, str) else shorten(data, limit)
    return short if len(short) * 2 >= limit else cut(text, limit)


def cap_text(text: str, limit: int) -> str:
    """Return a response that is text already, in at most `limit` characters; JSON stays JSON."""
    if len(text) <= limit:
        return text
    try:
        return cap(json.loads(text), limit)
    except (ValueError, RecursionError):
        return cut(text, limit)


def cut(text: str, limit: int) -> str:
    """Return text of at most `limit` characters: its beginning and end, with a mark between them."""
    if len(text) <= limit:
        return text
    mark = f" … [{len(text) - limit} characters left out] … "
    if limit <= len(mark) + 20:
        return text[: max(0, limit - 1)] + "…"
    tail = (limit - len(mark)) // 4
    return text[: limit - len(mark) - tail] + mark + text[-tail:]


def is_cut(text: str, limit: int) -> bool:
    """Return whether `cut` has left something of a text out."""
    return len(text) >= limit and _LEFT_OUT.search(text) is not None


def clean(text: str) -> str:
    """Return text without terminal escapes, control characters and marks that reorder or hide characters."""
    return _HIDDEN.sub("", _CONTROL.sub("", text)).encode("utf-8", "replace").decode("utf-8")


def in_one_line(text: str, limit: int) -> str:
    """Return a text in one clean line of at most `limit` characters."""
    start = text[: limit * 10 + 1_000]  # a long one is not cleaned whole for the sake of a line
    line = " ".join(clean(start).split())
    return line if len(line) <= limit and len(start) == len(text) else line[: limit - 1].rstrip() + "…"
