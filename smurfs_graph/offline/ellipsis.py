"""Requests that leave out what was just said: "and which in French?", "class 3 vs class 1", "once weekly"."""

import re
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, main_verb, starts_clause, strip_lead
from smurfs_graph.offline.mentions import PREPOSITIONS, find_mentions
from smurfs_graph.offline.parallel import continued, parallels
from smurfs_graph.offline.speech import tells

_SHORT = re.compile(
    r"^(?:and )?(?:(?:(?:in|on|at|from|to|of|for|by|with) )?(?:what|how(?: many| much)?|which|who|when|where)(?:['’]s| about)?\s)?(?:also |then )?(?P<rest>(?P<link>in|on|for|at|with|from|to|of|by|under|about)?\b.+)$",
    re.IGNORECASE,
)
_WH = re.compile(
    r"^(?:and )?(?:(?:in|on|at|from|to|of|for|by|with) )?(?:what|how|which|who|when|where)\b", re.IGNORECASE
)
_VERSUS = re.compile(r"\s+(?:vs\.?|versus|as against|compared (?:to|with))\s+(?P<right>[^,.;:?!]+)", re.IGNORECASE)
_ONCE = re.compile(
    r",?\s*\bonce\s+(?P<left>[^,.;:?!]+?),?\s+and\s+once\s+(?P<right>[^,.;:?!]+?)(?=,|$|[.;:?!])", re.IGNORECASE
)
_TWICE = re.compile(
    r"\b(?P<link>of|for|in|at|on|with|about) (?P<left>[^,;:?!()]{2,40}?)(?P<more>(?:, (?P=link) [^,;:?!()]{2,40}?)*),? and (?P=link) (?P<right>[^,;:?!()]{2,40}?)(?=,|$|[?!.]\s*$)",
    re.IGNORECASE,
)
EACH = "each"
"""The joint of what is asked once more for another thing."""
_LONGEST = 7


def completed(clause: Clause, before: Clause) -> Clause | None:
    """A short question with what the one before says; None where it stands on its own or cannot be completed."""
    body = strip_lead(clause.text)
    match = _SHORT.match(body)
    if match is None or len(match["rest"].split()) > _LONGEST or not _lacks_verb(body, match["rest"]):
        return None
    rest, source = match["rest"].strip(" ?.!"), before.text.rstrip(" ?.!")
    values = [one for one in find_mentions(rest) if one.value]
    if len(values) == 1:
        alike = [one for one in find_mentions(source) if one.kind == values[0].kind and one.value]
        placed = [one for one in alike if one.direct_preposition == values[0].direct_preposition]
        if len(placed or alike) == 1 and _small(f"{rest[: values[0].start]} {rest[values[0].end :]}"):
            old = (placed or alike)[0]
            if old.value == values[0].value:
                return None
            said = rest[values[0].start : values[0].end]
            return Clause(f"{source[: old.start]}{said}{source[old.end :]}", clause.joint)
        return None
    if whole := continued(source, rest):
        return Clause(whole, clause.joint)
    alone = bool(re.match(r"(?:and )?\w+(?:['’]s)? (?:also )?" + re.escape(match["link"] or "?"), body, re.IGNORECASE))
    if match["link"] and alone and not values and (places := list(re.finditer(rf"\s{match['link']}\s", source))):
        return Clause(f"{source[: places[-1].start()]} {rest}", clause.joint)
    return None


def _small(text: str) -> bool:
    """Whether a text has only prepositions and articles."""
    return all(word in PREPOSITIONS or word in ("the", "a", "an", "then", "also") for word in words.words(text))


def _lacks_verb(body: str, rest: str) -> bool:
    asks = bool(_WH.match(body))
    return (asks and not tells(rest) and not starts_clause(rest)) and bool(re.match(r"\W*(?:\w+['’]s|\w+)\W", body))


def alternatives(clause: Clause) -> list[Clause]:
    """A clause that asks the same once with this and once with that, as one clause for each."""
    text = clause.text
    if match := _ONCE.search(text):
        rest = text[match.end() :]
        return [
            Clause(f"{text[: match.start()]} {match['left']}", clause.joint),
            Clause(f"{text[: match.start()]} {match['right']}{rest if starts_clause(rest.strip(' ,')) else ''}", "and"),
        ]
    match = _VERSUS.search(text)
    if match is None:
        return parallels(clause, EACH) or _repeated_links(clause) or _repeated_heads(clause)
    count = min(len(match["right"].split()), 3)
    left = text[: match.start()].split(" ")
    if len(left) <= count:
        return [clause]
    return [
        Clause(text[: match.start()], clause.joint),
        Clause(" ".join([*left[:-count], match["right"].strip()]), "and"),
    ]


def _repeated_links(clause: Clause) -> list[Clause]:
    """ "Hours at the quay and at the mill": the same preposition once for each of two things, where nothing is done."""
    match = _TWICE.search(clause.text)
    verb = main_verb(clause.text)
    if match is None or (verb and words.action_groups(verb) and not words.is_asking(verb)):
        return []
    if starts_clause(match["right"]) or tells(match["right"]) or len(match["left"].split()) > 5:
        return []
    front, link, tail = clause.text[: match.start()], match["link"], clause.text[match.end() :]
    more = match["more"].removeprefix(", ").split(", ") if match["more"] else []
    values = [match["left"], *(one.removeprefix(f"{link} ") for one in more), match["right"]]
    shared = "" if tail.startswith(",") else tail
    if said := _when(values):
        values[-1] = values[-1].removesuffix(said)
        shared = f"{said}{shared}"
    parts = [Clause(f"{front}{link} {value}{shared}", EACH if at else clause.joint) for at, value in enumerate(values)]
    return [*parts[:-1], replace(parts[-1], text=parts[-1].text + tail.removeprefix(shared))]


def _when(values: list[str]) -> str:
    """The date or time behind the last of several things, which is meant for all of them where none has its own."""
    dated = [[one for one in find_mentions(value) if one.kind in ("date", "month", "time")] for value in values]
    if any(dated[:-1]) or len(dated[-1]) != 1:
        return ""
    before = values[-1][: dated[-1][0].start]
    match = re.search(r"\s+(?:on|at|in)\s+(?:the\s+)?$", before)
    return values[-1][match.start() :] if match and words.content(before[: match.start()]) else ""


def _repeated_heads(clause: Clause) -> list[Clause]:
    """ "Flour for 60 rolls, flour for 200 buns": things of a list that begin with the same noun."""
    inside = [(one.start, one.end) for one in clause.mentions]
    first = re.match(r"[^\W\d_]{3,}", clause.text)
    if first is None or first[0].lower() in words.STOP:
        return [clause]
    cuts = [
        match
        for match in re.finditer(rf",?\s+(?:and\s+)?(?={re.escape(first[0])}\b)", clause.text, re.IGNORECASE)
        if re.search(r",|\band\b", match[0]) and not any(start < match.start() < end for start, end in inside)
    ]
    if not cuts:
        return [clause]
    ends = [*(cut.start() for cut in cuts), len(clause.text)]
    starts = [0, *(cut.end() for cut in cuts)]
    pieces = [clause.text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    if not all(find_mentions(piece) for piece in pieces):
        return [clause]
    return [Clause(piece, clause.joint if not at else "and") for at, piece in enumerate(pieces)]
