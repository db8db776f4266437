"""Orders in other processes: whatever is raised, or however much is sent, the process that waits goes on."""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.batch.processes import Processes, spread

pytestmark = pytest.mark.timeout(120)
Work = Callable[[Any], Awaitable[Any]]


class Unreadable:
    """An order that can be sent and not be read."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Have a number read that is none."""
        return int, ("x",)


async def carry_out(order: Any) -> Any:
    """Do as the order says."""
    match order:
        case "value":
            raise ValueError("of no\nuse")
        case "silent":
            raise ConfigurationError
        case "cancelled":
            raise asyncio.CancelledError
        case "lambda":
            return lambda: None
        case "exit":
            sys.exit(1)
        case _:
            return order[::-1]


@contextmanager
def opened() -> Generator[Work]:
    """Open what carries orders out."""
    yield carry_out


@contextmanager
def opened_in_vain() -> Generator[Work]:
    """Fail, as where a file is missing that was there before."""
    raise KeyError("gone")
    yield carry_out


@contextmanager
def opened_to_die() -> Generator[Work]:
    """End the process, as for want of memory."""
    os._exit(137)
    yield carry_out


def outcome(orders: Iterable[Any], work: Any = opened) -> tuple[list[Any], list[Any]]:
    """Return the results and the orders left out."""
    found = list[Any]()
    lost = spread(Processes(work), orders, found.append, 1, 8)
    return found, lost


@pytest.mark.slow
def test_large_orders_and_large_answers_pass_each_other() -> None:
    """Both sides send more than a pipe holds."""
    orders = [f"{number}" + "q" * 400_000 for number in range(8)]
    found, lost = outcome(orders)
    assert (sorted(found), lost) == (sorted(order[::-1] for order in orders), [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("value", "ended with ValueError: of no use"),
        ("silent", "ConfigurationError"),
        ("cancelled", "CancelledError"),
        ("lambda", "lambda"),
        (Unreadable(), "invalid literal"),
    ],
)
def test_what_is_raised_in_a_process_ends_it_all_in_a_line(order: Any, said: str) -> None:
    """It is not waited for, nor taken for a result."""
    with pytest.raises(ConfigurationError, match=said) as raised:
        outcome(["first", order])
    assert "\n" not in str(raised.value)


@pytest.mark.slow
def test_what_cannot_be_opened_there_is_not_tried_for_each_order() -> None:
    """It would fail with the next one as well."""
    with pytest.raises(ConfigurationError, match="KeyError: 'gone'"):
        outcome(["first", "second"], opened_in_vain)


@pytest.mark.slow
def test_an_order_that_ends_its_process_is_left_out() -> None:
    """Leaving the process is as good as dying."""
    assert outcome(["abc", "exit"]) == (["cba"], ["exit"])


@pytest.mark.slow
def test_processes_that_die_at_their_start_are_not_started_for_each_order() -> None:
    """The orders are not to be blamed."""
    with pytest.raises(ConfigurationError, match="3 processes in a row died before"):
        outcome([f"{number}" for number in range(50)], opened_to_die)


@contextmanager
def opened_by_the_first(folder: Path) -> Generator[Work]:
    """End every process but the first, which carries nothing out before three have ended."""
    try:
        (folder / "first").mkdir()
    except FileExistsError:
        while not (folder / "begun").exists():
            time.sleep(0.01)
        (folder / f"dead-{os.getpid()}").touch()
        os._exit(137)

    async def work(order: Any) -> Any:
        (folder / "begun").touch()
        while len([*folder.glob("dead-*")]) < 3:
            await asyncio.sleep(0.01)
        return await carry_out(order)

    yield work


@pytest.mark.slow
def test_processes_go_on_though_others_die_at_their_start(tmp_path: Path) -> None:
    """They carry out everything, and no others are started after three in a row."""
    orders, found = [f"{number}0" for number in range(50)], list[Any]()
    assert spread(Processes(partial(opened_by_the_first, tmp_path)), orders, found.append, 2, 8) == []
    assert sorted(found) == sorted(order[::-1] for order in orders)
    assert len([*tmp_path.glob("dead-*")]) in (3, 4)
