"""Shorten JSON data to a number of characters and keep it data: lists lose their ends, long texts their tails.

Every cut leaves a mark that says how much is gone. Room is shared out from the top down: as many items are kept as can
each have some words, short ones stay whole, and long ones share what those leave free. Pure, and linear in the size of
the data.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, cast

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_MAX_DEPTH = 40
"""Levels that are looked into; a value that lies deeper is kept whole or not at all."""
_LIST_ITEM, _VALUE = 240, 48
"""Characters that an item of a list, or a value of an object, should have before one more is begun."""
_SMALLEST = 16
"""Characters below which a list or an object is not begun."""
_LONGEST_KEY = 100
_TRIES = 8
"""Times that the data is shortened, each time with more room where some was left over."""
_FULL = 0.95
"""Of the limit: a result of this size is good enough."""
_GONE = "…"
"""Stands for a value that there is no room for."""


def shorten(data: Any, limit: int) -> str:
    """Return the data as JSON of at most `limit` characters (3 or more), as full as its parts allow."""
    low, high = limit, limit * 2
    work, best, room = _Shortener(high), _ENCODE(_GONE), low
    for _ in range(_TRIES):
        text = _ENCODE(work.fit(data, room))
        if len(text) <= limit:
            low, best = room, max(best, text, key=len)
        else:
            high = room
        if len(best) >= limit * _FULL or high - low <= 1:
            break
        room = (low + high) // 2
    return best


class _CappedPart(NamedTuple):
    """One value of a list or an object. Sizes are characters of JSON."""

    key: str
    value: Any
    around: int
    """Of its key, and of the marks that set it off from its neighbours."""
    size: int


class _Shortener:
    """Shortens one piece of data; remembers the sizes of its parts."""

    def __init__(self, ceiling: int) -> None:
        """`ceiling`: characters above which no difference in size matters."""
        self._ceiling = ceiling
        self._sizes: dict[int, int] = {}

    def fit(self, value: Any, room: int, depth: int = 0) -> Any:
        """Return the value, shortened where it takes more than `room` characters."""
        if self._size(value, depth) <= room:
            return value
        if isinstance(value, str):
            return _shorten_text(value, room)
        if depth >= _MAX_DEPTH or room < _SMALLEST or not isinstance(value, list | dict):
            return _GONE
        if isinstance(value, list):
            return self._fit_list(cast("list[Any]", value), room, depth)
        return self._fit_object(cast("dict[str, Any]", value), room, depth)

    def _fit_list(self, items: list[Any], room: int, depth: int) -> Any:
        """Return as much of a list as fits into `room` characters, with how many items are left out."""
        mark = f"… {len(items)} more"
        parts = (_CappedPart("", item, 2, self._size(item, depth + 1)) for item in items)
        least = max((room - 2) // len(items) - 2, min(_LIST_ITEM, room // 3))
        kept = _share(parts, len(items), room - 2, len(mark) + 4, least)
        if not kept:
            return [mark] if len(mark) + 4 <= room else _GONE
        shown = self._fit_parts(kept, depth)
        left_out = len(items) - len(shown)
        return [*shown, f"… {left_out} more"] if left_out else shown

    def _fit_object(self, given: dict[str, Any], room: int, depth: int) -> Any:
        """Return as much of an object as fits into `room` characters, with how many keys are left out."""
        mark = f"{len(given)} more keys"
        keys = [_short_key(name) for name in given]
        around = [len(_ENCODE(key)) + 4 for key in keys]
        parts = (
            _CappedPart(key, item, size, self._size(item, depth + 1))
            for key, item, size in zip(keys, given.values(), around, strict=True)
        )
        least = max((room - 2 - sum(around)) // len(given), min(_VALUE, room // 3))
        kept = _share(parts, len(given), room - 2, len(mark) + 9, least)
        if not kept:
            return {_GONE: mark} if len(mark) + 9 <= room else _GONE
        shown = dict(zip((part.key for part, _ in kept), self._fit_parts(kept, depth), strict=True))
        left_out = len(given) - len(shown)
        return {**shown, _GONE: f"{left_out} more keys"} if left_out else shown

    def _fit_parts(self, kept: Sequence[tuple[_CappedPart, int]], depth: int) -> list[Any]:
        """Return the values, each in its room; what one leaves over goes to the next."""
        shown: list[Any] = []
        spare = 0
        for part, room in kept:
            value = self.fit(part.value, room + spare, depth + 1)
            taken = part.size if value is part.value else len(_ENCODE(value))
            spare = max(0, room + spare - taken) if part.size > room else spare
            shown.append(value)
        return shown

    def _size(self, value: Any, depth: int) -> int:
        """Return the characters of the value as JSON, or two more; of a large one, some number above the ceiling."""
        if isinstance(value, int | None):
            return len(repr(value))
        if not isinstance(value, list | dict | str):
            return len(_ENCODE(value))
        size = self._sizes.get(id(cast("object", value)))
        if size is None:
            size = self._sizes[id(cast("object", value))] = self._measure(value, depth)
        return size

    def _measure(self, value: Any, depth: int) -> int:
        """Return the characters of a value as JSON; counting ends beyond the most that matters."""
        size = 0
        if isinstance(value, list) and depth < _MAX_DEPTH:
            for item in cast("list[Any]", value):
                size += self._size(item, depth + 1) + 2
                if size > self._ceiling:
                    break
            return max(2, size)
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            for name, item in cast("dict[str, Any]", value).items():
                size += len(_ENCODE(name)) + 4 + self._size(item, depth + 1)
                if size > self._ceiling:
                    break
            return max(2, size)
        return len(_ENCODE(value))


def _share(parts: Iterator[_CappedPart], count: int, room: int, mark: int, least: int) -> list[tuple[_CappedPart, int]]:
    """Choose the first parts that there is room for, each with its own room.

    `count`: of all parts; `mark`: characters that say how many are left out; `least`: those that a part should have
    before one more is begun.
    """
    kept: list[_CappedPart] = []
    used = 0
    for part in parts:
        needed = part.around + min(part.size, least)
        if used + needed + mark * (len(kept) + 1 < count) > room:
            left = room - mark - used
            # A last part is shortened further where much room would stay empty without it.
            if sum(each.around + each.size for each in kept) < (room - mark) * 0.9 and left >= part.around + _VALUE:
                kept.append(part)
            break
        used += needed
        kept.append(part)
    left = room - mark * (len(kept) < count) - sum(part.around for part in kept)
    level = _level([part.size for part in kept], left)
    return [(part, min(part.size, level)) for part in kept]


def _level(sizes: list[int], room: int) -> int:
    """Return the size to which the larger ones have to be cut, for all to fit the room together."""
    left = len(sizes)
    for size in sorted(sizes):
        if size * left > room:
            return max(0, room // left)
        room, left = room - size, left - 1
    return max(sizes, default=0)


def _short_key(name: str) -> str:
    return name if len(name) <= _LONGEST_KEY else f"{name[:_LONGEST_KEY]}… [{len(name) - _LONGEST_KEY} more characters]"


def _shorten_text(text: str, room: int) -> str:
    """Return the beginning of a text, and how much is gone, in at most `room` characters of JSON."""
    mark = f"… [{len(text)} more characters]"
    brief = room < 2 * len(mark)
    left = room - 2 - (1 if brief else len(mark))
    start = text[: max(0, left)]
    if len(_ENCODE(start)) - 2 > left:
        start = start[: bisect_right(list(accumulate(map(_width, start))), left)]
    return start + (_GONE if brief else f"… [{len(text) - len(start)} more characters]")


def _width(character: str) -> int:
    """Return the characters that one takes in JSON."""
    return len(_ENCODE(character)) - 2
