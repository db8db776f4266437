"""The published evaluator's verdicts on real plans, where they are at hand: in `$SMURFS_DATA/travelplanner`."""

import pytest

from smurfs_graph.bench.travelplanner.check import check_directory
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.files import read_queries, read_submissions
from smurfs_graph.bench.travelplanner.rates import rates
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from tests.real_data import REAL_DATA, WHERE

FOLDER = REAL_DATA / "travelplanner"

pytestmark = pytest.mark.skipif(
    not (FOLDER / "verdicts_gold.jsonl").is_file(),
    reason=f"no recorded verdicts; {WHERE}",
)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """The real one."""
    return Sandbox.from_directory(FOLDER)


def test_every_verdict_cost_and_reason_is_reproduced(sandbox: Sandbox) -> None:
    """Official mode agrees with the published evaluator on every recorded value of every plan."""
    checked = check_directory(FOLDER, sandbox)
    assert [str(difference) for one in checked for difference in one.differences] == []
    assert {one.name: (one.reproduced, one.plans) for one in checked} == {"gold": (30, 30), "gpt4_cot": (30, 30)}


def test_annotated_plans_are_nearly_all_sound_in_strict_mode(sandbox: Sandbox) -> None:
    """Strict mode mends bugs without inventing rules that careful people do not keep."""
    queries = read_queries(FOLDER / "queries.jsonl")
    judged = [
        (queries[delivered.idx], evaluate(queries[delivered.idx], delivered.plan, sandbox, "strict"))
        for delivered in read_submissions(FOLDER / "submission_gold.jsonl")
    ]
    assert rates(judged).final >= 0.95
