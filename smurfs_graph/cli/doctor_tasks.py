"""The small tasks of `smurfs doctor`: the ordinary graph solves them in each step shape, and code judges it."""

import re
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any, NamedTuple

from smurfs_graph.errors import ModelError, ToolError
from smurfs_graph.events import vocabulary as events
from smurfs_graph.graph import build_graph
from smurfs_graph.models.examination import Examination, ShapeReport
from smurfs_graph.models.registry import Registry, Rung, Shape, replace_process_registry
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.settings import Mark, Settings, marked
from smurfs_graph.tools.effects import effects

MOST_CALLS: dict[Shape, int] = {"guided": 8, "native": 8, "code": 8, "fused": 12, "split": 24}
"""Model calls that one task may take."""


class _Typical(NamedTuple):
    """The calls and tokens that a task takes of a model that solves it."""

    calls: int
    reads: int
    """Tokens that have to be read in a call, with most of a prompt in the server's cache."""
    writes: int


_TYPICAL: dict[Shape, _Typical] = {
    "guided": _Typical(2, 100, 30),
    "native": _Typical(3, 400, 60),
    "code": _Typical(2, 500, 120),
    "fused": _Typical(5, 400, 100),
    "split": _Typical(11, 300, 70),
}
LEAST_SECONDS, MOST_SECONDS = 15.0, 180.0
"""Bounds of the time that one task may take."""
MOST_WRONG = 2
"""Tasks, from the first on, after which a shape without a right one is given up."""
MOST_CUT_OFF = 2
"""Replies of a task that the limit may end before any tool has brought a response."""
_PATIENCE = 1.5
"""How many times as long as it takes a model that solves it."""
_NOT_NATIVE = ("planner", "planner.plan", "executor.fused", "executor.thought")
_LEFT: dict[str, tuple[str, ...]] = {"native": _NOT_NATIVE, "code": ("executor.native", *_NOT_NATIVE)}
"""Calls of a run that could not go on with its shape of a step."""

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
        """Return whether an answer is right."""
        return re.search(rf"(?<!\d){self.right}(?!\d)", answer) is not None


TASKS = (
    Task("How much does parcel 17 weigh?", 31),
    Task("How much heavier is parcel 42 than parcel 17?", 15),
    Task("What is the telephone number of the owner of parcel 17?", 5512),
    Task("What does a parcel to Norway cost?", 87),
)
"""A look-up; two that need not wait for each other; a chain of two; an argument that an error tells how to correct."""


def calls_of(shape: Shape) -> int:
    """Return about how many calls the tasks take of a model that solves them."""
    return len(TASKS) * _TYPICAL[shape].calls


def seconds_of(shape: Shape, found: Examination) -> float:
    """Return about how long the tasks take; none where they cannot be given."""
    return 0.0 if found.shows_tools is False and shape in ("native", "code") else len(TASKS) * _seconds(shape, found)


def _seconds(shape: Shape, found: Examination) -> float:
    """Return about how long a task takes of a model that solves it."""
    calls, reads, writes = _TYPICAL[shape]
    return calls * ((found.latency or 0) + reads / (found.reads or 1_000) + writes / (found.writes or 100))


def task_graph(settings: Settings, seconds: float = MOST_SECONDS) -> AnywhereGraph:
    """Build the graph that solves the tasks. Raises ConfigurationError where these settings cannot work."""
    given = settings.model_dump(include={*marked(Mark.DOCTOR)} & settings.model_fields_set | {"sampling"})
    return build_graph(Settings(**given, max_seconds=seconds, tracing="off"), [find_parcel, find_phone, find_postage])


async def try_shape(settings: Settings, shape: Shape, start: Rung | None, found: Examination) -> ShapeReport:
    """Try the tasks in a shape; give it up where the first one brings no response of a tool.

    `settings`: with the limit of a reply; `start`: the format of replies to begin with; `found`: what was seen before.
    """
    replace_process_registry(Registry())  # what went wrong in another shape is not held against this one
    patient = max(LEAST_SECONDS, _PATIENCE * _seconds(shape, found))
    graph = task_graph(settings, MOST_SECONDS if found.thinks else min(MOST_SECONDS, patient))
    context = {"step_shape": shape, "max_llm_calls": MOST_CALLS[shape], "structured_output": start or "auto"}
    runs, why = list[_Run](), ""
    for task in TASKS:
        runs.append(_Run(task, shape, settings.sampling.max_output_tokens))
        try:
            await runs[-1].watch(graph, context)
        except ModelError as error:
            runs[-1].failure = str(error)
        if why := _why_give_up(runs, found):
            break
    return _report(shape, runs, why)


def _why_give_up(runs: Sequence["_Run"], found: Examination) -> str:
    """Return why no further task is given; empty where one is."""
    if len(runs) > 1 and all(run.failure for run in runs[-2:]):
        return "two tasks in a row could not be ended"
    if not any(run.responses for run in runs) and not (len(runs) == 1 and (runs[0].out_of_time or runs[0].failure)):
        return "no tool was called"
    best, left = found.best, len(TASKS) - len(runs)
    if left and len(runs) >= MOST_WRONG and not any(run.is_right for run in runs):
        return f"the first {MOST_WRONG} tasks were wrong"
    if best is not None and left and sum(run.is_right for run in runs) + left < best.right:
        return f"no longer as good as {best.shape}"
    return ""


def _report(shape: Shape, runs: Sequence["_Run"], given_up: str) -> ShapeReport:
    """Return what came of the tasks that were given."""
    cut = sum(run.cut_off for run in runs)
    late = [f"{number}" for number, run in enumerate(runs, 1) if run.out_of_time]
    notes = [
        f"given up: {given_up}" if given_up else "",
        f"{cut} {'reply was' if cut == 1 else 'replies were'} cut off at {runs[0].limit} tokens" if cut else "",
        f"out of time in task {', '.join(late)}" if late else "",
        *dict.fromkeys(run.failure for run in runs),
    ]
    return ShapeReport(
        shape,
        right=sum(run.is_right for run in runs),
        tasks=len(TASKS),
        calls=sum(run.calls for run in runs),
        tokens=sum(run.tokens for run in runs),
        several_calls=_saw_several_calls(runs),
        cut_off=cut,
        failure=runs[-1].failure,
        note="; ".join(note for note in notes if note),
    )


def _saw_several_calls(runs: Sequence["_Run"]) -> bool | None:
    """Return whether a reply held several calls; None where no task that invites them was solved."""
    if any(run.several_calls for run in runs):
        return True
    invites_several = runs[1:2]
    return False if any(run.is_right for run in invites_several) else None


class _Run:
    """One task in one shape, as its events tell it."""

    def __init__(self, task: Task, shape: Shape, limit: int | None) -> None:
        """`limit`: tokens that a reply may have."""
        self._task, self._shape, self.limit = task, shape, limit
        self._answer = ""
        self._calls_in_reply: dict[str, int] = {}
        """Tool calls that the latest reply brought, by sub-task."""
        self._has_left_shape = False
        """Whether the graph could not go on in the shape."""
        self.calls = 0
        """Model calls."""
        self.tokens = 0
        """Tokens of prompts and replies."""
        self.responses = 0
        """Responses of the tasks' tools; a program itself is none."""
        self.cut_off = 0
        """Replies that the limit ended."""
        self.several_calls = False
        """Whether a reply held several calls."""
        self.out_of_time = False
        self.failure = ""
        """Why the model could not be asked; empty where it could."""

    @property
    def is_right(self) -> bool:
        return not self._has_left_shape and self._task.is_solved(self._answer)

    async def watch(self, graph: AnywhereGraph, context: dict[str, Any]) -> None:
        """Run the graph until it ends, leaves the shape or only runs on.

        Raises:
            ModelError: the model cannot be asked.
        """
        options: dict[str, Any] = {"stream_mode": "custom", "subgraphs": True, "context": context}
        source: Any = graph.astream({"query": self._task.query}, **options)
        async with aclosing(source) as stream:
            async for _, data in stream:
                self._note(events.parse_event(data))
                if self._has_left_shape or (self.cut_off >= MOST_CUT_OFF and not self.responses):
                    return

    def _note(self, event: events.Event) -> None:
        match event:
            case events.RoleAsked(call=call, sub_task=task):
                self._calls_in_reply[task] = 0
                self._has_left_shape = call in _LEFT.get(self._shape, ())
            case events.RoleAnswered(used=used):
                self.calls += used.calls
                self.tokens += used.input_tokens + used.output_tokens
                self.cut_off += self.limit is not None and used.output_tokens >= self.limit
            case events.ToolCalled(sub_task=task) | events.CallRefused(sub_task=task):
                self._calls_in_reply[task] = self._calls_in_reply.get(task, 0) + 1
                self.several_calls = self.several_calls or self._calls_in_reply[task] > 1
            case events.ToolAnswered(failed=False, tool=tool):
                self.responses += tool != RUN_PYTHON
            case events.AnswerReady(answer=answer):
                self._answer = answer
            case events.BudgetOut(reason="time_budget"):
                self.out_of_time = True
            case events.BudgetOut(reason="error", text=text):
                raise ModelError(text)
            case _:
                pass
