"""Planner: the tool check, and the request as sub-tasks that can each be understood on their own."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from smurfs_graph.offline import words
from smurfs_graph.offline.beside import beside, leans
from smurfs_graph.offline.clauses import (
    Clause,
    acts,
    clauses,
    head,
    is_statement,
    is_wish,
    main_verb,
    sentences,
    starts_clause,
    strip_lead,
)
from smurfs_graph.offline.dates import with_months
from smurfs_graph.offline.documents import Tool
from smurfs_graph.offline.ellipsis import alternatives, completed
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.merging import merged
from smurfs_graph.offline.openings import is_elliptic, is_generic, only_counts, plain
from smurfs_graph.offline.per_thing import joined, per_thing
from smurfs_graph.offline.referring import context as told_text
from smurfs_graph.offline.referring import relevant, said_before, speaks_of_the_same, written
from smurfs_graph.offline.speech import (
    aims,
    behind,
    commands,
    is_told,
    preposed,
    reported,
    tells,
    turned,
    unwrapped,
    wants_result,
)
from smurfs_graph.offline.spread import shared_tail, spread, tool_nouns

MAX_SUB_TASKS = 8
_SMALL_TALK = re.compile(
    r"^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:very|so) much| a lot)?|bye|goodbye|"
    r"how are you(?: doing)?(?: today)?|who are you|what are you|what can you do|help|ok(?:ay)?|cool|great|nice to meet you|"
    r"tell me a joke|what's up|there|everyone)\W*)+$",
    re.IGNORECASE,
)
_WHO = "I am offline:rules, the embedded rule-based stand-in model: I can only use the tools that I was given."
_DETAILS = re.compile(r"\b(?:details?|more (?:about|on)|information|info)\b", re.IGNORECASE)
_SAME_FOR = re.compile(
    r"[,;]?\s*(?:and |then )?(?:also )?(?:likewise|ditto|(?:the )?same(?= (?:again|thing|for|with|at)\b)|the same(?: (?:again|thing|question))?(?= (?:for|on|with|of|at|in|from)\b))\s*,?\s*(?:for|on|with|of|at|in)?\s+"
    r"(?P<rest>[^,.?!;]+)",
    re.IGNORECASE,
)
_ASIDES = re.compile(r"\s*\((?=[a-z])(?:[^()\d\W]+\W+){3,}[^()\d\W]+\W*\)")
_GREETING = re.compile(
    r"^\s*(?i:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|evening)(?: there)?(?: [A-Z][a-z]+){0,2}\s*(?:[,!:.]|[-–—]\s)\s*(?=\S)"
)
_FAREWELL = re.compile(
    r"(?<=[.!?])\s+(?i:thanks|thank you|cheers|best|regards|kind regards|many thanks)[^.!?,]{0,25}(?:,\s*[A-Z][a-z]+)?\s*[.!]?\s*$"
)
_FOR_ALL = re.compile(
    r"\b(?:both|each|all|either)(?: of (?:them|these|those))?(?: cases?| times?)?\W*$|\bin (?:both|all) cases\b", re.I
)
_Again = Callable[[str], list[str]]


class _Read(NamedTuple):
    """What a sentence says."""

    told: list[str]
    """What it tells, for all requests."""
    asked: list[Clause]
    """What it asks for."""
    again: _Again | None
    """Writes the last request once more for another value."""
    topic: tuple[str, ...]
    """What its requests are about, told in front of them."""
    wished: bool
    """Whether it says what somebody wants to know."""


def plan(query: str, tool_names: list[str]) -> dict[str, Any]:
    """The planner's reply: small talk is answered, everything else is split."""
    tools = [Tool(name) for name in tool_names]
    if not query.strip() or _SMALL_TALK.match(query):
        return _direct("This needs no tool.", f"Hello. {_WHO} Ask for something that they can find or do.")
    if not tools:
        return _direct("There is no tool.", f"{_WHO} There are none here, so I cannot answer this.")
    tasks = sub_tasks(query, tools)
    if not tasks:
        return _direct("Nothing is asked.", f"I see no request in this text. {_WHO}")
    reason = f"The request has {len(tasks)} part{'s' if len(tasks) > 1 else ''} for the tools."
    return {"needs_tool": True, "reason": reason, "sub_tasks": tasks, "answer": ""}


def _direct(reason: str, answer: str) -> dict[str, Any]:
    return {"needs_tool": False, "reason": reason, "sub_tasks": [], "answer": answer}


def sub_tasks(query: str, tools: list[Tool]) -> list[str]:
    """The sub-tasks of a request, in order."""
    verbs = frozenset(
        words.stem(words.identifier_words(tool.name)[0]) for tool in tools if words.identifier_words(tool.name)
    )
    context: list[str] = []
    found: list[Clause] = []
    topic: tuple[str, ...] = ()
    wished = False
    fresh: list[str] = []
    for sentence in sentences(with_months(_ASIDES.sub(" ", _FAREWELL.sub("", _GREETING.sub("", query))))):
        read = _parts(plain(sentence), tools, verbs)
        parts = _resolved(read, context, wished=wished)
        wished = wished or read.wished
        context += read.told
        topic = read.topic or topic
        if read.again:
            parts += [Clause(text, "and") for text in read.again((parts or found or [Clause("")])[-1].text)]
        new = _clauses(parts, tools, found)
        context += _told_by_wishes(found, new)
        near = tuple(text for text in (*fresh, *read.told) if text in context and _stands_alone(text))
        fresh = [*fresh, *read.told] if not new else []
        found += [
            replace(
                one,
                topic=(*read.topic, *near) or (() if one.anchors else topic),
                near=bool(near or read.topic) and not at,
            )
            for at, one in enumerate(new)
        ]
    groups = merged(found[: 4 * MAX_SUB_TASKS], tools)
    if not groups and context:
        groups = [[Clause(text)] for text in context]
        context = []
    groups = [*groups[: MAX_SUB_TASKS - 1], [one for group in groups[MAX_SUB_TASKS - 1 :] for one in group]]
    return _texts([group for group in groups if group], context, tools)


def _stands_alone(text: str) -> bool:
    """Whether what is told names something, so that the next request is about that."""
    clause = Clause(text)
    return bool(clause.anchors) and not clause.points_back


def _is_wished(wish: Clause, bare: list[Clause]) -> bool:
    """Whether what somebody would like is what a later act does."""
    _, _, rest = wish.text.partition(" to ")
    verb = main_verb(rest) if rest else ""
    if not verb:
        return not starts_clause(rest)
    said = {word for one in bare for word in words.topic(one.text)}
    return words.stem(verb) in said or any(words.action_groups(verb) & words.action_groups(word) for word in said)


def _told_by_wishes(found: list[Clause], new: list[Clause]) -> list[str]:
    """Wishes before an act that names nothing tell what it is to do: "I'd like two seats. Please place the order."."""
    bare = [one for one in new if acts(one) and not one.mentions]
    wishes = [one for one in found if bare and is_wish(one.text) and _is_wished(one, bare)]
    for one in wishes:
        found.remove(one)
    return [one.text for one in wishes]


def _clauses(parts: list[Clause], tools: list[Tool], before: list[Clause]) -> list[Clause]:
    """The clauses of a sentence, one for each thing that is asked for or asked of."""
    found: list[Clause] = []
    parts = [each for part in parts for each in alternatives(part)]
    for part in per_thing(joined(parts), tools, before):
        last = [*before, *found][-1:]
        whole = completed(part, last[0]) if last else None
        found += spread(whole or part, tools)
    return found


def _texts(groups: list[list[Clause]], told: list[str], tools: list[Tool]) -> list[str]:
    """The sub-tasks' texts: each with what it needs to be understood on its own."""
    told = [re.sub(r"\s*[()]\s*", ", ", text).strip(", ") for text in told if not only_counts(text)]
    texts: list[str] = []
    for at, group in enumerate(groups):
        known = [*dict.fromkeys(text for one in group for text in one.topic), *relevant(told, group)]
        shared = {mention.value for text in known for mention in Clause(text).anchors}
        again = bool(at and shared) or speaks_of_the_same(group, tools)
        text = written(group, at, groups, again=again)
        leaning = leans(group, groups[:at], pointing="using the answer" in text)
        more = beside(at, groups, text) if leaning else ""
        texts.append(text + told_text([*known, *said_before(group, groups[:at], text)]) + more)
    return texts


def _resolved(read: _Read, context: list[str], *, wished: bool) -> list[Clause]:
    """The requests of a sentence; those that only point to what was told or wished before give way to that."""
    found: list[Clause] = []
    told = read.told or context
    for at, part in enumerate(read.asked):
        subject, wish = turned(told[-1]) if told else ("", "")
        follows = read.asked[at + 1 : at + 2]
        if not is_generic(part.text):
            found.append(part)
        elif wish:
            told[-1:] = [subject] if find_mentions(subject) else []
            found.append(replace(part, text=wish))
        elif follows and not acts(follows[0]) and not is_generic(follows[0].text) and not (wished or read.wished):
            read.asked[at + 1] = replace(part, text=f"{part.text.rstrip(' ,.?!')} and {strip_lead(follows[0].text)}")
        elif not (wished or read.wished):
            found.append(part)
    return found


def _parts(sentence: str, tools: list[Tool], verbs: frozenset[str]) -> _Read:
    """What a sentence tells and asks for."""
    sentence, aside = unwrapped(sentence)
    sentence, again = _repeated(sentence)
    parts = shared_tail(clauses(sentence, verbs))
    told: list[str] = []
    topic: list[str] = []
    if len(parts) == 1 and (_is_told(sentence, tools) or _is_bare(sentence, tools) or _is_for_all(sentence)):
        told, parts = [sentence.strip(" .")], []
    if len(parts) == 1 and _is_chatter(sentence, tools):
        parts = []
    while len(parts) > 1:
        if _is_told(parts[0].text, tools):
            told.append(strip_lead(parts[0].text))
        elif _only_names(parts[0]) or _said_first(*parts[:2]):
            topic.append(strip_lead(parts[0].text))
        elif preposed(parts[0].text) and not starts_clause(parts[0].text):
            topic += [strip_lead(parts[0].text)] if parts[0].mentions else []
        elif only_counts(parts[0].text):
            pass
        else:
            break
        parts = parts[1:]
    asked: list[Clause] = []
    wished = False
    for part in parts:
        subject, request = reported(part.text)
        told += [subject] if subject else []
        wished = wished or request != part.text
        if not only_counts(request):
            asked.append(replace(part, text=request))
    if aside and asked and preposed(aside) and not any(one.kind == "id" for one in find_mentions(aside)):
        asked[0] = behind(asked[0], aside)
        topic = [aside, *topic] if len(asked) != 1 else topic
    elif aside and (is_told(aside) or is_statement(aside) or not asked):
        told = [aside, *told]
    elif aside:
        topic = [strip_lead(aside), *topic]
    return _Read(told, asked, again, tuple(topic), wished)


def _is_for_all(text: str) -> bool:
    """Whether a fragment says something of all requests: "3 nights, for both of them"."""
    return bool(_FOR_ALL.search(text)) and not starts_clause(strip_lead(text))


def _is_bare(text: str, tools: list[Tool]) -> bool:
    """Whether a fragment only names values, beside other requests: "18 July 2026, three nights."."""
    if reported(text)[1] != text or is_wish(text) or (is_elliptic(text) and not tells(text)):
        return False
    asks = text.rstrip().endswith(("?", ":")) or starts_clause(strip_lead(text)) or commands(text) or ":" in text
    asks = asks or _bids(text, tools)
    found = find_mentions(text)
    rest = "".join(" " if any(one.start <= at < one.end for one in found) else char for at, char in enumerate(text))
    return (
        not asks
        and bool(found)
        and len(words.content(rest)) < 3
        and not tool_nouns(text, tools)
        and not wants_result(Clause(text))
    )


def _bids(text: str, tools: list[Tool]) -> bool:
    """Whether a text begins with a tool's verb and a noun: "Book studio B"."""
    verb = words.stem(main_verb(text))
    return bool(re.match(r"[A-Z]?[a-z]+ [a-z]", text)) and any(verb in tool.name_words[:1] for tool in tools if verb)


def _is_chatter(text: str, tools: list[Tool]) -> bool:
    """Whether a few words before or after a request ask for nothing: "Stocktake time.", "Two things.", "Morning!"."""
    said = words.words(text)
    asks = text.rstrip().endswith(("?", ":")) or starts_clause(strip_lead(text)) or bool(_DETAILS.search(text))
    named = [one for one in find_mentions(text) if one.kind != "number"]
    return len(said) < 4 and not asks and not named and not tool_nouns(text, tools) and not words.topic(text)[3:]


def _is_told(text: str, tools: list[Tool]) -> bool:
    """Whether a sentence only tells something; a thing that a tool is named after, without a verb, is asked for."""
    if commands(text) or reported(text)[1] != text or (is_elliptic(text) and not tells(text)):
        return False
    if aims(text, tools):
        return True
    first = text.split(",", 1)[0]
    if not tells(first) and not is_statement(first) and len(tool_nouns(first, tools)) > 1:
        return False
    return is_statement(text) or is_told(text)


def _repeated(sentence: str) -> tuple[str, _Again | None]:
    """A sentence without "and the same for ...", and what writes the part before once more for the other value."""
    match = _SAME_FOR.search(sentence)
    lead = "for "
    other = tuple(
        replace(one, start=one.start - len(lead), end=one.end - len(lead))
        for one in (find_mentions(f"{lead}{match['rest']}") if match else ())
    )
    if match is None or len(other) != 1:
        return sentence, None
    value = other[0]

    def again(text: str) -> list[str]:
        alike = [one for one in find_mentions(text) if one.kind == value.kind and bool(one.value) and one.bound == ""]
        if not alike:
            return []
        last = alike[-1]
        only = not words.content(match["rest"][: value.start] + match["rest"][value.end :])
        told = match["rest"][value.start : value.end] + text[last.end :] if only else match["rest"]
        return [text[: last.start] + told]

    return f"{sentence[: match.start()]}{sentence[match.end() :]}", again


def _only_names(clause: Clause) -> bool:
    """Whether a clause only says what the next ones are about: "INC-917: which version ..."."""
    return bool(clause.anchors) and not head(clause.text) and not main_verb(clause.text)


def _said_first(clause: Clause, after: Clause) -> bool:
    """Whether a clause without a verb only says what a question behind it means: "Adult membership, what is it?"."""
    asks = re.match(r"(?:what|how|when|where|who)\b.*\b(?:it|that|they|this)\b", strip_lead(after.text), re.IGNORECASE)
    named = not starts_clause(strip_lead(clause.text)) and not is_wish(clause.text)
    return bool(asks) and named and not clause.text.rstrip().endswith("?")


def names_in(section: str) -> list[str]:
    """The tool names of the planner's list."""
    return [line[2:].split(":", 1)[0].strip() for line in section.splitlines() if line.startswith("- ")]
