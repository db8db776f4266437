"""Read calls of tools that a model wrote into the text of its reply, in the forms of published chat templates.

A call between marks (`<tool_call>`, `[TOOL_CALLS]`, a harmony channel) is meant as one, whatever it names. Without
marks a text is read as a call only where it is nothing else, and names a tool on offer with parameters of that tool: an
answer in JSON, or one that explains a call, stays an answer. What stands in code (between backticks) is quoted. Nothing
is executed, and all of it takes time linear in the length of the text.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from smurfs_graph.canonical import canonical_json
from smurfs_graph.models.call_dialects import calls_in
from smurfs_graph.models.found_calls import FoundCall, Offer, clean_name
from smurfs_graph.models.json_text import MAX_CHARS
from smurfs_graph.models.spoken import listen, outside_code, without_marks

_OPENING = re.compile(
    r"<(?:[a-z_]{1,20}:)?(?:longcat_)?(?:tool|function)_?calls?>|<toolcalls?>|<tool_use>"
    r"|<\|tool_?calls?(?:_start|_begin)?(?:\|>|>)"
    r"|<(?:\uff5c{1,2}DSML\uff5c{1,2})\s?(?:function_|tool_)?(?:calls|invoke)\b[^>]{0,200}>"
    r"|<\|tool_calls_section_begin\|>|<\|python_(?:tag|start)\|>|<\|START_ACTION\|>|<\|tools_prefix\|>|<\|plugin\|>"
    r"|<\|content_invoke_tool_json\|>|<start_function_call>|\[TOOL_CALLS\]|\bfunctools(?=\s?\[)"
    r"|<\uff5ctool(?:\u2581|_)calls?(?:\u2581|_)begin\uff5c>|\bfunction call<\|role_sep\|>|<\|recipient\|>(?=\s*[\w.]+)"
    r"|(?<!\S)>>>(?=[\w.-]{1,120}\n)"
    r"|(?=<(?:[a-z_]{1,20}:)?(?:function|invoke)(?:=|\s+name=)[\"']?[\w.-]{1,120}[\"']?\s*>)|(?=<call tool=)",
    re.IGNORECASE,
)
"""The marks behind which a call is written."""
_FENCE = re.compile(r"\A\s*```[\w+-]{0,20}[ \t]*\n?(.*?)(?:```\s*)?\Z", re.DOTALL)
_FENCED = re.compile(r"```[\w+-]{0,20}[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
ACTION = re.compile(
    r"^[ \t]*Action:[ \t]*(?:```(?:json)?\s*(?P<list>[\[{].*?)(?:```|\Z)"
    r"|(?P<name>[\w.-]{1,120})\s*Action Input:(?P<input>.*?))"
    r"(?=^[ \t]*Observation:|\Z)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
"""An action and its input, as ReAct's prompts and α-UMi's caller write a call."""
_ALL = frozenset({"all", "assistant", "user"})
"""Recipients of a message that are no tools."""
_BLANKS = re.compile(r"\s+")
_HOLDS_CALL = re.compile(r"[\[{(<]")
_LEAST_LEFT = re.compile(r"^[ \t]*(?:[\[{]|[\w.]{1,120}\()", re.MULTILINE)


class Written(NamedTuple):
    """A model's text, split into what it says and the calls in it."""

    text: str
    calls: tuple[FoundCall, ...] = ()
    unreadable: bool = False
    """Whether there are marks of a call, and none that could be read."""
    doubtful: bool = False
    """Whether it says something and ends with a call without marks, so that it may be meant or only told of."""
    at: int = 0
    """Position in the text at which such a call begins."""


def read_written(text: str, offer: Offer) -> Written:
    """Return what a reply says and the calls that it holds. `offer`: the tools that may be called."""
    said, parts = listen(text[:MAX_CHARS])
    sent = [call for part in parts for call in _sent_to(part.recipient, part.text, offer)]
    if sent:
        return Written(without_marks(said).strip(), tuple(sent))
    if (marked := _marked(said, offer)) is not None:
        return marked
    said = without_marks(said).strip()
    if not offer or not said:
        return Written(said)
    if action := _action(said, offer):
        return action
    whole = _whole(said, offer)
    return Written("", whole) if whole else Written(said, *_at_the_end(said, offer))


def first_mark(text: str) -> int | None:
    """Return where a call begins in a text, by its marks."""
    found = next(outside_code(text, _OPENING.finditer(text)), None)
    return found.start() if found else None


def holds_marked_call(text: str) -> bool:
    """Return whether a text holds a call between marks, of whatever tool."""
    found = _marked(listen(text[:MAX_CHARS]).text, {})
    return found is not None


def _sent_to(recipient: str, text: str, offer: Offer) -> Sequence[FoundCall]:
    name = clean_name(recipient)
    if name in _ALL or recipient.startswith(("browser.", "container.")):
        return ()
    return calls_in(f"{name}\n{text}", offer)


def _marked(said: str, offer: Offer) -> Written | None:
    """Return what a text with marks holds; None for one without."""
    fenced = _FENCE.match(said)
    if fenced is not None and _OPENING.match(fenced[1].lstrip()):
        said = fenced[1]
    opening = next(outside_code(said, _OPENING.finditer(said)), None)
    if opening is None:
        return None
    before = without_marks(said[: opening.start()]).strip()
    rest = said[opening.end() :]
    calls = calls_in(rest, offer)
    if not calls and not _HOLDS_CALL.search(rest):
        return None  # it is written about
    return Written(before, tuple(calls), unreadable=not calls)


def _action(said: str, offer: Offer) -> Written | None:
    """Return what a text of thought, action and its input holds."""
    found = ACTION.search(said)
    if found is None:
        return None
    written = found["list"] if found["list"] else f"{found['name']}\n{found['input'].strip() or '{}'}"
    calls = tuple(call for call in calls_in(written, offer) if call.name in offer)
    return Written(said[: found.start()].strip(), calls) if calls else None


def _whole(said: str, offer: Offer) -> tuple[FoundCall, ...]:
    """Return the calls of a text that is nothing else; without marks, tools and parameters have to be known."""
    fenced = _FENCED.findall(said) if said.startswith("```") and not _FENCED.sub("", said).strip() else [said]
    found: list[FoundCall] = []
    for each in fenced:
        calls = calls_in(each, offer, strict=True)
        if not calls or not all(fits(call, offer) for call in calls):
            return ()
        found += calls
    return tuple(found)


def _at_the_end(said: str, offer: Offer) -> tuple[tuple[FoundCall, ...], bool, bool, int]:
    """Return the calls without marks that a text ends with, behind what it says, that they are doubtful, and where."""
    at, body = len(said), ""
    fences = list(_FENCED.finditer(said))
    if fences and not said[fences[-1].end() :].strip():
        at, body = fences[-1].start(), fences[-1][1]
    elif line := next(outside_code(said, _LEAST_LEFT.finditer(said)), None):
        at, body = line.start(), said[line.start() :]
    calls = _whole(body.strip(), offer) if body.strip() else ()
    return calls, False, bool(calls), at if calls else 0


def fits(call: FoundCall, offer: Offer) -> bool:
    """Return whether a call is of a tool on offer, with parameters of that tool."""
    if call.complaint or call.name not in offer:
        return False
    parameters = offer[call.name]
    named: Any = parameters.get("properties") or {}
    required: Any = parameters.get("required") or ()
    is_open = bool(parameters.get("additionalProperties"))
    return (is_open or all(name in named for name in call.arguments)) and all(
        name in call.arguments for name in required
    )


def is_quoted(call: FoundCall, texts: Sequence[str], request: str, offer: Offer) -> bool:
    """Return whether a call stands in a text that its writer was shown: of the user's request, only between marks."""
    wanted = (call.name, canonical_json(call.arguments))
    compact = _BLANKS.sub("", canonical_json(call.arguments))
    for text in texts:
        plain = text.replace('\\"', '"').replace("\\n", "\n")
        if call.name in plain and (compact in _BLANKS.sub("", plain) or wanted in _marked_calls(plain, offer)):
            return True
    return wanted in _marked_calls(request, offer)


def _marked_calls(text: str, offer: Offer) -> set[tuple[str, str]]:
    found = _marked(text[:MAX_CHARS].replace("`", " "), offer)
    return {(each.name, canonical_json(each.arguments)) for each in found.calls} if found else set()
