"""Runs as OpenTelemetry spans, by its conventions for generative AI (`gen_ai.*`), through the application's provider.

A run is `invoke_agent smurfs`, a model call `chat MODEL`, a tool call `execute_tool TOOL`; other nodes are spans by
their names. Texts of prompts, replies, arguments and responses are attributes only where
OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT says so, and masked then.
"""

import json
import logging
import os
from functools import lru_cache
from typing import Any, cast

from langchain_core.tracers.base import BaseTracer
from langchain_core.tracers.schemas import Run
from pydantic_core import to_jsonable_python
from typing_extensions import override

from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.tracing.labels import Labels, call_of, ending_of, is_router, labels_of, waits

AGENT = "smurfs"
_CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_TEXT_CHARS = 20_000
"""Of one attribute."""
_logger = logging.getLogger("smurfs_graph.tracing")
_TOOL_NODE = "tool_call"
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
        super()._start_trace(run)
        above = self._places.get(str(run.parent_run_id))
        self._labels[str(run.id)] = labels = self._labels_of(run)
        self._places[str(run.id)] = above
        if above is not None and self._is_hidden(run):
            return
        kind = self._trace.SpanKind.CLIENT if run.run_type in _MODEL else self._trace.SpanKind.INTERNAL
        name, attributes = self._describe(run, labels, root=above is None)
        context = self._trace.set_span_in_context(above) if above is not None else None
        self._spans[str(run.id)] = self._places[str(run.id)] = self._tracer.start_span(
            self._redactor.text(name), context, kind, self._mask(attributes), start_time=_nanoseconds(run.start_time)
        )

    @override
    def _end_trace(self, run: Run) -> None:
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
        elif failed := _failed_call(run):
            span.set_attribute("error.type", "tool_error")
            span.set_status(self._trace.Status(self._trace.StatusCode.ERROR, self._redactor.text(failed[:500])))
        span.end(_nanoseconds(run.end_time))

    @override
    def _persist_run(self, run: Run) -> None:
        """Spans are handed over one by one."""

    @override
    @staticmethod
    def _add_child_run(parent_run: Run, child_run: Run) -> None:
        """A long run's tree would hold every state that it ever had."""

    def _labels_of(self, run: Run) -> Labels:
        above = self._labels.get(str(run.parent_run_id), Labels())
        if run.run_type in _MODEL or is_router(run.name):
            return above
        found = labels_of(run.name, cast("object", run.inputs))
        return found._replace(sub_task=found.sub_task or above.sub_task)

    def _is_hidden(self, run: Run) -> bool:
        """Routers, LangGraph's own steps, and what LangChain says of a tool's call once more."""
        parent = self.run_map.get(str(run.parent_run_id))
        again = parent is not None and parent.name == _TOOL_NODE and run.run_type == "tool"
        return again or is_router(run.name) or "langsmith:hidden" in (run.tags or [])

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
        if run.name == _TOOL_NODE:
            known |= {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": labels.tool}
            draft: Any = inputs.get("draft")
            known |= self._texts("gen_ai.tool.call.arguments", getattr(draft, "arguments", None))
            return f"execute_tool {labels.tool}", known
        if root:
            known |= {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": AGENT}
            known |= {"gen_ai.conversation.id": metadata.get("thread_id")}
            return f"invoke_agent {AGENT}", known | self._texts("gen_ai.input.messages", inputs.get("query"))
        return run.name, known

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
        return f"chat {model}", known | self._texts("gen_ai.input.messages", run.inputs.get("messages"))

    def _ending(self, run: Run) -> dict[str, Any]:
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
            known |= self._texts("gen_ai.output.messages", outputs.get("answer"))
        if run.name == _TOOL_NODE:
            known |= self._texts("gen_ai.tool.call.result", getattr(outputs.get("draft"), "response", None))
        return known

    def _ending_of_call(self, outputs: dict[str, Any]) -> dict[str, Any]:
        try:
            message: dict[str, Any] = outputs["generations"][0][0]["message"]["kwargs"]
        except (KeyError, IndexError, TypeError):
            return {}
        usage: dict[str, Any] = message.get("usage_metadata") or {}
        about: dict[str, Any] = message.get("response_metadata") or {}
        reason: Any = about.get("finish_reason")
        return {
            "gen_ai.usage.input_tokens": usage.get("input_tokens"),
            "gen_ai.usage.output_tokens": usage.get("output_tokens"),
            "gen_ai.response.model": about.get("model_name"),
            "gen_ai.response.id": about.get("id"),
            "gen_ai.response.finish_reasons": [str(reason)] if reason else None,
        } | self._texts("gen_ai.output.messages", message.get("content"))

    def _texts(self, name: str, value: Any) -> dict[str, Any]:
        """An attribute that holds what was said, where that is wanted."""
        if not self._with_texts or value is None:
            return {}
        plain = self._redactor.data(to_jsonable_python(value, serialize_unknown=True))
        text = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)
        return {name: text[:_TEXT_CHARS]}

    def _mask(self, attributes: dict[str, Any]) -> dict[str, Any]:
        """Drop the secrets in attributes, and the attributes that are not known."""
        return {
            name: self._redactor.text(value) if isinstance(value, str) else value
            for name, value in attributes.items()
            if value is not None
        }


@lru_cache(maxsize=1)
def _say_where_spans_go_nowhere(provider: Any) -> None:
    if type(provider).__name__ == "ProxyTracerProvider":
        _logger.warning("no OpenTelemetry tracer provider is set up in this process: spans go nowhere")


def _failed_call(run: Run) -> str:
    """Why a tool call failed, which is no error of its node; empty where it did not."""
    if run.name != _TOOL_NODE or not isinstance(run.outputs, dict):
        return ""
    search: Any = cast("dict[str, Any]", run.outputs).get("search")
    attempts: Any = getattr(search, "global_memory", None)
    last: Any = attempts[-1] if attempts else None
    return str(last.reason) if last is not None and last.status == "failed" else ""


def _nanoseconds(moment: Any) -> int | None:
    return int(moment.timestamp() * 1e9) if moment is not None else None
