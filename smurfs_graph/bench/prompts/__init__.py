"""The prompts of judges, which are no agents of a run."""
