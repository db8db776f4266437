"""An itinerary, or why there is none, as a choice that is reported: text, records, totals, and what code can check."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import Amount, ChoiceReport, Sufficient
from smurfs_graph.tools.domain import Solved
from smurfs_graph.tools.travel.itinerary import Infeasible, Itinerary, ItineraryDay, Planned, Trip, Undecided
from smurfs_graph.tools.travel.itinerary.options import Leg
from smurfs_graph.tools.travel.itinerary.request import Wish

NAME = "itinerary"


def report_on(request: Trip, found: Planned | Infeasible | Undecided) -> Solved:
    """Report the result of planning a trip."""
    if isinstance(found, Planned):
        return Solved(_report_plan(request, found), tuple(_verdicts(request, found.itinerary)))
    if isinstance(found, Undecided):
        return Solved(ChoiceReport(status="unsettled", solver=NAME, text=found.text))
    budget = Wish("budget", request.budget_usd or 0.0).text
    least = found.least_budget_usd
    report = ChoiceReport(
        status="infeasible",
        solver=NAME,
        text=found.text,
        conflict=tuple(wish.text for wish in found.conflict),
        conflict_minimal=found.proved_minimal,
        sufficient=() if least is None else (Sufficient(text=budget, value=least, unit="USD"),),
    )
    return Solved(report)


def _report_plan(request: Trip, found: Planned) -> ChoiceReport:
    itinerary = found.itinerary
    lines = [_title(request, itinerary)]
    lines += [_day(number, day) for number, day in enumerate(itinerary.days, start=1)]
    least = f"; the least possible is {_usd(found.least_usd)}" if found.optimal else "; not proved to be the least"
    if found.optimal and abs(itinerary.usd - found.least_usd) < 0.005:
        least = ", the least possible"
    lines.append(f"Total for the party: {_usd(itinerary.usd)}{least}.")
    if found.optimal and itinerary.usd > found.least_usd:
        lines.append("Within a tenth of the least cost, short drives, fitting meals and good ratings decided.")
    chosen = records_of(itinerary)
    names = [record["name"] for name in ("rooms", "restaurants", "sights") for record in chosen[name]]
    return ChoiceReport(
        status="chosen",
        solver=NAME,
        text="\n".join(lines),
        chosen={name: tuple(records) for name, records in chosen.items()},
        names=tuple(dict.fromkeys(names)),
        amounts=(Amount(name="total", value=itinerary.usd, unit="USD"),),
        optimal=found.optimal,
        least=Amount(name="total", value=found.least_usd, unit="USD"),
        data=itinerary.to_plan(),
    )


def records_of(itinerary: Itinerary) -> dict[str, list[dict[str, Any]]]:
    """Return what is paid for and seen, by the sub-task that found it; `usd` is for the whole party."""
    found: dict[str, list[dict[str, Any]]] = {"transport": [], "rooms": [], "restaurants": [], "sights": []}
    for number, day in enumerate(itinerary.days, start=1):
        when = {"day": number, "date": day.date}
        if day.leg is not None:
            leg = day.leg
            ends = {"origin": leg.origin, "destination": leg.destination}
            found["transport"].append({**when, "mode": leg.mode, **ends, "number": leg.number, "usd": leg.usd})
        for meal, eaten in day.meals.items():
            row = eaten.row
            cuisines = [name.strip() for name in row.cuisines.split(",")]
            place = {"meal": meal, "name": row.name, "city": row.city, "cuisines": cuisines}
            found["restaurants"].append({**when, **place, "usd": eaten.usd})
        for sight in day.sights:
            found["sights"].append({**when, "name": sight.name, "city": sight.city, "usd": 0.0})
        if day.room is not None:
            room = day.room.row
            rules = [rule for rule in room.house_rules.split(" & ") if rule]
            what = {"name": room.name, "city": room.city, "room_type": room.room_type, "house_rules": rules}
            found["rooms"].append({**when, **what, "usd": day.room.night_usd})
    return found


def _verdicts(request: Trip, itinerary: Itinerary) -> Iterator[Verdict]:
    """Yield the facts of the request, checked on the itinerary as it was written."""
    days, legs = itinerary.days, [day.leg for day in itinerary.days if day.leg is not None]
    dates = tuple(day.date for day in days)
    span = f"every day from {request.dates[0]} to {request.dates[-1]}"
    yield _check(span, dates == request.dates, f"it has {', '.join(dates)}")
    ends = (legs[0].origin, legs[-1].destination) if legs else ("", "")
    joined = all(one.destination == other.origin for one, other in pairwise(legs))
    same = all(_same(end, request.origin) for end in ends)
    yield _check(f"from {request.origin} and back", same and joined, f"it goes from {ends[0]} to {ends[1]}")
    count = len(itinerary.cities)
    place = f"in {request.destination}" if request.destination_kind == "state" else f": {request.destination}"
    wanted = f"{request.cities} {'city' if request.cities == 1 else 'cities'}"
    yield _check(f"{wanted}{' ' if place[0] != ':' else ''}{place}", count == request.cities, f"it has {count}")


def _check(text: str, holds: bool, otherwise: str) -> Verdict:
    return Verdict(text=text, standing="holds" if holds else "violated", detail="" if holds else otherwise)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _title(request: Trip, itinerary: Itinerary) -> str:
    people = "1 person" if request.people == 1 else f"{request.people} people"
    cities = ", ".join(itinerary.cities)
    when = f"{request.dates[0]} to {request.dates[-1]}"
    return f"Itinerary for {people}, {when}: {request.origin} to {cities} and back"


def _day(number: int, day: ItineraryDay) -> str:
    parts = [_leg(day.leg)] if day.leg is not None else [f"in {day.city}"]
    parts += [f"{name} at {meal.row.name}, {meal.row.city} ({_usd(meal.usd)})" for name, meal in day.meals.items()]
    parts += [f"see {sight.name}" for sight in day.sights]
    if day.room is not None:
        parts.append(f"night at {day.room.row.name}, {day.room.row.city} ({_usd(day.room.night_usd)})")
    return "\n".join([f"Day {number}, {day.date}:", *(f"  {part}" for part in parts)])


def _leg(leg: Leg) -> str:
    ends = f"from {leg.origin} to {leg.destination}"
    if leg.mode == "flight":
        return f"flight {leg.number} {ends} ({_usd(leg.usd)})"
    return f"{leg.mode} {ends}, {leg.duration}, {leg.distance_km:,.10g} km ({_usd(leg.usd)})"


def _usd(value: float) -> str:
    return f"${value:,.2f}".removesuffix(".00")
