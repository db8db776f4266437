"""The graphs as servers have them: LangGraph Studio and MCP."""
