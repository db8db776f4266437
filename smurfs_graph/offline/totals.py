"""What several things come to: sums and means over a list that an earlier answer gave, written for a calculator."""

import re
from collections.abc import Iterable, Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.records import Record, read_groups
from smurfs_graph.offline.select import sortable
from smurfs_graph.offline.tools import Tool

_TOTAL = re.compile(
    r"\b(?:in total|(?:the )?sum of|(?:(?:the|my|our|his|her|their|its) )?(?:total|combined|overall|average|mean)(?: of)?|"
    r"altogether|added up|all together)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_NUMBER = re.compile(r"^\W{0,2}\d[\d,.]*(?:\s*[A-Za-z€$£%]{1,12}\.?)?$")
_TIGHT = re.compile(r"\d[+*/-]\(?\d")
_COMPUTE = re.compile(r"^\W*(?:please )?(?:calculate|compute|work out|add up|sum up|count|total)\b", re.IGNORECASE)
_CALCULATES = words.stems("calculator calculate calc arithmetic")
_IDS = words.listed("id ids code number no reference ref phone year")


def asks_total(text: str) -> str:
    """ "total" or "average" where a text asks for one over several things; else ""."""
    found = _TOTAL.search(text)
    return "" if found is None else "average" if _MEAN.search(found[0]) else "total"


def without_total(text: str) -> str:
    """A text that asks for what each thing comes to by itself."""
    return re.sub(r"\s{2,}", " ", _TOTAL.sub("the", text)).replace("the the ", "the ").replace(" the?", "?").strip()


def is_computing(verb: str) -> bool:
    """Whether a verb asks for arithmetic."""
    return bool(_COMPUTE.match(verb))


def looked_up(text: str) -> str:
    """A text that asks to compute something as one that asks to find it."""
    return _COMPUTE.sub("Find", text)


def calculates(tools: Iterable[Tool]) -> bool:
    """Whether a tool is named after calculating, and nothing else."""
    return any(tool.name_words and set(tool.name_words) <= _CALCULATES for tool in tools)


def written_sum(text: str, answers: Iterable[str], document: Document | None = None) -> str:
    """The numbers of the nearest list as one sum, or as their mean; "" where there is no such list."""
    kind = asks_total(text)
    for told in answers if kind else ():
        for group in read_groups(told):
            numbers = _numbers(group.records, text)
            if len(numbers) > 1:
                whole = " + ".join(numbers)
                whole = f"({whole}) / {len(numbers)}" if kind == "average" else whole
                return whole.replace(" ", "") if document and _written_tight(document) else whole
    return ""


def _written_tight(document: Document) -> bool:
    """Whether the document writes its own examples without spaces."""
    return any(_TIGHT.search(f"{one.description} {' '.join(one.examples)}") for one in document.parameters)


def _numbers(records: Sequence[Record], text: str) -> list[str]:
    asked = tuple(words.topic(text))
    best: tuple[float, str] = (-1.0, "")
    for key in records[0] if len(records) > 1 else ():
        parts = [words.stem(part) for part in words.identifier_words(key)]
        numeric = all(_NUMBER.match(record.get(key, "")) for record in records)
        if numeric and parts and not set(words.identifier_words(key)) & _IDS:
            best = max(best, (max(words.best_likeness(part, asked) for part in parts), key))
    values = [sortable(record[best[1]]) for record in records] if best[1] else []
    return [f"{value:g}" if value % 1 else f"{int(value)}" for value in values if isinstance(value, float)]
