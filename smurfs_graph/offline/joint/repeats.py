"""Look-ups that an earlier sub-task has made already, so that nothing new would come of them."""

from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import actions
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.joint.candidates import candidates
from smurfs_graph.offline.joint.engine import Proposal
from smurfs_graph.offline.joint.task import same
from smurfs_graph.offline.records import read_groups
from smurfs_graph.offline.sections import Item

_LEAST_KEYS = 0.74
"""The share of a record's keys that a tool's words must explain for the record to be taken as the tool's answer."""


def without_repeats(found: Sequence[Proposal], dependencies: Sequence[Item], text: str) -> tuple[Proposal, ...]:
    """The proposals but for look-ups that take all their values from what an earlier sub-task asked and was told."""
    told = [one for one in dependencies if one.answer and not one.failed and not actions(one.text)]
    return tuple(one for one in found if not any(_repeats(one, item, text) for item in told))


def _repeats(proposal: Proposal, item: Item, text: str) -> bool:
    call = proposal.call
    if call.document.tool.acts or not call.filled:
        return False
    context = text.find("(context")
    if any(one.start >= 0 and not 0 <= context < one.start for one in call.filled):
        return False
    if not _tells(call.document, item.answer):
        return False
    offered = candidates(call.document, item.text)
    return all(
        any(one.parameter == filled.parameter and same(one.value, filled.value) for one in offered)
        for filled in call.filled
    )


def _tells(document: Document, answer: str) -> bool:
    """Whether an answer looks like one of a tool: its records are of the tool's noun, or it speaks of their keys.

    A record often says back what it was asked with.
    """
    tool = document.tool
    own = (*tool.name_words, *tool.description_words)
    asked = {word for one in document.parameters for word in one.words}
    for group in read_groups(answer):
        keys = [words.identifier_words(key) for key in group.records[0]] if group.records else []
        known = [key for key in keys if any(words.best_likeness(words.stem(word), own) >= 0.7 for word in key)]
        first = [words.stem(word) for word in keys[0]] if keys else []
        if any(words.best_likeness(word, tool.nouns) >= 0.75 for word in first[:1]) and len(known) * 2 >= len(keys):
            return True
        back = [key for key in keys if key not in known and {words.stem(word) for word in key} <= asked]
        if len(keys) > 1 and known and len(known) + len(back) >= _LEAST_KEYS * len(keys):
            return True
    return False
