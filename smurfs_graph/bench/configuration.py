"""Configurations to compare: each combination of strategy, model and seed, with a name and a digest."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.settings import Settings, StrategyName

PEER = "create-agent"
"""LangChain's own agent, which stands among the strategies of a bench and is none of this library's."""


class Configuration(BaseModel):
    """One column of the matrix."""

    model_config = ConfigDict(frozen=True)

    strategy: str
    model: str
    seed: int = 0
    settings: dict[str, Any] = {}
    """Other settings, the same for all configurations of a matrix."""

    @property
    def label(self) -> str:
        """Return the label under which figures are summed up: without the seed."""
        return f"{self.strategy} / {self.model}"

    def checked(self) -> Settings:
        """Return the settings of a run. Raises ConfigurationError for what is none."""
        sampling = {"seed": self.seed} | dict(self.settings.get("sampling", {}))
        values = self.settings | {"model": self.model, "sampling": sampling}
        if self.strategy != PEER:
            if self.strategy not in get_args(StrategyName):
                raise UnknownNameError("strategy", self.strategy, (*get_args(StrategyName), PEER))
            values["strategy"] = self.strategy
        return Settings.checked(**values)

    def digest(self, suite: str) -> str:
        """Return a name for this configuration of a benchmark: equal ones are never run twice."""
        return digest(canonical_json([suite, self.model_dump()]))[:16]


def matrix(
    strategies: Sequence[str], models: Sequence[str], seeds: Sequence[int], settings: Mapping[str, Any]
) -> list[Configuration]:
    """Return every combination, checked. Raises ConfigurationError for none, for doubles and for wrong settings."""
    for what, values in (("strategy", strategies), ("model", models), ("seed", seeds)):
        if not values:
            raise ConfigurationError(f"there is no {what} to run")
        if len(set(values)) < len(values):
            raise ConfigurationError(f"a {what} is named twice: {', '.join(map(str, values))}")
    made = [
        Configuration(strategy=strategy, model=model, seed=seed, settings=dict(settings))
        for strategy, model, seed in product(strategies, models, seeds)
    ]
    for configuration in made:
        configuration.checked()
    return made
