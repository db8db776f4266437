"""Find the settings of a run: those named in its call of the graph over those that the graph was built with."""

from collections.abc import Collection, Mapping
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.call_rules import CallRules
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.models.prices import refuse_unknown_prices
from smurfs_graph.prompting.prompts import own_prompts
from smurfs_graph.settings import Settings


def own_context(runtime: Runtime[Any]) -> Settings | None:
    """Return the settings that the graph was called with; the context of a graph around it has
    none, whatever it holds.
    """
    given: Any = runtime.context
    return given if isinstance(given, Settings) else None


class RunSettings:
    """The settings of a graph's runs."""

    def __init__(
        self, defaults: Settings, rules: CallRules, tools: Collection[str], ceilings: Mapping[str, int]
    ) -> None:
        """Check the settings that a graph is built with.

        `tools`: names that executors may be given; `ceilings`: values that settings never exceed. Raises
        ConfigurationError for a policy or cache that cannot be had, UnknownNameError for an unknown tool.
        """
        self._defaults, self._rules, self._tools, self._ceilings = defaults, rules, tools, ceilings
        self._last: tuple[object, Settings | None] = (None, None)
        """Settings of the latest call of the graph, by its context."""
        self._check(defaults)

    def __call__(self, runtime: Runtime[Settings], task: Any = None) -> Settings:
        """Return a run's settings. `task`: a sub-task that may be assigned to an executor with a model of its own."""
        given, settings = self._last
        if given is not runtime.context or settings is None:
            settings = self._of_run(own_context(runtime))
            self._last = runtime.context, settings
        return settings.of_executor(task.executor) if settings.executors and task is not None else settings

    def _of_run(self, named: Settings | None) -> Settings:
        """Return the settings of a run whose call names some. Raises ConfigurationError for what this graph was not
        built for.
        """
        if named is None:
            return self._within_ceilings(self._defaults)
        settings = named.over(self._defaults)
        if settings.strategy != self._defaults.strategy:
            raise ConfigurationError(
                f"this graph was built for strategy {self._defaults.strategy!r}, not {settings.strategy!r}; "
                "build one with build_graph(Settings(strategy=...))"
            )
        refuse_unknown_prices(settings, settings.references)
        self._check(settings)
        if settings.prompts:
            own_prompts(settings.prompts)
        return self._within_ceilings(settings)

    def _check(self, settings: Settings) -> None:
        self._rules.check(settings)
        for name in (tool for executor in settings.executors.values() for tool in executor.tools):
            if name not in self._tools:
                raise UnknownNameError("tool of an executor", name, self._tools)

    def _within_ceilings(self, settings: Settings) -> Settings:
        values = {name: getattr(settings, name) for name in self._ceilings}
        lower = {name: top for name, top in self._ceilings.items() if values[name] is None or values[name] > top}
        return settings.model_copy(update=lower) if lower else settings
