"""The published metrics as pure functions: numbers in, numbers out, no model and no files.

Each function names the definition it follows and the traps of the published code that it keeps or refuses.
"""

from .answers import exact_match, holds_value, normalize_answer, same_answer, token_f1
from .judged import Preference, Spread, Status, WinRate, majority, pass_rate, prefer, solvable_pass_rate, win_rate
from .planner_caller import ArgumentScores, StepReply, argument_f1, mean_exact_match, parse_reply, score_step
from .rouge import rouge_l, rouge_l_or_0

__all__ = [
    "ArgumentScores",
    "Preference",
    "Spread",
    "Status",
    "StepReply",
    "WinRate",
    "argument_f1",
    "exact_match",
    "holds_value",
    "majority",
    "mean_exact_match",
    "normalize_answer",
    "parse_reply",
    "pass_rate",
    "prefer",
    "rouge_l",
    "rouge_l_or_0",
    "same_answer",
    "score_step",
    "solvable_pass_rate",
    "token_f1",
    "win_rate",
]
