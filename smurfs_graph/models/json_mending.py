"""Damage that a general repairer of JSON gets wrong, mended before it sees the text: each rule is a habit of models."""

import json
import re

_TRIPLE_QUOTED = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', re.DOTALL)
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_GROUPED_NUMBER = re.compile(
    r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\\n]|\\.)*'" + r"|(?<=:)(\s*-?\d{1,3}(?:,\d{3})+)(?=\s*[,}\]\n])", re.DOTALL
)
_EQUALS = re.compile(r'([{,]\s*"[^"\n]{1,80}")\s*=>?\s*')
_WIDE_COLON = re.compile('"\\s*\uff1a\\s*')
_WIDE_COMMA = re.compile('(["\\d\\]}el])\\s*\uff0c\\s*(?=["\\[{\\d])')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_VALID_ESCAPES = frozenset('"\\/bfnrtu')


def mended(text: str) -> str:
    """The text with these habits undone; what is well-formed already stays as it is."""
    text = _TRIPLE_QUOTED.sub(lambda match: json.dumps(match[1] if match[1] is not None else match[2]), text)
    text = _WIDE_COLON.sub('": ', text)
    text = _WIDE_COMMA.sub(r"\1, ", text)
    text = _EQUALS.sub(r"\1: ", text)
    text = _GROUPED_NUMBER.sub(lambda match: match[0].replace(",", "") if match[1] else match[0], text)
    return _TEXT.sub(lambda match: _escapes_mended(match[0]), text) if "\\" in text else text


def _escapes_mended(text: str) -> str:
    """One quoted text: Markdown's escapes lose their backslash; a path or a pattern keeps all of its own."""
    wrong = [escape for escape in _ESCAPE.findall(text) if escape not in _VALID_ESCAPES]
    if any(escape.isalnum() for escape in wrong):
        return _ESCAPE.sub(lambda match: match[0] if match[1] in '"\\' else f"\\\\{match[1]}", text)
    return _ESCAPE.sub(lambda match: match[0] if match[1] in _VALID_ESCAPES else match[1], text) if wrong else text
