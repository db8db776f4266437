"""The parts of a report that are lists and tables: the result, conditions and choice, tokens and cost."""

from collections.abc import Iterable

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.events.run_view import RunView
from smurfs_graph.planning.delivery import Claim
from smurfs_graph.report.text import anchor, block, data, html, line, prose
from smurfs_graph.showing.text import STANDINGS, duration

_MOST = 400
"""Entries of a list."""
_ANSWER = 60_000


def facts_html(view: RunView, total: float) -> str:
    """List a run's time, calls, tokens, cost, strategy and model in a line of pairs."""
    usage = view.usage
    about = "about " if any(row.estimated for row in usage.rows) else ""
    facts = [
        ("Time", duration(total)),
        ("Model calls", f"{usage.calls:,}"),
        ("Tool calls", f"{usage.tool_calls or view.tool_calls:,}"),
        ("Tokens", f"{about}{usage.tokens:,}"),
        ("Cost", f"${usage.cost:.4f}" if usage.cost else "no price known"),
        ("Strategy", view.strategy),
        ("Model", view.model),
    ]
    pairs = "".join(f"<div><dt>{name}<dd>{line(value, 80)}</div>" for name, value in facts if value)
    return f"<dl class=facts>{pairs}</dl>"


def result_html(view: RunView) -> str:
    """Return the answer, what it rests on, and what is missing."""
    parts = [prose(view.answer, _ANSWER) if view.answer else "<p>There is no answer yet.</p>"]
    if view.questions:
        items = (f"{_link(name) if name else ''} {line(text, 600)}" for name, text in view.questions)
        parts.append(f"<h3>Waiting for a person</h3>{_items(items)}")
    if view.end is None:
        return "".join(parts)
    if view.end.claims:
        items = (f"{line(claim.text, _room(claim, view.answer))} {_support(claim)}" for claim in view.end.claims)
        parts.append(f"<h3>Claims and what they rest on</h3>{_items(items)}")
    if view.end.not_found:
        items = (
            f"{_link(item.sub_task)} {line(item.content, 300)} "
            f"<span class=meta>{line(item.reason or item.status or 'not started', 400)}</span>"
            for item in view.end.not_found
        )
        parts.append(f"<h3>Not found or not confirmed</h3>{_items(items)}")
    if view.end.warnings:
        parts.append(f"<h3>Warnings</h3>{_items(line(warning, 600) for warning in view.end.warnings)}")
    return "".join(parts)


def conditions_html(view: RunView) -> str:
    """Return the verdict on each condition, and the choice that was made under them."""
    parts: list[str] = []
    if view.constraints:
        rows = "".join(
            f'<tr class="{item.standing.replace(" ", "-")}"><td>{STANDINGS[item.standing]} {html(item.standing)}'
            f"<td>{line(item.text, 600)}<td>{line(item.detail, 600)}"
            for item in view.constraints[:_MOST]
        )
        head = "<thead><tr><th scope=col>Verdict<th scope=col>Condition<th scope=col>Numbers</thead>"
        parts.append(
            f"<div class=scroll tabindex=0 role=region aria-label=Conditions><table>{head}{rows}</table></div>"
        )
    if view.choice is not None:
        parts.append(_choice(view.choice, view.answer))
    return "".join(parts)


def _choice(choice: ChoiceReport, answer: str) -> str:
    """Return the section of a choice: its text unless the answer has it, amounts, conflict, records."""
    optimal = ", proved to be the best" if choice.optimal else ""
    parts = [f"<h3>Choice: {html(choice.status.replace('_', ' '))}{optimal} ({html(choice.solver)})</h3>"]
    if not _within(choice.text, answer):
        parts.append(prose(choice.text, _ANSWER))
    if choice.amounts:
        parts.append(_items(line(amount.text, 200) for amount in choice.amounts))
    if choice.conflict:
        minimal = "cannot be had together; without any one of them there is a choice" if choice.conflict_minimal else ""
        parts.append(f"<p>{minimal or 'in conflict'}:</p>{_items(line(text, 400) for text in choice.conflict)}")
    for name, records in choice.chosen.items():
        summary = f"<summary>{html(name)}: {len(records)} chosen</summary>"
        parts.append(f"<details>{summary}{block(data(list(records)), 8_000)}</details>")
    return "".join(parts)


def usage_html(view: RunView) -> str:
    """Show tokens, calls, time and cost for each role and model, and what the tools took."""
    rows: dict[tuple[str, str], UsageRow] = {}
    for row in view.usage.rows:
        whole = row.model_copy(update={"sub_task": ""})
        key = (row.role, row.model)
        rows[key] = rows[key] + whole if key in rows else whole
    if not rows:
        return ""
    names = ("Role", "Model", "Calls", "Input", "of it cached", "Output", "Restarts", "Seconds", "Cost")
    priced = view.usage.cost > 0
    head = "".join(f"<th scope=col>{name}" for name in (names if priced else names[:-1]))
    total, tools = UsageRow(role="all models"), UsageRow(role="tools")
    body: list[str] = []
    for row in sorted(rows.values(), key=lambda row: -(row.input_tokens + row.output_tokens)):
        if row.tool_calls:
            tools += row.model_copy(update={"role": "tools", "model": ""})
            continue
        body.append(_usage_row(row, priced=priced))
        total += row.model_copy(update={"role": "all models", "model": ""})
    foot = f"<tfoot>{_usage_row(total, priced=priced)}</tfoot>"
    if tools.tool_calls:
        cells = (f"{tools.tool_calls:,}", "", "", "", "", f"{tools.seconds:.2f}", *([""] if priced else []))
        foot += f"<tbody>{_cells('tools', '', cells)}</tbody>"
    return (
        "<div class=scroll tabindex=0 role=region aria-label='Tokens and cost'>"
        f"<table class=numbers><thead><tr>{head}</thead><tbody>{''.join(body)}</tbody>{foot}</table></div>"
    )


def _usage_row(row: UsageRow, *, priced: bool) -> str:
    estimated = " (estimated)" if row.estimated else ""
    numbers = (
        f"{row.calls:,}",
        f"{row.input_tokens:,}{estimated}",
        f"{row.cached_tokens:,}",
        f"{row.output_tokens:,}",
        f"{row.restarts:,}",
        f"{row.seconds:.2f}",
        *([f"${row.cost:.4f}" if row.cost else ""] if priced else []),
    )
    return _cells(row.role, row.model, numbers)


def _cells(role: str, model: str, numbers: Iterable[str]) -> str:
    cells = "".join(f"<td>{number}" for number in numbers)
    return f"<tr><th scope=row>{line(role, 40)}<td class=left>{line(model, 60)}{cells}"


def _room(claim: Claim, answer: str) -> int:
    """Return the characters for a claim: what stands in the answer in the same words only has to be recognised."""
    return 120 if _within(claim.text, answer) else 600


def _within(text: str, answer: str) -> bool:
    return " ".join(text.split()) in " ".join(answer.split())


def _support(claim: Claim) -> str:
    """Return links to the sub-tasks of a claim, its calls, and what stands in no result."""
    links = ", ".join(_link(name) for name in claim.sub_tasks)
    calls = "".join(f" <code>{line(call, 200)}</code>" for call in claim.calls)
    lacking = line(", ".join(claim.ungrounded), 400)
    flag = f" <strong class=bad>in no result: {lacking}</strong>" if claim.ungrounded else ""
    return f"<span class=meta>{links or 'rests on no sub-task'}{calls}</span>{flag}"


def _link(name: str) -> str:
    return f'<a href="#{anchor(name)}">{line(name, 64)}</a>'


def _items(items: Iterable[str]) -> str:
    every = list(items)
    more = f"<li>… and {len(every) - _MOST:,} more" if len(every) > _MOST else ""
    return f"<ul>{''.join(f'<li>{item}' for item in every[:_MOST])}{more}</ul>"
