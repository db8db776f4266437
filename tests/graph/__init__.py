"""The compiled graph, through the public API, with scripted models."""
