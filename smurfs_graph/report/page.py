"""The page: its parts put together, with a policy that lets nothing run but its own script."""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from smurfs_graph.events.run_view import RunView
from smurfs_graph.events.vocabulary import Event, parse_masked
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.report.calls import RecordedCalls
from smurfs_graph.report.plan_graph import plan_svg
from smurfs_graph.report.sections import conditions_html, facts_html, result_html, usage_html
from smurfs_graph.report.steps import limit_of, tasks_html
from smurfs_graph.report.text import beginning, html, line
from smurfs_graph.report.timeline import timeline_html
from smurfs_graph.report.times import ReportClock, clock_of, critical_path
from smurfs_graph.runs.calls import CallRow
from smurfs_graph.showing.describing import plan_decision

_KINDS = {
    "answered": "good",
    "answered_without_tools": "good",
    "asked": "open",
    "partial": "open",
    "waiting": "open",
    "": "open",
}


def report_html(
    events: Iterable[Event],
    responses: Mapping[str, str] | None = None,
    calls: Sequence[CallRow] = (),
    *,
    name: str = "",
) -> str:
    """Return the report of a run as one HTML document, without secrets.

    `events`: as streamed, or told again by `smurfs_graph.runs.history`. `responses`: full tool responses by their
    references. `calls`: those of models that are on record (`smurfs_graph.runs.calls`). `name`: the run's, for the
    title.
    """
    masked = Redactor()
    view = _view(events, masked)
    limit, texts = limit_of(view, responses or {}), None
    if responses is not None:
        texts = {key: beginning(text, limit, masked) for key, text in responses.items()}
    clock, recorded = clock_of(view), RecordedCalls(calls, masked)
    sections = (
        ("answer", "Answer", result_html(view)),
        ("conditions", "Conditions and choice", conditions_html(view)),
        ("plan", "Plan", _plan(view, clock)),
        ("timeline", "Timeline", timeline_html(view, clock)),
        ("steps", "Sub-tasks and steps", "".join(tasks_html(view, texts, clock, limit, recorded))),
        ("calls", "Model calls", recorded.html()),
        ("usage", "Tokens and cost by role", usage_html(view)),
    )
    there = [section for section in sections if section[2]]
    parts = {
        "title": line(f"smurfs run {masked.text(name)}".strip(), 120),
        "query": html(view.query[:4_000]) or "The request is not known",
        "status": html(_status(view)),
        "kind": _KINDS.get(view.stop_reason, "bad"),
        "when": _when(view.started),
        "facts": facts_html(view, clock.total),
        "nav": "".join(f'<li><a href="#{key}">{title}</a>' for key, title, _ in there),
        "sections": "".join(
            f"<section id={key} aria-labelledby=h-{key}><h2 id=h-{key} tabindex=-1>{title}</h2>{body}</section>"
            for key, title, body in there
        ),
    }
    return _fill(parts)


def _view(events: Iterable[Event], redactor: Redactor) -> RunView:
    view, lost = RunView(), 0
    for event in events:
        try:
            view.apply(parse_masked(event.model_dump(mode="json"), redactor))
        except ValidationError:  # a secret stood where something else is needed
            lost += 1
    if lost:
        view.notices.append(f"{lost} events hold secrets where they cannot be masked, and are left out")
    return view


def _status(view: RunView) -> str:
    waiting = "waiting for a person" if view.questions else "not finished"
    return view.stop_reason.replace("_", " ") or waiting


def _plan(view: RunView, clock: ReportClock) -> str:
    picture = plan_svg(view, clock)
    path = critical_path(view.tasks)
    told = "Thick frames and arrows: the critical path, what the run had to wait for."
    legend = f"<p class=legend>{told}</p>" if picture and path and len(view.tasks) > 1 else ""
    notices = "".join(f"<li>{line(notice, 400)}" for notice in view.notices[:50])
    decisions = (plan_decision(each.decision, each.by, _when(each.at)) for each in view.plan_decisions)
    decided = "".join(f"<p class=meta>{html(text)}</p>" for text in decisions)
    drawn = f"<div class=scroll>{picture}</div>{legend}" if picture else ""
    return drawn + decided + (f"<ul>{notices}</ul>" if notices else "")


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if seconds else ""


@cache
def _template() -> tuple[list[str], str]:
    """Return the page's pieces between the places to fill, and the digest of its script."""
    text = (files("smurfs_graph.report") / "page.html").read_text(encoding="utf-8")
    script = text.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return re.split(r"\{\{(\w+)\}\}", text), digest


def _fill(parts: Mapping[str, str]) -> str:
    """Fill each place once: what a run says is never looked through for places."""
    pieces, digest = _template()
    values = {**parts, "digest": digest}
    return "".join(values[piece] if at % 2 else piece for at, piece in enumerate(pieces))
