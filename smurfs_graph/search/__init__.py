"""The search of a sub-task: DFSDT with a rule-based rollback, and ToolLLM's decision tree. Pure."""
