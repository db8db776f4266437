"""α-UMi's static evaluation (its section 4.2): records with a gold history, cut into steps, and a strategy's next step.

A record is `{"tools": [{"Name", "function", "input"}], "instruction", "conversations": [{"from", "value"}]}`; "from" is
user, assistant (the planner), caller, observation or conclusion.
"""

import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph

from smurfs_graph.asking.resources import Resources
from smurfs_graph.bench.metrics.planner_caller import ParsedStep, parse_reply
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.nodes.react import act, after_act
from smurfs_graph.nodes.start import today
from smurfs_graph.nodes.umi import after_decide, after_summarize, decide, summarize, write_call
from smurfs_graph.planning.plan import SubTask
from smurfs_graph.prompting.replies import read_decision
from smurfs_graph.search.decision_tree import DecisionTree, Round, TreeLimits
from smurfs_graph.search.state import SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Offer, PromptView
from smurfs_graph.tools.effects import READS
from smurfs_graph.tools.tool import Tool, Validated, by_name, one_line
from smurfs_graph.tree_state import TreeTaskState

STRATEGIES = ("alpha-umi", "react", "dfsdt")
_TYPES: Mapping[str, str] = {"number": "number", "integer": "integer", "boolean": "boolean", "array": "array"}
NO_STEP = ParsedStep("call", "none", "{}")


@dataclass(frozen=True)
class StaticStep:
    """One annotated step."""

    instruction: str
    tools: tuple[Mapping[str, Any], ...]
    history: tuple[Round, ...]
    reference: ParsedStep
    rationale: str = ""
    """The annotated planner's, without whom it names."""


def steps_of(record: Mapping[str, Any], where: str, left_out: list[str]) -> Iterator[tuple[int, StaticStep]]:
    """Yield the steps of a record with their number from 1; what cannot be used goes to `left_out`."""
    said = _dicts_in(record.get("conversations"))
    tools = tuple(_dicts_in(record.get("tools")))
    instruction = record.get("instruction")
    names = {str(tool.get("Name")) for tool in tools if isinstance(tool.get("Name"), str)}
    if not isinstance(instruction, str) or not said or len(names) < len(tools) or not tools:
        left_out.append(f"{where} has no instruction, no conversation, or no tools with a name each")
        return
    history: list[Round] = []
    number = 0
    for at, utterance in enumerate(said):
        text, following = _text(utterance), said[at + 1] if at + 1 < len(said) else {}
        match utterance.get("from"):
            case "assistant" if decision := read_decision(text):
                number += 1
                reference = _reference(text, decision["next"], following)
                rationale = decision["rationale"].strip()
                if reference is None or (reference.action is not None and reference.action not in names):
                    left_out.append(f"{where}, step {number}: what follows is no call of a documented tool, no answer")
                else:
                    yield number, StaticStep(instruction, tools, tuple(history), reference, rationale)
                history.append(Round(thought=rationale))
            case "caller" if history:
                reference = parse_reply(f"Next: caller.</s>caller: {text}</s>")
                history[-1] = history[-1].model_copy(
                    update={"tool": reference.action or "", "arguments": _object(reference.arguments)}
                )
            case "observation" if history:
                history[-1] = history[-1].model_copy(update={"observation": text, "called": True})
            case "user" if text.strip() != instruction.strip():
                history.append(Round(thought=text))
            case _:
                pass


async def next_step(step: StaticStep, settings: Settings, models: Mapping[str, BaseChatModel]) -> dict[str, Any]:
    """Ask the strategy's agents for the next step: `step` (a ParsedStep), `usage`, `answer`, `stop_reason`.

    Raises:
        ConfigurationError: the strategy has no agent that goes on from another one's history.
    """
    if settings.strategy not in STRATEGIES:
        raise ConfigurationError(
            f"toolbench-static asks for the next step on a given history, and {settings.strategy!r} has no agent that "
            f"goes on from one; use --strategy {','.join(STRATEGIES)}"
        )
    tools = tools_of(step)
    resources = Resources.of(settings, tools, models)
    graph = _umi_step_graph(resources) if settings.strategy == "alpha-umi" else _react(resources)
    rounds = tuple(each.model_copy(update={"parent": at - 1}) for at, each in enumerate(step.history))
    tree = DecisionTree(limits=TreeLimits(chain=10_000, queries=10_000, chains=1), rounds=rounds, at=len(rounds) - 1)
    names = tuple(tools)
    start = TreeTaskState(
        run_id="static",
        query=step.instruction,
        today=today(),  # as in every run, so that models that were trained on runs see what they know
        sub_task=SubTask(id="s1", content=step.instruction),
        search=SearchState(tools=names, permitted=names),
        draft=Draft(),
        shape="split",
        view=PromptView(),
        offer=Offer(),
        warnings=[],
        tree=tree,
    )
    end = await graph.ainvoke(start)
    found = _read_step(end, len(rounds))
    stop = end.get("stop")
    return {
        "step": found,
        "answer": found.answer or "",
        "usage": end.get("usage") or Usage(),
        "stop_reason": stop.reason if stop is not None else "answered",
    }


def tools_of(step: StaticStep) -> dict[str, Tool]:
    """Return the documented tools of a step, by name; none of them can be called."""
    return by_name([_tool(each) for each in step.tools])


def _umi_step_graph(resources: Resources) -> Any:
    """Return a graph that makes one step of α-UMi and ends before the call."""
    graph = StateGraph(TreeTaskState, context_schema=Settings)
    graph.add_node("decide", decide(resources.asking, resources.toolset))
    graph.add_node("write_call", write_call(resources.asking, resources.calling))
    graph.add_node("summarize", summarize(resources.asking))
    graph.add_edge(START, "decide")
    ways: dict[Hashable, str] = dict.fromkeys(("stop", "next", "close", "done"), END)
    graph.add_conditional_edges(
        "decide", after_decide, {**ways, "restart": "decide", "caller": "write_call", "conclusion": "summarize"}
    )
    called: dict[Hashable, str] = {**ways, "restart": "write_call", "approve": END, "call": END}
    graph.add_conditional_edges("write_call", after_act, called)
    graph.add_conditional_edges("summarize", after_summarize, {**ways, "restart": "summarize"})
    return graph.compile()


def _react(resources: Resources) -> Any:
    graph = StateGraph(TreeTaskState, context_schema=Settings)
    graph.add_node("act", act(resources.asking, resources.calling))
    graph.add_edge(START, "act")
    graph.add_conditional_edges(
        "act", after_act, {"restart": "act", **dict.fromkeys(("stop", "approve", "call", "next", "close", "done"), END)}
    )
    return graph.compile()


def _read_step(state: Mapping[str, Any], known: int) -> ParsedStep:
    """Return the step that a strategy has decided on. `known`: rounds that were there before."""
    draft: Draft = state["draft"]
    if draft.is_ready:
        return ParsedStep("call", draft.call.tool, json.dumps(draft.call.arguments, ensure_ascii=False))
    rounds: tuple[Round, ...] = state["tree"].rounds[known:]
    if not rounds:
        return NO_STEP
    made = rounds[-1]
    match made.status:
        case "answered":
            return ParsedStep("finish", answer=made.answer)
        case "gave_up":
            return ParsedStep("give up")
        case _ if made.tool:
            return ParsedStep("call", made.tool, json.dumps(made.arguments, ensure_ascii=False))
        case _:
            return NO_STEP


def _reference(text: str, wanted: str, following: Mapping[str, Any]) -> ParsedStep | None:
    """Return the annotated step: the planner's text, and what the agent said that it named."""
    if wanted == "give up":
        return ParsedStep("give up")
    if following.get("from") != wanted:
        return None
    return parse_reply(f"{text}</s>{wanted}: {_text(following)}</s>")


def _tool(given: Mapping[str, Any]) -> Tool:
    """Return a tool of the data set, which can be chosen and never called."""
    fields = _object(given.get("input"))
    properties = {name: _schema(str(said)) for name, said in fields.items()}

    def validate(arguments: Mapping[str, Any]) -> Validated:
        return dict(arguments)  # what the model wrote is what is scored

    async def call(arguments: Validated) -> Any:
        raise AssertionError("a step is not carried out")

    return Tool(
        name=str(given["Name"]),
        description=one_line(str(given.get("function") or "")),
        parameters={"type": "object", "properties": properties},
        validate=validate,
        call=call,
        source="toolbench-static",
        effects=READS,
    )


def _schema(said: str) -> dict[str, Any]:
    kind, _, description = said.partition(",")
    schema: dict[str, Any] = {"type": _TYPES.get(kind.strip().lower(), "string")}
    return schema | ({"description": description.strip()} if description.strip() else {})


def _object(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _dicts_in(value: Any) -> list[dict[str, Any]]:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [cast("dict[str, Any]", item) for item in items if isinstance(item, dict)]


def _text(utterance: Mapping[str, Any]) -> str:
    value = utterance.get("value")
    return value if isinstance(value, str) else ""
