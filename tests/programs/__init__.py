"""Programs over tools: stubs, the check before a run, the interpreter, the log."""
