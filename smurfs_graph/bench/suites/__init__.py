"""The benchmarks by name; each module is imported when it is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING

from smurfs_graph.errors import UnknownNameError

if TYPE_CHECKING:  # the command line reads the names to answer --help
    from smurfs_graph.bench.suite import Suite, SuiteOptions

SUITES = {
    "jsonl": "your own cases: JSON lines with query and, where you have them, id, reference and checker",
    "hotpotqa": "HotpotQA: questions that take two pages to answer",
    "api-bank": "API-Bank, level 3: requests that take several calls, on recorded responses",
    "travelplanner": "TravelPlanner: trips in a closed world, judged by rules",
    "travelplanner-hint": "TravelPlanner with the hint that PMC's Table 1 gives",
    "stabletoolbench": "StableToolBench: queries over ToolBench's APIs; add --judge for SoPR",
    "toolbench-static": "α-UMi's static evaluation: the next step on an annotated history (alpha-umi, react, dfsdt)",
    "bfcl": "the Berkeley Function Calling Leaderboard: conversations on worlds that change, and single requests",
    "parallelqa": "LLMCompiler's questions with independent branches",
}
"""Purposes by name. `smurfs_graph.bench.suites.NAME` has a function `load(options) -> Suite`."""


def load_suite(name: str, options: "SuiteOptions") -> "Suite":
    """Load a benchmark on its data.

    Raises:
        UnknownNameError: there is none of that name.
        ConfigurationError: its data cannot be read.
    """
    if name not in SUITES:
        raise UnknownNameError("benchmark", name, SUITES)
    suite: Suite = import_module(f"{__name__}.{name.replace('-', '_')}").load(options)
    return suite
