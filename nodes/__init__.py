"""The agents: one role, one file."""
