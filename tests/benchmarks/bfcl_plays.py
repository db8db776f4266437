"""Plays of BFCL's conversations by a model without fault: its replies by turn, as lists of calls, in several manners.

All are made from the gold calls by trying them out on worlds of their own: which calls change something, which fail
before their cause is mended.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Self

from smurfs_graph.bench.bfcl.functions import is_failure
from smurfs_graph.bench.bfcl.process import BfclProcess

Call = dict[str, Any]
"""A name and arguments."""
Reply = list[Call]
Play = list[list[Reply]]
"""Replies by turn; each turn ends with a text."""

LOOKS: Mapping[str, Call] = {
    "GorillaFileSystem": {"name": "ls", "arguments": {}},
    "MessageAPI": {"name": "message_get_login_status", "arguments": {}},
    "TicketAPI": {"name": "ticket_get_login_status", "arguments": {}},
    "TradingBot": {"name": "get_account_info", "arguments": {}},
    "TravelAPI": {"name": "travel_get_login_status", "arguments": {}},
    "TwitterAPI": {"name": "posting_get_login_status", "arguments": {}},
    "VehicleControlAPI": {"name": "displayCarStatus", "arguments": {"option": "fuel"}},
}
"""A call of each class that looks at its state and changes nothing."""


class Rehearsal:
    """A world on which calls are tried out."""

    def __init__(self, process: BfclProcess, entry: Mapping[str, Any], turn: int = 0) -> None:
        """Open a fresh world of an entry, and make the gold calls of the turns before `turn`."""
        self._process = process
        self._world = process.ask("begin", entry=entry["id"])
        for call in chain.from_iterable(entry["gold"][:turn]):
            self.make(call)

    def __enter__(self) -> Self:
        """Return it, for `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Forget the world."""
        self._process.ask("end", world=self._world)

    def make(self, call: Call) -> str:
        """Make a call; return what it brought."""
        return self._process.ask("call", world=self._world, **call)

    def changed_by(self, call: Call) -> set[str]:
        """Make a call; return the classes whose state it changed."""
        before = self._digests()
        self.make(call)
        after = self._digests()
        return {name for name in after if after[name] != before[name]}

    def fails_idly(self, call: Call) -> bool:
        """Make a call; return whether it failed and changed nothing."""
        before = self._digests()
        return is_failure(self.make(call)) and self._digests() == before

    def _digests(self) -> dict[str, str]:
        return self._process.ask("digests", world=self._world)


def perfect(process: BfclProcess, entry: Mapping[str, Any]) -> Play:
    """Make all gold calls of a turn in one reply."""
    return [[turn] if turn else [] for turn in entry["gold"]]


def one_by_one(process: BfclProcess, entry: Mapping[str, Any]) -> Play:
    """Make one gold call a reply."""
    return [[[call] for call in turn] for turn in entry["gold"]]


def stumble(process: BfclProcess, entry: Mapping[str, Any]) -> Play | None:
    """Make a call too early, then all of them in their order; None where no turn has a call to stumble over.

    The early call fails because one before it is missing, and changes nothing; in its place it succeeds.
    """
    early = [_early_call(process, entry, at) for at in range(len(entry["gold"]))]
    if not any(early):
        return None
    return [
        [*([[call]] if call else []), *([each] for each in turn)]
        for call, turn in zip(early, entry["gold"], strict=True)
    ]


def _early_call(process: BfclProcess, entry: Mapping[str, Any], turn: int) -> Call | None:
    for at, call in enumerate(entry["gold"][turn]):
        if not at:
            continue
        with Rehearsal(process, entry, turn) as world:
            if not world.fails_idly(call):
                continue
            results = [world.make(each) for each in entry["gold"][turn]]
            if not is_failure(results[at]):
                return call
    return None


def fumble(process: BfclProcess, entry: Mapping[str, Any]) -> Play | None:
    """Make a call of each turn with two wrong values first; None where no turn has a call that fails by them."""
    play, fumbled = Play(), False
    for turn, calls in enumerate(entry["gold"]):
        replies = [[call] for call in calls]
        found = next((at for at in range(len(calls)) if _fails_when_wrong(process, entry, turn, at)), None)
        if found is not None:
            fumbled = True
            replies[found:found] = [[each] for each in _wrong_calls(calls[found])]
        play.append(replies)
    return play if fumbled else None


def _fails_when_wrong(process: BfclProcess, entry: Mapping[str, Any], turn: int, at: int) -> bool:
    with Rehearsal(process, entry, turn) as world:
        for call in entry["gold"][turn][:at]:
            world.make(call)
        right = entry["gold"][turn][at]
        wrong = _wrong_calls(right)
        return bool(wrong) and all(map(world.fails_idly, wrong)) and not is_failure(world.make(right))


def _wrong_calls(call: Call) -> list[Call]:
    """Return the call twice, with another ending of its first text each."""
    name = next((key for key, value in call["arguments"].items() if isinstance(value, str)), None)
    return [
        {**call, "arguments": {**call["arguments"], name: f"{call['arguments'][name]}{ending}"}}
        for ending in ("_1", "_2")
        if name is not None
    ]


def verify(process: BfclProcess, entry: Mapping[str, Any]) -> Play:
    """Look before and after each call that changes something, one call a reply; one look between two changes."""
    play = Play()
    for turn in _with_changes(process, entry):
        replies: list[Reply] = []
        for call, changed in turn:
            looks = [[LOOKS[name]] for name in changed if name in LOOKS]
            replies += [*(look for look in looks if look not in replies[-len(looks) :]), [call], *looks]
        play.append(replies)
    return play


def verify_all(process: BfclProcess, entry: Mapping[str, Any]) -> Play:
    """Look at everything before and after each call that changes something, two looks in a row between changes."""
    owners = sorted({each["owner"] for each in entry["functions"]})
    looks = [LOOKS[name] for name in owners if name in LOOKS]
    return [
        [reply for call, changed in turn for reply in ([looks, [call], looks] if changed else [[call]])]
        for turn in _with_changes(process, entry)
    ]


def _with_changes(process: BfclProcess, entry: Mapping[str, Any]) -> list[list[tuple[Call, list[str]]]]:
    """Return the gold calls of each turn, each with the classes whose state it changes."""
    with Rehearsal(process, entry) as world:
        return [[(call, sorted(world.changed_by(call))) for call in turn] for turn in entry["gold"]]


def reading_functions(process: BfclProcess) -> frozenset[str]:
    """Return the functions that changed nothing in any gold call of the base conversations, and those that look."""
    called, changing = set[str](), set[str]()
    for case in process.ask("cases", category="multi_turn_base"):
        for call, changed in chain.from_iterable(_with_changes(process, process.ask("entry", entry=case["id"]))):
            called.add(call["name"])
            changing |= {call["name"]} if changed else set()
    return frozenset(called - changing | {look["name"] for look in LOOKS.values()})


PLAYS: Mapping[str, Callable[[BfclProcess, Mapping[str, Any]], Play | None]] = {
    "perfect": perfect,
    "one call a reply": one_by_one,
    "stumble": stumble,
    "fumble": fumble,
    "verify": verify,
    "verify all": verify_all,
}
