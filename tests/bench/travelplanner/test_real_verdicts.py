"""The published evaluator's verdicts on real plans, where they are at hand: in `$SMURFS_DATA/travelplanner`."""

import pytest

from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.planner_csv import load_directory
from tests.bench.travelplanner.recorded import differences, read_queries, read_submissions
from tests.real_data import REAL_DATA, WHERE

FOLDER = REAL_DATA / "travelplanner"

pytestmark = pytest.mark.skipif(
    not (FOLDER / "verdicts_gold.jsonl").is_file(),
    reason=f"no recorded verdicts; {WHERE}",
)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """The real one."""
    return Sandbox.from_database(load_directory(FOLDER))


@pytest.mark.parametrize("name", ["gold", "gpt4_cot"])
def test_every_verdict_cost_and_reason_is_reproduced(sandbox: Sandbox, name: str) -> None:
    """Official mode agrees with the published evaluator on every recorded value of every plan."""
    assert len((FOLDER / f"verdicts_{name}.jsonl").read_text("utf-8").splitlines()) == 30
    assert list(differences(FOLDER, name, sandbox)) == []


def test_annotated_plans_are_nearly_all_sound_in_strict_mode(sandbox: Sandbox) -> None:
    """Strict mode mends bugs without inventing rules that careful people do not keep."""
    queries = read_queries(FOLDER / "queries.jsonl")
    plans = read_submissions(FOLDER / "submission_gold.jsonl")
    passed = [evaluate(queries[idx], plan, sandbox, "strict").passed for idx, plan in plans.items()]
    assert sum(passed) >= 0.95 * len(passed)
