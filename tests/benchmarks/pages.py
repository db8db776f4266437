"""`make bench NAME=pages`: five long requests over pages of rows, replayed: what `full` costs beside `create_agent`.

Ten to thirteen calls of tools each, lists of some 24 rows a page, totals, filters and dates. The replies in
`pages.jsonl` are by a capable assistant model that saw what the prompts of `full` show; both contestants get the same.
Tokens are counted by a fixed rule.
"""

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage

from smurfs_graph import Settings, build_graph
from smurfs_graph.bench.peer import Peer
from smurfs_graph.testing import fresh_registry
from tests.benchmarks.capable_model import CapableModel
from tests.benchmarks.capable_sight import Knowledge
from tests.benchmarks.pages_tools import TOOLS

MOST = 1.06
"""Prompt tokens of `full`, in those of `create_agent`."""
_REFERENCE = "capable:model"


class Case(NamedTuple):
    """A request, and the replies to it: lists of calls, and the answer at last."""

    id: str
    query: str
    turns: list[Any]


class Replayed(NamedTuple):
    """The cost of a run, and its end."""

    tokens: int
    stop: str
    warnings: list[str]


class ReplayingModel(CapableModel):
    """Gives the recorded replies, whatever it is shown."""

    turns: list[Any]

    def reply(self, messages: list[BaseMessage], **options: Any) -> AIMessage:
        """The next reply."""
        turn = self.turns[self.calls]
        if isinstance(turn, str):
            return AIMessage(turn)
        calls = [
            {"name": name, "args": arguments, "id": f"call_{self.calls}_{at}"}
            for at, (name, arguments) in enumerate(turn)
        ]
        return AIMessage("", tool_calls=calls)


@cache
def cases() -> list[Case]:
    """Return the requests with their replies."""
    lines = Path(__file__).with_suffix(".jsonl").read_text("utf-8").splitlines()
    return [Case(**json.loads(line)) for line in lines]


def replay(case: Case, *, peer: bool) -> Replayed:
    """One run of `create_agent`, or of `full`."""
    model = ReplayingModel(knowledge=Knowledge(case.query, (), str, ()), rounds=None, turns=case.turns)
    settings = Settings.checked(model=_REFERENCE, tool_retries=0)
    models = {_REFERENCE: model}
    with fresh_registry():
        agent: Any = Peer(settings, TOOLS, models) if peer else build_graph(settings, TOOLS, models=models)
        result = asyncio.run(agent.ainvoke({"query": case.query}))
    return Replayed(model.tokens, result["stop_reason"], result["warnings"])


def main() -> None:
    """Print every figure, and the one to keep to."""
    for case in cases():
        peer, full = replay(case, peer=True), replay(case, peer=False)
        calls = sum(len(turn) for turn in case.turns[:-1])
        print(
            f"{case.id}: {calls} calls of tools in {len(case.turns)} replies; {full.tokens:,} tokens, "
            f"{full.tokens / peer.tokens:.3f} x create_agent's {peer.tokens:,} (at most {MOST}); {full.stop}"
        )


if __name__ == "__main__":
    main()
