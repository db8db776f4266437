"""The calls of a program in a graph's run: each through the one door, an attempt of the search, kept in a log."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

from langgraph.runtime import Runtime

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, step_of
from smurfs_graph.asking.kept_responses import CutError, response_data
from smurfs_graph.asking.people import is_approved
from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.canonical import digest
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.constraints.handover import NAMESPACE
from smurfs_graph.events.vocabulary import ToolAnswered, ToolCalled
from smurfs_graph.nodes.code_tools import conversation_of
from smurfs_graph.nodes.drafts import Ready, WithheldError, ready_call, ready_call_here
from smurfs_graph.nodes.native import not_made_here
from smurfs_graph.nodes.tool_call import ASKS_ITSELF, FATE_UNKNOWN, perform
from smurfs_graph.programs.log import DifferenceError, Page, Payload
from smurfs_graph.programs.running import Halt, NeedsPerson
from smurfs_graph.programs.sandbox import CallResult, PendingCall, shown
from smurfs_graph.programs.stubs import FIND_TOOLS, Stubs
from smurfs_graph.search.state import Attempt, Call, Failed, Fault, Judged, Refused
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Program, SubTaskState

_MOST_SHOWN = 20
"""Arguments of a call that could not be made, which are kept."""
_TOO_MANY = "the limit of {} calls a program is reached"
_MOST_FOUND = 8
"""Stubs that `find_tools` tells of at once."""
INNER_CHARS = 1_000
"""Characters of a response that the state has of a program's call; the program has all of it."""


class ProgramCalls:
    """The host of one program (`programs.running.Host`): makes its calls within the budgets and rules of its run."""

    def __init__(
        self, calling: Calling, runtime: Runtime[Settings], state: SubTaskState, program: Program, stubs: Stubs
    ) -> None:
        """Prepare the calls of a program. `stubs`: of all tools that it may call."""
        self._calling, self._runtime, self._state, self._program = calling, runtime, state, program
        self._settings, self.stubs = calling.settings_of(runtime), stubs
        self._store = calling.responses.store(runtime)
        self._conversation = conversation_of(runtime, state)
        self._ready: dict[int, Ready | ValueError] = {}
        """Calls as they are ready to be made, or why they cannot be, by their numbers."""
        attempts = state["search"].attempts
        self.earlier = {each.call.id: each for each in attempts if each.call.turn == program.turn}
        """Its calls that the search knows already, by their ids: servers use an id in one reply after the other."""
        self._begun = 0
        """Calls begun so far: the place of the next one."""
        self.events: dict[int, Refused | Failed | Judged] = {}
        """Events of calls that the search does not know yet, by their numbers."""
        self.rows: list[UsageRow] = []
        self.brought: dict[str, Any] = {}
        """By tool: the last thing that it brought."""

    def ready(self, asked: PendingCall) -> Ready:
        """Return a call as it is ready to be made. Raises ValueError for one that cannot be."""
        if asked.number not in self._ready:
            try:
                self._ready[asked.number] = self._prepare(asked)
            except ValueError as error:
                self._ready[asked.number] = error
        found = self._ready[asked.number]
        if isinstance(found, ValueError):
            raise found
        return found

    def _prepare(self, asked: PendingCall) -> Ready:
        """Return a call as it is ready to be made. Raises ValueError for one that the rules or its tool refuse."""
        stub = self.stubs[asked.function]
        call = Call(
            tool=stub.tool.name,
            arguments=stub.arguments(asked.positional, asked.named),
            turn=self._program.turn,
            id=self.id_of(asked.number),
            number=asked.number,
            line=asked.line,
        )
        return ready_call_here(self._calling, self._settings, self._state, call)

    def id_of(self, number: int) -> str:
        """Return the id of a call, by its number."""
        return f"{self._program.id}/{number}"

    def is_undeclared(self, tool: str) -> bool:
        """Return whether a tool does not say what it returns."""
        return self._calling.toolset.tools[tool].returns is None

    def changes(self, tool: str) -> bool:
        """Return whether calls of a tool may change something."""
        return self._calling.toolset.tools[tool].may_change(self._settings.undeclared)

    def awaits(self, call: PendingCall) -> NeedsPerson | None:
        """Return a person where the policy wants one to decide, and nobody has."""
        if call.function == FIND_TOOLS or self._is_decided(call.number) or self._is_too_many(call):
            return None
        try:
            return NeedsPerson() if self.ready(call).asks else None
        except ValueError:
            return None

    def goes_alone(self, call: PendingCall) -> bool:
        """Return whether a call may change something."""
        if call.function == FIND_TOOLS:
            return False
        return self.changes(self.stubs[call.function].tool.name)

    async def make(self, call: PendingCall) -> Payload | NeedsPerson | Halt:
        """Make a call, or say why it is not made."""
        if call.function == FIND_TOOLS:
            return {"value": await self._found(call)}
        earlier = self.earlier.get(self.id_of(call.number))
        if earlier is not None:  # a person said no, or it was made by itself
            return _payload_of(earlier)
        most = self._settings.max_program_calls
        if call.number > most:  # the first one that was too many is on record
            return {"error": _TOO_MANY.format(most)}
        place, self._begun = self._begun, self._begun + 1
        try:
            if self._is_too_many(call):
                # Without its fingerprint: it stands for all behind it, which the same call does not make up for.
                raise WithheldError(_TOO_MANY.format(most), self._as_written(call))
            approved = await self._approved(call)
            ready = self.ready(call) if approved is None else self._as_approved(approved)
        except WithheldError as error:
            return self._refuse(error.call, str(error), place, "ruling")
        except ValueError as error:
            return self._refuse(self._as_written(call), str(error), place, "call")
        step, state = step_of(self._state) + place, self._state
        planned = self._program.begun_by == self._calling.graph
        await self._secure_log(ready.call.tool)
        signed = approved.call.fingerprint if approved is not None else ""
        done = await perform(
            self._calling, state, self._runtime, ready, step, INNER_CHARS, approved=signed, planned=planned
        )
        if done.event is None:
            return NeedsPerson(doubt=done.asked == FATE_UNKNOWN, asks=done.asked == ASKS_ITSELF)
        self.events[call.number] = done.event
        self.rows += [done.row] if done.row is not None else []
        if done.stop is not None:
            return Halt(done.stop)
        return self._payload(done.event)

    def _as_approved(self, approved: Draft) -> Ready:
        return ready_call(self._calling, self._settings, self._state, approved.call)

    async def _approved(self, call: PendingCall) -> Draft | None:
        """Return the call as a person approved it, where their signature is found under it."""
        signed = self.id_of(call.number)  # the number alone is not
        approved = next((each for each in self._program.approved if each.call.id == signed), None)
        if approved is None or not await is_approved({**self._state, "draft": approved}, self._runtime):
            return None
        return approved

    async def _found(self, call: PendingCall) -> str:
        """Return the stubs of the tools that words lead to, as text."""
        words = " ".join(map(str, (*call.positional, *call.named.values())))
        toolset, callable_tools = self._calling.toolset, self._state["search"].tools
        found = await toolset.shortlists.nearest(self._settings, words, _MOST_FOUND, callable_tools)
        return toolset.catalog.tell(found, self.stubs, self._conversation) if found else "no tool fits these words"

    def draft_of(self, call: PendingCall) -> Draft:
        """Return a call as it is to be made, as a person approved it where they have."""
        identity = self.id_of(call.number)
        approved = [each for each in self._program.approved if each.call.id == identity]
        return approved[0] if approved else self.ready(call).draft

    def _is_decided(self, number: int) -> bool:
        decided = {*self.earlier, *(each.call.id for each in self._program.approved)}
        return self.id_of(number) in decided

    def _is_too_many(self, call: PendingCall) -> bool:
        return call.number >= self._settings.max_program_calls

    def _as_written(self, call: PendingCall) -> Call:
        """Return a call as it was written, with some of its arguments; nobody has validated them."""
        some = islice(call.named.items(), _MOST_SHOWN)
        arguments: dict[str, Any] = {str(name)[:100]: shown(value) for name, value in some}
        if call.positional:
            arguments["*"] = shown(call.positional)
        return Call(
            tool=self.stubs[call.function].tool.name,
            arguments=arguments,
            turn=self._program.turn,
            id=self.id_of(call.number),
            number=call.number,
            line=call.line,
        )

    def _refuse(self, call: Call, reason: str, place: int, fault: Fault) -> Payload:
        """Tell of a call that is not made, and return what the program is given for it."""
        self.events[call.number] = not_made_here(self._state, self._runtime, call, reason, place, fault)
        return {"error": reason, "refused": call.model_dump(mode="json"), "fault": fault}

    def _payload(self, event: Refused | Failed | Judged) -> Payload:
        """Return what the log keeps of a call: enough to give the program the same, and the search its attempt."""
        made = event.call.model_dump(mode="json")
        if isinstance(event, Judged):
            return {"call": made, "reference": event.response, "text": event.answer, "again": event.again}
        if isinstance(event, Failed):
            return {"call": made, "error": event.reason, "reference": event.response, "fault": event.fault}
        return {"refused": made, "error": event.reason}

    async def recall(self, call: PendingCall, payload: Payload) -> CallResult:
        """Return what the program is given; a call of an earlier life becomes an attempt of the search here."""
        if call.number not in self.events and self.id_of(call.number) not in self.earlier:
            self._remember(call, payload)
        if error := str(payload.get("error", "")):
            return CallResult(error=error)
        if "reference" not in payload:
            return CallResult(payload.get("value"))
        stub = self.stubs[call.function]
        try:
            value = await response_data(self._store, str(payload["reference"]), is_text=stub.returns == "str")
        except LookupError:
            raise DifferenceError(f"what call {call.number + 1} ({call.function}) brought is lost") from None
        except CutError:
            return CallResult(
                error=f"{call.function}() was called, but returned too much to be passed on: ask for less"
            )
        self.brought[stub.tool.name] = value
        self._calling.toolset.catalog.note(stub.tool, value, self._conversation)
        return CallResult(value)

    def _remember(self, asked: PendingCall, payload: Payload) -> None:
        """Take up a call that a process made which has ended: no attempt and no ledger has it yet."""
        said = payload.get("refused") or payload.get("call")
        if not isinstance(said, Mapping):
            return
        call, place = Call.model_validate(said), self._begun
        self._begun += 1
        where: dict[str, Any] = {
            "sub_task": self._state["sub_task"].id,
            "step": step_of(self._state) + place,
            "depth": self._state["search"].depth,
            "tool": call.tool,
        }
        reason = str(payload.get("error", ""))
        reference = str(payload.get("reference", ""))
        fault: Any = payload.get("fault") or "call"
        if "refused" in payload:
            self.events[asked.number] = not_made_here(self._state, self._runtime, call, reason, place, fault)
            return
        emit(self._runtime, ToolCalled(**where, arguments=call.arguments, line=call.line, decision=call.decision))
        seconds = call.timing.seconds
        answered = {"failed": bool(reason), "reason": reason, "chars": 0, "seconds": seconds, "reference": reference}
        emit(self._runtime, ToolAnswered(**where, **cast("dict[str, Any]", answered)))
        row = UsageRow(role="tool", sub_task=self._state["sub_task"].id, tool_calls=1, seconds=seconds)
        self._calling.live.meter_of(self._state).settle(row.sub_task, row)
        self.rows.append(row)
        call = call.model_copy(update={"epoch": ""})
        if reason:
            self.events[asked.number] = Failed(call=call, reason=reason, response=reference, fault=fault)
        else:
            text = str(payload.get("text", ""))
            self.events[asked.number] = Judged(call=call, answer=text, status="pending", response=reference)

    async def write(self, number: int, page: Page) -> None:
        """Keep a page among the run's responses: it is deleted, exported and imported with them."""
        if (key := self._key(number)) is not None:
            await self._store.aput(NAMESPACE, key, {"page": page}, index=False)

    async def _secure_log(self, tool: str) -> None:
        """Have the log on the disk before something is changed; calls that are announced see to it by themselves."""
        flush: Any = getattr(self._store, "flush", None)
        if self.changes(tool) and self._calling.toolset.tools[tool].repeatable and flush is not None:
            await run_in_thread(flush)

    async def pages(self) -> list[Page]:
        """Return the pages that earlier lives have written."""
        found = list[Page]()
        while (key := self._key(len(found))) is not None:
            item = await self._store.aget(NAMESPACE, key)
            if item is None:
                return found
            found.append(item.value["page"])
        return found

    def _key(self, number: int) -> str | None:
        return page_key(self._runtime, self._state, self._program, number)


def _payload_of(attempt: Attempt) -> Payload:
    """Return what the log keeps of a call that the search knows already."""
    if attempt.status in ("failed", "refused"):
        return {"error": attempt.reason}
    made = attempt.call.model_dump(mode="json")
    return {"call": made, "reference": attempt.response, "text": attempt.answer, "again": attempt.again}


def page_key(runtime: Runtime[Settings], state: SubTaskState, program: Program, number: int) -> str | None:
    """Return where a page of a program's log is kept; None for a run without checkpoints, which nobody can resume."""
    info = runtime.execution_info
    if info is None or info.thread_id is None:
        return None
    run_id = state.get("run_id", "")
    place = (str(info.thread_id), run_id, state["sub_task"].id, "program", str(program.turn), program.id, str(number))
    return f"{run_id}-{digest(chr(31).join(place))}"
