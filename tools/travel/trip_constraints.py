"""Wishes of a trip as typed constraints, and typed constraints as wishes: the plan's data is what is solved."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from smurfs_graph.planning.forms import Constraint, Cover, OneOf, Sum
from smurfs_graph.planning.plan import Plan
from smurfs_graph.tools.travel.itinerary.request import ROOM_RULES, Trip
from smurfs_graph.tools.travel.itinerary.wishes import MODES, ROOM_TYPES, Wish, wishes_of

_PLACE = {"transport rule": "transport", "room type": "rooms", "room rule": "rooms", "cuisine": "restaurants"}
"""The sub-task whose results decide each kind of wish."""


def budget_constraint(usd: float) -> Constraint:
    """A budget for the whole party."""
    return Constraint(text=Wish("budget", usd).text, check=Sum(field="usd", value=usd, unit="USD"))


def local_constraints(request: Trip) -> dict[str, tuple[Constraint, ...]]:
    """All other wishes, by the sub-task that decides them."""
    found: dict[str, list[Constraint]] = {}
    for wish in wishes_of(request):
        if wish.kind in _PLACE:
            found.setdefault(_PLACE[wish.kind], []).append(_constraint(wish))
    return {name: tuple(items) for name, items in found.items()}


def wishes_in(plan: Plan) -> dict[str, Any]:
    """The fields of a request that a plan's typed constraints set, however the plan came by them.

    A form that no wish has is left to the check of the result.
    """
    limits = [
        item.check
        for item in plan.global_constraints
        if isinstance(item.check, Sum) and item.check.field == "usd" and item.check.op in ("<=", "=")
    ]
    wishes: dict[str, Any] = {"budget_usd": min((form.value for form in limits), default=None)}
    local = {task.id: task.local_constraints for task in plan.sub_tasks}
    wishes["transport_rules"] = tuple(
        rule for rule, mode in MODES.items() if mode in _forbidden(local.get("transport", ()), "mode")
    )
    rooms = local.get("rooms", ())
    banned = _forbidden(rooms, "house_rules")
    wishes["room_rules"] = tuple(rule for rule in ROOM_RULES if f"no {rule}" in banned)
    wishes["room_type"] = _room_type(rooms)
    wishes["cuisines"] = tuple(
        str(value)
        for item in local.get("restaurants", ())
        if isinstance(item.check, Cover) and item.check.field == "cuisines"
        for value in item.check.values
    )
    return wishes


def _constraint(wish: Wish) -> Constraint:
    value = str(wish.value)
    match wish.kind:
        case "transport rule":
            form = OneOf(field="mode", values=(MODES[value],), forbidden=True)
        case "room rule":
            form = OneOf(field="house_rules", values=(f"no {value}",), forbidden=True)
        case "room type":
            shared = value == "not shared room"
            form = OneOf(field="room_type", values=(ROOM_TYPES["shared room" if shared else value],), forbidden=shared)
        case _:
            form = Cover(field="cuisines", values=(value,))
    return Constraint(text=wish.text, check=form)


def _forbidden(items: Iterable[Constraint], field: str) -> set[str]:
    forms = [item.check for item in items if isinstance(item.check, OneOf)]
    return {str(value).lower() for form in forms if form.field == field and form.forbidden for value in form.values}


def _room_type(items: Iterable[Constraint]) -> str | None:
    forms = [item.check for item in items if isinstance(item.check, OneOf) and item.check.field == "room_type"]
    kinds = cast("Mapping[str, str]", {kind: name for name, kind in ROOM_TYPES.items()})
    for form in forms:
        if form.forbidden and form.values == (ROOM_TYPES["shared room"],):
            return "not shared room"
        if not form.forbidden and len(form.values) == 1:
            return kinds.get(str(form.values[0]))
    return None
