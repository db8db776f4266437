"""Planner: the tool check, and the request as sub-tasks that can each be understood on their own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import (
    Clause,
    clauses,
    head,
    is_statement,
    main_verb,
    raw_head,
    sentences,
    starts_clause,
    strip_lead,
)
from smurfs_graph.offline.documents import Tool
from smurfs_graph.offline.ellipsis import alternatives, completed
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import Mention, find_mentions
from smurfs_graph.offline.per_thing import joined, per_thing
from smurfs_graph.offline.select import has_choice
from smurfs_graph.offline.speech import behind, commands, is_told, preposed, reported, tells, unwrapped, wants_result
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
_ASK = re.compile(r"^(?:and )?(?:what(?:'s| is| are)|tell me|give me|show me)\s+", re.IGNORECASE)
_ASIDE = re.compile(r"(?:and )?(?:the )?(?:total|details?)\b", re.IGNORECASE)
_SAME_FOR = re.compile(
    r"[,;]?\s*(?:and |then )?(?:also )?(?:likewise|ditto|(?:the )?same(?= (?:again|thing|for|with|at)\b)|the same(?: again| thing)?|the same (?:question|for))\s*,?\s*(?:for|on|with|of|at|in)?\s+"
    r"(?P<rest>[^,.?!;]+)",
    re.IGNORECASE,
)
_ASIDES = re.compile(r"\s*\((?=[a-z])(?:[^()\d\W]+\W+){3,}[^()\d\W]+\W*\)")
_ONE = re.compile(r"\b(?:ones?|it|them|that|this)\b", re.IGNORECASE)
_THE = re.compile(r"\bthe (\w+)\b")
_GREETING = re.compile(
    r"^\s*(?i:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|evening)(?: there)?(?: [A-Z][a-z]+){0,2}\s*(?:[,!:.]|[-–—]\s)\s*(?=\S)"
)
_FAREWELL = re.compile(
    r"(?<=[.!?])\s+(?i:thanks|thank you|cheers|best|regards|kind regards|many thanks)[^.!?,]{0,25}(?:,\s*[A-Z][a-z]+)?\s*[.!]?\s*$"
)
_FOR_ALL = re.compile(
    r"\b(?:both|each|all|either)(?: of (?:them|these|those))?(?: cases?| times?)?\W*$|\bin (?:both|all) cases\b", re.I
)
_GIVE = re.compile(
    r"(?:give|tell|read|send|show|get|bring) (?:me|us|him|her|them)\b(?! (?:what|how|which|who|when|where|whether)\b)|"
    r"let (?:me|us|him|her|them) (?:have|know)\b(?! (?:what|how|which|who|when|where|whether)\b)",
    re.IGNORECASE,
)
_ASKS_RESULT = re.compile(
    r"(?:what(?:'s| is| are| will| does| did)|how much) (?:(?:the|his|her|its|their|my)(?: new| total| extra)?\s+)?"
    r"(?:it\b.{0,20}|is it|that|number|reference|code|total|charge|fee|amount|receipt|confirmation|[a-z]+ (?:number|reference|code|fee))\W*$",
    re.IGNORECASE,
)
_Again = Callable[[str], list[str]]


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
    for sentence in sentences(_ASIDES.sub(" ", _FAREWELL.sub("", _GREETING.sub("", query)))):
        told, parts, again = _parts(sentence, tools, verbs)
        context += told
        if again:
            parts += [Clause(text, "and") for text in again((parts or found or [Clause("")])[-1].text)]
        parts = [each for part in parts for each in alternatives(part)]
        for part in per_thing(joined(parts), tools, found):
            whole = completed(part, found[-1]) if found else None
            found += spread(whole or part, tools)
    groups = _merge(found[: 4 * MAX_SUB_TASKS], tools)
    if not groups and context:
        groups = [[Clause(text)] for text in context]
        context = []
    groups = [*groups[: MAX_SUB_TASKS - 1], [one for group in groups[MAX_SUB_TASKS - 1 :] for one in group]]
    groups = [group for group in groups if group]
    context = [re.sub(r"\s*[()]\s*", ", ", text).strip(", ") for text in context]
    shared = {mention.value for text in context for mention in Clause(text).anchors}
    written = [
        _write(group, at, groups, again=bool(at and shared) or _speaks_of_the_same(group, tools))
        for at, group in enumerate(groups)
    ]
    return [
        text + _context([*context, *_said_before(groups[at], groups[:at], text)]) for at, text in enumerate(written)
    ]


def _context(told: list[str]) -> str:
    return f" ({'; '.join(f'context: {text}' for text in told)})" if told else ""


def _said_before(group: list[Clause], before: list[list[Clause]], written: str) -> list[str]:
    """The request before, for one that names nothing of its own: "and who's doing the lighting?"."""
    own = [one for clause in group for one in clause.mentions if one.kind != "number"]
    if not before or own:
        return []
    points = "using the answer to" in written
    lead, body = (strip_lead(one.text).split(" ")[0].lower() for one in (before[-1][0], group[0]))
    short = len(group[0].text.split()) < 5 or (lead == body and starts_clause(strip_lead(group[0].text)))
    wanted = _acts(before[-1][-1]) if points else short and not _acts(group[0])
    told = [clause.text for clause in before[-1] if clause.mentions] if wanted else []
    return [re.sub(r"\s*[()]\s*", ", ", text).strip(" ,.?!") for text in told]


def _parts(sentence: str, tools: list[Tool], verbs: frozenset[str]) -> tuple[list[str], list[Clause], _Again | None]:
    """What a sentence tells, what it asks for, and what writes the last request once more for another value."""
    sentence, aside = unwrapped(sentence)
    sentence, again = _repeated(sentence)
    parts = shared_tail(clauses(sentence, verbs))
    told: list[str] = []
    if len(parts) == 1 and _is_told(sentence, tools):
        told, parts = [sentence.strip(" .")], []
    if len(parts) == 1 and _is_chatter(sentence, tools):
        parts = []
    if len(parts) == 1 and _is_bare(sentence, tools):
        told, parts = [sentence.strip(" .")], []
    if len(parts) == 1 and _FOR_ALL.search(sentence) and not starts_clause(strip_lead(sentence)):
        told, parts = [sentence.strip(" .")], []
    while len(parts) > 1 and (_is_told(parts[0].text, tools) or _only_names(parts[0]) or _said_first(*parts[:2])):
        told.append(strip_lead(parts[0].text))
        parts = parts[1:]
    asked: list[Clause] = []
    for part in parts:
        subject, request = reported(part.text)
        told += [subject] if subject else []
        asked.append(replace(part, text=request))
    if aside and asked and preposed(aside) and not any(one.kind == "id" for one in find_mentions(aside)):
        asked[0] = behind(asked[0], aside)
    told = [aside, *told] if aside and (len(asked) != 1 or not preposed(aside)) else told
    return told, asked, again


def _is_bare(text: str, tools: list[Tool]) -> bool:
    """Whether a fragment only names values, beside other requests: "18 July 2026, three nights."."""
    asks = text.rstrip().endswith(("?", ":")) or starts_clause(strip_lead(text)) or commands(text) or ":" in text
    found = find_mentions(text)
    rest = "".join(" " if any(one.start <= at < one.end for one in found) else char for at, char in enumerate(text))
    return (
        not asks
        and bool(found)
        and len(words.content(rest)) < 3
        and not tool_nouns(text, tools)
        and not wants_result(Clause(text))
    )


def _is_chatter(text: str, tools: list[Tool]) -> bool:
    """Whether a few words before or after a request ask for nothing: "Stocktake time.", "Two things.", "Morning!"."""
    said = words.words(text)
    asks = text.rstrip().endswith(("?", ":")) or starts_clause(strip_lead(text)) or bool(_DETAILS.search(text))
    named = [one for one in find_mentions(text) if one.kind != "number"]
    return len(said) < 4 and not asks and not named and not tool_nouns(text, tools) and not words.topic(text)[3:]


def _is_told(text: str, tools: list[Tool]) -> bool:
    """Whether a sentence only tells something; a thing that a tool is named after, without a verb, is asked for."""
    if commands(text):
        return False
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
    return bool(asks) and not starts_clause(strip_lead(clause.text)) and not clause.text.rstrip().endswith("?")


def _merge(found: list[Clause], tools: list[Tool]) -> list[list[Clause]]:
    """Clauses that only ask more about the same thing join the clause before, unless a tool of their own is in sight."""
    groups: list[list[Clause]] = []
    for clause in found:
        if groups and _only_result(clause, groups[-1], tools):
            if not _acts(groups[-1][-1]):
                groups[-1].append(clause)
        elif groups and _belongs(clause, groups[-1], tools):
            groups[-1].append(clause)
        else:
            groups.append([clause])
    return groups


_RESULTS = words.stems("number code id name reference ref status time date detail total")


def _only_result(clause: Clause, group: list[Clause], tools: list[Tool]) -> bool:
    """Whether a clause only says which of the group's results are wanted, and no other tool is named after that."""
    if not wants_result(clause) or has_choice(clause.text):
        return False
    body = strip_lead(clause.text)
    asks = starts_clause(body) and not _GIVE.match(body)
    if asks and not (_acts(group[-1]) and _ASKS_RESULT.match(body)):
        return False
    before = frozenset[str]().union(*(tool_nouns(one.text, tools) for one in group))
    plain = " ".join(word for word in words.words(body) if words.stem(word) not in _RESULTS)
    return not tool_nouns(plain, tools) - before


def _belongs(clause: Clause, group: list[Clause], tools: list[Tool]) -> bool:
    if _acts(clause):
        return False
    if clause.mentions and not clause.points_back:
        return False
    if _acts(group[-1]):
        return False
    if _DETAILS.search(clause.text) and has_choice(clause.text):
        return False
    if head(clause.text) and not _ASIDE.match(_ASK.sub("", clause.text.strip())):
        return False
    if _same_things(clause, group, tools):
        return False
    if not clause.points_back and len(head(clause.text)) + len(_rest(clause.text)) > 1 and not clause.mentions:
        return False
    before = frozenset[str]().union(*(tool_nouns(one.text, tools) for one in group))
    return not tool_nouns(clause.text, tools) - before and len(group) < 3


def _rest(text: str) -> list[str]:
    """The words of a clause that say whose the thing asked for is."""
    asked = head(text)
    return [word for word in words.topic(text) if word not in asked]


def _same_things(clause: Clause, group: list[Clause], tools: list[Tool]) -> bool:
    """Whether a clause names the thing itself once more, so that it stands on its own."""
    if clause.points_back or clause.mentions:
        return False
    nouns = tuple(noun for tool in tools for noun in tool.name_words)
    before = {word for one in group for word in words.topic(one.text)}
    return any(word in before and words.best_likeness(word, nouns) < 0.7 for word in words.topic(clause.text)[-3:])


def _acts(clause: Clause) -> bool:
    verb = main_verb(clause.text)
    return bool(verb and words.action_groups(verb) and not words.is_asking(verb))


def _write(group: list[Clause], at: int, groups: list[list[Clause]], *, again: bool = False) -> str:
    """One sub-task's text: its clauses, and what they point back to; `again`: all speak of the same, told before."""
    text = " and ".join(_body(clause.text, first=not place) for place, clause in enumerate(group))
    first = group[0]
    bare = not any(one.mentions or _rest(one.text) for one in group)
    backwards = at > 0 and (
        first.points_back or (bare and len(words.topic(text)) < 2) or _same_person(first, groups[at - 1])
    )
    if not backwards and at > 0 and _acts(first) and _leans(first, groups[at - 1][-1]):
        return f"{text} (using the answer to sub-task {at})"
    if not backwards:
        alone = not any(one.anchors for one in group)
        return f"{text} (using the answer to sub-task {at})" if again and alone and at else text
    named = [_labelled(mention, one.text) for one in groups[at - 1] for mention in one.anchors]
    own = {mention.value for one in group for mention in one.anchors}
    named = [name for name in dict.fromkeys(named) if name not in own][:3]
    if any(one.points_back for one in group) and _ONE.search(text) and (thing := raw_head(groups[at - 1][0].text)):
        named.insert(0, f"the {thing}")
    about = f"about {'; '.join(named)}; " if named else ""
    return f"{text} ({about}using the answer to sub-task {at})"


def _speaks_of_the_same(group: list[Clause], tools: list[Tool]) -> bool:
    """Whether a question names nothing but "the" thing that a tool is about: "the depot in charge", "the town"."""
    spoken = {words.stem(word) for one in group for word in _THE.findall(one.text.lower())}
    return not any(_acts(one) or one.mentions for one in group) and bool(
        spoken & {noun for tool in tools for noun in tool.nouns}
    )


def _same_person(clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether a question speaks of "the user", where the part before named somebody as the owner of something."""
    if clause.anchors or _acts(clause):
        return False
    spoken = {words.stem(word) for word in _THE.findall(clause.text.lower())}
    return bool(spoken & PEOPLE) and any(one.possessive for part in before for one in part.anchors)


def _leans(clause: Clause, before: Clause) -> bool:
    """Whether an act that names no thing of its own follows upon what was just looked up."""
    named = any(mention.kind in ("id", "code", "quote") for mention in clause.mentions)
    return (
        not named
        and not _acts(before)
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


def names_in(section: str) -> list[str]:
    """The tool names of the planner's list."""
    return [line[2:].split(":", 1)[0].strip() for line in section.splitlines() if line.startswith("- ")]
