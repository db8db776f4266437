"""Rows for training from one recorded run: the whole of it, each role's replies, and preferences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.messages.tool import tool_call

from smurfs_graph.models.transcript import message_data
from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.prompting.earlier_calls import turns_as_messages
from smurfs_graph.runs.calls import CallRow, call_rows
from smurfs_graph.runs.forking import Payloads
from smurfs_graph.runs.preferences import is_decision, is_followed, preferences
from smurfs_graph.runs.saved import Saved
from smurfs_graph.search.decision_tree import DecisionTree
from smurfs_graph.search.state import SearchState
from smurfs_graph.tools.output import cut

Row = dict[str, Any]
GLOBAL, ROLES, PREFERENCES, KTO = "global", "roles", "preferences", "kto"
MOST_OF_A_RESPONSE = 4_000
"""Characters in a whole trajectory; a role's prompts have what its model saw."""


@dataclass(frozen=True)
class Episode:
    """One request, and the rows that came of how it went."""

    name: str
    source: str
    """Whose data it is, as the card says it."""
    request: str
    called: frozenset[str]
    """Tools."""
    rows: tuple[tuple[str, Row], ...]
    """Each with the set that it belongs to."""
    stop_reason: str = "answered"
    score: float | None = None
    """A benchmark's."""


class EpisodeStep(NamedTuple):
    """Calls that were made together, as (tool, arguments, response)."""

    thought: str
    calls: tuple[tuple[str, Mapping[str, Any], str], ...]


def read_episode(
    name: str, source: str, run: Sequence[Saved], payloads: Payloads, score: float | None = None
) -> Episode | None:
    """Return the episode of a run; None where nothing is on record of its model calls.

    Of a conversation, the whole trajectory is that of its last turn, behind the turns before it.

    Raises:
        StorageError: the record is damaged.
    """
    recorded = call_rows(run, payloads)
    if not recorded:
        return None
    values = next(saved.values for saved in reversed(run) if not saved.ns)
    solved = _solved(run, str(values.get("run_id")))
    said = {key: str(value["text"]) for key, value in payloads if "text" in value}
    steps = [step for state in solved for step in _steps(state, said)]
    documents = {each["function"]["name"]: each for row in recorded for each in row.offered}
    query = str(values.get("query") or "")
    earlier = [message_data(message) for message in turns_as_messages(values.get("earlier") or (), str)]
    rows: list[tuple[str, Row]] = []
    outcomes: dict[str, Outcome] = values.get("outcomes") or {}
    by_hand = any(outcome.by_person for outcome in outcomes.values())
    if (answer := str(values.get("answer") or "")) and not by_hand:  # no steps lead to what a person wrote
        whole = trajectory([*earlier, {"role": "user", "content": query}], steps, answer, documents)
        models = ", ".join(sorted({row.model for row in recorded if _is_taken(row)}))
        rows.append((GLOBAL, {**whole, "meta": {"run": name, "role": "", "call": "", "model": models}}))
    rows += _role_rows(name, recorded)
    called = frozenset(_called(run))
    return Episode(name, source, query, called, tuple(rows), str(values.get("stop_reason") or ""), score)


def trajectory(
    before: Sequence[Row], steps: Sequence[EpisodeStep], answer: str, documents: Mapping[str, Mapping[str, Any]]
) -> Row:
    """Return a whole trajectory as one conversation, with the tools that it could call (α-UMi, stage 1)."""
    messages, number = list(before), 0
    for step in steps:
        ids = [f"call_{number + at}" for at in range(len(step.calls))]
        made = [
            tool_call(name=tool, args=dict(arguments), id=name)
            for name, (tool, arguments, _) in zip(ids, step.calls, strict=True)
        ]
        messages.append(message_data(AIMessage(step.thought, tool_calls=made)))
        for name, (_, _, response) in zip(ids, step.calls, strict=True):
            messages.append(message_data(ToolMessage(cut(response, MOST_OF_A_RESPONSE), tool_call_id=name)))
        number += len(ids)
    messages.append({"role": "assistant", "content": answer})
    unknown = {tool for step in steps for tool, _, _ in step.calls} - documents.keys()
    tools = [*documents.values(), *(_undocumented(name) for name in sorted(unknown))]
    return {"messages": messages, **({"tools": tools} if tools else {})}


def _undocumented(name: str) -> Row:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}}


def _role_rows(name: str, recorded: Sequence[CallRow]) -> Iterator[tuple[str, Row]]:
    """Yield prompts as the server got them, with its replies: those that the run went on with."""
    taken = [row for row in recorded if _is_taken(row)]
    for row in taken:
        if row.fate in ("", "solved"):
            yield f"{ROLES}/{row.role}", {**_prompt(row), "completion": [row.reply], "meta": _meta(name, row)}
        if is_decision(row) and row.fate in ("solved", "rolled back"):
            label = row.fate == "solved"
            yield KTO, {**_prompt(row), "completion": [row.reply], "label": label, "meta": _meta(name, row)}
    for pair in preferences(taken):
        answers = {"chosen": [pair.chosen.reply], "rejected": [pair.rejected.reply]}
        yield PREFERENCES, {**_prompt(pair.rejected), **answers, "meta": _meta(name, pair.rejected)}


def _is_taken(row: CallRow) -> bool:
    """Return whether a model gave the reply when it was asked, and the run went on with it."""
    return is_followed(row) and not row.replayed and not row.model.startswith("offline:")


def _prompt(row: CallRow) -> Row:
    tools = row.terms.get("tools")
    return {"prompt": list(row.messages), **({"tools": tools} if tools else {})}


def _meta(name: str, row: CallRow) -> Row:
    return {"run": name, "role": row.role, "call": row.call, "model": row.model}


def _solved(run: Sequence[Saved], run_id: str) -> list[dict[str, Any]]:
    """Return the last states of the sub-tasks that were solved, in the order in which they were begun."""
    last = {saved.ns: saved.values for saved in run if saved.ns}
    return [
        values
        for values in last.values()
        if values.get("run_id") == run_id and "outcome" in values and values["outcome"].status == "solved"
    ]


def _steps(state: Mapping[str, Any], said: Mapping[str, str]) -> Iterator[EpisodeStep]:
    """Yield the calls on the path that solved a sub-task."""
    tree: DecisionTree | None = state.get("tree")
    if tree is not None:
        for made in (tree.rounds[at] for at in tree.chain):
            if made.called and made.status == "open":
                yield EpisodeStep(made.thought, ((made.tool, made.arguments, made.observation),))
        return
    search: SearchState = state["search"]
    turns: dict[Any, list[int]] = {}
    for at in search.path:
        turn = search.attempts[at].call.turn
        if search.attempts[at].call.number >= 0:  # a program made it, not the model
            continue
        turns.setdefault(turn if turn >= 0 else ("step", at), []).append(at)
    for together in turns.values():
        attempts = [search.attempts[at] for at in together]
        calls = ((each.call.tool, each.call.arguments, said.get(each.response, each.answer)) for each in attempts)
        yield EpisodeStep(attempts[0].call.thought, tuple(calls))


def _called(run: Sequence[Saved]) -> Iterator[str]:
    """Yield every tool that was called, on whatever path."""
    for values in {saved.ns: saved.values for saved in run if saved.ns}.values():
        tree, search = values.get("tree"), values.get("search")
        if tree is not None:
            yield from (each.tool for each in tree.rounds if each.called)
        elif search is not None:
            yield from (each.call.tool for each in search.attempts)
