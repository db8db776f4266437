"""One request for several things, or of several things, as one for each."""

import re
from collections.abc import Sequence
from itertools import pairwise

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, main_verb, starts_clause, strip_lead
from smurfs_graph.offline.dates import WEEKDAYS
from smurfs_graph.offline.mentions import Mention, find_mentions
from smurfs_graph.offline.speech import tells
from smurfs_graph.offline.tools import Tool

LONGEST_CLAUSE = 600
"""Characters of a clause that is looked through for several things; nobody says more in one breath."""
_NOUN_AND = re.compile(
    r"(?:,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+as well as\s+|\s+plus\s+)(?=(?:the|a|an|its|his|her|their|any|all)\s|(?-i:[a-z]))",
    re.IGNORECASE,
)
_LACKS_VERB = re.compile(
    r"(?:and )?(?:what|how much|when|where) (?:do|does|did|will|would) (?:the |my |our )?\w+$", re.I
)
_GOES_ON = re.compile(
    r"(?:it|he|she|they|we|i|you|wants?|needs?|has|have|had|is|are|was|were|will|would|can|costs?|lives?|runs?|of|for|in|at|on|to|from|with|by|until|since|under|about)\b",
    re.IGNORECASE,
)
"""How a second thing does not begin: with a subject, a verb or a preposition."""
_WEIGHED = re.compile(r"\b(?:between|compare|both|distance|from|than|versus|route|either)\b", re.IGNORECASE)
"""Words that take two values together."""
_TAIL = re.compile(r"\s(?:of|for|in|at|from|on)\s.*$", re.DOTALL)


def shared_tail(parts: Sequence[Clause]) -> list[Clause]:
    """ "Flight options and hotel rooms from Ulm to Bonn": what stands behind two things without verbs is said of both."""
    shared = list(parts)
    for at, (first, second) in enumerate(pairwise(parts)):
        if starts_clause(strip_lead(second.text)) or first.mentions or not second.anchors:
            continue
        if (tail := _TAIL.search(second.text)) and not _TAIL.search(first.text):
            shared[at] = Clause(first.text + tail[0].rstrip(" ?.!"), first.joint)
    return shared


def spread(clause: Clause, tools: list[Tool]) -> list[Clause]:
    """A clause that asks for several things or of several things, as one clause for each."""
    pieces = [one for part in _by_nouns(clause, tools) for one in _by_values(part)]
    return pieces or [clause]


def _by_nouns(clause: Clause, tools: list[Tool]) -> list[Clause]:
    """ "The weather in Oslo and the exchange rate of ..." where the tools' names tell two things apart."""
    if len(clause.text) > LONGEST_CLAUSE:
        return [clause]
    taken = [(found.start, found.end) for found in clause.mentions]
    for match in _NOUN_AND.finditer(clause.text):
        left, right = clause.text[: match.start()].strip(), clause.text[match.end() :].strip()
        if (
            _LACKS_VERB.match(left)
            or any(start <= match.start() < end or start == match.end() for start, end in taken)
            or _GOES_ON.match(right)
            or tells(right)
            or re.search(r"\bbetween\b(?:(?!\band\b)[^,])*$", left)
        ):
            continue
        own = _names_something(left) and _names_something(right)
        first, second = tool_nouns(left, tools), tool_nouns(right if own else _until_preposition(right), tools)
        lead = _lead(clause.text)
        alike = own and lead == "Find" and re.match(r"(?:the|a|an) \S+(?: \S+)? (?:of|for|in|at) ", right)
        if not alike and not (second - first and first - second):
            continue
        if (
            not Clause(left).anchors
            and Clause(right).anchors
            and (tail := _TAIL.search(right))
            and not re.search(r"\s(?:of|for|in|at|from|on|with|by|to|under|about)\s", left)
        ):
            left += tail[0].rstrip(" ?.!")
        elif (
            Clause(left).anchors
            and not Clause(right).anchors
            and not Clause(right).mentions
            and (tail := _TAIL.search(left))
            and not _TAIL.search(right)
        ):
            right = right.rstrip(" ?.!") + tail[0]
        rest = Clause(right if starts_clause(right) else f"{lead} {right}", "and")
        return [*_by_nouns(Clause(left, clause.joint), tools), *_by_nouns(rest, tools)]
    return [clause]


def _names_something(text: str) -> bool:
    if any(word.removesuffix("s") in WEEKDAYS for word in words.words(text)):
        return True
    return any(mention.kind != "number" or (mention.labels and not mention.bound) for mention in find_mentions(text))


def _until_preposition(text: str) -> str:
    return re.split(r"\s(?:of|for|in|at|from|on|to|with|by)\s", text, maxsplit=1)[0]


def _lead(text: str) -> str:
    verb = main_verb(text)
    if verb and words.action_groups(verb) and not words.is_asking(verb):
        return verb.capitalize()
    return "Find"


def _by_values(clause: Clause) -> list[Clause]:
    """ "The weather in Oslo and Bergen" once for each place; commands that act are left as they are."""
    verb = main_verb(clause.text)
    if verb and words.action_groups(verb) and not words.is_asking(verb):
        return [clause]
    run = _value_run(clause)
    again = len(run) > 1 and run[1].direct_preposition == run[0].direct_preposition != ""
    if not again and _WEIGHED.search(clause.text if run and run[0].kind in ("number", "date") else _undated(clause)):
        return [clause]
    if len(run) < 2:
        return [clause]
    start, end = run[0].start, run[-1].end
    return [
        Clause(clause.text[:start] + clause.text[one.start : one.end] + clause.text[end:], clause.joint)
        for one in run[:5]
    ]


def _undated(clause: Clause) -> str:
    """A clause's text without "from" in front of dates and times, which says nothing of its other values."""
    dated = [
        one for one in clause.mentions if one.kind in ("date", "month", "time") and one.direct_preposition == "from"
    ]
    text = clause.text
    for one in dated:
        at = text.lower().rfind("from", 0, one.start)
        text = f"{text[:at]}    {text[at + 4 :]}"
    return text


def _value_run(clause: Clause) -> list[Mention]:
    """Mentions of one kind joined by commas and "and", after a preposition or a plural noun."""
    run: list[Mention] = []
    for mention in (found for found in clause.mentions if _is_value(found)):
        between = clause.text[run[-1].end : mention.start] if run else ""
        if run and mention.kind == run[-1].kind and _joins(between, run[0]):
            run.append(mention)
        elif len(run) < 2:
            run = [mention]
    if len(run) < 2 or run[-1].possessive:
        return []
    first = run[0]
    plural = bool(first.before) and first.before[-1].endswith("s") and len(first.before[-1]) > 3
    if first.kind == "number":
        same = len(run) > 1 and run[1].before[-1:] == first.before[-1:] and bool(first.labels)
        return run if plural or same else []
    again = len(run) > 1 and run[1].direct_preposition == first.direct_preposition != ""
    if first.kind == "id" or again:
        return run
    return run if plural or first.direct_preposition in ("in", "of", "for", "at", "on", "about") else []


def _joins(between: str, first: Mention) -> bool:
    """Whether the text between two values only joins them, the first one's preposition and noun repeated or not."""
    if re.fullmatch(r"\s*(?:,|,? and|&|,? or)(?: the)?\s*", between):
        return True
    again = [word for word in words.words(between) if word not in ("and", "or", "the")]
    return bool(again) and len(again) < 4 and tuple(again) == first.before[-len(again) :]


def _is_value(mention: Mention) -> bool:
    if mention.kind == "number":
        plain = bool(re.fullmatch(r"\d+(?:\.\d+)?", mention.value)) and (mention.value.isdigit() or not mention.after)
        return plain and not mention.currency and not mention.bound and bool(mention.before)
    if mention.kind == "date":
        return bool(mention.value) and mention.direct_preposition == "on"
    return mention.kind in ("name", "id", "code") and not mention.currency


def tool_nouns(text: str, tools: list[Tool]) -> frozenset[str]:
    """The tools' name nouns that a text speaks of."""
    mine = tuple(dict.fromkeys(words.topic(text)))
    nouns = sorted({noun for tool in tools for noun in tool.nouns})
    return frozenset(noun for noun in nouns if any(words.likeness(noun, word) >= 0.75 for word in mine))
