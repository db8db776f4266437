"""That a person approved a call: a signature over run, step, tool and the exact arguments, kept with the step's draft.

Whoever writes the storage cannot make one; one of another run, step or call does not count here.
"""

import asyncio

from langgraph.runtime import Runtime

from smurfs_graph.asking.emitting import step_of
from smurfs_graph.canonical import canonical_json
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, TaskState
from smurfs_graph.user.signing import is_signed, key_at_hand, sign


async def sign_approval(state: TaskState, runtime: Runtime[Settings], draft: Draft, ahead: int = 0) -> str:
    """The signature under a draft whose call a person has approved as it stands; `ahead`: attempts that come before."""
    return sign(await asyncio.to_thread(key_at_hand), _parts_of(state, runtime, draft, ahead))


async def is_approved(state: TaskState, runtime: Runtime[Settings]) -> bool:
    """Whether the call of the state's draft, as it stands, is the one that a person approved at this step."""
    draft = state["draft"]
    if not draft.approved:
        return False
    return is_signed(draft.approved, await asyncio.to_thread(key_at_hand), _parts_of(state, runtime, draft))


def _parts_of(state: TaskState, runtime: Runtime[Settings], draft: Draft, ahead: int = 0) -> list[str]:
    info = runtime.execution_info
    thread = str(info.thread_id) if info is not None else ""
    step = (thread, state.get("run_id", ""), state["sub_task"].id, str(step_of(state) + ahead))
    return ["an approved call", *step, draft.tool, draft.fingerprint, canonical_json(draft.arguments)]
