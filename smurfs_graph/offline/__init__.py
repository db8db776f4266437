"""`offline:rules`, the embedded stand-in model: rules in place of a language model, for a first look and for tests."""

from smurfs_graph.offline.model import RulesModel

__all__ = ["RulesModel"]
