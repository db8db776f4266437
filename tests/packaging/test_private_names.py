"""A dependency's private names are used where ARCHITECTURE.md says so, and nowhere else."""

import ast
import re
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_PUBLIC = {"_replace", "_asdict", "_make", "_exit"}
"""Of named tuples, and of `os`."""
_OF_MODELS = {"_generate", "_agenerate", "_llm_type", "_identifying_params"}
"""What LangChain has a chat model's class define."""
_OF_PYTHON = {"_abc_impl", "_is_protocol", "_is_runtime_protocol"}


def is_private(name: str) -> bool:
    """Return whether a name is nobody's but its owner's."""
    return name.startswith("_") and not name.startswith("__") and name not in _PUBLIC


def read_privately(path: Path) -> list[str]:
    """Private names of others that a file reads, imports or assigns, and LangGraph's hidden keys."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name) if is_private(name) or name in ("__class__", "__closure__"):
                found.append(name)
            case ast.ImportFrom(module=str(name)) if re.search(r"\._[a-z]", name):
                found.append(name)
            case ast.Constant(value=str(name)) if name.startswith(("__pregel_", "_custom_")) or name == "__closure__":
                found.append(name)
            case _:
                pass
    return found


def overridden(path: Path) -> list[str]:
    """Private names that a file's classes define and LangGraph's or LangChain's above them, too."""
    module = import_module(".".join(["smurfs_graph", *path.relative_to(ROOT / "smurfs_graph").with_suffix("").parts]))
    found: list[str] = []
    for _, kind in getmembers(module, lambda it: isclass(it) and it.__module__ == module.__name__):
        above: list[Any] = [one for one in kind.__mro__ if one.__module__.startswith(("langgraph.", "langchain"))]
        names = {name for one in above for name in vars(one) if is_private(name)} - _OF_MODELS - _OF_PYTHON
        found += sorted(names & vars(kind).keys())
    return found


def test_private_names_of_dependencies_are_listed() -> None:
    """ARCHITECTURE.md has a row for each file that uses one, seven at most."""
    paths = [path for room in ("", "nodes/", "tools/") for path in (ROOT / "smurfs_graph").glob(f"{room}**/*.py")]
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    [table] = re.findall(r"## Where a dependency's private names are used\n(.*?)\n## ", text, re.DOTALL)
    listed = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(.+?)`", row)}
    bases = ("StateGraph", "Saver", "Store", "Tracer", "Serializer", "Runnable", "BaseTool")
    used = {
        str(path.relative_to(ROOT / "smurfs_graph"))
        for path in dict.fromkeys(paths)
        if read_privately(path) or (any(base in path.read_text("utf-8") for base in bases) and overridden(path))
    }
    assert used == listed
    assert len(listed) <= 7
