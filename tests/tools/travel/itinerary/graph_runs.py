"""The same through the whole graph: strategy `full`, `offline:rules`, and nothing of a query but its text."""

import re
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from smurfs_graph.bench.travelplanner.day import read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import Mode, PlanVerdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.errors import ToolError
from smurfs_graph.graph import build_graph
from smurfs_graph.planning.plan import Plan
from smurfs_graph.settings import Settings
from smurfs_graph.tools.toolset import Toolset
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.domain import NAME, TripDomain, request_from_plan
from smurfs_graph.tools.travel.itinerary import Infeasible, MissingDataError, Planned, Trip, gather, plan_among
from smurfs_graph.tools.travel.itinerary.request import wishes_of
from smurfs_graph.tools.travel.toolset import tools_over
from tests.tools.travel.itinerary.budgets import Discriminated, is_minimal, query_of
from tests.tools.travel.itinerary.runs import MODES, NOT_DELIVERED, Stage, misread_fields

_MONEY = re.compile(r"\$[\d,]+")


class GraphRun(NamedTuple):
    """What became of one query in the graph."""

    query: TripQuery
    request: Trip | None
    """As the plan has it; None where too little was understood."""
    misread: tuple[str, ...]
    report: ChoiceReport | None
    stop_reason: str
    answer: str
    verdicts: dict[Mode, PlanVerdict]
    seconds: float
    broken: tuple[str, ...]
    """Constraints that the run itself reports as violated."""

    @property
    def failure(self) -> Stage:
        """The stage to which a plan that does not pass is put down; empty where it passes in both modes."""
        if all(verdict.passed for verdict in self.verdicts.values()):
            return ""
        if self.request is None or self.misread:
            return "parse"
        return "search" if self.report is None or self.report.status == "missing_data" else "choice"


class TripGraph:
    """The graph over one travel database; built once, as a server would."""

    def __init__(self, database: TravelDatabase) -> None:
        toolset = Toolset(tools_over(database), TripDomain(database))
        self._graph = build_graph(Settings(strategy="full"), [toolset])

    def run(self, text: str) -> dict[str, Any]:
        """The result of one run."""
        return dict(self._graph.invoke({"query": text}))


def run_in_graph(queries: Iterable[TripQuery], graph: TripGraph, sandbox: Sandbox) -> list[GraphRun]:
    """Run and judge every query."""
    return [_run(query, graph, sandbox) for query in queries]


def discriminate_in_graph(
    request: Trip, database: TravelDatabase, graph: TripGraph, sandbox: Sandbox, text: str = ""
) -> Discriminated:
    """The discriminating test in words: the least cost as the budget, and a dollar less.

    `text`: the query in its own words, of which the budget alone is changed; else the request is put into words here.
    """
    try:
        candidates = gather(request, database)
        free = plan_among(replace(candidates, request=replace(request, budget_usd=None)))
    except MissingDataError as error:
        return Discriminated(request, None, text=str(error))
    if not isinstance(free, Planned):
        return Discriminated(request, None, text=free.text)
    least = free.least_usd
    exact = replace(request, budget_usd=least)
    result = graph.run(_reword(exact, text))
    report: ChoiceReport | None = result["choice"]
    judged = _judge(query_of(exact), report, sandbox)
    solved = bool(report and report.optimal and all(verdict.passed for verdict in judged.values()))
    below = replace(request, budget_usd=least - 1)
    start = time.perf_counter()
    refused: ChoiceReport | None = graph.run(_reword(below, text))["choice"]
    seconds = time.perf_counter() - start
    if refused is None or refused.status != "infeasible":
        return Discriminated(request, least, solved, refused_seconds=seconds, text=refused.text if refused else "")
    conflict = tuple(wish for wish in wishes_of(below) if wish.text in refused.conflict)
    found = Infeasible(conflict, refused.conflict_minimal, least)
    stands = (
        [item.value for item in refused.sufficient] == [least]
        and refused.conflict_minimal
        and len(conflict) == len(refused.conflict)
        and is_minimal(candidates, found, below)
    )
    return Discriminated(request, least, solved, stands, seconds, refused.conflict)


def text_of(request: Trip) -> str:
    """A request in plain words."""
    people = "1 person" if request.people == 1 else f"{request.people} people"
    place = request.destination
    if request.destination_kind == "state":
        place = f"{request.cities} {'city' if request.cities == 1 else 'cities'} in {request.destination}"
    said = [
        f"Please plan a {request.days}-day trip for {people} from {request.origin} to {place},"
        f" from {request.dates[0]} to {request.dates[-1]}, with a budget of ${request.budget_usd or 0:,.10g}."
    ]
    said += [f"We require accommodations that allow {rule}." for rule in request.room_rules]
    if request.room_type == "not shared room":
        said.append("We do not want shared rooms.")
    elif request.room_type:
        said.append(f"We require {request.room_type}s.")
    if request.cuisines:
        said.append(f"We would like to try {' and '.join(request.cuisines)} cuisine.")
    spoken = {"no flight": "take any flights", "no self-driving": "drive ourselves", "no taxi": "take a taxi"}
    said += [f"We do not want to {spoken[rule]}." for rule in request.transport_rules]
    return " ".join(said)


def _reword(request: Trip, text: str) -> str:
    amount = f"${request.budget_usd or 0:,.10g}"
    return _MONEY.sub(amount, text) if len(_MONEY.findall(text)) == 1 else text_of(request)


def _run(query: TripQuery, graph: TripGraph, sandbox: Sandbox) -> GraphRun:
    start = time.perf_counter()
    result = graph.run(query.text)
    seconds = time.perf_counter() - start
    report: ChoiceReport | None = result["choice"]
    try:
        request = request_from_plan(result["plan"]) if _is_trip(result["plan"]) else None
    except ToolError:
        request = None
    return GraphRun(
        query=query,
        request=request,
        misread=() if request is None else misread_fields(query, request),
        report=report,
        stop_reason=result["stop_reason"],
        answer=result["answer"],
        verdicts=_judge(query, report, sandbox),
        seconds=seconds,
        broken=tuple(item.text for item in result["constraints"] if "violated" in item.standing),
    )


def _is_trip(plan: Plan) -> bool:
    return plan.choice is not None and plan.choice.domain == NAME


def _judge(query: TripQuery, report: ChoiceReport | None, sandbox: Sandbox) -> dict[Mode, PlanVerdict]:
    if report is None or report.status != "chosen" or report.solver != NAME:
        return dict.fromkeys(MODES, NOT_DELIVERED)
    plan = read_plan(report.data)
    return {mode: evaluate(query, plan, sandbox, mode) for mode in MODES}
