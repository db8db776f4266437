"""Calls as they were found in a text, and the names that tools have there."""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

Offer = Mapping[str, Mapping[str, Any]]
"""The parameters, as a JSON schema, of each tool that may be called, by the name that it is offered under."""
MOST_CALLS = 64
"""Calls of one reply that are read."""
WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
"""Values of true, false and null by their names in JSON and in Python."""
_LONGEST_SAID = 400
_SUFFIX = re.compile(r"\s*(?:<[|\uff5c]|[({]).*|:\d{1,4}\Z", re.DOTALL)


class FoundCall(NamedTuple):
    """A call as it was written."""

    name: str
    arguments: dict[str, Any]
    complaint: str = ""
    """Why its arguments could not be read; empty where they could."""


def clean_name(said: str, known: Collection[str] = ()) -> str:
    """Return the name of a tool without what models add to it: `functions.x`, `x:0`, `x<|channel|>…`, `xx`."""
    name = said[:_LONGEST_SAID].strip().strip("\"'`")
    plain = _SUFFIX.sub("", name)
    own = plain.rpartition(".")[2]
    return next((each for each in (name, plain, own, _once(own)) if each in known), own)


def _once(name: str) -> str:
    """Return a name that was written several times in a row once."""
    period = (name + name).find(name, 1)
    return name[:period]
