"""The graph inside other things: services, graphs, agents, MCP clients."""
