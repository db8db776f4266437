"""`make bench NAME=training`: recorded runs become models per role, whose next steps are compared with the right ones.

A tiny base model learns to copy words. Then: 200 recorded runs of a scripted model in a synthetic world → export →
stage 1 → stage 2 for three roles → α-UMi's static evaluation on unseen tools, before and after (15 minutes on two cores
at most). With --study, for each seed the baselines of α-UMi's Table 1 as well, at equal steps, and DIR/study.svg; what
DIR has is not made again.
With --strategies, one model trained on runs of five strategies then runs these strategies on tools that it did not see.
python -m tests.benchmarks.training [--study | --strategies] [--seeds 0 1 2 3 4] [--out DIR]
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from smurfs_graph import Settings, Usage, build_graph
from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.metrics.planner_caller import ParsedStep
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.runner import Bench, run_matrix
from smurfs_graph.bench.statistics import Interval, interval
from smurfs_graph.bench.suite import Case, SuiteOptions
from smurfs_graph.bench.suites.toolbench_static import ToolBenchStatic
from smurfs_graph.bench.summary import summarize
from smurfs_graph.training.libraries import library
from smurfs_graph.training.settings import TrainingSettings
from smurfs_graph.training.stages import train
from tests.benchmarks.trained_model import TrainedModel
from tests.benchmarks.training_runs import record_runs
from tests.benchmarks.training_world import (
    TOOLS,
    Request,
    draw_copies,
    draw_requests,
    function_of,
    held_out,
    write_prompts,
)
from tests.training.tiny import make_tiny

MINUTES = 15
"""For the whole way, on two cores."""
ROLES = ("planner", "caller", "summarizer")
BEFORE = "untrained"
MAIN = "action EM"
FIGURES = ("plan accuracy", MAIN, "hallucination", "argument F1", "ROUGE-L")
TESTED = 40
STUDENT = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78}
"""The 97.5 % quantile of Student's t, by the number of seeds."""
JOBS = 16
TINY = {"width": 64, "layers": 2, "heads": 2, "vocabulary": 900}
"""0.16 million weights."""
LINEAR = {"lr_scheduler_type": "linear", "weight_decay": 0.0}
COPYING = {"learning_rate": 5e-3, "max_steps": 3000, "batch_size": 32, "warmup_steps": 10, "log_steps": 250, **LINEAR}
"""How the base is trained."""
COPIED = 6400
ENVIRONMENT = Path(".venv-training")
STRATEGIES: Mapping[str, dict[str, Any]] = {
    "alpha-umi": {},
    "react": {},
    "dfsdt": {},
    "smurfs": {},
    "full": {"step_shape": "split", "planning": "always"},
}


class Arm(NamedTuple):
    """One way to train, with the same steps on the way to every model."""

    stages: dict[str, Any]
    roles: Mapping[str, str]
    """The folder of each role's model; empty: one model that writes whole trajectories."""
    union: bool = False
    """Trained on the rows of all roles together."""


def arms(first: int, second: int) -> dict[str, Arm]:
    """α-UMi's and the baselines of its Table 1; `first`, `second`: steps of the stages."""
    common = {"batch_size": 4, "learning_rate": 3e-3, "warmup_steps": 10, "save_steps": 50, "log_steps": 25, **LINEAR}
    whole, local = {**common, "max_steps": first}, {**common, "max_steps": second}
    alone = {**common, "max_steps": first + second}
    each = {role: f"roles/{role}" for role in ROLES}
    return {
        "GLPFT": Arm({"global": whole, "local": local}, each),
        "multi-LLM one-stage": Arm({"global": None, "local": alone}, each),
        "single-LLM multi-task": Arm({"global": None, "local": alone}, dict.fromkeys(ROLES, "roles/all"), union=True),
        "single-LLM": Arm({"global": alone, "local": None}, {}),
        BEFORE: Arm({"global": None, "local": None}, dict.fromkeys(ROLES, "../../base/global")),
    }


class WholeTrajectories(ToolBenchStatic):
    """The steps, asked of one model that goes on with the whole trajectory, as stage 1 shows it."""

    async def run(self, case: Case, settings: Settings, models: Mapping[str, BaseChatModel]) -> Mapping[str, Any]:
        """The next step."""
        step = case.data["step"]
        said: list[AnyMessage] = [HumanMessage(step.instruction)]
        for at, made in enumerate(step.history):
            call: Any = {"name": made.tool, "args": made.arguments, "id": f"call_{at}"}
            said += [AIMessage(made.thought, tool_calls=[call]), ToolMessage(made.observation, tool_call_id=call["id"])]
        tools = [function_of(tool) for tool in step.tools]
        reply = await models["trained:single"].bind(tools=tools).ainvoke(said)
        calls = reply.tool_calls
        found = ParsedStep("call", calls[0]["name"], json.dumps(calls[0]["args"])) if calls else None
        answer = str(reply.text)
        return {
            "step": found or ParsedStep("finish", answer=answer),
            "answer": answer,
            "usage": Usage(),
            "stop_reason": "answered",
        }


def write_data(folder: Path, seed: int, runs: int, strategies: Sequence[str]) -> list[Request]:
    """Record and export runs, those of held-out tools for the test alone; returns the requests of the test."""
    write_prompts(folder / "prompts")
    out = held_out(seed)
    seen = [tool for tool in TOOLS if tool not in out]
    tests = list(draw_requests(seed, TESTED, out, seen))
    settings = {name: {**STRATEGIES[name], "prompts": str(folder / "prompts")} for name in strategies}
    if not (folder / "data" / "done").exists():
        record_runs(folder / "data", list(draw_requests(seed, runs, seen)), tests, settings)
        union(folder / "data", folder / "union")
        (folder / "unseen.json").write_text(json.dumps([request.record for request in tests]))
        (folder / "data" / "done").touch()
    return tests


def union(data: Path, into: Path) -> None:
    """The rows of all roles as those of one."""
    for split in ("train", "test"):
        files = sorted(data.glob(f"roles/*/{split}.jsonl"))
        (into / "roles" / "all").mkdir(parents=True, exist_ok=True)
        (into / "roles" / "all" / f"{split}.jsonl").write_text("".join(file.read_text() for file in files))


def train_base(folder: Path, first: Path, seed: int) -> None:
    """Train FOLDER/base, where there is none, to copy; its tokenizer is made for the rows of the first seed."""
    if (folder / "base" / "global" / "done.json").exists():
        return
    rng = random.Random(seed)
    rows = ({"messages": [{"role": "assistant", "content": draw_copies(rng)}]} for _ in range(COPIED))
    (first / "union" / "global").mkdir(exist_ok=True)
    (first / "union" / "global" / "train.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    make_tiny(folder / "tiny", first / "union", **TINY, window=512, seed=seed)
    settings = {"data": str(first / "union"), "base": "tiny", "global": COPYING, "local": None}
    run_recipe(folder / "base", seed, settings)


def train_arm(folder: Path, name: str, arm: Arm, seed: int) -> Path:
    """Train every model of an arm; returns their folder."""
    out = folder / name.replace(" ", "-")
    base = str(folder.parent / "base" / "global")
    run_recipe(out, seed, {"data": "union" if arm.union else "data", "base": base, **arm.stages})
    return out


def run_recipe(out: Path, seed: int, settings: Mapping[str, Any]) -> None:
    """Run the recipe, or go on with it."""
    file = out.with_suffix(".yaml")
    common = {"out": out.name, "seed": seed, "max_length": 512, "threads": 1, "evaluate_rows": 16}
    file.write_text(json.dumps({**common, **settings}))  # JSON is YAML
    train(TrainingSettings.read(file))


def evaluate(folder: Path, out: Path, arm: Arm) -> dict[str, float]:
    """Figures on requests for unseen tools."""
    places = {role: out / name for role, name in arm.roles.items()} or {"single": out / "global"}
    loaded = {where: TrainedModel(folder=where) for where in set(places.values())}
    models = {f"trained:{role}": loaded[where] for role, where in places.items()}
    settings: dict[str, Any] = {"prompts": str(folder / "prompts"), "structured_output": "prompted", "max_restarts": 0}
    settings |= {"role_models": {role: f"trained:{role}" for role in ROLES if role in places}, "max_seconds": None}
    configuration = Configuration(strategy="alpha-umi", model=next(iter(models)), settings=settings)
    suite = (ToolBenchStatic if arm.roles else WholeTrajectories)(SuiteOptions(folder / "unseen.json"))
    bench = Bench(suite, "unseen", models=lambda configuration, case: models)
    rows: list[Row] = []
    asyncio.run(run_matrix(bench, suite.cases(), [configuration], rows.append, jobs=JOBS))
    (line,) = summarize(rows, suite.ratios)
    return {name: {**line.metrics, **line.ratios}[name] for name in FIGURES}


def study(folder: Path, seeds: Sequence[int], runs: int, wanted: Mapping[str, Arm]) -> list[dict[str, Any]]:
    """Every arm with every seed, those left out that results.jsonl has."""
    file = folder / "results.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    done = {(row["seed"], row["arm"]) for row in rows}
    for seed in seeds:
        place = folder / f"seed-{seed}"
        write_data(place, seed, runs, ("alpha-umi",))
        train_base(folder, place, seed)
        for name, arm in wanted.items():
            if (seed, name) not in done:
                began, worked = time.monotonic(), time.process_time()
                found = evaluate(place, train_arm(place, name, arm, seed), arm)
                took = {"seconds": time.monotonic() - began, "processor": time.process_time() - worked}
                rows.append({"seed": seed, "arm": name, **found, **took})
                with file.open("a") as lines:
                    lines.write(f"{json.dumps(rows[-1])}\n")
    return rows


def over_seeds(rows: Sequence[Mapping[str, Any]], arm: str, name: str, less: str | None = None) -> Interval:
    """A figure's mean over seeds in percent, with Student's 95 % interval; `less`: another arm's, seed by seed."""
    found = {each: {row["seed"]: 100 * row[name] for row in rows if row["arm"] == each} for each in (arm, less)}
    values = [value - (found[less][seed] if less else 0.0) for seed, value in found[arm].items()]
    mean, count = statistics.mean(values), len(values)
    half = STUDENT[count] * statistics.stdev(values) / count**0.5 if count > 1 else 0.0
    return Interval(mean, mean - half, mean + half)


def show(rows: Sequence[Mapping[str, Any]]) -> None:
    """A line per arm."""
    first = rows[0]["arm"]
    print(f"\n| arm | seeds | {' | '.join(FIGURES)} | {MAIN} less {first}'s |\n|{'---|' * (len(FIGURES) + 3)}")
    for arm in dict.fromkeys(row["arm"] for row in rows):
        count = sum(row["arm"] == arm for row in rows)
        cells = [over_seeds(rows, arm, name) for name in FIGURES]
        shown = [Interval(cell.mean, max(0.0, cell.low), min(100.0, cell.high)) for cell in cells]
        shown.append(over_seeds(rows, arm, MAIN, less=first))
        told = (f"{cell.mean:.1f}" + f" ({cell.low:.1f} to {cell.high:.1f})" * (count > 1) for cell in shown)
        print(f"| {arm} | {count} | {' | '.join(told)} |")


def draw(rows: Sequence[Mapping[str, Any]]) -> str:
    """The action match of every arm as SVG: a dot per seed, the mean with its interval."""
    parts: list[str] = []
    for at, arm in enumerate(dict.fromkeys(row["arm"] for row in rows)):
        y, mean = 24 + 32 * at, over_seeds(rows, arm, MAIN)
        dots = [100 * row[MAIN] for row in rows if row["arm"] == arm]
        parts.append(f'<text x="170" y="{y + 4}" text-anchor="end">{arm}</text>')
        parts.append(f'<path d="M{_across(mean.low)} {y}H{_across(mean.high)}M{_across(mean.mean)} {y - 8}v16"/>')
        parts += [f'<circle cx="{_across(dot)}" cy="{y}" r="4"/>' for dot in dots]
    bottom = 24 + 32 * len(dict.fromkeys(row["arm"] for row in rows))
    for tick in range(0, 101, 25):
        parts.append(f'<text x="{_across(tick)}" y="{bottom}" text-anchor="middle">{tick}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {bottom + 30}" font-family="sans-serif" '
        'font-size="13" fill="#777" stroke-width="2"><style>path{stroke:#c60;fill:none}circle{fill:#06c8}</style>'
        f'{"".join(parts)}<text x="{_across(50)}" y="{bottom + 20}" text-anchor="middle">{MAIN}, %</text></svg>\n'
    )


def _across(percent: float) -> float:
    return round(180 + 4.4 * min(max(percent, 0.0), 100.0), 1)


def run_strategies(folder: Path, runs: int, steps: int) -> None:
    """One model on the rows of every role of five strategies, then each strategy with it on held-out tools."""
    place = folder / "strategies"
    tests = write_data(place, 0, runs, tuple(STRATEGIES))
    train_base(folder, place, 0)
    arm = arms(steps, 0)["single-LLM multi-task"]
    model = TrainedModel(folder=train_arm(place, "all-roles", arm, 0) / "roles/all")
    print(f"\n| strategy | answered, of {len(tests)} | model calls | tool calls |\n|---|---|---|---|")
    for name, options in STRATEGIES.items():
        settings = Settings.checked(
            **options,
            model="trained:all",
            strategy=name,
            prompts=str(place / "prompts"),
            structured_output="prompted",
            max_llm_calls=40,
            max_seconds=None,
        )

        async def answer(request: Request, settings: Settings = settings) -> Mapping[str, Any]:
            graph = build_graph(settings, request.tools(), models={"trained:all": model})
            return await graph.ainvoke({"query": request.query})

        async def answer_all() -> list[Mapping[str, Any]]:
            return await asyncio.gather(*map(answer, tests))

        results = asyncio.run(answer_all())
        right = [float(test.is_answered(str(found["answer"]))) for test, found in zip(tests, results, strict=True)]
        calls = sum(found["usage"].calls for found in results)
        made = sum(found["usage"].tool_calls for found in results)
        share = interval(right)
        told = f"{share.mean:.0%} ({share.low:.0%}–{share.high:.0%})"
        print(f"| {name} | {told} | {calls / len(tests):.1f} | {made / len(tests):.1f} |", flush=True)


def main() -> None:
    """Print every figure, with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--study", action="store_true")
    parser.add_argument("--strategies", action="store_true")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--steps", type=int, nargs=2, metavar=("FIRST", "SECOND"), default=(100, 100))
    parser.add_argument("--out", type=Path, help="where everything is kept, to go on from [a folder that is removed]")
    options = parser.parse_args()
    enter_environment()
    library("torch").set_num_threads(1)  # more are slower for models of this size
    with tempfile.TemporaryDirectory() as scratch:
        out: Path = (options.out or Path(scratch)).resolve()
        steps: tuple[int, int] = tuple(options.steps)
        if options.strategies:
            run_strategies(out, options.runs, sum(steps))
            return
        wanted = arms(*steps)
        began = time.monotonic()
        if options.study:
            wanted.pop(BEFORE)
            rows = study(out, options.seeds, options.runs, wanted)
        else:
            rows = study(out, [0], options.runs, {name: wanted[name] for name in ("GLPFT", BEFORE)})
        show(rows)
        if options.study:
            (out / "study.svg").write_text(draw(rows), "utf-8")
        else:
            took = f"{(time.monotonic() - began) / 60:.1f} minutes (at most {MINUTES})"
            print(f"\n{took}, {time.process_time() / 60:.1f} of the processor")


def enter_environment() -> None:
    """Go on with the interpreter that has the extra `training`; its environment is made where there is none."""
    with suppress(ImportError):
        import trl  # pyright: ignore  # noqa: F401

        return
    subprocess.run(["requirements/install", str(ENVIRONMENT), "requirements/training.txt"], check=True)
    python = ENVIRONMENT / "bin" / "python"
    os.execv(python, [str(python), "-m", "tests.benchmarks.training", *sys.argv[1:]])


if __name__ == "__main__":
    main()
