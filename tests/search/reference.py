"""A naive depth-first search, written from Smurfs section 3.4 and the departures in docs/how-it-works.md alone.

Recursive: what the real search has to restore on a rollback (memory, tool list, hint) are local variables here, and
come back because a function returns. A `World` answers for model and tools, so that both searches can be driven alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Path = tuple[tuple[str, int], ...]
"""The calls on the path: tool and argument."""
Kind = Literal["refused", "failed", "solved", "pending", "final"]
BACK, CLOSE, FINISH = "back", "close", "finish"


class Decision(NamedTuple):
    """An executor's decision: call a tool, or say that none fits (tool None)."""

    tool: str | None
    argument: int
    refused: bool
    shown: tuple[str, ...] = ()
    """With tool None: the tools that were looked at, where these were not all."""


@dataclass(frozen=True)
class World:
    """Everything that model and tools would do, as pure functions of where the search stands."""

    seed: int
    none_fits: int
    """Out of 100 decisions, how many find that no tool fits; likewise below."""
    refusals: int
    failures: int
    solutions: int
    argument_values: int
    stop_before: int | None
    """The decision before which a budget runs out."""
    complaints: int = 0
    """Out of 100 failed calls, how many are the call's fault and not the tool's."""
    sameness: int = 0
    """Out of 100 calls, how many say the same whenever they are made."""

    def stops(self, decisions: int) -> bool:
        """Return whether the budget is out before the decision of this number."""
        return self.stop_before is not None and decisions >= self.stop_before

    def decide(self, path: Path, hint: str, allowed: tuple[str, ...], popped: Mapping[str, str]) -> Decision:
        """The executor's decision; it may look at all that its prompts show."""
        where = (path, hint, allowed, tuple(popped.items()))
        if self._roll("none", where) < self.none_fits:
            looked_at = allowed[: self._roll("shown", where) % (len(allowed) + 1)]
            return Decision(None, 0, refused=False, shown=looked_at)
        tool = allowed[self._roll("tool", where) % len(allowed)]
        argument = self._roll("argument", where, tool) % self.argument_values
        return Decision(tool, argument, refused=self._roll("refused", where, tool) < self.refusals)

    def respond(self, tool: str, argument: int, earlier_calls: int, version: int) -> str | None:
        """Return a response of the world as it is now, so that an outdated record would show; None for a failure.

        Most differ from call to call, so that a second call would show. What fails may work once something changed.
        """
        if self._roll("response", tool, argument, version) < self.failures:
            return None
        if self._roll("sameness", tool, argument) < self.sameness:
            return f"{tool} is done"
        return f"response {earlier_calls} of {tool}({argument}) in world {version}"

    def blames_the_call(self, tool: str, argument: int) -> bool:
        """Return whether a failure of this call says nothing against its tool."""
        return self._roll("fault", tool, argument) < self.complaints

    def verdict(self, path: Path, tool: str, response: str) -> tuple[bool, str]:
        """Return whether the answer solves the sub-task, and the hint if not."""
        solved = self._roll("verdict", path, tool, response) < self.solutions
        return solved, "" if solved else f"hint {self._roll('hint', path, tool, response)}"

    def _roll(self, *what: object) -> int:
        """A number from 0 to 99 that depends on nothing but the seed and the question."""
        value = 2166136261 ^ self.seed
        for byte in repr(what).encode():
            value = (value ^ byte) * 16777619 % 2**32
        return (value >> 7) % 100


class Visit(NamedTuple):
    """One attempt, and what the executor saw when it was made."""

    path: Path
    hint: str
    allowed: tuple[str, ...]
    tool: str
    argument: int
    kind: Kind
    answer: str


@dataclass
class Entry:
    """One line of global memory."""

    tool: str
    argument: int
    kind: Kind
    answer: str
    rolled_back: bool = False
    hint: str = ""
    version: int = -1
    """Of the world, when the call was made."""


@dataclass
class Reference:
    """One search. `run` fills `visits`, `memory` and `calls` and says how it ended."""

    world: World
    tools: tuple[str, ...]
    permitted: tuple[str, ...]
    stateful: frozenset[str]
    changing: frozenset[str]
    passable: frozenset[str]
    max_depth: int
    max_steps: int
    exhaustive: bool
    published: bool = True
    visits: list[Visit] = field(default_factory=list[Visit])
    memory: list[Entry] = field(default_factory=list[Entry])
    calls: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    """Real calls by tool and argument."""
    made: dict[tuple[str, int], tuple[int, str | None]] = field(default_factory=dict)
    """Of reads, by tool and argument: in which world the last one was made, and what it brought."""
    version: int = 0
    """Of the world: how often something was changed."""
    widened: bool = False
    decisions: int = 0
    stale: int = 0
    """Answers in a row that were there before."""
    limited: bool = False
    """A limit or a budget ended the search, rather than the end of the tree."""

    def run(self) -> str:
        """The ending, as docs/faq.md names it."""
        if self._below((), (), "") == FINISH:
            return "solved"
        if not any(entry.kind in ("solved", "pending") for entry in self.memory):
            return "failed"
        return "partial" if self.limited else "exhausted"

    def _below(self, path: Path, entries: tuple[Entry, ...], hint: str) -> str:
        """Search everything below a path. BACK: there is nothing left here."""
        dead: dict[str, str] = {}
        complaints: dict[str, int] = {}
        tools, floor = self.tools, bool(path) and path[-1][0] in self.changing - self.passable
        while True:
            if self._over(len(path)):
                return CLOSE
            allowed = tuple(tool for tool in tools if tool not in dead) if len(path) < self.max_depth else ()
            if not allowed:
                more = tuple(tool for tool in self.permitted if tool not in tools)
                if not self.widened and more and (floor or not path) and len(path) < self.max_depth:
                    tools = self.tools = tools + more
                    self.widened = True
                    continue
                return CLOSE if floor else BACK
            if self.world.stops(self.decisions):
                self.limited = True
                return CLOSE
            self.decisions += 1
            decision = self.world.decide(path, hint, allowed, dead)
            if decision.tool is None:
                dead.update(dict.fromkeys(decision.shown or allowed, "none of them fits"))
                continue
            entry, new_hint = self._attempt(path, entries, decision)
            known = [(other.tool, other.argument, other.answer) for other in self.memory if other.kind == "pending"]
            is_news = (entry.tool, entry.argument, entry.answer) not in known
            self.memory.append(entry)
            self.visits.append(Visit(path, hint, allowed, entry.tool, entry.argument, entry.kind, entry.answer))
            if entry.kind == "solved":
                return FINISH
            if entry.kind == "failed" and not self.published and self._blames_the_call(path, entry):
                complaints[entry.tool] = complaints.get(entry.tool, 0) + 1
                if complaints[entry.tool] < 2:
                    continue
            if entry.kind != "pending":
                dead[entry.tool] = entry.kind
                continue
            if is_news or entry.tool not in self.changing:  # a repeated change is neither news nor none
                self.stale = 0 if is_news else self.stale + 1
            step = (entry.tool, entry.argument)
            below = self._below((*path, step), (*entries, entry), new_hint)
            if below != BACK:
                return below
            entry.rolled_back = True
            dead[entry.tool] = new_hint

    def _over(self, depth: int) -> bool:
        steps = sum(entry.kind != "refused" for entry in self.memory)
        over = steps >= self.max_steps or (depth == self.max_depth and not self.exhaustive)
        over = over or (self.stale >= 2 and not self.published)
        self.limited = self.limited or over
        return over

    def _blames_the_call(self, path: Path, entry: Entry) -> bool:
        return self.world.blames_the_call(entry.tool, entry.argument)

    def _is_on_record(self, tool: str, argument: int) -> bool:
        """Return whether this read was made in the world as it is now."""
        return (tool, argument) in self.made and self.made[tool, argument][0] == self.version

    def _attempt(self, path: Path, entries: tuple[Entry, ...], decision: Decision) -> tuple[Entry, str]:
        tool, argument = str(decision.tool), decision.argument
        if decision.refused:
            return Entry(tool, argument, "refused", ""), ""
        now, stands = self.version, self._is_on_record(tool, argument)
        again = [
            each for each in entries if stands and (each.tool, each.argument, each.version) == (tool, argument, now)
        ]
        if again and self.published:
            return Entry(tool, argument, "failed", ""), ""
        response = self.made[tool, argument][1] if stands else self._called(tool, argument)
        if response is None:
            return Entry(tool, argument, "failed", ""), ""
        if again:
            return Entry(tool, argument, "pending", response, hint=again[0].hint, version=now), again[0].hint
        solved, hint = self.world.verdict(path, tool, response)
        kind: Kind = "solved" if solved else "pending"
        return Entry(tool, argument, kind, response, hint=hint, version=now), hint

    def _called(self, tool: str, argument: int) -> str | None:
        number = self.calls.get((tool, argument), 0)
        self.calls[tool, argument] = number + 1
        response = self.world.respond(tool, argument, number, self.version)
        if tool in self.changing:
            self.version += 1
        elif tool not in self.stateful:
            self.made[tool, argument] = self.version, response
        return response
