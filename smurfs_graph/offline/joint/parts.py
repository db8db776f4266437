"""How many things a text asks for."""

import re

from smurfs_graph.offline.clauses import clauses, is_statement, sentences
from smurfs_graph.offline.sections import BESIDE

MOST = 3
_POINTER = re.compile(r"\([^()]*\busing the answer to sub-task \d{1,3}\)")
"""What a plan adds to a sub-task that needs another one's answer; it asks for nothing."""


def asked_parts(text: str) -> int:
    """The clauses of the sentences that ask or command, at least one and at most three."""
    asking = [sentence for sentence in sentences(BESIDE.sub("", _POINTER.sub("", text))) if not is_statement(sentence)]
    return min(max(1, sum(len(clauses(sentence)) for sentence in asking)), MOST)
