"""A run's result: the answer on standard output, what it rests on beside it, or everything as one JSON object."""

import json
import shlex
import shutil
import sys
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from smurfs_graph.cli.output import print_json
from smurfs_graph.cli.questions import name_of
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.planning.delivery import Claim, NotFound
from smurfs_graph.planning.outcome import ANSWERED, BY_PERSON
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.describing import describe, laid_out, laid_out_whole
from smurfs_graph.showing.text import STANDINGS, count_of, in_a_line, visible

_LISTED = 50
"""Lines of a list that are shown; --json has them all."""


_FORMS = {"clarification": "TEXT|skip", "call_in_doubt": "repeat|leave|'made: TEXT'"}
"""Answers in words, by the kinds of questions that are not about an approval."""
_AS_IT_IS = ("questions", "interrupts", "thread", "usage")
"""Keys that are not masked: a person decides on what they really say; the others are names and numbers."""


def print_result(
    result: dict[str, Any], thread: str, redactor: Redactor, *, json_: bool, quiet: bool, storage: str = ""
) -> None:
    """Print the result as the options say. `storage`: what a command that goes on has to name besides the run."""
    if json_:
        data = as_json(result, thread)
        print_json({name: value if name in _AS_IT_IS else redactor.data(value) for name, value in data.items()})
        return
    if result["stop_reason"] == "waiting":
        waiting = {str(item["id"]): {k: v for k, v in item.items() if k != "id"} for item in result["interrupts"]}
        print_questions(waiting, f"smurfs resume {shlex.quote(thread)}{storage}")
        return
    _print_answer(redactor.text(result.get("answer") or ""))
    if (data := result.get("structured")) is not None:
        print(json.dumps(redactor.data(_plain(data)), ensure_ascii=False, indent=2))
    if quiet:
        if result["stop_reason"] not in ANSWERED:
            say(f"smurfs: {_words(result)}; without -q it says what is missing")
        return
    for line in details(result):
        say(redactor.text(line))
    say(f"smurfs: {_summary(result)}")
    for warning in result.get("warnings", []):
        if warning not in result.get("answer", ""):  # the reason why there is no answer has been said
            say(f"smurfs: warning: {visible(redactor.text(warning))}")


def _print_answer(text: str) -> None:
    """Print the answer, which a terminal would break within words, in lines that fit there."""
    if sys.stdout is not None and sys.stdout.isatty():
        text = laid_out(text, _columns(), further=0)
    print(text)


def say(text: str) -> None:
    """Write to standard error, where that is a terminal in lines that fit."""
    print(laid_out(text, _columns()) if _is_terminal() else text, file=sys.stderr)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _columns() -> int:
    return shutil.get_terminal_size().columns


def print_questions(waiting: Mapping[str, dict[str, Any]], command: str) -> None:
    """Print the questions that a run waits with, by their ids, whole, and how `command` answers them."""
    named = {name_of(key, question): question for key, question in waiting.items()}
    mark = "[{}] " if len(named) > 1 else ""
    asked = "\n\n".join(mark.format(name) + describe(each, whole=True).strip() for name, each in named.items())
    print(laid_out_whole(asked, _columns()) if _is_terminal() else asked, file=sys.stderr)
    forms = {_FORMS.get(str(each.get("kind")), "approve|reject|JSON") for each in named.values()}
    name = "NAME" if mark else next(iter(named))
    print(f"smurfs: waiting; go on with: {command} [--answer {name}={'|'.join(sorted(forms))}]", file=sys.stderr)


def details(result: dict[str, Any]) -> list[str]:
    """Return in lines the conditions, what was not found, the sources of the answer, and its unsupported claims."""
    lines: list[str] = []
    verdicts: list[Verdict] = result.get("constraints") or []
    if verdicts:
        lines.append("conditions:")
        lines += _list(_verdict(item) for item in verdicts)
    missing: list[NotFound] = result.get("not_found") or []
    if missing:
        lines.append("not found or not confirmed:")
        lines += _list(_missing(item) for item in missing)
    claims: list[Claim] = result.get("claims") or []
    if sources := _grounds(claims, {name for name, each in result.get("outcomes", {}).items() if each.by_person}):
        lines += [f"rests on: {sources[0]}"] if len(sources) == 1 else ["rests on:", *_list(sources)]
    if unsupported := [claim for claim in claims if not claim.supported]:
        lines.append("not supported by what was found:")
        lines += _list(f"? {in_a_line(claim.text)}{_lacking(claim)}" for claim in unsupported)
    return lines


def _grounds(claims: Iterable[Claim], by_hand: Collection[str]) -> list[str]:
    """Return the calls that the claims rest on, and the sub-tasks of claims that name none."""
    named: dict[str, None] = {}
    for claim in claims:
        tasks = [name for name in claim.sub_tasks if name in by_hand or not claim.calls]
        named |= dict.fromkeys(in_a_line(call) for call in claim.calls)
        named |= dict.fromkeys(f"{name} ({BY_PERSON})" if name in by_hand else name for name in tasks)
    return [*named]


def _lacking(claim: Claim) -> str:
    return f" (in no result: {in_a_line(', '.join(claim.ungrounded))})" if claim.ungrounded else ""


def as_json(result: dict[str, Any], thread: str) -> dict[str, Any]:
    """Return a run's result as JSON-able data: answer, stop_reason, plan, outcomes, usage and more."""
    usage = result["usage"]
    return {
        "answer": result.get("answer", ""),
        "stop_reason": result["stop_reason"],
        "structured": _plain(result.get("structured")),
        "sources": result.get("sources", []),
        "claims": _plain(result.get("claims", [])),
        "constraints": _plain(result.get("constraints") or []),
        "choice": _plain(result.get("choice")),
        "not_found": _plain(result.get("not_found", [])),
        "plan": _plain(result["plan"]),
        "outcomes": {name: _plain(outcome) for name, outcome in result["outcomes"].items()},
        "usage": usage.summary() | {"rows": _plain(usage)["rows"]},
        "warnings": result.get("warnings", []),
        "questions": result.get("questions", []),
        "interrupts": result.get("interrupts", []),
        "thread": thread,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    return [_plain(item) for item in value] if isinstance(value, list) else value  # pyright: ignore


def _verdict(item: Verdict) -> str:
    detail = f": {in_a_line(item.detail)}" if item.detail else ""
    standing = "" if item.standing == "holds" else f" [{item.standing}]"
    return f"{STANDINGS[item.standing]} {in_a_line(item.text)}{standing}{detail}"


def _missing(item: NotFound) -> str:
    why = f": {in_a_line(item.reason)}" if item.reason else ""
    return f"✗ {item.sub_task} {in_a_line(item.content)} [{item.status or 'not started'}]{why}"


def _list(lines: Iterable[str]) -> list[str]:
    given = [*lines]
    more = [f"  … and {len(given) - _LISTED} more (--json has them all)"] if len(given) > _LISTED else []
    return [f"  {line}" for line in given[:_LISTED]] + more


def _words(result: dict[str, Any]) -> str:
    return str(result["stop_reason"]).replace("_", " ")


def _summary(result: dict[str, Any]) -> str:
    usage = result["usage"].summary()
    return (
        f"{_words(result)}; {count_of(usage['llm_calls'], 'model call')}, "
        f"{count_of(usage['tool_calls'], 'tool call')}, {usage['input_tokens'] + usage['output_tokens']} tokens"
        f"{' (estimated)' if usage['estimated_calls'] else ''}, {usage['seconds']:.1f} s of work"
    )
