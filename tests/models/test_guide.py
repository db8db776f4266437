"""The guide "Bring your model": it names what exists."""

import re
from pathlib import Path

from smurfs_graph import Settings
from smurfs_graph.models.providers import PROVIDERS

GUIDE = (Path(__file__).parents[2] / "docs" / "bring-your-model.md").read_text("utf-8")


def test_every_provider_has_a_row() -> None:
    """With its extra and its key."""
    for provider in PROVIDERS.values():
        assert f"| `{provider.name}:" in GUIDE
        assert not provider.extra or f"smurfs-graph[{provider.extra}]" in GUIDE
        assert all(key in GUIDE for key in provider.keys)


def test_the_settings_it_names_exist() -> None:
    """The table's first column."""
    table = GUIDE.split("## Settings")[1].split("## What happens")[0]
    named = [name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert len(named) > 20
    assert set(named) <= set(Settings.model_fields)
