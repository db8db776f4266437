"""The losses of a training as one HTML page: no library, no network, no script."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from smurfs_graph.bench.page import STYLE
from smurfs_graph.bench.plots import Points, curves

PAGE = "losses.html"


def write_losses(out: Path, names: Sequence[str]) -> None:
    """Write OUT/losses.html: a plot for each of these stages that has begun."""
    figures = [_figure(name, losses) for name in names if (losses := read_losses(out / name))]
    page = (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Losses</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style></head><body><main><h1>Losses</h1>{''.join(figures)}</main></body></html>\n"
    )
    (out / PAGE).write_text(page, "utf-8")


def read_losses(folder: Path) -> dict[str, Points]:
    """A stage's losses by step, of training and of the test split, as its trainer has noted them."""
    state = folder / "trainer_state.json"
    if not state.exists():
        return {}
    noted: list[dict[str, Any]] = json.loads(state.read_text("utf-8"))["log_history"]
    kinds = {"training": "loss", "test split": "eval_loss"}
    found = {
        kind: [(float(each["step"]), float(each[key])) for each in noted if key in each] for kind, key in kinds.items()
    }
    return {kind: points for kind, points in found.items() if points}


def _figure(name: str, losses: dict[str, Points]) -> str:
    return f"<figure><figcaption>{escape(name)}</figcaption>{curves(losses, 'step', 'loss')}</figure>"
