"""ToolBench documents as tools: `toolbench:DIR_OR_FILE` (ToolLLM, section 3.1; StableToolBench, section 3).

Documents alone cannot be called. Where the calls go is said in the environment: `SMURFS_TOOLBENCH` is the address of a
StableToolBench-compatible server, `cache:FOLDER` (its recorded responses), `simulate:MODEL` (a model that answers as
the API would) or several of them, separated by `;`, asked in turn. Without it, tools can be listed and planned with,
and a call fails with a reason. A tool's `source` says which it is, and so does the evidence of an outcome.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.toolbench.documents import ApiDocument, read_documents
from smurfs_graph.tools.toolbench.environments import Environment, environment_of
from smurfs_graph.tools.toolbench.source import tool_of

__all__ = ["ApiDocument", "Environment", "load_spec", "read_documents", "toolbench_tools"]

VARIABLE = "SMURFS_TOOLBENCH"


def load_spec(rest: str) -> list[Tool]:
    """Return the tools of a file or folder. Raises ConfigurationError in one line."""
    return toolbench_tools(read_documents(Path(rest).expanduser()), environment_of(os.environ.get(VARIABLE, "")))


def toolbench_tools(documents: Iterable[ApiDocument], environment: Environment) -> list[Tool]:
    """Return a tool for each document, called in an environment; equal names get a number."""
    taken: set[str] = set()
    tools: list[Tool] = []
    for document in documents:
        name = _free(document.function_name, taken)
        taken.add(name)
        tools.append(tool_of(document, name, environment))
    return tools


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[: 63 - len(str(number))]}_{number}"
    return free
