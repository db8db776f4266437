"""LangSmith's tracer, labelled, and sent by `delivery` instead of LangSmith's own client."""

import os
from typing import Any, cast

from langchain_core.tracers.langchain import LangChainTracer
from langchain_core.tracers.schemas import Run
from langsmith import get_tracing_context
from typing_extensions import override

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tracing.delivery import Delivery, TracedRun, destination, destination_of
from smurfs_graph.tracing.labels import Labels, call_of, ending_of, is_hidden, is_router, labels_below, waits

_RECIPE = frozenset({"smurfs_tools", "smurfs_settings", "smurfs_schema", "smurfs_signature", "smurfs_state"})
"""Keys that the command line keeps with checkpoints; a trace has no use for them."""
_START_FIELDS = ("name", "run_type", "inputs", "reference_example_id", "start_time", "session_name", "serialized")


def require_destination() -> None:
    """Raises ConfigurationError where a trace that the settings ask for has nowhere to go."""
    keys = [os.environ.get(f"{prefix}_API_KEY") for prefix in ("LANGSMITH", "LANGCHAIN")]
    elsewhere = [
        os.environ.get(name) for name in ("LANGSMITH_ENDPOINT", "LANGCHAIN_ENDPOINT", "LANGSMITH_RUNS_ENDPOINTS")
    ]
    if not any(keys) and not any(elsewhere):
        raise ConfigurationError(
            "tracing to LangSmith needs LANGSMITH_API_KEY, or LANGSMITH_ENDPOINT for a server of your own"
        )


class RunTracer(LangChainTracer):
    """Names runs by role, tags them, masks them, and hands them over without waiting for anything."""

    def __init__(self, strategy: str, **options: Any) -> None:
        """`strategy`: a tag of every run; `options` as for LangChain's tracer."""
        given: Any = options.pop("client", None)
        self.delivery: Delivery = destination() if given is None else destination_of(given)
        client: Any = self.delivery  # LangChain's tracer asks nothing of it but to flush
        super().__init__(client=client, **options)
        self.strategy = strategy
        self._labels: dict[str, Labels] = {}
        """By the id of the run."""
        self._asked: dict[str, int] = {}
        """Model calls so far, by the id of the node's run that makes them."""

    @classmethod
    def beside(cls, around: Any, strategy: str) -> "RunTracer":
        """Return a tracer of an inner graph's runs, which stay in the tree of the application around it, if any."""
        if type(around) is RunTracer:
            return around
        if not isinstance(around, LangChainTracer):
            parent: Any = get_tracing_context().get("parent")  # of LangSmith's `traceable`, or of an evaluation
            return cls(strategy, client=getattr(parent, "ls_client", None))
        return cls(
            strategy,
            client=around.client,
            project_name=around.project_name,
            example_id=around.example_id,
            tags=around.tags,
            run_map=around.run_map,
            order_map=around.order_map,
        )

    @override
    def copy_with_metadata_defaults(self, *, metadata: Any = None, tags: list[str] | None = None) -> "RunTracer":
        """Return this tracer: LangChain copies tracers to give them defaults; this one has its own labels, and is
        shared.
        """
        if metadata:
            self.tracing_metadata = {**metadata, **(self.tracing_metadata or {})}
        if tags:
            self.tags = sorted({*self.tags, *tags})
        return self

    @override
    def _start_trace(self, run: Run) -> None:
        """Label a run that starts; a model's is named by the role that asks, and counted as an attempt of it."""
        super()._start_trace(run)
        labels = labels_below(self._labels.get(str(run.parent_run_id), Labels()), run)
        if run.run_type == "llm":
            parent = self.run_map.get(str(run.parent_run_id))
            run.name = call_of(parent.name) if parent is not None else run.name
            self._asked[str(run.parent_run_id)] = number = self._asked.get(str(run.parent_run_id), 0) + 1
            labels = labels._replace(attempt=labels.attempt + number - 1)
        self._labels[str(run.id)] = labels
        run.tags = [*(run.tags or []), f"strategy:{self.strategy}", *labels.tags]
        run.extra["metadata"] = {**run.metadata, "smurfs_strategy": self.strategy, **labels.metadata}

    @override
    def _end_trace(self, run: Run) -> None:
        """Forget the labels of a run that ends."""
        super()._end_trace(run)
        self._labels.pop(str(run.id), None)
        self._asked.pop(str(run.id), None)

    @override
    @staticmethod
    def _add_child_run(parent_run: Run, child_run: Run) -> None:
        """Keep no tree: a long run's would hold every state that it ever had."""

    @override
    def _persist_run_single(self, run: Run) -> None:
        """Send a run when it starts."""
        if self._is_off(run):
            return
        fields = {name: getattr(run, name, None) for name in _START_FIELDS}
        if run.run_type != "llm":
            fields["serialized"] = None  # a model's has its parameters, others repeat the name
        if is_router(run.name):
            fields["inputs"] = {}  # the outputs of the node above it, which are sent with that
        self.delivery.put(TracedRun("post", {**_ids(run), **fields, **_shared_fields(run)}))
        if run.end_time is not None:  # LangChain persists a run whose inputs came late once, at its end
            self._update_run_single(run)

    @override
    def _update_run_single(self, run: Run) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Send what a run's end adds: its outputs or its error."""
        if self._is_off(run):
            return
        run.extra["metadata"] = {**run.metadata, **ending_of(cast("object", run.outputs))}
        fields: dict[str, Any] = {"outputs": run.outputs, "error": run.error, "end_time": run.end_time}
        if waits(run.error):
            run.extra["metadata"]["smurfs_waits"] = True
            fields |= {"outputs": {"waits": run.error}, "error": None}
        self.delivery.put(TracedRun("patch", {**_ids(run), **fields, **_shared_fields(run)}))

    def _is_off(self, run: Run) -> bool:
        """Return whether a run is not to be traced."""
        extra = cast("dict[str, Any]", run.extra)
        return bool(extra.get("__disabled")) or is_hidden(run, self.run_map.get(str(run.parent_run_id)))

    @override
    def wait_for_futures(self) -> None:
        """Wait until the traces are sent."""
        self.delivery.flush()


class SilentTracer(RunTracer):
    """Stands where LangChain would put its own tracer, and sends nothing."""

    def __init__(self) -> None:
        """Need no label."""
        super().__init__("")

    @override
    def _is_off(self, run: Run) -> bool:
        """Return True: no run is traced."""
        return True


def _ids(run: Run) -> dict[str, Any]:
    """Return the fields that place a run in its trace."""
    return {
        "id": run.id,
        "trace_id": run.trace_id,
        "parent_run_id": run.parent_run_id,
        "dotted_order": run.dotted_order,
    }


def _shared_fields(run: Run) -> dict[str, Any]:
    """Return the fields that are sent at the start and at the end of a run."""
    given = cast("dict[str, Any]", run.extra)
    extra: dict[str, Any] = {name: value for name, value in given.items() if name != "inputs_is_truthy"}
    extra["metadata"] = {name: value for name, value in extra.get("metadata", {}).items() if name not in _RECIPE}
    events: list[Any] = list(cast("list[Any]", run.events or []))
    return {"extra": extra, "tags": list(run.tags or []), "events": events}
