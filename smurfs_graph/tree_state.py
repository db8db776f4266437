"""The state of a sub-task that is solved by a decision tree (`react`, `dfsdt`, `alpha-umi`), and how prompts see it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Required, get_type_hints

from langchain_core.messages import BaseMessage
from pydantic import InstanceOf, TypeAdapter

from smurfs_graph.canonical import canonical_json
from smurfs_graph.planning.outcome import NOTHING_CAME, Evidence, Outcome, OutcomeStatus
from smurfs_graph.search.decision_tree import Decided, DecisionTree, Round, TreeLimits
from smurfs_graph.search.state import SearchState
from smurfs_graph.state import RunState, SubTaskState, TaskState
from smurfs_graph.tools.output import cut

MAX_WHY = 400
"""Characters of the last thought in the reason of a search that its model gave up."""
TRIED_CHARS = 400
"""Characters of an earlier attempt's observation in the diversity prompt, at most."""


class TreeTaskState(TaskState, total=False):
    """A sub-task's state with its tree. `search` holds the allowed tools and, for one call at a time, its failure."""

    tree: Required[DecisionTree]
    """Written by the nodes that grow it, and by nothing else."""
    decided: Decided | None
    """The decision of α-UMi's planner; cleared with the round that it leads to."""


@lru_cache(maxsize=1)
def state_types() -> dict[str, TypeAdapter[Any]]:
    """Return the type of each key's values, of runs and of sub-tasks; keys of both mean the same."""
    states = (SubTaskState, TreeTaskState, RunState)
    hints: dict[str, Any] = {name: hint for state in states for name, hint in get_type_hints(state).items()}
    hints["messages"] = list[InstanceOf[BaseMessage]]
    return {name: TypeAdapter(hint) for name, hint in hints.items()}


def planted(state: SubTaskState, limits: TreeLimits) -> TreeTaskState:
    """Return the first state of a sub-task that is solved by a tree."""
    return {**state, "search": without_memory(state["search"]), "tree": DecisionTree(limits=limits)}


def without_memory(search: SearchState) -> SearchState:
    """Return the allowed tools and nothing of earlier calls: these strategies remember by their history alone."""
    if not (search.attempts or search.hint or search.stopped or search.widened):
        return search  # nothing was called, so that there is nothing to forget
    kept = ("tools", "permitted", "stateful", "changing", "limits")
    return SearchState(**{name: getattr(search, name) for name in kept})


def history(rounds: Iterable[Round]) -> str:
    """List every thought, call and observation of the chain, in full (the baselines' view)."""
    return "\n".join(f"{number}. {_told(each)}" for number, each in enumerate(rounds, 1))


def tried(rounds: Iterable[Round]) -> str:
    """Return the first calls of earlier attempts from the same point, and what they brought."""
    return "\n".join(f"{number}. {_call(each)}\n   observation: {_indented(cut(each.observation, TRIED_CHARS))}"
                     for number, each in enumerate(rounds, 1))  # fmt: skip


def needs_closing(tree: DecisionTree) -> bool:
    """Return whether a search has ended without an answer, though one can be drawn from its evidence."""
    return tree.end is not None and tree.final is None and bool(tree.evidence)


def attempts(tree: DecisionTree) -> str:
    """List every call with its result, for the closing answer."""
    made = [each for each in tree.rounds if each.tool and each.status in ("open", "failed")]
    return "\n".join(
        f"{number}. {_call(each).removeprefix('call: ')}\n"
        f"   {'answer' if each.status == 'open' else 'failed'}: {_indented(each.observation)}"
        for number, each in enumerate(made, 1)
    )


def outcome_of(
    tree: DecisionTree, sub_task: str, warnings: Iterable[str], stop: str, closing: str | None = None
) -> Outcome:
    """Return the sub-task's outcome, with every call as evidence.

    `closing`: the answer that was drawn from a search that ended without one; where nobody could be asked for it, what
    each call brought is named, and no observation is given as if it were an answer.
    """
    final = tree.final
    status = _status(tree)
    found = "\n".join(
        f"- {_call(each).removeprefix('call: ')}: {cut(each.observation, TRIED_CHARS)}" for each in tree.evidence
    )
    unanswered = f"No answer was drawn from these calls:\n{found}" if found else ""
    return Outcome(
        sub_task=sub_task,
        status=status,
        answer=final.answer if final else unanswered if closing is None else closing,
        reason="" if status == "solved" else _why(tree, stop),
        evidence=evidence_of(tree),
        warnings=tuple(warnings),
    )


def evidence_of(tree: DecisionTree) -> tuple[Evidence, ...]:
    """Return every call of a search; those off the way to its answer, or to where it stands, are rolled back."""
    kept = set(tree.way_to(tree.at)) if tree.end is None else set(tree.chain) or set(range(tree.queries))
    return tuple(
        Evidence(
            tool=each.tool,
            arguments=dict[str, object](each.arguments),
            ok=each.status == "open",
            thought=each.thought,
            called=each.called,
            text=cut(each.observation.removeprefix("error: ") if each.status == "failed" else each.observation, 1200),
            response=each.reference,
            rolled_back=at not in kept,
            fingerprint=each.fingerprint,
            mendable=each.status == "failed" and each.fault == "call",
            rejected=each.decision == "rejected",
        )
        for at, each in enumerate(tree.rounds)
        if each.tool and each.status in ("open", "failed")
    )


def _status(tree: DecisionTree) -> OutcomeStatus:
    called = [each for each in tree.rounds if each.called]  # others were wrong before a person could be asked
    if called and all(each.decision == "rejected" for each in called):
        return "rejected"
    if tree.final is not None:
        return "partial" if tree.end == "last_reply" or _all_failed(tree) else "solved"
    if not tree.evidence:
        return "failed"
    return "partial" if tree.end in ("query_limit", "stopped") else "exhausted"


def _all_failed(tree: DecisionTree) -> bool:
    """Return whether calls were tried, and none of them returned anything."""
    return not tree.evidence and any(each.tool and each.status == "failed" for each in tree.rounds)


def _why(tree: DecisionTree, stop: str) -> str:
    """Return why a tree ended without an answer."""
    if tree.final is not None and _all_failed(tree):
        return NOTHING_CAME
    match tree.end:
        case "stopped":
            return f"stopped: {stop.replace('_', ' ')}"
        case "query_limit":
            return f"reached the limit of {tree.limits.queries} replies"
        case "last_reply":
            return "answered at the limit of replies, where no tool could be called any more"
        case "gave_up":
            thought = tree.rounds[-1].thought if tree.rounds else ""
            return f"the model gave up: {cut(thought, MAX_WHY)}" if thought else "the model gave up"
        case _:
            return "no chain came to an answer"


def _told(each: Round) -> str:
    lines = [f"thought: {_indented(each.thought)}"] if each.thought else []
    if each.tool:
        lines += [_call(each), f"observation: {_indented(each.observation)}"]
    return "\n   ".join(lines)


def _call(each: Round) -> str:
    return f"call: {each.tool} {canonical_json(dict[str, Any](each.arguments))}"


def _indented(text: str) -> str:
    return text.strip().replace("\n", "\n   ")
