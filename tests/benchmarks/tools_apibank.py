"""API-Bank level 3 against its own records with `offline:rules`: `make bench NAME=tools_apibank`.

Every sample is one run of strategy `full` with the tools of all samples, with split steps and with fused ones. What is
counted, and how, is in smurfs_graph/bench/apibank. python -m tests.benchmarks.tools_apibank [--each]
"""

import argparse
from collections.abc import Mapping
from typing import Any, Literal

from smurfs_graph import Settings, build_graph
from smurfs_graph.bench.apibank import Counts, Score, score_calls, searches_of
from smurfs_graph.tools.apibank import Sample, documents_of, read_samples, replay_tools
from smurfs_graph.tools.retrieval.retriever import ToolRetriever
from tests.real_data import REAL_DATA, WHERE

PMC = "PMC with GPT-4: 82.6 and 64.1; its best correctness: 85.1"


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", action="store_true", help="one line per sample")
    each = parser.parse_args().each
    file = REAL_DATA / "api_bank" / "level-3.json"
    if not file.is_file():
        print(f"API-Bank: {file.name} is not there; {WHERE}")
        return
    samples = read_samples(file)
    print(f"API-Bank level 3, {len(samples)} samples, offline:rules ({PMC})")
    for shape in ("split", "fused"):
        total = Score()
        for sample in samples:
            score = run(sample, samples, shape)
            total += score
            if each:
                made = f"{score.tools.correct} of {score.tools.required}, {score.tools.made} calls"
                print(f"  {shape}: {made}: {sample.request[:90]}")
        print(f"  {shape} steps, with ToolSearcher:    {said(total.all_calls)}")
        print(f"  {shape} steps, without ToolSearcher: {said(total.tools)}; {total.repeats} repeats")


def run(sample: Sample, samples: list[Sample], shape: Literal["split", "fused"] = "split") -> Score:
    """One sample's run, score_calls."""
    tools = replay_tools(documents_of(samples), [sample])
    result = build_graph(Settings(strategy="full", step_shape=shape), tools=tools).invoke({"query": sample.request})
    retriever = ToolRetriever(tools)
    searches = searches_of(result["plan"], result["outcomes"], lambda text: retriever.search(text, 1))
    return score_calls(sample, calls_of(result), searches)


def calls_of(result: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The calls of a run, sub-task after sub-task."""
    return [
        (item.tool, dict(item.arguments))
        for outcome in result["outcomes"].values()
        for item in outcome.evidence
        if item.called
    ]


def said(counts: Counts) -> str:
    """Both ratios, with what they are ratios of."""
    return (
        f"correctness {counts.correctness:.1%} ({counts.correct}/{counts.made}), "
        f"completeness {counts.completeness:.1%} ({counts.correct}/{counts.required})"
    )


if __name__ == "__main__":
    main()
