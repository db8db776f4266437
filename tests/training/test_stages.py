"""From an export to models for every role, in an environment with the libraries, killed on the way."""

import json
import signal
from pathlib import Path

import pytest

from tests.training.environment import make_base, start_training, train
from tests.training.toy import write_toy

SETTINGS = """
data: data
out: out
base: base
threads: 1
max_length: 512
global: {max_steps: 40, learning_rate: 3e-3, save_steps: 10, log_steps: 5}
local: {max_steps: 12, learning_rate: 3e-3, method: lora, log_steps: 4}
preference: {max_steps: 6, learning_rate: 1e-4, log_steps: 2}
"""
SHAPE = {"width": 64, "layers": 2, "heads": 2, "vocabulary": 400}


@pytest.mark.slow
def test_a_killed_training_goes_on_and_ends_with_every_role(tmp_path: Path) -> None:
    """Stage 1, an adapter for each of three roles, and DPO; the losses fall; a second start has nothing left to do."""
    write_toy(tmp_path / "data")
    make_base(tmp_path / "base", tmp_path / "data", **SHAPE)
    first = start_training(tmp_path / "s.yaml", SETTINGS)
    for line in first.stdout or ():
        if "step 20 of 40, test loss" in line:  # its checkpoint is being written, or is there
            first.send_signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    said = train(tmp_path / "s.yaml", SETTINGS)
    assert "goes on from step 10" in said or "goes on from step 20" in said, said
    out = tmp_path / "out"
    for name in ("global", "roles/caller", "roles/planner", "roles/summarizer", "preferences/caller"):
        noted = json.loads((out / name / "trainer_state.json").read_text())["log_history"]
        losses = [each["loss"] for each in noted if "loss" in each]
        assert losses[-1] < losses[0], (name, losses)
        weights = "model" if name == "global" else "adapter_model"
        assert (out / name / f"{weights}.safetensors").exists()
        assert not list((out / name).glob("checkpoint-*"))
    again = train(tmp_path / "s.yaml", SETTINGS)
    assert again.count("done already") == 5
    other = train(tmp_path / "s.yaml", SETTINGS.replace("max_length: 512", "max_length: 256"))
    assert "was begun with other settings" in other


@pytest.mark.slow
def test_what_will_not_do_is_said_before_training(tmp_path: Path) -> None:
    """A template that marks nothing as the assistant's."""
    write_toy(tmp_path / "data")
    make_base(tmp_path / "base", tmp_path / "data", **SHAPE)
    template = tmp_path / "base" / "chat_template.jinja"
    template.write_text(template.read_text().replace("{%- generation -%}", "").replace("{%- endgeneration -%}", ""))
    unmarked = train(tmp_path / "s.yaml", SETTINGS)
    assert "marks nothing as the assistant's" in unmarked
    assert unmarked.count("\n") == 1
