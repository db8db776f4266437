"""Values that a turn needs and only results of earlier turns showed: are they in the turn's first prompt?"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from tests.benchmarks.bfcl_runs import Held

_SHORTEST = 3
"""Characters of a value; shorter ones stand anywhere by chance."""


class Needed(NamedTuple):
    """A value of a gold call."""

    turn: int
    value: str
    shown: bool
    """Whether the first prompt of the turn has it."""


def needed_values(entry: Mapping[str, Any], held: Held) -> list[Needed]:
    """Return the values that gold calls need and only results of earlier turns showed, by turn.

    `held`: of a play that makes the gold calls in their order and no others.
    """
    found: dict[tuple[int, str], Needed] = {}
    for turn, gold in enumerate(entry["gold"]):
        asked = (text for messages in entry["turns"][: turn + 1] for _, text in messages)
        said = "\n".join([*asked, *_documents(entry)])
        earlier = "\n".join(result for results in held.results[:turn] for result in results)
        for at, call in enumerate(gold):
            now = "\n".join([said, *held.results[turn][:at]])
            for value in _leaves(call["arguments"]):
                if _is_in(value, earlier) and not _is_in(value, now):
                    found[turn, value] = Needed(turn, value, _is_in(value, held.first_prompts[turn]))
    return list(found.values())


def _documents(entry: Mapping[str, Any]) -> Iterator[str]:
    for each in entry["functions"]:
        yield f"{each['description']} {each['parameters']}"


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in cast("dict[str, Any]", value).values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _leaves(each)
    elif not isinstance(value, bool) and len(str(value)) >= _SHORTEST:
        yield str(value)


def _is_in(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None
