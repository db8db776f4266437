"""A scripted chat model, for tests of this library and of what is built on it.

```python
from smurfs_graph.testing import ScriptedModel
model = ScriptedModel(lambda call, sections: {"answer": "42"})
graph = build_graph(Settings(model="scripted:test"), tools=[f], models={"scripted:test": model})
```
"""

import asyncio
import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableParallel
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field, ValidationError

from smurfs_graph.models.refs import forbid_real_models
from smurfs_graph.models.registry import Registry, Rung, replace_process_registry
from smurfs_graph.prompting.prompts import parse_sections

__all__ = [
    "CALLS_BY_HEADING",
    "Asked",
    "Caller",
    "FormatRefusedError",
    "Script",
    "ScriptedModel",
    "call_of",
    "forbid_real_models",
    "fresh_registry",
]

Caller = Callable[[list[BaseMessage], list[dict[str, Any]]], Any]
"""From a conversation and the tools bound (as OpenAI's functions) to an `AIMessage`, or a text that answers."""
Script = Callable[[str, dict[str, str]], Any]
"""From the call ("planner", "executor.thought", ...) and the prompt's sections to a reply: text, or data for JSON."""

CALLS_BY_HEADING: Mapping[str, str] = {
    "# Planner": "planner",
    "# Planner: plan": "planner.plan",
    "# Manager": "manager",
    "# Manager: conditions": "manager.conditions",
    "# Supervisor": "supervisor",
    "# Executor: thought": "executor.thought",
    "# Executor: tool": "executor.tool",
    "# Executor: arguments": "executor.arguments",
    "# Executor: next call": "executor.fused",
    "# Answer": "answer",
    "# Answer and verdict": "answer.fused",
    "# Answer: closing": "answer.closing",
    "# Verifier": "verifier",
    "# Deliverer": "deliverer",
    "# Judge": "judge",
    "# Deliverer: decision": "deliverer.inference",
    "# Deliverer: structured answer": "deliverer.structured",
    "# Executor: which tool": "executor.guided.tool",
    "# Executor: values": "executor.guided.values",
    "# Answer: one sentence": "answer.guided",
    "# Verifier: yes or no": "verifier.guided",
    "# Executor: ReAct": "executor.react",
    "# Executor: ReAct by PMC's rules": "executor.react.pmc",
    "# Executor: request": "executor.native",
    "# Executor: part of a request": "executor.native.part",
    "# Executor: request, by programs": "executor.code",
    "# Executor: part of a request, by programs": "executor.code.part",
    "# Manager: task graph": "manager.pmc",
    "# Planner: next step": "planner.umi",
    "# Planner: typed request": "planner.formulate",
    "# Caller": "caller",
    "# Summarizer": "summarizer",
}


@dataclass(frozen=True)
class Asked:
    """One question that a scripted model was asked, and what it replied."""

    call: str
    """Names the prompt."""
    system: str
    user: str
    """The messages as sent."""
    reply: str
    rung: Rung = "prompted"
    """The format asked for."""

    @property
    def sections(self) -> dict[str, str]:
        """Return the user message's values by variable."""
        return parse_sections(self.user)


class FormatRefusedError(Exception):
    """The error of a server that does not know a format: status 400."""

    status_code = 400


class ScriptedModel(BaseChatModel):
    """A chat model that replies what its script says, and remembers what it was asked.

    The script may return text, data (written as JSON), or an `AIMessage` as it is; it may raise, and the error is then
    what the "server" answered.
    """

    script: Script
    latency: float = 0.0
    """Seconds that every call takes."""
    usage: bool = True
    """Whether usage is reported (4 characters a token)."""
    formats: frozenset[Rung] = frozenset()
    """Formats of structured output that the model has; the others are refused before anything is sent."""
    refused_formats: frozenset[Rung] = frozenset()
    """Formats that the model claims to have and its server refuses."""
    fused_steps: bool | None = None
    """The model's declaration for step shape "auto"."""
    several_calls: bool | None = None
    """Whether the model declares that a reply may hold several calls."""
    writes_programs: bool | None = None
    """Whether the model declares that its steps may be programs."""
    caller: Caller | None = None
    """Answers where tools are bound; None: the model takes no tools."""
    asked: list[Asked] = Field(default_factory=list[Asked])

    def __init__(self, script: Script, **options: Any) -> None:
        """`options`: the other fields by name; `profile={"max_input_tokens": 2048}` gives it a window."""
        super().__init__(script=script, **options)  # pyright: ignore[reportCallIssue]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def text_only(self) -> bool:
        """Return whether JSON can only be asked for in the prompt, and no tools are taken."""
        return not self.formats | self.refused_formats and self.caller is None

    @property
    def calls_tools(self) -> bool | None:
        """Return whether tools may be bound to it: not without a caller; else as its profile says; None: unknown."""
        profile: Any = self.profile or {}
        return profile.get("tool_calling") if self.caller is not None else False

    def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[Any, Any]:
        """Return the model with tools that its caller may call."""
        return self.bind(scripted_tools=[convert_to_openai_tool(tool) for tool in tools])

    def with_structured_output(
        self, schema: Any, *, method: Rung = "json_schema", include_raw: bool = False, **kwargs: Any
    ) -> Runnable[Any, Any]:
        """Return the model bound to a format; `include_raw` is implied."""
        if method not in self.formats | self.refused_formats:
            raise NotImplementedError(f"this scripted model has no {method}")
        return RunnableParallel(raw=self.bind(scripted_format=method))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        if self.caller is not None and "scripted_tools" in kwargs:
            return self._reply_of_caller(self.caller, messages, kwargs["scripted_tools"])
        rung: Rung = kwargs.get("scripted_format", "prompted")
        if rung in self.refused_formats:
            raise FormatRefusedError(f"response format {rung!r} is not supported")
        system, user = str(messages[0].text), str(messages[-1].text)
        call = call_of(system)
        reply = self.script(call, parse_sections(user))
        try:
            message = reply if isinstance(reply, AIMessage) else _message(reply, rung)
        except ValidationError:  # no client makes a message of it, and yet it was asked
            self.asked.append(Asked(call, system, user, str(reply), rung))
            raise
        self.asked.append(Asked(call, system, user, str(message.text) or json.dumps(message.tool_calls), rung))
        if self.usage and message.usage_metadata is None:
            message = message.model_copy(update={"usage_metadata": _counted(system + user, self.asked[-1].reply)})
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _reply_of_caller(self, caller: Caller, messages: list[BaseMessage], tools: list[dict[str, Any]]) -> ChatResult:
        """Return the reply of the caller to a question with tools."""
        reply = caller(messages, tools)
        message = reply if isinstance(reply, AIMessage) else AIMessage(str(reply))
        said = str(message.text) or json.dumps(message.tool_calls)
        sent = "".join(str(each.text) for each in messages) + json.dumps(tools)
        system = str(messages[0].text) if messages[0].type == "system" else ""
        told = [
            str(each.text) for each in messages if each.type == "human"
        ]  # earlier turns, then the prompt's sections
        user = next(filter(parse_sections, told), told[0] if told else "")
        self.asked.append(Asked(call_of(system), system, user, said))
        if self.usage and message.usage_metadata is None:
            message = message.model_copy(update={"usage_metadata": _counted(sent, said)})
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        if self.latency:
            await asyncio.sleep(self.latency)
        return self._generate(messages, **kwargs)


def call_of(system: str) -> str:
    """Return the call that a system message belongs to; "unknown" where it is none of this library's."""
    return CALLS_BY_HEADING.get(system.split("\n", 1)[0].strip(), "unknown")


@contextmanager
def fresh_registry() -> Generator[Registry]:
    """Lend a registry of one's own: what is learned about servers and models while this is open is
    forgotten after it.
    """
    registry = Registry()
    old = replace_process_registry(registry)
    try:
        yield registry
    finally:
        replace_process_registry(old)
        registry.clients.close()


def _message(reply: Any, rung: Rung) -> AIMessage:
    if rung == "function_calling" and not isinstance(reply, str):
        return AIMessage("", tool_calls=[{"name": "reply", "args": reply, "id": "call_1"}])
    return AIMessage(reply if isinstance(reply, str) else json.dumps(reply))


def _counted(sent: str, received: str) -> UsageMetadata:
    tokens_in, tokens_out = len(sent) // 4 + 1, len(received) // 4 + 1
    return UsageMetadata(input_tokens=tokens_in, output_tokens=tokens_out, total_tokens=tokens_in + tokens_out)
