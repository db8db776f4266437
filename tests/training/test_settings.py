"""The settings of a training and what needs no library: estimates, checkpoints that count, the page of losses."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.training import __main__ as command
from smurfs_graph.training.losses import write_losses
from smurfs_graph.training.memory import Shape, bytes_needed
from smurfs_graph.training.settings import TrainingSettings
from smurfs_graph.training.stages import jobs, last_checkpoint
from tests.training.toy import write_toy


def settings_of(folder: Path, text: str = "") -> TrainingSettings:
    """Settings of a YAML file in a folder."""
    file = folder / "settings.yaml"
    file.write_text(f"data: data\nout: out\nbase: tiny\n{text}")
    return TrainingSettings.read(file)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("local: {method: half}", "local.method: Input should be 'full' or 'lora'"),
        ("global: {batch_size: 0}", "global.batch_size: Input should be greater than or equal to 1"),
        ("epochs: 3", "epochs: Extra inputs are not permitted"),
        ("local: [", "cannot be read"),
    ],
)
def test_a_wrong_setting_is_named_in_a_line(text: str, says: str, tmp_path: Path) -> None:
    """The file, the setting, and what it may be."""
    with pytest.raises(ConfigurationError, match=r"settings\.yaml") as caught:
        settings_of(tmp_path, text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and status 2 where there is no file, or it holds no settings."""
    for text in (None, "nothing"):
        if text:
            (tmp_path / "s.yaml").write_text(text)
        monkeypatch.setattr("sys.argv", ["training", str(tmp_path / "s.yaml")])
        assert command.main() == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_stages_follow_each_other(tmp_path: Path) -> None:
    """Roles begin with the weights of stage 1, preferences with those of their role; without stage 1, with the base."""
    write_toy(tmp_path / "data", rows=2)
    every = {
        job.name: job
        for job in jobs(settings_of(tmp_path, "preference: {}\nlocal: {epochs_of: {summarizer: 2}}"), "BASE")
    }
    assert list(every) == ["global", "roles/caller", "roles/planner", "roles/summarizer", "preferences/caller"]
    assert (every["global"].base, every["roles/planner"].base) == ("BASE", str(tmp_path / "out" / "global"))
    assert every["preferences/caller"].base == str(tmp_path / "out" / "roles" / "caller")
    assert (every["roles/summarizer"].stage.epochs, every["roles/caller"].stage.epochs) == (2, 1)
    one_stage = jobs(settings_of(tmp_path, "global: null\nlocal: {roles: [caller]}"), "BASE")
    assert [(job.name, job.base) for job in one_stage] == [("roles/caller", "BASE")]
    with pytest.raises(ConfigurationError, match="no rows of role 'cook'; it has caller, planner, summarizer"):
        list(jobs(settings_of(tmp_path, "local: {roles: [cook]}"), "BASE"))


SHAPES = st.builds(
    Shape,
    weights=st.integers(1, 10**11),
    trained=st.integers(1, 10**11),
    layers=st.integers(1, 200),
    width=st.integers(1, 20_000),
    vocabulary=st.integers(1, 300_000),
    tokens=st.integers(1, 10**6),
    weight_bytes=st.just(4),
    recompute=st.just(False),
    copies=st.integers(1, 2),
)


@given(SHAPES)
def test_the_estimate_goes_down_with_what_its_error_advises(shape: Shape) -> None:
    """Fewer trained weights, a smaller batch, two bytes a weight and recomputing each need less, and never nothing."""
    needed = bytes_needed(shape)
    assert needed >= 4 * shape.weights + 12 * shape.trained
    smaller = (
        shape._replace(trained=shape.trained - 1),
        shape._replace(tokens=shape.tokens - 1),
        shape._replace(weight_bytes=2),
        shape._replace(recompute=True),
    )
    assert all(0 < bytes_needed(each) < needed for each in smaller)


def test_a_checkpoint_that_was_cut_off_is_passed_over(tmp_path: Path) -> None:
    """Its state is written last: without it, or with half of it, the one before counts."""
    assert last_checkpoint(tmp_path) is None
    for step, state in ((5, "{}"), (10, "{}"), (15, '{"epo'), (20, None)):
        (tmp_path / f"checkpoint-{step}").mkdir()
        if state:
            (tmp_path / f"checkpoint-{step}" / "trainer_state.json").write_text(state)
    assert last_checkpoint(tmp_path) == str(tmp_path / "checkpoint-10")


def test_losses_are_one_page_of_its_own(tmp_path: Path) -> None:
    """A plot per stage that has begun, escaped, and nothing that a browser would fetch or run."""
    noted = [
        {"step": 1, "loss": 4.0},
        {"step": 1, "eval_loss": 3.5},
        {"step": 9, "loss": 0.5},
        {"step": 9, "grad_norm": 1},
    ]
    for name in ("global", "roles/<b>"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "trainer_state.json").write_text(json.dumps({"log_history": noted}))
    write_losses(tmp_path, ["global", "roles/<b>", "roles/not-begun"])
    page = (tmp_path / "losses.html").read_text("utf-8")
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append(tag)
    parser.feed(page)
    assert (tags.count("figure"), tags.count("polyline")) == (2, 4)
    assert not {"script", "link", "img", "iframe", "b"} & set(tags)
    assert "roles/&lt;b&gt;" in page
