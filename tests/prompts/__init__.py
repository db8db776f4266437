"""Prompts: what they see (docs/reference/prompts.md), their layout, and that no value breaks out of its section."""
