"""Constraints as data (docs/choices.md; PMC definitions 4.1 and 4.2): typed forms, quantities, checks, choices."""

from smurfs_graph.constraints.check import Verdict, check
from smurfs_graph.constraints.choice import (
    CandidatesError,
    Choice,
    ChoiceOutcome,
    Complaint,
    LeastSufficient,
    NoChoice,
    Objective,
    Scoped,
    Slot,
    Unsettled,
)
from smurfs_graph.constraints.choosing import choose
from smurfs_graph.planning.forms import (
    AllDifferent,
    Check,
    Constraint,
    Count,
    Cover,
    DateRange,
    Each,
    Implies,
    OneOf,
    Sum,
)

__all__ = [
    "AllDifferent",
    "CandidatesError",
    "Check",
    "Choice",
    "ChoiceOutcome",
    "Complaint",
    "Constraint",
    "Count",
    "Cover",
    "DateRange",
    "Each",
    "Implies",
    "LeastSufficient",
    "NoChoice",
    "Objective",
    "OneOf",
    "Scoped",
    "Slot",
    "Sum",
    "Unsettled",
    "Verdict",
    "check",
    "choose",
]
