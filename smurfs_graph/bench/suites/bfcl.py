"""The Berkeley Function Calling Leaderboard (Patil et al. 2025), version 4: multi-turn conversations, and single turns.

A conversation runs over one thread, on a fresh world, and the package's own checker compares that world's state and
results, turn by turn, with those of the annotated calls. Of a single turn its AST checker compares the calls. Data,
worlds and checkers stay in a process of an environment of their own (smurfs_graph/bench/bfcl).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph.bench.bfcl.conversation import open_conversation
from smurfs_graph.bench.bfcl.process import BfclProcess
from smurfs_graph.bench.suite import Agent, Build, Case, Metrics, Suite, SuiteOptions
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.planning.outcome import ANSWERED


class Bfcl(Suite):
    """Accuracy over all cases, and by category. Memory and web search, which need services, are left out."""

    name = "bfcl"
    main = "accuracy"
    brings_tools = True
    holds_conversations: ClassVar[bool] = True

    def __init__(self, options: SuiteOptions, process: BfclProcess | None = None) -> None:
        """Start the process of an environment. Raises ConfigurationError where it has no BFCL."""
        super().__init__(options)
        self._process = self._open.enter_context(process or BfclProcess(_python_in(options.data)))

    @property
    def notes(self) -> list[str]:
        """Say what the figures are of."""
        return [
            f"bfcl_eval {self._process.hello['version']}; accuracy is a share of the cases run, no mean of categories",
            "single turns: calls return no data; those of a whole run are judged, the leaderboard takes a first reply",
        ]

    def read(self) -> Iterator[Case]:
        """Yield the cases of all categories, conversations first."""
        for category in (*self._process.hello["multi_turn"], *self._process.hello["single_turn"]):
            for each in self._process.ask("cases", category=category):
                yield Case(each["id"], each["query"], each["expected"])

    def category(self, case: str) -> str:
        """Return the part of an id before its number, which may have two more behind it."""
        return case.rpartition("_")[0]

    async def converse(self, case: Case, build: Build) -> Mapping[str, Any]:
        """Hold the conversation; where functions are added, a new agent goes on on the same thread."""
        entry = await self._process.ask_async("entry", entry=case.id)
        checkpointer = InMemorySaver()
        config: RunnableConfig = {"configurable": {"thread_id": case.id}}
        agent: Agent | None = None
        results: list[Mapping[str, Any]] = []
        async with open_conversation(self._process, entry) as conversation:
            for turn in conversation.turns():
                if agent is None or turn.new_tools:
                    agent = build(turn.tools, checkpointer)
                results.append(await agent.ainvoke({"messages": turn.messages}, config))
        verdict = await conversation.verdict()
        return {
            "turns": results,
            "answer": "\n\n".join(str(each.get("answer") or "(no answer)") for each in results),
            "stop_reason": next(filter(_is_unanswered, map(_reason, results)), _reason(results[-1])),
            "usage": Usage.total(each["usage"] for each in results),
            "warnings": [warning for each in results for warning in each.get("warnings") or ()],
            "made": conversation.made,
            "valid": verdict.valid,
            "why_wrong": verdict.why,
        }

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Return the checker's verdict."""
        return {self.main: float(result["valid"])}

    def prediction(self, case: Case, result: Mapping[str, Any]) -> Any:
        """Return the calls that were made, by turn."""
        return {"id": case.id, "made": result["made"], "why_wrong": result["why_wrong"]}


def _python_in(place: Path) -> Path:
    """Return the interpreter of an environment, or the one that is named. Raises ConfigurationError for neither."""
    found = next((each for each in (place / "bin/python", place / "Scripts/python.exe", place) if each.is_file()), None)
    if found is None:
        raise ConfigurationError(f"{place} is no environment with bfcl_eval; `make env-bfcl` makes .venv-bfcl")
    return found


def _reason(result: Mapping[str, Any]) -> str:
    return str(result.get("stop_reason") or "waiting")


def _is_unanswered(reason: str) -> bool:
    return reason not in ANSWERED


load = Bfcl
