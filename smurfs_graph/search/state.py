"""The parts of a search: its limits, calls, attempts and state, and the events that move it on. Pure."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.canonical import canonical_json

Status = Literal["failed", "refused", "solved", "pending", "final"]
Fault = Literal["call", "tool", "ruling"]
"""Cause of a failure: this one call (its arguments, something that is not there), the tool itself, or a ruling: nothing
is wrong with the call, and the policy or a limit forbids it.
"""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Limits(_Frozen):
    """The bounds of one sub-task's search."""

    max_depth: int = Field(default=3, ge=1)
    """Steps on one path."""
    max_steps: int = Field(default=12, ge=1)
    """Tool call attempts, failed and reused ones included."""
    exhaustive: bool = False
    """At `max_depth`, roll back and search elsewhere instead of closing."""
    published: bool = False
    """The rules of the published system: any failed call pops its tool, and only a solved verdict ends a search."""


Decision = Literal["", "approved", "edited", "rejected"]
"""A person's decision about a call: made as the model wrote it, or with the person's arguments; or not made."""


class Timing(_Frozen):
    """The times of a step, in seconds since 1970; 0 where none was noted. The search itself has no clock."""

    began: float = 0.0
    """The executor began to think about it."""
    called: float = 0.0
    """The tool was called; 0 where it was not."""
    seconds: float = 0.0
    """Seconds of the tool."""
    ended: float = 0.0
    """The call had failed, or its answer was judged."""


class Call(_Frozen):
    """A tool call that the executor decided on, and the thought behind it."""

    tool: str = ""
    """Empty where none was chosen."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    thought: str = ""
    fingerprint: str = ""
    """Of the arguments as the tool takes them; empty where nobody has validated them."""
    timing: Timing = Timing()
    turn: int = -1
    """Native steps: the position of the model's reply that holds the call."""
    id: str = ""
    """The call's own id; no other call of the run has it."""
    number: int = -1
    """In a program: the call's place among the program's calls, 0 for the first; -1 elsewhere."""
    line: int | None = None
    """In a program: its line that makes the call, 1 for the first, 0 where that cannot be told; None elsewhere."""
    epoch: str = ""
    """Of the run, when the call started; empty where it was not made, or in an earlier life of the run."""
    decision: Decision = ""
    """Of a person; empty where nobody was asked."""

    @property
    def key(self) -> tuple[str, str]:
        """Return the tool and its canonical arguments, by which calls are identical."""
        return self.tool, self.fingerprint or canonical_json(self.arguments)


class Attempt(_Frozen):
    """One step of the decision tree: an entry of global memory."""

    call: Call
    depth: int
    """0 for the first step of a path."""
    status: Status
    """failed: the call failed; refused: its arguments were never valid, so it was not made; else the verdict."""
    reason: str = ""
    """Why it failed or was refused."""
    fault: Fault = "tool"
    """Of a failed or refused call: what is to blame."""
    answer: str = ""
    hint: str = ""
    """The verifier's hint on what to find next."""
    made_under: str = ""
    """The hint that was in force when the step was made; restored on rollback."""
    response: str = ""
    """Reference of the full response in the store."""
    rolled_back: bool = False
    again: bool = False
    """The record of an earlier call of its epoch answered it, or it was refused as before."""


class Declined(_Frozen):
    """A step at which the executor wanted none of the tools: nothing was called, and no attempt was made."""

    step: int
    """Number of attempts before it."""
    depth: int
    thought: str = ""
    timing: Timing = Timing()


class SearchState(_Frozen):
    """The state of a search. One record of attempts; local and global memory are views of it."""

    tools: tuple[str, ...]
    """The candidate tools (τ)."""
    permitted: tuple[str, ...] = ()
    """Tools to which the candidates widen at the root; empty: nothing more than `tools`."""
    stateful: tuple[str, ...] = ()
    """Tools that answer the same call differently each time: no record stands for a call."""
    changing: tuple[str, ...] = ()
    """Tools that are not declared to read: their calls may change something, are always made and never undone."""
    passable: tuple[str, ...] = ()
    """Tools of `changing` that a rollback passes all the same: in a published system, those that declare nothing."""
    limits: Limits = Limits()
    attempts: tuple[Attempt, ...] = ()
    declined: tuple[Declined, ...] = ()
    """For whoever tells the run again; the search itself has `popped`."""
    path: tuple[int, ...] = ()
    """Positions in `attempts` of the current path's steps."""
    popped: tuple[dict[str, str], ...] = ({},)
    """Per depth 0..len(path): the tools popped there under the current path, and why."""
    hint: str = ""
    widened: bool = False
    stopped: str = ""
    """The budget that ran out, if one did."""
    stale: int = 0
    """Steps in a row that brought nothing new."""
    answer: str = ""
    """Answer that settled the search, where no single step did."""
    concluded: Literal["", "solved", "partial"] = ""
    """Ending of a search without a step that solved it."""
    gap: str = ""
    """Gap that a partial conclusion leaves, in words."""

    @property
    def depth(self) -> int:
        """Return t: the steps on the current path. Calls of one step share a depth."""
        return self.attempts[self.path[-1]].depth + 1 if self.path else 0

    @property
    def steps(self) -> int:
        """Count tool call attempts so far; a program with all its calls is one."""
        return sum(attempt.status != "refused" and attempt.call.number < 0 for attempt in self.attempts)

    @property
    def local_memory(self) -> tuple[Attempt, ...]:
        """Return M: the steps of the current path."""
        return tuple(self.attempts[at] for at in self.path)

    @property
    def global_memory(self) -> tuple[Attempt, ...]:
        """Return every attempt, rolled-back and failed ones included."""
        return self.attempts

    @property
    def is_at_floor(self) -> bool:
        """Return whether the last step of the path may have changed something, so that it is not undone."""
        depth = self.depth - 1
        lasting = set(self.changing) - set(self.passable)
        return any(each.depth == depth and each.call.tool in lasting for each in self.local_memory)

    @property
    def is_rejected(self) -> bool:
        """Return whether a person said no to all that was to be called, by programs too."""
        wanted = [attempt for attempt in self.attempts if attempt.status != "refused"]
        return bool(wanted) and all(self._was_rejected(attempt.call) for attempt in wanted)

    def _was_rejected(self, call: Call) -> bool:
        """Return whether a person said no to a call or, of a program, to every call that it was to make."""
        of_program = [
            each.call for each in self.attempts if call.number < 0 <= each.call.number and each.call.turn == call.turn
        ]
        return all(each.decision == "rejected" for each in of_program or [call])

    @property
    def evidence(self) -> tuple[Attempt, ...]:
        """Return the attempts that brought an answer."""
        return tuple(attempt for attempt in self.attempts if attempt.status in ("solved", "pending", "final"))


class NoneFits(_Frozen):
    """The executor found no tool in τ_t that could help."""

    shown: tuple[str, ...] = ()
    """The tools that it was shown, where these were not all of τ_t: the others are left to try."""
    thought: str = ""
    timing: Timing = Timing()


class Refused(_Frozen):
    """The arguments of a call stayed invalid; the call was not made."""

    call: Call
    reason: str
    fault: Fault = "call"
    again: bool = False
    """A call of its tool was refused for this reason before."""


class Failed(_Frozen):
    """A call failed (the failure rule says what counts)."""

    call: Call
    reason: str
    response: str = ""
    fault: Fault = "tool"
    again: bool = False
    """The record of an earlier call answered it, or a policy has forbidden this very call before."""


class Judged(_Frozen):
    """A call was answered and its answer judged."""

    call: Call
    answer: str
    status: Literal["solved", "pending", "final"]
    hint: str = ""
    response: str = ""
    again: bool = False


class Stepped(_Frozen):
    """Independent calls of one step: one level of the path. What settles the search comes last.

    Calls of one reply (`Call.turn`) are one step, also where they come in several events.
    """

    results: tuple[Refused | Failed | Judged, ...] = Field(min_length=1)


class Concluded(_Frozen):
    """The executor ended the search by itself; `answer` settles the sub-task, or as much of it as can be settled.

    Without a verifier (Smurfs, Table 5), with the reply of a native step, or because no tool was needed.
    """

    answer: str
    status: Literal["solved", "partial"] = "solved"
    gap: str = ""


class Doubted(_Frozen):
    """The executor needed no tool, and what it ended with does not settle the sub-task."""

    hint: str = ""


class Joined(_Frozen):
    """Permitted tools that the candidates lacked: an error named them, or the model called them."""

    tools: tuple[str, ...]
    changing: tuple[str, ...] = ()
    """Tools among them that may change something."""


class RolledBack(_Frozen):
    """The last step of the path is undone."""


class Widened(_Frozen):
    """The candidate tools become all permitted ones."""


class Stopped(_Frozen):
    """A budget ran out."""

    reason: str


Event = NoneFits | Refused | Failed | Judged | Stepped | Concluded | Doubted | Joined | RolledBack | Widened | Stopped
