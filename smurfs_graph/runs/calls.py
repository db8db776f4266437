"""The model calls of a run that was recorded (`Settings.record`): what was sent, what came back, what became of it."""

import itertools
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter

from smurfs_graph.checkpoints.payloads import BREAK, CALL_KEY, call_key
from smurfs_graph.errors import StorageError
from smurfs_graph.planning.outcome import Outcome, OutcomeStatus
from smurfs_graph.runs.forking import Payloads
from smurfs_graph.runs.saved import Saved
from smurfs_graph.runs.steps import iso
from smurfs_graph.search.decision_tree import DecisionTree
from smurfs_graph.search.dfsdt import MOST_COMPLAINTS, SearchState
from smurfs_graph.state import Draft

Fate = Literal["", "unanswered", "restarted", "edited", "popped", "failed", "rolled back", "open", OutcomeStatus]
"""Of a reply; empty for roles outside of a search.

unanswered: no reply came; restarted: it was refused, and the same was asked again; edited: a person wrote other
arguments for a call of its step, so that the outcome says nothing of it; popped: its call failed and took the
tool away, or no tool was wanted; failed: only its call failed; rolled back: its step was undone; else how the search
ended on whose path it stands (solved, partial, ...), or that it has not (open), as where a person answered instead.
"""


_Step = tuple[str, str, int]
"""The place of its search, and its number (`_number`)."""
MOST_CHARS = 1024 * 1024 * 1024
"""Of all that the messages of one run say, each counted once; a file of a few kilobytes can name a paragraph often."""
_LAST = 253_402_300_799
"""Seconds from 1970 to the end of the year 9999."""


@dataclass(frozen=True)
class CallRow:
    """One request to a model, masked."""

    number: int
    """From 1, in the order of time."""
    at: str
    """ISO 8601, UTC."""
    sub_task: str
    """Empty for the run as a whole."""
    step: int
    """Attempts of the sub-task before it."""
    depth: int
    role: str
    call: str
    """Name of the prompt among the role's."""
    model: str
    messages: tuple[dict[str, Any], ...]
    """Messages in the form of OpenAI's chat interface."""
    terms: dict[str, Any]
    """Terms given to the client with them: a format, or tools."""
    offered: tuple[dict[str, Any], ...]
    """Documents of the tools that its sub-task could choose from, as OpenAI's functions."""
    reply: dict[str, Any] | None
    seconds: float
    usage: dict[str, Any]
    """Tokens and cost, as in the run's ledger."""
    fate: Fate
    reason: str
    """Why there is no reply, or why it was not taken."""
    replayed: bool
    """Nothing was sent; a cache or a journal had the reply."""

    def cells(self) -> tuple[str, ...]:
        """Return the row as a table has it."""
        tokens = " + ".join(str(self.usage.get(name, 0)) for name in ("input_tokens", "output_tokens"))
        said = self.reply and (self.reply.get("tool_calls") or self.reply["content"])
        step = str(self.step) if self.sub_task else ""
        where = (str(self.number), self.sub_task, step, self.call, self.model, tokens, self.fate)
        return (*where, self.reason or (said if isinstance(said, str) else json.dumps(said)))


class _Function(BaseModel):
    name: str
    arguments: str


class _RecordedCall(BaseModel):
    function: _Function


class _Message(BaseModel):
    """The least that a recorded message has."""

    role: str
    content: str | list[Any] | None
    tool_calls: list[_RecordedCall] = []


def _message(data: dict[str, Any]) -> dict[str, Any]:
    _Message.model_validate(data, strict=True)
    return data


class _RecordedRequest(BaseModel):
    model: str
    at: Annotated[float, Field(ge=0, le=_LAST)]
    seconds: float
    said: str
    terms: str = ""
    reply: Annotated[dict[str, Any], AfterValidator(_message)] | None = None
    failure: str = ""
    usage: dict[str, int | float] = {}
    replayed: bool = False


class _Asked(BaseModel):
    """One question of a node, as its row has it; a file with it may come from anybody."""

    call: Annotated[str, Field(pattern=r"^[\w.\-]{1,80}$")]
    mends: str
    refused: str
    sub_task: str = ""
    step: Annotated[int, Field(ge=0)] = 0
    depth: int = 0
    offered: str | None = None
    """None: as the row before it in the same place."""
    requests: Annotated[list[_RecordedRequest], Field(min_length=1)]


_MESSAGE: TypeAdapter[dict[str, Any]] = TypeAdapter(Annotated[dict[str, Any], AfterValidator(_message)])
_TERMS: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
_DOCUMENTS: TypeAdapter[list[dict[str, Any]]] = TypeAdapter(list[dict[str, Any]])


class _Said:
    """Messages, terms and documents, put together once each from JSON that is kept in paragraphs."""

    def __init__(self, payloads: Payloads) -> None:
        self._parts: dict[str, Any] = {
            name: part for _, value in payloads if "said" in value for name, part in json.loads(value["said"]).items()
        }
        self._found: dict[str, Any] = {}
        self._chars = 0

    def text(self, name: str, kind: TypeAdapter[Any]) -> Any:
        """Return a message, terms, or documents. Raises ValueError where they are of another kind."""
        if name not in self._found:
            _, *parts = self._parts[name]
            texts = [part if isinstance(part, str) else self._parts[part[0]] for part in parts]
            self._chars += sum(map(len, texts))
            if self._chars > MOST_CHARS:
                raise ValueError(f"it says more than {MOST_CHARS:,} characters")
            self._found[name] = json.loads(BREAK.join(texts))
        return kind.validate_python(self._found[name], strict=True)

    def messages(self, last: str) -> tuple[dict[str, Any], ...]:
        """Return the messages that end with one."""
        found: dict[str, dict[str, Any]] = {}
        while last:
            if last in found:
                raise ValueError("a message stands before itself")
            found[last] = self.text(last, _MESSAGE)
            last = self._parts[last][0]
        return tuple(found.values())[::-1]


def call_rows(run: Sequence[Saved], payloads: Payloads) -> list[CallRow]:
    """List every recorded request of a run, in the order of time. Raises StorageError where the record is damaged."""
    states = {_place(saved.ns): saved.values for saved in run}  # the last of each
    found = list[CallRow]()
    try:
        said, edits = _Said(payloads), {*_edits(run)}
        keys = [(match, value["call"]) for key, value in payloads if (match := CALL_KEY.fullmatch(key))]
        asked = [(match["place"], int(match["number"]), _Asked.model_validate_json(call)) for match, call in keys]
        asked.sort(key=lambda each: each[:2])
        offered: dict[str, str] = {}
        for (place, _, each), later in zip(asked, [*asked[1:], None], strict=False):
            again = later is not None and bool(later[2].mends) and (later[0], later[2].call) == (place, each.call)
            values = states.get(f"-call-{place}-0", {})
            fate: Fate = "restarted" if again else _fate(each, place, values, edits)
            offered[place] = offered.get(place, "") if each.offered is None else each.offered
            found += _rows(each, offered[place], said, fate, "" if again else _given_up(each, values))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise StorageError(f"the record of the run's model calls is damaged: {why:.200}") from None
    found.sort(key=lambda row: row.at)
    return [replace(row, number=number) for number, row in enumerate(found, start=1)]


def _given_up(asked: _Asked, values: dict[str, Any]) -> str:
    """Return the warning that a default stands for the reply: it mends another one, and was the last that was asked
    for.
    """
    begins = f"{asked.call}: gave up after "
    return next((text for text in values.get("warnings", ()) if asked.mends and text.startswith(begins)), "")


def _rows(asked: _Asked, offered: str, said: _Said, fate: Fate, given_up: str) -> Iterator[CallRow]:
    """Yield the requests of one question: of several, the last one brought the reply that was read."""
    for made in asked.requests:
        is_last = made is asked.requests[-1]
        yield CallRow(
            number=0,
            at=iso(made.at),
            sub_task=asked.sub_task,
            step=asked.step,
            depth=asked.depth,
            role=asked.call.partition(".")[0],
            call=asked.call,
            model=made.model,
            messages=said.messages(made.said),
            terms=said.text(made.terms, _TERMS) if made.terms else {},
            offered=tuple(said.text(offered, _DOCUMENTS)) if offered else (),
            reply=made.reply,
            seconds=made.seconds,
            usage=made.usage,
            fate="unanswered" if made.reply is None else fate,
            reason=made.failure or ((asked.refused or given_up) if is_last else ""),
            replayed=made.replayed,
        )


def _edits(run: Sequence[Saved]) -> Iterator[_Step]:
    """Yield the steps in which a person wrote other arguments than the model."""
    states = {(saved.ns, saved.id): saved.values for saved in run}
    for saved in run:
        before = {draft.call.id: draft for draft in _drafts(states.get((saved.ns, saved.parent or ""), {}))}
        for draft in _drafts(saved.values):
            asked = before.get(draft.call.id, draft)
            is_approved = asked.is_unapproved and not draft.is_unapproved and asked.call.tool == draft.call.tool
            if is_approved and asked.call.arguments != draft.call.arguments:
                yield _place(saved.ns), *_number(saved.values, draft.call.turn)


def _drafts(values: dict[str, Any]) -> list[Draft]:
    return [*([values["draft"]] if "draft" in values else []), *(values.get("together") or ())]


def _number(values: dict[str, Any], turn: int) -> tuple[str, int]:
    """Return a step's key: the reply that holds its calls; else the number of steps before it."""
    if turn >= 0:
        return "turn", turn
    tree: DecisionTree | None = values.get("tree")
    return "step", len(values["search"].attempts) if tree is None else tree.queries


def _place(namespace: str) -> str:
    return call_key("", namespace, 0)


def _fate(asked: _Asked, place: str, values: dict[str, Any], edits: Collection[_Step]) -> Fate:
    """Return the fate of the step that a question belongs to, by the last state of its search."""
    tree: DecisionTree | None = values.get("tree")
    search: SearchState | None = values.get("search")
    if search is None or asked.call == "supervisor":
        return ""
    turn = search.attempts[asked.step].call.turn if asked.step < len(search.attempts) else -1
    if (f"-call-{place}-0", *(("turn", turn) if turn >= 0 else ("step", asked.step))) in edits:
        return "edited"
    outcome: Outcome | None = values.get("outcome")
    ended: Fate = "open" if outcome is None or outcome.by_person else outcome.status
    step, at = asked.step, asked.requests[-1].at
    if tree is not None:
        stands = step >= tree.queries or tree.rounds[step] in (*tree.path, tree.final)
        return ended if stands else "rolled back"
    if any(each.step == step and each.timing.began <= at <= each.timing.ended for each in search.declined):
        return "popped"
    made = [*_step(search, step)]
    if not made or any(number in search.path for number in made):
        return ended
    if any(search.attempts[number].rolled_back for number in made):
        return "rolled back"
    return "popped" if any(_pops(search, number) for number in made) else "failed"


def _step(search: SearchState, first: int) -> Iterator[int]:
    """Yield the attempts of one step: that one, and those of the same native reply. Calls of a program are none."""
    for number, each in enumerate(search.attempts[first:], start=first):
        together = each.call.turn >= 0 and each.call.turn == search.attempts[first].call.turn
        if each.call.number < 0 and (number == first or together):
            yield number


def _pops(search: SearchState, number: int) -> bool:
    """Return whether a failed attempt popped its tool: the tool was at fault, or complaints were enough."""
    attempt = search.attempts[number]
    if attempt.status == "refused" or attempt.fault == "tool" or search.limits.published:
        return attempt.call.turn < 0 or attempt.status == "failed"
    here = itertools.takewhile(lambda each: each.depth >= attempt.depth, reversed(search.attempts[: number + 1]))
    same = [each for each in here if (each.depth, each.call.tool) == (attempt.depth, attempt.call.tool)]
    return sum(each.status == "failed" for each in same) >= MOST_COMPLAINTS
