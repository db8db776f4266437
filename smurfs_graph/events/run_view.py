"""A run as its events tell it: sub-tasks, the steps of each, what was used. The live view and the report show this.

Events may come twice, as nodes are repeated after an interruption: what has the same sub-task and step is the same.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.canonical import canonical_json
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.events import vocabulary as events
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.search.records import AS_BEFORE
from smurfs_graph.search.state import Decision

StepState = Literal["running", "failed", "refused", "answered", "solved", "pending", "final", "rolled back"]
TaskState = Literal["waiting", "running", "asked", "solved", "partial", "exhausted", "failed", "blocked", "rejected"]
"""Status of an outcome, or `waiting` for its turn or its dependencies, `asked`: for a person."""


@dataclass
class StepView:
    """One step of a sub-task's search: a thought, mostly with a tool call and what came of it."""

    number: int
    depth: int
    tool: str = ""
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    thought: str = ""
    state: StepState = "running"
    reason: str = ""
    """Why it failed or was refused."""
    answer: str = ""
    hint: str = ""
    verdict: Literal["solved", "pending", "final", ""] = ""
    reference: str = ""
    """Key of the full response in the store."""
    chars: int = 0
    printed: str = ""
    """Output of a program."""
    line: int | None = None
    """The line of the program that made the call; None for a call of no program."""
    decision: Decision = ""
    """Of a person about the call."""
    began: float = 0.0
    called: float = 0.0
    seconds: float = 0.0
    """Seconds of the tool."""
    ended: float = 0.0

    @property
    def is_program(self) -> bool:
        """Return whether the step is a program, which made calls of its own."""
        return self.tool == RUN_PYTHON

    @property
    def note(self) -> str:
        """Return the most telling word on what came of it."""
        return self.reason or (self.hint if self.verdict == "pending" else "") or self.answer


@dataclass
class TaskView:
    """One sub-task: its place in the plan and its steps, by their numbers."""

    id: str
    content: str
    depends_on: tuple[str, ...] = ()
    plan: SubTask | None = None
    """The sub-task in the plan; None where no plan has named it."""
    state: TaskState = "waiting"
    doing: str = ""
    """Its present activity."""
    answer: str = ""
    reason: str = ""
    """Reason, see `Outcome`."""
    steps: dict[int, StepView] = field(default_factory=dict[int, StepView])
    started: float = 0.0
    ended: float = 0.0
    program: StepView | None = None
    """A program that runs or waits for a person; it becomes a step when it ends, behind its calls."""

    @property
    def ordered(self) -> list[StepView]:
        """Return the steps in the order they were decided on."""
        return [self.steps[number] for number in sorted(self.steps)]

    @property
    def with_calls(self) -> list[tuple[StepView, list[StepView]]]:
        """Return the steps in order, each with its calls where it is a program."""
        found, calls = list[tuple[StepView, list[StepView]]](), list[StepView]()
        for step in (*self.ordered, *filter(None, [self.program])):
            if step.line is not None:
                calls.append(step)
                continue
            found += [(step, calls)] if step.is_program else [(each, list[StepView]()) for each in (*calls, step)]
            calls = []
        return [*found, *((each, list[StepView]()) for each in calls)]


@dataclass
class RunView:
    """A whole run."""

    query: str = ""
    run_id: str = ""
    strategy: str = ""
    model: str = ""
    plan: Plan | None = None
    tasks: dict[str, TaskView] = field(default_factory=dict[str, TaskView])
    doing: str = ""
    asked: str = ""
    """Question to a person about the run as a whole."""
    plan_decisions: list[events.PersonAnswered] = field(default_factory=list[events.PersonAnswered])
    """What people decided about the plan."""
    tool_calls: int = 0
    """Calls that steps made."""
    notices: list[str] = field(default_factory=list[str])
    constraints: tuple[Verdict, ...] = ()
    choice: ChoiceReport | None = None
    answer: str = ""
    stop_reason: str = ""
    end: events.RunEnded | None = None
    started: float = 0.0
    last: float = 0.0
    """Time of the last event."""
    said: str = ""
    """The answer so far, while it is written."""
    _saying: str = ""
    _answered: list[UsageRow] = field(default_factory=list[UsageRow])
    """Usage of models, call by call."""
    _sum: tuple[Usage, int] = (Usage(), 0)
    """The ledger, and how many of the calls are in it: added up when somebody looks, who may be another thread."""

    @property
    def usage(self) -> Usage:
        """Return the ledger so far."""
        ledger, counted = self._sum
        if new := self._answered[counted:]:
            ledger = Usage.total([ledger, *(Usage(rows=(row,)) for row in new)])
            self._sum = ledger, counted + len(new)
        return ledger

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Return pairs of the sub-task that waits for a person (empty: the run) and the question."""
        waiting = [(task.id, task.doing) for task in self.tasks.values() if task.state == "asked"]
        return [("", self.asked), *waiting] if self.asked else waiting

    def apply(self, event: events.Event) -> None:
        """Take one event into account."""
        if event.at:
            self.started = min(self.started or event.at, event.at)
            self.last = max(self.last, event.at)
        match event:
            case events.RoleAsked(call=call):
                self._now(event.sub_task, call)
            case events.RoleAnswered(used=used):
                self._answered.append(used)
            case events.RunStarted():
                self.query, self.run_id = event.query, event.run_id
                self.strategy, self.model = event.strategy, event.model
            case events.PlanMade(plan=plan):
                self._take_plan(plan)
            case events.UsageKnown(usage=usage):
                self._sum = usage, len(self._answered)
            case events.PersonAsked() | events.PersonAnswered():
                self._person(event)
            case events.Restarted() | events.BudgetOut() | events.ToolsWidened():
                self.notices.append(line_of(event))
            case events.SubTaskStarted() | events.SubTaskFinished():
                self._apply_task(event)
            case events.ChoiceMade(choice=choice):
                self.choice = choice
            case events.ConstraintsChecked(constraints=constraints):
                self.constraints = constraints
            case events.AnswerText():
                self.said = event.text if event.message_id != self._saying else self.said + event.text
                self._saying = event.message_id
            case events.AnswerReady():
                self.doing = ""
                self.answer = event.answer
                self.stop_reason = event.stop_reason
            case events.RunEnded():
                self.end, self.doing = event, ""
                self.answer, self.stop_reason = event.answer, event.stop_reason
                self.constraints, self.choice = event.constraints, event.choice
            case _:
                self._apply_step(event)

    def _take_plan(self, plan: Plan) -> None:
        """Take over a revised plan, leaving standing what has been done."""
        self.plan = plan
        before = self.tasks
        self.tasks = {}
        for task in plan.sub_tasks:
            view = before.pop(task.id, None) or TaskView(task.id, task.content)
            view.content, view.depends_on, view.plan = task.content, task.depends_on, task
            self.tasks[task.id] = view
        self.tasks |= {name: view for name, view in before.items() if view.started or view.steps}

    def _task(self, name: str) -> TaskView:
        """Return a sub-task; one that no plan has named is made up."""
        return self.tasks.setdefault(name, TaskView(name, ""))

    def _apply_task(self, event: events.SubTaskStarted | events.SubTaskFinished) -> None:
        task = self._task(event.sub_task)
        if isinstance(event, events.SubTaskStarted):
            task.state, task.started = "running", task.started or event.at
            task.content, self.doing = task.content or event.content, ""
            return
        task.state, task.doing, task.ended = event.status, "", event.at
        task.answer, task.reason = event.answer, event.reason
        if task.program is not None:
            task.program.state = "failed"
        only_thought = [step.number for step in task.ordered if step.state == "running" and not step.tool]
        for number in only_thought:  # a budget ran out before it came to a call
            del task.steps[number]

    def _person(self, event: events.PersonAsked | events.PersonAnswered) -> None:
        """Show that a person is asked, or has answered."""
        text = event.text if isinstance(event, events.PersonAsked) else ""
        if event.sub_task:
            task = self._task(event.sub_task)
            if text and task.state == "asked" and text not in task.doing:  # about several calls
                text = f"{task.doing} {text}"
            task.state, task.doing = ("asked", text) if text else ("running", "")
            return
        self.asked = text
        if isinstance(event, events.PersonAnswered) and event.about == "plan" and event.decision != "invalid":
            self.plan_decisions.append(event)

    def _apply_step(self, event: events.Event) -> None:
        match event:
            case events.Thought():
                step = self._step(event)
                step.thought, step.began = event.text, step.began or event.at
                self._now(event.sub_task, event.text)
            case events.ProgramBegan():
                program = StepView(-1, event.depth, RUN_PYTHON, {"code": event.code}, began=event.at)
                self._task(event.sub_task).program = program
            case events.ToolCalled() | events.CallRefused():
                self._take_call(event)
            case events.ToolAnswered():
                step = self._step(event)
                step.tool = event.tool
                step.state = "failed" if event.failed else "answered"
                step.reason = event.reason
                step.chars = event.chars
                step.seconds = event.seconds
                step.reference = event.reference
                step.ended = event.at
                step.printed = event.printed
                self._task(event.sub_task).doing = ""
            case events.AnswerJudged():
                step = self._step(event)
                step.tool = event.tool
                step.state = event.status
                step.verdict = event.status
                step.answer, step.hint, step.ended = event.answer, event.hint, event.at
            case events.StepRolledBack():
                steps = self._task(event.sub_task).steps
                if event.step in steps and steps[event.step].state in ("pending", "answered", "running"):
                    steps[event.step].state = "rolled back"
            case _:
                pass

    def _take_call(self, event: events.ToolCalled | events.CallRefused) -> None:
        """Show a call that begins, or one that is refused."""
        step = self._step(event)
        step.tool = event.tool
        step.arguments = event.arguments
        step.began = step.began or event.at
        step.line = event.line
        if isinstance(event, events.CallRefused):
            known = event.line is not None and event.reason == AS_BEFORE  # the program was given it
            step.state = "answered" if known else "refused"
            step.reason, step.ended = event.reason, event.at
            return
        self.tool_calls += int(not step.called and not step.is_program)  # else it is told again
        step.called, step.decision = event.at, event.decision
        self._now(event.sub_task, f"{event.tool}({arguments_of(event.arguments)})")
        if step.is_program:
            self._task(event.sub_task).program = None

    def _step(self, event: events.StepEvent) -> StepView:
        """Return the step that an event is about; a new one where it begins, or begins again."""
        task = self._task(event.sub_task)
        if event.step == 0 and max(task.steps, default=0) > 0 and isinstance(event, events.Thought | events.ToolCalled):
            task.steps.clear()  # it is solved once more, under a revised plan
        known = task.steps.get(event.step)
        again = known is not None and known.ended and (isinstance(event, events.Thought) or _begins(event, known))
        if known is None or again or known.depth != event.depth:
            known = task.steps[event.step] = StepView(event.step, event.depth)
        return known

    def _now(self, sub_task: str, doing: str) -> None:
        if sub_task in self.tasks:
            self.tasks[sub_task].doing = doing
        else:
            self.doing = doing


def _begins(event: events.StepEvent, known: StepView) -> bool:
    """Return whether a call is a step after the one of that number, which wanted no tool."""
    return isinstance(event, events.ToolCalled | events.CallRefused) and event.tool != "" and not known.tool


def arguments_of(arguments: dict[str, Any]) -> str:
    """Return arguments as people write them: name=value; of a program its first line, and how many there are."""
    match arguments:
        case {"code": str(source)} if len(arguments) == 1 and "\n" in source.strip():
            return _in_short(source)
        case _:
            pass
    return ", ".join(f"{name}={canonical_json(value)}" for name, value in arguments.items())


def _in_short(source: str) -> str:
    lines = source.strip().splitlines()
    return f"{len(lines)} lines: {lines[0]}" if len(lines) > 1 else "".join(lines)


def line_of(event: events.Event) -> str:
    """Describe an event in one plain line; empty for a plan, which has several, and where only a live view needs it."""
    where = f"{event.sub_task}: " if event.sub_task else ""
    match event:
        case events.SubTaskStarted(content=content):
            return f"{where}{content}"
        case events.Restarted(call=call, count=count, complaint=complaint):
            return f"{where}asks {call} again ({count}): {complaint}"
        case events.BudgetOut(reason=reason, text=text):
            return f"{where}stops: {text or reason.replace('_', ' ')}"
        case events.SubTaskFinished(status=status, reason=reason):
            return f"{where}{status}{': ' + reason if reason else ''}"
        case events.ToolsWidened(tools=tools):
            return f"{where}tries all {tools} tools"
        case events.PersonAsked(text=text):
            return f"{where}asks a person: {text}"
        case events.ChoiceMade(choice=choice):
            return f"{where}choice: {choice.status}"
        case _:
            return _line_of_step(event, where)


def lines_of(event: events.Event) -> list[str]:
    """Describe an event in plain lines: a plan has one for each sub-task, with the ones it waits for."""
    if not isinstance(event, events.PlanMade):
        return [line_of(event)]
    lines = ["plan:"]
    for task in event.plan.sub_tasks:
        after = f" (after {', '.join(task.depends_on)})" if task.depends_on else ""
        lines.append(f"  {task.id}: {task.content}{after}")
    return lines


def _line_of_step(event: events.Event, where: str) -> str:
    match event:
        case events.Thought(depth=depth, text=text):
            return f"{where}{'  ' * depth}thinks: {text}"
        case events.ProgramBegan(depth=depth, code=code):
            return f"{where}{'  ' * depth}runs a program: {_in_short(code)}"
        case events.ToolCalled(tool=tool) if tool == RUN_PYTHON:
            return ""
        case events.ToolCalled(depth=depth, tool=tool, arguments=arguments, line=int(line)):
            return f"{where}{'  ' * (depth + 1)}line {line}: calls {tool}({arguments_of(arguments)})"
        case events.ToolCalled(depth=depth, tool=tool, arguments=arguments):
            return f"{where}{'  ' * depth}calls {tool}({arguments_of(arguments)})"
        case events.ToolAnswered(failed=True, tool=tool, depth=depth, reason=reason):
            return f"{where}{'  ' * depth}{tool} failed: {reason}"
        case events.CallRefused(tool=tool, depth=depth, reason=reason, line=int(line)):
            what = "is answered as before" if reason == AS_BEFORE else f"is not called: {reason}"
            return f"{where}{'  ' * (depth + 1)}line {line}: {tool} {what}"
        case events.CallRefused(tool="", depth=depth, reason=reason):
            return f"{where}{'  ' * depth}calls no tool: {reason}"
        case events.CallRefused(tool=tool, depth=depth, reason=reason):
            return f"{where}{'  ' * depth}{tool} is not called: {reason}"
        case events.AnswerJudged(status=status, depth=depth, answer=answer, hint=hint):
            return (
                f"{where}{'  ' * depth}{f'answer: {answer}' if status == 'solved' else f'{status}: {hint or answer}'}"
            )
        case events.StepRolledBack(depth=depth, tool=tool):
            return f"{where}{'  ' * depth}rolls back {tool}"
        case _:
            return ""
