"""The approval of a whole program, where `approve` holds `programs`: asked for before it runs, signed for its text.

It comes beside the approvals of its calls, and stands for none of them: nobody sees their arguments beforehand.
"""

from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.people import is_approved
from smurfs_graph.canonical import digest
from smurfs_graph.nodes.code_tools import stubs_of
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.sandbox import check_program
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Program, SubTaskState

_LONGEST = 30_000
"""Characters of a program."""
_ABOUT = "Run this program. Calls that need an approval of their own are asked about when it comes to them."


def complaints_about(source: str, state: SubTaskState, toolset: GraphTools) -> list[str]:
    """Return why a program is not run, a line each; none where it may. Blocks for some tenths of a second."""
    if not source.strip():
        return ["code: a program is needed, as text"]
    if len(source) > _LONGEST:
        return [f"code: {len(source):,} characters, {_LONGEST:,} are the most"]
    return check_program(source, stubs_of(state, toolset), state.get("variables", {}))


def draft_of_program(program: Program) -> Draft:
    """Return a program as a call that a person has to approve."""
    call = Call(
        tool=RUN_PYTHON,
        arguments={"code": program.source},
        turn=program.turn,
        id=program.id,
        fingerprint=digest(program.source),
    )
    return Draft(call=call, stage="unapproved")


async def is_approved_whole(state: SubTaskState, runtime: Runtime[Settings], program: Program) -> bool:
    """Return whether a person approved the program as it stands."""
    whole = program.whole
    return whole.call.arguments == {"code": program.source} and await is_approved({**state, "draft": whole}, runtime)


def is_refused(state: SubTaskState, program: Program) -> bool:
    """Return whether a person refused the program: the search has been told."""
    attempts = state["search"].attempts
    return any((each.call.turn, each.call.id) == (program.turn, program.id) for each in attempts)


def action_request(draft: Draft, effects: list[str]) -> dict[str, Any]:
    """Return the request for a program's approval, as LangChain's middleware has it."""
    return {"name": RUN_PYTHON, "args": dict(draft.call.arguments), "description": _ABOUT, "effects": effects}


def approved_program(
    toolset: GraphTools, state: SubTaskState, draft: Draft, edited: dict[str, Any] | None, tool: str
) -> Draft:
    """Return the program as it is to be run, `edited`: as a person wrote it. Raises ValueError where it cannot be."""
    if tool not in ("", RUN_PYTHON):
        raise ValueError("an edit of a program cannot call another tool")
    source = str(draft.call.arguments["code"]) if edited is None else edited.get("code")
    if not isinstance(source, str) or (edited is not None and edited.keys() != {"code"}):
        raise ValueError('an edit of a program is {"code": "..."}')
    if edited is not None and (complaints := complaints_about(source, state, toolset)):
        raise ValueError("; ".join(complaints))
    decision = "approved" if source == draft.call.arguments["code"] else "edited"
    changed = {"arguments": {"code": source}, "fingerprint": digest(source), "decision": decision}
    call = draft.call.model_copy(update=changed)
    return draft.model_copy(update={"call": call, "stage": "ready", "complaint": ""})
