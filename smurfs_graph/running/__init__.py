"""Running a graph from plain code or an event loop, resuming, forking. The only room that touches Pregel."""
