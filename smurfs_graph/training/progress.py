"""A line for every few steps: loss, pace, what is left."""

import time
from typing import Any

from smurfs_graph.training.libraries import library


def progress(name: str) -> Any:
    """A callback of transformers' Trainer that prints a stage's progress."""
    started: dict[str, float] = {}

    def begin(callback: Any, args: Any, state: Any, control: Any, **options: Any) -> None:
        started.update(at=time.monotonic(), step=state.global_step)
        if state.global_step:
            print(f"{name}: goes on from step {state.global_step}", flush=True)

    def log(callback: Any, args: Any, state: Any, control: Any, logs: dict[str, Any], **options: Any) -> None:
        told = {"loss": "loss", "eval_loss": "test loss"}
        if not any(key in logs for key in told):
            return
        done = state.global_step - started["step"]
        pace = (time.monotonic() - started["at"]) / done if done else 0.0
        figures = ", ".join(f"{word} {float(logs[key]):.3f}" for key, word in told.items() if key in logs)
        left = pace * (state.max_steps - state.global_step)
        print(
            f"{name}: step {state.global_step} of {state.max_steps}, {figures}, {pace:.2f} s a step, {left:.0f} s left",
            flush=True,
        )

    base: type = library("transformers").TrainerCallback
    return type("Progress", (base,), {"on_train_begin": begin, "on_log": log})()
