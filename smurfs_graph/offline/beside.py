"""What else a request asks, as context of a sub-task that leans on it: "(context, also asked: ...)"."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import BESIDE, Clause, head, strip_lead
from smurfs_graph.offline.ellipsis import EACH

_MOST, _MOST_EACH = 600, 240
"""Characters of what else is asked, and of each request of it."""
_EACH = re.compile(r"\beach of (?:these|those|them)\b", re.IGNORECASE)
_THAT = re.compile(r"\b(?:that|this|those|these|the same|the said)(?: very| same)? (?P<noun>[a-z]+)\b", re.IGNORECASE)
_THE = re.compile(r"\b(?:the|its|his|her|their) (?P<noun>[a-z]+)\b", re.IGNORECASE)
_SPANS = words.stems("day date month year time week night person place town city amount price sum quantity number")


def without_beside(text: str) -> str:
    """A sub-task's text without what else the request asks."""
    return BESIDE.sub("", text)


def leans(group: Sequence[Clause], before: Sequence[Sequence[Clause]]) -> bool:
    """Whether a sub-task says too little to stand alone.

    It names no thing of its own and goes on with the sentence, or speaks of a thing that was named before.
    """
    if not before or any(one.joint == EACH or _EACH.search(one.text) for one in group):
        return False
    first = group[0]
    said = {word for each in before for one in each for word in (*words.topic(one.text), *head(one.text))}
    if any(_again(one, said) for one in group):
        return True
    return bool(first.joint) and not any(_names(one) for one in group)


def _names(clause: Clause) -> bool:
    """Whether a clause names a thing: by a name, an identifier, or a number with its noun right before it."""
    return bool(clause.anchors) or any(
        one.kind == "number" and one.labels and one.before[-1:] == one.labels[:1] for one in clause.mentions
    )


def _again(clause: Clause, said: set[str]) -> bool:
    """Whether a clause speaks of "that day", or of "the van" where a van was spoken of."""
    pointed = {words.stem(match["noun"].lower()) for match in _THAT.finditer(clause.text)}
    if pointed & (said | _SPANS):
        return True
    asked = head(clause.text)
    named = {words.stem(match["noun"].lower()) for match in _THE.finditer(clause.text)} - set(asked)
    return not clause.anchors and bool(named & said)


def beside(at: int, groups: Sequence[Sequence[Clause]]) -> str:
    """The other requests, in their order, as the end of a sub-task's text; the nearest ones where they are many."""
    found: dict[int, str] = {}
    room = _MOST
    for place in sorted((one for one in range(len(groups)) if one != at), key=lambda one: abs(one - at)):
        text = " and ".join(strip_lead(re.sub(r"\s*[()]\s*", ", ", one.text)) for one in groups[place])[:_MOST_EACH]
        if len(text) > room:
            break
        room -= len(text)
        found[place] = text
    return f" (context, also asked: {'; '.join(found[place] for place in sorted(found))})" if found else ""
