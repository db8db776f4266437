"""Work out who may see what (docs/reference/prompts.md) from a run's events alone, with unique texts to see it by.

Every piece of text in a run is a canary: a word that occurs nowhere else. The oracle follows the run's events, keeps
its own books of path, hints and popped tools, and says for each question which canaries the prompt must hold: those,
and no others.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from smurfs_graph import Event
from smurfs_graph.events.vocabulary import (
    AnswerJudged,
    PlanMade,
    StepRolledBack,
    SubTaskFinished,
    SubTaskStarted,
    Thought,
    ToolAnswered,
    ToolCalled,
)
from smurfs_graph.testing import Asked

_CANARY = re.compile(r"zq[a-z]+\d+qz")


def canaries(text: str) -> set[str]:
    """The canaries in a text."""
    return set(_CANARY.findall(text))


class Mint:
    """Makes canaries, by kind and number."""

    def __init__(self) -> None:
        self.count: dict[str, int] = {}

    def new(self, kind: str) -> str:
        """A word that has never been used."""
        self.count[kind] = self.count.get(kind, 0) + 1
        return f"zq{kind}{self.count[kind]}qz"


@dataclass
class Step:
    """One step on the path."""

    tool: str
    thought: str
    answer: str
    hint: str
    call: str = ""


@dataclass
class Books:
    """The oracle's books on the sub-task under way."""

    content: str = ""
    path: list[Step] = field(default_factory=list[Step])
    popped: list[dict[str, str]] = field(default_factory=lambda: [{}])
    attempts: list[str] = field(default_factory=list[str])
    """What the closing answer may see of each attempt."""
    thought: str = ""
    tool: str = ""
    arguments: str = ""
    response: str = ""

    @property
    def memory(self) -> str:
        """M."""
        return " ".join(f"{step.thought} {step.call} {step.answer}" for step in self.path)

    @property
    def hint(self) -> str:
        """The hint in force."""
        return self.path[-1].hint if self.path else ""

    @property
    def here(self) -> str:
        """Return what was tried from here, with what came of it."""
        return " ".join(self.popped[-1].values())


class Oracle:
    """Follows one run."""

    def __init__(
        self, query: str, tools: dict[str, tuple[str, str]], responses: dict[str, str], *, tells_undone: bool
    ) -> None:
        """`tools`: description and parameter document by name; `responses`: by the canary in a call's arguments.

        `tells_undone`: what was undone is seen where it began; else its tool's name alone.
        """
        self.tells_undone = tells_undone
        self.query = query
        self.tools = tools
        self.responses = responses
        self.books = Books()
        self.plan: list[str] = []
        self.finished: list[tuple[str, str, str]] = []
        """Question, answer and reason of each finished sub-task."""

    def follow(self, event: Event) -> None:
        """Take note of an event."""
        books = self.books
        match event:
            case PlanMade():
                self.plan = [task.content for task in event.plan.sub_tasks]
            case SubTaskStarted():
                self.books = Books(content=event.content)
            case Thought():
                books.thought = event.text
            case ToolCalled():
                books.tool, books.arguments = event.tool, repr(event.arguments)
                books.response = self.responses.get(next(iter(canaries(books.arguments)), ""), "")
            case ToolAnswered() if event.failed:
                books.popped[-1][event.tool] = f"{event.tool} {books.arguments} {event.reason}"
                books.attempts.append(f"{event.tool} {books.arguments} {event.reason}")
            case AnswerJudged():
                books.attempts.append(f"{event.tool} {books.arguments} {event.answer}")
                if event.status == "pending":
                    call = f"{event.tool} {books.arguments}"
                    books.path.append(Step(event.tool, books.thought, event.answer, event.hint, call))
                    books.popped.append({})
            case StepRolledBack():
                step = books.path.pop()
                below = " ".join(books.popped.pop().values())
                told = f"{step.call} {step.answer} {step.hint} {below}" if self.tells_undone else step.tool
                books.popped[-1][step.tool] = f"{books.popped[-1].get(step.tool, '')} {told}"
            case SubTaskFinished():
                self.finished.append((books.content, event.answer, event.reason))
            case _:
                pass

    def allowed(self, asked: Asked, answer: str, *, lines: bool) -> set[str]:
        """The canaries that a question must hold; `answer` is the latest one of the answer role.

        `lines`: the planner sees what each tool does, beside its name.
        """
        books = self.books
        everything: dict[str, Any] = {
            "names": " ".join(f"{name} {self.tools[name][0] if lines else ''}" for name in self.tools),
            "query": self.query,
            "content": books.content,
            "dependencies": " ".join(f"{question} {found}" for question, found, _ in self.finished),
            "memory": books.memory,
            "list": " ".join(f"{name} {self.tools[name][0]}" for name in self._left()),
            "documents": " ".join(f"{name} {' '.join(self.tools[name])}" for name in self._left()),
            "document": f"{self._chosen(asked)} {' '.join(self.tools.get(self._chosen(asked), ()))}",
            "hint": books.hint,
            "popped": books.here,
            "thought": books.thought,
            "response": books.response,
            "call": f"{books.tool} {books.arguments}",
            "tool": f"{books.tool} {self.tools.get(books.tool, ('',))[0]}",
            "answer": answer,
            "attempts": " ".join(books.attempts),
            "outcomes": " ".join([*self.plan, *(f"{found} {why}" for _, found, why in self.finished)]),
        }
        return canaries(" ".join(everything[part] for part in SEES[asked.call]))

    def _left(self) -> list[str]:
        return [name for name in self.tools if name not in self.books.popped[-1]]

    def _chosen(self, asked: Asked) -> str:
        found = re.search(r'"name":"([^"]+)"', asked.sections.get("document", ""))
        return found[1] if found else ""


SEES: dict[str, tuple[str, ...]] = {
    "planner": ("query", "names"),
    "supervisor": ("query", "content", "dependencies"),
    "executor.thought": ("content", "dependencies", "memory", "list", "hint", "popped"),
    "executor.tool": ("content", "thought", "list"),
    "executor.arguments": ("content", "dependencies", "memory", "thought", "document"),
    "executor.fused": ("content", "dependencies", "memory", "documents", "hint", "popped"),
    "answer": ("content", "dependencies", "memory", "call", "tool", "response"),
    "answer.fused": ("content", "dependencies", "memory", "call", "tool", "response"),
    "answer.closing": ("content", "dependencies", "attempts"),
    "verifier": ("content", "dependencies", "call", "answer"),
    "deliverer": ("query", "outcomes"),
}
"""Who sees what, in lean prompts."""
