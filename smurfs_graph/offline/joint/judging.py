"""Whether a fused step's answer leaves something of its sub-task open, by what the thoughts before it announced."""

import re
from collections.abc import Sequence
from itertools import pairwise

from smurfs_graph.offline.clauses import REFERENCE, actions
from smurfs_graph.offline.extract import NOTHING, without_gap
from smurfs_graph.offline.joint.engine import announced
from smurfs_graph.offline.joint.parts import asked_parts
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.verify import confirms

REST = "the rest"
_LISTED = ("id", "code", "quote", "name", "number", "date")
_JOINT = re.compile(r"['\"”’]?\s*(?:,|,? and|&|,? or)(?: \w+){0,3}\s*['\"“‘]?", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b(?P<by>of|from|in|at|on|for|about)\b[^.?!;]{1,200}\b(?:and|or) (?:also )?(?P=by)\b"
    r"|\b(?:which|what|how)\b[^.?!;]{1,200}\band (?:also )?(?:(?:of|from|in|at|on|for|to) )?(?:which|what|how)\b",
    re.IGNORECASE,
)
"""A preposition or a question word once more behind "and": the same is asked of something else."""
_EACH = re.compile(
    r"\b(?:each (?:of|one|charge|cost|have|has|separately)|both|respectively|compare)"
    r"|\b(?:what|how|price|quote|check|tell|find|give|show)\b[^.?!;]{0,100}\beach\b"
    r"|\b(?:and|plus)\b[^.?!;]{1,60}\b(?:the|an?|his|her|their) (?:[\w-]+ ){1,4}ones?\b",
    re.IGNORECASE,
)
"""Words that say that there are several: "each", "both", "and the brown one"."""
_LIST = re.compile(r"^- .*\n- ", re.MULTILINE)
_SPAN = re.compile(r"\bbetween\W+(?:\w+\W+){0,2}$", re.IGNORECASE)
"""Before the first of two values that are the ends of one span."""


def whole_answer(found: str, memory: Sequence[Item]) -> str:
    """What this step found with what the steps before it did, each line once."""
    lines = [line for item in memory for line in without_gap(item.answer).splitlines() if not line.startswith(NOTHING)]
    return "\n".join(dict.fromkeys([*lines, *found.splitlines()]))


def is_list(told: str) -> bool:
    """Whether an answer has several records."""
    return bool(_LIST.search(told))


def still_open(text: str, memory: Sequence[Item], gap: str, found: str = "") -> str:
    """What is open after this step, or "". `gap` is what the answers alone seem to lack.

    The thought before told how many calls were to come, if that was sure; where none was, the answers tell. At the
    first step there is none: then a text with several parts is not settled by one call, and an act only by an answer
    that confirms one.
    """
    coming = announced(memory[-1].text) if memory else None
    if coming:
        return "" if coming == 1 else REST
    if memory:
        return gap
    undone = bool(actions(text)) and not confirms(found)
    return gap or (REST if undone or asked_parts(text) > 1 or _several(text, found) else "")


def _several(text: str, found: str) -> bool:
    """Whether a text asks the same of several things, one of which the answer does not name."""
    own = REFERENCE.sub("", text)
    if _AGAIN.search(own) or (_EACH.search(own) and not is_list(found)):
        return True
    values = [one for one in find_mentions(own) if one.kind in _LISTED and one.value and not one.bound]
    told = found.lower()
    return any(
        first.kind == second.kind
        and (first.kind != "number" or (bool(first.labels) and not first.currency))
        and _JOINT.fullmatch(own[first.end : second.start])
        and not _SPAN.search(own[: first.start])
        and second.value.lower() not in told
        for first, second in pairwise(values)
    )
