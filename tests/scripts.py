"""Scripted models and the graphs around them: what the tests of the graph, the memory and the prompts start from."""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

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
        """Run the graph and return its result."""
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


_NUMBERS = itertools.count()


def calling(tool: str, *arguments: dict[str, Any], text: str = "") -> AIMessage:
    """A reply with a call of this tool for each of the arguments."""
    calls = [{"name": tool, "args": each, "id": f"call-{next(_NUMBERS)}"} for each in arguments]
    return AIMessage(text, tool_calls=calls)


def results_in(messages: list[BaseMessage]) -> list[str]:
    """The results of calls that a conversation holds."""
    return [str(message.content) for message in messages if isinstance(message, ToolMessage)]


def asks_nobody(call: str, sections: dict[str, str]) -> Any:
    """The script of a model of which nothing but native steps is asked."""
    raise AssertionError(f"{call} was asked, where native steps need nobody else")


class Turns:
    """A graph whose model has the tools bound and replies in turn; `seen` and `bound` say what it was shown."""

    query = "How many pieces of A-1, A-2 and A-3 are there?"

    def __init__(
        self,
        *replies: Any,
        tools: Sequence[Any],
        script: Callable[[str, dict[str, str]], Any] = asks_nobody,
        model: Mapping[str, Any] | None = None,
        checkpointer: Any = None,
        store: Any = None,
        **settings: Any,
    ) -> None:
        """`replies`: messages, text, or functions of the messages; `script`, `model`: of the model besides."""
        self.seen, self.bound = list[list[BaseMessage]](), list[list[dict[str, Any]]]()
        self._left = list(replies)
        self.model = ScriptedModel(script, caller=self._reply, **(model or {}))
        self.graph = build_graph(
            Settings(model=REFERENCE, **settings),
            tools,
            models={REFERENCE: self.model},
            checkpointer=checkpointer,
            store=store,
        )

    def _reply(self, messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
        self.seen.append(messages)
        self.bound.append([tool["function"] for tool in tools])
        reply = self._left.pop(0)
        return reply(messages) if callable(reply) else reply

    @property
    def names(self) -> list[list[str]]:
        """The names of the tools that were bound, by call."""
        return [[tool["name"] for tool in bound] for bound in self.bound]

    def result(self, query: str = "") -> Any:
        """Run the graph and return its result."""
        return self.graph.invoke({"query": query or self.query}, CONFIG)
