"""What the travel database lacks for a trip that is impossible whatever the wishes."""

from collections.abc import Iterator

from .candidates import MEALS_A_DAY, Candidates, MissingDataError


def missing_data(candidates: Candidates) -> MissingDataError:
    """Why no itinerary can be made of these candidates at all, most likely reasons first."""
    if len(candidates.cities) == 1:
        reasons = list(_of_city(candidates, candidates.cities[0]))
    else:
        reasons = list(_of_state(candidates))
    asked = f"from {candidates.origin} to {candidates.request.destination}"
    said = "; ".join(reasons) or "no round trip fits its flights, roads and minimum nights together"
    return MissingDataError(f"the travel data has no trip {asked} on these days, whatever is wished for: {said}")


def _of_city(candidates: Candidates, city: str) -> Iterator[str]:
    dates = candidates.request.dates
    first, last = candidates.legs[1], candidates.legs[candidates.request.days]
    if not any(leg.destination == city for leg in first):
        yield _no_leg(candidates.origin, city, dates[0])
    if not any(leg.origin == city for leg in last):
        yield _no_leg(city, candidates.origin, dates[-1])
    yield from _of_stay(candidates, city)


def _of_stay(candidates: Candidates, city: str) -> Iterator[str]:
    if not candidates.rooms[city]:
        yield f"no room in {city} can be had for {candidates.longest_stay} nights or fewer"
    whole = candidates.whole_days if candidates.request.cities == 1 else min(1, candidates.whole_days)
    if len(candidates.meals[city]) < MEALS_A_DAY * whole:
        yield f"only {len(candidates.meals[city])} restaurants are known in {city}, and none may be visited twice"
    if len(candidates.sights[city]) < whole:
        yield f"only {len(candidates.sights[city])} attractions are known in {city} for {whole} days"


def _of_state(candidates: Candidates) -> Iterator[str]:
    request = candidates.request
    out = {leg.destination for leg in candidates.legs[1]}
    back = {leg.origin for leg in candidates.legs[request.days]}
    between = {(leg.origin, leg.destination) for day in range(2, request.days) for leg in candidates.legs[day]}
    state = request.destination
    if not out:
        yield f"no city of {state} can be reached from {candidates.origin} on {request.dates[0]}"
    if not back:
        yield f"there is no way back to {candidates.origin} on {request.dates[-1]} from any city of {state}"
    if request.cities > 1 and not between:
        yield f"no way between two cities of {state} is known"
    fit = [city for city in candidates.cities if not any(_of_stay(candidates, city))]
    if len(fit) < request.cities:
        yield f"only {len(fit)} cities of {state} have rooms, restaurants and attractions enough"


def _no_leg(origin: str, destination: str, date: str) -> str:
    return f"there is no flight from {origin} to {destination} on {date}, and no road that takes less than a day"
