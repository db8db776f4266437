"""Tools from OpenAPI 3.0 and 3.1 documents: every operation is one. `source.openapi_tools` makes them."""

from smurfs_graph.tools.openapi.source import load_spec, openapi_tools

__all__ = ["load_spec", "openapi_tools"]
