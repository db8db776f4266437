"""Read docstrings in Google's, NumPy's or Sphinx's style: what they say of arguments and of the result."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

_MOST = 600
"""Characters of what is told of one argument that are kept."""
_HEAD = re.compile(r"^(?P<title>[A-Z][A-Za-z ]{2,30})\n-{3,}[ \t]*$", re.MULTILINE)
_COLON_HEAD = re.compile(
    r"^(?P<title>Args|Arguments|Parameters|Params|Returns?|Yields|Raises|Examples?|Notes?):[ \t]*", re.MULTILINE
)
_FIELD = re.compile(r"^[ \t]*[:@](?P<kind>[a-z]+)(?:[ \t]+(?P<of>[^:\n]{1,120}))?:[ \t]*", re.MULTILINE)
_NAMED = re.compile(r"^(?P<names>\*{0,2}\w+(?:, ?\*{0,2}\w+)*)[ \t]*(?::(?P<type>.*))?$")
_LOOSE = re.compile(r"^(?P<name>\*{0,2}\w+)[ \t]*(?:\([^()\n]*\))?[ \t]*:[ \t]*(?P<text>.*)$")
_ARGUMENTS = frozenset(["args", "arguments", "parameters", "params", "other parameters"])
_RESULTS = frozenset(["returns", "return", "yields"])


@dataclass(frozen=True)
class DocstringText:
    """The first paragraph of a docstring, what it says of each argument, and of the result; "" where nothing."""

    summary: str
    arguments: dict[str, str] = field(default_factory=dict[str, str])
    result: str = ""


def read_docstring(text: str, names: Collection[str]) -> DocstringText:
    """Read a docstring (indentation cleaned) in any of the usual styles; only arguments so named.

    Styles: Google's "Args:" sections, also loosely written; numpydoc's underlined ones; the field lists of Sphinx and
    Epydoc (`:param x:`, `@param x:`).
    """
    text = text.strip()
    starts = [match.start() for match in (_HEAD.search(text), _COLON_HEAD.search(text), _FIELD.search(text)) if match]
    summary = text[: min(starts)] if starts else text
    arguments: dict[str, str] = {}
    result = ""
    for head, body in _split(_HEAD, text) or _split(_COLON_HEAD, text):
        title = head["title"].strip().lower()
        if title in _ARGUMENTS:
            arguments |= _arguments(body)
        elif title in _RESULTS:
            result = result or _result(body)
    for match, body in _split(_FIELD, text):
        told = _line(body.split("\n\n")[0])
        if match["kind"] in ("param", "parameter", "arg", "argument", "key", "keyword") and match["of"]:
            arguments[match["of"].split()[-1].lstrip("*")] = told
        elif match["kind"] in ("return", "returns"):
            result = result or told
    kept = {name: one[:_MOST] for name, one in arguments.items() if one and name in names}
    return DocstringText(_line(summary.strip().split("\n\n")[0]), kept, result)


def _split(head: re.Pattern[str], text: str) -> list[tuple[re.Match[str], str]]:
    """Split a text at its heads; text beside a head is indented like the text below."""
    found = list(head.finditer(text))
    ends = [*(match.start() for match in found), len(text)][1:]
    bodies = [text[match.end() : end] for match, end in zip(found, ends, strict=True)]
    indented = (body if body.startswith("\n") else f" {body}" for body in bodies)
    return [(match, body.strip("\n")) for match, body in zip(found, indented, strict=True)]


def _arguments(body: str) -> dict[str, str]:
    """Return the entries of a section: a line for each name, with what is said of it behind a colon
    or below, indented.
    """
    lines = [line.rstrip() for line in body.split("\n") if line.strip()]
    least = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    found: dict[str, str] = {}
    current: list[str] = []
    underlined = least == 0
    for line in lines:
        bare = line[least:]
        if bare[:1].isspace():
            for name in current:
                found[name] = _line(f"{found[name]} {bare}")
            continue
        named, loose = _NAMED.match(bare), _LOOSE.match(bare)
        if underlined and named:
            current = [one.strip().lstrip("*") for one in named["names"].split(",")]
            found |= dict.fromkeys(current, "")
        elif loose:
            current = [loose["name"].lstrip("*")]
            found[current[0]] = _line(loose["text"])
        else:
            current = []
    return found


def _result(body: str) -> str:
    """Return the text on the result; the line with its type is dropped if more follows below."""
    lines = [line for line in body.split("\n") if line.strip()]
    below = [line for line in lines if line[:1].isspace()]
    typed = bool(lines) and not lines[0][:1].isspace() and bool(below)
    return _line(" ".join(below if typed else lines))


def _line(text: str) -> str:
    return " ".join(text.split())
