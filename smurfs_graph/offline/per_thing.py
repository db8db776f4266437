"""A request for each of several things as two: the list of the things, and what is asked for each of them."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, main_verb, raw_head, strip_lead
from smurfs_graph.offline.rounds import Asked, asked_each
from smurfs_graph.offline.tools import Tool
from smurfs_graph.offline.totals import asks_total, calculates, is_computing, looked_up, without_total

_FIRST = re.compile(r"^\s*(?:and |then )?for (?:each|every|all)\b", re.IGNORECASE)
_GAP = re.compile(
    r"\s+(?:(?:that|which|who)\s+(?:[a-z]+\s+){0,3}?(?:(?:of|in|on|at|from|for|by|to|under)\s+)?"
    r"|(?:[a-z]+(?:ed|en)|made|run|held|kept|built|sold|bought|sent|led|put|won)?\s*(?:of|in|on|at|from|for|within|by|under)\s+)"
    r"(?:(?:the|my|our|his|her|their|its|this|that|a|an)\s+)?(?:(?!and\b|or\b|with\b|to\b)[a-z]+\s+){0,2}"
    r"(?:(?:with|whose|called|named|under)\s+(?:the\s+)?(?:(?:user\s?name|name|id|number|code|title|email)\s+(?:is\s+)?)?)?[\"'“‘#]?"
)
"""What may stand between a noun and the name that says which ones are meant: " of order ", " made by the user named "."""
_POSSESSIVE = re.compile(
    r"\b(?P<all>all|each|every|both)(?: one)?(?: of)? (?P<owner>(?:[a-z]+ )?[A-Z0-9][\w.&-]*(?: [A-Z0-9][\w.&-]*){0,3})['’]s? "
    r"(?P<nouns>[a-z-]+)"
)
_PLAIN_OF = re.compile(
    r"\s+(?:of|in|on|at|from|for|within)\s+(?:(?:the|my|our|his|her|their|its)\s+)?[a-z]+(?:\s+(?!to\b|for\b|with\b|and\b|about\b|on\b|at\b)[a-z]+)?"
)
_SEVERAL = re.compile(
    r"(?P<of>\b(?:of|for|to|from|with) )?\b(?:the|my|our|his|her|their|its) "
    r"(?P<nouns>[a-z][a-z-]+(?: (?!(?:of|in|on|at|from|for|to|with|and|or|by)\b)[a-z][a-z-]+)?)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s\d+\b")
_WHOLE = words.listed("crew staff team cast personnel equipment furniture stock inventory")
"""Nouns that name several as one."""
_ANY = words.stems("person one member item thing entry result record option element of")
_OWNER = re.compile(
    r"\bof (?P<owner>my|our|his|her|their|its)\b|\ball (?P<whose>my|our|his|her|their|its)\b", re.IGNORECASE
)


def joined(parts: Sequence[Clause]) -> list[Clause]:
    """The clauses, with "for each member of the club" that stands in front of a request put behind it."""
    found = list(parts)
    for at, (first, second) in enumerate(pairwise(parts)):
        if _FIRST.match(first.text) and not _FIRST.match(second.text) and first in found:
            told = first.text.strip(" ,.?!")
            text = second.text.rstrip(" .?!")
            found[found.index(second)] = Clause(f"{text} {told[:1].lower()}{told[1:]}", first.joint)
            found.remove(first)
        del at
    return found


def per_thing(parts: Sequence[Clause], tools: Sequence[Tool], before: Sequence[Clause]) -> list[Clause]:
    """The clauses, those that ask for each of several things split in two, where a tool's name says that it lists them."""
    found: list[Clause] = []
    for part in parts:
        part = Clause(_POSSESSIVE.sub(r"\g<all> of the \g<nouns> of \g<owner>", part.text), part.joint)
        asked = asked_each(part.text)
        if part.points_back or (asked and not asked.nouns):
            found.append(part)
            continue
        wanted = [asked] if asked else [one for one in _several(part) if _told_which(part, one, [*before, *found])]
        halves = [_split(part, one, tools, [*before, *found]) for one in wanted]
        found += next((one for one in halves if one != [part]), [part])
    return found


def _several(part: Clause) -> Iterable[Asked]:
    """Plurals that something is asked of: "the prices of the items", and objects of acts: "invite the tenants"."""
    for match in _SEVERAL.finditer(part.text):
        nouns = tuple(match["nouns"].lower().split())
        plural = next((at for at, noun in enumerate(nouns) if noun not in _WHOLE and _plural(noun) == noun), None)
        before = words.topic(part.text[: match.start()])
        if plural is not None and before:
            yield Asked(
                nouns[: plural + 1], match.start() + len(match["of"] or ""), match.start("nouns"), bool(match["of"])
            )


def _split(part: Clause, asked: Asked, tools: Sequence[Tool], before: Sequence[Clause]) -> list[Clause]:
    after = asked.end + len(asked.nouns[0])
    if before and asked.strict and words.stem(asked.nouns[0]) in _ANY and not _of(part, after):
        text = part.text[after:]
        return [Clause(f"{part.text[: asked.start]}each of them{text}", part.joint)]
    nouns = _listed_nouns(part, asked, tools) or _asked_before(part, asked, before)
    if not nouns:
        return [part]
    end = asked.end + len(" ".join(nouns))
    behind = _of(part, end)
    rest = part.text[end : end + behind]
    tail = part.text[end + behind :]
    thing = _plural(" ".join(nouns))
    each = looked_up(strip_lead(f"{part.text[: asked.start]}each of these {thing}{tail}"))
    whole = [Clause(each, "and")]
    if (kind := asks_total(part.text)) and calculates(tools):
        whole = [Clause(without_total(each), "and"), Clause(f"Calculate the {kind} of them", "and")]
    if not rest and any(words.stem(nouns[-1]) in words.topic(one.text) for one in before):
        return whole
    owner = _OWNER.search(part.text[asked.start : end])
    whose = f"{(owner['owner'] or owner['whose']).lower()} " if owner else "the "
    return [Clause(f"Find {whose}{thing}{rest}", part.joint), *whole]


def _listed_nouns(part: Clause, asked: Asked, tools: Sequence[Tool]) -> tuple[str, ...]:
    """The nouns behind "each" up to the one that a look-up tool is named after, where another tool does what is asked."""
    verb = main_verb(part.text) or next(iter(words.words(strip_lead(part.text))), "")
    acts = not (words.is_asking(verb) or is_computing(verb)) and any(_does(tool, verb) for tool in tools)
    if not acts and not asked.strict and not words.topic(part.text[: asked.start]):
        return ()
    for place, noun in enumerate(asked.nouns):
        stem = words.stem(noun)
        end = asked.end + len(" ".join(asked.nouns[: place + 1]))
        rest = part.text[: asked.start] + part.text[end + _of(part, end) :]
        wanted = [word for word in words.topic(rest) if word != stem]
        doing = [tool for tool in tools if (acts and _does(tool, verb)) or _speaks_of(tool, wanted)]
        listing = [
            tool
            for tool in tools
            if any(_alike(stem, noun) for noun in tool.nouns)
            and not (_names_act(tool) or (acts and _does(tool, verb)))
            and (_alike(stem, tool.nouns[-1]) or tool not in doing)
        ]
        whole = asked_each(part.text) == asked and not re.search(r"\w", part.text[end + _of(part, end) :])
        if listing and (
            any(tool not in listing for tool in doing) or (asked.strict and whole and _lists_and_tells(listing))
        ):
            members = [words.stem(one) for one in asked.nouns[place + 1 : place + 2]] == ["member"]
            return asked.nouns[: place + 1 + members]
    return ()


def _lists_and_tells(listing: Sequence[Tool]) -> bool:
    """Whether of two tools that are named after a thing one lists such things and the other tells more of one."""
    verbs = {tool.verb for tool in listing}
    return bool(verbs & {"list", "search", "find"}) and "get" in verbs


def _told_which(part: Clause, asked: Asked, before: Sequence[Clause]) -> bool:
    """Whether a plural is followed by whose they are, or stands for what the request before asked for."""
    return bool(_of(part, asked.end + len(" ".join(asked.nouns))) or _asked_before(part, asked, before))


def _asked_before(part: Clause, asked: Asked, before: Sequence[Clause]) -> tuple[str, ...]:
    """The noun of an act's object, where the request before asked for such things: "find talks and book the talks"."""
    verb = main_verb(part.text)
    if not before or not words.action_groups(verb) or words.is_asking(verb):
        return ()
    wanted = {words.stem(one) for one in raw_head(before[-1].text).split()[-1:]}
    noun = asked.nouns[0]
    return asked.nouns[:1] if words.stem(noun) in wanted and not _of(part, asked.end + len(noun)) else ()


def _speaks_of(tool: Tool, wanted: Sequence[str]) -> bool:
    return any(words.best_likeness(word, tool.name_words) >= 0.75 for word in wanted)


def _does(tool: Tool, verb: str) -> bool:
    """Whether a tool is named after a verb, or after one that means the same."""
    own = next(iter(words.identifier_words(tool.name)), "")
    return words.stem(own) == words.stem(verb) or bool(words.action_groups(own) & words.action_groups(verb))


def _alike(stem: str, noun: str) -> bool:
    return words.likeness(stem, noun) >= 0.75


def _names_act(tool: Tool) -> bool:
    parts = words.identifier_words(tool.name)
    return bool(parts) and bool(words.action_groups(parts[0])) and not words.is_asking(parts[0])


def _of(part: Clause, start: int) -> int:
    """How many characters behind a noun say which ones are meant: "of the chess club", "in order A-77"."""
    at = start
    for one in part.mentions:
        if one.start >= at:
            if not _GAP.fullmatch(part.text, at, one.start):
                break
            at = one.end + (part.text[one.end : one.end + 1] in ("'", '"', "”", "’") and one.kind == "quote")
            at += len(match[0]) if (match := _NUMBERED.match(part.text, at)) else 0
    if at == start and (match := _PLAIN_OF.match(part.text, at)):
        at = match.end()
    return at - start


def _plural(noun: str) -> str:
    if (noun.endswith("s") and not noun.endswith("ss")) or noun in _WHOLE:
        return noun
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(?:s|x|ch|sh)$", noun) else f"{noun}s"
