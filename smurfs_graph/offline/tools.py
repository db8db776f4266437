"""Tools by name and description: what they tell, what they are asked by, and what they do."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from smurfs_graph.offline import words

_LOOKING = words.ASKING_STEMS | words.stems(
    """
    calculate compute estimate quote work convert check track describe read suggest recommend name number price
    facts state tax average opening building tell translate compare count measure predict forecast verify validate
    rank search whether how what which report
    """
) - {"report"}


_AFTER_NOUN = words.listed("of per and in due about for to is are on at hours or")


_LOOKUP_VERBS = words.listed(
    """
    find get show look lookup search fetch retrieve list check view display describe
    """
)


_OBJECTS = words.listed("a an the some one somebody someone this each all")


_ACT_NOUNS = words.listed(
    """
    booking reservation order payment transfer cancellation collection pickup registration request
    """
)


_ASKED_BY = re.compile(
    r"\b(?:of|for|at|in|on|by|to|from|with|about|near|as)\s+(?:an?|one|its|the given)\s+(?P<noun>(?!id\b)[a-z-]+(?:\s(?!by\b|of\b|in\b|and\b)[a-z-]+)?)"
    r"|\ban? (?P<owner>[a-z-]+)['’]s\b",
    re.IGNORECASE,
)


def _stems(texts: Iterable[str | None]) -> tuple[str, ...]:
    found: list[str] = []
    for text in texts:
        spoken = re.sub(
            r"(?:^|\bReturns:|[.:;])\s*(?:look up|[A-Za-z]+)\b", _without_verb, text or "", flags=re.IGNORECASE
        )
        found += words.content(spoken)
    return tuple(dict.fromkeys(found))


def _without_verb(match: re.Match[str]) -> str:
    """The first word of a sentence taken away where it only says that something is told ("Return the price")."""
    last = match[0].split()[-1] if match[0].split() else ""
    return (
        " " if words.is_asking(last.lower()) or " " in match[0].strip().removeprefix("Returns:").strip() else match[0]
    )


_LEAD_IN = re.compile(
    r"^\s*(?:(?:this|the|an?)\s+)?(?:api|endpoint|tool|function|service|method)\s+(?:(?:which|that)\s+)?"
    r"(?:(?:is|can be)\s+)?(?:used\s+)?(?:to\s+)?(?:(?:allows?|lets?|enables?)\s+(?:the\s+)?(?:users?|you)\s+(?:to\s+)?)?",
    re.IGNORECASE,
)
"""How documents begin before they say what a tool does: "This API allows users to"."""


_PHRASAL = re.compile(
    r"\s*(?:hand in|put (?:in|down|aside|on)|set (?:aside|up)|sign up|take out|turn (?:on|off)|switch (?:on|off)|call off|"
    r"pay (?:in|off)|check (?:in|out)|fill (?:in|out)|send (?:out|off)|(?:give|hand)s? an? [a-z]+ to)\b",
    re.IGNORECASE,
)
"""Verbs of two words that a description of an act begins with."""


@dataclass(frozen=True)
class Tool:
    """A tool by name and description."""

    name: str
    description: str = ""

    @property
    def name_words(self) -> tuple[str, ...]:
        """The stems of the name."""
        return tuple(words.stem(word) for word in words.identifier_words(self.name))

    @property
    def verb(self) -> str:
        """The name's first word, where it is one that asks or acts; else ""."""
        parts = words.identifier_words(self.name)
        return parts[0] if parts and (words.is_asking(parts[0]) or words.action_groups(parts[0])) else ""

    @property
    def nouns(self) -> tuple[str, ...]:
        """The stems of the name without its verb and its small words."""
        parts = words.identifier_words(self.name)
        rest = parts[1:] if self.verb and len(parts) > 1 else parts
        return tuple(words.stem(word) for word in rest if word not in words.STOP)

    @property
    def description_words(self) -> tuple[str, ...]:
        """The stems of the description's words that carry meaning."""
        first, _, rest = self.description[:600].partition(" ")
        return tuple(dict.fromkeys([*words.topic(first), *words.content(rest)]))

    @property
    def takes_words(self) -> tuple[str, ...]:
        """The stems of what its description says that it is asked by: "beer" in "the batch of a beer"."""
        if self.finds:
            return ()
        return _stems(match["noun"] or match["owner"] for match in _ASKED_BY.finditer(self.description[:600]))

    @property
    def gives_words(self) -> tuple[str, ...]:
        """The stems of what its description says that it tells."""
        return _stems([self.description[:600] if self.finds else _ASKED_BY.sub(" ", self.description[:600])])

    @property
    def finds(self) -> bool:
        """Whether it finds a thing by what it is called."""
        first = words.words(self.description)[:1]
        return self.verb in ("find", "search", "lookup", "look") or first in (["find"], ["search"], ["look"])

    @property
    def acts(self) -> frozenset[int | str]:
        """The kinds of action that it performs, and its verbs; empty for a tool that only looks something up."""
        told = words.words(_LEAD_IN.sub("", self.description, count=1))[:2]
        parts = words.identifier_words(self.name)
        own = parts[0] if parts else ""
        if own in _LOOKUP_VERBS and parts[1:2] not in (("in",), ("out",)):
            return frozenset()
        if own == "resolve" and "name" in self.description.lower():
            return frozenset()
        phrasal = bool(_PHRASAL.match(self.description)) and bool(words.action_groups(own))
        looks = bool(told) and (words.stem(told[0]) in _LOOKING or (bool(told[1:]) and told[1] in _AFTER_NOUN))
        if looks and not phrasal and told[0] != "open":
            return frozenset()
        known = (
            phrasal
            or bool(words.action_groups(told[0] if told else own))
            or (not told and bool(words.action_groups(own)))
        )
        commanded = (
            len(told) > 1
            and (told[1] in _OBJECTS or (told[0] == own and told[1] not in parts))
            and not told[0].endswith("s")
        )
        if not (known or commanded) or (not told and words.is_asking(own)):
            return frozenset()
        verbs = [own, *told[:1], *(word for word in parts[1:] if word in _ACT_NOUNS)]
        groups = frozenset(group for verb in verbs for group in words.action_groups(verb))
        return groups | frozenset(words.stem(verb) for verb in verbs[:2])
