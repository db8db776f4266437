"""What the tool's description says of the interpreter is so."""

import pytest

from smurfs_graph.programs.sandbox import Machine, ProgramEnded, SandboxLimits, check_program
from smurfs_graph.programs.telling import LACKING, about_programs
from tests.programs.shop import STUBS, SURROUNDINGS

LACKED = {
    "other modules": "import heapq",
    "statistics": "import statistics",
    "files": "print(open('/etc/hosts').read())",
    "yield": "def f():\n    yield 1\nprint(list(f()))",
    "del": "x = [1]\ndel x[0]",
    "inheritance": "class NotThere(Exception):\n    pass",
    "@property": "class Box:\n    @property\n    def size(self):\n        return 1\nprint(Box().size)",
    "async with": "async def f(x):\n    async with x:\n        pass",
    "async for": "async def f(x):\n    async for y in x:\n        pass",
    "key=d.get": "d = {'a': 1}\nprint(max(d, key=d.get))",
    "json.dumps(default=)": "print(json.dumps([datetime.date(2026, 1, 2)], default=str))",
    "re.sub with a function": "print(re.sub('a', lambda found: 'b', 'aa'))",
    "isocalendar": "print(datetime.date(2026, 1, 2).isocalendar())",
    "Semaphore": "asyncio.Semaphore(2)",
    "TaskGroup": "asyncio.TaskGroup()",
    "wait": "await asyncio.wait([])",
    "as_completed": "print(list(asyncio.as_completed([])))",
}


@pytest.mark.parametrize(("word", "source"), LACKED.items())
def test_what_is_said_to_be_missing_is_missing(word: str, source: str) -> None:
    """Refused by the check or by the interpreter: a release that has it shortens the description."""
    assert word in LACKING and LACKING in about_programs(3, keeps_reads=False)
    if check_program(source, STUBS):
        return
    machine = Machine(source, STUBS, SURROUNDINGS, SandboxLimits())
    ended = machine.start()
    machine.close()
    assert isinstance(ended, ProgramEnded) and ended.error
