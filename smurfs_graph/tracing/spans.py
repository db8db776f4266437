"""Runs as OpenTelemetry spans, by its conventions for generative AI (`gen_ai.*`), through the application's provider.

A run is `invoke_agent smurfs`, a model call `chat MODEL`, a tool call `execute_tool TOOL`; nodes are spans by their
names, of OpenInference's kind CHAIN, for those conventions have no word for them. Texts of prompts, replies, arguments
and responses are attributes only where OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT says so, and masked then.
"""

import json
import logging
import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage, messages_from_dict
from langchain_core.tracers.base import BaseTracer
from langchain_core.tracers.schemas import Run
from pydantic_core import to_jsonable_python
from typing_extensions import override

from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.tools.output import cut
from smurfs_graph.tracing.labels import Labels, call_of, ending_of, is_hidden, is_router, labels_below, waits

AGENT = "smurfs"
_CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_TEXT_CHARS = 20_000
"""Of one attribute."""
_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant"}
"""LangChain's types that the conventions call otherwise."""
_TEXTS = ("content", "response", "arguments")
"""Keys of a message's part that may hold long texts."""
_logger = logging.getLogger("smurfs_graph.tracing")
_MODEL = ("llm", "chat_model")


def require_opentelemetry() -> None:
    """Raises ConfigurationError where OpenTelemetry is not installed."""
    try:
        import opentelemetry.trace  # noqa: F401 # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise ConfigurationError(
            f"OpenTelemetry is not installed; {how_to_install('otel')}; or set tracing to something else"
        ) from None


class SpanTracer(BaseTracer):
    """Makes a span of each run of a graph."""

    run_inline = True

    def __init__(self, strategy: str) -> None:
        """`strategy`: an attribute of every span."""
        super().__init__(_schema_format="original+chat")
        from opentelemetry import trace

        self._trace = trace
        _say_where_spans_go_nowhere(trace.get_tracer_provider())
        self._tracer = trace.get_tracer("smurfs_graph")
        self._strategy = strategy
        self._spans: dict[str, Any] = {}
        self._places: dict[str, Any] = {}
        """The span that a run's children stand under: its own, or the one above a hidden run."""
        self._labels: dict[str, Labels] = {}
        self._redactor = Redactor()
        self._with_texts = os.environ.get(_CONTENT, "").lower() in ("true", "1", "span_only", "span_and_event")

    @override
    def _start_trace(self, run: Run) -> None:
        """Start a run's span below that of the run above it; a router or a hidden run has none."""
        super()._start_trace(run)
        above = self._places.get(str(run.parent_run_id))
        labels = labels_below(self._labels.get(str(run.parent_run_id), Labels()), run)
        self._labels[str(run.id)], self._places[str(run.id)] = labels, above
        if above is not None and (is_router(run.name) or is_hidden(run, self.run_map.get(str(run.parent_run_id)))):
            return
        kind = self._trace.SpanKind.CLIENT if run.run_type in _MODEL else self._trace.SpanKind.INTERNAL
        name, attributes = self._describe(run, labels, root=above is None)
        context = self._trace.set_span_in_context(above) if above is not None else None
        self._spans[str(run.id)] = self._places[str(run.id)] = self._tracer.start_span(
            self._redactor.text(name), context, kind, self._mask(attributes), start_time=_nanoseconds(run.start_time)
        )

    @override
    def _end_trace(self, run: Run) -> None:
        """End a run's span, with what came of it."""
        super()._end_trace(run)
        self._labels.pop(str(run.id), None)
        self._places.pop(str(run.id), None)
        span = self._spans.pop(str(run.id), None)
        if span is None:
            return
        span.set_attributes(self._mask(self._ending(run)))
        if waits(run.error):
            span.set_attribute("smurfs.waits", True)
        elif run.error:
            error = run.error.partition("(")[0][:80]
            span.set_attribute("error.type", error)
            span.set_status(self._trace.Status(self._trace.StatusCode.ERROR, self._redactor.text(run.error[:500])))
        span.end(_nanoseconds(run.end_time))

    @override
    def _persist_run(self, run: Run) -> None:
        """Do nothing: spans are handed over one by one."""

    @override
    @staticmethod
    def _add_child_run(parent_run: Run, child_run: Run) -> None:
        """Keep no tree: a long run's would hold every state that it ever had."""

    def _describe(self, run: Run, labels: Labels, *, root: bool) -> tuple[str, dict[str, Any]]:
        """Return name and first attributes of a span."""
        metadata: dict[str, Any] = run.metadata
        inputs = cast("dict[str, Any]", run.inputs)
        known: dict[str, Any] = {
            "smurfs.strategy": self._strategy,
            "smurfs.sub_task": labels.sub_task or None,
            "smurfs.depth": labels.depth,
            "smurfs.attempt": labels.attempt or None,
        }
        if run.run_type in _MODEL:
            return self._describe_call(run, known)
        if run.run_type == "tool":
            return self._describe_tool(run, known)
        if root:
            known |= {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": AGENT}
            known |= {"gen_ai.conversation.id": metadata.get("thread_id")}
            return f"invoke_agent {AGENT}", known | self._said("input", said("user", str(inputs.get("query", ""))))
        return run.name, known | {"openinference.span.kind": "CHAIN"}

    def _describe_tool(self, run: Run, known: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        about = cast("dict[str, Any]", run.serialized or {})
        known |= {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": run.name,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.description": about.get("description"),
            "gen_ai.tool.call.id": cast("dict[str, Any]", run.extra or {}).get("tool_call_id"),
        }
        return f"execute_tool {run.name}", known | self._texts("gen_ai.tool.call.arguments", run.inputs)

    def _describe_call(self, run: Run, known: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        metadata: dict[str, Any] = run.metadata
        parent = self.run_map.get(str(run.parent_run_id))
        model = str(metadata.get("ls_model_name") or run.name)
        known |= {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": metadata.get("ls_provider"),
            "gen_ai.request.model": model,
            "gen_ai.request.temperature": metadata.get("ls_temperature"),
            "gen_ai.request.max_tokens": metadata.get("ls_max_tokens"),
            "smurfs.role": call_of(parent.name) if parent is not None else None,
        }
        dumped = cast("dict[str, list[list[Any]]]", run.inputs).get("messages", [[]])[0]
        asked = [message_data(message) for message in map(from_dumped, dumped) if message is not None]
        return f"chat {model}", known | self._messages("gen_ai.input.messages", asked)

    def _ending(self, run: Run) -> dict[str, Any]:
        """Return the attributes that a run's end adds to its span."""
        outputs = cast("dict[str, Any]", run.outputs or {})
        if run.run_type in _MODEL:
            return self._ending_of_call(outputs)
        ending = ending_of(outputs)
        known = {f"smurfs.{name.removeprefix('smurfs_')}": value for name, value in ending.items()}
        if run.parent_run_id is None and ending:
            known |= {
                "gen_ai.usage.input_tokens": ending.get("smurfs_input_tokens"),
                "gen_ai.usage.output_tokens": ending.get("smurfs_output_tokens"),
            }
            answer = said("assistant", str(outputs.get("answer", "")))
            known |= self._said("output", {**answer, "finish_reason": "stop"})
        if run.run_type == "tool":
            known |= self._texts("gen_ai.tool.call.result", getattr(outputs.get("output"), "content", None))
        return known

    def _ending_of_call(self, outputs: dict[str, Any]) -> dict[str, Any]:
        try:
            message = from_dumped(outputs["generations"][0][0]["message"])
        except (KeyError, IndexError, TypeError):
            return {}
        if not isinstance(message, AIMessage):
            return {}
        usage, about = message.usage_metadata, message.response_metadata
        reason = str(about.get("finish_reason") or about.get("stop_reason") or "")
        replied = {**message_data(message), "finish_reason": reason or ("tool_call" if message.tool_calls else "stop")}
        return {
            "gen_ai.usage.input_tokens": usage["input_tokens"] if usage else None,
            "gen_ai.usage.output_tokens": usage["output_tokens"] if usage else None,
            "gen_ai.response.model": about.get("model_name"),
            "gen_ai.response.id": about.get("id"),
            "gen_ai.response.finish_reasons": [reason] if reason else None,
        } | self._messages("gen_ai.output.messages", [replied])

    def _said(self, way: str, message: dict[str, Any]) -> dict[str, Any]:
        """Return a whole run's input or output, also where OpenInference has it, whose lists of
        runs show nothing else.
        """
        plain = self._texts(f"{way}.value", message["parts"][0]["content"])
        return plain | self._messages(f"gen_ai.{way}.messages", [message])

    def _messages(self, name: str, messages: list[dict[str, Any]]) -> dict[str, Any]:
        """Return an attribute that holds messages, where that is wanted."""
        if not self._with_texts:
            return {}
        return {name: written(cast("list[dict[str, Any]]", self._redactor.data(messages)), _TEXT_CHARS)}

    def _texts(self, name: str, value: Any) -> dict[str, Any]:
        """Return an attribute that holds what was said, where that is wanted."""
        if not self._with_texts or value is None:
            return {}
        plain = self._redactor.data(to_jsonable_python(value, serialize_unknown=True))
        text = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)
        return {name: text[:_TEXT_CHARS]}

    def _mask(self, attributes: dict[str, Any]) -> dict[str, Any]:
        """Drop the secrets in attributes, and the attributes that are None."""
        return {
            name: self._redactor.text(value) if isinstance(value, str) else value
            for name, value in attributes.items()
            if value is not None
        }


@lru_cache(maxsize=1)
def _say_where_spans_go_nowhere(provider: Any) -> None:
    if type(provider).__name__ == "ProxyTracerProvider":
        _logger.warning("no OpenTelemetry tracer provider is set up in this process: spans go nowhere")


def _nanoseconds(moment: Any) -> int | None:
    return int(moment.timestamp() * 1e9) if moment is not None else None


def from_dumped(dumped: Any) -> BaseMessage | None:
    """Return the message that a tracer has been given as LangChain's constructor; None for anything else."""
    fields: Any = cast("dict[str, Any]", dumped).get("kwargs") if isinstance(dumped, dict) else None
    try:
        return messages_from_dict([{"type": fields["type"], "data": fields}])[0]
    except (TypeError, KeyError, ValueError):
        return None


def message_data(message: BaseMessage) -> dict[str, Any]:
    """Return a message as the conventions write it: texts, reasoning, tool calls and their results;
    else a part's type.
    """
    role = _ROLES.get(message.type, message.type)
    if isinstance(message, ToolMessage):
        told = {"type": "tool_call_response", "id": message.tool_call_id, "response": message.text}
        return {"role": role, "parts": [told]}
    parts = [_part(cast("Mapping[str, Any]", block)) for block in message.content_blocks]
    if isinstance(message, AIMessage):  # of every provider, and also where content is plain text
        parts = [part for part in parts if part["type"] != "tool_call"]
        parts += [
            {"type": "tool_call", "id": call["id"], "name": call["name"], "arguments": call["args"]}
            for call in message.tool_calls
        ]
    return {"role": role, "parts": parts}


def said(role: str, text: str) -> dict[str, Any]:
    """Return a message that is one text."""
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def written(messages: Iterable[Mapping[str, Any]], most: int) -> str:
    """Write messages as JSON of about `most` characters: of long ones, each text loses its middle."""
    every = list(messages)
    text = json.dumps(every, ensure_ascii=False)
    if len(text) <= most:
        return text
    each = most // max(1, sum(len(message["parts"]) for message in every))
    short = [{**message, "parts": [_cut(part, each) for part in message["parts"]]} for message in every]
    return json.dumps(short, ensure_ascii=False)


def _part(block: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(block.get("type", "text"))
    if kind in ("text", "reasoning"):
        return {"type": kind, "content": str(block.get(kind, ""))}
    return {"type": kind}  # an image, a file: nobody reads its bytes in a trace


def _cut(part: Mapping[str, Any], most: int) -> dict[str, Any]:
    texts = {name: part[name] for name in _TEXTS if name in part}
    plain = {name: text if isinstance(text, str) else json.dumps(text) for name, text in texts.items()}
    return {**part, **{name: cut(text, most) for name, text in plain.items() if len(text) > most}}
