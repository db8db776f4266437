"""Commands on docs/training.md run as shown: from runs to models for each role, and with TRL by itself."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import fresh_registry
from tests.bench.harness.scenery import smurfs
from tests.docs.pages import FILES, blocks, written
from tests.servers.behaviours import honest
from tests.servers.hostile import HostileServer
from tests.training.environment import make_base, train, training_environment, training_python
from tests.training.recorded import detour, record
from tests.training.toy import ROLES

PAGE, SERVER = "docs/training.md", "http://localhost:8000/v1"
SHAPE = {"width": 32, "layers": 1, "heads": 2, "vocabulary": 400}
READ_WITH_TRL = """
import sys
from datasets import load_dataset
from trl import DPOConfig, DPOTrainer, KTOConfig, KTOTrainer, SFTConfig, SFTTrainer
data, base, out = sys.argv[1:]
options = {"output_dir": out, "max_steps": 1, "report_to": "none", "use_cpu": True, "per_device_train_batch_size": 2}
options["max_length"] = 8000
for name in ("global", "roles-planner", "roles-executor", "preferences", "kto"):
    rows = load_dataset(data, name, split="train")
    kinds = {"preferences": (DPOTrainer, DPOConfig), "kto": (KTOTrainer, KTOConfig)}
    trainer, config = kinds.get(name, (SFTTrainer, SFTConfig))
    trained = trainer(model=base, args=config(**options), train_dataset=rows).train()
    print("read", name, len(rows), trained.global_step, flush=True)
"""


def teacher(call: str, sections: dict[str, str]) -> Any:
    """A model that looks an item up and says what there is."""
    [item] = set(re.findall(r"[AB]-\d+", sections["sub_task"]))
    observed = re.search(r'"stock": ?(\d+)', sections.get("history", ""))
    return {
        "planner.umi": {"rationale": f"The stock of {item}.", "next": "conclusion" if observed else "caller"},
        "caller": {"call": {"tool": "find_stock", "arguments": {"item_id": item}}},
        "summarizer": {"answer": f"There are {observed[1]} pieces." if observed else "unknown"},
    }[call]


@pytest.mark.slow
def test_the_commands_of_the_page_make_an_adapter_for_each_role(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's own, with a server on this machine for the model, the tiny base, and few steps."""
    training_python()
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    [shown, *_] = [block for block in blocks(PAGE) if block.language == "console"]
    *commands, training = [shlex.split(line.removeprefix("$ ")) for line in shown.body.splitlines()]
    with HostileServer(honest, teacher) as server, fresh_registry():
        for program, *words in commands:
            assert program == "smurfs"
            assert smurfs(*(server.base_url if word == SERVER else word for word in words)) == 0, words
    assert training == ["python", "-m", "smurfs_graph.training", "training.yaml"]
    settings = yaml.safe_load(written(PAGE)["training.yaml"])
    make_base(tmp_path / "base", tmp_path / settings["data"], **SHAPE)
    settings |= {"base": "base", "threads": 1}
    for name in ("global", "local"):
        settings[name] |= {"max_steps": 2, "accumulate": 1}
    said = train(tmp_path / "training.yaml", json.dumps(settings))
    for role in ROLES:
        assert (tmp_path / settings["out"] / "roles" / role / "adapter_model.safetensors").exists(), said


@pytest.mark.slow
def test_trl_reads_every_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself, as the card says where they are: whole trajectories, roles, pairs and labels."""
    monkeypatch.setenv("SMURFS_CHECKPOINT", str(tmp_path / "runs.sqlite"))
    with open_storage(tmp_path / "runs.sqlite") as storage:
        for at in range(3):
            record(storage, str(at), detour(), f"Request {at}.")
    data, out = str(tmp_path / "data"), str(tmp_path / "out")
    assert smurfs("export-training", "-o", data, "--test-share", "0") == 0
    make_base(tmp_path / "base", tmp_path / "data", **SHAPE)
    settings = {"data": data, "out": out, "base": "base", "max_length": 8000, "global": {"max_steps": 1}}
    said = train(tmp_path / "t.yaml", json.dumps({**settings, "local": None, "threads": 1}))
    assert (tmp_path / "out" / "global" / "model.safetensors").exists(), said
    command = [training_python(), "-c", READ_WITH_TRL, data, f"{out}/global", f"{out}/trl"]
    done = subprocess.run(
        command, env=training_environment(), capture_output=True, text=True, timeout=600, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    read = [line for line in done.stdout.splitlines() if line.startswith("read ")]
    names = ("global", "roles/planner", "roles/executor", "preferences", "kto")
    assert read == [f"read {name.replace('/', '-')} {_rows(Path(data), name)} 1" for name in names]


def _rows(data: Path, name: str) -> int:
    return len((data / name / "train.jsonl").read_text().splitlines())
