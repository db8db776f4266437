"""Trips in free words: what a model reads of each, beside what was meant.

    python -m tests.evidence.trips FOLDER --model REF [--base-url URL] [--only t01,t02]

FOLDER holds TravelPlanner's CSV files. A run stops where its plan would be approved, so that nothing but the reading is
asked of the model. A trip is right where every field is, and each wish or task that no field holds stands in the plan.
"""

import argparse
import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Plan, Settings, build_graph
from smurfs_graph.tools.travel.domain import request_from_plan

HERE = Path(__file__).parent
WISHES = ("room_rules", "cuisines", "transport_rules")


def reading(plan: Plan) -> dict[str, Any]:
    """Return the plan's reading of the request, in the words of trips_gold.jsonl; `besides`: all without a field."""
    if plan.choice is None:
        return {}
    trip = request_from_plan(plan)
    return {
        "origin": trip.origin,
        "destination": trip.destination,
        "destination_kind": trip.destination_kind,
        "cities": trip.cities,
        "first": trip.dates[0],
        "last": trip.dates[-1],
        "people": trip.people,
        "budget_usd": trip.budget_usd,
        "room_type": trip.room_type,
        **{name: sorted(getattr(trip, name)) for name in WISHES},
        "besides": [
            *(item.text for item in plan.global_constraints if item.check is None),
            *(task.content for task in plan.sub_tasks if not task.prepared),
        ],
    }


def differences(gold: Mapping[str, Any], read: Mapping[str, Any]) -> list[str]:
    """One text for each field that is not as meant; for what is besides: not there, or there and not meant."""
    if not read:
        return ["no trip was read"]
    expected: dict[str, Any] = {"room_type": None, **dict.fromkeys(WISHES, ()), **gold}
    expected |= {name: sorted(expected[name]) for name in WISHES}
    wrong = [
        f"{name}: {read[name]!r}, not {value!r}"
        for name, value in expected.items()
        if name not in ("id", "besides") and read[name] != value
    ]
    words: list[str] = expected.get("besides", [])
    wrong += [f"besides: {word!r} is lost" for word in words if not any(word in text for text in read["besides"])]
    return wrong + [f"besides: {text!r}" for text in read["besides"] if not any(word in text for word in words)]


async def read_trip(settings: Settings, folder: str, query: str) -> tuple[dict[str, Any], str]:
    """Return the reading, and what the run said instead where that is no trip."""
    graph = build_graph(settings, tools=[f"builtin:travel={folder}"], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "trip"}}
    result = await graph.ainvoke({"query": query}, config)
    plan = (await graph.aget_state(config)).values.get("plan")
    said = " ".join(map(str, (result.get("stop_reason"), result.get("answer"), *result.get("warnings", []))))
    return (reading(plan) if plan is not None else {}), said


async def main() -> None:
    """Read all at once, and say what is right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url")
    parser.add_argument("--only", default="", type=lambda text: set(filter(None, text.split(","))))
    given = parser.parse_args()
    golds = {row["id"]: row for row in map(json.loads, (HERE / "trips_gold.jsonl").read_text().splitlines())}
    cases = [json.loads(line) for line in (HERE / "trips.jsonl").read_text().splitlines()]
    cases = [case for case in cases if not given.only or case["id"] in given.only]
    settings = Settings(
        model=given.model,
        base_url=given.base_url,
        model_timeout=3000,
        context_window=128_000,
        approve=frozenset({"plan"}),
    )
    found = await asyncio.gather(*(read_trip(settings, given.folder, case["query"]) for case in cases))
    right = 0
    for case, (read, said) in zip(cases, found, strict=True):
        wrong = differences(golds[case["id"]], read)
        right += not wrong
        print(case["id"], "right" if not wrong else "; ".join(wrong), "" if read else said[:500])
    print(f"{right} of {len(cases)} right")


if __name__ == "__main__":
    asyncio.run(main())
