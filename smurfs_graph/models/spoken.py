"""Read from a reply what its model says: no thoughts, no channels, no marks that begin and end turns.

Servers take these out of a reply where they know their model's template; others leave them in the text. The forms are
those of published chat templates. What stands in code (between backticks) is quoted, and stays. All of it takes time
linear in the length of the text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_OPENS = (
    r"<(?:[a-z]{1,10}:)?think(?:ing)?>|<thoughts?>|\[THINK\]|<\|START_THINKING\|>|<\|begin_of_thought\|>|\u25c1think\u25b7"
    r"|<\uff5cbegin\u2581of\u2581thinking\uff5c>|<\|channel>\w*|<\|inner_prefix\|>"
    r"|<unused94>\w*"
)
_CLOSES = (
    r"</(?:[a-z]{1,10}:)?think(?:ing)?>|</thoughts?>|\[/THINK\]|<\|END_THINKING\|>|<\|end_of_thought\|>|\u25c1/think\u25b7"
    r"|<\uff5cend\u2581of\u2581thinking\uff5c>|<channel\|>|<\|inner_suffix\|>|<unused95>"
)
_THOUGHTS = re.compile(rf"(?P<opens>{_OPENS})|(?P<closes>{_CLOSES})", re.IGNORECASE)
_QUOTED = re.compile(r"```.*?(?:```|\Z)|``[^\n]*?``|`[^`\n]*`", re.DOTALL)
"""Code in Markdown, whose fence may be left open at the end."""
_HEADER = re.compile(
    r"(?:<\|start\|>(?P<role>[^<]{0,200}))?<\|channel\|>(?P<channel>[^<]{0,200})(?:<\|constrain\|>[^<]{0,40})?<\|message\|>"
)
_END_OF_PART = re.compile(r"<\|(?:end|call|return|channel)\|>|<\|start\|>(?:assistant)?")
_BARE_HEADER = re.compile(
    r"(?:\A|assistant)(analysis|commentary|final)((?: to=[\w.-]{1,80})?)(?:\s?(?:code|json)(?=\s*\{))?"
)
_BARE_START = re.compile(r"(?:assistant)?(?:analysis|commentary)")
_BARE_SIGNS = ("assistantfinal", "assistantcommentary to=", "commentary to=")
_RECIPIENT = re.compile(r"\bto=([^\s<]{1,120})")
_TAG_OF_PARTS = re.compile(r"<\|(open|close)\|>([^<]{0,200})<\|sep\|>")
_KEPT_TAGS = ("think", "call", "argument")
_BLOCK_OF_THOUGHTS = re.compile(r"<\|content_thinking\|>.*?(?:<\|end_message\|>|\Z)", re.DOTALL)
_NAMESPACE = "]<]minimax[>["
_MARK = re.compile(
    r"<[|\uff5c](?P<name>[\w\u2581 /-]{1,40})[|\uff5c]>|<(?P<turn>(?:start|end)_of_turn|turn\||\|turn|eos|bos)>"
    r"|(?P<s></s>)\s*\Z|\A\s*(?P<begin><s>)|(?P<inst>\[/?INST\])"
)
_ENDS = re.compile(
    r"end|eo[tms]|return|stop|call\b|im_start|user|system|human|assistant|\bstart\b|start_header", re.IGNORECASE
)
"""Parts of the names of marks that end what is said, or begin another turn."""
_ROLE = re.compile(r"\s*(?:assistant|model|ai)\b\s*", re.IGNORECASE)
_WRAPPED = re.compile(r"\A\s*<(response|answer)>(?P<said>.*?)(?:</\1>\s*)?\Z", re.DOTALL)
_GRANITE = re.compile(r"\A\s*Here(?:'s| is) my thought process:.*?Here(?:'s| is) my response:", re.DOTALL)
_AFTER_A_WORD = frozenset(" ,.;:)?!")
_SIGNS = frozenset("<[\u25c1")
"""A text without any of these has no marks."""


class ChannelPart(NamedTuple):
    """A message of a reply in channels."""

    text: str
    recipient: str = ""
    """The tool that it is for; empty where it is said."""
    is_final: bool = True


class Spoken(NamedTuple):
    """The text of a reply, and its messages to tools."""

    text: str
    parts: tuple[ChannelPart, ...] = ()
    """Its messages to tools, where it is in channels."""


def spoken(text: str) -> str:
    """Return what a reply says."""
    return without_marks(listen(text).text)


def listen(text: str) -> Spoken:
    """Return a reply without its thoughts, and with what its channels send to tools."""
    parts: tuple[ChannelPart, ...] = ()
    if "<|open|>" in text or "<|close|>" in text:
        text = _TAG_OF_PARTS.sub(_as_tag, text)
    text = _BLOCK_OF_THOUGHTS.sub("", text).replace(_NAMESPACE, "")
    if _BARE_START.match(text.lstrip()[:40]) and any(sign in text for sign in _BARE_SIGNS):
        text = _BARE_HEADER.sub(r"<|channel|>\1\2<|message|>", text.strip())
    if "<|message|>" in text:
        found = list(_parts(text))
        said = [part for part in found if not part.recipient]
        finals = [part for part in said if part.is_final] or said
        text = "\n".join(part.text for part in finals)
        parts = tuple(part for part in found if part.recipient)
    thoughtless = without_thoughts(text)
    if thoughtless != text and (wrapped := _WRAPPED.match(thoughtless)) is not None:
        thoughtless = wrapped["said"].strip()
    return Spoken(thoughtless, parts)


def without_thoughts(text: str) -> str:
    """Return a reply without its thoughts: closed, unclosed, or with only the closing tag left."""
    text = _GRANITE.sub("", text)
    tags = [] if _SIGNS.isdisjoint(text) else list(_THOUGHTS.finditer(text))
    if not tags:
        return text
    end = next((tag.end() for tag in tags if tag["closes"] is not None), 0)
    begins_with_thoughts = tags[0]["opens"] is not None and not text[: tags[0].start()].strip()
    quoted = _Quoted(text, end if begins_with_thoughts else 0)
    tags = [tag for tag in tags if not quoted.has(tag.start())]
    last = max((tag.start() for tag in tags if tag["closes"] is not None), default=0)
    kept: list[str] = []
    at, thinking = 0, False
    for tag in tags:
        opens = tag["opens"] is not None
        if opens and not thinking and tag.start() > last and _is_mentioned(text, tag):
            continue
        if not opens and not thinking:  # its opening tag was part of the prompt
            kept.clear()
        elif not thinking:
            kept.append(text[at : tag.start()])
        thinking, at = opens, tag.end()
    return "".join(kept) + ("" if thinking else text[at:])


def without_marks(text: str) -> str:
    """Return the text of the first turn, without the marks of a chat template: `<|im_end|>`, `</s>`, `[INST]`."""
    if _SIGNS.isdisjoint(text):
        return text
    kept: list[str] = []
    at, said, quoted = 0, False, _Quoted(text)
    for mark in _MARK.finditer(text):
        if mark.start() < at or quoted.has(mark.start()):
            continue
        kept.append(text[at : mark.start()])
        at, said = mark.end(), said or bool(kept[-1].strip())
        name = mark["name"] or mark["turn"] or mark["inst"] or ""
        ends_turn = mark["s"] or mark["turn"] or name == "[INST]" or _ENDS.search(name.replace("\u2581", "_"))
        if said and ends_turn:  # what follows is a turn that the model has made up
            return "".join(kept).rstrip()
        if not said and mark["inst"] is None and (role := _ROLE.match(text, at)):
            at = role.end()
    return "".join(kept) + text[at:] if at else text


def _as_tag(found: re.Match[str]) -> str:
    """Return a tag whose marks are tokens of their own as others write it; those around a whole part go."""
    return f"<{'/' if found[1] == 'close' else ''}{found[2].strip()}>" if found[2].startswith(_KEPT_TAGS) else ""


class _Quoted:
    """The places of a text that stand in code."""

    def __init__(self, text: str, begin: int = 0) -> None:
        self._spans = ((found.start(), found.end()) for found in _QUOTED.finditer(text, max(0, begin)))
        self._span = next(self._spans, None)

    def has(self, at: int) -> bool:
        """Return whether a place is quoted; places are asked for from left to right."""
        while self._span is not None and self._span[1] <= at:
            self._span = next(self._spans, None)
        return self._span is not None and self._span[0] <= at


def begins_in_thoughts(text: str) -> bool:
    """Return whether thoughts are closed in a text that it has not opened."""
    first = next(_THOUGHTS.finditer(text), None)
    return first is not None and first["closes"] is not None


def outside_code(text: str, found: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the matches, found from left to right, that do not stand in code."""
    quoted = _Quoted(text)
    return (each for each in found if not quoted.has(each.start()))


def _is_mentioned(text: str, tag: re.Match[str]) -> bool:
    """Return whether a tag stands in a sentence, as a word of it."""
    return text[max(0, tag.start() - 1) : tag.start()] == " " and text[tag.end() : tag.end() + 1] in _AFTER_A_WORD


def _parts(text: str) -> Iterator[ChannelPart]:
    """Yield the messages of a text in channels, from left to right, without those that are thoughts."""
    at = 0
    for header in _HEADER.finditer(text):
        if header.start() < at:
            continue
        if before := _END_OF_PART.sub("", text[at : header.start()]).strip():
            yield ChannelPart(before, is_final=False)
        end = _END_OF_PART.search(text, header.end())
        at = end.start() if end else len(text)
        recipient = _RECIPIENT.search(f"{header['role'] or ''} {header['channel']}")
        channel = header["channel"].strip().split(" ")[0]
        body = text[header.end() : at]
        if recipient is not None and recipient[1] != "assistant":
            yield ChannelPart(body, recipient[1])
        elif channel != "analysis":
            yield ChannelPart(body, is_final=channel == "final")
        if end is not None and end[0] in ("<|end|>", "<|call|>", "<|return|>"):
            at = end.end()
    if rest := _END_OF_PART.sub("", text[at:]).strip():
        yield ChannelPart(rest, is_final=False)
