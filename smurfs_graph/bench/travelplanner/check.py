"""Compare what `official` mode says with recorded verdicts of the published evaluator.

Verdicts and costs have to be equal. Reasons are worded differently here, so it is what they point at that has to
agree: the day and the entry that a recorded sentence names, or else the name or wish that it is about.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError

from .day import SLOTS
from .evaluate import evaluate
from .files import read_queries, read_records, read_submissions
from .query import TripQuery
from .sandbox import Sandbox
from .verdict import EvaluatorCrashError, PlanVerdict, Reason, Verdict

_COMMONSENSE_KEYS = {
    "is_reasonable_visiting_city": "route",
    "is_valid_restaurants": "restaurants",
    "is_valid_attractions": "attractions",
    "is_valid_accommodation": "minimum_nights",
    "is_valid_transportation": "transportation",
    "is_valid_information_in_current_city": "current_city",
    "is_valid_information_in_sandbox": "sandbox",
    "is_not_absent": "completeness",
}
_HARD_KEYS = {
    "valid_cuisine": "cuisine",
    "valid_room_rule": "room_rule",
    "valid_transportation": "transportation",
    "valid_room_type": "room_type",
    "valid_cost": "budget",
}
_DAY = re.compile(r"\bday (\d+)")
_CENT = 0.005


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that was recorded otherwise."""

    idx: int
    what: str
    """'delivered', 'cost', or a rule such as 'sandbox' or 'reason of sandbox'."""
    recorded: object
    found: object

    def __str__(self) -> str:
        """One line."""
        return f"plan {self.idx}: {self.what}: recorded {self.recorded!r}, found {self.found!r}"


@dataclass(frozen=True, slots=True)
class CheckedSet:
    """One file of plans with the verdicts recorded for them."""

    name: str
    judged: Sequence[tuple[TripQuery, PlanVerdict]]
    """In official mode; without the plans that crash it."""
    plans: int
    values: int
    """Recorded verdicts, costs and reasons that were compared."""
    differences: Sequence[Difference]

    @property
    def reproduced(self) -> int:
        """Plans of which everything agrees."""
        return self.plans - len({difference.idx for difference in self.differences})


def check_directory(directory: Path, sandbox: Sandbox) -> list[CheckedSet]:
    """Every `verdicts_NAME.jsonl` of a directory against its `submission_NAME.jsonl` and `queries.jsonl`.

    Raises:
        ConfigurationError: there are no verdicts, or a file is missing or cannot be read.
    """
    recordings = sorted(directory.glob("verdicts_*.jsonl"))
    if not recordings:
        raise ConfigurationError(f"there is no verdicts_*.jsonl in {str(directory)!r}")
    queries = read_queries(directory / "queries.jsonl")
    return [_check_set(directory, path, queries, sandbox) for path in recordings]


def _check_set(directory: Path, path: Path, queries: Mapping[int, TripQuery], sandbox: Sandbox) -> CheckedSet:
    name = path.stem.removeprefix("verdicts_")
    plans = {delivered.idx: delivered.plan for delivered in read_submissions(directory / f"submission_{name}.jsonl")}
    judged: list[tuple[TripQuery, PlanVerdict]] = []
    differences: list[Difference] = []
    values = count = 0
    for number, record in read_records(path):
        count += 1
        idx = record.get("idx")
        if not isinstance(idx, int) or idx not in queries:
            raise ConfigurationError(f"{str(path)!r}, line {number}: there is no query with idx {idx!r}")
        values += sum(1 for _ in _recorded_values(record))
        try:
            verdict = evaluate(queries[idx], plans.get(idx, ()), sandbox, "official")
        except EvaluatorCrashError as error:
            differences.append(Difference(idx, "evaluation", "finished", f"crash: {error}"))
            continue
        judged.append((queries[idx], verdict))
        differences.extend(compare(idx, record, verdict))
    return CheckedSet(name, judged, count, values, differences)


def compare(idx: int, record: Mapping[str, Any], verdict: PlanVerdict) -> Iterator[Difference]:
    """Where a verdict is not what was recorded for the plan."""
    found = dict(_found_values(verdict))
    for what, recorded in _recorded_values(record):
        mine = found.get(what)
        if isinstance(mine, Reason | None) and isinstance(recorded, str):
            same = mine is not None and points_at_the_same(mine, recorded)
        elif isinstance(mine, float) and isinstance(recorded, int | float):
            same = abs(mine - recorded) < _CENT
        else:
            same = mine is recorded
        if not same:
            yield Difference(idx, what, recorded, mine.text if isinstance(mine, Reason) else mine)


def points_at_the_same(reason: Reason, recorded: str) -> bool:
    """Whether a recorded sentence is about the same day and entry, or else about the same name or wish."""
    days = {int(day) for day in _DAY.findall(recorded)}
    if not days:
        return reason.subject is None or reason.subject in recorded
    slots = {slot for slot in SLOTS if slot in recorded}
    return reason.day in days and (not slots or reason.slot in slots)


def _recorded_values(record: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Everything that a record states, by what it is about."""
    yield "delivered", record.get("delivered")
    yield "cost", record.get("cost")
    for group, keys in (("commonsense", _COMMONSENSE_KEYS), ("hard", _HARD_KEYS)):
        stated = cast("Mapping[str, tuple[bool | None, str | None]] | None", record.get(group))
        yield f"whether {group} is judged", stated is not None
        for key, name in keys.items() if stated is not None else ():
            passed, reason = stated[key] if stated is not None else (None, None)
            yield f"{group} {name}", passed
            if reason is not None:
                yield f"reason of {group} {name}", reason


def _found_values(verdict: PlanVerdict) -> Iterator[tuple[str, bool | float | Reason | None]]:
    yield "delivered", verdict.delivered
    yield "cost", verdict.cost_usd
    groups: tuple[tuple[str, Mapping[Any, Verdict] | None], ...]
    groups = (("commonsense", verdict.commonsense), ("hard", verdict.hard))
    for group, verdicts in groups:
        yield f"whether {group} is judged", verdicts is not None
        for name, judged in (verdicts or {}).items():
            yield f"{group} {name}", judged.passed
            if judged.reasons:
                yield f"reason of {group} {name}", judged.reasons[0]
