"""What else a request asks, as context of a sub-task that leans on it: "(context, also asked: ...)"."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, head, strip_lead
from smurfs_graph.offline.ellipsis import EACH
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.sections import BESIDE

_MOST, _MOST_EACH = 600, 240
"""Characters of what else is asked, and of each request of it."""
_EACH = re.compile(r"\beach of (?:these|those|them)\b", re.IGNORECASE)
_OF = re.compile(r"\bof (?!(?:the|it|them|that|this|those|these|each|his|her|its|their|all)\b)[a-z]")
_BRACKETS = re.compile(r"\s*[()]\s*")
_THAT = re.compile(r"\b(?:that|this|those|these|the same|the said)(?: very| same)? (?P<noun>[a-z]+)\b", re.IGNORECASE)
_THE = re.compile(r"\b(?:the|its|his|her|their) (?P<noun>[a-z]+)\b", re.IGNORECASE)
_SPANS = words.stems("day date month year time week night person place town city amount price sum quantity number")


def without_beside(text: str) -> str:
    """A sub-task's text without what else the request asks."""
    return BESIDE.sub("", text)


def leans(group: Sequence[Clause], before: Sequence[Sequence[Clause]], *, pointing: bool) -> bool:
    """Whether a sub-task says too little to stand alone.

    It points back, speaks of a thing that was named before, or goes on with the sentence and names nothing of its own.
    """
    if not before or any(one.joint == EACH or _EACH.search(one.text) for one in group):
        return False
    said = {word for each in before for one in each for word in (*words.topic(one.text), *head(one.text))}
    if pointing or any(_again(one, said) for one in group):
        return True
    return bool(group[0].joint) and not any(_names(one) or _OF.search(one.text) for one in group)


def _names(clause: Clause) -> bool:
    """Whether a clause names a thing: by a name, an identifier, or a number with its noun right before it."""
    numbered = (one for one in clause.mentions if one.kind == "number" and one.labels)
    return any(one.currency for one in clause.mentions) or bool(
        clause.anchors or any(one.before[-1:] and words.stem(one.before[-1]) == one.labels[0] for one in numbered)
    )


def _again(clause: Clause, said: set[str]) -> bool:
    """Whether a clause speaks of "that day", or of "the van" where a van was spoken of."""
    pointed = {words.stem(match["noun"].lower()) for match in _THAT.finditer(clause.text)}
    if pointed & (said | _SPANS):
        return True
    asked = head(clause.text)
    named = {words.stem(match["noun"].lower()) for match in _THE.finditer(clause.text)} - set(asked)
    return not clause.anchors and bool(named & said)


def beside(at: int, groups: Sequence[Sequence[Clause]], text: str) -> str:
    """The other requests that name what the text does not, in their order, as its end; the nearest where they are many."""
    found: dict[int, str] = {}
    room = _MOST
    for place in sorted((one for one in range(len(groups)) if one != at), key=lambda one: abs(one - at)):
        said = " and ".join(strip_lead(_BRACKETS.sub(", ", one.text)) for one in groups[place])[:_MOST_EACH]
        if all(one.value in text or said[one.start : one.end] in text for one in find_mentions(said)):
            continue
        if len(said) > room:
            break
        room -= len(said)
        found[place] = said
    return f" (context, also asked: {'; '.join(found[place] for place in sorted(found))})" if found else ""
