"""Grids of parameters: lists of values whose every combination is a point."""

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from smurfs_graph.bench.simulation.latency import Latency
from smurfs_graph.bench.simulation.task import ErrorRates, TaskShape
from smurfs_graph.errors import ConfigurationError


class Point(BaseModel):
    """One combination."""

    model_config = ConfigDict(frozen=True)

    name: str
    shape: TaskShape
    rates: ErrorRates


class Grid(BaseModel):
    """Values by parameter. `levels`: error rates that are swept together, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shape: dict[str, list[int]] = {}
    levels: dict[str, dict[str, float]] = {}
    per_1000_tokens: list[float] = [0.0]
    latency: dict[str, Latency] = {}
    """What servers and tools take, by name: each is reckoned for every run, for none changes what a run does."""
    cases: int = 1
    """Tasks at each point."""


def read_grid(path: Path | None = None) -> Grid:
    """The grid of a file, or the committed one. Raises ConfigurationError in one line."""
    try:
        text = path.read_text("utf-8") if path else files(__package__ or "").joinpath("grid.json").read_text("utf-8")
        return Grid.model_validate(json.loads(text))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ConfigurationError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path} is no grid: {error}") from None


def points_of(grid: Grid) -> Iterator[Point]:
    """Every combination, checked."""
    names = list(grid.shape)
    levels: Mapping[str, Mapping[str, float]] = grid.levels or {"none": {}}
    for values in product(*grid.shape.values()):
        for level, slope in product(levels, grid.per_1000_tokens):
            shape = dict[str, Any](zip(names, values, strict=True))
            told = "-".join(f"{name}={value}" for name, value in shape.items())
            rates = dict[str, Any](levels[level]) | {"per_1000_tokens": slope}
            try:
                yield Point(
                    name=f"{told}-{level}-{slope:g}",
                    shape=TaskShape.model_validate(shape),
                    rates=ErrorRates.model_validate(rates),
                )
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                raise ConfigurationError(f"the grid: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
