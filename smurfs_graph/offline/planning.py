"""Planner, manager and supervisor: a request as parts, and which part stands on which."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolDocument, parse_list
from smurfs_graph.offline.records import choosing_spans
from smurfs_graph.offline.request_reading import MODELS, Request, back_word, surely_missed
from smurfs_graph.offline.sections import POINTER, Item, task_text
from smurfs_graph.offline.values import find_values

WHO = f"I am offline:rules, a set of rules and no language model. For more than simple requests set a model: {MODELS}."
_HELLO = re.compile(
    r"\W*(?:hi|hello|hey|thanks|thank you|good (?:morning|day|evening)|who are you|how are you)\b[^?.!]{0,30}\W*$",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey)\b[,!. ]*|please,? |(?:can|could|would|will) you (?:please )?)+", re.IGNORECASE
)
_THANKS = re.compile(r"[,.]?\s*(?:please|thanks|thank you)[.!]*$", re.IGNORECASE)
_OPENINGS = (
    words.ASKING
    | words.ACTS
    | words.word_set("query check count read calculate compute convert track what which who how when where is are")
)
_OPENING = "|".join(sorted(_OPENINGS - {"is", "are"}))
_SENTENCES = re.compile(r"(?<=[.?!;])\s+(?=[\"'“‘(]?[A-Z0-9])|\n+|;\s+")
_JOINED = re.compile(rf",?\s+(?:and then|and also|then|and)\s+(?=(?:{_OPENING})\b)|,\s+(?=(?:then)\b)", re.IGNORECASE)
_FURTHER = re.compile(rf"^(?:(?:and )?(?:then|also)|and),?\s+(?=(?:{_OPENING})\b)", re.IGNORECASE)
_AFTERWARDS = re.compile(r"^(?:(?:and )?say )?(?:which|what|who|how many|how much)\b", re.IGNORECASE)
_ASKED_BACK = re.compile(
    r"\b(?P<word>there|(?:this|that|the same) (?P<noun>[a-z]+)|it|him|her|them)(?=\s*[?.!]*\s*$)", re.IGNORECASE
)


MAX_QUERY = 6_000
"""Characters of a request that are read; the mark at the end of a longer one is understood by no document."""


def plan(query: str, tools: Sequence[tuple[str, str]], answers: Sequence[Item]) -> dict[str, Any]:
    """Return the planner's reply. What is not understood throughout stays one sub-task, which its executor declines."""
    if not query.strip() or _HELLO.match(query):
        return _direct(f"Hello. {WHO}")
    if not tools:
        return _direct(f"There are no tools here, so I cannot answer this. {WHO}")
    whole = _complete(query, answers)
    if not sentences(whole):
        return _direct(f"I see no request in this text. {WHO}")
    parts, limits = split(whole)
    if not_understood(whole, parse_list(tools)):
        parts, limits = [" ".join(whole.split())], []
    asked = "" if answers else _question(whole)
    reason = f"The request has {len(parts)} part{'s' if len(parts) > 1 else ''}."
    plan = {"reason": reason, "needs_tool": True, "sub_tasks": parts, "order": _order(parts), "constraints": limits}
    return plan | {"form": "", "answer": "", "question": asked}


def _order(parts: Sequence[str]) -> str:
    """Return how the parts build on each other: in a longer chain, a part may need more than the one before it."""
    pointing = [bool(POINTER.search(text)) for text in parts]
    return "independent" if not any(pointing) else "chain" if pointing == [False, True] else "mixed"


def _direct(answer: str) -> dict[str, Any]:
    return {"reason": "", "needs_tool": False, "sub_tasks": [], "answer": answer}


def sentences(query: str) -> list[str]:
    """Return the sentences of a request, without courtesies."""
    masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), query)
    ends = [0, *(match.end() for match in _SENTENCES.finditer(masked)), len(query)]
    found = (query[start:end].strip() for start, end in pairwise(ends))
    plain = (_THANKS.sub("", _FURTHER.sub("", _COURTESY.sub("", text))).strip().rstrip(".;") for text in found)
    return [text for text in plain if text]


def sub_tasks(query: str, documents: Sequence[ToolDocument] = ()) -> list[str]:
    """Return the parts of a request without a plan that checks conditions; all in one where one is not understood."""
    parts, limits = split(query)
    return [query] if limits or not_understood(query, documents) else parts


def split(query: str) -> tuple[list[str], list[str]]:
    """Return the parts of a request, one that points back with the part that it means; and its conditions."""
    if POINTER.search(query):
        return [query], []
    if len(query) > MAX_QUERY:
        return [f"{query[:MAX_QUERY]} … (more than {MAX_QUERY:,} characters)"], []
    limits = [text for text in sentences(query) if condition(text)]
    parts: list[str] = []
    for sentence in sentences(query):
        if sentence not in limits:
            parts = _with_parts_of(sentence, parts)
    pointed = [
        f"{text} (using the answer to sub-task {place})" if place and back_word(text) else text
        for place, text in enumerate(text[0].upper() + text[1:] for text in parts)
    ]
    return pointed, limits


def _with_parts_of(sentence: str, before: Sequence[str]) -> list[str]:
    """Return the parts of a request, with those of one more sentence.

    A text that chooses among what one part finds joins that part: the part in front of it in the sentence, or the only
    one of the sentences before.
    """
    parts = [*before]
    latest = 1  # parts that the text in front stands for
    for number, text in enumerate(_joined(sentence)):
        follows_one = latest == 1 and (len(parts) == 1 or (number > 0 and bool(parts)))
        if follows_one and _chooses(text):
            parts[-1] = f"{parts[-1].rstrip('?')}, and {text}"
            continue
        each = _for_each(text)
        latest = len(each)
        parts += each
    return parts


def _chooses(text: str) -> bool:
    """Return whether a part picks or adds up what the part before it finds."""
    return bool(_AFTERWARDS.match(text) and choosing_spans(text)) and not find_values(text, frozenset())


def _joined(sentence: str) -> list[str]:
    """Return the parts of a sentence that are joined by "and" or "then" before a verb."""
    masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), sentence)
    cuts = [(0, 0), *(match.span() for match in _JOINED.finditer(masked)), (len(sentence), len(sentence))]
    pieces = (sentence[start:end].strip(" ,") for (_, start), (end, _) in pairwise(cuts))
    return [text for text in pieces if text]


def not_understood(query: str, documents: Sequence[ToolDocument]) -> list[str]:
    """Return the words of a request that no tool accounts for, as far as names and descriptions tell.

    A part that does not begin as a request does says something of the others, which rules cannot follow; so does a
    budget where something is to be changed, and a superlative where a solver chooses.
    """
    parts, limits = split(query)
    if len(parts) == 1 and not limits:
        return []  # its executor knows better
    acting = any(_begins(text, words.ACTS) for text in parts)
    left = limits if not parts or acting else []
    for text in parts:
        if len(parts) > 1 and not _begins(text, _OPENINGS):
            left += _beside_budget(task_text(text))
        else:
            request = Request(task_text(text), points_back=bool(POINTER.search(text)))
            left += surely_missed(request, documents, strict=acting or bool(limits), chosen=bool(limits))
    return left


def _begins(text: str, verbs: frozenset[str]) -> bool:
    return text.split(" ")[0].lower().strip(",'’") in verbs


def _beside_budget(text: str) -> list[str]:
    """Return what stands beside a budget in a part of a request; all of it where it holds none, or nothing else."""
    found = _BUDGET.search(text)
    rest = (text[: found.start()], text[found.end() :]) if found else (text,)
    return [part for part in (one.strip(" ,.") for one in rest) if part] or [text]


def _for_each(text: str) -> list[str]:
    """Return a part for each of the values that stand in a row: "of items A-17 and B-2", "of Ann and of Bob"."""
    values = find_values(text, frozenset())
    row = values[-1:]
    for value in reversed(values[:-1]):
        if not row[0].joint or value.kind not in ("id", "name", "quoted") or value.kind != row[0].kind:
            break
        row = [value, *row]
    acts = _begins(text, words.ACTS) and not all(value.kind == "id" for value in row)  # together, maybe
    tail = text[row[-1].end :].strip() if row else ""
    if len(row) < 2 or row[0].role == "with" or tail not in ("", "?") or acts:
        return [text]
    lead = text[: row[0].start]
    if row[0].labels:
        lead = re.sub(r"s(?=\W*$)", "", lead)
    return [f"{lead}{text[value.start : value.end]}{tail}" for value in row]


def _question(query: str) -> str:
    """Return the question to put to the user about a request that names nothing at all."""
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
    """Return the parts of a request with the ids of sub-tasks."""
    return [(f"s{at}", " ".join(text.split())) for at, text in enumerate(parts, 1)]


def plan_graph(listed: Sequence[tuple[str, str]], query: str = "") -> dict[str, Any]:
    """Return the manager's reply: a part stands on the one that it points to, and on what that one stands on."""
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
        "constraints": list(filter(None, map(condition, sentences(query)))),
    }


_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "dollar": "USD", "euro": "EUR", "pound": "GBP"}
_UNIT = r"(?:USD|EUR|GBP|dollars?|euros?|pounds?)\b|[$€£]"
_BUDGET = re.compile(
    r"(?:the )?total (?:price|cost) (?:is|must be|may be) (?P<limit>at most|no more than|not more than|under|below)"
    rf" (?P<before>{_UNIT})? ?(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?) ?(?P<after>{_UNIT})?",
    re.IGNORECASE,
)


def condition(sentence: str) -> dict[str, Any] | None:
    """Return the one condition on the whole that rules know, which has a sentence to itself: a budget with its unit."""
    found = _BUDGET.fullmatch(sentence)
    if found is None or not (unit := found["before"] or found["after"]):
        return None
    plain = unit.lower().removesuffix("s")
    check = {
        "kind": "sum",
        "field": "price",
        "op": "<" if found["limit"].lower() in ("under", "below") else "<=",
        "value": float(found["number"].replace(",", "")),
        "unit": _CURRENCIES.get(plain, plain.upper()),
    }
    return {"text": sentence, "check": check}
