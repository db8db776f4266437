"""The graph as LangGraph Studio and servers load it: they look into a module's dictionary, which has no lazy names."""

from smurfs_graph.graph import export

graph = export()
