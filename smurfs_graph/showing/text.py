"""Text of models, tools and plans made safe for people: nothing in it moves the cursor, hides or fakes a line.

A person who approves something has to see what it is.
"""

import re
import unicodedata

from smurfs_graph.tools.hidden import IGNORABLE

MAX_CHARS = 2_000
"""Characters of one value on a terminal, at most."""
MARKS = {
    "waiting": "·",
    "running": "▸",
    "asked": "?",
    "answered": "…",
    "solved": "✓",
    "pending": "→",
    "final": "~",
    "partial": "~",
    "exhausted": "~",
    "rolled back": "↶",
    "failed": "✗",
    "refused": "✗",
    "blocked": "✗",
    "rejected": "✗",
}
"""Of the states of sub-tasks and steps; beside a colour, and always with the word."""
STANDINGS = {
    "holds": "✓",
    "violated": "✗",
    "unknown": "?",
    "judged to hold": "~",
    "judged to be violated": "✗",
}
"""Of the verdicts on conditions."""
_IGNORABLE = re.compile(f"[{IGNORABLE}]")
_JOINING = re.compile("[\u0590-\u1bff\u2190-\u2bff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U0001e900-\U0001faff]")
"""Scripts and symbols that are spelled with joiners: Arabic, Indic and South-East Asian ones, emoji."""


def visible(text: str) -> str:
    """Return the text with control and formatting characters written out, so that all of it can be seen."""
    if text.replace("\n", "").replace("\t", "").isprintable() and not _IGNORABLE.search(text):
        return text
    shown: list[str] = []
    for at, character in enumerate(text):
        before, after = shown[-1] if shown else "", text[at + 1 : at + 2]
        shown.append(character if _shows(character, before, after) else _escape(character))
    return "".join(shown)


def shorten(text: str, limit: int = MAX_CHARS) -> str:
    """Cut a text where it is long, with a word on how much is missing, and make it visible."""
    shown = visible(text[:limit])
    return shown if len(text) <= limit else f"{shown}… ({len(text) - limit:,} more characters)"


def shorten_middle(text: str, limit: int = MAX_CHARS) -> str:
    """Cut a JSON text in its middle where it is long, with a word on how much is missing, and make it visible."""
    if len(text) <= limit:
        return visible(text)
    head, tail = limit - limit // 4, len(text) - limit // 4
    before = text[:tail]
    if (len(before) - len(before.rstrip("\\"))) % 2:  # an escaped quote would look like the end of the value
        tail += 1
    return f"{visible(text[:head])}… ({tail - head:,} more characters) …{visible(text[tail:])}"


def in_a_line(text: str, limit: int = MAX_CHARS) -> str:
    """Return prose, visible and in one line, cut where it is long."""
    return shorten(re.sub(r"[ \t\r\n]+", " ", text).strip(), limit)


def count_of(count: int, what: str) -> str:
    """Return a count with what is counted, in the plural where it is."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def duration(seconds: float) -> str:
    """Return a span of time as people read it."""
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def _shows(character: str, before: str, after: str) -> bool:
    """Return whether a character is safe to show: it is visible, and hides or reorders nothing around it."""
    match character:
        case "\n" | "\t":
            return True
        case "\u200c" | "\u200d":  # within a word or an emoji of those that need them; elsewhere they hide
            return _joins(before) and bool(_JOINING.match(after)) and not _IGNORABLE.match(after)
        case "\ufe0f":
            return len(before) == 1 and bool(_JOINING.match(before))
        case " ":
            return True
        case _:
            category = unicodedata.category(character)
            return category not in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp", "Zs") and not _IGNORABLE.match(character)


def _joins(before: str) -> bool:
    return before == "\ufe0f" or (len(before) == 1 and bool(_JOINING.match(before)))


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
