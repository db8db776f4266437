"""Characters that a reader does not see: terminal sequences, control characters, and marks that hide or reorder text.

A tool gets its arguments as they are, and a policy decides on them as they are. What refuses or asks also looks at what
is left without such characters, so that nothing passes it by hiding in them.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

CONTROL = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
"""Not line break and tab."""
IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that Unicode lets a screen leave out (default-ignorable), direction marks, separators, the blank
Braille cell.
"""
_HIDDEN = re.compile(f"[{CONTROL}{IGNORABLE}]")
_BREAKS = re.compile(f"[{CONTROL}\u2028\u2029]")
"""Characters that programs may take for blanks."""
MAX_HIDING_CHARS = 100_000
"""Of the texts of one call in which something hides, each counted as fifty characters more than it has."""
_STRING = re.compile(r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)")
"""Titles, links and device strings, with what they hold."""
_SEQUENCE = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]")
"""Colours, cursor moves and other escapes; of a string, what begins it."""


def read_forms(text: str) -> list[str]:
    """Return the text as it is, then as what hides in it may leave it: with and without the bodies of terminal
    sequences.
    """
    if not _HIDDEN.search(text):
        return [text]
    without_moves = _SEQUENCE.sub("", text)
    bare = (_SEQUENCE.sub("", _STRING.sub("", text)), without_moves, text)
    forms = [_HIDDEN.sub("", put) for form in bare for put in (form, _HIDDEN.sub(" ", form), _BREAKS.sub(" ", form))]
    return list(dict.fromkeys([text, *forms]))


def hide_too_much(texts: Iterable[str]) -> bool:
    """Return whether it would take long to say what these texts may read as."""
    return sum(len(text) + 50 for text in texts if _HIDDEN.search(text)) > MAX_HIDING_CHARS


def with_read_names(value: Any) -> Any:
    """Strip hidden characters from the keys of JSON data; values that come to share a key become a list there."""
    if isinstance(value, list | tuple):
        return [with_read_names(item) for item in cast("list[Any]", value)]
    if not isinstance(value, Mapping):
        return value
    found: dict[str, list[Any]] = {}
    for key, item in cast("Mapping[str, Any]", value).items():
        found.setdefault(_HIDDEN.sub("", _SEQUENCE.sub("", str(key))), []).append(with_read_names(item))
    return {key: items[0] if len(items) == 1 else items for key, items in found.items()}
