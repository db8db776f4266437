"""The small tasks of `smurfs doctor`: the ordinary graph solves them in each step shape, and code judges it."""

import re
from contextlib import aclosing
from typing import Any, NamedTuple

from smurfs_graph.errors import ModelError, ToolError
from smurfs_graph.events import vocabulary as events
from smurfs_graph.graph import build_graph
from smurfs_graph.models.examining import ShapeReport
from smurfs_graph.models.registry import Registry, Rung, Shape, replace_process_registry
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.settings import Settings
from smurfs_graph.tools.effects import effects

MOST_CALLS: dict[Shape, int] = {"native": 8, "code": 8, "fused": 12, "split": 24}
"""Model calls that one task may take."""
SECONDS = 180.0
"""Time that one task may take."""
_NOT_NATIVE = ("planner", "planner.plan", "executor.fused", "executor.thought")
_LEFT: dict[str, tuple[str, ...]] = {"native": _NOT_NATIVE, "code": ("executor.native", *_NOT_NATIVE)}
"""Calls of a run that could not go on with its shape of a step."""
_GIVEN = {
    "model", "base_url", "openai_api", "temperature", "sampling", "context_window", "model_timeout", "model_retries",
    "model_retry_wait", "calls_per_minute", "max_concurrent_calls", "max_tokens", "max_cost", "prices", "prompts",
}  # fmt: skip
"""The settings that the tasks take over."""

_PARCELS: dict[int, dict[str, Any]] = {
    17: {"number": 17, "weight_kg": 31, "owner": "Ines Vald"},
    42: {"number": 42, "weight_kg": 46, "owner": "Odo Brandt"},
}
_PHONES = {"Ines Vald": 5512, "Odo Brandt": 7380}
_POSTAGE = {"NO": 87, "IS": 112}


@effects("read")
def find_parcel(number: int) -> dict[str, Any]:
    """Find a parcel: its weight and its owner.

    Args:
        number: number of the parcel
    """
    if number not in _PARCELS:
        raise ToolError(f"there is no parcel {number}")
    return _PARCELS[number]


@effects("read")
def find_phone(person: str) -> dict[str, Any]:
    """Find the telephone number of a person.

    Args:
        person: full name of the person
    """
    if person not in _PHONES:
        raise ToolError(f"nobody is called {person!r}")
    return {"person": person, "phone": _PHONES[person]}


@effects("read")
def find_postage(country: str) -> dict[str, Any]:
    """Find what a parcel to a country costs.

    Args:
        country: where the parcel goes
    """
    if country not in _POSTAGE:
        raise ToolError(f"unknown country {country!r:.80}; write its code of two letters, such as NO for Norway")
    return {"country": country, "crowns": _POSTAGE[country]}


class Task(NamedTuple):
    """A request, and the number that a right answer holds."""

    query: str
    right: int

    def is_solved(self, answer: str) -> bool:
        """Whether an answer is right."""
        return re.search(rf"(?<!\d){self.right}(?!\d)", answer) is not None


TASKS = (
    Task("How much heavier is parcel 42 than parcel 17?", 15),
    Task("What is the telephone number of the owner of parcel 17?", 5512),
    Task("What does a parcel to Norway cost?", 87),
)
"""Two look-ups that need not wait for each other; a chain of two; an argument that an error tells how to correct."""


def task_graph(settings: Settings) -> AnywhereGraph:
    """The graph that solves the tasks. Raises ConfigurationError where these settings cannot work."""
    given = settings.model_dump(include=_GIVEN & settings.model_fields_set)
    return build_graph(Settings(**given, max_seconds=SECONDS, tracing="off"), [find_parcel, find_phone, find_postage])


async def try_shape(settings: Settings, shape: Shape, start: Rung | None) -> ShapeReport:
    """How the tasks go in a shape; it is given up where the first one brings no response of a tool.

    `start`: the format of replies to begin with. Raises ModelError where the model cannot be asked.
    """
    replace_process_registry(Registry())  # what went wrong in another shape is not held against this one
    graph = task_graph(settings)
    context = {"step_shape": shape, "max_llm_calls": MOST_CALLS[shape], "structured_output": start or "auto"}
    runs: list[_Run] = []
    for task in TASKS:
        runs.append(_Run(task, shape))
        await runs[-1].watch(graph, context)
        if not runs[0].responses:
            break
    return ShapeReport(
        shape,
        right=sum(run.is_right for run in runs),
        tasks=len(TASKS),
        calls=sum(run.calls for run in runs),
        tokens=sum(run.tokens for run in runs),
        several_calls=any(run.several for run in runs) or (False if runs[0].is_right else None),
        note="" if runs[0].responses else "given up: no tool was called",
    )


class _Run:
    """One task in one shape, as its events tell it."""

    def __init__(self, task: Task, shape: Shape) -> None:
        self._task, self._shape = task, shape
        self._answer = ""
        self._in_reply: dict[str, int] = {}
        self._left = False
        self.calls = self.tokens = self.responses = 0
        self.several = False

    @property
    def is_right(self) -> bool:
        return not self._left and self._task.is_solved(self._answer)

    async def watch(self, graph: AnywhereGraph, context: dict[str, Any]) -> None:
        """Run the graph to its end, or until it leaves the shape. Raises ModelError where the model cannot be asked."""
        options: dict[str, Any] = {"stream_mode": "custom", "subgraphs": True, "context": context}
        source: Any = graph.astream({"query": self._task.query}, **options)
        async with aclosing(source) as stream:
            async for _, data in stream:
                self._note(events.parse_event(data))
                if self._left:
                    return

    def _note(self, event: events.Event) -> None:
        match event:
            case events.RoleAsked(call=call, sub_task=task):
                self._in_reply[task] = 0
                self._left = call in _LEFT.get(self._shape, ())
            case events.RoleAnswered(used=used):
                self.calls += used.calls
                self.tokens += used.input_tokens + used.output_tokens
            case events.ToolCalled(sub_task=task) | events.CallRefused(sub_task=task):
                self._in_reply[task] = self._in_reply.get(task, 0) + 1
                self.several = self.several or self._in_reply[task] > 1
            case events.ToolAnswered(failed=False, tool=tool):
                self.responses += tool != RUN_PYTHON
            case events.AnswerReady(answer=answer):
                self._answer = answer
            case events.BudgetOut(reason="error", text=text):
                raise ModelError(text)
            case _:
                pass
