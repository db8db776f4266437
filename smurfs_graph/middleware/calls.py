"""The calls of a program in an agent of LangChain's: each by the door, through the agent's own tool node."""

import json
from collections.abc import Collection
from typing import Any, NoReturn

from langchain.agents.middleware import ToolCallRequest

from smurfs_graph.calls.door import Door, Verdict
from smurfs_graph.canonical import data_in
from smurfs_graph.middleware.gate import Handler, ToolNodeReach
from smurfs_graph.middleware.kept import Journal
from smurfs_graph.middleware.people import People
from smurfs_graph.middleware.toolset import AgentTools
from smurfs_graph.planning.delivery import unmade_among
from smurfs_graph.planning.outcome import Evidence
from smurfs_graph.programs.log import DifferenceError, Page, Payload
from smurfs_graph.programs.running import Halt, NeedsPerson, Run
from smurfs_graph.programs.sandbox import CallResult, PendingCall, shown
from smurfs_graph.tools.arguments import as_called
from smurfs_graph.tools.calling import Response


class Calls:
    """The host of one program (`programs.running.Host`)."""

    def __init__(
        self,
        door: Door,
        toolset: AgentTools,
        request: ToolCallRequest,
        handler: Handler,
        journal: Journal,
        people: People,
        *,
        asked_behind: Collection[str],
        most: int,
    ) -> None:
        """`asked_behind`: tools that other middleware asks about, call by call; `most`: calls of the program."""
        self._door = door
        self._toolset = toolset
        self._request = request
        self._handler = handler
        self._journal = journal
        self._people = people
        self._asked_behind = frozenset(asked_behind)
        self._most = most
        self._verdicts: dict[int, Verdict] = {}
        """Calls as they were judged, by their numbers: each is prepared once."""
        self._acts: dict[int, Evidence] = {}
        """Calls that may change something, by their numbers, with what came of them."""

    @property
    def unmade(self) -> list[Evidence]:
        """Return the acts that were refused, rejected or failed, and not made later."""
        acts = [self._acts[number] for number in sorted(self._acts)]
        return [acts[at] for at in unmade_among(acts)]

    async def ask(self, run: Run) -> NoReturn:
        """Ask a person about the calls that wait for one: first what became of those that are in doubt."""
        if run.doubted:
            await self._people.ask_about_doubt({call.number: self._judge(call) for call in run.doubted})
        await self._people.ask({call.number: self._judge(call) for call in run.waiting})

    def awaits(self, call: PendingCall) -> NeedsPerson | None:
        """Return a person where somebody has to decide, and nobody has."""
        if call.number >= self._most:
            return None
        return NeedsPerson() if self._judge(call).action == "ask" else None

    def goes_alone(self, call: PendingCall) -> bool:
        """Return whether a call may change something, or may be asked about on its way: questions keep their order."""
        tool = self._toolset.stubs[call.function].tool
        return tool.may_change("write") or tool.name in self._asked_behind or self._people.is_open(call.number)

    async def make(self, call: PendingCall) -> Payload | NeedsPerson | Halt:
        """Make a call, or say why it is not made."""
        if call.number >= self._most:
            return {"error": f"the limit of {self._most} calls a program is reached"}
        stub = self._toolset.stubs[call.function]
        identity = f"{self._request.tool_call['id']}/{call.number}"
        tool_call: Any = {"name": stub.tool.name, "args": {}, "id": identity, "type": "tool_call"}
        tool = self._toolset.in_programs[stub.tool.name]
        reach = ToolNodeReach(self._door, tool, self._request.override(tool_call=tool_call), self._handler)
        place = f"{self._journal.place} {call.number}"
        try:
            response = await self._door.make(self._judge(call), self._journal.call(call.number), reach, place=place)
        except Exception as question:  # of other middleware; calls that are under way come to their end first
            self._people.note_others_question(call.number, question)
            return NeedsPerson()
        if response == "unknown":
            return NeedsPerson(doubt=True)
        if response.made:
            return {"call": call.number}
        return _payload(response)

    async def recall(self, call: PendingCall, payload: Payload) -> CallResult:
        """Return what the program is given. Raises DifferenceError where the store has lost it."""
        is_mendable = self._has_wrong_arguments(call)
        if "call" in payload:
            fate = await self._journal.call(call.number).fate()
            if fate.response is None:
                raise DifferenceError(f"what call {call.number + 1} ({call.function}) brought is lost")
            is_mendable = fate.response.fault == "call"
            payload = _payload(fate.response)

        error = str(payload.get("error", ""))
        stub = self._toolset.stubs[call.function]
        if stub.tool.may_change(None):
            arguments = self._arguments_of(call)
            self._acts[call.number] = Evidence(
                tool=stub.tool.name, arguments=arguments, ok=not error, text=error, mendable=is_mendable
            )
        if error:
            return CallResult(error=error)
        value: Any = payload.get("value")
        is_plain = isinstance(value, str) and stub.returns != "str"
        if is_plain and (stub.declares or value.lstrip().startswith(("{", "["))):
            value = data_in(value)
        return CallResult(value)

    async def write(self, number: int, page: Page) -> None:
        """Keep a page of the log."""
        await self._journal.write(f"page-{number}", {"page": page})

    def _judge(self, call: PendingCall) -> Verdict:
        """Return what becomes of a call."""
        if call.number not in self._verdicts:
            stub = self._toolset.stubs[call.function]
            try:
                written = stub.arguments(call.positional, call.named)
            except ValueError as error:
                verdict = Verdict("refuse", text=str(error))
            else:
                verdict = self._door.judge(stub.tool, written, self._people.decisions.get(call.number))
            self._verdicts[call.number] = verdict
        return self._verdicts[call.number]

    def _arguments_of(self, call: PendingCall) -> dict[str, Any]:
        """Return a call's arguments as its tool gets them, as a person has edited them where they have; as the program
        wrote them where they are not valid.
        """
        prepared = self._judge(call).call
        if prepared is not None:
            return prepared.canonical

        stub = self._toolset.stubs[call.function]
        try:
            return as_called(stub.tool, stub.arguments(call.positional, call.named))
        except ValueError:
            return {str(name): shown(value) for name, value in call.named.items()}

    def _has_wrong_arguments(self, call: PendingCall) -> bool:
        """Return whether a call is refused for its arguments, and not by the policy, a person or a limit."""
        if call.number >= self._most or call.number in self._people.decisions:
            return False
        verdict = self._judge(call)
        return verdict.action == "refuse" and verdict.call is None


def _payload(response: Response) -> Payload:
    """Return what a program is given of a response."""
    if response.failed:
        return {"error": response.reason}
    return {"value": response.full if response.is_text else json.loads(response.full)}
