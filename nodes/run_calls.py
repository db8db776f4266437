"""A dataflow of calls that a native step's reply asks for at once (`dataflow`): run by code, told as one result.

Each call goes through the same door as any other (policy, journal, budgets) and is an attempt of its own; it starts the
moment what it refers to is there. Only tools that read are called, and none that a person would be asked about.
"""

import asyncio
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.kept_responses import full_response
from smurfs_graph.asking.resources import Resources, step_of, timed
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.drafts import ready_draft
from smurfs_graph.nodes.native import not_made_here
from smurfs_graph.nodes.native_conversation import is_dataflow, why_refused
from smurfs_graph.nodes.sub_task import permitted_tools
from smurfs_graph.nodes.tool_call import perform
from smurfs_graph.planning.dataflow import (
    RUN_CALLS,
    Brought,
    FlowCall,
    Gap,
    Made,
    data_in,
    needs,
    read_calls,
    spread,
    takes_list,
)
from smurfs_graph.planning.dataflow_results import tell
from smurfs_graph.planning.pages import drop_paging, join_pages, next_page
from smurfs_graph.search.dfsdt import advance, next_move
from smurfs_graph.search.state import Call, Failed, Joined, Judged, Refused, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Stop, SubTaskState
from smurfs_graph.tools.choice import resolve_name
from smurfs_graph.tools.output import cap, to_data, to_text
from smurfs_graph.tools.result_fields import paging

_DIRECTLY = "it {why}; call it directly"
_MOST_PAGES = 20
"""Pages of one result: some services tell a next one for ever."""
_UNREAD = "not read"
"""Under which name a result says what of its pages is lacking."""


def run_calls(resources: Resources) -> Node[SubTaskState]:
    """Run the dataflow that is next among a reply's calls."""

    async def run_calls(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        asked, *others = state.get("calls", [])
        try:
            calls = _with_names(read_calls(asked.arguments), resources)
        except ValueError as error:
            refused = not_made_here(state, runtime, asked, str(error), 0)
            return {"search": advance(state["search"], Stepped(results=(refused,))), "calls": others, "draft": Draft()}
        search, allowed = state["search"], permitted_tools(resources, state, runtime, state["sub_task"])
        known = tuple(call.tool for call in calls if call.tool in allowed and call.tool in resources.offered)
        if known and next_move(search) == "decide":  # calls before it in the reply may have come to the limits
            search = advance(search, Joined(tools=known))
        flow = _Flow(resources, runtime, {**state, "search": search}, asked)
        text = await flow.run(calls)
        search = advance(search, Stepped(results=flow.results))
        elapsed = resources.meter(state.get("run_id", "")).elapsed
        return {
            "search": search,
            "calls": others,
            "draft": Draft(),
            "turns": [{"result": text, "turn": asked.turn, "id": asked.id}],
            "usage": Usage.total([Usage(elapsed=elapsed), *(Usage(rows=(row,)) for row in flow.rows)]),
            "warnings": flow.warnings,
            **({"stop": flow.stops[0]} if flow.stops else {}),
        }

    return run_calls


def after_run_calls(state: SubTaskState) -> Literal["stop", "run a dataflow", "more calls", "made"]:
    """Stop, go on with the reply's other calls, or with the search."""
    if state.get("stop"):
        return "stop"
    calls = state.get("calls")
    return "made" if not calls else "run a dataflow" if is_dataflow(state, calls[0]) else "more calls"


def _with_names(calls: list[FlowCall], resources: Resources) -> list[FlowCall]:
    offered = list(resources.offered)
    return [call._replace(tool=resolve_name(call.tool, offered) or call.tool) for call in calls]


class _Flow:
    """One dataflow on its way."""

    def __init__(self, resources: Resources, runtime: Runtime[Settings], state: SubTaskState, asked: Call) -> None:
        self._resources, self._runtime, self._state, self._asked = resources, runtime, state, asked
        self._settings = resources.settings(runtime)
        self._slots = asyncio.Semaphore(self._settings.max_concurrency)
        self._brought: dict[str, Brought] = {}
        self._ended: dict[str, asyncio.Event] = {}
        self._under_way: dict[tuple[str, str], asyncio.Task[Any]] = {}
        self._events: list[Refused | Failed | Judged | None] = []
        self._faults: dict[str, str] = {}
        self.rows: list[UsageRow] = []
        self.stops: list[Stop] = []
        self.warnings: list[str] = []

    async def run(self, calls: list[FlowCall]) -> str:
        """Make all calls, each when what it needs is there; what came of them, as one text."""
        self._ended = {call.id: asyncio.Event() for call in calls}
        await asyncio.gather(*(self._run_one(call) for call in calls))
        return tell(calls, self._brought, self._short)

    def _short(self, value: Any) -> Any:
        limit, chars = self._resources.response_chars(self._settings), len(to_text(value))
        if chars <= limit:
            return value
        self.warnings.append(f"{RUN_CALLS}: {chars} characters came back, prompts show {limit}")
        return data_in(cap(value, limit))

    @property
    def results(self) -> tuple[Refused | Failed | Judged, ...]:
        """The attempts, in the order in which they began; that nothing new was asked for is one too."""
        made = tuple(event for event in self._events if event is not None)
        return made or (Refused(call=timed(self._state, self._asked), reason="all of it was called before"),)

    @property
    def _left(self) -> int:
        """How many calls the limit leaves."""
        search = self._state["search"]
        return max(0, search.limits.max_steps - search.steps - sum(not isinstance(e, Refused) for e in self._events))

    async def _run_one(self, call: FlowCall) -> None:
        try:
            for name in needs(call) & self._ended.keys():
                await self._ended[name].wait()
            self._brought[call.id] = await self._outcome(call)
        finally:
            self._ended[call.id].set()

    async def _outcome(self, call: FlowCall) -> Brought:
        parameters = self._resources.tools[call.tool].parameters if call.tool in self._resources.offered else {}
        if why := call.complaint or self._refusal(call):
            return self._lost(call, why)
        rows = spread(call, self._brought, lambda name: takes_list(parameters, name), self._left)
        if isinstance(rows, Gap):
            return self._lost(call, rows.reason)
        if isinstance(rows, Made):
            item, note = await self._item(call, rows, 0)
            return Brought((item,), (rows.told | note,))
        found = await asyncio.gather(*(self._item(call, row, at) for at, row in enumerate(rows)))
        told = [row.told if isinstance(row, Made) else {} for row in rows]
        notes = tuple(each | note for each, (_, note) in zip(told, found, strict=True))
        return Brought(tuple(item for item, _ in found), notes, several=True)

    def _lost(self, call: FlowCall, why: str) -> Brought:
        return Brought((self._refuse(call, call.arguments, "0", why),), ({},))

    def _refusal(self, call: FlowCall) -> str:
        named = Call(tool=call.tool, turn=self._asked.turn)
        if why := why_refused(self._resources, self._state["search"], named):
            return why
        reads = self._resources.tools[call.tool].reads_only
        return "" if reads else _DIRECTLY.format(why="may change something")

    async def _item(self, call: FlowCall, made: Made | Gap, at: int) -> tuple[Any, dict[str, str]]:
        """What one call brings, with the pages after the first where all are wanted; and what of them is lacking."""
        if isinstance(made, Gap):
            return self._refuse(call, call.arguments, str(at), made.reason), {}
        result = page = await self._page(call, made.arguments, str(at))
        if not call.all_pages or isinstance(page, Gap):
            return result, {}
        tool = self._resources.tools[call.tool]
        leads = paging(tool)
        if leads is None:
            return result, {_UNREAD: "pages after this one, if there are any: no field of its result leads to them"}
        first = made.arguments.get(leads.parameter, tool.parameters["properties"][leads.parameter].get("default"))
        seen = [1 if first is None and leads.counted else first]
        while (following := next_page(page, leads, seen[-1])) is not None and following not in seen:
            seen.append(following)
            if len(seen) > _MOST_PAGES:
                return result, {_UNREAD: f"{leads.parameter} {following}: {_MOST_PAGES} pages are the most"}
            page = await self._page(call, made.arguments | {leads.parameter: following}, f"{at}/{len(seen)}")
            if isinstance(page, Gap):
                return result, {_UNREAD: f"{leads.parameter} {following}: {page.reason}"}
            result = join_pages(result, page)
        return drop_paging(result, leads), {}

    async def _page(self, call: FlowCall, arguments: dict[str, Any], at: str) -> Any:
        draft = Draft(tool=call.tool, turn=self._asked.turn, call_id=self._id_of(call, at))
        try:
            draft = ready_draft(self._state, draft, arguments, self._resources, self._settings)
        except ValueError as error:
            return self._refuse(call, arguments, at, f"no valid arguments: {error}")
        if draft.unapproved:
            return self._refuse(call, arguments, at, _DIRECTLY.format(why="needs a person's approval"))
        if call.tool in self._state["search"].stateful:
            return await self._made(draft.call)
        if draft.call.key not in self._under_way:  # the same read is made once
            self._under_way[draft.call.key] = asyncio.ensure_future(self._made(draft.call))
        return await self._under_way[draft.call.key]

    def _id_of(self, call: FlowCall, at: str) -> str:
        return f"{self._asked.id}/{call.id}/{at}"

    def _refuse(self, call: FlowCall, arguments: dict[str, Any], at: str, why: str) -> Gap:
        refused = Call(tool=call.tool, arguments=arguments, turn=self._asked.turn, id=self._id_of(call, at))
        self._events.append(not_made_here(self._state, self._runtime, refused, why, len(self._events)))
        return Gap(f"not made: {why}")

    async def _made(self, call: Call) -> Any:
        """What a call brings: from the path, where it was made before, or from its tool."""
        for attempt in self._state["search"].local_memory:
            if attempt.call.key == call.key and call.tool not in self._state["search"].stateful:
                return _data_of(
                    await full_response(self._resources.store(self._runtime), attempt.response) or attempt.answer
                )
        async with self._slots:
            place = len(self._events)
            if why := self._faults.get(call.tool):
                self._events.append(not_made_here(self._state, self._runtime, call, why, place))
                return Gap(f"not made: the tool has just failed: {why}")
            if not self._left:
                why = f"the limit of {self._state['search'].limits.max_steps} calls is reached"
                self._events.append(not_made_here(self._state, self._runtime, call, why, place))
                return Gap(f"not made: {why}")
            self._events.append(None)
            done = await perform(self._resources, self._state, self._runtime, call, step_of(self._state) + place)
            event = done.event or Failed(call=timed(self._state, call), reason=done.asked, fault="call")
            self._events[place] = event
        self.rows += [done.row] if done.row is not None else []
        self.stops += [done.stop] if done.stop is not None else []
        if isinstance(event, Failed):
            if event.fault == "tool":
                self._faults[call.tool] = event.reason
            return Gap(event.reason)
        return _data_of(done.full or event.answer)


def _data_of(response: str) -> Any:
    """What a response holds, cleaned once more: what was written as JSON text hid in its escapes."""
    return to_data(data_in(response))
