"""Names shared by `smurfs studio` and the server that it starts; importing this builds no graph."""

from smurfs_graph.settings import StrategyName

STUDIO = "https://smith.langchain.com"
"""The page that shows a local server; no other page's scripts may talk to it."""
VARIABLE = "SMURFS_STUDIO"
"""The environment variable that says what is served: {"strategies": [..], "tools": [..], "settings": {..}}."""
SHOWN: tuple[StrategyName, ...] = ("full", "smurfs", "pmc", "alpha-umi", "dfsdt", "react")
"""The strategies that are served where nothing else is said: all but the ablations."""
TOOLS = ("builtin:travel", "builtin:calc", "builtin:dates")
"""The tools, likewise."""


def attribute_of(strategy: str) -> str:
    """Return the name of a strategy's graph in `smurfs_graph.serving.studio`."""
    return strategy.replace("-", "_")
