"""What the arguments of a call may come from, and what came of it."""

import re
from dataclasses import dataclass, replace
from typing import Any

from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.known import Source
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.quarters import with_quarters
from smurfs_graph.offline.titles import whole_names


@dataclass(frozen=True)
class Filled:
    """The arguments that could be filled, and the required parameters that could not."""

    arguments: dict[str, Any]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Given:
    """What arguments may come from."""

    text: str
    about: str = ""
    """The text with its reference to an earlier sub-task."""
    earlier: tuple[str, ...] = ()
    """The texts of the earlier sub-tasks, nearest first."""
    known: tuple[Source, ...] = ()
    stated: str = ""
    points_back: bool = False
    kept: tuple[str, ...] = ()
    """Values of the text that are for the tool which the call helps."""
    doubtful: bool = False
    """Whether it is not sure that the tool is the right one: only values that are told apart by their form count."""
    rounds: bool = False
    """Whether the first of the known sources is the one of several things that the call is about."""
    thing: str = ""
    """The one of several things that the call is about, where it is a mere value."""
    helps: bool = False
    """Whether the call only finds what another tool needs."""


_SPACED = re.compile(r"[A-Z\d] \d|\d [A-Z\d]")


def _formed(text: str, found: tuple[Mention, ...], sample: str) -> tuple[Mention, ...]:
    """The mentions with what is written like a sample of several parts ("B 187/25", "44 1207") as one identifier."""
    form = "".join(
        rf"\d{{1,{len(part) + 1}}}"
        if part.isdigit()
        else f"[A-Z]{{{len(part)}}}"
        if part.isalpha()
        else re.escape(part)
        for part in re.findall(r"\d+|[A-Za-z]+|[^A-Za-z\d]", sample)
    )
    for match in re.finditer(rf"(?<![\w.,/-]){form}(?![\w/-]|[.,]\d)", text):
        inside = [one for one in found if one.start < match.end() and match.start() < one.end]
        if inside and not any(one.kind in ("date", "time", "quote", "datetime") for one in inside):
            first, last = inside[0], inside[-1]
            whole = replace(first, kind="id", value=match[0], start=match.start(), end=match.end(), number=None,
                            after=last.after, bound="", currency="")  # fmt: skip
            found = tuple(sorted((*(one for one in found if one not in inside), whole), key=lambda one: one.start))
    return found


def like_examples(document: Document, text: str, found: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """The mentions as the document's parameters make them whole: "Cab 14" where an example is spaced like it."""
    for two in document.parameters:
        for sample in two.examples if two.type == "string" and two.kind in ("id", "other", "name") else ():
            found = _formed(text, found, sample) if _SPACED.search(sample) and re.search(r"\d", sample) else found
    samples = [one for two in document.parameters for one in two.examples if re.fullmatch(r"[A-Za-z]+ \d+", one)]
    for sample in samples:
        word = sample.split()[0]
        for match in re.finditer(rf"\b{re.escape(word)} \d+\b", text, re.IGNORECASE):
            inside = [one for one in found if one.start < match.end() and match.start() < one.end]
            if inside:
                one = replace(
                    inside[0], kind="quote", value=match[0], start=match.start(), end=match.end(), number=None
                )
                found = (*(other for other in found if other not in inside), one)
    return whole_names(document, text, with_quarters(document, text, found))
