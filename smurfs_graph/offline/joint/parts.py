"""How many things a text asks for."""

from smurfs_graph.offline.clauses import clauses, is_statement, sentences

MOST = 3


def asked_parts(text: str) -> int:
    """The clauses of the sentences that ask or command, at least one and at most three."""
    asking = [sentence for sentence in sentences(text) if not is_statement(sentence)]
    return min(max(1, sum(len(clauses(sentence)) for sentence in asking)), MOST)
