"""What docs/training.md shows is what is run."""

import json
from pathlib import Path

import pytest
import yaml

from tests.docs.pages import written
from tests.training.environment import train
from tests.training.toy import ROLES, write_toy


@pytest.mark.slow
def test_the_settings_of_the_page_train_every_role(tmp_path: Path) -> None:
    """The page's own file, with the tiny base and few steps: stage 1, and an adapter for each role."""
    settings = yaml.safe_load(written("docs/training.md")["training.yaml"])
    settings |= {"base": "tiny", "tiny": {"width": 32, "layers": 1, "heads": 2, "vocabulary": 400}, "threads": 1}
    for name in ("global", "local"):
        settings[name] |= {"max_steps": 2, "accumulate": 1}
    write_toy(tmp_path / settings["data"], rows=8)
    said = train(tmp_path / "training.yaml", json.dumps(settings))
    for role in ROLES:
        assert (tmp_path / settings["out"] / "roles" / role / "adapter_model.safetensors").exists(), said
