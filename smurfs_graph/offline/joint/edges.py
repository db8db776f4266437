"""Where a value of the text ends, and what it holds: neighbours that perhaps belong to it, words that are not its own."""

import re
from collections.abc import Iterator
from functools import lru_cache

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.joint.candidates import Candidate

_BEFORE = re.compile(r"(?P<word>[^\W_]+(?:['’-][^\W_]+)*) $")
_BEHIND = re.compile(r" (?P<word>[^\W_]+(?:['’-][^\W_]+)*)")
_LONGEST = 40
"""Characters of the longest neighbour that is looked at."""
EDGES = ("cut_before", "cut_behind", "strange_before", "strange_behind", "label_inside", "of_inside")


def edges(one: Candidate, parameter: Parameter, document: Document, text: str) -> dict[str, float]:
    """What speaks for another cut of a value, as features (`EDGES`).

    A capitalised word or a number right beside it, a plain word beside it that the document does not explain, a word
    of its parameter or of the tool's thing at its end, an "of" within.
    """
    told: dict[str, float] = dict.fromkeys(EDGES, 0.0)
    for side, start, word in _beside(text, one.start, one.end):
        if word[0].isupper() or word[0].isdigit():
            told[f"cut_{side}"] = float(not _begins(text, start))
        else:
            told[f"strange_{side}"] = 1.0 - words.best_likeness(words.stem(word), _explained(document))
    inside = [words.stem(word) for word in words.words(text[one.start : one.end])]
    own = {*parameter.words, *document.tool.nouns}
    told["label_inside"] = float(len(inside) > 1 and bool({inside[0], inside[-1]} & own))
    told["of_inside"] = float(" of " in text[one.start : one.end])
    return told


def _beside(text: str, start: int, end: int) -> Iterator[tuple[str, int, str]]:
    """The words right before and right behind a place, but for those that say nothing, with where they stand."""
    low = max(0, start - _LONGEST)
    if (match := _BEFORE.search(text[low:start])) and match["word"].lower() not in words.STOP:
        yield "before", low + match.start(), match["word"]
    if (match := _BEHIND.match(text[: end + _LONGEST], end)) and match["word"].lower() not in words.STOP:
        yield "behind", match.start("word"), match["word"]


def _begins(text: str, at: int) -> bool:
    """Whether a sentence or a note begins there."""
    return text[:at].rstrip()[-1:] in ("", *".?!:;(")


@lru_cache(maxsize=256)
def _explained(document: Document) -> tuple[str, ...]:
    """The stems of a document's words."""
    parameters = [word for one in document.parameters for word in one.words]
    return (*document.tool.name_words, *document.tool.description_words, *parameters)
