"""TravelPlanner (Xie et al. 2024): trips planned in a closed world, judged by rules."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, cast

from pydantic import ValidationError

from smurfs_graph.bench.suite import Case, Metrics, Suite, SuiteOptions, text_answer
from smurfs_graph.bench.travelplanner.day import PlanFormatError, TripDay, read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import (
    COMMONSENSE_RULES,
    EvaluatorCrashError,
    Mode,
    PlanVerdict,
    TripVerdict,
)
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.models.json_text import candidates
from smurfs_graph.tools.domain import Toolset
from smurfs_graph.tools.json_files import json_lines
from smurfs_graph.tools.travel.domain import TripDomain
from smurfs_graph.tools.travel.toolset import open_source, tools_over

from .files import data_file, text_of, write_lines

FORMAT = (
    "Give the whole trip as a JSON list and nothing else, with an object for each day: days (1, 2, ...), current_city "
    '("Larkton"; on a day of travel "from Larkton to Bree"), transportation ("Flight Number: F0123456, from Larkton '
    'to Bree, Departure Time: 08:10, Arrival Time: 09:30", or "Self-driving, from Larkton to Bree, Duration: 3 hours, '
    'Cost: 40", or a taxi likewise), breakfast, lunch, dinner and accommodation (each "Name, City"), attraction '
    '("Name, City;Name, City;"). "-" stands for what is not needed, as a room after the return. All names, numbers and '
    "times come from the tools."
)
"""The format of a plan, for strategies that do not choose by the toolset's domain; `full` does."""
HINT = (
    "Choose no restaurant twice in a trip, and take meals at restaurants only, not at airports or other places. Plan "
    "no meal before you leave for the destination, and no lunch or dinner after the return."
)
"""PMC's "unconventional hint" (its section 5.1.1 and appendix G.1), in words of our own."""
_MODES: Mapping[Mode, str] = {"official": "", "strict": " (strict)"}


class TravelPlanner(Suite):
    """The six rates as the published evaluator computes them (`official`), and as its rules mean them (`strict`).

    Strategy `full` makes the choice of its domain the plan. Of other strategies the answer is read as a plan where it
    holds a JSON list of day records, and nothing is delivered where it holds none.
    """

    name = "travelplanner"
    hint = ""
    main = "final pass"
    brings_tools = True
    ratios: ClassVar = {
        f"{kind} micro{said}": (f"{part} kept{said}", f"{part} rules")
        for said in _MODES.values()
        for kind, part in (("commonsense", "commonsense"), ("hard", "hard"))
    }

    def __init__(self, options: SuiteOptions) -> None:
        """Take the CSV files and queries.jsonl of a folder, or of `travelplanner` below it."""
        super().__init__(options)
        below = options.data / "travelplanner"
        folder = below if below.is_dir() else options.data
        self._file = data_file(folder / "queries.jsonl")
        database = open_source(str(folder))
        self._sandbox = Sandbox.from_database(database)
        self.tools = (Toolset(tools_over(database), TripDomain(database)),)

    @property
    def notes(self) -> list[str]:
        """Say what makes the benchmark easier here than as published."""
        return [
            "a sandbox whose flights are those of reference plans alone is easier than the published one",
            "strategy full plans trips by a solver that knows the evaluation's rules; others write plans themselves, "
            f"and are told the format of a plan{', with the hint of PMC' if self.hint else ''}",
        ]

    def read(self) -> Iterator[Case]:
        """Yield a case per query."""
        for where, item in json_lines(self._file, self.left_out):
            if text_of(item, "query", where, self.left_out) is None:
                continue
            number = int(where.rpartition(" ")[2])
            try:
                query = TripQuery.model_validate({"idx": number, **item})
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                self.left_out.append(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
                continue
            yield Case(str(query.idx), query.text, query, where=where)

    def query(self, case: Case, strategy: str) -> str:
        """Return the query; unless the strategy is `full`, with the format of a plan and the hint, if any."""
        return case.query if strategy == "full" else "\n\n".join(filter(None, (case.query, FORMAT, self.hint)))

    def expected(self, case: Case) -> str:
        """Return the rules that a plan is held to, in words."""
        query: TripQuery = case.reference
        wishes = query.local_constraint.model_dump(exclude_none=True)
        told = "".join(f", {name.replace('_', ' ')}: {wish}" for name, wish in wishes.items())
        return f"{query.days} days, {query.people_number} people, at most ${query.budget:,.0f}{told}"

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score the plan in both modes of judging."""
        query: TripQuery = case.reference
        try:
            plan = read_plan(_plan(result))
        except PlanFormatError:
            plan = ()
        figures = dict(self.missed(case))
        for mode, said in _MODES.items():
            figures |= _rates(self._judge(query, plan, mode), said)
        return figures

    def missed(self, case: Case) -> Metrics:
        """Return the number of rules that apply, none of them kept."""
        parts = ("commonsense macro", "hard macro", "final pass", "commonsense kept", "hard kept")
        nothing = {f"{part}{said}": 0.0 for said in _MODES.values() for part in parts}
        return (
            {"delivered": 0.0}
            | nothing
            | {"commonsense rules": float(COMMONSENSE_RULES), "hard rules": float(case.reference.hard_rules)}
        )

    def _judge(self, query: TripQuery, plan: tuple[TripDay, ...], mode: Mode) -> PlanVerdict:
        try:
            return evaluate(query, plan, self._sandbox, mode)
        except EvaluatorCrashError:  # the published evaluator would stop here for good
            return PlanVerdict(delivered=True, commonsense=None, hard=None, cost_usd=None)

    def prediction(self, case: Case, result: Mapping[str, Any]) -> Any:
        """Return the plan as it was delivered."""
        return {"idx": case.reference.idx, "query": case.query, "plan": _plan(result)}

    def write_official(self, predictions: Mapping[str, Any], folder: Path) -> list[Path]:
        """Write `submission.jsonl`: idx, query and plan, a line for each query; null where nothing was delivered."""
        lines = submission([each["own"] for each in predictions.values()])
        return [write_lines(folder / "submission.jsonl", lines)]


def submission(plans: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines in order from 1, for the evaluator goes by the place of a line, not by its idx.

    A query that was not run has a line without a plan; the set's last queries may be missing.
    """
    own = {each["idx"]: each for each in plans}
    for idx in range(min([1, *own]), max(own, default=0) + 1):
        yield own.get(idx, {"idx": idx, "query": "", "plan": None})


def _rates(verdict: PlanVerdict, said: str) -> dict[str, float]:
    figures = {
        f"commonsense macro{said}": float(verdict.commonsense_passed),
        f"hard macro{said}": float(verdict.hard_passed),
        f"final pass{said}": float(verdict.passed),
        f"commonsense kept{said}": _count_kept(verdict.commonsense),
        f"hard kept{said}": _count_kept(verdict.hard),
    }
    return figures if said else figures | {"delivered": float(verdict.delivered)}


def _count_kept(verdicts: Mapping[Any, TripVerdict] | None) -> float:
    return float(sum(verdict.passed is True for verdict in (verdicts or {}).values()))


def _plan(result: Mapping[str, Any]) -> Any:
    """Return the plan as a list of records; None where none was delivered."""
    report: ChoiceReport | None = result.get("choice")
    if report is not None:
        return report.data if report.status == "chosen" else None
    for value in candidates(text_answer(result)):
        days: Any = cast("dict[str, Any]", value).get("plan") if isinstance(value, dict) else value
        if isinstance(days, list) and days and all(isinstance(day, dict) for day in cast("list[Any]", days)):
            return cast("list[Any]", days)
    return None


class HintedTravelPlanner(TravelPlanner):
    """TravelPlanner with PMC's hint, as in its Table 1."""

    name = "travelplanner-hint"
    hint = HINT


load = TravelPlanner
