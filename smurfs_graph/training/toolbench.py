"""ToolBench's trajectories, as α-UMi arranged them, as if strategy `alpha-umi` had run them.

The planner, caller and summarizer are asked on the annotated history, by the prompts that they have in a run, and say
what the annotation says: so what a model learns is what it will be asked.
"""

import asyncio
import itertools
import json
from collections.abc import Iterator, Sequence
from contextvars import copy_context
from pathlib import Path
from typing import Any

from smurfs_graph.asking.recording import function_of
from smurfs_graph.bench.static_steps import StaticStep, next_step, tools_of
from smurfs_graph.bench.suite import SuiteOptions
from smurfs_graph.bench.suites.toolbench_static import load
from smurfs_graph.models.transcript import TRANSCRIPT, ServerRequest, Transcript, message_data
from smurfs_graph.search.decision_tree import Round
from smurfs_graph.settings import Settings
from smurfs_graph.testing import ScriptedModel, call_of
from smurfs_graph.training.episodes import GLOBAL, ROLES, Episode, EpisodeStep, Row, trajectory
from smurfs_graph.training.export import TOOLBENCH

MODEL = "toolbench:annotation"
_SETTINGS = Settings(model=MODEL, strategy="alpha-umi", structured_output="prompted", max_restarts=0, max_seconds=None)
_NEXT = {"call": "caller", "finish": "conclusion", "give up": "give up"}


def toolbench_episodes(path: Path, left_out: list[str]) -> Iterator[Episode]:
    """Yield an episode for each record of a file, or of all files in a folder; unusable ones go to `left_out`.

    Raises ConfigurationError where there is no such file.
    """
    suite = load(SuiteOptions(path))
    with asyncio.Runner() as runner:
        for name, cases in itertools.groupby(suite.cases(), key=lambda case: case.id.rpartition("#")[0]):
            steps = [case.data["step"] for case in cases]
            yield _episode(name, steps, runner, left_out)
    left_out += suite.left_out


def _episode(name: str, steps: Sequence[StaticStep], runner: asyncio.Runner, left_out: list[str]) -> Episode:
    """Return a trajectory of ToolBench as an episode: the whole, and each step as the agents would reply."""
    last = steps[-1]
    made = [
        EpisodeStep(each.thought, ((each.tool, each.arguments, each.observation),))
        for each in last.history
        if each.called
    ]
    rows: list[tuple[str, Row]] = []
    if last.reference.decision != "call":  # α-UMi keeps trajectories that give up
        documents = {tool.name: function_of(tool) for tool in tools_of(last).values()}
        asked: list[Row] = [{"role": "user", "content": last.instruction}]
        said = last.reference.answer or last.rationale or "I give up."
        whole = trajectory(asked, made, said, documents)
        rows.append((GLOBAL, {**whole, "meta": {"run": name, "role": "", "call": "", "model": MODEL}}))
    for number, step in enumerate(steps, start=1):
        played = _play(step, runner)
        if played is None:
            left_out.append(f"{name}, step {number}: what is annotated is no reply that the agents could give")
            continue
        rows += [(f"{ROLES}/{row['meta']['role']}", {**row, "meta": {"run": name, **row["meta"]}}) for row in played]
    return Episode(name, TOOLBENCH, last.instruction, frozenset(_called(steps)), tuple(rows))


def _called(steps: Sequence[StaticStep]) -> Iterator[str]:
    made: tuple[Round, ...] = steps[-1].history
    yield from (each.tool for each in made if each.tool)
    yield from (step.reference.action for step in steps if step.reference.action)


def _play(step: StaticStep, runner: asyncio.Runner) -> list[Row] | None:
    """Return the agents' prompts at a step with the annotated replies; None where these are not accepted."""
    reference = step.reference
    replies: dict[str, Any] = {
        "planner.umi": {"rationale": step.rationale, "next": _NEXT[reference.decision]},
        "caller": {"call": {"tool": reference.action, "arguments": _arguments(step)}},
        "summarizer": {"answer": reference.answer},
    }
    transcript: Transcript = []
    token = TRANSCRIPT.set(transcript)
    try:
        model = ScriptedModel(lambda call, _: replies[call])
        found = runner.run(next_step(step, _SETTINGS, {MODEL: model}), context=copy_context())
    finally:
        TRANSCRIPT.reset(token)
    said: tuple[Any, ...] = (found["step"].decision, found["step"].action, found["step"].answer)
    if said != (reference.decision, reference.action, reference.answer):
        return None
    return [_row(request) for request in transcript]


def _arguments(step: StaticStep) -> Any:
    try:
        return json.loads(step.reference.arguments or "{}")
    except (ValueError, RecursionError):
        return None


def _row(request: ServerRequest) -> Row:
    call = call_of(str(request.messages[0].text))
    return {
        "prompt": [message_data(message) for message in request.messages],
        "completion": [message_data(request.reply)] if request.reply else [],
        "meta": {"role": call.partition(".")[0], "call": call, "model": MODEL},
    }
