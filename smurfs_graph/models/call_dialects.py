"""The forms in which models write calls: JSON under many keys, tags, a name before its arguments, Python's own.

Each form is read where it stands, from left to right; what is between calls is passed over.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from smurfs_graph.canonical import fit_for_state
from smurfs_graph.models.found_calls import MOST_CALLS, WORDS, FoundCall, Offer, clean_name
from smurfs_graph.models.json_scan import regions
from smurfs_graph.models.json_text import Repairs, candidates
from smurfs_graph.models.python_calls import calls_in_python

_MOST_MISSES = 256
"""Marks without a call behind them, after which nothing more is looked for."""
_NAME = r"[A-Za-z_][\w./:-]{0,119}"
_NAMES = ("name", "tool_name", "tool", "function_name", "function", "action", "recipient_name")
_ARGUMENTS = ("arguments", "parameters", "args", "input", "action_input", "tool_input", "params", "kwargs")
_INSIDE = ("tool_calls", "function_calls", "calls", "tool_call", "function_call", "tool_uses")
_BESIDE = frozenset({"id", "type", "index", "tool_call_id", "call_id", "role", "content", "thought", "reasoning"})
"""Other keys of a call."""
_NAMESPACE = re.compile(
    r"(</?)(?:[\uff5c|]{1,2}DSML[\uff5c|]{1,2}\s?|[a-z_]{1,20}:)(?=[a-z_])|\]<\]minimax\[>\[", re.IGNORECASE
)
_RESULTS = re.compile(
    r"</?(?:tool_response|tool_result|function_results?)s?>|\[TOOL_RESULTS\]|^Observation:", re.MULTILINE
)
"""Behind these a model writes itself what a call has brought."""
_BETWEEN = re.compile(
    r"(?:[\s,;]|</?(?:longcat_)?(?:tool|function)_?calls?>|</?toolcalls?>|</?tool_use>|</?tools?>"
    r"|>>>|<\|tool_call>|<tool_call\|>"
    r"|<(?:start|end)_function_call>|\[/?TOOL_CALLS\]|```[\w+-]{0,20}|functools(?=\s?\[)"
    r"|<[|\uff5c][\w\u2581 /]{1,40}[|\uff5c]>)+",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"</?[a-z_]{1,40}\b[^<>]{0,200}>|<[|\uff5c][\w\u2581 /]{1,40}[|\uff5c]>|<tool_call\|>|\[/?TOOL_CALLS\]|```",
    re.IGNORECASE,
)
_JOIN = (
    r"(?:\s|<\|tool_call_argument_begin\|>|<\uff5ctool(?:\u2581|_)sep\uff5c>|\[ARGS\]|\[CALL_ID\]\w{0,80}"
    r"|<\|constrain\|>(?:json)?"
    r"|<\|content\|>|<\|message\|>|```(?:json)?|json(?=\s*\{)|\((?=\s*\{))*"
)
_NAMED = re.compile(
    rf"(?:function{_JOIN}(?=[A-Za-z_])|call:)?(?P<name>{_NAME})(?P<mark><[|\uff5c]channel[|\uff5c]>\w*)?{_JOIN}(?=\{{)"
)
_ALONE = re.compile(rf"(?P<name>{_NAME})\s*(?=<(?!arg_)|<\||\Z)")
_INVOKE = re.compile(
    r"<(?P<tag>invoke|function|call|tool)(?:=|\s+(?:name|tool)=)[\"']?(?P<name>[^\"'<>\s]{1,120})[\"']?[^<>]{0,200}>",
    re.IGNORECASE,
)
_NAME_TAG = re.compile(
    rf"<(?P<tag>(?:tool_|function_)?name)>\s*(?P<name>{_NAME})\s*</(?P=tag)>\s*"
    r"(?:<(?:arguments|parameters|input|args)>)?"
)
_OWN_TAG = re.compile(rf"<(?P<name>{_NAME})>")
_PARAMETER = re.compile(
    r"\s*<(?:parameter|argument|arg|param)(?:=|\s+(?:name|key)=)[\"']?(?P<key>[^\"'<>]{1,120}?)[\"']?"
    r"(?P<more>\s[^<>]{0,80})?>",
    re.IGNORECASE,
)
_END_OF_VALUE = re.compile(
    r"</(?:parameter|argument|arg|param)>|(?=<(?:parameter|argument|arg|param)(?:=|\s+(?:name|key)=))"
    r"|(?=</(?:invoke|function|call|tool_call)>)",
    re.IGNORECASE,
)
_KEY = re.compile(rf"\s*(?:(?P<name>{_NAME})\s*)?<arg_key>(?P<key>[^<]{{1,120}})</arg_key>\s*<arg_value>")
_END_OF_ARG = re.compile(r"</arg_value>|(?=<arg_key>)|(?=</tool_call>)")
_TAGGED = re.compile(r"\s*<(?P<key>[\w-]{1,120})>")
_QUOTES = re.compile(r'<\|"\|>(.*?)<\|"\|>|<escape>(.*?)<escape>', re.DOTALL)
_FIRST_OF_QUOTES = ('<|"|>', "<escape>")
_QUOTE = re.compile(r'(?<!\\)"')
_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_][\w-]{0,80})(?=:)")


def calls_in(text: str, offer: Offer, *, strict: bool = False) -> list[FoundCall]:
    """Return the calls in a text. `strict`: it has to be calls and nothing else, else there are none."""
    text = _NAMESPACE.sub(lambda found: found[1] or "", text)
    if (results := _RESULTS.search(text)) is not None:
        text = text[: results.start()]
    reader, found, misses = _CallReader(text, offer, strict=strict), list[FoundCall](), 0
    while len(found) < MOST_CALLS and misses < _MOST_MISSES:
        reader.pass_over(_BETWEEN)
        if reader.at_end:
            return found
        calls = reader.read()
        if not calls and strict:
            return []
        found += calls
        if not calls:
            reader.pass_to(_MARK)
            misses += 1
    return found


class _CallReader:
    """Reads one text from left to right."""

    def __init__(self, text: str, offer: Offer, *, strict: bool) -> None:
        self._text, self._offer, self._strict = text, offer, strict
        self._at, self._is_unclosed = 0, False
        self._repairs = Repairs()

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._text)

    def pass_over(self, pattern: re.Pattern[str]) -> None:
        if (found := pattern.match(self._text, self._at)) is not None:
            self._at = found.end()

    def pass_to(self, pattern: re.Pattern[str]) -> None:
        """Go on behind the next match, or at the end."""
        found = pattern.search(self._text, self._at)
        self._at = max(found.end(), self._at + 1) if found else len(self._text)

    def read(self) -> list[FoundCall]:
        """Return the calls that begin here, in whatever form; none where none does."""
        for form in (self._json, self._call_in_tags, self._pairs, self._call_behind_name, self._python, self._alone):
            at = self._at
            if found := form():
                return found
            self._at = at
        return []

    def _name(self, said: str) -> str:
        return clean_name(said, self._offer)

    def _value(self) -> Any:
        """Return the JSON value that begins here, and go on behind it; None where there is none."""
        region = "" if self._is_unclosed else next(regions(self._text[self._at :]), "")
        if not region.endswith(("}", "]")):  # it is not closed, and so nothing is that begins behind it, as a rule
            self._is_unclosed = True
            region = self._up_to_mark()
            if not region.endswith(("}", "]")):
                return None  # half a value is a wrong value
        self._at += len(region)
        if any(quote in region for quote in _FIRST_OF_QUOTES):
            return _loose(region, self._repairs)
        value = next(iter(candidates(region, self._repairs)), None)
        return value if value is not None else _loose(region, self._repairs)

    def _up_to_mark(self) -> str:
        """Return what stands before the next mark that is in no quoted text."""
        at, quotes = self._at, 0
        for mark in _MARK.finditer(self._text, self._at):
            quotes += len(_QUOTE.findall(self._text, at, mark.start()))
            at = mark.start()
            if quotes % 2 == 0:
                break
        else:
            at = len(self._text)
        return self._text[self._at : at].rstrip()

    def _json(self) -> list[FoundCall]:
        if self._text[self._at] not in "{[":
            return []
        return list(_calls_of(self._value(), self._offer, strict=self._strict))

    def _call_in_tags(self) -> list[FoundCall]:
        """Read a call in tags: the tool as an attribute or as the tag itself, the arguments as JSON or in tags of their
        own.
        """
        found = _INVOKE.match(self._text, self._at) or _NAME_TAG.match(self._text, self._at)
        if found is None:
            found = _OWN_TAG.match(self._text, self._at)
            if found is None or found["name"] not in self._offer:
                return []
        name = self._name(found["name"])
        self._at = found.end()
        self.pass_over(_SPACE)
        if self._text.startswith("{", self._at):
            arguments = self._value()
            if not isinstance(arguments, dict):
                return []
        elif (arguments := self._parameters(name)) is None:
            return [FoundCall(name, {}, _CUT_OFF)]
        self.pass_over(_CLOSING)
        return [FoundCall(name, cast("dict[str, Any]", arguments))]

    def _parameters(self, name: str) -> dict[str, Any] | None:
        """Return the parameters in tags; None where the last one has no end."""
        arguments = dict[str, Any]()
        while True:
            at = int(self._at)
            if (tag := _PARAMETER.match(self._text, at)) is not None:
                end = _END_OF_VALUE.search(self._text, tag.end())
            elif (tag := _TAGGED.match(self._text, at)) is not None and tag["key"] not in _CONTAINERS:
                close = f"</{tag['key']}>"
                end = re.compile(re.escape(close)).search(self._text, tag.end())
            else:
                return arguments
            if end is None:
                return None
            said = self._text[tag.end() : end.start()]
            more = tag.groupdict().get("more") or ""
            arguments[tag["key"].strip()] = self._typed(name, tag["key"].strip(), said, more)
            self._at = end.end()

    def _pairs(self) -> list[FoundCall]:
        """Return a call whose keys and values stand in tags in turn."""
        pair = _KEY.match(self._text, self._at)
        if pair is None or pair["name"] is None:
            return []
        name, arguments = self._name(pair["name"]), dict[str, Any]()
        while pair is not None:
            end = _END_OF_ARG.search(self._text, pair.end())
            if end is None:
                return [FoundCall(name, {}, _CUT_OFF)]
            key = pair["key"].strip()
            arguments[key] = self._typed(name, key, self._text[pair.end() : end.start()], "")
            self._at = end.end()
            pair = _KEY.match(self._text, self._at)
        return [FoundCall(name, arguments)]

    def _call_behind_name(self) -> list[FoundCall]:
        """Read a call that begins with the tool's name, its arguments behind it as JSON."""
        found = _NAMED.match(self._text, self._at)
        if found is None:
            return []
        self._at = found.end()
        arguments = self._value()
        if not isinstance(arguments, dict):
            return []
        self.pass_over(_BRACKET)
        return [FoundCall(self._name(found["name"]), cast("dict[str, Any]", arguments))]

    def _python(self) -> list[FoundCall]:
        """Return calls as Python writes them, up to the next mark."""
        end = _MARK.search(self._text, self._at)
        piece = self._text[self._at : end.start() if end else len(self._text)]
        self._at += len(piece)
        return list(calls_in_python(piece.strip(), self._offer))

    def _alone(self) -> list[FoundCall]:
        """Return a call of a tool that needs no arguments: its name, between marks."""
        found = _ALONE.match(self._text, self._at)
        if found is None or self._strict or (name := self._name(found["name"])) not in self._offer:
            return []
        self._at = found.end()
        return [FoundCall(name, {})]

    def _typed(self, name: str, key: str, said: str, more: str) -> Any:
        """Return a parameter's text as its schema takes it; it stays text where that takes a text."""
        text = said.removeprefix("\n").removesuffix("\n")
        properties: Any = self._offer.get(name, {}).get("properties") or {}
        kinds = _kinds(properties.get(key))
        if text.strip() in ("null", "None") and "null" in kinds:
            return None
        if 'string="true"' in more or 'type="string"' in more or not kinds or "string" in kinds:
            return text
        if text.strip() in WORDS:
            return WORDS[text.strip()]
        try:
            return fit_for_state(json.loads(text))
        except (ValueError, RecursionError):
            return text


_SPACE = re.compile(r"\s*")
_BRACKET = re.compile(r"\s*\)")
_CLOSING = re.compile(r"(?:\s*</[\w-]{1,120}>)*")
_CONTAINERS = frozenset({"tool_call", "tool_calls", "function_call", "function_calls", "invoke", "function", "call"})
_CUT_OFF = "the arguments were cut off before their end; write the whole call again"


def _kinds(schema: Any) -> set[str]:
    """Return the types that a parameter takes, as far as its schema says them."""
    if not isinstance(schema, Mapping):
        return set()
    known = cast("Mapping[str, Any]", schema)
    said: Any = known.get("type")
    kinds = set(cast("list[str]", said)) if isinstance(said, list) else {said} if isinstance(said, str) else set[str]()
    for choice in cast("list[Any]", known.get("anyOf") or known.get("oneOf") or []):
        inner = _kinds(choice)
        if not inner:
            return set()
        kinds |= inner
    return kinds


def _loose(region: str, repairs: Repairs) -> Any:
    """Return an object whose texts stand between marks, and whose keys have no quotes."""
    quoted = _QUOTES.sub(lambda found: json.dumps(found[1] if found[1] is not None else found[2]), region)
    return repairs.value(_BARE_KEY.sub(r'\1"\2"', quoted)) if region.startswith("{") else None


def _calls_of(value: Any, offer: Offer, *, strict: bool) -> Iterator[FoundCall]:
    """Yield the calls that a JSON value is."""
    if isinstance(value, list):
        for each in cast("list[Any]", value)[:MOST_CALLS]:
            yield from _calls_of(each, offer, strict=strict)
        return
    if not isinstance(value, dict):
        return
    given = cast("dict[str, Any]", value)
    for key in _INSIDE:
        if isinstance(given.get(key), list | dict):
            yield from _calls_of(given[key], offer, strict=strict)
            return
    own = given.get("function")
    call = cast("dict[str, Any]", own) if isinstance(own, dict) else given
    name = next((call[key] for key in _NAMES if isinstance(call.get(key), str)), None)
    if name is None:
        if len(given) == 1 and isinstance(arguments := next(iter(given.values())), dict) and next(iter(given)) in offer:
            yield FoundCall(next(iter(given)), cast("dict[str, Any]", arguments))
        return
    key = next((key for key in _ARGUMENTS if key in call), None)
    others = call.keys() - {*_NAMES, *_BESIDE, key}
    if strict and (key is None or others):
        return
    yield _call(clean_name(name, offer), call[key] if key is not None else {})


def _call(name: str, said: Any) -> FoundCall:
    """Return a call with its arguments: an object, as JSON text too, or none."""
    if isinstance(said, str) and said.strip():
        found: list[Any] = [each for each in candidates(said) if isinstance(each, dict)]
        said = found[0] if found else said
    elif not said:
        said = {}
    return FoundCall(name, cast("dict[str, Any]", said)) if isinstance(said, dict) else FoundCall(name, {}, _NO_OBJECT)


_NO_OBJECT = "the arguments are no JSON object"
