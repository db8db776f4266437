"""Results on disk: what is written can be read back, whatever a request or an answer holds."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.batch.requests import BatchRequest
from smurfs_graph.batch.results import BatchLedger, BatchRow
from smurfs_graph.errors import ConfigurationError

REQUEST = BatchRequest("1", "a", {"query": "a"}, "key")
TEXTS = st.text("a\x00\xe9\ud800\udfff\U0001f600", max_size=4)  # halves of surrogate pairs too
DATA = st.recursive(st.none() | st.integers() | TEXTS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner))


def nested(levels: int) -> Any:
    """Return lists in lists."""
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def kept(folder: Path, **values: Any) -> BatchRow:
    """Append a row and read it back from its file."""
    with BatchLedger(folder) as ledger:
        ledger.begin()
        thread = ledger.first_thread(REQUEST)
        ledger.append(BatchRow(thread=thread, state="finished", **values), REQUEST)
        written = ledger.rows[thread]
    with BatchLedger(folder) as ledger:
        assert ledger.row(REQUEST) == written
    return written


@given(TEXTS, DATA, st.dictionaries(TEXTS, TEXTS), st.lists(TEXTS))
def test_every_row_can_be_read_back(
    tmp_path_factory: pytest.TempPathFactory, answer: str, structured: Any, questions: Any, warnings: Any
) -> None:
    """Halves of characters are replaced."""
    folder = tmp_path_factory.mktemp("rows")
    kept(folder, answer=answer, structured=structured, questions=questions, warnings=warnings)


@pytest.mark.parametrize("levels", [70, 210, 260, 5_000])
def test_an_answer_that_is_nested_too_deep_is_left_out_of_its_row(tmp_path: Path, levels: int) -> None:
    """The row says so, and the file stays good."""
    row = kept(tmp_path, answer="one", structured=nested(levels))
    assert (row.answer, row.structured) == ("one", None)
    assert "nested too deep" in row.warnings[-1]


def test_results_without_what_says_which_runs_they_are_of_are_refused(tmp_path: Path) -> None:
    """Everything would be done once more, effects too."""
    kept(tmp_path)
    about = tmp_path / "batch.json"
    text = about.read_text()
    about.unlink()
    with pytest.raises(ConfigurationError, match=r"without batch.json.*put that beside them, or give another -o"):
        BatchLedger(tmp_path)
    about.write_text(text)
    with BatchLedger(tmp_path) as ledger:
        assert ledger.row(REQUEST) is not None


def test_what_stands_in_for_batch_json_is_refused(tmp_path: Path) -> None:
    """It is no object."""
    (tmp_path / "batch.json").write_text("[]")
    with pytest.raises(ConfigurationError, match="cannot be used"):
        BatchLedger(tmp_path)
