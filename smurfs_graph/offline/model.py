"""`offline:rules`: a chat model that serves every role by rules, from the messages it gets and nothing else.

It is a stand-in for a first look and for tests, not a language model. See docs/offline-model.md.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult

from smurfs_graph.offline import chains, executor
from smurfs_graph.offline.beside import without_beside
from smurfs_graph.offline.conditions import conditions
from smurfs_graph.offline.deliver import closing, deliver, deliver_choice
from smurfs_graph.offline.extract import NOTHING, answer, without_gap
from smurfs_graph.offline.joint.judging import is_list, still_open, whole_answer
from smurfs_graph.offline.manage import concrete, plan_graph
from smurfs_graph.offline.missing import completed, question
from smurfs_graph.offline.plan import names_in, plan
from smurfs_graph.offline.rounds import asked_each, current
from smurfs_graph.offline.sections import parse_items, parse_outcomes, task_text
from smurfs_graph.offline.series import begun, in_row
from smurfs_graph.offline.structure import structure
from smurfs_graph.offline.verify import verdict
from smurfs_graph.prompts import parse_sections

NAME = "offline:rules"
_BETWEEN = re.compile(r"\bbetween\s+(?P<first>[^,;.?!]{1,60}?)\s+and\s+", re.IGNORECASE)
_FOR_TO = re.compile(r"\bfor (?=(?:[A-Z][\w'’.-]{0,30} ){1,4}to [A-Z])")
MAX_QUERY = 6_000
"""Characters of a query that are analysed."""
MAX_SECTION = 8_000
"""Characters of one section that are analysed; what is beyond them is not read."""
CHARS_PER_TOKEN = 4
Sections = Mapping[str, str]


def _planner(sections: Sections) -> dict[str, Any]:
    query, answers = sections.get("query", ""), parse_items(sections.get("answers", ""))
    told = completed(query, answers)
    reply = plan(told, names_in(sections.get("tools", "")))
    return reply | {"question": "" if answers or not reply["needs_tool"] else question(told)}


def _answer(sections: Sections) -> dict[str, Any]:
    memory = parse_items(sections.get("memory", ""))
    return {"answer": answer(task_text(sections.get("sub_task", "")), sections.get("response", ""), memory)}


def _judged_answer(sections: Sections) -> dict[str, Any]:
    """The answer of a fused step, with what its thoughts announced taken into account."""
    task = task_text(sections.get("sub_task", ""))
    memory = parse_items(sections.get("memory", ""))
    told = answer(task, sections.get("response", ""), memory, rows=True)
    judged = verdict(task, told, sections.get("constraints", ""))
    of_each = asked_each(task) and (current(task, memory) or judged["status"] != "solved" or is_list(told))
    if of_each or (begun(memory) and in_row(task, sections.get("response", ""))):
        return {"answer": told, **judged}
    own = answer(task, sections.get("response", ""))
    gap = still_open(task, memory, judged["hint"], own)
    if gap or told.startswith(NOTHING):
        return {"answer": without_gap(own), "status": "pending", "hint": gap or judged["hint"]}
    return {"answer": whole_answer(without_gap(own), memory), "status": "solved", "hint": ""}


def _closing(sections: Sections) -> dict[str, Any]:
    return {"answer": closing(parse_items(sections.get("attempts", "")))}


def _verifier(sections: Sections) -> dict[str, Any]:
    told = sections.get("answer", "")
    return dict(verdict(task_text(sections.get("sub_task", "")), told, sections.get("constraints", "")))


def _deliverer(sections: Sections) -> dict[str, Any]:
    outcomes, verdicts = parse_outcomes(sections.get("outcomes", "")), sections.get("verdicts", "")
    told = (
        deliver_choice(sections["choice"], outcomes, verdicts) if "choice" in sections else deliver(outcomes, verdicts)
    )
    return {"answer": told.answer, "claims": told.claims, "sources": told.sources}


def _structure(sections: Sections) -> dict[str, Any]:
    outcomes = parse_outcomes(sections.get("outcomes", ""))
    return structure(sections.get("schema", ""), sections.get("answer", ""), outcomes)


def _judge(sections: Sections) -> dict[str, Any]:
    count = len(sections.get("constraints", "").splitlines())
    unjudged = {"verdict": "unknown", "reason": f"{NAME} cannot judge this"}
    return {"verdicts": [{"number": number, **unjudged} for number in range(1, count + 1)]}


def _manager(sections: Sections) -> dict[str, Any]:
    return plan_graph(sections.get("sub_tasks", "")) | {"constraints": conditions(sections.get("query", ""))}


def _supervisor(sections: Sections) -> dict[str, Any]:
    task = task_text(sections.get("sub_task", "")).strip() or "the sub-task"
    return concrete(task, [item.answer for item in executor.by_nearness(sections)])


CALLS: Mapping[str, Callable[[Sections], dict[str, Any]]] = {
    "# Planner": _planner,
    "# Manager": _manager,
    "# Supervisor": _supervisor,
    "# Executor: thought": executor.thought,
    "# Executor: tool": executor.tool,
    "# Executor: arguments": executor.arguments,
    "# Executor: next call": executor.fused,
    "# Answer": _answer,
    "# Answer and verdict": _judged_answer,
    "# Answer: closing": _closing,
    "# Verifier": _verifier,
    "# Deliverer": _deliverer,
    "# Deliverer: decision": _deliverer,
    "# Deliverer: structured answer": _structure,
    "# Judge": _judge,
    "# Executor: ReAct": chains.react,
    "# Planner: next step": chains.decide,
    "# Caller": chains.call,
    "# Summarizer": chains.summarize,
    "# Manager: task graph": chains.manage,
}
"""What each call is answered with, by the first line of its prompt."""
_WITH_ALL = ("# Supervisor", "# Executor: next call")
"""The calls that see what else the request asks beside a sub-task."""


class RulesModel(BaseChatModel):
    """The embedded stand-in model. Its reply is a pure function of the messages; options of a call change nothing."""

    fused_steps: ClassVar[bool] = True
    """What it declares to step shape "auto": it reads a sub-task best over several documents at once."""

    compares_documents: ClassVar[bool] = True
    """What it declares to fused steps: it sees the nearest documents together from the start, never one alone."""

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
    """The reply to the texts of the messages of one call: the system text first, the user's text last."""
    heading = texts[0].strip().splitlines()[0].strip() if texts and texts[0].strip() else ""
    call = CALLS.get(heading)
    if call is None:
        known = ", ".join(name.removeprefix("# ") for name in CALLS)
        return {"error": f"{NAME} knows only the prompts of smurfs-graph ({known}); it cannot answer this one."}
    sections = {name: value[:MAX_SECTION] for name, value in parse_sections(texts[-1]).items()}
    sections["query"] = sections.get("query", "")[:MAX_QUERY]
    if heading not in _WITH_ALL and "sub_task" in sections:
        sections["sub_task"] = without_beside(sections["sub_task"])
    if heading.startswith("# Executor"):
        sections |= {name: _directed(sections[name]) for name in ("sub_task", "thought") if name in sections}
    return call(sections)


def _directed(text: str) -> str:
    """ "Between A and B" and "for A to B" as "from A to B": the first is where it starts."""
    return _FOR_TO.sub("from ", _BETWEEN.sub(r"from \g<first> to ", text, count=1), count=1)


def _tokens(text: str) -> int:
    """An estimate: four characters a token, rounded up."""
    return -(-len(text) // CHARS_PER_TOKEN)
