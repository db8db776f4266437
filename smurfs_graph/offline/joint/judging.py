"""Whether a fused step's answer leaves something of its sub-task open, by what the thoughts before it announced."""

from collections.abc import Sequence

from smurfs_graph.offline.clauses import actions
from smurfs_graph.offline.extract import NOTHING, without_gap
from smurfs_graph.offline.joint.engine import announced
from smurfs_graph.offline.joint.parts import asked_parts
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.verify import confirms

REST = "the rest"


def whole_answer(found: str, memory: Sequence[Item]) -> str:
    """What this step found with what the steps before it did, each line once."""
    lines = [line for item in memory for line in without_gap(item.answer).splitlines() if not line.startswith(NOTHING)]
    return "\n".join(dict.fromkeys([*lines, *found.splitlines()]))


def still_open(text: str, memory: Sequence[Item], gap: str, found: str = "") -> str:
    """What is open after this step, or "". `gap` is what the answers alone seem to lack.

    The thought before told how many calls were to come, if that was sure. At the first step there is none: then a
    text with several parts is not settled by one call, and an act only by an answer that confirms one.
    """
    coming = announced(memory[-1].text) if memory else None
    if coming is not None:
        return "" if coming == 1 else REST
    if memory:
        return gap
    undone = bool(actions(text)) and not confirms(found)
    return gap or (REST if undone or asked_parts(text) > 1 else "")
