"""Sum up rows into figures: one line per strategy and model."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from smurfs_graph.bench.metrics.answers import normalize_answer
from smurfs_graph.bench.metrics.judged import pass_rate, solvable_pass_rate
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.statistics import Interval, Paired, interval, paired_test, percentile
from smurfs_graph.errors import ConfigurationError

Ratios = Mapping[str, tuple[str, str]]
NO_RATIOS: Ratios = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """The figures of one strategy with one model. Means are per case and seed."""

    label: str
    main: str
    cases: int
    rows: int
    score: Interval
    """Of the main metric: seeds are averaged per case first, for repetitions of a case are not independent."""
    metrics: dict[str, float]
    """Means, but for what ratios are made of."""
    ratios: dict[str, float]
    """Sums over all rows divided by other ones; nan where the other one is 0."""
    llm_calls: float
    path: float
    """Model calls that wait for each other."""
    tool_calls: float
    input_tokens: float
    output_tokens: float
    cost_usd: float
    """In all."""
    p50: float
    """Seconds per case, median."""
    p95: float
    stop_reasons: dict[str, int]
    errors: dict[str, int]
    role_tokens: dict[str, float]
    calls: tuple[int, ...]
    """Model calls of each row, sorted."""
    estimated: bool
    """Whether tokens were estimated for some calls, as their server did not count them."""

    @property
    def tokens(self) -> float:
        """Return the tokens per case, in both directions."""
        return self.input_tokens + self.output_tokens


def summarize(rows: Iterable[Row], ratios: Ratios = NO_RATIOS) -> list[SummaryLine]:
    """Return a line per strategy and model, best score first. `ratios`: names of two metrics each, by name."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.label].append(row)
    lines = [_line(label, group, ratios) for label, group in groups.items()]
    return sorted(lines, key=lambda line: (-line.score.mean, line.tokens, line.label))


def _line(label: str, rows: Sequence[Row], ratios: Ratios) -> SummaryLine:
    """Return the summary of a configuration's rows."""
    seconds = [row.seconds for row in rows]
    parts = {part for pair in ratios.values() for part in pair}
    names = sorted({name for row in rows for name in row.metrics} - parts)
    roles = sorted({role for row in rows for role in row.role_tokens})
    return SummaryLine(
        label=label,
        main=rows[0].main,
        cases=len({row.case for row in rows}),
        rows=len(rows),
        score=interval(list(_by_case(rows, "score").values())),
        metrics={name: _mean([row.metrics.get(name, 0.0) for row in rows]) for name in names},
        ratios={name: _ratio(rows, *pair) for name, pair in ratios.items()} | _judged_rates(rows),
        llm_calls=_mean([row.llm_calls for row in rows]),
        path=_mean([row.path for row in rows]),
        tool_calls=_mean([row.tool_calls for row in rows]),
        input_tokens=_mean([row.input_tokens for row in rows]),
        output_tokens=_mean([row.output_tokens for row in rows]),
        cost_usd=sum(row.cost_usd for row in rows),
        p50=percentile(seconds, 0.5),
        p95=percentile(seconds, 0.95),
        stop_reasons=dict(Counter(row.stop_reason for row in rows).most_common()),
        errors=dict(Counter(row.error for row in rows if row.error).most_common()),
        role_tokens={role: _mean([row.role_tokens.get(role, 0) for row in rows]) for role in roles},
        calls=tuple(sorted(row.llm_calls for row in rows)),
        estimated=any(row.estimated_calls for row in rows),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _ratio(rows: Sequence[Row], above: str, below: str) -> float:
    total = sum(row.metrics.get(below, 0.0) for row in rows)
    return sum(row.metrics.get(above, 0.0) for row in rows) / total if total else math.nan


def _judged_rates(rows: Sequence[Row]) -> dict[str, float]:
    """Return SoPR and pass rate over the rows that were judged, in as many rounds as all of them have."""
    votes = [row.votes for row in rows if row.votes]
    if not votes:
        return {}
    rounds = min(map(len, votes))
    spread = solvable_pass_rate([each[:rounds] for each in votes])
    return {"SoPR": spread.mean, "SoPR sd": spread.deviation, "judged solved": pass_rate(votes)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sets of results, case by case."""

    first: str
    second: str
    main: str
    score: Paired
    tokens: Paired
    calls: Paired
    path: Paired
    only_one: int
    """Cases that just one of them has, and that count for nothing here."""
    differing: list[tuple[Row, Row]]
    """Of one case and seed each, where they answered or scored differently; the largest gains and losses first."""


def compare(first: Sequence[Row], second: Sequence[Row]) -> Comparison:
    """Compare the second with the first on their common cases.

    Raises:
        ConfigurationError: they are of different benchmarks, hold several configurations, or share no case.
    """
    for rows, which in ((first, "first"), (second, "second")):
        if not rows:
            raise ConfigurationError(f"the {which} results are empty")
        if len(labels := sorted({row.label for row in rows})) > 1:
            named = ", ".join(labels)
            raise ConfigurationError(f"the {which} results hold several configurations; pick by --only: {named}")
    if (first[0].suite, first[0].main) != (second[0].suite, second[0].main):
        raise ConfigurationError(f"{first[0].suite} and {second[0].suite} cannot be compared")
    cases = [{row.case for row in rows} for rows in (first, second)]
    common = sorted(cases[0] & cases[1])
    if not common:
        raise ConfigurationError("the two results have no case in common")

    def pairs(measure: str) -> Paired:
        before, after = _by_case(first, measure), _by_case(second, measure)
        return paired_test([before[case] for case in common], [after[case] for case in common])

    return Comparison(
        first=first[0].label,
        second=second[0].label,
        main=first[0].main,
        score=pairs("score"),
        tokens=pairs("tokens"),
        calls=pairs("llm_calls"),
        path=pairs("path"),
        only_one=len(cases[0] ^ cases[1]),
        differing=_differing(first, second),
    )


def _differing(first: Sequence[Row], second: Sequence[Row]) -> list[tuple[Row, Row]]:
    others = {(row.case, row.seed): row for row in second}
    pairs = [(row, others[row.case, row.seed]) for row in first if (row.case, row.seed) in others]
    apart = [(a, b) for a, b in pairs if a.score != b.score or normalize_answer(a.answer) != normalize_answer(b.answer)]
    return sorted(apart, key=lambda pair: -abs(pair[1].score - pair[0].score))


def _by_case(rows: Sequence[Row], measure: str) -> dict[str, float]:
    """Return a measure of each case, averaged over seeds."""
    values: defaultdict[str, list[float]] = defaultdict(list)
    for row in rows:
        values[row.case].append(float(getattr(row, measure)))
    return {case: _mean(each) for case, each in values.items()}
