"""Split a request into the clauses that each ask for something. Pure."""

import re
from itertools import pairwise

from smurfs_graph.offline import words
from smurfs_graph.offline.planning import sentences

_OPENING = "|".join(sorted((words.ASKING | words.ACTS | words.LOOKING_UP | {"where", "why"}) - {"has", "name", "days"}))
_JOINED = re.compile(
    r"(?:[,;]?\s+(?:and then|and also|and|then|also|plus|\+|&|[-–—])|[,;:?])\s+"
    rf"(?=(?:(?:please|also|then|so|oh and)\s+)?(?:(?:until|since|from|by|at|on|for|to|in) (?=wh))?(?:{_OPENING})\b"
    r"|(?:can|could|would|will) you\b)",
    re.IGNORECASE,
)
_MARK = re.compile(r"\s*[:\u2013\u2014-]")
_SAYS = re.compile(r"\b(?:send|write|say|post|email|mail|reply|text|message|remind|translate)\b[^.?!]*$", re.IGNORECASE)
"""Words behind which a colon or a dash begins, or is in, what is to be said."""
_RELATIVE = re.compile(r"(?:who|whose|where)\b", re.IGNORECASE)
"""Words behind a comma that say more of what was named, unless the sentence is a question."""
_ASKS = re.compile(rf"(?:please\s+)?(?:(?:{_OPENING})\b|(?:can|could|would|will) you\b)", re.IGNORECASE)
_LISTED = re.compile(r"[,;]\s+(?:and\s+)?(?:also\s+)?|\s+(?:and|[+&])\s+(?:also\s+)?", re.IGNORECASE)
_TELLS = re.compile(r"(?:i|we|my|our|there|it|this|that|he|she|they)\b", re.IGNORECASE)
_COURTESY = re.compile(
    r"\W*(?:(?:many )?thanks?\b|cheers\b|good (?:morning|day|afternoon|evening|night)\b"
    r"|(?:hi|hello|hey|dear)\b[^,]{0,20}$)",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"(?:i|we)(?: ?['’](?:d|m|re)| would| am| are)? ?(?:need|want|like|love|wish|wonder|look|have to know|must)",
    re.IGNORECASE,
)
_THE_SAME = re.compile(r"(?:and\s+)?(?:what|how) about\b|and (?:for|on|in|at|of)\b", re.IGNORECASE)
_LONGEST_GAP = 4
_GAP = re.compile(rf"\s{{{_LONGEST_GAP + 1},}}")
MOST = 8
"""Clauses of a request that are looked at; the rest stays with the last one."""


def clauses_of(request: str) -> list[str]:
    """Return the clauses of a request in their order, at least one; what is quoted is never cut."""
    request = without_quotes(without_gaps(request))
    found = [clause for sentence in sentences(request) or [request] for clause in _split_at_joints(sentence)] or [
        request
    ]
    return [*found[: MOST - 1], " ".join(found[MOST - 1 :])] if len(found) > MOST else found


def without_gaps(request: str) -> str:
    """Return a request whose runs of blanks are short: patterns take quadratic time over long ones."""
    return _GAP.sub(lambda match: match[0][:_LONGEST_GAP], request)


def without_quotes(request: str) -> str:
    """Return a request without quotation marks around the whole of it."""
    plain = request.strip()
    whole = len(plain) > 2 and plain[0] == plain[-1] and plain[0] in "'\"" and plain[0] not in plain[1:-1]
    return plain[1:-1] if whole else request


def _split_at_joints(sentence: str) -> list[str]:
    """Split a sentence where clauses are joined, but not within quotations."""
    masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), sentence)
    asks = sentence.rstrip().endswith("?")
    joints = [
        match.span()
        for match in _JOINED.finditer(masked)
        if (asks or match[0].strip() != "," or not _RELATIVE.match(masked, match.end()))
        and not (_MARK.match(match[0]) and _SAYS.search(masked[: match.start()]))
    ]
    cuts = [(0, 0), *joints, (len(sentence), len(sentence))]
    pieces = (sentence[start:end].strip(" ,;") for (_, start), (end, _) in pairwise(cuts))
    return [text for text in pieces if text]


def pieces_of(clause: str) -> list[str]:
    """Return what stands between a clause's commas and conjunctions; what is quoted is never cut."""
    masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), clause)
    opening = re.match(r"[^:]{1,40}:\s+", masked)  # "Two quick things: the author of …"
    begin = opening.end() if opening else 0
    ends = [(begin, begin), *(match.span() for match in _LISTED.finditer(masked, begin)), (len(clause), len(clause))]
    pieces = (clause[start:end].strip(" ,;:") for (_, start), (end, _) in pairwise(ends))
    return [piece for piece in pieces if len(piece.split()) > 1]


def is_asking(clause: str) -> bool:
    """Return whether a clause begins as a question or a command does."""
    return bool(_ASKS.match(clause))


def is_statement(clause: str) -> bool:
    """Return whether a clause only tells something: "I'm locked out again", and not "I need the key of A21"."""
    return not clause.rstrip().endswith("?") and bool(_TELLS.match(clause)) and not _WISHES.match(clause)


def is_courtesy(clause: str) -> bool:
    """Return whether a clause only greets or thanks."""
    return bool(_COURTESY.match(clause)) and not clause.rstrip().endswith("?")


def refers_back(clause: str) -> bool:
    """Return whether a clause stands for something named before it, or has no words of its own: "How many?"."""
    said = [match[0].lower() for match in words.tokens(clause)]
    plain = [word for word in said if word not in words.CLOSED | words.ASKING]
    return not plain or any(word in words.BACK for word in said)


def asks_the_same(clause: str) -> bool:
    """Return whether a clause asks again what the one before asks, of something else: "and what about Fridays?"."""
    return bool(_THE_SAME.match(clause))
