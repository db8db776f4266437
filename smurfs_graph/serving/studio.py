"""The graphs as LangGraph Studio and servers load them: one per strategy, by its name.

They look into a module's dictionary, which has no lazy names. `SMURFS_STUDIO`, which `smurfs studio` sets, says which
strategies there are, and with which tools and settings: {"strategies": [..], "tools": [..], "settings": {..}}.
"""

import os
from typing import Any

from pydantic import BaseModel, ValidationError

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import export_all
from smurfs_graph.serving.studio_names import TOOLS, VARIABLE, attribute_of
from smurfs_graph.settings import Settings, StrategyName
from smurfs_graph.strategies import SHOWN


class _StudioRequest(BaseModel):
    strategies: tuple[StrategyName, ...] = SHOWN
    tools: tuple[str, ...] = TOOLS
    settings: dict[str, Any] = {}


def _graphs() -> dict[str, Any]:
    """Return the graphs by the names under which they are loaded.

    Raises ConfigurationError for what is none of ours.
    """
    try:
        asked = _StudioRequest.model_validate_json(os.environ.get(VARIABLE) or "{}")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ConfigurationError(f"{VARIABLE} is not understood: {where}: {first['msg']}") from None
    every = [Settings.checked(**{**asked.settings, "strategy": strategy}) for strategy in asked.strategies or SHOWN]
    made = export_all(every, list(asked.tools or TOOLS))
    return {attribute_of(each.strategy): graph for each, graph in zip(every, made, strict=True)}


_made = _graphs()
globals().update(_made)
graph = next(iter(_made.values()))
"""The first of them."""
