"""Agents of LangChain's with `Programs()`, for attacks: small, scripted, called in both ways."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from smurfs_graph.middleware import Programs
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tools.policy import Policy
from tests.scripts import CONFIG, asks_nobody, calling, results_in

BOTH_WAYS = pytest.mark.parametrize("is_async", [False, True], ids=["invoke", "ainvoke"])
BOTH_CALLERS = pytest.mark.parametrize("direct", [False, True], ids=["program", "model"])
"""Who makes the call: a program, or the model itself, of a tool that stays bound."""
CALLERS_AND_WAYS = pytest.mark.parametrize(
    ("direct", "is_async"), [(False, False), (True, True)], ids=["program-invoke", "model-ainvoke"]
)
"""For tables of data: each caller and each way once, where other tests of the same file have all four."""

ALLOWED = Policy(default="allow")
APPROVE = {"type": "approve"}


class Agent:
    """An agent whose model replies in turn."""

    def __init__(
        self, tools: Sequence[Any], *replies: Any, middleware: Sequence[Any], is_async: bool, has_store: bool = True
    ) -> None:
        self._tools = tools
        self._middleware = middleware
        self._is_async = is_async
        self._kept: dict[str, Any] = {"checkpointer": InMemorySaver()}
        if has_store:
            self._kept["store"] = InMemoryStore()
        self.replies = [*replies, AIMessage("done")]
        self.graph = self._built()

    def start(self) -> Any:
        """Run it on a request."""
        return self._go_on({"messages": [("user", "go")]})

    def answer(self, *decisions: Any) -> Any:
        """Go on with these decisions about the calls that wait."""
        return self.resume({"decisions": [*decisions]})

    def resume(self, answer: Any) -> Any:
        """Go on with an answer of any form."""
        return self._go_on(Command(resume=answer))

    def elsewhere(self, tools: Sequence[Any] | None = None, middleware: Sequence[Any] | None = None) -> None:
        """Go on in another process, with what is stored: as if all objects were made anew."""
        self._tools = self._tools if tools is None else tools
        self._middleware = [Programs()] if middleware is None else middleware
        self.graph = self._built()

    def _built(self) -> Any:
        def reply(messages: Any, tools: Any) -> Any:
            return self.replies.pop(0)

        model = ScriptedModel(asks_nobody, caller=reply)
        return create_agent(model, self._tools, middleware=[*self._middleware], **self._kept)

    def _go_on(self, given: Any) -> Any:
        if self._is_async:
            return asyncio.run(self.graph.ainvoke(given, CONFIG))
        return self.graph.invoke(given, CONFIG)


def called(tool: str, arguments: dict[str, Any], *, direct: bool) -> AIMessage:
    """A reply of a model that calls a tool: itself, or by a program that prints what came back."""
    if direct:
        return calling(tool, arguments)
    written = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    source = f"try:\n    print(await {tool}({written}))\nexcept Exception as error:\n    print('refused:', error)"
    return calling("run_python", {"code": source})


def shown(result: Any) -> list[dict[str, Any]]:
    """The arguments of the calls that a person is asked about."""
    return [request["args"] for each in result["__interrupt__"] for request in each.value["action_requests"]]


def is_asked(result: Any) -> bool:
    """Whether a person is asked something."""
    return bool(result.get("__interrupt__"))


def told(result: Any) -> str:
    """What the model was told last."""
    return results_in(result["messages"])[-1]
