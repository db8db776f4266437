"""Planner, manager and supervisor: a request as parts, and which part stands on which."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.reading import MODELS, back_word
from smurfs_graph.offline.records import choosing_words
from smurfs_graph.offline.sections import POINTER, Item
from smurfs_graph.offline.values import Value, find_values

WHO = f"I am offline:rules, a set of rules and no language model. For more than simple requests set a model: {MODELS}."
_HELLO = re.compile(
    r"\W*(?:hi|hello|hey|thanks|thank you|good (?:morning|day|evening)|who are you|how are you)\b[^?.!]{0,30}\W*$",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey)\b[,!. ]*|please,? |(?:can|could|would|will) you (?:please )?)+", re.IGNORECASE
)
_THANKS = re.compile(r"[,.]?\s*(?:please|thanks|thank you)[.!]*$", re.IGNORECASE)
_OPENING = "|".join(sorted(words.ASKING | words.ACTS | words.word_set(
    "query check count read calculate compute convert track what which who how when where")))  # fmt: skip
_SENTENCES = re.compile(r"(?<=[.?!;])\s+(?=[\"'“‘(]?[A-Z0-9])|\n+|;\s+")
_JOINED = re.compile(rf",?\s+(?:and then|and also|then|and)\s+(?=(?:{_OPENING})\b)|,\s+(?=(?:then)\b)", re.IGNORECASE)
_AFTERWARDS = re.compile(r"^(?:(?:and )?say )?(?:which|what|who|how many|how much)\b", re.IGNORECASE)
_ASKED_BACK = re.compile(
    r"\b(?P<word>there|(?:this|that|the same) (?P<noun>[a-z]+)|it|him|her|them)(?=\s*[?.!]*\s*$)", re.IGNORECASE
)


def plan(query: str, tools: Sequence[str], answers: Sequence[Item]) -> dict[str, Any]:
    """The planner's reply."""
    if not query.strip() or _HELLO.match(query):
        return _direct(f"Hello. {WHO}")
    if not tools:
        return _direct(f"There are no tools here, so I cannot answer this. {WHO}")
    whole = _complete(query, answers)
    limits = [text for text in sentences(whole) if conditions(text)]
    parts = sub_tasks(whole)
    if not parts:
        return _direct(f"I see no request in this text. {WHO}")
    asked = "" if answers else _question(whole)
    reason = f"The request has {len(parts)} part{'s' if len(parts) > 1 else ''}."
    plan = {"reason": reason, "needs_tool": True, "sub_tasks": parts, "order": _order(parts), "constraints": limits}
    return plan | {"form": "", "answer": "", "question": asked}


def _order(parts: Sequence[str]) -> str:
    """How the parts build on each other; of a longer chain, a part may stand on more than the one before it."""
    pointing = [bool(POINTER.search(text)) for text in parts]
    return "independent" if not any(pointing) else "chain" if pointing == [False, True] else "mixed"


def _direct(answer: str) -> dict[str, Any]:
    return {"reason": "", "needs_tool": False, "sub_tasks": [], "answer": answer}


def sentences(query: str) -> list[str]:
    """The sentences of a request, without courtesies."""
    masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), query)
    ends = [0, *(match.end() for match in _SENTENCES.finditer(masked)), len(query)]
    found = (query[start:end].strip() for start, end in pairwise(ends))
    plain = (_THANKS.sub("", _COURTESY.sub("", text)).strip().rstrip(".;") for text in found)
    return [text for text in plain if text]


def sub_tasks(query: str) -> list[str]:
    """The parts of a request; one that points back says to which part."""
    if POINTER.search(query):
        return [query]
    parts: list[str] = []
    for sentence in sentences(query):
        if conditions(sentence):
            continue
        masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), sentence)
        cuts = [(0, 0), *(match.span() for match in _JOINED.finditer(masked)), (len(sentence), len(sentence))]
        pieces = [sentence[start:end].strip(" ,") for (_, start), (end, _) in pairwise(cuts)]
        for text in filter(None, pieces):
            if parts and _AFTERWARDS.match(text) and choosing_words(text) and not find_values(text, frozenset()):
                parts[-1] = f"{parts[-1].rstrip('?')}, and {text}"
            else:
                parts += _for_each(text)
    return [
        f"{text} (using the answer to sub-task {place})" if place and back_word(text) else text
        for place, text in enumerate(text[0].upper() + text[1:] for text in parts)
    ]


def _for_each(text: str) -> list[str]:
    """One part for each of the values that stand in a row: "of items A-17 and B-2", "of Ann and of Bob"."""
    values = find_values(text, frozenset())
    row = values[-1:]
    for value in reversed(values[:-1]):
        between = text[value.end : row[0].start].strip()
        joint = re.fullmatch(rf",|(?:, ?)?and(?: (?:{value.role or 'of'}|the))*", between)
        if not joint or value.kind not in ("id", "name", "quoted") or value.kind != row[0].kind:
            break
        row = [value, *row]
    opening = text.split(" ")[0].lower()
    tail = text[row[-1].end :].strip() if row else ""
    if len(row) < 2 or row[0].role == "between" or tail not in ("", "?") or _is_act(opening, row):
        return [text]
    lead = text[: row[0].start]
    if row[0].labels:
        lead = re.sub(r"s(?=\W*$)", "", lead)
    return [f"{lead}{text[value.start : value.end]}{tail}" for value in row]


def _is_act(opening: str, row: list[Value]) -> bool:
    """Whether the things in a row may be meant together: only identifiers are surely done one by one."""
    return opening in words.ACTS and not all(value.kind == "id" for value in row)


def _question(query: str) -> str:
    """What to ask the user about a request that names nothing at all."""
    text = query.strip()
    match = _ASKED_BACK.search(text)
    if match is None or len(text) > 200 or find_values(text, frozenset()) or len(sub_tasks(text)) > 1:
        return ""
    noun = (match["noun"] or ("place" if match["word"].lower() == "there" else "")).lower()
    return f"{f'Which {noun}' if noun else 'What'} do you mean by {match['word']!r}?"


def _complete(query: str, answers: Sequence[Item]) -> str:
    """Put the user's answer in the place of the word of the request that was asked about."""
    given = [item.answer.strip().rstrip(".") for item in answers if item.answer.strip() not in ("", "(none)")]
    match = _ASKED_BACK.search(query.strip())
    if not given or match is None:
        return "\n".join([query, *given])
    noun = (match["noun"] or "").lower()
    lead = "in " if match["word"].lower() == "there" else f"{noun} " if noun and noun not in given[-1].lower() else ""
    text = query.strip()
    return f"{text[: match.start()]}{lead}{given[-1]}{text[match.end() :]}"


def with_ids(parts: Sequence[str]) -> list[tuple[str, str]]:
    """The parts of a request with the ids of sub-tasks."""
    return [(f"s{at}", " ".join(text.split())) for at, text in enumerate(parts, 1)]


def plan_graph(listed: Sequence[tuple[str, str]], query: str = "") -> dict[str, Any]:
    """The manager's reply: a part stands on the one that it points to, and on what that one stands on."""
    found = [*listed] or [("s1", "the whole request")]
    needs: dict[str, list[str]] = {}
    for name, text in found:
        named = [found[int(match[1]) - 1][0] for match in POINTER.finditer(text) if 0 < int(match[1]) <= len(needs)]
        needs[name] = list(dict.fromkeys(one for other in named for one in (*needs[other], other)))
    return {
        "reasoning": f"{sum(map(bool, needs.values()))} of {len(found)} sub-tasks stand on an earlier one.",
        "sub_tasks": [
            {"id": name, "content": text, "depends_on": needs[name], "tools": [], "constraints": []}
            for name, text in found
        ],
        "constraints": conditions(query),
    }


_SUM = (
    r"(?P<before>[$€£]|USD|EUR|GBP)?\s?(?P<number>\d[\d,]*(?:\.\d+)?)\s?"
    r"(?P<after>USD|EUR|GBP|dollars?|euros?|pounds?|[$€£])?"
)
_LIMIT = r"(?P<limit>at most|no more than|not more than|up to|under|below|less than|within)"
_WHOLE = r"(?:in total|all together|altogether|together|combined|overall|in all|for everything|for both)"
_BUDGETS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:total|combined|overall)\b[^.?!\d]{{0,40}}?\b{_LIMIT}\s+{_SUM}",
        rf"\b{_LIMIT}\s+{_SUM}\s+{_WHOLE}\b",
        rf"\bbudget\b(?:\s+(?:is|of|for\s+(?:everything|both|all)|limit))*\s*:?\s*(?P<limit>){_SUM}",
    )
)
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "dollar": "USD", "euro": "EUR", "pound": "GBP"}


def conditions(query: str) -> list[dict[str, Any]]:
    """The one condition on the whole that rules know: a budget, named with its currency."""
    for pattern in _BUDGETS:
        if (found := pattern.search(query)) and (unit := found["before"] or found["after"]):
            plain = unit.lower().removesuffix("s")
            check = {
                "kind": "sum",
                "field": "price",
                "op": "<" if (found["limit"] or "").lower() in ("under", "below", "less than") else "<=",
                "value": float(found["number"].replace(",", "")),
                "unit": _CURRENCIES.get(plain, plain.upper()),
            }
            return [{"text": " ".join(found[0].split()), "check": check}]
    return []
