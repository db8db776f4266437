"""The parts of a report that are lists and tables: the result, conditions and choice, tokens and cost."""

from collections.abc import Iterable

from smurfs_graph.delivery import Claim
from smurfs_graph.report.text import anchor, block, data, html, line, seconds
from smurfs_graph.run_view import RunView
from smurfs_graph.usage import UsageRow

_MOST = 400
"""Entries of a list."""
_ANSWER = 60_000
_STANDINGS = {
    "holds": "✓",
    "violated": "✗",
    "unknown": "?",
    "judged to hold": "~",
    "judged to be violated": "✗",
}


def facts_html(view: RunView, total: float) -> str:
    """What the run was and what it took, in a line of pairs."""
    usage = view.usage
    about = "about " if any(row.estimated for row in usage.rows) else ""
    facts = [
        ("Time", seconds(usage.elapsed or total)),
        ("Model calls", f"{usage.calls:,}"),
        ("Tool calls", f"{usage.tool_calls or view.tool_calls:,}"),
        ("Tokens", f"{about}{usage.tokens:,}"),
        ("Cost", f"${usage.cost:.4f}" if usage.cost else "no price known"),
        ("Strategy", view.strategy or "not known"),
        ("Model", view.model or "not known"),
    ]
    return f"<dl class=facts>{''.join(f'<div><dt>{name}<dd>{line(value, 80)}</div>' for name, value in facts)}</dl>"


def result_html(view: RunView) -> str:
    """The answer, what it rests on, and what is missing."""
    parts = [block(view.answer, _ANSWER) if view.answer else "<p>There is no answer yet.</p>"]
    if view.end is None:
        return parts[0]
    if [claim.text for claim in view.end.claims] not in ([], [view.answer]):
        items = (f"{line(claim.text, 600)} {_support(claim)}" for claim in view.end.claims)
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
    """The verdict on each condition, and the choice that was made under them."""
    parts: list[str] = []
    if view.constraints:
        rows = "".join(
            f'<tr class="{item.standing.replace(" ", "-")}"><td>{_STANDINGS[item.standing]} {html(item.standing)}'
            f"<td>{line(item.text, 600)}<td>{line(item.detail, 600)}"
            for item in view.constraints[:_MOST]
        )
        head = "<thead><tr><th scope=col>Verdict<th scope=col>Condition<th scope=col>Numbers</thead>"
        parts.append(
            f"<div class=scroll tabindex=0 role=region aria-label=Conditions><table>{head}{rows}</table></div>"
        )
    if view.choice is not None:
        parts.append(_choice(view))
    return "".join(parts)


def _choice(view: RunView) -> str:
    choice = view.choice
    if choice is None:
        return ""
    optimal = ", proved to be the best" if choice.optimal else ""
    parts = [f"<h3>Choice: {html(choice.status.replace('_', ' '))}{optimal} ({html(choice.solver)})</h3>"]
    parts.append(block(choice.text, _ANSWER))
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
    """Tokens, calls, time and cost for each role and model."""
    rows: dict[tuple[str, str], UsageRow] = {}
    for row in view.usage.rows:
        whole = row.model_copy(update={"sub_task": ""})
        key = (row.role, row.model)
        rows[key] = rows[key] + whole if key in rows else whole
    if not rows:
        return ""
    names = ("Role", "Model", "Calls", "Input", "of it cached", "Output", "Restarts", "Seconds", "Cost")
    head = "".join(f"<th scope=col>{name}" for name in names)
    total = UsageRow(role="all")
    body: list[str] = []
    for row in sorted(rows.values(), key=lambda row: -(row.input_tokens + row.output_tokens)):
        body.append(_usage_row(row))
        total += row.model_copy(update={"role": "all", "model": ""})
    foot = f"<tfoot>{_usage_row(total)}</tfoot>"
    return (
        "<div class=scroll tabindex=0 role=region aria-label='Tokens and cost'>"
        f"<table class=numbers><thead><tr>{head}</thead><tbody>{''.join(body)}</tbody>{foot}</table></div>"
    )


def _usage_row(row: UsageRow) -> str:
    estimated = " (estimated)" if row.estimated else ""
    numbers = (
        f"{row.calls + row.tool_calls:,}",
        f"{row.input_tokens:,}{estimated}",
        f"{row.cached_tokens:,}",
        f"{row.output_tokens:,}",
        f"{row.restarts:,}",
        f"{row.seconds:.2f}",
        f"${row.cost:.4f}" if row.cost else "",
    )
    cells = "".join(f"<td>{number}" for number in numbers)
    return f"<tr><th scope=row>{line(row.role, 40)}<td class=left>{line(row.model, 60)}{cells}"


def _support(claim: Claim) -> str:
    links = ", ".join(_link(name) for name in claim.sub_tasks)
    return f"<span class=meta>{links or 'rests on no sub-task'}</span>"


def _link(name: str) -> str:
    return f'<a href="#{anchor(name)}">{line(name, 64)}</a>'


def _items(items: Iterable[str]) -> str:
    every = list(items)
    more = f"<li>… and {len(every) - _MOST:,} more" if len(every) > _MOST else ""
    return f"<ul>{''.join(f'<li>{item}' for item in every[:_MOST])}{more}</ul>"
