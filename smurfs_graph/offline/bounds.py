"""Whether the words beside a number make it a limit: "at most 30", "40 or more"."""

import re
from typing import Literal

Bound = Literal["", "max", "min"]

_MAX = re.compile(r"(?:no \w{2,10}er than|not \w{2,10}er than|under|below|less than|fewer than|at most|up to|no more than|not more than|maximum(?: of)?|max|cheaper than|within|not exceeding|beneath|budget (?:of|is)|lower than|smaller than|shorter than|younger than)\W{0,3}$")  # fmt: skip
_MIN = re.compile(r"(?:over|above|more than|at least|no less than|minimum(?: of)?|min|exceeding|greater than|higher than|larger than|bigger than|longer than|older than)\W{0,3}$")  # fmt: skip
_AFTER_MAX = re.compile(r"^\W{0,2}(?:\w{1,15}\s){0,2}or (?:less|fewer|below|under|cheaper|lower)\b")
_AFTER_MIN = re.compile(r"^(?:\+|\W{0,2}(?:\w{1,15}\s){0,2}or (?:more|above|over|higher|better)\b)")


def bound_of(left: str, right: str) -> Bound:
    """The bound that a number is by the text on both sides of it, in lower case."""
    if re.search(r"\bover\W{0,3}$", left) and re.match(r"\s*(?:days?|weeks?|months?|years?|nights?)\b", right):
        return ""
    left = re.sub(r"[\s$€£¥₹]+$", " ", left)
    if _MAX.search(left[-40:]) or _AFTER_MAX.search(right[:40]):
        return "max"
    return "min" if _MIN.search(left[-40:]) or _AFTER_MIN.search(right[:40]) else ""
