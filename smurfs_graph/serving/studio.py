"""The graphs as LangGraph Studio and servers load them: one per strategy, by its name.

They look into a module's dictionary, which has no lazy names. `SMURFS_STUDIO`, which `smurfs studio` sets, says which
strategies there are, and with which tools and settings: {"strategies": [..], "tools": [..], "settings": {..}}.
"""

import json
import os
from typing import Any, cast, get_args

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import export_all
from smurfs_graph.serving.studio_names import SHOWN, TOOLS, VARIABLE, attribute_of
from smurfs_graph.settings import Settings, StrategyName


def _read_request() -> tuple[list[str], list[str], dict[str, Any]]:
    """Strategies, tools and settings. Raises ConfigurationError for what is none of ours."""
    text = os.environ.get(VARIABLE, "")
    try:
        given: Any = json.loads(text) if text else {}
        asked = cast("dict[str, Any]", given)
        strategies: list[str] = list(asked.get("strategies") or SHOWN)
        tools: list[str] = [str(spec) for spec in asked.get("tools") or TOOLS]
        settings: dict[str, Any] = dict(asked.get("settings") or {})
    except (ValueError, TypeError, AttributeError) as error:
        raise ConfigurationError(f"{VARIABLE} is not understood: {error}") from None
    if unknown := set(strategies) - set(get_args(StrategyName)):
        raise ConfigurationError(f"{VARIABLE} names strategies that there are not: {', '.join(sorted(unknown))}")
    return strategies, tools, settings


def _graphs() -> dict[str, Any]:
    strategies, tools, settings = _read_request()
    every = [Settings.checked(**{**settings, "strategy": strategy}) for strategy in strategies]
    return {attribute_of(each.strategy): made for each, made in zip(every, export_all(every, tools), strict=True)}


_made = _graphs()
globals().update(_made)
graph = next(iter(_made.values()))
"""The first of them."""
