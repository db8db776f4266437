"""The rooms of the package and who imports whom, read from the code; `make references` draws them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = re.compile(r"(<!-- rooms -->\n).*?(<!-- /rooms -->)", re.DOTALL)
Graph = dict[str, set[str]]


def modules() -> dict[str, Path]:
    """Every module of the package by its name, `nodes` and `tools` as they are installed."""
    found: dict[str, Path] = {}
    for folder, prefix in (("smurfs_graph", ()), ("nodes", ("nodes",)), ("tools", ("tools",))):
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            if folder == "smurfs_graph" and parts[0] in ("nodes", "tools"):
                continue  # the links
            found[".".join(("smurfs_graph", *prefix, *parts)).removesuffix(".__init__")] = path
    return found


def is_loose(path: Path) -> bool:
    """Return whether a module lies in no room."""
    return path.parent == ROOT / "smurfs_graph"


def room_of(module: str, known: dict[str, Path]) -> str:
    """The room of a module; a loose one is its own."""
    parts = module.split(".")
    return "smurfs_graph" if len(parts) == 1 else parts[1] + (".py" if is_loose(known[module]) else "")


def imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the package that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("smurfs_graph"):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


@cache
def graph() -> Graph:
    """By room, the rooms that it imports."""
    known = modules()
    found: Graph = {room_of(name, known): set() for name in known}
    for name, path in known.items():
        here = room_of(name, known)
        found[here] |= {room_of(other, known) for other in imports(path, known) if other in known} - {here}
    return found


def layers(rooms: Graph) -> list[list[str]]:
    """The rooms from the lowest up. Raises graphlib.CycleError where some import each other in a circle."""
    sorter = TopologicalSorter(rooms)
    sorter.prepare()
    found: list[list[str]] = []
    while sorter.is_active():
        found.append(sorted(sorter.get_ready()))
        sorter.done(*found[-1])
    return found


def picture(rooms: Graph) -> str:
    """The rooms as a Mermaid graph; an import that others imply is not drawn, nor the loose modules that all use."""
    drawn = {room: {other for other in below if not other.endswith(".py")} for room, below in rooms.items()}
    drawn = {room: below for room, below in drawn.items() if not room.endswith(".py") and room != "smurfs_graph"}
    lines = ["```mermaid", "graph TD"]
    for room in sorted(drawn):
        implied = {far for near in drawn[room] for far in _reachable(near, drawn)}
        lines += [f"    {room} --> {other}" for other in sorted(drawn[room] - implied - {"smurfs_graph"})]
    return "\n".join([*lines, "```", ""])


def _reachable(room: str, rooms: Graph) -> set[str]:
    found: set[str] = set()
    waiting = list(rooms.get(room, ()))
    while waiting:
        if (next_one := waiting.pop()) not in found:
            found.add(next_one)
            waiting += rooms.get(next_one, ())
    return found


def with_picture(text: str) -> str:
    """ARCHITECTURE.md with the picture as the code has it now."""
    return PICTURE.sub(lambda match: match[1] + picture(graph()) + match[2], text)
