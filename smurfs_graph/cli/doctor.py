"""`smurfs doctor`: what a model and its server can really do, as a table and as advice."""

import asyncio
import sys
from dataclasses import asdict
from datetime import date
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from smurfs_graph.asking.chat_models import chat_model
from smurfs_graph.cli.doctor_tasks import TASKS, calls_of, seconds_of, task_graph, try_shape
from smurfs_graph.cli.findings import file_of, keep
from smurfs_graph.cli.output import print_json
from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.models.examination import SHAPES, Examination, RungReport, ShapeReport, advice
from smurfs_graph.models.examining import QUESTIONS, Examiner
from smurfs_graph.models.refs import OFFLINE, server_of
from smurfs_graph.models.registry import Finding, Rung
from smurfs_graph.programs.sandbox import is_available
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.settings import Settings
from smurfs_graph.showing.text import visible

_NEEDS_EXTRA = f"needs the extra: {how_to_install('programs')}"
_NAMES = {
    "json_schema": "native JSON schema",
    "function_calling": "tool call",
    "json_mode": "JSON mode",
    "prompted": "JSON by prompt",
}


def examine(values: dict[str, Any], *, largest_window: int, tasks: bool, as_json: bool) -> int:
    """Examine the model of these settings and print what was found; the exit status is 1 where it is unusable."""
    settings = Settings.checked(**values)
    if settings.model == OFFLINE:
        print(f"{OFFLINE} is embedded and rule-based: it needs no server, and there is nothing to examine")
        return 0
    if tasks:
        task_graph(settings)  # what cannot work is better known now
    _say(f"asking {settings.model}; how long it takes is said as soon as it has answered a few times")
    try:
        found = asyncio.run(_examined(settings, largest_window, tasks=tasks))
    except KeyboardInterrupt:
        _say("interrupted; nothing of this is kept")
        return 130
    if as_json:
        print_json(Redactor().data(asdict(found) | {"usable": found.usable, "advice": advice(found)}))
    else:
        _print(found)
    return 0 if found.usable else 1


async def _examined(settings: Settings, window: int, *, tasks: bool) -> Examination:
    """Ask the questions; then give the tasks in the shapes that they may work in."""
    given = settings.sampling.max_output_tokens
    server = server_of(settings.model, settings)
    model = chat_model(settings.model, settings)
    examiner = Examiner(model, settings.model, server, timeout=settings.model_timeout, limit=given)
    found = await examiner.measure(largest_window=window)
    if not found.reachable:
        return found
    about = examiner.seconds + (sum(seconds_of(shape, found) for shape in SHAPES) if tasks else 0)
    more = f", then {len(TASKS)} small tasks in each step shape (some {sum(map(calls_of, SHAPES))} calls;"
    _say(f"about {_time(about)}: {QUESTIONS} questions{f'{more} --no-tasks leaves them out)' if tasks else ''}")
    await examiner.examine(largest_window=window)
    if tasks and await _try_shapes(examiner, settings):
        _keep(found)
    return found


async def _try_shapes(examiner: Examiner, settings: Settings) -> bool:
    """Give the tasks in each shape; False where the server has stopped answering."""
    found = examiner.found
    sampling = settings.sampling.model_copy(update={"max_output_tokens": examiner.limit})
    settings = settings.model_copy(update={"sampling": sampling})
    start: Rung | None = next((rung.rung for rung in found.rungs if rung.works), None)
    for shape in SHAPES:
        if why := found.why_not(shape) or (_NEEDS_EXTRA if shape == "code" and not is_available() else ""):
            found.shapes.append(ShapeReport(shape, note=why))
            continue
        _say(f"{len(TASKS)} small tasks in {shape} steps, about {_time(seconds_of(shape, found))}")
        found.shapes.append(await try_shape(settings, shape, start, found))
        if found.shapes[-1].failure and not await examiner.reach():
            return False
    found.problem = "" if found.usable else "none of the small tasks was right in any step shape"
    return True


def _keep(found: Examination) -> None:
    """Have later runs go by what was seen, or no longer by what was seen before."""
    native = next(each for each in found.shapes if each.shape == "native")
    best = found.best
    try:
        if best is not None:
            seen = Finding(model=found.model, server=found.server, on=date.today(), shape=best.shape,
                           several_calls=native.several_calls, writes_programs=found.writes_programs,
                           shows_tools=found.shows_tools)  # fmt: skip
            found.kept = str(keep(seen))
        else:
            file_of(found.server, found.model).unlink(missing_ok=True)
    except (ConfigurationError, OSError) as error:
        _say(f"what was found is not kept: {error}")


def _time(seconds: float) -> str:
    """Return a time in words, for a person who waits."""
    return f"{max(5, round(seconds / 5) * 5)} s" if seconds < 90 else f"{round(seconds / 60)} minutes"


def _say(text: str) -> None:
    print(f"smurfs: {text}", file=sys.stderr)


def _print(found: Examination) -> None:
    console = Console(width=None if sys.stdout.isatty() else 120, emoji=False)
    redactor = Redactor()  # some of it is a server's own words
    table = Table(title=escape(f"{found.model} on {found.server}"), title_justify="left", show_header=False)
    for name, value in rows(found):
        table.add_row(name, escape(visible(redactor.text(value))))
    console.print(table)
    for line in advice(found):
        console.print(f"→ {visible(redactor.text(line))}", markup=False, highlight=False)


def rows(found: Examination) -> list[tuple[str, str]]:
    """Return the table's rows: what was asked, and what came of it."""
    if not found.reachable:
        return [("reachable", f"no: {found.problem}")]
    return [
        ("reachable", "yes"),
        ("latency", f"{found.latency or 0:.2f} s for a short call"),
        *((_NAMES[rung.rung], _describe(rung)) for rung in found.rungs),
        ("tool calls", found.tool_calls),
        ("calls in a schema", found.call_choice),
        ("usage", found.usage),
        ("streaming", found.streaming),
        ("max_tokens", found.max_tokens),
        ("context window", found.window_note),
        *((f"{each.shape} steps", _describe_shape(each)) for each in found.shapes),
    ]


def _describe(rung: RungReport) -> str:
    enforced = {True: ", enforced", False: ", only as far as the prompt asks for it", None: ""}[rung.enforced]
    verdict = f"{'works' if rung.works else 'does not work'}: {rung.valid} of {rung.tries} valid{enforced}"
    return f"{verdict} ({rung.note})" if rung.note else verdict


def _describe_shape(shape: ShapeReport) -> str:
    if not shape.tasks:
        return f"not tried ({shape.note})"
    several = {True: ", several calls in one reply", False: ", one call a reply", None: ""}[shape.several_calls]
    told = f"{shape.right} of {shape.tasks} tasks right, {shape.calls} calls, {shape.tokens:,} tokens{several}"
    return f"{told} ({shape.note})" if shape.note else told
