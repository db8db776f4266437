"""Sums as people write them, such as '12 * 7', '3+4' or '17 % of 2,340', and the tool that computes them."""

import re
from collections.abc import Iterable

from smurfs_graph.offline.tools import Tool

_NUMBER = r"\(*\s*-?\d+(?:,\d{3})*(?:\.\d+)?\s*%?\s*\)*"
_SIGN = r"(?:\s*(?:\*\*|[+*/^×÷])\s*|\s+[-–]\s+|\s+of\s+)"  # noqa: RUF001 - as people type them
_SUM = re.compile(rf"(?<![\w.-]){_NUMBER}(?:{_SIGN}{_NUMBER})+(?![\w-])")
_DATE = re.compile(r"\d{1,4}/\d{1,2}/\d{1,4}")
_COMPUTES = re.compile(r"\barithmetic\b|\bexpressions?\b", re.IGNORECASE)
_SIGNS = str.maketrans({"×": "*", "÷": "/", "–": "-", "^": "^"})  # noqa: RUF001


def sum_in(text: str) -> str:
    """The first sum of a text, as a calculator reads it; empty where there is none."""
    match = _SUM.search(text)
    if match is None or _DATE.search(match[0]):
        return ""
    written = match[0].strip().translate(_SIGNS).replace("^", "**")
    return written if written.count("(") == written.count(")") else ""


def computing(tools: Iterable[Tool]) -> str:
    """The name of the tool whose description says that it computes expressions; empty where there is none."""
    return next((tool.name for tool in tools if _COMPUTES.search(tool.description)), "")
