"""Scripted models and the graphs around them: what the tests of the graph, the memory and the prompts start from."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from smurfs_graph import Settings, build_graph
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.testing import ScriptedModel

REFERENCE = "scripted:test"
CONFIG: Any = {"configurable": {"thread_id": "t"}}
"""Of a run on a thread."""

Reply = Any
"""Data or text; a function of the prompt's sections; or a list of those, one per question, the last one for ever."""


class Built(NamedTuple):
    """A graph and the model that it asks."""

    graph: AnywhereGraph
    model: ScriptedModel

    def calls(self) -> list[str]:
        """The calls that the model was asked for, in order."""
        return [asked.call for asked in self.model.asked]

    def sections(self, call: str) -> list[dict[str, str]]:
        """The sections of every prompt of a call, in order."""
        return [asked.sections for asked in self.model.asked if asked.call == call]

    def run(self, query: str = "q", config: Any = None, **more: Any) -> dict[str, Any]:
        """What a run of the graph gives back."""
        return self.graph.invoke({"query": query}, config, **more)


def first_tool(sections: dict[str, str]) -> str:
    """The name of the first tool in a prompt's list."""
    return sections["tools"].removeprefix("- ").split(":", 1)[0]


def first_document(sections: dict[str, str]) -> str:
    """The name of the first tool in a prompt's documents."""
    return json.loads(sections["documents"].splitlines()[0])["name"]


def reacts(sections: dict[str, str]) -> dict[str, Any]:
    """One call of the first tool, then Finish with what it said."""
    if "history" not in sections:
        return {"thought": "look it up", "tool": first_document(sections), "arguments": {}}
    return finish(f"it says {sections['history'].rpartition('observation: ')[2][:200]}")


def finish(answer: str = "") -> dict[str, Any]:
    """ToolLLM's Finish: with an answer, or giving up."""
    told = {"return_type": "give_answer", "final_answer": answer} if answer else {"return_type": "give_up_and_restart"}
    return {"thought": "this is it", "tool": "Finish", "arguments": told}


FUSED: Mapping[str, Any] = {"strategy": "full", "planning": "always", "step_shape": "fused"}
"""Settings of a run in fused steps; smurfs is always split."""

DEFAULTS: Mapping[str, Reply] = {
    "planner": lambda sections: {"needs_tool": True, "sub_tasks": [sections["query"]]},
    "manager": lambda sections: {"sub_tasks": [listed(line) for line in sections["sub_tasks"].splitlines()]},
    "supervisor": lambda sections: {"content": sections["sub_task"].splitlines()[0]},
    "executor.thought": {"thought": "look it up"},
    "executor.tool": lambda sections: {"tool": first_tool(sections)},
    "executor.arguments": {},
    "answer": lambda sections: {"answer": f"it says {sections['response'][:200]}"},
    "verifier": {"status": "solved"},
    "answer.closing": {"answer": "as far as it goes"},
    "deliverer": lambda sections: {"answer": f"delivered: {sections['outcomes'][-300:]}"},
    "deliverer.structured": {},
    "judge": {"verdicts": []},
    "executor.react": reacts,
    "manager.pmc": lambda sections: {"sub_tasks": [{"id": "s1", "content": sections["query"]}]},
    "planner.umi": lambda sections: {"rationale": "so", "next": "conclusion" if "history" in sections else "caller"},
    "caller": lambda sections: {"tool": first_document(sections), "arguments": {}},
    "summarizer": lambda sections: {"answer": f"in short: {sections['history'][-200:]}"},
    "deliverer.inference": lambda sections: {"answer": f"decided: {sections['outcomes'][-300:]}"},
}
"""A model that does its work: it takes the first tool of the list, and every answer is good enough."""


def listed(line: str) -> dict[str, str]:
    """A line of the planner's list as a sub-task of the manager's plan: nothing depends on anything."""
    name, _, content = line.removeprefix("- ").partition(": ")
    return {"id": name, "content": content}


def script(**replies: Reply) -> Callable[[str, dict[str, str]], Any]:
    """The script of a model; a call is named with "_" for ".", and what is not named is as in `DEFAULTS`."""
    named = {name.replace("_", ".", 1): reply for name, reply in replies.items()}
    asked: dict[str, int] = {}

    def reply(call: str, sections: dict[str, str]) -> Any:
        known = {**DEFAULTS, **named}
        chosen = known.get(call, known.get(call.rpartition(".")[0]))  # a variant of a call, where nothing else is said
        if isinstance(chosen, list):
            at = asked.get(call, 0)
            asked[call] = at + 1
            chosen = chosen[min(at, len(chosen) - 1)]  # pyright: ignore[reportUnknownArgumentType]
        return chosen(sections) if callable(chosen) else chosen

    return reply


def build(
    tools: Sequence[Any],
    replies: Callable[[str, dict[str, str]], Any] | None = None,
    *,
    model: ScriptedModel | None = None,
    checkpointer: Any = None,
    store: Any = None,
    answer_schema: Any = None,
    **settings: Any,
) -> Built:
    """A graph over these tools with one scripted model for every role."""
    asked = model or ScriptedModel(replies or script())
    options: dict[str, Any] = {"strategy": "smurfs", "step_shape": "split", **settings}
    graph = build_graph(
        Settings(model=REFERENCE, **options),
        tools,
        models={REFERENCE: asked},
        checkpointer=checkpointer,
        store=store,
        answer_schema=answer_schema,
    )
    return Built(graph, asked)
