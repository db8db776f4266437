"""The oracle of `make bench NAME=bfcl`, on a world of our own: what it plays, and that it tells right from wrong."""

from typing import Any

import pytest

from smurfs_graph.bench.bfcl.process import BfclProcess
from smurfs_graph.bench.configuration import PEER
from tests.bench.bfcl.fake_worker import BOARD, ENTRY
from tests.benchmarks.bfcl_plays import LOOKS, Play, Rehearsal, perfect, reading_functions, stumble
from tests.benchmarks.bfcl_runs import Manner, hold
from tests.benchmarks.bfcl_values import Needed, needed_values


@pytest.fixture(name="entry")
def only_entry(process: BfclProcess) -> Any:
    """Its one conversation."""
    return process.ask("entry", entry=ENTRY)


def names(play: Play | None) -> list[list[list[str]]]:
    """A play's calls by name."""
    return [[[call["name"] for call in reply] for reply in turn] for turn in play or []]


def test_a_stumble_is_made_before_its_cause_is_mended(process: BfclProcess, entry: Any) -> None:
    """The very same call comes again in its place; a turn without one is played as it is."""
    assert names(stumble(process, entry)) == [[["start_engine"], ["press_brake"], ["start_engine"]], [["log_trip"]]]
    assert stumble(process, {**entry, "gold": entry["gold"][1:], "turns": entry["turns"][1:]}) is None


@pytest.mark.parametrize("keep", ["checkpointer", "nothing", "storage"])
@pytest.mark.parametrize("contestant", [PEER, "full", "smurfs", "react"])
def test_a_conversation_without_fault_is_valid(process: BfclProcess, entry: Any, contestant: str, keep: Any) -> None:
    """Whoever asks, wherever it is kept; a result of the first turn is a value that the second one needs."""
    held = hold(process, entry, perfect(process, entry), Manner(contestant, keep))
    assert (held.valid, held.why, held.not_made) == (True, "", 0)
    [needed] = needed_values(entry, held)
    assert needed[:2] == Needed(1, str(BOARD), shown=True)[:2]
    assert needed.shown or contestant != PEER  # which has the whole conversation


def test_what_never_reached_the_world_is_seen(process: BfclProcess, entry: Any) -> None:
    """The checker judges the calls that were made, not those that the model meant to make."""
    held = hold(process, entry, [[[entry["gold"][0][0]]], *perfect(process, entry)[1:]], Manner(PEER))
    assert not held.valid
    assert held.why.startswith("state: ")


def test_looks_change_nothing(real: BfclProcess) -> None:
    """Each class has a call that looks; before and after each change it is made, and the conversation stays valid."""
    left = set(LOOKS)
    for case in real.ask("cases", category="multi_turn_base"):
        entry = real.ask("entry", entry=case["id"])
        owners = {each["owner"] for each in entry["functions"]} & left
        for owner in owners:
            with Rehearsal(real, entry) as world:
                assert world.changed_by(LOOKS[owner]) == set(), owner
        left -= owners
    assert left == set()
    reads = reading_functions(real)
    assert {"ls", "grep", "diff"} <= reads
    assert not {"cd", "mkdir", "startEngine", "send_message"} & reads
