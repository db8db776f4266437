"""What a text says and names, and how much of it each document explains; rare words count for more."""

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.mentions import Mention, find_mentions

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CONTEXT = re.compile(r"\(context[:,][^()]*\)")
_HARD = {"id": "id", "code": "id", "number": "number", "date": "date", "month": "date", "time": "date",
         "datetime": "date", "name": "name", "quote": "name", "email": "id", "url": "id", "phone": "id"}  # fmt: skip
_FROM_NAME, _FROM_PARAMETERS, _FROM_DESCRIPTION, _FROM_OPTIONS = 1.0, 0.9, 0.85, 0.7


@dataclass(frozen=True)
class Value:
    """Something hard that the text names: an identifier, a number, a date or a name."""

    sort: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Said:
    """What a text says: the stems that carry meaning, and the values that a reading should place."""

    stems: tuple[str, ...]
    values: tuple[Value, ...]


def said(text: str) -> Said:
    """The content of a text. Words inside its values are none of its stems."""
    found = [one for one in find_mentions(text) if one.kind in _HARD]
    hidden = [(one.start, one.end) for one in found if one.kind != "number"]
    stems: list[str] = []
    for match in _TOKEN.finditer(text):
        word = match[0].lower().replace("’", "'").removesuffix("'s")
        inside = any(start <= match.start() < end for start, end in hidden)
        if not inside and word not in words.STOP and not word.isdigit() and words.stem(word) not in words.ASKING_STEMS:
            stems.append(words.stem(word))
    context = [match.span() for match in _CONTEXT.finditer(text)]
    values = [_value(one) for one in found if one.value and not (one.kind == "number" and one.value == "1")]
    kept = [one for one in values if not any(start <= one.start < end for start, end in context)]
    return Said(tuple(dict.fromkeys(stems)), tuple(kept))


def _value(mention: Mention) -> Value:
    return Value(_HARD[mention.kind], mention.start, mention.end, mention.value)


@dataclass(frozen=True)
class Coverage:
    """How strongly each document (by its place) explains each stem, and the weight of each stem."""

    weights: tuple[float, ...]
    strengths: tuple[tuple[float, ...], ...]

    def gain(self, places: Sequence[int], told: Collection[int] = ()) -> float:
        """How much of what is said the documents at these places explain together; what was `told` already, fully."""
        return sum(
            weight * (1.0 if at in told else max((self.strengths[place][at] for place in places), default=0.0))
            for at, weight in enumerate(self.weights)
        )

    def best(self, place: int, told: Collection[int] = ()) -> float:
        """The weightiest word that the document at this place explains and that is not told already."""
        pairs = enumerate(zip(self.weights, self.strengths[place], strict=True))
        return max((weight * strength for at, (weight, strength) in pairs if at not in told), default=0.0)


def coverage(documents: Sequence[Document], stems: Sequence[str]) -> Coverage:
    """The strengths of all documents for all stems; a stem's weight falls with the documents that it fits."""
    strengths = tuple(tuple(_strength(document, stem) for stem in stems) for document in documents)
    weights: list[float] = []
    for at in range(len(stems)):
        spread = sum(row[at] for row in strengths)
        weights.append(math.log((len(documents) + 1) / (spread + 0.5)) if spread else 0.0)
    return Coverage(tuple(weights), strengths)


def _strength(document: Document, stem: str) -> float:
    tool = document.tool
    parameters = tuple(word for one in document.parameters for word in one.words)
    options = tuple(
        words.stem(word)
        for one in document.parameters
        for option in one.options
        for word in words.identifier_words(str(option))
    )
    return max(
        _FROM_NAME * words.best_likeness(stem, tool.name_words),
        _FROM_PARAMETERS * words.best_likeness(stem, parameters),
        _FROM_DESCRIPTION * words.best_likeness(stem, tool.description_words),
        _FROM_OPTIONS * (stem in options),
    )
