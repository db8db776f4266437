"""What a sub-task says of the ones before it: the thing and the values that its pronouns mean, and what was told."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, acts, head, main_verb, starts_clause, strip_lead
from smurfs_graph.offline.ellipsis import EACH
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.speech import is_finite
from smurfs_graph.offline.tools import Tool

_ONE = re.compile(r"\b(?:ones?|it|them|that|this)\b", re.IGNORECASE)
_THE = re.compile(r"\bthe (\w+)\b")
_OF_THE = re.compile(r"\b(?:the|that|this) (?!(?:one|ones|first|second|third|last|same)\b)([a-z][a-z-]+)\b")
_ITS = re.compile(r"\b(?:its|his|her|their) ([a-z][a-z-]+)\b")
_PERSON = re.compile(r"\b(?:he|she|him|her|his|hers)\b", re.IGNORECASE)
_PLACED = words.listed("in at near from to on via")
_CONVERTING = words.stems("convert exchange")
_THING = re.compile(
    r"\b(?:(?:which|what|how many)(?! (?:is|are|do|does|did|was|were|will|would|has|have|can|could|should|else)\b)"
    r"|the|an?|any|our|my|his|her|their|its|some|each|your)\s+(?=[a-z])",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    r"(?P<verb>[^\W\d_]+)\s+(?:(?:up|out|for|at|me|us)\s+)*(?:(?:[A-Z][\w.-]*\s+)*[A-Z][\w.-]*['’]s?\s+)?"
)
_WHO = re.compile(r"(?:(?:tell|show|give) me )?(?:who|whom|how much|how (?!many\b)[a-z]+|when|where)\b", re.IGNORECASE)
_OF_ITS_OWN = re.compile(
    r"\bthe (?:\w+ ){1,3}of (?:an? )?(?!(?:the|this|that|these|those|it|its|them|his|her|their|each|both|all|one|my|our|your)\b)[a-z]",
    re.IGNORECASE,
)
"""What is asked of a thing that is named only here: "the price of spelt bread"."""
_LONGEST_THING = 3
_MOST_NAMED = 3
_DATED = ("date", "month", "time", "datetime")


def written(group: list[Clause], at: int, groups: list[list[Clause]], *, again: bool) -> str:
    """One sub-task's text: its clauses, and what they point back to; `again`: all speak of the same, told before."""
    text = " and ".join(_body(clause.text, first=not place) for place, clause in enumerate(group))
    first = group[0]
    while at and groups[at][0].joint == EACH:
        at -= 1
    bare = not any(one.mentions or rest(one.text) for one in group)
    backwards = at > 0 and (
        first.points_back or (bare and len(words.topic(text)) < 2) or _same_person(first, groups[at - 1])
    )
    backwards = backwards and not first.near
    again = again and not first.near
    others = earlier_things(group, groups[:at], backwards=backwards)
    if others and not backwards:
        at, others, backwards = others[-1] + 1, others[:-1], True
    if not backwards and at > 0 and acts(first) and _leans(first, groups[at - 1][-1]):
        return f"{text} (using the answer to sub-task {at})"
    if not backwards:
        alone = not any(one.anchors for one in group)
        again = again or (at > 0 and not first.near and _of_the_same(first, groups[at - 1][-1]))
        return f"{text} (using the answer to sub-task {at})" if again and alone and at else text
    own = {mention.value for one in group for mention in one.anchors}
    named = [name for name in _named(groups[at - 1]) if name not in own][:_MOST_NAMED]
    if any(one.points_back for one in group) and _ONE.search(text) and (thing := thing_of(groups[at - 1][0].text)):
        named.insert(0, f"the {thing}")
    named += [" of ".join([*_named(groups[one])[:1], f"sub-task {one + 1}"]) for one in others if one != at - 1]
    about = f"about {'; '.join(named)}; " if named else ""
    return f"{text} ({about}using the answer to sub-task {at})"


def earlier_things(group: Sequence[Clause], before: Sequence[Sequence[Clause]], *, backwards: bool) -> list[int]:
    """The places of the parts before, besides the last one where `backwards`, that an act or a conversion speaks of.

    These are the last part that named somebody, where a pronoun means a person and the part right before named
    nobody; the last ones that speak of "the" thing; and the one right before where an amount is to be converted that
    the text does not tell.
    """
    last = len(before) - 1
    found: set[int] = set()
    text = " and ".join(one.text for one in group)
    if last < 0 or any(one.near for one in group):
        return []
    if _PERSON.search(text) and not _names_person(group):
        people = [at for at, one in enumerate(before) if _names_person(one)]
        found |= set(people[-1:]) if people[-1:] != [last] else set()
    acting = any(acts(one) for one in group)
    converting = words.stem(main_verb(group[0].text)) in _CONVERTING
    if not (acting or converting):
        return sorted(found) if backwards else []
    labels = {label for one in group for mention in one.mentions for label in mention.labels[:1]}
    for noun in {words.stem(word) for word in _OF_THE.findall(text.lower())} - labels:
        spoken = [at for at, one in enumerate(before) if any(noun in _things(clause) for clause in one)]
        found |= set(spoken[-1:])
    if converting and not found and not any(one.kind == "number" for one in group[0].mentions):
        found.add(last)
    return sorted(found - ({last} if backwards else set()))


def _things(clause: Clause) -> tuple[str, ...]:
    """What a clause asks for, and the kinds of what it names."""
    labels = [label for mention in clause.anchors for label in mention.labels[:1]]
    owned = [words.stem(word) for word in _ITS.findall(clause.text.lower())]
    return (*head(clause.text)[-1:], *labels, *owned)


def _names_person(group: Sequence[Clause]) -> bool:
    """Whether a part names somebody: after a word for people, or by two names where no place stands."""
    return any(
        one.kind == "name"
        and (bool(PEOPLE & set(one.labels[:1])) or (" " in one.value and one.direct_preposition not in _PLACED))
        for clause in group
        for one in clause.anchors
    )


def context(told: Sequence[str]) -> str:
    """What was told, as the end of a sub-task's text."""
    return f" ({'; '.join(f'context: {text}' for text in dict.fromkeys(told))})" if told else ""


def said_before(group: list[Clause], before: list[list[Clause]], text: str) -> list[str]:
    """The values of the request before, for one that names nothing of its own: "and who's doing the lighting?"."""
    own = [one for clause in group for one in clause.mentions if one.kind != "number"]
    if not before or own or group[0].joint == EACH or group[0].near:
        return []
    points = "using the answer to" in text
    lead, body = (strip_lead(one.text).split(" ")[0].lower() for one in (before[-1][0], group[0]))
    short = len(group[0].text.split()) < 5 or (lead == body and starts_clause(strip_lead(group[0].text)))
    goes_on = _of_the_same(group[0], before[-1][-1])
    if not goes_on and not (acts(before[-1][-1]) if points else short and not acts(group[0])):
        return []
    named = _named(before[-1])
    dated = [one for clause in before[-1] for one in clause.mentions if one.kind in _DATED]
    said = (
        named or []
        if not acts(before[-1][-1])
        else named
        or [clause.text[one.start : one.end] for clause in before[-1] for one in dated if one in clause.mentions]
    )
    return [", ".join(dict.fromkeys(said))] if said else []


def _of_the_same(clause: Clause, before: Clause) -> bool:
    """Whether a question goes on about what the one before in its sentence names: "..., and what is the fare?"."""
    looks = not (acts(clause) or acts(before) or any(one.kind != "number" or one.currency for one in clause.mentions))
    looks = looks and not _OF_ITS_OWN.search(clause.text)
    return looks and bool(clause.joint) and clause.joint != EACH and bool(before.anchors and _THE.search(clause.text))


def speaks_of_the_same(group: list[Clause], tools: list[Tool]) -> bool:
    """Whether a question names nothing but "the" thing that a tool is about: "the depot in charge", "the town"."""
    spoken = {words.stem(word) for one in group for word in _THE.findall(one.text.lower())}
    return not any(acts(one) or one.mentions or _OF_ITS_OWN.search(one.text) for one in group) and bool(
        spoken & {noun for tool in tools for noun in tool.nouns}
    )


def rest(text: str) -> list[str]:
    """The words of a clause that say whose the thing asked for is."""
    asked = head(text)
    return [word for word in words.topic(text) if word not in asked]


def thing_of(text: str) -> str:
    """The noun phrase that a request is about: "green dress" in "Have you got a green dress in S?", or ""."""
    body = strip_lead(text)
    if _WHO.match(body):
        return ""
    match = _THING.search(body)
    first = _ASKS_FOR.match(body)
    if first and words.is_asking(first["verb"].lower()) and (match is None or match.start() > first.end()):
        return _phrase(body[first.end() :]) or (_phrase(body[match.end() :]) if match else "")
    return _phrase(body[match.end() :]) if match else ""


def _phrase(text: str) -> str:
    found: list[str] = []
    for word in re.findall(r"[^\s]+", text)[:_LONGEST_THING]:
        plain = word.strip(",.?!;:").lower()
        if not re.fullmatch(r"[a-z][a-z-]*", plain) or not word[0].islower():
            break
        if plain in words.STOP or plain in PREPOSITIONS or is_finite(plain):
            break
        found.append(plain)
        if word[-1] in ",.?!;:":
            break
    return " ".join(found)


def _named(group: list[Clause]) -> list[str]:
    return list(dict.fromkeys(_labelled(mention, one.text) for one in group for mention in one.anchors))


def _same_person(clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether a question speaks of "the user", where the part before named somebody as the owner of something."""
    if clause.anchors or acts(clause):
        return False
    spoken = {words.stem(word) for word in _THE.findall(clause.text.lower())}
    return bool(spoken & PEOPLE) and any(one.possessive for part in before for one in part.anchors)


def _leans(clause: Clause, before: Clause) -> bool:
    """Whether an act that names no thing of its own follows upon what was just looked up."""
    named = any(mention.kind in ("id", "code", "quote") for mention in clause.mentions)
    return (
        not named
        and not acts(before)
        and clause.joint in ("and", "then", "and then", "and also", "after that", "and after that")
    )


def _body(text: str, *, first: bool) -> str:
    body = strip_lead(text) or text.strip()
    return body[:1].upper() + body[1:] if first else body


def _labelled(mention: Mention, text: str) -> str:
    """A mention with the noun before it: "order B-1042"."""
    raw = text[mention.start : mention.end]
    label = mention.before[-1] if mention.before and mention.labels and mention.kind == "id" else ""
    usable = (
        label
        and label not in words.STOP
        and label.isalpha()
        and not words.is_asking(label)
        and not words.action_groups(label) - words.action_groups("order")
    )
    return f"{label} {raw}" if usable else raw


def relevant(told: Sequence[str], group: Sequence[Clause]) -> list[str]:
    """What was told, without sentences that only name other things than a question which names its own."""
    if any(one.points_back or acts(one) for one in group) or not any(one.anchors for one in group):
        return list(told)
    kinds = {one.kind for clause in group for one in clause.anchors}
    values = {one.value for clause in group for one in clause.anchors}
    return [text for text in told if not _of_others(text, kinds, values)]


def _of_others(text: str, kinds: set[str], values: set[str]) -> bool:
    found = [one for one in find_mentions(text) if not (one.kind == "number" and one.value == "1")]
    return bool(found) and all(one.kind in kinds and one.value not in values for one in found)
