"""A scripted model that plays a conversation of BFCL without fault, whoever asks it, and counts what it is asked."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import Field, PrivateAttr

from smurfs_graph.testing import ScriptedModel
from tests.benchmarks.bfcl_plays import Call, Reply
from tests.benchmarks.capable_model import count_tokens

DONE = "Done."
_FINISH = {"tool": "Finish", "arguments": {"return_type": "give_answer", "final_answer": DONE}}


class Oracle(ScriptedModel):
    """Replies with a turn's calls, one reply after the other, then with a short text.

    With tools bound, the place is that of its own replies. Roles that are asked one by one (thought, tool, arguments)
    are given the first call that the world has not seen yet, for they may be asked again; a planner makes a sub-task of
    each call, or one of all.
    """

    splits: bool = True
    """Whether its plans have a sub-task for each call, or one for all."""
    made: list[Call] = Field(default_factory=list[Call])
    """The calls that the world has seen in this turn."""
    prompts: list[str] = Field(default_factory=list[str])
    """All that was sent in this turn, by model call."""
    tokens: int = 0
    calls: int = 0
    wanted: int = 0
    """Tool calls that it has asked for, tools bound, over all turns."""

    _replies: list[Reply] = PrivateAttr(default_factory=list[Reply])
    _at: int = PrivateAttr(0)
    _is_planned: bool = PrivateAttr(False)

    def __init__(self, **options: Any) -> None:
        """Know of tool calling, and of nothing to do yet."""
        options.setdefault("profile", {"tool_calling": True})
        super().__init__(self._as_role, caller=self._with_tools, **options)

    def begin_turn(self, replies: Sequence[Reply], made: list[Call]) -> None:
        """Take up the next turn; `made` fills with the calls that its world sees."""
        self._replies, self._at, self._is_planned = list(replies), 0, False
        self.made, self.prompts = made, []

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **given: Any
    ) -> ChatResult:
        said = [str(each.text) + "".join(map(_written, getattr(each, "tool_calls", []))) for each in messages]
        self.prompts.append("\n".join(said))
        self.tokens += count_tokens(self.prompts[-1]) + count_tokens(json.dumps(given.get("scripted_tools", [])))
        self.calls += 1
        return super()._generate(messages, stop, run_manager, **given)

    def _with_tools(self, messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
        if self._at == len(self._replies):
            return AIMessage(DONE)
        reply = self._replies[self._at]
        self._at += 1
        self.wanted += len(reply)
        calls = [
            {"name": call["name"], "args": call["arguments"], "id": f"call_{self.calls}_{at}"}
            for at, call in enumerate(reply)
        ]
        return AIMessage("", tool_calls=calls)

    def _as_role(self, role: str, sections: dict[str, str]) -> Any:
        planned = [call for reply in self._replies for call in reply]
        call = planned[len(self.made)] if len(self.made) < len(planned) else None
        ended = (self._is_planned and self.splits) or not call
        status = {"status": "solved" if ended else "pending", "hint": "" if ended else "go on"}
        name, arguments = (call["name"], call["arguments"]) if call else ("none of these", {})
        match role:
            case "planner" | "planner.plan":
                self._is_planned = True
                return _plan(planned, splits=self.splits)
            case "executor.thought":
                return {"thought": f"{name} comes next."}
            case "executor.tool":
                return {"tool": name}
            case "executor.arguments":
                return arguments
            case "executor.fused":
                calls = [{"tool": name, "arguments": arguments}] if call else []
                return {"thought": f"{name} comes next.", "calls": calls}
            case "verifier":
                return status
            case "answer.fused":
                return {"answer": DONE, **status}
            case "executor.react":
                return {"thought": "next", **({"tool": name, "arguments": arguments} if call else _FINISH)}
            case _:
                return {"answer": DONE}


def _plan(calls: Sequence[Call], *, splits: bool) -> dict[str, Any]:
    parts = [f"Part {at + 1}: {call['name']} with {call['arguments']}" for at, call in enumerate(calls)]
    tasks = parts if splits or not parts else ["; ".join(parts)]
    return {"needs_tool": bool(tasks), "sub_tasks": tasks, "answer": "" if tasks else DONE, "order": "chain"}


def _written(call: Any) -> str:
    return json.dumps([call["name"], call["args"]], ensure_ascii=False)
