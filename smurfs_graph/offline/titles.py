"""Names that only a tool's parameters tell whole: titles with small words in them, plates, a street with its number."""

import re
from collections.abc import Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.lexicon import ORDINARY, PEOPLE, PLACES
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention

_TITLED = words.stems(
    "title book movie film song album track show production talk play game exhibition object series opera course class "
    "workshop recipe dish blend exhibit trail route tour programme program plant item product wine beer work piece"
)
_INNER = r"(?:of|the|a|an|we|my|our|your)"
_OUTER: tuple[tuple[str, frozenset[str]], ...] = (
    ("by|for|with", PEOPLE),
    ("from|to|in|on|at|under|over", PLACES | words.stems("venue room branch port hall site")),
    ("without|into|through|behind|beyond|before|after", frozenset()),
)
"""Words that may stand in a title, with what else they may lead to."""
_HEADED = r"(?P<first>[A-Z][a-z]+) {0}(?: {1})? $"
_TAILED = r" (?:{0} ){{1,2}}(?P<last>[A-Z][a-z]+(?: [A-Z][a-z]+)*)"
_WIDE = r" (?:{0}) (?:(?:the|a|an) )?(?P<last>[A-Z][a-z]+)\b(?! [A-Z])"
_HEAD = re.compile(_HEADED.format(_INNER, _INNER))
_TAIL = re.compile(_TAILED.format(_INNER))
_PLATED = words.stems("plate registration postcode zip callsign flight train")
_PLATE = re.compile(r"(?<![\w-])[A-Z]{1,3} \d{1,4}(?: [A-Z]{1,3})?(?![\w-])")
_ADDRESS = re.compile(
    r"^(?:(?P<first>\d{1,4}[a-z]?) (?P<street>\D{3,40})|(?P<name>\D{3,40}?) (?P<last>\d{1,4}[a-z]?))$", re.IGNORECASE
)


def whole_names(document: Document, text: str, found: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions of a text, with those made whole, or cut in two, that the document's parameters ask for."""
    kept = tuple(found)
    own = {word for one in document.parameters for word in one.words}
    if own & _TITLED:
        kept = _titles(text, kept, _between(document))
    if own & _PLATED:
        kept = _plates(text, kept)
    if words.stem("street") in own and ({words.stem("house"), "number", "no"} & own):
        kept = _addresses(kept)
    return kept


def _between(document: Document) -> str:
    """The words that can only stand in a title, as no other parameter takes what they lead to; none for an act."""
    own = {word for one in document.parameters for word in one.words} - _TITLED
    free = [one for one in document.parameters if one.kind in ("name", "other", "place", "text")]
    return "" if document.tool.acts or len(free) > 1 else "|".join(said for said, takes in _OUTER if not own & takes)


def _titles(text: str, found: tuple[Mention, ...], between: str) -> tuple[Mention, ...]:
    """ "Portrait of a Pilot", "A Clock for Edie": names that small words join."""
    wide = re.compile(_WIDE.format(between)) if between else None
    opened = re.compile(_HEADED.format(f"(?:{between})", _INNER)) if between else None
    joined: list[Mention] = []
    for mention in found:
        if mention.kind != "name" or (joined and mention.start < joined[-1].end):
            joined += [mention] if mention.kind != "name" else []
            continue
        start, end = mention.start, mention.end
        head = _HEAD.search(text[:start]) or (opened.search(text[:start]) if opened else None)
        if head and not (joined and joined[-1].end > head.start()) and _may_open(head["first"]):
            start = head.start()
        if re.search(r"(?<!^)(?<![.!?] )\bA $", text[:start]) and " " not in mention.value:
            start -= 2
        while tail := _TAIL.match(text, end) or (wide.match(text, end) if wide else None):
            end = tail.end("last")
        value = text[start:end]
        joined.append(mention if value == mention.value else stretched(mention, text, start, end))
    return tuple(joined)


def _may_open(word: str) -> bool:
    low = word.lower()
    small = low in words.STOP or low in PREPOSITIONS or low in words.VERBS or words.stem(low) in ORDINARY | PEOPLE
    return not (small or words.is_asking(low) or words.action_groups(low))


def stretched(mention: Mention, text: str, start: int, end: int) -> Mention:
    """A mention with another place of its text, and the words around that."""
    before = tuple(words.words(re.split(r"[.;!?]\s|\n", text[max(0, start - 120) : start])[-1])[-6:])
    after = tuple(words.words(re.split(r"[.;!?](?:\s|$)|\n", text[end : end + 80])[0])[:4])
    return replace(mention, value=text[start:end], start=start, end=end, before=before, after=after)


def _plates(text: str, found: tuple[Mention, ...]) -> tuple[Mention, ...]:
    kept = found
    for match in _PLATE.finditer(text):
        inside = [one for one in kept if one.start < match.end() and match.start() < one.end]
        if not inside or any(one.currency or one.kind not in ("code", "number", "id", "name") for one in inside):
            continue
        whole = replace(stretched(inside[0], text, match.start(), match.end()), kind="id", number=None)
        kept = tuple(sorted([*(one for one in kept if one not in inside), whole], key=lambda one: one.start))
    return kept


def _addresses(found: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """A street and the number of a house as two values, each labelled by what it is."""
    parts: list[Mention] = []
    for mention in found:
        match = _ADDRESS.match(mention.value) if mention.kind == "name" else None
        if match is None:
            parts.append(mention)
            continue
        street, number = match["street"] or match["name"], match["first"] or match["last"]
        digits = re.sub(r"\D", "", number)
        parts.append(replace(mention, value=street, number=None, before=(*mention.before, "street")))
        house = replace(mention, kind="number", value=number, number=float(digits), before=(*mention.before, "house"))
        parts.append(house)
    return tuple(parts)
