"""The service, running, and its tools by name."""

from collections.abc import Iterator

import pytest

from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.tool import Tool
from tests.servers.applications import running
from tests.tools.openapi import service


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The service's address."""
    with running(service.app) as url:
        yield url


@pytest.fixture(scope="session")
def tools(address: str) -> dict[str, Tool]:
    """Its tools, by the names of its functions; credentials are those of LIBRARY."""
    made = openapi_tools(f"{address}/openapi.json", name="library")
    return {_function(tool): tool for tool in made}


def _function(tool: Tool) -> str:
    names = [name for name in vars(service) if tool.title.startswith(f"{name}_")]
    return max(names, key=len)
