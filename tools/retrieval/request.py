"""A request, read for searching: what it asks for piece by piece, and what it says around that.

Requests for several tools are several wishes in one text, and an introduction. Each sentence is searched for on its
own, so that one wish with much to say does not push the others out; one that only introduces counts less.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from smurfs_graph.tools.retrieval.words import stems

MAX_CHARS = 4_000
MAX_ASPECTS = 12
MAX_TERMS = 40
INTRODUCTION = 0.7
"""Weight of a sentence that asks for nothing, beside those that do."""
_SENTENCE = re.compile(r"(?<=[.?!;])\s+|\n+")
_ASKS = re.compile(
    r"\?|\b(?:please|can you|could you|additionally|also|furthermore|moreover|finally|lastly|in addition)\b"
    r"|^\s*(?:add|analy[sz]e|book|calculate|check|compute|convert|create|delete|download|fetch|find|generate|get|give"
    r"|help|include|list|look|provide|query|recommend|remove|retrieve|search|send|set|show|suggest|tell|track|translate"
    r"|update|validate|verify)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Aspect:
    """A part of a request: its stems, pairs of stems that stand together, and its weight."""

    terms: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    weight: float = 1.0


@dataclass(frozen=True)
class RetrievalRequest:
    """A request as a whole and by its parts; without a word to search for, there are no parts."""

    whole: Aspect
    aspects: tuple[Aspect, ...]


def read_request(text: str, parameters: Mapping[str, Any] | None = None) -> RetrievalRequest:
    """Return a request or sub-task in words; `parameters`: what a tool will be given, by name, as far as known."""
    names = [name for key in parameters or {} for name in stems(str(key))]
    text = text[:MAX_CHARS]
    sentences = [sentence for sentence in _SENTENCE.split(text) if sentence.strip()]
    asking = [bool(_ASKS.search(sentence)) for sentence in sentences]
    aspects: list[Aspect] = []
    for sentence, asks in zip(sentences, asking, strict=True):
        aspect = _aspect(stems(sentence), 1.0 if asks or not any(asking) else INTRODUCTION)
        if aspect.terms:
            aspects.append(aspect)
    whole = _aspect([*stems(text), *names], 1.0)
    if names and not aspects:
        aspects = [whole]
    return RetrievalRequest(whole, tuple(sorted(aspects, key=lambda aspect: -aspect.weight)[:MAX_ASPECTS]))


def _aspect(found: list[str], weight: float) -> Aspect:
    terms = tuple(dict.fromkeys(word for word in found if not word.isdigit()))[:MAX_TERMS]
    return Aspect(terms, tuple(dict.fromkeys(pairwise(found)))[:MAX_TERMS], weight)
