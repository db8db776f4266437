"""API-Bank level 3, re-implemented: correctness and completeness of a run's calls (PMC, section 5.1.2)."""

from smurfs_graph.bench.apibank.score import Counts, Score, score_calls, searches_of

__all__ = ["Counts", "Score", "score_calls", "searches_of"]
