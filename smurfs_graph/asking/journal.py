"""The journal of tool calls: what is about to be made, and what came of it, before a checkpoint can say so.

A node that has returned is repeated if its process dies before its checkpoint is written. So a response goes to the
store, under a key of its own, the moment the tool returns it, in the thread that the tool ran in; and a call that must
not be made twice is announced there before it is made. The key is the same for a call and its repetition: run, thread,
sub-task, round and the call itself. It is the idempotency key that tools are given. A store of this library's has a
file that is quicker than itself (`checkpoints/spool`): what the tool returned is there first, as it came.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, cast
from uuid import uuid4

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from smurfs_graph.asking.kept_responses import as_kept
from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.spool import Spool, SpooledPage
from smurfs_graph.constraints.handover import NAMESPACE, response_reference
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import TaskState
from smurfs_graph.tools.calling import Response

Fate = Literal["made", "begun", "not begun", "unknown"]
_SPOOLED = ("failed", "reason", "text", "full", "seconds", "is_text")
"""Fields of a response that the spool keeps."""


class JournaledCall(NamedTuple):
    """The journal's record of a call."""

    fate: Fate
    response: Response | None = None
    reference: str = ""


class Journal:
    """The journal's page for one call."""

    def __init__(self, store: BaseStore, thread: str, run_id: str, key: str) -> None:
        """`store` must be the one that the call's earlier life, if it had one, has written to."""
        self.key = key
        self._thread = thread
        self._has_effect = False
        """Whether the call was announced: what is written of it has to be on the disk then."""
        self._store = store
        self._run_id = run_id
        self._page = f"{run_id}-{key}"  # among the run's responses: deleted, exported and imported with them
        self._noted = ""
        """Reference of the response that the store has; empty while it has none."""
        self._spooled: SpooledPage | None = None
        """The page's file, where the store has such files."""
        self._has_landed = False
        """Whether that file has what came of the call."""
        self.question: dict[str, Any] | None = None
        """The question that a call was left with which has begun; known once it was read."""
        self.unsent = False
        """A person has answered it, and nothing of that was sent: what comes of the call now is not written down."""
        self.kept_question = False
        """The call was left with a question in this life of the run."""

    @classmethod
    def of(cls, runtime: Runtime[Settings], state: TaskState, call: Call, volatile: BaseStore) -> "Journal | None":
        """Return the page of a state's next call; None for a run without checkpoints, which nobody can resume.

        `volatile` is written to where the graph has no store.
        """
        info = runtime.execution_info
        if info is None or info.thread_id is None:
            return None
        tree: Any = state.get("tree")
        round_ = str(len(state["search"].attempts) if tree is None else tree.queries)
        if call.turn >= 0:  # attempts of its reply may be added before it is looked at again
            round_ = f"{call.turn} {call.id}"
        thread, run_id = str(info.thread_id), state.get("run_id", "")
        parts = (thread, run_id, state["sub_task"].id, "tool_call", round_, *call.key)
        store = runtime.store if runtime.store is not None else volatile
        return cls(store, thread, run_id, digest("\x1f".join(parts)))

    @property
    def outlives_the_process(self) -> bool:
        """Return whether the store keeps what an earlier process wrote."""
        return not isinstance(self._store, InMemoryStore)

    async def read(self, planned_here: bool, made_readable: Callable[[Any, float], Response]) -> JournaledCall:
        """Read the record of the call.

        `planned_here`: the decision to make it was written by this very graph; `made_readable`: makes the response,
        from what the tool returned and the seconds that it took.
        """
        if (early := self._on_its_way(made_readable)) is not None:
            return JournaledCall("made", early, await self.keep(early))
        item = await self._store.aget(NAMESPACE, self._page)
        if item is None:
            return JournaledCall("not begun" if planned_here or self.outlives_the_process else "unknown")
        said = item.value
        if said.get("fate") != "made":
            self.question = await self._read_question()
            return JournaledCall("begun")
        kept = await self._store.aget(NAMESPACE, str(said["reference"]))
        return (
            JournaledCall("made", _response(said, kept.value), str(said["reference"]))
            if kept
            else JournaledCall("begun")
        )

    async def begin(self) -> bool:
        """Announce a call that has an effect; return False where it was announced before.

        Raises StorageError where another process has taken the run over. What a store without `announce` holds is
        overwritten: there the run's lease keeps others away.
        """
        self._has_effect = True
        return await self._announce(self._page)

    async def _announce(self, key: str) -> bool:
        """Write a page that says that the call begins; return False where an earlier announcement stands there."""
        page = {"fate": "begun", "by": uuid4().hex}
        announce: Callable[..., bool] | None = getattr(self._store, "announce", None)
        if announce is not None:
            return await asyncio.to_thread(announce, self._thread, NAMESPACE, key, page)
        await self._store.aput(NAMESPACE, key, page, index=False)
        await asyncio.to_thread(self._flush)
        return True

    async def keep_question(self, question: dict[str, Any]) -> None:
        """Write down with what a call that has begun was left, before a person is asked: it goes on from there."""
        self.kept_question = True
        put = PutOp(NAMESPACE, self._beside("asked"), {"question": json.dumps(question)}, index=False)
        await self._store.abatch([put])
        await asyncio.to_thread(self._flush)

    async def go_on(self) -> bool:
        """Announce that a call goes on from its question; return False where that was announced before."""
        went_on = await self._announce(self._beside("answered"))
        self.unsent = False
        return went_on

    async def _read_question(self) -> dict[str, Any] | None:
        """Return the question that the call was left with, unless it went on from there."""
        asked = await self._store.aget(NAMESPACE, self._beside("asked"))
        if asked is None or await self._store.aget(NAMESPACE, self._beside("answered")) is not None:
            return None
        return cast("dict[str, Any]", json.loads(str(asked.value["question"])))

    def _beside(self, what: str) -> str:
        """Return the key of another page of the call."""
        return f"{self._run_id}-{digest(f'{self.key} {what}')}"

    async def forget(self) -> None:
        """Take back what was announced: the call may be made, from its beginning.

        Raises StorageError where another process has taken the run over: what stands there is of its call.
        """
        keys = [self._beside("asked"), self._beside("answered"), self._page]
        withdraw: Callable[..., None] | None = getattr(self._store, "withdraw", None)
        if withdraw is not None:
            await asyncio.to_thread(withdraw, self._thread, NAMESPACE, keys)
            return
        for key in keys:
            await self._store.adelete(NAMESPACE, key)

    def land(self, returned: Any, seconds: float) -> None:
        """Write down what the tool returned, as it is, where it is plain data and there is a place for it."""
        if self.unsent:
            return
        self._has_landed = self._spooled is not None and self._spooled.write({"returned": returned, "seconds": seconds})

    def note(self, response: Response) -> None:
        """Write down what came of the call, in whatever thread it came back in.

        On an event loop, a store that is far away is left to `keep`.
        """
        reference = self._reference(response.full)
        if self.unsent or self._noted == reference:
            return
        if self._spooled is not None and not self._has_landed:
            self._has_landed = self._spooled.write({"noted": {name: getattr(response, name) for name in _SPOOLED}})
        if not getattr(self._store, "at_hand", isinstance(self._store, InMemoryStore)) and _is_on_a_loop():
            return
        self._store.batch(self._puts(response))
        self._noted = reference
        self._flush()

    async def keep(self, response: Response) -> str:
        """Write a response down, unless `note` has; returns its reference."""
        reference = self._reference(response.full)
        if reference != self._noted:
            await self._store.abatch(self._puts(response))
            if self._has_effect:
                await asyncio.to_thread(self._flush)
        if self._spooled is not None:
            self._spooled.end()
        return reference

    def _on_its_way(self, made_readable: Callable[[Any, float], Response]) -> Response | None:
        """Return the response that an earlier process on this machine spooled and could not bring to the store."""
        spool: Spool | None = getattr(self._store, "spool", None)
        self._spooled = spool.page(self._page) if spool is not None else None
        match self._spooled.found if self._spooled is not None else None:
            case {"returned": returned, "seconds": float(seconds)}:
                return made_readable(returned, seconds)
            case {
                "noted": {
                    "failed": bool(failed),
                    "reason": str(reason),
                    "text": str(text),
                    "full": str(full),
                    "seconds": float(seconds),
                    **more,
                }
            }:
                return Response(failed, reason, text, full, seconds, is_text=more.get("is_text") is True)
            case _:
                return None

    def _flush(self) -> None:
        """Have what was written on the disk, where the store does not see to it by itself."""
        if self._has_effect and (flush := getattr(self._store, "flush", None)) is not None:
            flush()

    def _puts(self, response: Response) -> list[PutOp]:
        """Return the writes that keep a response: the response itself, and the page of the call that refers to it."""
        reference = self._reference(response.full)
        page = {
            "fate": "made",
            "failed": "yes" if response.failed else "no",
            "reason": response.reason,
            "seconds": str(response.seconds),
            "reference": reference,
        }
        return [
            PutOp(NAMESPACE, reference, as_kept(response), index=False),
            PutOp(NAMESPACE, self._page, page, index=False),
        ]

    def _reference(self, full: str) -> str:
        return response_reference(self._run_id, full)


def _is_on_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _response(said: Mapping[str, Any], payload: Mapping[str, Any]) -> Response:
    return Response(
        failed=said["failed"] == "yes",
        reason=str(said["reason"]),
        text=str(payload["text"]),
        full=str(payload["full"]),
        seconds=float(said["seconds"]),
        is_text=payload.get("is_text") == "yes",
    )
