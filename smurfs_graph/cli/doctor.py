"""`smurfs doctor`: what a model and its server can really do, as a table and as advice."""

import asyncio
import sys
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from smurfs_graph.asking.chat_models import chat_model
from smurfs_graph.cli.output import print_json
from smurfs_graph.models.examining import Examination, Examiner, RungReport, advice
from smurfs_graph.models.refs import OFFLINE, server_of
from smurfs_graph.settings import Settings

OUTPUT_LIMIT = 512
"""Tokens that a reply may have while a model is examined."""
_NAMES = {
    "json_schema": "native JSON schema",
    "function_calling": "tool call",
    "json_mode": "JSON mode",
    "prompted": "JSON by prompt",
}


def examine(values: dict[str, Any], *, largest_window: int, as_json: bool) -> int:
    """Examine the model of these settings and print what was found; the exit status is 1 where it is unusable."""
    settings = Settings.checked(**values)
    if settings.model == OFFLINE:
        print(f"{OFFLINE} is embedded and rule-based: it needs no server, and there is nothing to examine")
        return 0
    limit = settings.sampling.max_output_tokens or OUTPUT_LIMIT
    sampling = settings.sampling.model_copy(update={"max_output_tokens": limit})
    model = chat_model(settings.model, settings.model_copy(update={"sampling": sampling}))
    examiner = Examiner(model, settings.model, server_of(settings.model, settings), timeout=settings.model_timeout)
    if not as_json:
        print(f"smurfs: asking {settings.model} some 25 questions, please wait", file=sys.stderr)
    found = asyncio.run(examiner.examine(largest_window=largest_window, output_limit=limit))
    print_json(_data(found)) if as_json else _print(found)
    return 0 if found.usable else 1


def _data(found: Examination) -> dict[str, Any]:
    return asdict(found) | {"usable": found.usable, "advice": advice(found)}


def _print(found: Examination) -> None:
    table = Table(title=f"{found.model} on {found.server}", title_justify="left", show_header=False)
    for name, value in rows(found):
        table.add_row(name, value)
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(table)
    for line in advice(found):
        console.print(f"→ {line}", markup=False, highlight=False)


def rows(found: Examination) -> list[tuple[str, str]]:
    """The table's rows: what was asked, and what came of it."""
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
    ]


def _describe(rung: RungReport) -> str:
    enforced = {True: ", enforced", False: ", only as far as the prompt asks for it", None: ""}[rung.enforced]
    verdict = f"{'works' if rung.works else 'does not work'}: {rung.valid} of {rung.tries} valid{enforced}"
    return f"{verdict} ({rung.note})" if rung.note else verdict
