"""Planner: the tool check, and the request as sub-tasks that can each be understood on their own."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
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
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import Mention, find_mentions
from smurfs_graph.offline.per_thing import joined, per_thing
from smurfs_graph.offline.select import has_choice

MAX_SUB_TASKS = 8
LONGEST_CLAUSE = 600
"""Characters of a clause that is looked through for several things; nobody says more in one breath."""
_SMALL_TALK = re.compile(
    r"^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:very|so) much| a lot)?|bye|goodbye|"
    r"how are you(?: doing)?(?: today)?|who are you|what are you|what can you do|help|ok(?:ay)?|cool|great|nice to meet you|"
    r"tell me a joke|what's up|there|everyone)\W*)+$",
    re.IGNORECASE,
)
_WHO = "I am offline:rules, the embedded rule-based stand-in model: I can only use the tools that I was given."
_NOUN_AND = re.compile(
    r"(?:,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+as well as\s+|\s+plus\s+)(?=(?:the|a|an|its|his|her|their|any|all)\s|(?-i:[a-z]))",
    re.IGNORECASE,
)
_DETAILS = re.compile(r"\b(?:details?|more (?:about|on)|information|info)\b", re.IGNORECASE)
_ASK = re.compile(r"^(?:and )?(?:what(?:'s| is| are)|tell me|give me|show me)\s+", re.IGNORECASE)
_ASIDE = re.compile(r"(?:and )?(?:the )?(?:total|details?)\b", re.IGNORECASE)
_SAME_FOR = re.compile(
    r"[,;]?\s*(?:and |then )?(?:also )?(?:likewise|ditto|the same(?: again| thing)?|the same (?:question|for))\s*,?\s*(?:for|on|with|of|at|in)?\s+"
    r"(?P<rest>[^,.?!;]+)",
    re.IGNORECASE,
)
_ASIDES = re.compile(r"\s*\((?=[a-z])(?:[^()\d\W]+\W+){3,}[^()\d\W]+\W*\)")
_ONE = re.compile(r"\b(?:ones?|it|them|that|this)\b", re.IGNORECASE)
_THE = re.compile(r"\bthe (\w+)\b")
_TAIL = re.compile(r"\s(?:of|for|in|at|from|on)\s.*$", re.DOTALL)


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
    for sentence in sentences(_ASIDES.sub(" ", query)):
        sentence, again = _repeated(sentence)
        parts = _shared_tail(clauses(sentence, verbs))
        if again and parts:
            parts += [Clause(text, "and") for text in again(parts[-1].text)]
        if len(parts) == 1 and is_statement(sentence):
            context.append(sentence.strip(" ."))
            continue
        while len(parts) > 1 and (is_statement(parts[0].text) or _only_names(parts[0]) or _said_first(*parts[:2])):
            context.append(strip_lead(parts[0].text))
            parts = parts[1:]
        found += [one for part in per_thing(joined(parts), tools, found) for one in _spread(part, tools)]
    groups = _merge(found[: 4 * MAX_SUB_TASKS], tools)
    if not groups and context:
        groups = [[Clause(text)] for text in context]
        context = []
    groups = [*groups[: MAX_SUB_TASKS - 1], [one for group in groups[MAX_SUB_TASKS - 1 :] for one in group]]
    told = f" ({'; '.join(f'context: {text}' for text in context)})" if context else ""
    shared = {mention.value for text in context for mention in Clause(text).anchors}
    return [
        _write(group, at, groups, again=bool(at and shared) or _speaks_of_the_same(group, tools)) + told
        for at, group in enumerate(groups)
        if group
    ]


def _repeated(sentence: str) -> tuple[str, Callable[[str], list[str]] | None]:
    """A sentence without "and the same for ...", and what writes the part before once more for the other value."""
    match = _SAME_FOR.search(sentence)
    other = find_mentions(match["rest"]) if match else ()
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


def _shared_tail(parts: Sequence[Clause]) -> list[Clause]:
    """ "Flight options and hotel rooms from Ulm to Bonn": what stands behind two things without verbs is said of both."""
    shared = list(parts)
    for at, (first, second) in enumerate(pairwise(parts)):
        if starts_clause(second.text) or first.mentions or not second.anchors:
            continue
        if (tail := _TAIL.search(second.text)) and not _TAIL.search(first.text):
            shared[at] = Clause(first.text + tail[0].rstrip(" ?.!"), first.joint)
    return shared


def _said_first(clause: Clause, after: Clause) -> bool:
    """Whether a clause without a verb only says what a question behind it means: "Adult membership, what is it?"."""
    asks = re.match(r"(?:what|how|when|where|who)\b.*\b(?:it|that|they|this)\b", strip_lead(after.text), re.IGNORECASE)
    return bool(asks) and not starts_clause(strip_lead(clause.text)) and not clause.text.rstrip().endswith("?")


def _spread(clause: Clause, tools: list[Tool]) -> list[Clause]:
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
        if any(start <= match.start() < end for start, end in taken) or re.search(
            r"\bbetween\b(?:(?!\band\b)[^,])*$", left
        ):
            continue
        own = _names_something(left) and _names_something(right)
        first, second = _tool_nouns(left, tools), _tool_nouns(right if own else _until_preposition(right), tools)
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
    if not again and re.search(
        r"\b(?:between|compare|both|distance|from|than|versus|route|either)\b", clause.text, re.IGNORECASE
    ):
        return [clause]
    if len(run) < 2:
        return [clause]
    start, end = run[0].start, run[-1].end
    return [
        Clause(clause.text[:start] + clause.text[one.start : one.end] + clause.text[end:], clause.joint)
        for one in run[:5]
    ]


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
    if re.fullmatch(r"\s*(?:,|,? and|&|,? or)\s*", between):
        return True
    again = [word for word in words.words(between) if word not in ("and", "or", "the")]
    return bool(again) and len(again) < 4 and tuple(again) == first.before[-len(again) :]


def _is_value(mention: Mention) -> bool:
    if mention.kind == "number":
        return mention.value.isdigit() and not mention.currency and not mention.bound and bool(mention.before)
    if mention.kind == "date":
        return bool(mention.value) and mention.direct_preposition == "on"
    return mention.kind in ("name", "id", "code") and not mention.currency


def _tool_nouns(text: str, tools: list[Tool]) -> frozenset[str]:
    """The tools' name nouns that a text speaks of."""
    mine = tuple(dict.fromkeys(words.topic(text)))
    nouns = sorted({noun for tool in tools for noun in tool.nouns})
    return frozenset(noun for noun in nouns if any(words.likeness(noun, word) >= 0.75 for word in mine))


def _merge(found: list[Clause], tools: list[Tool]) -> list[list[Clause]]:
    """Clauses that only ask more about the same thing join the clause before, unless a tool of their own is in sight."""
    groups: list[list[Clause]] = []
    for clause in found:
        if groups and _belongs(clause, groups[-1], tools):
            groups[-1].append(clause)
        else:
            groups.append([clause])
    return groups


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
    before = frozenset[str]().union(*(_tool_nouns(one.text, tools) for one in group))
    return not _tool_nouns(clause.text, tools) - before and len(group) < 3


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
