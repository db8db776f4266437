"""From an export to models for every role, in an environment with the libraries, killed on the way."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.servers.llama.trained import convert_model
from tests.training.environment import make_base, start_training, train, training_environment, training_python
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
    """A template whose turns have no end of their own; no GGUF file."""
    write_toy(tmp_path / "data")
    make_base(tmp_path / "base", tmp_path / "data", **SHAPE)
    template = tmp_path / "base" / "chat_template.jinja"
    endless = tmp_path / "endless.jinja"
    endless.write_text(template.read_text().replace("<|im_end|>", ""))
    (tmp_path / "broken.gguf").write_bytes(b"GGUF")
    refused = (
        (f"{SETTINGS}chat_template: endless.jinja\n", "no token of its own ends the assistant's turn"),
        (f"{SETTINGS}chat_template: nowhere.jinja\n", "nowhere.jinja cannot be read"),
        (SETTINGS.replace("base: base", "base: broken.gguf"), "broken.gguf cannot be loaded"),
    )
    for at, (settings, says) in enumerate(refused):
        said = train(tmp_path / "s.yaml", settings.replace("out: out", f"out: out-{at}"))
        assert says in said.splitlines()[-1], said
        assert "Traceback" not in said


@pytest.mark.slow
def test_a_base_in_four_bits_is_trained_and_merged(tmp_path: Path) -> None:
    """QLoRA in both stages, on a processor: the losses fall, and the models that come of it are whole ones again."""
    write_toy(tmp_path / "data")
    make_base(tmp_path / "base", tmp_path / "data", **SHAPE)
    settings = SETTINGS.replace("global: {", "global: {method: qlora, ").replace(
        "method: lora", "method: qlora, merge: true"
    )
    said = train(tmp_path / "s.yaml", settings)
    assert "roles/planner" in said, said
    for stage, model in (("global", "global"), ("roles/planner", "roles/planner/merged")):
        noted = json.loads((tmp_path / "out" / stage / "trainer_state.json").read_text())["log_history"]
        losses = [each["loss"] for each in noted if "loss" in each]
        assert losses[-1] < losses[0], (stage, losses)
        assert "quantization_config" not in json.loads((tmp_path / "out" / model / "config.json").read_text())


@pytest.mark.slow
def test_two_devices_train_one_model(tmp_path: Path) -> None:
    """torchrun's two processes share the folder and the rows, speak once, and a second training is kept out."""
    write_toy(tmp_path / "data")
    make_base(tmp_path / "base", tmp_path / "data", **SHAPE)
    (tmp_path / "s.yaml").write_text(SETTINGS.replace("method: lora", "method: lora, merge: true"))
    command = [training_python(), "-m", "torch.distributed.run", "--nproc-per-node", "2", "--standalone"]
    command += ["-m", "smurfs_graph.training", str(tmp_path / "s.yaml")]
    done = subprocess.run(
        command, env=training_environment(), capture_output=True, text=True, timeout=600, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("global (1 of 5): 64 rows, 8 of the test split") == 1, done.stdout
    assert "on 2 devices" in done.stdout
    state = json.loads((tmp_path / "out" / "global" / "trainer_state.json").read_text())
    assert (state["global_step"], state["epoch"]) == (40, 10.0)  # batches of 8 on each, of 64 rows
    assert (tmp_path / "out" / "roles" / "planner" / "merged" / "model.safetensors").exists()
    assert done.stdout.count("serve with vLLM") == 3


SAME = """
import sys
from transformers import AutoModelForCausalLM, AutoTokenizer
logits = []
for folder in sys.argv[1:]:
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder)
    said = [{"role": "user", "content": "Find stock 17: żółw."}]
    logits.append(model(**tokenizer.apply_chat_template(said, return_dict=True, return_tensors="pt")).logits)
print("apart by", float((logits[0] - logits[1]).abs().max()))
"""


@pytest.mark.slow
def test_a_gguf_file_is_a_base(tmp_path: Path) -> None:
    """With its tokenizer and template; the first stage's adapter is merged, and the next begins from there."""
    write_toy(tmp_path / "data")
    make_base(tmp_path / "tiny", tmp_path / "data", **SHAPE)
    convert_model(tmp_path / "tiny", tmp_path / "tiny.gguf")
    stages = "global: {max_steps: 12, learning_rate: 3e-3, method: lora}\nlocal: {max_steps: 2, roles: [caller]}\n"
    said = train(tmp_path / "s.yaml", f"data: data\nout: out\nbase: tiny.gguf\nthreads: 1\nmax_length: 512\n{stages}")
    assert "roles/caller (2 of 2): step 2 of 2" in said, said
    assert said.splitlines()[-1].startswith("serve with llama.cpp: python convert_hf_to_gguf.py")
    command = [training_python(), "-c", SAME, str(tmp_path / "tiny"), str(tmp_path / "out" / "base")]
    done = subprocess.run(
        command, env=training_environment(), capture_output=True, text=True, check=True, timeout=300, cwd="/"
    )
    assert float(done.stdout.split()[-1]) < 1e-4
    losses = [
        each["loss"]
        for each in json.loads((tmp_path / "out" / "global" / "trainer_state.json").read_text())["log_history"]
        if "loss" in each
    ]
    assert losses[-1] < losses[0]
    assert (tmp_path / "out" / "global" / "adapter" / "adapter_model.safetensors").exists()
    assert (tmp_path / "out" / "global" / "model.safetensors").exists()
