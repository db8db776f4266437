"""`make bench NAME=study`: what training brings a small model on unseen tools, and what it can bring at most.

record: runs of an oracle over the tools of study_tools.yaml, in guided steps, by `alpha-umi` and by `react`; DIR/rows
has them as those of one role, DIR/training.yaml trains the model that --base names on them.
ceiling: BFCL's single calls in guided steps with an oracle in the model's place; what is wrong then, no model mends.
Between them: `python -m smurfs_graph.training DIR/training.yaml` in the environment of trainings, llama.cpp's server
on what came of it, and `smurfs bench bfcl --cases 'simple_python_*' --sample 40`.
python -m tests.benchmarks.study record --out DIR --base MODEL.gguf | ceiling --data .venv-bfcl
"""

import argparse
import json
import tempfile
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

from smurfs_graph.bench.bfcl.process import BfclProcess
from tests.bench.harness.scenery import smurfs
from tests.benchmarks.study_runs import NONE, record
from tests.benchmarks.study_tools import draw_requests
from tests.benchmarks.training import union
from tests.servers.behaviours import honest
from tests.servers.hostile import HostileServer

WAYS = ("guided",) * 8 + ("alpha-umi",) * 6 + ("react",) * 3
"""Of each 17 requests; `alpha-umi` brings four rows a run, the others two at most."""
CASES = {"simple_python": 40, "multiple": 20}
SETTINGS = """\
data: rows
out: trained
base: {base}
seed: {seed}
max_length: 1024
dtype: bfloat16
evaluate_rows: 16
global: null
local:
  {{method: lora, merge: true, max_steps: {steps}, learning_rate: 5.0e-4, warmup_steps: 0.05, weight_decay: 0.0,
   batch_size: 1, accumulate: 4, save_steps: 20}}
"""


class Answers:
    """The oracle of BFCL's single calls: the accepted values of the case that a clause stands in."""

    def __init__(self, cases: list[Mapping[str, Any]]) -> None:
        """`cases`: as BFCL's process lists them."""
        self._cases = [(_words(case["query"]), json.loads(case["expected"])) for case in cases]

    def __call__(self, call: str, sections: Mapping[str, str]) -> Any:
        """Return the reply to a prompt of guided steps."""
        if call == "answer.guided":
            return "It is done."
        if call == "verifier.guided":
            return {"settles": "yes"}
        asked = _words(sections["request"])
        ((name, values),) = next((gold[0] for query, gold in self._cases if asked in query), {NONE: {}}).items()
        if call == "executor.guided.tool":
            return {"tool": name.replace(".", "_")}
        named = [line[2:].partition(":")[0] for line in sections["parameters"].splitlines()]
        return {each: next((value for value in values.get(each, ()) if value != ""), "") for each in named}


def _words(text: str) -> str:
    return " ".join(text.split())


def measure_ceiling(data: Path) -> None:
    """Run the cases through the command line, with the oracle as server."""
    with BfclProcess(data / "bin" / "python") as process:
        answers = Answers([case for category in CASES for case in process.ask("cases", category=category)])
    with HostileServer(honest, answers) as server, tempfile.TemporaryDirectory() as folder:
        for category, count in CASES.items():
            chosen = ["--cases", f"{category}_*", "--sample", str(count), "--strategy", "full", "--jobs", "1"]
            model = ["--model", "openai:oracle", "--base-url", server.base_url, "--set", "step_shape=guided"]
            smurfs("bench", "bfcl", "--data", str(data), *chosen, *model, "-o", f"{folder}/{category}")


def main() -> None:
    """Run one of the parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("record", "ceiling"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--base", default="base.gguf")
    parser.add_argument("--data", type=Path, default=Path(".venv-bfcl"))
    parser.add_argument("--requests", type=int, default=850)
    parser.add_argument("--steps", type=int, default=170)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.part == "ceiling":
        return measure_ceiling(given.data)
    requests = draw_requests(given.seed, given.requests)
    found = record(list(zip(cycle(WAYS), requests, strict=False)), given.out / "data")
    union(given.out / "data", given.out / "rows")
    settings = SETTINGS.format(base=given.base, seed=given.seed, steps=given.steps)
    (given.out / "training.yaml").write_text(settings)
    print(f"{found.sources.total()} of {given.requests} runs were right; train on {given.out}/training.yaml")
    return None


if __name__ == "__main__":
    main()
