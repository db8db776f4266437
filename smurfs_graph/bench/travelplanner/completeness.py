"""Rule `completeness`: the right number of days and cities, and nothing left out that a day needs."""

from collections.abc import Iterator

from .day import MEALS, SLOTS, Field, Slot, TripDay
from .trip import PublishedTrip
from .verdict import EvaluatorCrashError, Reason

# The annotators' form fills in days that are not needed with a sentence that starts so.
_UNUSED_DAY = "You don't need to fill in"

_KEYS: tuple[Slot, ...] = ("transportation", "breakfast", "lunch", "dinner", "attraction", "accommodation")


def completeness(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield what is absent: days first, then cities, then gaps within each day, then of the plan as a whole."""
    yield from _days(trip)
    if not trip.strict:
        yield from _official_start(trip)
    yield from _city_number(trip)
    gaps = _strict_gaps if trip.strict else _official_gaps
    for number, day in trip.days():
        yield from gaps(trip, number, day)
    yield from _half_empty(trip)


def _days(trip: PublishedTrip) -> Iterator[Reason]:
    # Of a longer plan the published evaluator reads the first days alone.
    judged = trip.plan if trip.strict else trip.plan[: trip.query.days]
    if not trip.strict and any("current_city" in day.missing and not day.is_empty for day in judged):
        raise EvaluatorCrashError("a day has no 'current_city'")
    used = sum(_is_used(day) for day in judged)
    if used != trip.query.days:
        yield Reason(f"the plan has {used} days, not {trip.query.days}")


def _is_used(day: TripDay) -> bool:
    return not day.is_empty and not (day.current_city or "").startswith(_UNUSED_DAY)


def _city_number(trip: PublishedTrip) -> Iterator[Reason]:
    cities = [city for _, day in trip.days() for city in trip.reading.cities(day)]
    away = [city for city in dict.fromkeys(cities) if city != trip.query.origin]
    if len(away) != trip.query.visiting_city_number:
        wanted = trip.query.visiting_city_number
        yield Reason(f"the plan visits {len(away)} cities ({', '.join(away) or 'none'}), not {wanted}")


def _official_start(trip: PublishedTrip) -> Iterator[Reason]:
    """Check the first city as published: cities are not counted where the first journey does not start at home."""
    cities = trip.reading.cities(trip.plan[0])
    if len(cities) > 1 and cities[0] != trip.query.origin:
        yield Reason(f"day 1 starts in {cities[0]!r}, not in {trip.query.origin!r}")


def _official_gaps(trip: PublishedTrip, number: int, day: TripDay) -> Iterator[Reason]:
    """Yield a day's gaps as published: null counts as filled in, and travel days are told by three different marks."""
    for slot in _KEYS:
        if slot in day.missing:
            yield _gap(number, slot)
    city = day.current_city or ""
    if ("from " in city or "to " in city) and _bare(day, "transportation"):
        yield _gap(number, "transportation")
    if "from " not in city and " to " not in city and _bare(day, "attraction"):
        yield _gap(number, "attraction")
    if number != trip.query.days and _bare(day, "accommodation"):
        yield _gap(number, "accommodation")
    if "from " not in city:
        yield from (_gap(number, meal) for meal in MEALS if _bare(day, meal))


def _bare(day: TripDay, slot: Slot) -> bool:
    return day.value(slot) in ("", "-")


def _strict_gaps(trip: PublishedTrip, number: int, day: TripDay) -> Iterator[Reason]:
    """Yield what a day lacks by the rules as they are meant."""
    for name, found in day.malformed.items():
        yield Reason(f"day {number}: {name} is {found}, not text", number, name)
    travels = len(trip.reading.cities(day)) > 1
    needed: list[Slot] = ["transportation"] if travels else [*MEALS, "attraction"]
    if number != trip.query.days:
        needed.append("accommodation")
    for slot in SLOTS:
        if slot in day.missing:
            yield Reason(f"day {number} has no entry for {slot}", number, slot)
        elif slot not in day.malformed and slot in needed and _is_empty(trip, day, slot):
            yield _gap(number, slot)


def _is_empty(trip: PublishedTrip, day: TripDay, slot: Slot) -> bool:
    return not trip.reading.attractions(day) if slot == "attraction" else trip.reading.entry(day, slot) is None


def _half_empty(trip: PublishedTrip) -> Iterator[Reason]:
    """Check that half of six entries a day are filled; the published evaluator counts day number
    and city among them.
    """
    needed = len(SLOTS) * trip.query.days
    if trip.strict:
        filled = sum(not _is_empty(trip, day, slot) for _, day in trip.days() for slot in SLOTS)
    else:
        filled = sum(day.filled_fields for _, day in trip.days())
    if 2 * filled < needed:
        yield Reason(f"only {filled} of {needed} entries are filled in")


def _gap(number: int, slot: Field) -> Reason:
    return Reason(f"day {number} needs an entry for {slot}", number, slot)
