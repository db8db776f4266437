"""End a search in native steps or programs with the model's text: an answer, a gap, or a note that sends it back."""

import re
from typing import Any

from smurfs_graph.constraints.local import contradiction
from smurfs_graph.planning.outcome import ASKS_USER
from smurfs_graph.planning.plan import SubTask
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.state import Concluded
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState

_GAP = re.compile(
    r"^\W*(?P<label>not (?:found|done))\W*:\s*(?P<what>.+?)\W*\Z", re.IGNORECASE | re.MULTILINE | re.DOTALL
)
_LONGEST_GAP = 500


def concluded(state: SubTaskState, text: str) -> dict[str, Any]:
    """Return the end of the search with this answer; where code contradicts it, the model hears why, once.

    Where nothing was found (no call brought anything, or the agreed line is all), what it says is the reason, and no
    answer.
    """
    search = state["search"]
    last = search.local_memory[-1].answer if search.path else ""
    broken = contradiction(state["sub_task"].local_constraints, last)
    noted = any("note" in turn for turn in state.get("turns", []))
    if broken and not noted:
        return {"note": f"This does not hold: {broken}. Go on, or say what cannot be met."}
    found = _GAP.search(text)
    missing = f"{found['label'].lower()}: {found['what'].strip()}" if found else ""
    besides = text[: found.start()].strip() if found else text
    if (search.attempts and not search.evidence and not state.get("dependencies")) or not besides:
        gap = " ".join((besides or f"{missing[:1].upper()}{missing[1:]}").split())[:_LONGEST_GAP]
        return {"search": advance(search, Concluded(answer="", status="partial", gap=gap)), "draft": Draft()}
    gap = broken or missing[:_LONGEST_GAP]
    status = "partial" if gap else "solved"
    return {"search": advance(search, Concluded(answer=text, status=status, gap=gap)), "draft": Draft(answer=text)}


def concluded_by_question(state: SubTaskState, text: str) -> dict[str, Any]:
    """Return the end of the search with a question to the user, word for word, whatever was found."""
    ended = Concluded(answer=text, status="partial", gap=ASKS_USER)
    return {"search": advance(state["search"], ended), "draft": Draft(answer=text)}


def needs_reader(task: SubTask, settings: Settings) -> bool:
    """Return whether a verifier judges an answer: as set, or because no code can check a condition of the sub-task."""
    return settings.verify == "always" or any(item.check is None for item in task.local_constraints)


def with_note(update: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Return both updates; a note to the model stands behind its reply."""
    note = more.pop("note", "")
    return {**update, **more, "turns": [*update["turns"], *([{"note": note}] if note else [])]}
