"""Runs as events: a small one with everything in it, hostile ones, and large ones."""

from collections.abc import Iterator
from typing import Any

from smurfs_graph import Plan, SubTask, Usage, UsageRow
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import Amount, ChoiceReport
from smurfs_graph.events import vocabulary as events
from smurfs_graph.planning.delivery import Claim, NotFound
from smurfs_graph.runs.calls import CallRow

HOSTILE = (
    "</script><script>window.pwned=1</script><img src=x onerror='window.pwned=2'>\"'><svg onload=window.pwned=3>"
    "<a href=javascript:window.pwned=4>{{query}}</pre></details></section><style>*{display:none}</style>"
    "\x1b[31mred\x1b[0m \u3164 \u202egnp.exe\u202c \x00 \ud800 <!-- <base href=http://127.0.0.1:1/>"
)
"""What a tool of the worst sort may give back."""
START = 1_790_000_000.0


def run(
    tasks: int = 3, steps: int = 4, text: str = "It is 4.", *, parallel: int = 3, response: str = "full text"
) -> tuple[list[events.Event], dict[str, str]]:
    """A finished run: `tasks` sub-tasks in rows of `parallel`, each of `steps` steps, some failed, some rolled back."""
    plan = Plan(sub_tasks=tuple(_task(at, parallel, text) for at in range(tasks)))
    found: list[events.Event] = [
        events.RunStarted(at=START, run_id="r", query=f"What? {text}", strategy="full", model="offline:rules"),
        events.PlanMade(at=START + 0.5, plan=plan),
    ]
    for at in range(tasks):
        found += _solved(at, steps, text, START + 1 + (at // parallel) * (steps + 1))
    responses = {f"r-{at}-{step}": f"{response} {at} {step}" for at in range(tasks) for step in range(steps)}
    end = START + 2 + (1 + tasks // parallel) * (steps + 1)
    rows = tuple(
        UsageRow(
            role=role, model="offline:rules", sub_task=f"s{at}", calls=9, input_tokens=900, output_tokens=50, cost=0.01
        )
        for role in ("executor", "answer", "verifier")
        for at in range(min(tasks, 5))
    )
    found.append(events.UsageKnown(at=end, usage=Usage(rows=rows, elapsed=end - START)))
    found.append(
        events.RunEnded(
            at=end,
            stop_reason="partial",
            answer=f"Four. {text}",
            constraints=(
                Verdict(text=f"at most 5 {text}", standing="holds"),
                Verdict(text="at least 9", standing="violated", detail=f"it is 4 {text}"),
                Verdict(text="pleasant", standing="judged to hold"),
            ),
            choice=ChoiceReport(
                status="chosen",
                solver="cp-sat",
                text=f"Take the first. {text}",
                chosen={"s0": ({"name": text, "price": 4},)},
                amounts=(Amount(name="usd", value=4),),
                optimal=True,
            ),
            claims=(Claim(text=f"It is four. {text}", sub_tasks=("s0",)), Claim(text="It is blue.")),
            not_found=(NotFound(sub_task="s1", content=text, status="failed", reason=f"no tool {text}"),),
            warnings=(f"a warning {text}",),
        )
    )
    return found, responses


def _task(at: int, parallel: int, text: str) -> SubTask:
    above = (at // parallel - 1) * parallel + at % parallel
    depends = (f"s{above}",) if above >= 0 else ()
    return SubTask(id=f"s{at}", content=f"Find number {at}. {text}", depends_on=depends)


def _solved(at: int, steps: int, text: str, start: float) -> Iterator[events.Event]:
    task = f"s{at}"
    yield events.SubTaskStarted(at=start, sub_task=task, content=f"Find number {at}.")
    for step in range(steps):
        began, depth = start + step + 0.1, step % 3
        yield events.Thought(at=began, sub_task=task, step=step, depth=depth, text=f"Next. {text}")
        yield events.ToolCalled(
            at=began + 0.2, sub_task=task, step=step, depth=depth, tool="find", arguments={"what": text, "n": step}
        )
        failed = step % 4 == 2
        yield events.ToolAnswered(
            at=began + 0.7, sub_task=task, step=step, depth=depth, tool="find", failed=failed,
            reason=f"no such thing {text}" if failed else "", chars=9, seconds=0.5, reference=f"r-{at}-{step}",
        )  # fmt: skip
        if failed:
            continue
        status = "solved" if step == steps - 1 else "pending"
        yield events.AnswerJudged(
            at=began + 0.8, sub_task=task, step=step, depth=depth, tool="find", answer=text, status=status, hint=text
        )
        if step % 4 == 1:
            yield events.StepRolledBack(at=began + 0.9, sub_task=task, step=step, depth=depth, tool="find", hint="")
    yield events.SubTaskFinished(at=start + steps + 0.2, sub_task=task, status="solved", answer=text)


def call_row(number: int, **more: Any) -> CallRow:
    """A model call on record: one that solved its sub-task, where nothing else is said."""
    known: dict[str, Any] = {
        "at": "", "sub_task": "s0", "step": 0, "depth": 0, "role": "executor", "call": "executor.fused", "model": "m:x",
        "messages": (), "terms": {}, "offered": (), "reply": {"role": "assistant", "content": str(number)},
        "seconds": 0, "usage": {}, "fate": "solved", "reason": "", "replayed": False,
    }  # fmt: skip
    return CallRow(number=number, **(known | more))
