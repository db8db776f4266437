"""Check a program before it runs: refuse what a type checker finds certainly wrong, as no tool was called yet. Pure.

Refused are unknown names, fields and parameters, missing and certainly wrong arguments of tools, a tool's call without
`await`, and what the interpreter cannot read. Whatever else the checker says stays unsaid: ordinary programs
(`best = None`, then `best["a"]`) are no errors.
"""

import difflib
import json
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from smurfs_graph.programs.stubs import Stubs

_MOST_COMPLAINTS = 8
_RUNS_UNCHECKED = frozenset({
    "FileExistsError", "FileNotFoundError", "ImportError", "IsADirectoryError", "ModuleNotFoundError",
    "NotADirectoryError", "PermissionError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "filter",
    "format", "getattr", "hasattr", "map", "setattr",
})  # fmt: skip
"""Built-in names that the interpreter has, and its checker does not know."""
_QUOTED = re.compile(r"`([^`]*)`")
_OF_FUNCTION = re.compile(r"function `(?P<name>\w+)`")
_EXPECTED = re.compile(r"Expected `(?P<expected>.*)`, found `(?P<found>.*)`$")
_IN_RECORD = re.compile(r"declared type `(?P<expected>.*)` on TypedDict `.*`: value of type `(?P<found>.*)`$")
_IN_LIST = re.compile(r'key of type `Literal\[(?P<key>".*")\]` on object of type `(?P<kind>list\[.*\])`$')
_HEAD = re.compile(r"[\w.]+")
_ARGUMENT_CODES = (
    "missing-argument",
    "unknown-argument",
    "too-many-positional-arguments",
    "parameter-already-assigned",
)
_AS_JSON = {"date": "str", "datetime": "str", "time": "str", "Decimal": "float", "tuple": "list", "set": "list"}
"""Kinds that calls turn into others (`stubs.as_json`)."""
NOT_AWAITED = "not-awaited"
"""Code of a call that is used without being awaited (`coroutines.py`)."""


class Diagnostic(NamedTuple):
    """One diagnostic of the type checker."""

    code: str
    message: str
    line: int
    """1 for the first."""
    column: int


def read_findings(written: str, line_offset: int = 0) -> list[Diagnostic]:
    """Return the diagnostics of a checker's output (JSON, one a line); `line_offset`: lines before the program."""
    found = list[Diagnostic]()
    for line in written.splitlines():
        try:
            said: Any = json.loads(line)
            where: Any = said["location"]
            finding = Diagnostic(str(said["code"]), str(said["message"]), int(where["row"]), int(where["column"]))
        except (ValueError, TypeError, KeyError):
            continue
        if finding.line > line_offset:
            found.append(finding._replace(line=finding.line - line_offset))
    return found


def complaints(source: str, findings: list[Diagnostic], stubs: Stubs) -> list[str]:
    """Return why a program is refused, a line each, with the program's line; none where it may run."""
    told = dict.fromkeys(f"line {finding.line}: {text}" for finding, text in _refusals(source, findings, stubs))
    return list(told)[:_MOST_COMPLAINTS]


def _refusals(source: str, findings: list[Diagnostic], stubs: Stubs) -> Iterator[tuple[Diagnostic, str]]:
    lines = source.split("\n")
    for finding in sorted(findings, key=lambda each: (each.line, each.column)):
        judge = _JUDGES.get(finding.code)
        line = lines[finding.line - 1] if finding.line <= len(lines) else ""
        if judge is not None and (text := judge(finding, line, source, stubs)):
            yield finding, text


def _unknown_name(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    name = _first_quoted(finding.message)
    if not name or name in _RUNS_UNCHECKED:
        return ""
    return f"there is no {name!r} here{did_you_mean(name, stubs.identifiers)}"


def _unknown_module(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    return f"there is no module {_first_quoted(finding.message)!r} here; tools are functions, called by name"


def _syntax(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    return f"cannot be read: {finding.message}: {line.strip()[:120]}"


def _arguments(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    """Report wrong arguments of a tool; those of other functions may be right in ways that the checker does not see."""
    of = _OF_FUNCTION.search(finding.message)
    if of is None or of["name"] not in stubs.identifiers:
        return ""
    text = finding.message.replace("`", "'")
    if finding.code == "unknown-argument" and of["name"] in stubs:
        named = _first_quoted(finding.message)
        names = [parameter.identifier for parameter in stubs[of["name"]].parameters]
        return text + did_you_mean(named, names, f"; it has {', '.join(names) or 'none'}")
    return text


def _argument_type(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    """Return the complaint about an argument of the wrong type; empty where it may fit, or concerns no tool."""
    if inner := _IN_RECORD.search(finding.message):
        return "" if _may_fit(inner["found"], inner["expected"], stubs.classes) else finding.message.replace("`", "'")
    if within := _IN_LIST.search(finding.message):
        return f"{within['key']} is no index of a {within['kind']}: it is a list; take one of its items first"
    of, kinds = _OF_FUNCTION.search(finding.message), _EXPECTED.search(finding.message)
    if of is None or of["name"] not in stubs.identifiers or kinds is None:
        return ""
    if line[finding.column - 1 :].lstrip().startswith("*"):  # of what is spread out, the values' kinds are not known
        return ""
    if _may_fit(kinds["found"], kinds["expected"], stubs.classes):
        return ""
    hint = "; write await before the call that brings it" if kinds["found"].startswith("CoroutineType[") else ""
    return finding.message.replace("`", "'") + hint


def _unknown_field(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    key = _first_quoted(finding.message.replace('"', "`"))
    if " union" in finding.message or _is_set_somewhere(key, source):
        return ""
    return finding.message.replace("`", "'")


def _unknown_attribute(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    quoted = _QUOTED.findall(finding.message)
    if finding.message.startswith("Module ") and len(quoted) == 2:
        return f"{quoted[0]}.{quoted[1]} does not exist here"
    if finding.message.startswith("Object of type ") and len(quoted) == 2:
        if quoted[0].startswith("list["):
            return f"a {quoted[0]} has no attribute {quoted[1]!r}: it is a list"
        if quoted[0] in stubs.classes:
            return f"{quoted[0]} has no attribute {quoted[1]!r}; fields are read as [{quoted[1]!r}]"
    return ""


def _not_awaited(finding: Diagnostic, line: str, source: str, stubs: Stubs) -> str:
    return finding.message


_JUDGES: dict[str, Callable[[Diagnostic, str, str, Stubs], str]] = {
    "unresolved-reference": _unknown_name,
    "unresolved-import": _unknown_module,
    "unresolved-attribute": _unknown_attribute,
    "invalid-syntax": _syntax,
    "invalid-argument-type": _argument_type,
    "invalid-key": _unknown_field,
    "missing-typed-dict-key": _unknown_field,
    NOT_AWAITED: _not_awaited,
    **dict.fromkeys(_ARGUMENT_CODES, _arguments),
}


def did_you_mean(name: str, known: Collection[str], otherwise: str = "") -> str:
    """Return a hint at the known name that is nearest, or `otherwise`."""
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else otherwise


def _first_quoted(message: str) -> str:
    found = _QUOTED.search(message)
    return found[1] if found else ""


def _is_set_somewhere(key: str, source: str) -> bool:
    """Return whether a program adds a field of this name to tools' results: it may then read it."""
    quoted = rf"""["']{re.escape(key)}["']"""
    adds = (
        rf"\[\s*{quoted}\s*\]\s*(?:[-+*/%|&]|//|\*\*)?=(?!=)",
        rf"setdefault\(\s*{quoted}",
        rf"update\([^)]*(?:{quoted}\s*:|\b{re.escape(key)}\s*=)",
    )
    return any(re.search(pattern, source) for pattern in adds)


def _may_fit(found: str, expected: str, classes: Collection[str]) -> bool:
    """Return whether a value of the found kind may be one of the expected: only a certain misfit is refused."""
    wanted = {_kind(part, classes) for part in parts_of_union(expected)}
    heads = {head for head, _ in wanted}
    exact = all(is_value for _, is_value in wanted)
    for part in parts_of_union(found):
        head, is_value = _kind(part, classes)
        if not head or head in ("Any", "Unknown", "object", "Todo"):
            return True
        if head in heads and not (is_value and exact):
            return True
        if head == "int" and "float" in heads:
            return True
    return not wanted or "Any" in heads


def _kind(part: str, classes: Collection[str]) -> tuple[str, bool]:
    """Return the head of an annotation, and whether it is a value of that kind (`Literal["a"]`: str, True)."""
    if part.startswith("Literal["):
        value = part.removeprefix("Literal[").lstrip("b")
        if value.startswith(('"', "'")):
            return "str", True
        return ("bool", True) if value.startswith(("True", "False")) else ("int", True)
    if part == "LiteralString":
        return "str", False
    head = (_HEAD.match(part) or [""])[0]
    return (_AS_JSON.get(head, "dict" if head in classes else head), False)


def parts_of_union(annotation: str) -> list[str]:
    """Return the members of a union."""
    parts, depth, quote = [""], 0, ""
    for char in annotation:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        depth += (char in "[(") - (char in "])") if not quote else 0
        if char == "|" and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += char
    return [text for part in parts if (text := part.strip())]
