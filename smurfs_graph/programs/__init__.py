"""Programs over tools: Python that calls them, checked before it runs, suspended at each call, replayed by a log."""
