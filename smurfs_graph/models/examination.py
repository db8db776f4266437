"""The result of an examination as data: the formats, the tasks in each step shape, and the advice that follows."""

from dataclasses import dataclass, field
from typing import get_args

from smurfs_graph.models.registry import Rung, Shape
from smurfs_graph.models.shown_tools import TOOLS_DROPPED

SHAPES: tuple[Shape, ...] = get_args(Shape)
SMALLEST_WINDOW = 512
"""What the setting takes."""


@dataclass(frozen=True)
class RungReport:
    """The result of trying one format of structured output."""

    rung: Rung
    valid: int
    tries: int
    enforced: bool | None
    """Whether the reply was valid although the prompt asked for prose; None where that was not tried."""
    note: str = ""

    @property
    def works(self) -> bool:
        """Return whether most replies were valid."""
        return self.valid * 2 > self.tries


@dataclass(frozen=True)
class ShapeReport:
    """The result of small tasks in one step shape."""

    shape: Shape
    right: int = 0
    tasks: int = 0
    """That were given; none: the shape was not tried."""
    calls: int = 0
    tokens: int = 0
    several_calls: bool | None = None
    """Whether a reply was seen to hold several calls; None: there was no task in which to see it."""
    cut_off: int = 0
    """Replies that the limit of the examination ended."""
    failure: str = ""
    """Why the model could not be asked in the last task."""
    note: str = ""
    """Why it was not tried or given up, and which of its tasks ran out of time."""


@dataclass
class Examination:
    """Everything that was found out."""

    model: str
    server: str
    reachable: bool = False
    problem: str = ""
    """Why it cannot be used, where it cannot."""
    latency: float | None = None
    """Seconds of a short call, the median of three."""
    reads: float | None = None
    """Tokens of a prompt that it reads in a second, as far as was seen."""
    writes: float | None = None
    """Tokens of a reply that it writes in a second."""
    thinks: bool = False
    """Whether it was seen to think before it replies."""
    rungs: list[RungReport] = field(default_factory=list[RungReport])
    tool_calls: str = "not tried"
    shows_tools: bool | None = None
    """Whether its server puts bound tools before the model; None: it could not be seen, or the model called one."""
    call_choice: str = "not tried"
    """Whether a call comes with its arguments where a schema offers a choice among tools."""
    usage: str = "not tried"
    streaming: str = "not tried"
    window: int | None = None
    """Tokens that were seen to fit, or that the server named."""
    window_note: str = "not tried"
    max_tokens: str = "not tried"
    takes_system: bool = True
    """Whether its server takes a message of the system."""
    fused_steps: bool | None = None
    """What the model itself says of fused steps, where it says something."""
    shapes: list[ShapeReport] = field(default_factory=list[ShapeReport])
    kept: str = ""
    """The file that later runs go by; empty where there is none."""

    @property
    def loses_arguments(self) -> bool:
        """Return whether a call lost its arguments where a schema offered a choice among tools."""
        return self.call_choice.startswith("lose")

    @property
    def usable(self) -> bool:
        """Return whether runs can be made with the model: a task was right or, where none was given, a format works."""
        if not self.reachable or any(each.tasks for each in self.shapes):
            return self.reachable and self.best is not None
        return any(rung.works for rung in self.rungs)

    @property
    def best(self) -> ShapeReport | None:
        """Return the shape with the most tasks right; of several the one with the fewest calls, then tokens.

        Guided only where no other has as many right, and code but for that: rules read English requests by their
        words, and programs are taken where they cost less, see `writes_programs`.
        """
        able = [each for each in self.shapes if each.right]
        return max(able, key=_rank, default=None)

    @property
    def writes_programs(self) -> bool | None:
        """Return whether programs got as many tasks right as the best shape, in no more calls; None: not tried."""
        tried = next((each for each in self.shapes if each.shape == "code" and each.tasks), None)
        best = self.best
        if tried is None or best is None:
            return None
        return tried.right >= best.right and tried.calls <= best.calls

    def why_not(self, shape: Shape) -> str:
        """Return why no tasks are worth trying in a shape; empty where they are."""
        if shape in ("native", "code") and self.shows_tools is False:
            return "its server does not show tools to the model"
        if shape == "code" and any(each.shape == "native" and not each.right for each in self.shapes):
            return "no task was right in native steps"
        if shape in ("native", "code"):
            return f"tool calls: {self.tool_calls}" if self.tool_calls.startswith(("failed", "not ")) else ""
        return "" if any(rung.works for rung in self.rungs) else "no format of structured output works"


def _rank(report: ShapeReport) -> tuple[int, bool, bool, int, int]:
    """Return what shapes are compared by."""
    return report.right, report.shape != "guided", report.shape != "code", -report.calls, -report.tokens


def _shape_advice(found: Examination) -> str:
    best = found.best
    if found.fused_steps is not None and (best is None or best.shape in ("split", "fused")):
        shape = "fused (two calls a step)" if found.fused_steps else "split (five short calls a step)"
        return f"{shape}, which the model declares and auto follows"
    if best is not None:
        besides = ", and programs where their stubs are no larger than the tools' schemas"
        told = f"{best.shape} ({best.right} of {best.tasks} tasks right, in {best.calls} calls)"
        return told + besides * (best.shape != "code" and found.writes_programs is True)
    if found.shows_tools is False:
        return "guided, with which auto begins where a server does not show tools to its model"
    if found.tool_calls == "work":
        return "native (tools bound), with which auto begins"
    enforced = any(rung.rung == "json_schema" and rung.works and rung.enforced for rung in found.rungs)
    if enforced and (found.window or 0) >= 16_384 and not found.loses_arguments:
        return "fused (two calls a step) is worth trying: --step-shape fused"
    return "split (five short calls a step), which is what auto does here"


def advice(found: Examination) -> list[str]:
    """Return in words which settings suit runs with this model."""
    if not found.usable:
        return [f"not usable: {found.problem}"]
    works = [rung.rung for rung in found.rungs if rung.works]
    lines = [f"step shape: {_shape_advice(found)}"]
    if found.kept:
        lines.append(f"step_shape auto goes by that from now on; to forget it, remove {found.kept}")
    if found.shows_tools is False:
        lines.append(
            f"{TOOLS_DROPPED}: no native or code steps, and no create-agent; a chat template with tools shows them"
        )
    if found.loses_arguments and found.best is None:  # else the tasks have shown what this costs
        able = "split" if found.why_not("native") else "native or split"
        lines.append(f"calls in a schema lose their arguments here: --step-shape {able}")
    if not works:
        lines.append("structured output: none works; only native and code steps do without it")
    elif works[0] != "json_schema":
        lines.append(f"structured output: start where it works: --set structured_output={works[0]}")
    if (found.window or 0) >= SMALLEST_WINDOW and "at least" not in found.window_note:
        lines.append(f"context window: --set context_window={found.window}")
    if not found.takes_system:
        lines.append("no system role: the system's text goes in front of the first message")
    if found.usage != "reported":
        lines.append("usage: tokens are going to be estimated, and marked as such")
    if found.latency and found.latency > 20:
        lines.append(f"slow: give a call more time: --set model_timeout={int(found.latency * 10)}")
    return lines
