"""The published evaluator's verdicts on real plans, where they are at hand: in `$SMURFS_DATA/travelplanner`."""

import pytest

from smurfs_graph.bench.travelplanner.evaluate import evaluate
from tests.bench.travelplanner.recorded import differences, read_queries, read_submissions
from tests.real_data import TRAVELPLANNER, needs_travelplanner, travel_sandbox

pytestmark = needs_travelplanner


@pytest.mark.parametrize("name", ["gold", "gpt4_cot"])
def test_every_verdict_cost_and_reason_is_reproduced(name: str) -> None:
    """Official mode agrees with the published evaluator on every recorded value of every plan."""
    assert len((TRAVELPLANNER / f"verdicts_{name}.jsonl").read_text("utf-8").splitlines()) == 30
    assert list(differences(TRAVELPLANNER, name, travel_sandbox())) == []


def test_annotated_plans_are_nearly_all_sound_in_strict_mode() -> None:
    """Strict mode mends bugs without inventing rules that careful people do not keep."""
    queries = read_queries(TRAVELPLANNER / "queries.jsonl")
    plans = read_submissions(TRAVELPLANNER / "submission_gold.jsonl")
    passed = [evaluate(queries[idx], plan, travel_sandbox(), "strict").passed for idx, plan in plans.items()]
    assert sum(passed) >= 0.95 * len(passed)
