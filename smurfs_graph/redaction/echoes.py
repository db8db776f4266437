"""Keys that a server was sent and repeats: taken out of what it answers, before a model or anybody else reads that.

Servers repeat keys in error texts and debugging fields, in whatever spelling: escaped for JSON, HTML or an address, in
base64 or hexadecimal digits, broken over lines, list items or fields. Looked for are the few letters that all of these
leave in place; only where they are is more looked at, so that a long answer takes a fraction of a second.
"""

import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast
from urllib.parse import unquote

from smurfs_graph.redaction.redactor import encodings_of, forms_of

_SHORTEST = 6
_SHORTEST_SQUEEZED = 8
"""Letters and digits of a key that is looked for between other signs."""
_PIECE = 8
"""Characters of a key that are a part of it and of nothing else."""
_BETWEEN = r"[^A-Za-z0-9]{0,12}"
_SIGNS = re.compile(r"[^A-Za-z0-9]+")
_BREAK = re.compile(r"\\[nrtbf]")
"""JSON's spelling of what would stand between letters."""
_ESCAPE = re.compile(r"\\+u(?:00)?[0-9A-Fa-f]{2}|\\+x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|&#x?[0-9A-Fa-f]{1,6};")


class Echoes:
    """Takes some keys out of texts and data."""

    def __init__(self, keys: Iterable[str], mark: str) -> None:
        """`mark` takes a key's place; what has fewer than six characters would be found in any text."""
        self._mark = mark
        self._keys = sorted({key for key in keys if len(key) >= _SHORTEST}, key=len, reverse=True)
        spellings = {form for key in self._keys for form in (*forms_of(key), *encodings_of(key))}
        self._spellings = sorted((each for each in spellings if len(each) >= _SHORTEST), key=len, reverse=True)
        squeezed = {_SIGNS.sub("", each) for each in self._spellings}
        self._squeezed = sorted((each for each in squeezed if len(each) >= _SHORTEST_SQUEEZED), key=len, reverse=True)
        self._pieces = {key[at : at + _PIECE] for key in self._keys for at in range(len(key) - _PIECE + 1)}
        self._pieces = {piece for piece in self._pieces if _is_telling(piece)}

    def text(self, text: str) -> str:
        """Return the text without the keys."""
        if not self._keys:
            return text
        for spelling in self._spellings:
            text = text.replace(spelling, self._mark)
        if "\\" in text or "%" in text or "&#" in text:
            text = self._unescaped(text)
        return self._without_pieces(self._joined(text))

    def data(self, data: Any) -> Any:
        """Return JSON data without the keys, also where one is spread over several values."""
        if not self._keys:
            return data
        if isinstance(data, str):
            return self.text(data)
        written = _BREAK.sub(" ", json.dumps(data, ensure_ascii=False, default=str))
        if self.text(written) == written:  # at once, for most data holds none
            return data
        masked = self._data(data)
        whole = self._joined(json.dumps(masked, ensure_ascii=False, default=str))
        try:
            return json.loads(whole)
        except ValueError:  # its parts lay in several containers
            return whole

    def _data(self, data: Any) -> Any:
        """Return data without the keys, in texts, names and numbers alike."""
        match data:
            case str():
                return self.text(data)
            case Mapping():
                items = cast("Mapping[Any, Any]", data).items()
                return {self.text(str(name)): self._data(item) for name, item in items}
            case list() | tuple():
                return [self._data(item) for item in cast("list[Any]", data)]
            case int() | float() if not isinstance(data, bool) and str(data) in self._keys:
                return self._mark
            case _:
                return data

    def _unescaped(self, text: str) -> str:
        """Take out keys in which signs are escaped, one by one or all."""
        plain = _ESCAPE.sub(_character, text)
        found = [spelling for spelling in self._spellings if spelling in plain]
        if not found or plain == text:
            return text
        starts, before = list[int](), 0
        for escape in _ESCAPE.finditer(text):  # where each sign of the plain text begins in the other
            starts += [*range(before, escape.start()), *[escape.start()] * len(_character(escape))]
            before = escape.end()
        starts += range(before, len(text) + 1)
        made, before = list[str](), 0
        for hit in re.finditer("|".join(map(re.escape, found)), plain):
            made += [text[before : starts[hit.start()]], self._mark]
            before = starts[hit.end()]
        return "".join([*made, text[before:]])

    def _joined(self, text: str) -> str:
        """Take out keys that other signs stand in."""
        left = _SIGNS.sub("", text)
        for squeezed in self._squeezed:
            if squeezed in left:
                text = re.sub(_BETWEEN.join(squeezed), self._mark, text)
        return text

    def _without_pieces(self, text: str) -> str:
        """Take out parts of keys, as far as they go."""
        for piece in self._pieces:
            while (start := text.find(piece)) >= 0:
                end = start + _PIECE
                while end < len(text) and any(text[start : end + 1] in key for key in self._keys):
                    end += 1
                while start and any(text[start - 1 : end] in key for key in self._keys):
                    start -= 1
                text = text[:start] + self._mark + text[end:]
        return text


@lru_cache(64)
def echoes_of(keys: frozenset[str], mark: str) -> Echoes:
    """Return what takes these keys out; kept, for a server is sent the same ones again and again."""
    return Echoes(keys, mark)


def _is_telling(piece: str) -> bool:
    """Return whether a part of a key looks like no word: letters with digits, or in both cases."""
    has_letter, has_digit = any(map(str.isalpha, piece)), any(map(str.isdigit, piece))
    return has_letter and (has_digit or not (piece == piece.lower() or piece == piece.upper()))


def _character(found: re.Match[str]) -> str:
    text = found[0]
    if text[0] == "%":
        return unquote(text)
    return html.unescape(text) if text[0] == "&" else chr(int(text.lstrip("\\")[1:], 16))
