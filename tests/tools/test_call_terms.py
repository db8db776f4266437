"""Terms of calls: approval of exactly this call, keys of repetitions, sharing, limits, recorded responses."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError, ToolError, effects
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.call_cache import CallCache
from smurfs_graph.tools.calling import Response, Terms, call_tool, refusal
from smurfs_graph.tools.policy import DEFAULT, Policy, parse_policy
from smurfs_graph.tools.prepared import prepare
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.traffic import Traffic

done: list[str] = []


@pytest.fixture(autouse=True)
def nothing_done() -> None:
    """Every test starts with an empty record."""
    done.clear()


@effects("read")
async def look(topic: str = "all", seconds: float = 0.0) -> str:
    """Look up."""
    done.append(topic)
    await asyncio.sleep(seconds)
    return f"{topic}: {len(done)}"


@effects("write", idempotency_key="key")
def book(room: str, key: str) -> str:
    """Book."""
    done.append(f"{room} {key}")
    if len(done) < 2:
        raise ConnectionResetError("broke off")
    return "booked"


@effects("write")
def write(text: str) -> str:
    """Write."""
    done.append(text)
    raise ConnectionResetError("broke off")


ALL = Policy(default="allow")


async def call(function: Any, terms: Terms, **arguments: Any) -> Response:
    """Call a function as a tool under these terms."""
    return await call_tool(from_function(function), arguments, timeout=10, max_chars=1000, terms=terms)


def print_of(tool: Tool, **arguments: Any) -> str:
    """A call's fingerprint."""
    return fingerprint(tool, canonical_arguments(tool, arguments))


async def test_an_approval_is_for_one_call_only() -> None:
    """Other arguments, and other tools, are not approved with it."""
    terms = Terms(approved=print_of(from_function(book), room="blue"))
    assert "nobody has" in (await call(book, terms, room="red")).reason
    assert "nobody has" in (await call(write, terms, text="blue")).reason
    assert done == []
    await call(book, terms, room="blue")
    assert len(done) == 1


async def test_what_is_not_permitted_is_not_called() -> None:
    """A tool outside of the plan, whatever a policy allows; whoever forgets the terms allows nothing by it."""
    response = await call(look, Terms(policy=ALL, permitted=frozenset({"book"})))
    assert (response.failed, response.made) == (True, False)
    assert "not among the tools of this plan" in response.reason
    assert (await call(write, Terms(), text="a")).failed
    assert done == []


def test_a_refusal_is_known_before_a_call() -> None:
    """Empty where the call is permitted."""
    assert refusal(prepare(from_function(look), {}, DEFAULT), Terms()) == ""
    assert "nobody has" in refusal(prepare(from_function(write), {"text": "a"}, DEFAULT), Terms())


def test_a_ruling_counts_for_the_policy_that_gave_it() -> None:
    """A call that was ruled on by another policy is ruled on again."""
    allowed = prepare(from_function(write), {"text": "a"}, ALL)
    assert refusal(allowed, Terms(policy=ALL)) == ""
    assert "nobody has" in refusal(allowed, Terms())


async def test_a_repetition_carries_the_same_key() -> None:
    """A write that takes a key may be made again after it broke off; without one it may not."""
    terms = Terms(policy=ALL, idempotency_key="run-1/call-7")
    first = await call(book, terms, room="blue")
    assert first.transient
    assert not (await call(book, terms, room="blue")).failed
    assert done == ["blue run-1/call-7"] * 2
    assert not (await call(write, terms, text="a")).transient
    await call(book, Terms(policy=ALL), room="blue")  # a key is made where none is given
    assert len({*done}) == 3


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (ConnectionRefusedError("refused"), True),
        (ConnectionResetError("reset"), False),
        (ToolError("busy", transient=True), True),
    ],
)
async def test_a_write_is_repeated_only_if_it_never_arrived(error: Exception, again: bool) -> None:
    """A connection that was refused had no effect; one that broke may have had."""

    @effects("write")
    def send() -> str:
        """Send."""
        raise error

    assert (await call(send, Terms(policy=ALL))).transient == again


async def test_equal_reads_under_way_share_one_call() -> None:
    """However a model wrote them; the others are not counted as made."""
    terms = Terms(traffic=Traffic())
    calls = [{"topic": "a"}, {"topic": "a", "seconds": 0}, {"seconds": "0.0", "topic": "a"}, {"topic": "b"}]
    slow = [call(look, terms, **{**arguments, "seconds": 0.1}) for arguments in calls]
    responses = await asyncio.gather(*slow)
    assert sorted(done) == ["a", "b"]
    assert [response.made for response in responses] == [True, False, False, True]
    assert responses[0].text == responses[1].text


async def test_a_cancelled_sharer_does_not_take_the_others_along() -> None:
    """The next one makes the call where the one that makes it is cancelled."""
    terms = Terms(traffic=Traffic())
    first, second = (asyncio.create_task(call(look, terms, topic="a", seconds=0.1)) for _ in range(2))
    while not done:
        await asyncio.sleep(0.01)
    first.cancel()
    assert not (await second).failed
    assert done == ["a", "a"]


async def test_writes_and_stateful_tools_are_never_shared() -> None:
    """Two bookings are two bookings."""
    terms = Terms(policy=ALL, traffic=Traffic())
    await asyncio.gather(*(call(book, terms, room="blue") for _ in range(3)))
    assert len(done) == 3


async def test_no_more_calls_at_once_than_the_policy_says() -> None:
    """Per tool; all are made in the end."""
    inside: list[int] = [0, 0]

    @effects("read")
    async def counted(number: int) -> int:
        """Count."""
        inside[0] += 1
        inside[1] = max(inside)
        await asyncio.sleep(0.01)
        inside[0] -= 1
        return number

    policy = parse_policy("limits: [{tools: counted, concurrency: 2}]", "p")
    terms = Terms(policy=policy, traffic=Traffic())
    responses = await asyncio.gather(*(call(counted, terms, number=number) for number in range(8)))
    assert inside[1] == 2
    assert sorted(response.text for response in responses) == [str(number) for number in range(8)]


async def test_a_policys_timeout_is_the_tools() -> None:
    """The shorter one counts."""
    policy = parse_policy("limits: [{tools: look, timeout: 0.05}]", "p")
    assert (await call(look, Terms(policy=policy), seconds=30)).reason == "no response within 0.05 s"


async def test_what_was_recorded_is_not_asked_again(tmp_path: Path) -> None:
    """By canonical arguments; another process finds it, too."""
    path = str(tmp_path / "calls.sqlite")
    first = await call(look, Terms(cache=CallCache(path, "record")), topic="a")
    again = await call(look, Terms(cache=CallCache(path, "record")), topic="a", seconds="0")
    assert (again.text, again.made, done) == (first.text, False, ["a"])


async def test_failures_and_writes_are_not_served_from_the_cache_but_replayed(tmp_path: Path) -> None:
    """Recording never saves a write; replaying makes no call at all."""
    path = str(tmp_path / "calls.sqlite")
    record = Terms(policy=ALL, cache=CallCache(path, "record"), idempotency_key="k")
    for _ in range(3):
        await call(book, record, room="blue")
    assert len(done) == 3
    replay = Terms(policy=ALL, cache=CallCache(path, "replay"))
    assert (await call(book, replay, room="blue")).text == "booked"
    missing = await call(book, replay, room="red")
    assert (missing.failed, missing.transient, len(done)) == (True, False, 3)
    assert "not recorded" in missing.reason
    assert "forbids" in (await call(book, Terms(policy=Policy(default="deny"), cache=replay.cache), room="blue")).reason


async def test_the_cache_stays_within_its_size(tmp_path: Path) -> None:
    """The oldest responses go."""
    path = str(tmp_path / "calls.sqlite")
    cache = CallCache(path, "record", max_bytes=5_000)

    @effects("read")
    def long(number: int) -> str:
        """Talk."""
        return f"{number}" + "x" * 1000

    for number in range(12):
        await call(long, Terms(cache=cache), number=number)
    with sqlite3.connect(path) as database:
        size, count = database.execute("SELECT sum(length(full)), count(*) FROM responses").fetchone()
    assert 0 < size <= 5_000
    assert count >= 3
    replay = Terms(cache=CallCache(path, "replay"))
    assert not (await call(long, replay, number=11)).failed
    assert (await call(long, replay, number=0)).failed


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at" * 50, b"SQLite format 3\0x"]
)
def test_a_file_that_is_no_cache_is_refused(tmp_path: Path, content: bytes) -> None:
    """In one line, and left as it is."""
    path = tmp_path / "calls.sqlite"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match="tool_cache"):
        CallCache(str(path), "record")
    assert path.read_bytes() == content
    with pytest.raises(ConfigurationError, match="no such file"):
        CallCache(str(tmp_path / "missing.sqlite"), "replay")
    assert not (tmp_path / "missing.sqlite").exists()


async def test_a_cache_that_breaks_in_mid_run_costs_the_cache_only(tmp_path: Path) -> None:
    """Recording goes on with calls; a replay makes none."""
    path = str(tmp_path / "calls.sqlite")
    record = CallCache(path, "record")
    await call(look, Terms(cache=record))
    replay = CallCache(path, "replay")
    record.close()
    replay.close()
    assert not (await call(look, Terms(cache=record))).failed
    assert (await call(look, Terms(cache=replay))).failed
    assert len(done) == 2


async def test_a_crafted_cache_brings_text_and_nothing_else(tmp_path: Path) -> None:
    """Control characters are gone, a row of the wrong kind is no row."""
    path = str(tmp_path / "calls.sqlite")
    cache = CallCache(path, "record")
    await call(look, Terms(cache=cache))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE responses SET full = ?", ("\x1b[31mred\u202e",))
    assert (await call(look, Terms(cache=cache))).text == "red"
    with sqlite3.connect(path) as database:
        database.execute("UPDATE responses SET full = ?", (b"\x80\x04.",))
    assert (await call(look, Terms(cache=cache))).made


def test_there_is_one_place_that_calls_tools() -> None:
    """Nothing else in the library calls a tool past the policy."""
    root = Path(__file__).parents[2]
    files = [path for folder in ("smurfs_graph", "nodes", "tools") for path in (root / folder).rglob("*.py")]
    callers = {path.resolve().relative_to(root).as_posix() for path in files if "tool.call(" in path.read_text()}
    assert callers == {"tools/calling.py"}
