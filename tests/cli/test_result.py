"""A result on the command line: what it rests on, which conditions hold, what was not found, and as data."""

import json
from pathlib import Path

import pytest

from smurfs_graph.cli.result import details
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.planning.delivery import Claim, NotFound
from tests.cli.conftest import Run

SCHEMAS = '''
from pydantic import BaseModel, RootModel


class Price(BaseModel):
    """The price of an item."""

    price: float
    currency: str = "USD"


class Other(BaseModel):
    """Something else."""

    colour: str


class Listed(RootModel[list[int]]):
    """No object."""


number = 3
'''


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """A file of schemas as a user would write it."""
    path = tmp_path / "schemas.py"
    path.write_text(SCHEMAS)
    return path


def test_what_the_answer_rests_on_goes_beside_it(smurfs: Run, tools_file: Path) -> None:
    """Standard error says what it rests on and what is missing; --quiet only that something is; --json has both."""
    arguments = ["run", "Find the stock of item A-17. Find the price of item X-0.", "--tools", tools_file]
    done = smurfs(*arguments)
    assert done.status == 1
    assert 'rests on: find_stock(item="A-17")' in done.err
    assert "✗ s2 Find the price of item X-0 [failed]" in done.err
    assert "rests on" not in done.out
    assert smurfs(*arguments, "--quiet").err == "smurfs: partial; without -q it says what is missing\n"
    assert smurfs("run", "Find the stock of item A-17.", *arguments[2:], "--quiet").err == ""
    result = json.loads(smurfs(*arguments, "--json").out)
    assert [claim["sub_tasks"] for claim in result["claims"]] == [["s1"]]
    assert {(item["sub_task"], item["status"]) for item in result["not_found"]} == {("s2", "failed")}
    assert (result["constraints"], result["structured"]) == ([], None)


def test_an_answer_comes_as_data(smurfs: Run, tools_file: Path, schemas: Path) -> None:
    """Also where the run waited in between."""
    arguments = ["run", "Find the price of item A-17.", "--tools", tools_file, "--schema", f"{schemas}:Price"]
    expected = {"price": 12.5, "currency": "EUR"}
    assert json.loads(smurfs(*arguments, "--json").out)["structured"] == expected
    text = smurfs(*arguments, "--quiet").out
    assert json.loads(text[text.index("{") :]) == expected
    smurfs(*arguments, "--approve", "plan", "--thread", "w")
    assert json.loads(smurfs("resume", "w", "--answer", "approve", "--json").out)["structured"] == expected


def test_data_that_was_not_found_is_not_made_up(smurfs: Run, tools_file: Path, schemas: Path) -> None:
    """A warning says so."""
    done = smurfs(
        "run", "Find the price of item A-17.", "--tools", tools_file, "--schema", f"{schemas}:Other", "--json"
    )
    result = json.loads(done.out)
    assert (done.status, result["structured"]) == (0, None)
    assert any("no reply fitted Other" in warning for warning in result["warnings"])


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("Price", "path.py:Model"),
        ("{}:Prise", "did you mean 'Price'"),
        ("{}:number", "must be a Pydantic model"),
        ("{}:Listed", "must have fields"),
        ("no/such/file.py:Price", "does not exist"),
        ("no_such_module:Price", "cannot be imported"),
    ],
)
def test_a_schema_that_cannot_be_used_is_one_line(
    smurfs: Run, tools_file: Path, schemas: Path, spec: str, said: str
) -> None:
    """Status 2, before anything is asked."""
    done = smurfs("run", "Find it.", "--tools", tools_file, "--schema", spec.format(schemas), "--quiet")
    assert done.status == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_conditions_and_loose_claims_are_marked() -> None:
    """Checked, judged, violated and unknown look different; long lists end."""
    lines = details(
        {
            "constraints": [
                Verdict(text="at most 100", standing="violated", detail="the sum is 120"),
                Verdict(text="no red", standing="holds"),
                Verdict(text="quiet", standing="judged to hold"),
                Verdict(text="near", standing="unknown", detail="no field"),
            ],
            "claims": [
                Claim(text="it is\nnice"),
                Claim(text="a", sub_tasks=("s2", "s1")),
                Claim(text="b", sub_tasks=("s2",), calls=('get_price(item="A-17")',)),
                Claim(text="It sold for 85.20 EUR.", sub_tasks=("s2",), ungrounded=("85.20",)),
            ],
            "not_found": [NotFound(sub_task=f"n{number}", content="x") for number in range(60)],
        }
    )
    assert lines[:5] == [
        "conditions:",
        "  ✗ at most 100 [violated]: the sum is 120",
        "  ✓ no red",
        "  ~ quiet [judged to hold]",
        "  ? near [unknown]: no field",
    ]
    assert "  … and 10 more (--json has them all)" in lines
    assert lines[-7:] == [
        "rests on:",
        "  s2",
        "  s1",
        '  get_price(item="A-17")',
        "not supported by what was found:",
        "  ? it is nice",
        "  ? It sold for 85.20 EUR. (in no result: 85.20)",
    ]


def test_a_dead_server_is_said_once_on_each_stream(smurfs: Run, tools_file: Path) -> None:
    """It stands in the answer and in the reason for the stop, not in a warning again."""
    address, quick = "http://127.0.0.1:9", ["--set", "model_retry_wait=0.01"]
    done = smurfs("run", "Add.", "--tools", tools_file, "--model", "openai:any", "--base-url", f"{address}/v1", *quick)
    assert done.status == 1
    assert [stream.count(f"{address} cannot be reached") for stream in (done.out, done.err)] == [1, 1]
