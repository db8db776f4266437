"""The model calls of a run that was recorded (`Settings.record`): what was sent, what came back, what became of it."""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from smurfs_graph.checkpoints.payloads import BREAK, CALL_KEY, call_key
from smurfs_graph.errors import StorageError
from smurfs_graph.planning.outcome import Outcome, OutcomeStatus
from smurfs_graph.runs.forking import Payloads
from smurfs_graph.runs.saved import Saved
from smurfs_graph.runs.steps import iso
from smurfs_graph.search.decision_tree import DecisionTree
from smurfs_graph.search.dfsdt import MOST_COMPLAINTS, SearchState

Fate = Literal["", "unanswered", "restarted", "popped", "failed", "rolled back", "open", OutcomeStatus]
"""Of a reply; empty for roles outside of a search.

unanswered: no reply came; restarted: it was refused, and the same was asked again; popped: its call failed and took the
tool away, or no tool was wanted; failed: only its call failed; rolled back: its step was undone; else how the search
ended on whose path it stands (solved, partial, ...), or that it has not (open), as where a person answered instead.
"""


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
    """Which of the role's prompts."""
    model: str
    messages: tuple[dict[str, Any], ...]
    """As OpenAI's chat interface has them."""
    terms: dict[str, Any]
    """What the client was given with them: a format, or tools."""
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
        """The row as a table has it."""
        tokens = " + ".join(str(self.usage.get(name, 0)) for name in ("input_tokens", "output_tokens"))
        said = self.reply and (self.reply.get("tool_calls") or self.reply["content"])
        step = str(self.step) if self.sub_task else ""
        where = (str(self.number), self.sub_task, step, self.call, self.model, tokens, self.fate)
        return (*where, self.reason or (said if isinstance(said, str) else json.dumps(said)))


def call_rows(run: Sequence[Saved], payloads: Payloads) -> list[CallRow]:
    """Every recorded request of a run, in the order of time. Raises StorageError where the record is damaged."""
    states = {call_key("", saved.ns, 0): saved.values for saved in run}  # the last of each
    found, nothing = list[CallRow](), dict[str, Any]()
    try:
        said = {
            name: part for _, value in payloads if "said" in value for name, part in json.loads(value["said"]).items()
        }
        keys = [(match, value["call"]) for key, value in payloads if (match := CALL_KEY.fullmatch(key))]
        asked = [(match["place"], int(match["number"]), json.loads(call)) for match, call in keys]
        asked.sort(key=lambda each: each[:2])
        offered: dict[str, str] = {}
        for (place, _, each), (next_place, _, after) in zip(asked, [*asked[1:], ("", 0, nothing)], strict=False):
            again = bool(after.get("mends")) and (next_place, after["call"]) == (place, each["call"])
            values = states.get(f"-call-{place}-0", {})
            fate: Fate = "restarted" if again else _fate(each, values)
            offered[place] = each.setdefault("offered", offered.get(place, ""))
            found += _rows(each, said, fate, "" if again else _given_up(each, values))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise StorageError(f"the record of the run's model calls is damaged: {error!r:.200}") from None
    found.sort(key=lambda row: row.at)
    return [replace(row, number=number) for number, row in enumerate(found, start=1)]


def _given_up(asked: dict[str, Any], values: dict[str, Any]) -> str:
    """The warning that a default stands for the reply: it mends another one, and was the last that was asked for."""
    begins = f"{asked['call']}: gave up after "
    return next((text for text in values.get("warnings", ()) if asked["mends"] and text.startswith(begins)), "")


def _rows(asked: dict[str, Any], said: dict[str, Any], fate: Fate, given_up: str) -> Iterator[CallRow]:
    """The requests of one question: of several, the last one brought the reply that was read."""
    for made in asked["requests"]:
        is_last = made is asked["requests"][-1]
        yield CallRow(
            number=0,
            at=iso(made["at"]),
            sub_task=asked.get("sub_task", ""),
            step=asked.get("step", 0),
            depth=asked.get("depth", 0),
            role=asked["call"].partition(".")[0],
            call=asked["call"],
            model=made["model"],
            messages=tuple(_messages(made["said"], said))[::-1],
            terms=_text(made["terms"], said) if "terms" in made else {},
            offered=tuple(_text(asked["offered"], said)) if asked["offered"] else (),
            reply=made.get("reply"),
            seconds=made["seconds"],
            usage=made.get("usage", {}),
            fate="unanswered" if "reply" not in made else fate,
            reason=made.get("failure") or ((asked["refused"] or given_up) if is_last else ""),
            replayed=made.get("replayed", False),
        )


def _messages(last: str, said: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages that end with one, the last one first."""
    while last:
        yield _text(last, said)
        last = said[last][0]


def _text(name: str, said: dict[str, Any]) -> Any:
    """A message, terms, or documents: JSON that is kept in paragraphs."""
    _, *parts = said[name]
    return json.loads(BREAK.join(part if isinstance(part, str) else said[part[0]] for part in parts))


def _fate(asked: dict[str, Any], values: dict[str, Any]) -> Fate:
    """What became of the step that a question belongs to, by the last state of its search."""
    tree: DecisionTree | None = values.get("tree")
    search: SearchState | None = values.get("search")
    if search is None or asked["call"] == "supervisor":
        return ""
    outcome: Outcome | None = values.get("outcome")
    ended: Fate = "open" if outcome is None or outcome.by_person else outcome.status
    step, at = asked["step"], asked["requests"][-1]["at"]
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
    """The attempts of one step: that one, and those of the same native reply."""
    for number, each in enumerate(search.attempts[first:], start=first):
        if number == first or (each.call.turn >= 0 and each.call.turn == search.attempts[first].call.turn):
            yield number


def _pops(search: SearchState, number: int) -> bool:
    """Whether an attempt that failed took its tool away: it was the tool's fault, or there were complaints enough."""
    attempt = search.attempts[number]
    if attempt.status == "refused" or attempt.fault == "tool" or search.limits.published:
        return attempt.call.turn < 0 or attempt.status == "failed"
    here = itertools.takewhile(lambda each: each.depth >= attempt.depth, reversed(search.attempts[: number + 1]))
    same = [each for each in here if (each.depth, each.call.tool) == (attempt.depth, attempt.call.tool)]
    return sum(each.status == "failed" for each in same) >= MOST_COMPLAINTS
