"""The line that says how far many runs are."""

import time

import pytest

from smurfs_graph.cli.progress import Progress


@pytest.mark.parametrize(("took", "left"), [(59.7, "1:00 left"), (59.4, "0:59 left"), (3_600.0, "60:00 left")])
def test_the_time_that_is_left_is_rounded_before_it_is_parted(
    took: float, left: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two runs is done: the other one takes as long, and never 60 seconds beside no minute."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    progress = Progress(2, 0, quiet=False)
    now[0] = took
    progress.show(lambda: "")
    assert left in capsys.readouterr().err
