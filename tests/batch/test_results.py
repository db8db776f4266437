"""Results on disk: what is written can be read back, whatever a request or an answer holds."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError
from smurfs_graph.batch.requests import BatchRequest
from smurfs_graph.batch.results import BatchLedger, BatchRow

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


@pytest.mark.parametrize("text", ["notes without an end", '{"mine": 1}\n{"mine": 2}', '{"id": "1"}'])
def test_a_file_of_another_program_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    """Its last line is no piece of ours that a crash has cut."""
    file = tmp_path / "results.jsonl"
    file.write_text(text)
    with pytest.raises(ConfigurationError):
        BatchLedger(tmp_path)
    assert file.read_text() == text


def test_a_link_in_the_place_of_the_results_is_refused(tmp_path: Path) -> None:
    """A folder that somebody else made may lead to any file of the user's."""
    aim = tmp_path / "notes.txt"
    aim.write_text("my notes")
    aim.chmod(0o644)
    (tmp_path / "results.jsonl").symlink_to(aim)
    with pytest.raises(ConfigurationError, match="it is a link"):
        BatchLedger(tmp_path)
    assert (aim.read_text(), aim.stat().st_mode & 0o777) == ("my notes", 0o644)


def test_a_line_that_a_crash_has_cut_is_written_over(tmp_path: Path) -> None:
    """Only when the next one is written."""
    row = kept(tmp_path, answer="one")
    file = tmp_path / "results.jsonl"
    whole = file.read_text()
    file.write_text(whole + whole[:20])
    with BatchLedger(tmp_path) as ledger:
        assert file.read_text() == whole + whole[:20]
        ledger.append(row.model_copy(update={"thread": "other"}), REQUEST)
    assert file.read_text().startswith(whole + whole[:6]) and file.read_text().count("\n") == 2


def test_a_draft_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    """Nor is anything else in the folder that a request's results are written to."""
    aim = tmp_path / "notes.txt"
    aim.write_text("my notes")
    (tmp_path / "batch.draft").symlink_to(aim)
    with BatchLedger(tmp_path) as ledger, pytest.raises(ConfigurationError, match="cannot be written"):
        ledger.begin()
    assert aim.read_text() == "my notes"
