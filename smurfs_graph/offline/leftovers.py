"""What a text names and a call would ignore: a sign that the call is not the one that is meant."""

import re
from collections.abc import Sequence
from typing import Any, Protocol

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import MONTHS
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import beside, is_coded
from smurfs_graph.offline.given import Given
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.select import has_choice

FREE = ("name", "other", "place", "text", "id")
"""Kinds of parameters that take free text."""


_GOAL = words.stems("destination arrival")


class Work(Protocol):
    """One call's arguments while they are being collected."""

    document: Document
    given: Given
    arguments: dict[str, Any]
    found: tuple[Mention, ...]
    residue: tuple[Mention, ...]
    used: list[Mention]

    def open(self) -> Sequence[Parameter]:
        """The parameters without a value yet."""
        ...

    def put(self, parameter: Parameter, value: Any) -> None:
        """Sets one argument, unless the value is None."""
        ...


def unplaced(work: Work) -> str:
    """Something that the text names, that no parameter took, and that the call would therefore ignore."""
    text = re.sub(r"\(context:.*\)", "", work.given.text)
    if work.given.helps:
        return ""
    left = [
        one
        for one in work.found
        if one not in work.used
        and one.start < len(text)
        and not _told_elsewhere(work, one)
        and not _set_out_from(work, one)
    ]
    free = [one for one in work.open() if not one.required]
    for mention in left:
        if mention.kind in ("name", "quote", "id") and not mention.currency and not has_choice(text):
            return "name"
        ranked = mention.before[-1:] in (("top",), ("first",), ("last",), ("next",)) or mention.value == "1"
        told = any(mention.value in source.answer for source in work.given.known) or any(
            re.search(rf"\b{re.escape(mention.value)}\b", one) for one in work.given.earlier
        )
        if mention.kind == "number" and (mention.bound or not (ranked or told or _finds_labelled(work))):
            return "number"
        if mention.kind == "time" and mention.value and mention.bound == "" and not told and free:
            return "time"
        if (
            mention.kind == "date"
            and mention.value
            and not told
            and not any("date" in words.words(source.answer) for source in work.given.known)
        ):
            return "date"
    takes_words = [one for one in free if (one.kind in FREE and not is_coded(one)) or one.kind == "enum"]
    words_left = [one for one in work.residue if one not in work.used]
    leans = work.given.points_back or any(source.own for source in work.given.known)
    only_numbers = bool(work.arguments) and all(type(value) in (int, float) for value in work.arguments.values())
    where = [one for one in words_left if one.direct_preposition in ("at", "in", "near") and not one.after]
    where = [one for one in where if one.value.lower() not in MONTHS]
    if where and not leans and words.stem(where[0].value) not in words_said(work):
        return "place"
    return "words" if words_left and (takes_words or only_numbers) and not leans else ""


def words_said(work: Work) -> frozenset[str]:
    """The stems of the arguments so far."""
    return frozenset(stem for value in work.arguments.values() for stem in words.content(str(value)))


def _set_out_from(work: Work, mention: Mention) -> bool:
    """Whether a value is the start of a journey ("Ulm to Bonn") of which a look-up needs the destination only."""
    ends = {work.arguments.get(one.name) for one in work.document.parameters if set(one.words) & _GOAL}
    follows = [one for one in work.used if work.given.text[mention.end : one.start].strip() == "to"]
    return not work.document.tool.acts and any(one.value in ends for one in follows)


def _finds_labelled(work: Work) -> bool:
    """Whether the call only looks up one thing that the text names together with its kind."""
    required = [one for one in work.document.parameters if one.required]
    return (
        len(required) == 1
        and not work.document.tool.acts
        and any(beside(required[0], one, work.document) >= 0.9 for one in work.used)
    )


def _told_elsewhere(work: Work, mention: Mention) -> bool:
    """Whether an earlier step or sub-task has taken the value already."""
    told = [*work.given.earlier, *(source.answer for source in work.given.known)]
    own = any(source.own for source in work.given.known)
    return own or (
        mention.kind in ("id", "name", "quote") and any(mention.value.lower() in one.lower() for one in told)
    )
