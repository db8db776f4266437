"""The published metrics as pure functions: numbers in, numbers out, no model and no files.

Each function names the definition it follows and the traps of the published code that it keeps or refuses.
"""
