"""Reading queries and plans, and what is said when they are wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.bench.travelplanner.files import read_queries, read_submissions
from smurfs_graph.errors import ConfigurationError
from tests.bench.travelplanner.scenario import GOOD_PLAN, QUERY


def write(path: Path, *records: Any) -> Path:
    """One JSON record per line."""
    path.write_text("\n".join(json.dumps(record) for record in records) + "\n", encoding="utf-8")
    return path


def test_queries_are_read_by_their_idx(tmp_path: Path) -> None:
    """With their wishes; the annotated plan is not kept."""
    wishes = {"house rule": "pets", "cuisine": ["Tea"], "room type": None, "transportation": "no flight"}
    path = write(tmp_path / "q.jsonl", QUERY | {"local_constraint": wishes, "annotated_plan": GOOD_PLAN})
    query = read_queries(path)[7]
    assert (query.origin, query.destination, query.dates[2]) == ("Alder", "Birch", "2022-03-18")
    assert (query.local_constraint.house_rule, query.local_constraint.cuisine) == ("pets", ("Tea",))
    assert not hasattr(query, "annotated_plan")


def test_the_quoted_form_of_the_published_set_is_read(tmp_path: Path) -> None:
    """There, lists and records are texts."""
    record = QUERY | {"date": str(QUERY["date"]), "local_constraint": str({"house rule": "pets", "cuisine": None})}
    query = read_queries(write(tmp_path / "q.jsonl", record))[7]
    assert query.dates == tuple(QUERY["date"])
    assert query.local_constraint.house_rule == "pets"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"days": 0}, "days: "),
        ({"people_number": 0}, "people_number: "),
        ({"budget": "much"}, "budget: "),
        ({"date": "in March"}, "date: .*'in March' is no list or record"),
    ],
)
def test_a_wrong_query_is_named_by_its_line(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    """File, line, field, and what is wrong."""
    path = write(tmp_path / "q.jsonl", QUERY, QUERY | change)
    with pytest.raises(ConfigurationError, match=f"q.jsonl', line 2: {words}"):
        read_queries(path)


@pytest.mark.parametrize(
    ("line", "words"),
    [("{", "is no JSON"), ("[]", "is no JSON object"), ('{"idx": "a"}', "no whole number"), ('{"plan": 7}', "'int'")],
)
def test_a_wrong_submission_is_named_by_its_line(tmp_path: Path, line: str, words: str) -> None:
    """One sentence, no stack trace."""
    path = tmp_path / "s.jsonl"
    path.write_text(f'\n{{"idx": 1, "plan": null}}\n{line}\n', encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"line 3.*{words}"):
        read_submissions(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    """Which one, too."""
    with pytest.raises(ConfigurationError, match=r"s\.jsonl' does not exist"):
        read_submissions(tmp_path / "s.jsonl")
