"""A hostile or broken program can end with one line, and do nothing else."""

import asyncio
import subprocess
import sys
import threading
from typing import Any

import pytest

from smurfs_graph.programs import workers
from smurfs_graph.programs.running import run_program
from smurfs_graph.programs.sandbox import CallResult, Machine, PendingCall, ProgramEnded, SandboxLimits, Waits
from smurfs_graph.programs.workers import WORKERS, most_programs
from tests.programs.shop import STUBS, SURROUNDINGS
from tests.programs.world import Host, World, live

_FAST = SandboxLimits(seconds=0.5, memory=50_000_000, calls=20)


def _run(source: str, limits: SandboxLimits = _FAST) -> tuple[ProgramEnded, str, list[PendingCall]]:
    """Run a program whose calls all bring the same."""
    machine, asked = Machine(source, STUBS, SURROUNDINGS, limits), list[PendingCall]()
    step = machine.start()
    while isinstance(step, Waits):
        asked += step.asked
        step = machine.go_on(asked[-1].number, CallResult({"a": 1}))
    machine.close()
    return step, machine.printed.text, asked


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("while True: pass", "TimeoutError"),
        ("x = [0] * 10**10", "MemoryError"),
        ("x = 'a' * (2 * 10**9)", "MemoryError"),
        ("x = 9**9**9", "MemoryError"),
        ("d = []\nwhile True: d.append('x' * 1000)", "MemoryError"),
        ("def f(n): return f(n + 1)\nf(0)", "RecursionError"),
        ("while True: print('x' * 1000)", "TimeoutError"),
        ("print(open('/etc/passwd').read())", "PermissionError"),
        ("import os\nprint(os.listdir('/'))", "PermissionError"),
        ("import os\nprint(os.environ)", "RuntimeError"),
        ("import os\nprint(os.getenv('HOME'))", "RuntimeError"),
        ("import pathlib\npathlib.Path('/tmp/x').write_text('a')", "PermissionError"),
        ("import socket", "ModuleNotFoundError"),
        ("import subprocess", "ModuleNotFoundError"),
        ("import ctypes", "ModuleNotFoundError"),
        ("__import__('os').system('id')", "NameError"),
        ("eval('__import__(\"os\")')", "NameError"),
        ("().__class__.__base__.__subclasses__()", "AttributeError"),
        ("_call.__globals__", "NameError"),
        ("await other_tool('x')", "NameError"),
        ("await _call(1, 'other', (), {})", "NameError"),
        ("await _call('x')", "TypeError"),
        ("await _call(1, 'pay', 3, 'x')", "TypeError"),
        ("yield 1", ""),
        ("x = (" * 5000, ""),
    ],
)
def test_hostile_programs_end_with_one_line(source: str, error: str) -> None:
    """Out of the sandbox, memory, time, files, network, other functions: nothing of it."""
    ended, printed, asked = _run(source)
    assert ended.error and "\n" not in ended.error and error in ended.error, ended
    assert "root:" not in printed and len(printed) < 40_000 and not asked


def test_the_world_stands_still() -> None:
    """Clock, random numbers and sleeps are the same whenever a program is run again."""
    source = (
        "print(datetime.datetime.now(), datetime.date.today(), time.time(), random.random(), random.choice('abc'))\n"
        "time.sleep(3600)\nawait asyncio.sleep(3600)\nprint({'b', 'a', 'c'}, hash('a'), id(1) == id(1))"
    )
    runs = {_run(source)[1] for _ in range(3)}
    assert len(runs) == 1 and runs.pop().startswith("2026-01-02 12:30:00 2026-01-02 17")


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("x = 'x' * 1_000_000\nawait asyncio.gather(*[stock(x) for _ in range(150)])", "more than 200,000"),
        ("x = 'x' * 190_000\nawait asyncio.gather(*[stock(x) for _ in range(150)])", "more than 20,000,000"),
    ],
)
def test_arguments_are_not_piled_up_outside_the_limit_of_memory(source: str, error: str) -> None:
    """Calls that wait to be made are kept by this process, where the program's own limit does not reach."""
    machine = Machine(f"import asyncio\n{source}", STUBS, SURROUNDINGS, SandboxLimits())
    ended = machine.start()
    machine.close()
    assert isinstance(ended, ProgramEnded) and error in ended.error


def test_a_call_knows_its_line_and_an_error_its_own() -> None:
    """Also within functions and loops, and where a line holds several."""
    source = (
        'async def f(x):\n    return await stock(x)\nfor s in "ab":\n    await f(s)\n'
        'await pay("a")\nraise ValueError("no")'
    )
    ended, _, asked = _run(source)
    assert [call.line for call in asked] == [2, 2, 5]
    assert (ended.error, ended.line) == ("ValueError: no", 6)


def test_an_exception_leaves_variables_within_bounds() -> None:
    """Plain data under names of the program's own: alone left out is what is large, holds itself or writes itself."""
    source = (
        "long = ['x' * 1000] * 60\nshort = ['x' * 1000] * 40\nmore = ['x' * 1000] * 20\nlast = None\n"
        "class Odd:\n    def __repr__(self):\n        return '__import__(1)'\nodd = Odd()\n"
        "max = 3\npay = 4\nOrder = 5\nday = datetime.date.today()\nloop = [1]\nloop.append(loop)\nhuge = 10**6000\n"
        "raise ValueError('no')"
    )
    ended, _, _ = _run(source)
    assert list(ended.variables) == ["short", "last"]
    endless = (
        "x = 1\nclass Odd:\n    def __repr__(self):\n        while True: pass\nodd = Odd()\nraise ValueError('no')"
    )
    ended, _, _ = _run(endless)
    assert (ended.error, ended.variables) == ("ValueError: no", {})


def test_what_cannot_be_read_is_not_run() -> None:
    """Syntax that the interpreter lacks ends a program before its first line."""
    ended, printed, asked = _run("print('x')\nclass A(Exception):\n    pass")
    assert ended.unreadable and not printed and not asked and "class inheritance" in ended.error


def test_a_name_of_ones_own_hides_a_tool() -> None:
    """A function called as a tool is the program's own; in texts nothing is replaced."""
    _, printed, asked = _run('def pay(x):\n    return x\nprint(pay("asyncio.gather(pay("))')
    assert printed == "asyncio.gather(pay(" and not asked


async def test_a_worker_that_dies_is_one_line() -> None:
    """Whatever killed it; the next program runs."""
    machine = Machine('await stock("a")', STUBS, SURROUNDINGS, SandboxLimits())
    assert isinstance(machine.start(), Waits)
    subprocess.run(["kill", "-9", str(machine.worker)], check=True)
    step = machine.go_on(0, CallResult(1))
    machine.close()
    assert isinstance(step, ProgramEnded) and step.error.startswith("the interpreter gave up")
    assert not _run("print(1)")[0].error


async def test_a_cancelled_run_gives_its_worker_back() -> None:
    """Cancelled while the interpreter is busy: no thread and no worker stays behind."""
    machine = Machine("while True: pass", STUBS, SURROUNDINGS, _FAST)
    run = asyncio.ensure_future(run_program(machine, Host(World()), World().log))
    await asyncio.sleep(0.1)
    run.cancel()
    await asyncio.wait({run})
    ends = [thread for thread in threading.enumerate() if thread.name == "program-end"]
    for thread in ends:
        thread.join(10)
    assert isinstance(machine.start(), ProgramEnded)


_MANY = """
import asyncio
from smurfs_graph.programs.sandbox import check_program
from tests.programs.shop import STUBS
from tests.programs.world import Host, World, live

SOURCE = 'r = await asyncio.gather(*[stock(s) for s in "abc"])\\nprint(sum(x["amount"] for x in r))'

async def one():
    assert await asyncio.to_thread(check_program, SOURCE, STUBS) == []
    run, printed = await live(SOURCE, Host(World()))
    assert printed == "3", (run, printed)

async def main():
    for _ in range(100):
        await one()
    for _ in range(10):
        await asyncio.gather(*(one() for _ in range(10)))

asyncio.run(main())
print("ran")
"""


@pytest.mark.slow
def test_a_program_for_which_no_worker_becomes_free_ends_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are asked for at once; one that ends lets the next one run."""
    monkeypatch.setattr(workers, "PATIENCE", 0.05)
    WORKERS.get()
    monkeypatch.setattr(WORKERS, "free", threading.Semaphore(1))
    one, other, third = (Machine("await pay('x', 3)", STUBS, SURROUNDINGS, _FAST) for _ in range(3))
    assert isinstance(one.start(), Waits)
    ended = other.start()
    assert isinstance(ended, ProgramEnded) and "too many programs" in ended.error
    one.close()
    assert isinstance(third.start(), Waits)
    for machine in (other, third):
        machine.close()


@pytest.mark.parametrize(("memory", "programs"), [(10**9, 8), (8 * 10**9, 17), (10**12, 64)])
def test_programs_at_their_limits_take_half_of_the_memory(memory: int, programs: int) -> None:
    """No fewer than eight, and no more than 64."""
    assert most_programs(memory) == programs


def test_two_hundred_programs_in_one_process_end_well() -> None:
    """One by one, and ten at once, in one pool; the process ends with status 0."""
    ran = subprocess.run([sys.executable, "-c", _MANY], capture_output=True, text=True, timeout=300, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ran\n", "")


async def test_programs_run_beside_each_other_in_loops_of_their_own() -> None:
    """Event loops in several threads share the workers of the process."""
    printed = list[Any]()

    def loop() -> None:
        printed.append(asyncio.run(live('print((await stock("a"))["amount"])', Host(World())))[1])

    threads = [threading.Thread(target=loop) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        await asyncio.to_thread(thread.join)
    assert printed == ["0"] * 6
