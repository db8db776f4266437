"""Synthetic tasks with a simulated model: no benchmark of any real model, and it says so wherever its figures stand."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel

from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.simulation import SimulatedModel, SimulatedTask, points_of, read_grid, seconds_of
from smurfs_graph.bench.suite import Case, Metrics, SuiteOptions, Toolset, text_answer
from smurfs_graph.errors import ConfigurationError

PREFIX = "simulated:"


class Simulated:
    """A grid of task shapes and error rates; a task is solved when all its values are in the answer."""

    name = "simulated"
    main = "success"

    def __init__(self, grid: Path | None) -> None:
        """`grid`: a file; None for the committed one."""
        self._grid = read_grid(grid)
        self._points = list(points_of(self._grid))
        self.left_out: list[str] = []
        self.notes = [
            "a SIMULATION: the model knows the truth and errs by chance; no figure here is of a real model",
            f"its parameters: {self._grid.model_dump_json()}",
        ]
        if self._grid.latency:
            self.notes.append("seconds (name) are reckoned from the declared latencies; p50 and p95 are this machine's")

    def cases(self) -> Iterator[Case]:
        """So many tasks at each point; those of two points differ in nothing but the point's parameters."""
        for point in self._points:
            for number in range(self._grid.cases):
                task = SimulatedTask(point.shape, number)
                yield Case(f"{point.name}/{number}", task.query, None, {"point": point, "number": number})

    def toolset(self, case: Case) -> Toolset:
        """The task's own."""
        return Toolset((_task(case).tools(),))

    def models(self, configuration: Configuration, case: Case) -> Mapping[str, BaseChatModel]:
        """A model for this task. Raises ConfigurationError for a reference that would say it is a real one."""
        named = [configuration.model, *configuration.settings.get("role_models", {}).values()]
        if wrong := next((name for name in named if not name.startswith(PREFIX)), None):
            raise ConfigurationError(f"this benchmark is a simulation; say --model {PREFIX}any, not {wrong!r}")
        model = SimulatedModel(_task(case), case.data["point"].rates, configuration.seed)
        return dict.fromkeys(named, model)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Whether all values are there, the share of them, and what the run would have taken."""
        task, answer = _task(case), text_answer(result)
        found = len(task.known_in(answer)) / len(task.items)
        waits = {f"seconds ({name})": seconds_of(result, each) for name, each in self._grid.latency.items()}
        return {"success": float(found == 1.0), "values found": found, **waits}


def _task(case: Case) -> SimulatedTask:
    return SimulatedTask(case.data["point"].shape, case.data["number"])


def load(options: SuiteOptions) -> Simulated:
    """The grid of a file; the committed one where the path is a folder."""
    if options.tools:
        raise ConfigurationError("simulated brings its own tools; leave --tools out")
    if not options.data.exists():
        raise ConfigurationError(f"there is no grid {str(options.data)!r}; a folder stands for the committed one")
    return Simulated(options.data if options.data.is_file() else None)
