"""`offline:rules`: a chat model that serves every role by rules, from the messages it gets and nothing else.

It is a stand-in for a first look and for tests, not a language model. See docs/offline-model.md.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult

from smurfs_graph.offline import answers, baselines, filling, planning, steps
from smurfs_graph.offline.request_reading import do_not_understand
from smurfs_graph.offline.sections import RESULTS, parse_items, parse_pairs
from smurfs_graph.prompting.prompts import parse_sections

NAME = "offline:rules"
MAX_SECTION = 40_000
"""Characters of a section that are read; a query has a limit of its own."""
CHARS_PER_TOKEN = 4
Sections = Mapping[str, str]


def _plan(sections: Sections) -> dict[str, Any]:
    tools = parse_pairs(sections.get("tools", ""))
    return planning.plan(sections.get("query", ""), tools, parse_items(sections.get("answers", "")))


def _plan_at_once(sections: Sections) -> dict[str, Any]:
    """Plan with the graph, which elsewhere is the manager's work."""
    reply = _plan(sections)
    listed = planning.with_ids(reply["sub_tasks"])
    return reply | {"sub_tasks": planning.plan_graph(listed)["sub_tasks"] if listed else []}


def _typed_request(sections: Sections) -> dict[str, Any]:
    """Fill a trip's typed request by the patterns beside the travel tools; clauses they do not explain are unclear."""
    said = [sections.get("query", ""), *(item.answer for item in parse_items(sections.get("answers", "")))]
    if "TripRequest" not in sections.get("schema", ""):
        return {"wants_itinerary": False}
    from smurfs_graph.tools.travel.reader import fill  # only who plans trips pays for its patterns

    filled = fill("\n".join(said))
    unclear = [*filled["unclear"], *(do_not_understand([wish]) for wish in filled["other_wishes"])]
    return filled | {"unclear": unclear, "other_wishes": []}


def _manage(sections: Sections) -> dict[str, Any]:
    return planning.plan_graph(parse_pairs(sections.get("sub_tasks", "")), sections.get("query", ""))


def _supervise(sections: Sections) -> dict[str, Any]:
    """Return the sub-task as it stands, with the dependencies' answers, from which its executor takes the values."""
    content = sections.get("sub_task", "").strip() or "the sub-task"
    return {"content": content, "parameters": {RESULTS: sections.get("dependencies", "")}}


CALLS: Mapping[str, Callable[[Sections], dict[str, Any]]] = {
    "# Planner": _plan,
    "# Planner: plan": _plan_at_once,
    "# Planner: typed request": _typed_request,
    "# Manager": _manage,
    "# Manager: conditions": _manage,
    "# Supervisor": _supervise,
    "# Executor: thought": steps.thought,
    "# Executor: tool": steps.tool,
    "# Executor: arguments": steps.arguments,
    "# Executor: next call": steps.fused_step,
    "# Answer": answers.reply,
    "# Answer and verdict": answers.judge_answer,
    "# Answer: closing": answers.close,
    "# Verifier": answers.verify,
    "# Deliverer": answers.deliver,
    "# Deliverer: decision": answers.deliver,
    "# Deliverer: structured answer": filling.fill,
    "# Judge": answers.judge,
    "# Executor: ReAct": baselines.react,
    "# Executor: ReAct by PMC's rules": baselines.react,
    "# Planner: next step": baselines.decide,
    "# Caller": baselines.call,
    "# Summarizer": baselines.summarize,
    "# Manager: task graph": baselines.manage,
}
"""Functions that answer each call, by the first line of its prompt."""


class RulesModel(BaseChatModel):
    """The embedded stand-in model. Its reply is a pure function of the messages; options of a call change nothing."""

    fused_steps: ClassVar[bool] = True
    """Declaration for step shape "auto": it explains a text by whole documents, which split steps show late."""

    @property
    def _llm_type(self) -> str:
        return "offline-rules"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": NAME}

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        texts = [str(message.text) for message in messages]
        reply = json.dumps(respond(texts), ensure_ascii=False)
        read, written = _tokens("".join(texts)), _tokens(reply)
        usage = UsageMetadata(input_tokens=read, output_tokens=written, total_tokens=read + written)
        metadata = {"model_name": NAME, "model_provider": "offline", "estimated_usage": True}
        message = AIMessage(content=reply, usage_metadata=usage, response_metadata=metadata)
        return ChatResult(generations=[ChatGeneration(message=message)])


def respond(texts: list[str]) -> dict[str, Any]:
    """Return the reply to the texts of the messages of one call: the system text first, the user's text last."""
    heading = texts[0].strip().splitlines()[0].strip() if texts and texts[0].strip() else ""
    sections = {name: value[:MAX_SECTION] for name, value in parse_sections(texts[-1]).items()} if texts else {}
    if call := CALLS.get(heading):
        return call(sections)
    known = ", ".join(name.removeprefix("# ") for name in CALLS)
    return {"error": f"{NAME} knows only the prompts of smurfs-graph ({known}); it cannot answer this one."}


def _tokens(text: str) -> int:
    """Return an estimate: four characters a token, rounded up."""
    return -(-len(text) // CHARS_PER_TOKEN)
