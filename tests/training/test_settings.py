"""The settings of a training and what needs no library: the order of stages, checkpoints that count."""

from pathlib import Path

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.training import __main__ as command
from smurfs_graph.training.settings import TrainingSettings
from smurfs_graph.training.stages import jobs, last_checkpoint
from tests.training.toy import write_toy


def settings_of(folder: Path, text: str = "") -> TrainingSettings:
    """Settings of a YAML file in a folder."""
    file = folder / "settings.yaml"
    file.write_text(f"data: data\nout: out\nbase: BASE\n{text}")
    return TrainingSettings.read(file)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("local: {method: half}", "local.method: Input should be 'full', 'lora' or 'qlora'"),
        ("global: {lr_scheduler_type: cosinus}", "global.lr_scheduler_type: Input should be 'linear', 'cosine'"),
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


def test_the_command_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line and status 2 where there is no file, or it holds no settings."""
    for text in (None, "nothing"):
        if text:
            (tmp_path / "s.yaml").write_text(text)
        assert command.main([str(tmp_path / "s.yaml")]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_stages_follow_each_other(tmp_path: Path) -> None:
    """Roles begin with the weights of stage 1, preferences with those of their role; without stage 1, with the base."""
    write_toy(tmp_path / "data", rows=2)
    given = settings_of(tmp_path, "preference: {}\nlocal: {epochs_of: {summarizer: 2}}")
    every = {job.name: job for job in jobs(given)}
    assert list(every) == ["global", "roles/caller", "roles/planner", "roles/summarizer", "preferences/caller"]
    assert (every["global"].base, every["roles/planner"].base) == ("BASE", str(tmp_path / "out" / "global"))
    assert every["preferences/caller"].base == str(tmp_path / "out" / "roles" / "caller")
    assert (every["roles/summarizer"].stage.epochs, every["roles/caller"].stage.epochs) == (2, 1)
    one_stage = jobs(settings_of(tmp_path, "global: null\nlocal: {roles: [caller]}"))
    assert [(job.name, job.base) for job in one_stage] == [("roles/caller", "BASE")]
    with pytest.raises(ConfigurationError, match="no rows of role 'cook'; it has caller, planner, summarizer"):
        list(jobs(settings_of(tmp_path, "local: {roles: [cook]}")))


def test_a_checkpoint_that_was_cut_off_is_passed_over(tmp_path: Path) -> None:
    """Its state is written last: without it, or with half of it, the one before counts."""
    assert last_checkpoint(tmp_path) is None
    for step, state in ((5, "{}"), (10, "{}"), (15, '{"epo'), (20, None)):
        (tmp_path / f"checkpoint-{step}").mkdir()
        if state:
            (tmp_path / f"checkpoint-{step}" / "trainer_state.json").write_text(state)
    assert last_checkpoint(tmp_path) == str(tmp_path / "checkpoint-10")
