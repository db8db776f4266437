"""The one way from a node to a model, a tool's journal or a person."""
