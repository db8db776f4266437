"""Contestants of a scenario: LangChain's `create_agent`, and `full` in its step shapes; and how they are measured."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage

from smurfs_graph import Settings, build_graph
from smurfs_graph.bench.configuration import PEER
from smurfs_graph.bench.peer import Peer
from smurfs_graph.testing import fresh_registry
from tests.benchmarks.capable_model import CapableModel
from tests.benchmarks.cost_scenarios import Scenario
from tests.benchmarks.tool_specs import Made
from tests.servers.enforcing import serve
from tests.servers.hostile import HostileServer

SHAPES = ("code", "native", "fused", "split")
CONTESTANTS = (PEER, *SHAPES)
_REFERENCE = "capable:model"


class Figure(NamedTuple):
    """The costs and the result of a run."""

    calls: int
    tool_calls: int
    tokens: int
    path: int
    """The longest chain of model calls that wait for each other."""
    right: bool
    stop: str
    answer: str


class Served(NamedTuple):
    """The result of a run on a server."""

    tools: int
    """Different ones that were called and answered."""
    requests: int
    right: bool
    stop: str
    answer: str


def served(scenario: Scenario, *, enforced: bool, takes_temperature: bool = True, **settings: Any) -> Served:
    """One run on a loopback server that enforces the schemas it is sent, or only knows of them."""
    made: Made = []
    model = CapableModel(knowledge=scenario.knowledge, rounds=None)
    with (
        fresh_registry(),
        HostileServer(serve(model, enforced=enforced, takes_temperature=takes_temperature)) as server,
    ):
        graph = build_graph(
            Settings.checked(model="openai:capable", base_url=server.base_url, tool_retries=0, **settings),
            [spec.ours(made) for spec in scenario.tools],
        )
        result = graph.invoke({"query": scenario.knowledge.request})
        sent = len(server.requests)
    answered = {name for name, _ in made}
    right = all(each in result["answer"] for each in scenario.right)
    return Served(len(answered), sent, right, result["stop_reason"], result["answer"])


class ChattingModel(CapableModel):
    """Only chats, whatever it is asked for."""

    def reply(self, messages: list[BaseMessage], **options: Any) -> AIMessage:
        """Prose."""
        return AIMessage("Of course! I would be glad to help you with that. What else would you like to know?")


def figure(scenario: Scenario, contestant: str, *, chats: bool = False, **settings: Any) -> Figure:
    """One run. `chats`: the model follows no format and calls no tool."""
    kind = ChattingModel if chats else CapableModel
    more: Mapping[str, Any] = {"rounds": None, "profile": None} if chats else {}
    model = kind(knowledge=scenario.knowledge, one_call=scenario.one_call, falls_back=scenario.falls_back, **more)
    return asyncio.run(_run(scenario, contestant, model, settings))


async def _run(scenario: Scenario, contestant: str, model: CapableModel, settings: Mapping[str, Any]) -> Figure:
    made: Made = []
    query = scenario.knowledge.request
    tools, models = [spec.ours(made) for spec in scenario.tools], {_REFERENCE: model}
    if contestant == PEER:
        agent: Any = Peer(Settings.checked(model=_REFERENCE, tool_retries=0, **settings), tools, models)
    else:
        options = {"strategy": "full", "step_shape": contestant, "tool_retries": 0, **settings}
        agent = build_graph(Settings.checked(model=_REFERENCE, **options), tools, models=models)
    result = await agent.ainvoke({"query": query})
    answer, stop = result["answer"], result["stop_reason"]
    path = model.rounds.count if model.rounds is not None else model.calls
    right = all(each in answer for each in scenario.right)
    return Figure(model.calls, len(made), model.tokens, path, right, stop, answer)
