"""TravelPlanner's files, and what `official` mode says compared with recorded verdicts of the published evaluator.

Verdicts and costs have to be equal. Reasons are worded differently here, so it is what they point at that has to
agree: the day and the entry that a recorded sentence names, or else the name or wish that it is about.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from smurfs_graph.bench.travelplanner.day import SLOTS, TripDay, read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import EvaluatorCrashError, PlanVerdict, Reason, TripVerdict

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


def read_queries(path: Path) -> dict[int, TripQuery]:
    """Queries by their `idx`, or else by their line."""
    queries = [TripQuery.model_validate({"idx": number, **record}) for number, record in _records(path)]
    return {query.idx: query for query in queries}


def read_submissions(path: Path) -> dict[int, tuple[TripDay, ...]]:
    """Plans by their `idx`; empty where none was delivered."""
    return {record.get("idx", number): read_plan(record.get("plan")) for number, record in _records(path)}


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((number, json.loads(line)) for number, line in enumerate(path.read_text("utf-8").splitlines(), 1))


def differences(folder: Path, name: str, sandbox: Sandbox) -> Iterator[str]:
    """Yield a line for each plan of `submission_NAME.jsonl` judged otherwise in `verdicts_NAME.jsonl`."""
    queries, plans = read_queries(folder / "queries.jsonl"), read_submissions(folder / f"submission_{name}.jsonl")
    for _, record in _records(folder / f"verdicts_{name}.jsonl"):
        idx: int = record["idx"]
        try:
            verdict = evaluate(queries[idx], plans.get(idx, ()), sandbox, "official")
        except EvaluatorCrashError as error:
            yield f"plan {idx}: the evaluation crashed: {error}"
        else:
            yield from (f"plan {idx}: {what}" for what in compare(record, verdict))


def compare(record: Mapping[str, Any], verdict: PlanVerdict) -> Iterator[str]:
    """Yield the differences between a verdict and what was recorded for the plan."""
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
            yield f"{what}: recorded {recorded!r}, found {mine.text if isinstance(mine, Reason) else mine!r}"


def points_at_the_same(reason: Reason, recorded: str) -> bool:
    """Return whether a recorded sentence is about the same day and entry, or else the same name or wish."""
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
    groups: tuple[tuple[str, Mapping[Any, TripVerdict] | None], ...]
    groups = (("commonsense", verdict.commonsense), ("hard", verdict.hard))
    for group, verdicts in groups:
        yield f"whether {group} is judged", verdicts is not None
        for name, judged in (verdicts or {}).items():
            yield f"{group} {name}", judged.passed
            if judged.reasons:
                yield f"reason of {group} {name}", judged.reasons[0]
