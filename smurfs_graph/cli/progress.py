"""What a run looks like while it goes on: a model of its tree, made from events and nothing else."""

from dataclasses import dataclass, field
from typing import Literal

from smurfs_graph import events
from smurfs_graph.canonical import canonical_json
from smurfs_graph.plan import SubTask

State = Literal["running", "failed", "answered", "solved", "pending", "rolled back"]
TaskState = Literal["waiting", "running", "solved", "partial", "exhausted", "failed", "blocked", "rejected"]


@dataclass
class StepView:
    """One tool call of a sub-task's search."""

    depth: int
    tool: str
    arguments: str
    state: State = "running"
    note: str = ""


@dataclass
class TaskView:
    """One sub-task: its place in the plan and the steps so far, in the order they were made."""

    id: str
    content: str
    depends_on: tuple[str, ...] = ()
    state: TaskState = "waiting"
    doing: str = ""
    """What it is busy with right now."""
    note: str = ""
    steps: list[StepView] = field(default_factory=list[StepView])


@dataclass
class RunView:
    """A whole run."""

    tasks: dict[str, TaskView] = field(default_factory=dict[str, TaskView])
    doing: str = ""
    llm_calls: int = 0
    tool_calls: int = 0
    notices: list[str] = field(default_factory=list[str])

    def apply(self, event: events.Event) -> None:
        """Take one event into account."""
        match event:
            case events.PlanMade(plan=plan):
                self.tasks = {task.id: TaskView(task.id, task.content, task.depends_on) for task in plan.sub_tasks}
            case events.RoleAsked(call=call):
                self.llm_calls += 1
                self._now(event.sub_task, call)
            case events.Restarted() | events.BudgetOut() | events.Widened():
                self.notices.append(line_of(event))
            case events.SubTaskStarted():
                self._task(event.sub_task).state = "running"
            case events.SubTaskFinished():
                task = self._task(event.sub_task)
                task.state, task.doing = event.status, ""
                task.note = event.answer if event.status == "solved" else event.reason
            case events.Thought():
                self._now(event.sub_task, event.text)
            case events.AnswerReady():
                self.doing = ""
            case _:
                self._apply_step(event)

    def _task(self, name: str) -> TaskView:
        """A sub-task; one that no plan has named (the run was resumed elsewhere) is made up."""
        return self.tasks.setdefault(name, TaskView(name, ""))

    def _apply_step(self, event: events.Event) -> None:
        match event:
            case events.ToolCalled():
                self.tool_calls += 1
                step = StepView(event.depth, event.tool, arguments_of(event.arguments))
                self._task(event.sub_task).steps.append(step)
                self._now(event.sub_task, event.tool)
            case events.ToolAnswered():
                self._answered(event)
            case events.Verdict():
                step = self._task(event.sub_task).steps[-1]
                step.state, step.note = event.status, event.answer if event.status == "solved" else event.hint
            case events.RolledBack():
                steps = self._task(event.sub_task).steps
                kept = [step for step in steps if step.depth == event.depth and step.state in ("pending", "answered")]
                if kept:
                    kept[-1].state = "rolled back"
            case _:
                pass

    def _answered(self, event: events.ToolAnswered) -> None:
        steps = self._task(event.sub_task).steps
        if not steps or steps[-1].state != "running":  # known without a call: an identical one was made before
            steps.append(StepView(event.depth, event.tool, ""))
        steps[-1].state = "failed" if event.failed else "answered"
        steps[-1].note = event.reason

    def _now(self, sub_task: str, doing: str) -> None:
        if sub_task in self.tasks:
            self.tasks[sub_task].doing = doing
        else:
            self.doing = doing


def arguments_of(arguments: dict[str, object]) -> str:
    """Arguments as people write them: name=value."""
    return ", ".join(f"{name}={canonical_json(value)}" for name, value in arguments.items())


def _after(task: SubTask) -> str:
    """What a sub-task waits for."""
    return f" (after {', '.join(task.depends_on)})" if task.depends_on else ""


def line_of(event: events.Event) -> str:
    """One event as one plain line; empty for those that only a live view needs."""
    where = f"{event.sub_task}: " if event.sub_task else ""
    match event:
        case events.PlanMade(plan=plan):
            return "plan: " + "; ".join(f"{task.id} {task.content}{_after(task)}" for task in plan.sub_tasks)
        case events.SubTaskStarted(content=content):
            return f"{where}{content}"
        case events.Thought(depth=depth, text=text):
            return f"{where}{'  ' * depth}thinks: {text}"
        case events.ToolCalled(depth=depth, tool=tool, arguments=arguments):
            return f"{where}{'  ' * depth}calls {tool}({arguments_of(arguments)})"
        case events.ToolAnswered(failed=True, tool=tool, depth=depth, reason=reason):
            return f"{where}{'  ' * depth}{tool} failed: {reason}"
        case events.Verdict(status=status, depth=depth, answer=answer, hint=hint):
            return f"{where}{'  ' * depth}{status}: {answer if status == 'solved' else hint or answer}"
        case events.RolledBack(depth=depth, tool=tool):
            return f"{where}{'  ' * depth}rolls back {tool}"
        case events.Widened(tools=tools):
            return f"{where}tries all {tools} tools"
        case events.Restarted(call=call, count=count, complaint=complaint):
            return f"{where}asks {call} again ({count}): {complaint}"
        case events.BudgetOut(reason=reason, text=text):
            return f"{where}stops: {text or reason.replace('_', ' ')}"
        case events.SubTaskFinished(status=status, reason=reason):
            return f"{where}{status}{': ' + reason if reason else ''}"
        case _:
            return ""
