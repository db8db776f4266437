"""Data that is shortened: within its limit, filled, still data, and each cut is said."""

import json
import re
import sys
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.tools.capping import shorten
from smurfs_graph.tools.output import cap, to_text

_WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.sampled_from('\n"\\'), max_size=40)
_LONG = st.builds(lambda text, times: (text or "x") * times, _WORDS, st.integers(0, 400))
_LEAF = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False) | _WORDS | _LONG
_RECORD = st.dictionaries(st.sampled_from(["id", "name", "price", "note", "tags", "since"]), _LEAF | st.lists(_WORDS))
_RECORDS = st.builds(lambda some, times: [*some] * times, st.lists(_RECORD, min_size=1, max_size=6), st.integers(1, 80))
_ANY = st.recursive(
    _LEAF | _RECORDS,
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=12), inner, max_size=12),
    max_leaves=40,
)
_MARKED = re.compile(r"… (?P<count>\d+) more")
_TAIL = re.compile(r"(?s)(?P<start>.*)… \[(?P<count>\d+) more characters\]")


def nested(levels: int, beside: Any) -> Any:
    """An object in an object in an object, with the same data at each level."""
    return {"beside": beside, "inner": nested(levels - 1, beside)} if levels else beside


_DEEP = st.builds(nested, st.integers(1, 35), _RECORD | _LEAF)


def is_part(short: Any, whole: Any) -> bool:
    """Return whether data is other data shortened: each cut where something is gone, and said with its number."""
    if short == whole or short == "…":
        return True
    if isinstance(whole, str):
        found = _TAIL.fullmatch(short)
        if found is None:
            return short.endswith("…") and whole.startswith(short[:-1])
        return whole.startswith(found["start"]) and len(found["start"]) + int(found["count"]) == len(whole)
    if isinstance(whole, list) and isinstance(short, list):
        every, some = cast("list[Any]", whole), cast("list[Any]", short)
        count = len(every) - len(some) + 1
        if count > 0 and some and some[-1] == f"… {count} more":
            some = some[:-1]
        elif len(some) != len(every):
            return False
        return all(map(is_part, some, every))
    if isinstance(whole, dict) and isinstance(short, dict):
        given, kept = cast("dict[str, Any]", whole), cast("dict[str, Any]", short)
        count = len(given) - len(kept) + 1
        if kept.get("…") == f"{count} more keys":
            kept = {name: item for name, item in kept.items() if name != "…"}
        elif len(kept) != len(given):
            return False
        return all(name in given and is_part(item, given[name]) for name, item in kept.items())
    return False


@settings(max_examples=150, deadline=None)
@given(_RECORDS | _DEEP | _ANY, st.integers(400, 12_000))
def test_a_response_fills_its_room_and_stays_data(data: Any, limit: int) -> None:
    """Never over the limit, four fifths of it used at least, and what is left is the data's own."""
    full = to_text(data)
    text = cap(data, limit)
    assert len(text) <= limit
    if len(full) <= limit:
        assert text == full
        return
    assert len(text) >= limit * 0.8
    if not isinstance(data, str):
        assert is_part(json.loads(text), data)


@given(_ANY, st.integers(3, 400))
def test_a_small_room_is_kept_to(data: Any, limit: int) -> None:
    """Whatever there is room for, it is data."""
    text = shorten(data, limit)
    assert len(text) <= limit
    assert is_part(json.loads(text), data)


def test_short_values_stay_whole_beside_long_ones() -> None:
    """Each record keeps its id, and all notes lose something."""
    records = [{"id": f"A-{number}", "note": "n" * 3_000, "price": number} for number in range(12)]
    found = json.loads(cap(records, 4_000))
    assert [(each["id"], each["price"]) for each in found] == [(f"A-{number}", number) for number in range(12)]
    assert all(re.fullmatch(r"n{100,}… \[\d+ more characters\]", each["note"]) for each in found)


def test_what_stands_behind_a_long_list_is_kept() -> None:
    """The list is shortened, not the object that holds it."""
    text = cap({"rows": [{"id": number} for number in range(5_000)], "next": "/page/2"}, 2_000)
    found = json.loads(text)
    assert found["next"] == "/page/2" and _MARKED.fullmatch(found["rows"][-1])
    assert len(found["rows"]) > 100


def test_a_key_that_is_a_text_is_shortened() -> None:
    """Some services answer with texts as keys."""
    text = cap({"k" * 50_000: 1, "b": ["x" * 60] * 50}, 1_000)
    assert 800 <= len(text) <= 1_000
    assert list(json.loads(text))[1] == "b"


def _work(count: int) -> int:
    """Steps of the interpreter that shortening so many records takes, in a measure that no load changes."""
    steps = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += 1
        return None

    data = [[{"id": number, "tags": ["a", "b"]} for number in range(20)] for _ in range(count)]
    sys.setprofile(trace)
    try:
        shorten(data, 6_000)
    finally:
        sys.setprofile(None)
    return steps


def test_the_work_does_not_grow_faster_than_the_data() -> None:
    """Four times the records take at most about four times the steps."""
    assert _work(4_000) <= 5 * _work(1_000)
