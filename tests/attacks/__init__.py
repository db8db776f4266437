"""Attacks on the door of a call, one kind a file: nothing may run that a policy or a person has not let through."""
