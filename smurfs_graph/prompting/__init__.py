"""Prompts, what each may see, what it must reply, and how it is made to fit."""
