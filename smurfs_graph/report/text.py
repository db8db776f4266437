"""Texts of models and tools as HTML in which nothing of them is markup, hides, or reorders other text."""

import json
from collections.abc import Iterable
from html import escape
from typing import Any, NamedTuple

from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.text import MARKS, visible

BEYOND = 2_048
"""Characters after the shown ones that are looked through as well, so that no secret is shown in part."""
LONGEST = 20_000
"""Bytes of any one text."""


class ShortenedText(NamedTuple):
    """The beginning of a text, and how many characters it has in all."""

    text: str
    chars: int


def html(text: object) -> str:
    """Escape a text to stand between tags. Control and formatting characters are written out."""
    return escape(visible(str(text)), quote=False)


def attribute(text: object) -> str:
    """Escape a text to stand in a quoted attribute."""
    return escape(visible(str(text)), quote=True)


def line(text: str, limit: int) -> str:
    """Return the beginning of a text on one line, as HTML."""
    flat = " ".join(text[: 4 * limit].split())
    return html(flat if len(flat) <= limit else flat[: limit - 1] + "…")


def prose(text: str, limit: int) -> str:
    """Return a text that was written to be read, as `block`, in the type of the page."""
    return block(text, limit).replace("<pre ", "<pre class=prose ", 1)


def block(text: str, limit: int, chars: int = 0) -> str:
    """Return a text as it is, in a box that scrolls; cut to `limit` bytes of the page, with a word on how much is
    missing.

    `chars`: how long it really is, where this is only its beginning.
    """
    if not text:
        return ""
    shown = text[:limit]
    while (size := size_of(shown)) > limit:
        shown = shown[: min(len(shown) - 1, int(len(shown) * limit / size))]
    missing = max(chars, len(text)) - len(shown)
    more = f"\n… {missing:,} more characters" if missing else ""
    return f"<pre tabindex=0>{html(shown)}{more}</pre>"


def description_list(rows: Iterable[tuple[str, str]]) -> str:
    """List names with their values, which are HTML; empty ones are left out."""
    inner = "".join(f"<dt>{name}<dd>{value}" for name, value in rows if value)
    return f"<dl>{inner}</dl>" if inner else ""


def beginning(text: str, limit: int, redactor: Redactor) -> ShortenedText:
    """Return the part of a text that may be shown, masked, with the text's length."""
    shown = redactor.text(text[: limit + BEYOND])
    return ShortenedText(shown, len(shown)) if len(text) <= limit else ShortenedText(shown[:limit], len(text))


def fair_limit(sizes: Iterable[int], budget: int) -> int:
    """Return the greatest length to which texts of these sizes can be cut so that they fit into the budget together."""
    every = sorted(min(size, LONGEST) for size in sizes)
    for index, size in enumerate(every):
        if size * (len(every) - index) > budget:
            return max(40, budget // (len(every) - index))
        budget -= size
    return LONGEST


def size_of(text: str) -> int:
    """Return the bytes that a text takes up on the page."""
    return len(html(text).encode("utf-8", "replace"))


def data(value: Any) -> str:
    """Lay out JSON data for reading."""
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


def state(name: str) -> str:
    """Return a state as a mark with its word."""
    kind, mark = name.replace(" ", "-"), MARKS.get(name, "·")
    return f'<span class="state {kind}"><b aria-hidden=true>{mark}</b> {html(word(name))}</span>'


def word(name: str) -> str:
    """Return a state as people say it."""
    return "waits for a person" if name == "asked" else name


def anchor(task: str, step: int | None = None) -> str:
    """Return the id of a sub-task's or step's place on the page."""
    safe = "".join(each if (each.isalnum() and each.isascii()) or each in "-_" else "." for each in task)
    return f"task-{safe}" if step is None else f"task-{safe}-step-{step}"
