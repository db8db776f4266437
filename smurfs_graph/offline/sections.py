"""Reads the numbered and bulleted sections of a message: tools, dependencies, memory, popped tools, outcomes."""

import re
from dataclasses import dataclass

BESIDE = re.compile(r"\s*\(context, [^()]*\)")
"""What else the request asks, as a sub-task tells it."""
POINTER = re.compile(r"\s*\((?:about|using)\b[^()]*\)", re.IGNORECASE)
"""A sub-task's reference to earlier ones."""
_ITEM = re.compile(r"^(?:(\d{1,4})\. |- )(.*)$")
_FIELD = re.compile(r"^ {1,6}(answer|failed|reason): ?(.*)$")
_OUTCOME = re.compile(r"^(?P<id>\S+) \[(?P<state>\w+)\] ?(?P<text>.*)$")
_STATED = re.compile(r"^parameters: ?(\{.*\})\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Item:
    """One entry: its first line, and what is indented below it."""

    text: str
    answer: str = ""
    failed: bool = False


@dataclass(frozen=True)
class Outcome:
    """One sub-task's outcome as the deliverer sees it."""

    id: str
    state: str
    text: str
    answer: str


def parse_items(section: str) -> tuple[Item, ...]:
    """The items of a numbered section such as `dependencies`, `memory`, `attempts` or `outcomes`."""
    items: list[Item] = []
    text, answer, failed = "", [], False
    open_item = False
    for line in section.splitlines():
        head, field = _ITEM.match(line), _FIELD.match(line)
        if field and open_item and not answer:
            failed, answer = field[1] != "answer", [field[2]]
        elif head and not line.startswith(" "):
            if open_item:
                items.append(Item(BESIDE.sub("", text), "\n".join(answer).strip(), failed))
            text, answer, failed, open_item = head[2].strip(), [], False, True
        elif open_item and answer:
            answer.append(line[3:] if line.startswith("   ") else line)
        elif open_item:
            text = f"{text} {line.strip()}".strip()
    if open_item:
        items.append(Item(BESIDE.sub("", text), "\n".join(answer).strip(), failed))
    return tuple(items)


def parse_outcomes(section: str) -> tuple[Outcome, ...]:
    """The outcomes of the deliverer's message."""
    found: list[Outcome] = []
    for item in parse_items(section):
        if match := _OUTCOME.match(item.text):
            found.append(Outcome(match["id"], match["state"], match["text"], item.answer))
        else:
            found.append(Outcome("", "solved" if item.answer else "failed", item.text, item.answer))
    return tuple(found)


def parse_pairs(section: str) -> tuple[tuple[str, str], ...]:
    """The (name, text) pairs of a bulleted section such as `tools` or `popped`."""
    pairs: list[tuple[str, str]] = []
    for line in section.splitlines():
        if line.startswith("- "):
            name, _, text = line[2:].partition(":")
            pairs.append((name.strip(), text.strip()))
        elif pairs and line.strip():
            name, text = pairs[-1]
            pairs[-1] = (name, f"{text} {line.strip()}".strip())
    return tuple(pairs)


def tool_names(section: str) -> tuple[str, ...]:
    """The names of a bulleted section without texts, such as `other_tools`."""
    return tuple(name for line in section.splitlines() if (name := line.lstrip("- ").strip()))


def task_text(section: str) -> str:
    """The words of a sub-task, without its `parameters:` line."""
    return _STATED.sub("", section).strip()


def stated_parameters(section: str) -> str:
    """The JSON of a sub-task's `parameters:` line, or ""."""
    match = _STATED.search(section)
    return match[1] if match else ""
