"""What a call takes from an answer as a whole: the thing that it is about, or what is to be passed on."""

from collections.abc import Sequence
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.convert import typed
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.given import Given
from smurfs_graph.offline.known import fits
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.rounds import asked_each

_BODY = words.stems("content contents body message text")
_GAPS = ("Not in this response: ", "Nothing found")
_LONGEST = 1_000
"""Characters of a text that passes on what was found."""
Arguments = dict[str, Any]


def of_each(parameter: Parameter, mention: Mention, text: str) -> bool:
    """Whether a value says which things are meant ("each ingredient of the tart"), where one of them is wanted."""
    each = asked_each(text)
    if each is None or not each.nouns or mention.start < each.end:
        return False
    return any(words.stem(noun) in (parameter.entity or parameter.words) for noun in each.nouns)


def thing(given: Given, left: Sequence[Parameter]) -> Arguments:
    """The thing of a list of mere values, where only one required parameter can take it."""
    required = [one for one in left if one.required]
    if not given.thing or len(required) != 1 or not fits(required[0], given.thing):
        return {}
    return {required[0].name: typed(required[0], given.thing)}


def findings(given: Given, document: Document, left: Sequence[Parameter]) -> Arguments:
    """What an earlier sub-task found, as the text that an act which points back to it is to pass on."""
    told = next((one for one in given.known if not one.own), None)
    if told is None or not (given.points_back and document.tool.acts) or given.helps:
        return {}
    bodies = [one for one in left if one.required and one.type == "string" and set(one.words[-1:]) & _BODY]
    lines = [line.removeprefix("- ") for line in told.answer.splitlines() if not line.startswith(_GAPS)]
    return {bodies[0].name: "\n".join(lines)[:_LONGEST]} if len(bodies) == 1 and lines else {}
