"""The record of a run's model calls, beside its payloads: what was sent, word for word but masked, and what came back.

One row has one question of a node; its key is the same where a process that goes on with the run asks it again. A
message is kept as what it adds to the messages before it, and a long paragraph once, in the first row that has it. So a
conversation that grows costs what was added.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.emitting import depth_of, scope_of, step_of
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.payloads import BREAK, RESPONSES, call_key
from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.models.transcript import ServerRequest, Transcript, message_data
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.search.state import SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import Offer, RunState, TaskState
from smurfs_graph.tools.tool import Tool

MOST_CHARS = 64 * 1024 * 1024
"""Of what one process records of one run, before it is compressed."""
MOST_TOOLS = 64
"""Documents that a row has; a longer choice is ranked."""
_MAX_RUNS = 1_000
_PARAGRAPH = 160
"""Characters of one that is kept once, wherever it stands."""
_MOST_OF_A_FAILURE = 2_000
_COUNTED = {"input_tokens", "output_tokens", "cached_tokens", "estimated", "cost"}
Said = dict[str, Any]
"""By digest: a paragraph; or a message, as a list of the one before it and of its paragraphs (in a list: by digest)."""


class Recorder:
    """Writes the records of one graph's runs; remembers what it has written of each."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        """Start with nothing written; `tools`: all that the graph has."""
        self._tools = tools
        self._redactor = Redactor()
        self._runs: BoundedDict[str, _RunRecords] = BoundedDict(_MAX_RUNS)

    async def write(
        self,
        state: RunState | TaskState,
        runtime: Runtime[Settings],
        about: dict[str, Any],
        transcript: Transcript,
        used: UsageRow | None,
    ) -> str:
        """Write the row of a question. Returns why it was not written, where it cannot be.

        `about`: what else the row says; `used`: by the last request, as the ledger has it.
        """
        info = runtime.execution_info
        store = runtime.store
        run_id = state.get("run_id", "")
        if info is None or info.thread_id is None or store is None:
            return "model calls are not recorded: the run is kept nowhere (the graph has no checkpointer, or no store)"
        run = self._runs.setdefault(run_id, _RunRecords(self._redactor))
        if run.chars > MOST_CHARS:
            return f"model calls are not recorded any more: the record of this run has {run.chars:,} characters"
        place = info.checkpoint_ns.rpartition("|")[0]
        key = call_key(run_id, place, (state.get("usage") or Usage()).replies)
        said: Said = {}
        if run.last.get(place) in (None, key):  # it may be there, and others may build on what it says
            item = await store.aget(RESPONSES, key)
            if item is not None and all(request.replayed for request in transcript):
                return ""
            said = json.loads(item.value["said"]) if item is not None else said
        row: dict[str, Any] = self._redactor.data({**about, **_where(state)})
        offered = run.tools(offered_to(state), self._tools, said)
        if offered != run.offered.get(place):
            row["offered"] = offered
        row["requests"] = [run.request(each, said) for each in transcript]
        row["requests"][-1]["usage"] = used.model_dump(include=_COUNTED, exclude_defaults=True) if used else {}
        value = {"call": _json(row), "said": _json(said)}
        await store.aput(RESPONSES, key, value, index=False)
        run.wrote(place, key, said, sum(map(len, value.values())))
        run.offered[place] = offered
        return ""

    def forget(self, run_id: str) -> None:
        """Forget a run that has ended."""
        self._runs.pop(run_id, None)


class _RunRecords:
    """The records that were written of one run."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._there: set[str] = set()
        """Names of the messages and documents that are written."""
        self._messages: dict[tuple[str, str], str] = {}
        """By the message before it and its own digest as it was sent."""
        self._documents: dict[tuple[str, ...], str] = {}
        """By the names of the tools in it."""
        self.offered: dict[str, str] = {}
        """By place: a row says it where it differs from the row before."""
        self.last: dict[str, str] = {}
        """Keys by place."""
        self.chars = 0
        """Of all rows."""

    def wrote(self, place: str, key: str, said: Said, chars: int) -> None:
        """Note that a row is written."""
        self._there |= said.keys()
        self.last[place] = key
        self.chars += chars

    def tools(self, names: tuple[str, ...], tools: Mapping[str, Tool], said: Said) -> str:
        """Return the documents of tools, kept once for each choice of them; empty for none."""
        if not names:
            return ""
        if (known := self._documents.get(names)) not in self._there:
            functions = [function_of(tools[name]) for name in names[:MOST_TOOLS] if name in tools]
            self._documents[names] = known = self._message("", functions, self._redactor.schemas, said)
        return str(known)

    def request(self, made: ServerRequest, said: Said) -> dict[str, Any]:
        """Return a request as its row has it; `said` gets what no row has yet."""
        last = ""
        for message in made.messages:
            last = self._message(last, message_data(message), self._redactor.data, said)
        row = {"model": made.model, "at": round(made.at, 6), "seconds": round(made.seconds, 6), "said": last}
        row |= {"terms": self._message("", made.terms, self._redactor.schemas, said)} if made.terms else {}
        row |= {"reply": self._redactor.data(message_data(made.reply))} if made.reply is not None else {}
        row |= {"failure": self._redactor.text(made.failure)[:_MOST_OF_A_FAILURE]} if made.failure else {}
        return row | ({"replayed": True} if made.replayed else {})

    def _message(self, before: str, data: Any, mask: Callable[[Any], Any], said: Said) -> str:
        sent = before, digest(_json(data))
        if (known := self._messages.get(sent)) in self._there:
            return str(known)
        parts = _json(mask(data)).split(BREAK)
        kept = [[self._keep(part, said)] if len(part) >= _PARAGRAPH else part for part in parts]
        self._messages[sent] = name = self._keep([before, *kept], said)
        return name

    def _keep(self, part: Any, said: Said) -> str:
        name = digest(_json(part))[:16]
        if name not in self._there:
            said[name] = part
        return name


def _where(inner: Any) -> dict[str, Any]:
    """Return the sub-task and step of a question; nothing for one of the run's own."""
    task = scope_of(inner)
    return {"sub_task": task, "step": step_of(inner), "depth": depth_of(inner)} if task else {}


def offered_to(inner: Any) -> tuple[str, ...]:
    """Return the tools that a sub-task has to choose from, the likeliest first."""
    search: SearchState | None = inner.get("search")
    offer: Offer | None = inner.get("offer")
    return (offer.tools if offer is not None else ()) or (search.tools if search is not None else ())


def function_of(tool: Tool) -> dict[str, Any]:
    """Return a tool's document as OpenAI's interface has it."""
    document = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": document}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
