"""Reads the sections of a message: numbered entries, outcomes, tool lists, what was tried, and a sub-task."""

import json
import re
from dataclasses import dataclass
from itertools import dropwhile

from smurfs_graph.planning.outcome import BY_PERSON

POINTER = re.compile(r"\s*\(using the answer to sub-task (\d{1,3})\)")
"""A sub-task's reference to an earlier one, as the planner writes it."""
_NONE_FITS = ": withdrawn (none of them fits)"
"""End of a line about a tool that did not fail."""
_ITEM = re.compile(r"^(?:(\d{1,4})\. |- )(.*)$")
_CALL = re.compile(r"^ {1,6}call: ")
_FIELD = re.compile(r"^ {1,6}(answer|failed|reason): ?(.*)$")
_ID = re.compile(r"^[A-Za-z]{1,3}\d{1,4}(?:_r\d+)?: ")
_OUTCOME = re.compile(r"^(?P<id>\S+) \[(?P<state>[\w ]+)\] ?(?P<text>.*)$")
RESULTS = "results"
"""The parameter in which the supervisor hands on what the dependencies found."""
_DETAILS = re.compile(r"^(?:parameters: ?\{.*\}|constraint: .*)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Item:
    """One entry: its first line, and what is indented below it."""

    text: str
    answer: str = ""
    failed: bool = False


@dataclass(frozen=True)
class ShownOutcome:
    """One sub-task's outcome as the deliverer sees it."""

    id: str
    state: str
    text: str
    answer: str


def parse_items(section: str) -> tuple[Item, ...]:
    """Return the entries of `dependencies`, `memory`, `attempts` or `outcomes`."""
    blocks: list[list[str]] = []
    for line in section.splitlines():
        if _ITEM.match(line):
            blocks.append([line])
        elif blocks:
            blocks[-1].append(line)
    return tuple(_item(block) for block in blocks)


def _item(block: list[str]) -> Item:
    """Return an item of a list, with the field that stands below it."""
    head = _ITEM.match(block[0])
    text = _ID.sub("", head[2].strip()) if head else ""
    below = list(dropwhile(_CALL.match, block[1:]))
    field = _FIELD.match(below[0]) if below else None
    if field is None:
        return Item(" ".join([text, *(line.strip() for line in below)]))
    rest = [line.removeprefix("   ") for line in below[1:]]
    return Item(text, "\n".join([field[2], *rest]).strip(), failed=field[1] != "answer")


def parse_outcomes(section: str) -> tuple[ShownOutcome, ...]:
    """Return the outcomes of the deliverer's message."""
    found: list[ShownOutcome] = []
    for item in parse_items(section):
        match = _OUTCOME.match(item.text)
        state = "solved" if item.answer and not item.failed else "failed"
        if match is None:
            found.append(ShownOutcome("", state, item.text, item.answer))
            continue
        solved = match["state"] == "solved"
        told = item.answer.removesuffix(f"\nreason: {BY_PERSON}") if solved else item.answer.split("\nreason: ")[0]
        found.append(ShownOutcome(match["id"], match["state"], match["text"], told))
    return tuple(found)


def parse_pairs(section: str) -> tuple[tuple[str, str], ...]:
    """Return the names and texts of a bulleted section such as `tools`; of one with names alone, no texts."""
    lines = [line[2:].partition(":") for line in section.splitlines() if line.startswith("- ")]
    return tuple((name.strip(), text.strip()) for name, _, text in lines)


def parse_tried(section: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tools that failed, and the words of why; of a tool that was left out as none fits, nothing."""
    lines = [line for line in section.splitlines() if line.startswith("- ") and not line.endswith(_NONE_FITS)]
    why = " ".join(re.sub(r".*: (?:failed|withdrawn) ", "", line) for line in lines)
    return frozenset(re.split(r"[\s:]", line[2:])[0] for line in lines), frozenset(re.findall(r"\w+", why))


def handed_results(section: str) -> str:
    """Return the dependencies' answers that the supervisor put into a sub-task; empty where it put none."""
    for line in _DETAILS.findall(section):
        try:
            return str(json.loads(line.removeprefix("parameters:"))[RESULTS]).strip()
        except (ValueError, KeyError, TypeError):
            continue
    return ""


def task_text(section: str) -> str:
    """Return the words of a sub-task, without its parameters, its constraints and its reference to an earlier one."""
    return POINTER.sub("", _DETAILS.sub("", section)).strip()
