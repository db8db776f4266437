"""Names shared by `smurfs studio` and the server that it starts; importing this builds no graph."""

STUDIO = "https://smith.langchain.com"
"""The page that shows a local server; no other page's scripts may talk to it."""
VARIABLE = "SMURFS_STUDIO"
"""The environment variable that says what is served: {"strategies": [..], "tools": [..], "settings": {..}}."""
TOOLS = ("builtin:travel", "builtin:calc", "builtin:dates")
"""The tools that are served where nothing else is said."""


def attribute_of(strategy: str) -> str:
    """Return the name of a strategy's graph in `smurfs_graph.serving.studio`."""
    return strategy.replace("-", "_")
