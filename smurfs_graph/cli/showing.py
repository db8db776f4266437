"""Text of models, tools and plans made safe for a terminal: nothing in it moves the cursor, hides or reorders text.

A person who approves something has to see what it is.
"""

import unicodedata

MAX_CHARS = 2_000
"""What one value may take up on a terminal."""


def visible(text: str) -> str:
    """The text with control and formatting characters written out, so that all of it can be seen."""
    return "".join(character if _shows(character) else _escaped(character) for character in text)


def shortened(text: str, limit: int = MAX_CHARS) -> str:
    """The text, visible, cut where it is long, with a word on how much is missing."""
    shown = visible(text[:limit])
    return shown if len(text) <= limit else f"{shown}… ({len(text) - limit:,} more characters)"


def _shows(character: str) -> bool:
    return character in "\n\t\u200c\u200d" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
