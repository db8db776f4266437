"""`smurfs graph` and `smurfs strategies`."""

from pathlib import Path
from typing import Any

from smurfs_graph.cli.output import kept_clean
from smurfs_graph.drawing import to_mermaid, to_svg
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import build_graph
from smurfs_graph.settings import Settings
from smurfs_graph.strategies import PURPOSES


def list_strategies() -> int:
    """Print the strategies, the default one first."""
    for name, purpose in PURPOSES.items():
        default = " [the default]" if name == Settings().strategy else ""
        print(f"{name:30} {purpose}{default}")
    return 0


def draw(specs: list[str], values: dict[str, Any], output: Path | None) -> int:
    """Print the graph as Mermaid text, or write it to a file: .svg for a picture, .mmd for text."""
    with kept_clean():
        graph = build_graph(Settings.checked(**values), specs or ["builtin:calc"]).get_graph(xray=True)
    if output is None:
        print(to_mermaid(graph))
        return 0
    writers = {".svg": to_svg, ".mmd": to_mermaid}
    if output.suffix not in writers:
        raise ConfigurationError(f"the picture's name must end in .svg or .mmd, not {output.suffix or output.name!r}")
    try:
        output.write_text(writers[output.suffix](graph) + "\n", encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{str(output)!r} cannot be written: {error.strerror}") from None
    print(output)
    return 0
