"""Which clauses make one sub-task: a clause that only asks more of the same joins the one before, a mere result goes."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, acts, head, main_verb, starts_clause, strip_lead
from smurfs_graph.offline.ellipsis import EACH
from smurfs_graph.offline.referring import rest
from smurfs_graph.offline.select import has_choice
from smurfs_graph.offline.speech import wants_result
from smurfs_graph.offline.spread import tool_nouns
from smurfs_graph.offline.tools import Tool

_DETAILS = re.compile(r"\b(?:details?|more (?:about|on)|information|info)\b", re.IGNORECASE)
_ASK = re.compile(r"^(?:and )?(?:what(?:'s| is| are)|tell me|give me|show me)\s+", re.IGNORECASE)
_ASIDE = re.compile(r"(?:and )?(?:the )?(?:total|details?)\b", re.IGNORECASE)
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
_RESULTS = words.stems("number code id name reference ref status time date detail total")


def merged(found: list[Clause], tools: list[Tool]) -> list[list[Clause]]:
    """Clauses that only ask more about the same thing join the clause before, unless a tool of their own is in sight."""
    groups: list[list[Clause]] = []
    for clause in found:
        if groups and clause.joint == EACH:
            groups.append([clause])
        elif groups and _only_result(clause, groups[-1], tools):
            if not (acts(groups[-1][-1]) or _of_an_act(clause, groups)):
                groups[-1].append(clause)
        elif groups and _belongs(clause, groups[-1], tools):
            groups[-1].append(clause)
        else:
            groups.append([clause])
    return groups


def _only_result(clause: Clause, group: list[Clause], tools: list[Tool]) -> bool:
    """Whether a clause only says which of the group's results are wanted, and no other tool is named after that."""
    if not wants_result(clause) or has_choice(clause.text):
        return False
    body = strip_lead(clause.text)
    asks = starts_clause(body) and not _GIVE.match(body)
    if asks and not (acts(group[-1]) and _ASKS_RESULT.match(body)):
        return False
    before = frozenset[str]().union(*(tool_nouns(one.text, tools) for one in group))
    plain = " ".join(word for word in words.words(body) if words.stem(word) not in _RESULTS)
    return not tool_nouns(plain, tools) - before


def _of_an_act(clause: Clause, groups: list[list[Clause]]) -> bool:
    """Whether the result that a clause wants is of an act before the last request: "I need the order number"."""
    said = {word for group in groups if acts(group[-1]) for one in group for word in words.topic(one.text)}
    said |= {words.stem(main_verb(group[-1].text)) for group in groups if acts(group[-1])}
    wanted = [word for word in head(clause.text) if word not in _RESULTS]
    return bool(said & set(wanted)) and all(word in said for word in wanted) and not rest(clause.text)


def _belongs(clause: Clause, group: list[Clause], tools: list[Tool]) -> bool:
    if acts(clause):
        return False
    if clause.mentions and not clause.points_back:
        return False
    if acts(group[-1]):
        return False
    if _DETAILS.search(clause.text) and has_choice(clause.text):
        return False
    if head(clause.text) and not _ASIDE.match(_ASK.sub("", clause.text.strip())):
        return False
    if _same_things(clause, group, tools):
        return False
    if not clause.points_back and len(head(clause.text)) + len(rest(clause.text)) > 1 and not clause.mentions:
        return False
    before = frozenset[str]().union(*(tool_nouns(one.text, tools) for one in group))
    return not tool_nouns(clause.text, tools) - before and len(group) < 3


def _same_things(clause: Clause, group: list[Clause], tools: list[Tool]) -> bool:
    """Whether a clause names the thing itself once more, so that it stands on its own."""
    if clause.points_back or clause.mentions:
        return False
    nouns = tuple(noun for tool in tools for noun in tool.name_words)
    before = {word for one in group for word in words.topic(one.text)}
    return any(word in before and words.best_likeness(word, nouns) < 0.7 for word in words.topic(clause.text)[-3:])
