"""Files of JSON, entry by entry: what cannot be taken is on record, and the rest is given."""

from pathlib import Path

import pytest

from smurfs_graph.tools.json_files import json_items


@pytest.mark.parametrize("levels", [500, 5_000, 200_000])
def test_an_entry_that_is_nested_too_deep_is_left_out(tmp_path: Path, levels: int) -> None:
    """Whether the parser gives up or what comes after it."""
    deep, left_out = '{"x": ' + "[" * levels + "]" * levels + "}", list[str]()
    file = tmp_path / "cases.jsonl"
    file.write_text(f'{{"id": 1}}\n{deep}\n{{"id": 2}}\n')
    assert [item for _, item in json_items(file, left_out)] == [{"id": 1}, {"id": 2}]
    assert left_out[0].startswith("cases.jsonl, line 2 is no JSON")
    file.write_text(f'[{{"id": 1}}, {deep}]')
    assert [item for _, item in json_items(file, left_out)] == [{"id": 1}]
    assert "the list breaks off" in left_out[1]
