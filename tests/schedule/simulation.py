"""A plan that is solved by a scripted model and one tool that takes its time; and what there is to know about it."""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.testing import ScriptedModel

Edges = Mapping[str, Sequence[str]]
"""Sub-tasks and what each depends on."""


class Simulation:
    """Every sub-task is one call of the tool `work`, which sleeps, and perhaps fails."""

    def __init__(self, edges: Edges, seconds: Mapping[str, float] | None = None, failing: Sequence[str] = ()) -> None:
        """`seconds`: what each sub-task's call takes."""
        self.edges = edges
        self.seconds = seconds or {}
        self.failing = frozenset(failing)
        self.started: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.order: list[str] = []
        """Names as their calls began."""
        self.at_once = 0
        self.most_at_once = 0
        self.saver = InMemorySaver()
        self.model = ScriptedModel(self.reply)

    def tool(self) -> Any:
        """The tool, which only reads: a call that was cut off is made again."""

        @effects("read")
        async def work(name: str) -> dict[str, str]:
            """Do one piece of work."""
            self.started[name] += 1
            self.order.append(name)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            try:
                await asyncio.sleep(self.seconds.get(name, 0.0))
            finally:
                self.at_once -= 1
            self.done[name] += 1
            if name in self.failing:
                raise ToolError(f"{name} cannot be done")
            return {"done": name}

        return work

    def reply(self, call: str, sections: dict[str, str]) -> Any:
        """Reply as the model."""
        match call:
            case "planner":
                return {"needs_tool": True, "sub_tasks": [f"work {name}" for name in self.edges] or ["nothing"]}
            case "manager":
                return {"sub_tasks": [self.planned(name) for name in self.edges]}
            case "supervisor":
                return {"content": sections["sub_task"].splitlines()[0]}
            case "executor.fused":
                return {"thought": "do it", "tool": "work", "arguments": {"name": _named(sections)}}
            case "executor.thought":
                return {"thought": "do it"}
            case "executor.tool":
                return {"tool": "work"}
            case "executor.arguments":
                return {"name": _named(sections)}
            case "answer.fused":
                return {"answer": f"result of {json.loads(sections['response'])['done']}", "status": "solved"}
            case "answer":
                return {"answer": f"result of {json.loads(sections['response'])['done']}"}
            case "verifier":
                return {"status": "solved"}
            case "deliverer":
                return {"answer": sections["outcomes"]}
            case _:
                raise AssertionError(call)

    def planned(self, name: str) -> dict[str, Any]:
        """A sub-task as the manager writes it."""
        return {"id": name, "content": f"work {name}", "depends_on": list(self.edges[name])}

    def graph(self, **options: Any) -> AnywhereGraph:
        """A new graph on the same tool, model and checkpoints, as a new process would have it."""
        given: dict[str, Any] = {
            "strategy": "full",
            "step_shape": "fused",
            "max_replans": 0,
            "max_sub_tasks": 1000,
            "max_llm_calls": None,
            "max_tool_calls": None,
            "max_seconds": None,
            **options,
        }
        settings = Settings(model="scripted:x", **given)
        return build_graph(settings, [self.tool()], models={"scripted:x": self.model}, checkpointer=self.saver)

    def expected(self, name: str) -> str:
        """The status that a sub-task has to end with."""
        if any(self.expected(before) != "solved" for before in self.edges[name]):
            return "blocked"
        return "failed" if name in self.failing else "solved"

    def critical_path(self) -> float:
        """The seconds of the longest chain of dependent calls."""

        @cache
        def end(name: str) -> float:
            return self.seconds.get(name, 0.0) + max((end(before) for before in self.edges[name]), default=0.0)

        return max(map(end, self.edges))


CONFIG: Any = {"configurable": {"thread_id": "t"}}


def _named(sections: Mapping[str, str]) -> str:
    return sections["sub_task"].split()[1]


@st.composite
def plans(draw: st.DrawFn, most: int = 30) -> dict[str, list[str]]:
    """A random acyclic plan, listed in any order."""
    count = draw(st.integers(2, most))
    names = [f"n{number}" for number in range(count)]
    edges = {
        name: draw(st.lists(st.sampled_from(names[max(0, at - 12) : at]), unique=True, max_size=3)) if at else []
        for at, name in enumerate(names)
    }
    order = draw(st.permutations(names))
    return {name: edges[name] for name in order}


def latencies(data: st.DataObject, plan: Edges) -> dict[str, float]:
    """Random seconds for every sub-task."""
    drawn = data.draw(st.lists(st.floats(0.5, 2.0), min_size=len(plan), max_size=len(plan)))
    return dict(zip(plan, drawn, strict=True))
