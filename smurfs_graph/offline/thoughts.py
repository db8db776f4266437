"""Thoughts as text: the decision that one call of the executor hands to the next, read back from its own wording."""

import json
import re
from collections.abc import Sequence

NEXT = "Next: "
_NAMED = re.compile(r"Next: `([^`\n]{1,200})`")
_USED = re.compile(r"`([^`\n]{1,200})`")
_GOT = re.compile(r"\(got \{(?P<got>[^{}]*)\}")
_VALUE = re.compile(r"'[^']*': '([^']*)'")
_KEPT = "; it keeps "
_MISSING = re.compile(
    r"([A-Za-z_]\w{0,60})(?:: Field required|['\"]? is a required)|(?:missing|required)[^'\"`]{0,40}['\"`]([A-Za-z_]\w{0,60})['\"`]",
    re.IGNORECASE,
)


def missing_parameters(why: str) -> tuple[str, ...]:
    """The parameters that a refusal says are missing; empty for any other failure."""
    if "required" not in why.lower() and "missing" not in why.lower():
        return ()
    return tuple(dict.fromkeys(first or second for first, second in _MISSING.findall(why)))


def given_values(why: str) -> tuple[str, ...]:
    """The texts that a refused call had found for its other parameters."""
    match = _GOT.search(why)
    return tuple(value for value in _VALUE.findall(match["got"]) if value) if match else ()


def written_values(values: Sequence[str]) -> str:
    """Values that a helper need not place, as part of a thought; `kept_values` reads them back."""
    plain = [value for value in dict.fromkeys(values) if '"' not in value]
    return f"{_KEPT}{', '.join(json.dumps(value) for value in plain)}" if plain else ""


def kept_values(thought: str) -> tuple[str, ...]:
    """The values that a thought leaves to the tool that it finds something for."""
    _, _, rest = thought.partition(_KEPT)
    return tuple(re.findall(r'"([^"]*)"', rest))


def written(tool: str, why: str) -> str:
    """A step as the text of a thought; `chosen` reads it back."""
    return f"{NEXT}`{tool}`: {why}." if tool else f"None of the tools fits: {why}."


def chosen(text: str) -> str | None:
    """The tool that a thought of these rules names; "" where it declines; None where it is another model's thought."""
    if match := _NAMED.search(text):
        return match[1]
    return "" if text.startswith("None of the tools fits") else None


def tools_used(thoughts: Sequence[str]) -> tuple[str, ...]:
    """The tools that the thoughts of a path say were called."""
    found: list[str] = []
    for text in thoughts:
        name = chosen(text)
        found += [name] if name else _USED.findall(text)[:1]
        if name is None and text.startswith("use "):
            found.append(text[4:].strip())
    return tuple(found)


def tools_planned(thoughts: Sequence[str]) -> tuple[str, ...]:
    """The tools that a path's helpers were called for, the latest first."""
    return tuple(name for text in reversed(thoughts) if " needs " in text for name in _USED.findall(text)[1:])
