"""Tools from Python: functions, LangChain tools, modules and files, and what is refused."""

import asyncio
from collections.abc import Callable
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.tools import BaseTool, StructuredTool, tool
from pydantic import BaseModel, Field

from smurfs_graph import ConfigurationError, UnknownNameError
from smurfs_graph.tools.docstrings import read_docstring
from smurfs_graph.tools.python import from_file, from_function, from_import, from_object


class Colour(Enum):
    """Colours."""

    RED = "red"
    BLUE = "blue"


class Address(BaseModel):
    """Where somebody lives."""

    city: str
    number: int = Field(ge=1)


def call(tool: Any, **arguments: Any) -> Any:
    """Validate and call."""
    return asyncio.run(tool.call(tool.validate(arguments)))


def documented(word: str, times: int = 1) -> str:
    """Repeat a word.

    More about it.

    Args:
        word: what to repeat
        times: how often
    """
    return word * times


def test_signature_and_docstring_become_the_document() -> None:
    """Name, first paragraph, types, defaults, what each argument is; where there is none of it, the name has to do."""
    made = from_function(documented)
    assert (made.name, made.description) == ("documented", "Repeat a word.")
    assert made.parameters["required"] == ["word"]
    assert made.parameters["properties"]["times"] == {"type": "integer", "default": 1, "description": "how often"}
    assert made.summary == "- documented: Repeat a word."
    assert call(made, word="ab", times="2") == "abab"
    found: dict[str, Any] = {}
    exec("def add_up(a, b):\n    return a + b", found)
    bare = from_function(found["add_up"])
    assert (bare.description, call(bare, a=1, b=2)) == ("add up", 3)


@pytest.mark.parametrize(
    "docstring",
    [
        "One line",
        "Args:\n    nobody: knows",
        "Summary\n\nArgs:\n  broken",
        "Ünïcode ✓",
        ":param word: sphinx style",
        '"""',
    ],
)
def test_any_docstring_will_do(docstring: str) -> None:
    """One that is not in the expected style is no reason to refuse a function."""

    def function(word: str) -> str:
        return word

    function.__doc__ = docstring
    made = from_function(function)
    assert made.description
    assert "\n" not in made.description
    assert call(made, word="x") == "x"


def typed(
    day: date,
    colour: Colour,
    kind: Literal["a", "b"],
    where: Address,
    tags: list[str] | None = None,
    limit: int | None = None,
) -> str:
    """Take many types."""
    return f"{day.year} {colour.name} {kind} {where.city} {tags} {limit}"


def test_arguments_arrive_as_the_types_that_were_declared() -> None:
    """Dates, enums, models: a model writes JSON, a function gets objects."""
    made = from_function(typed)
    given = {"day": "2031-05-02", "colour": "red", "kind": "a", "where": {"city": "Ulm", "number": "3"}}
    assert call(made, **given) == "2031 RED a Ulm None None"
    assert made.parameters["properties"]["limit"]["type"] == "integer", "null is no choice worth a model's tokens"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"day": "tomorrow"}, "day"),
        ({"colour": "green"}, "colour"),
        ({"where": {"city": "Ulm", "number": 0}}, "where.number"),
        ({"where": None}, "where"),
        ({"kind": None}, "kind"),
        ({"unknown": 1}, "unknown parameter 'unknown'; the parameters are"),
        ({"tags": "x"}, "tags"),
    ],
)
def test_a_complaint_names_the_field(change: dict[str, Any], complaint: str) -> None:
    """The complaint is a ValueError in one line, with what was got."""
    given: dict[str, Any] = {"day": "2031-05-02", "colour": "red", "kind": "a", "where": {"city": "Ulm", "number": 3}}
    with pytest.raises(ValueError, match=complaint) as caught:
        from_function(typed).validate(given | change)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


class Odd(BaseModel):
    """A tool's own checks may be badly written."""

    word: str

    def model_post_init(self, context: Any) -> None:
        """Raise anything."""
        raise KeyError("odd")


def test_a_validator_that_raises_anything_is_a_complaint() -> None:
    """Any exception counts as its complaint."""
    made = from_object(StructuredTool.from_function(lambda word: word, name="odd", description="x", args_schema=Odd))
    with pytest.raises(ValueError, match="odd"):
        made[0].validate({"word": "x"})


class Shelf:
    """Has a method."""

    def titles(self) -> list[str]:
        """List the titles."""
        return ["Emma"]


class Own(BaseTool):
    """A tool as a class."""

    name: str = "own"
    description: str = "Does its own thing."

    def _run(self) -> str:
        return "own"


async def wait(seconds: float = 0) -> str:
    """Wait."""
    await asyncio.sleep(seconds)
    return "waited"


@pytest.mark.parametrize(
    ("thing", "name", "said", "returned"),
    [
        (wait, "wait", "Wait.", "waited"),
        (Shelf().titles, "titles", "List the titles.", ["Emma"]),
        (tool(wait), "wait", "Wait.", "waited"),
        (Own(), "own", "Does its own thing.", "own"),
    ],
)
def test_whatever_can_be_called_is_a_tool(thing: Any, name: str, said: str, returned: Any) -> None:
    """Async functions, methods, LangChain's tools with their own document, and subclasses: each in its own way."""
    [made] = from_object(thing)
    assert (made.name, made.description, call(made)) == (name, said, returned)


def test_lists_of_anything_that_is_a_tool() -> None:
    """Nested lists, generators, and tools that are made already."""
    made = from_object([documented, [typed], (item for item in [from_function(documented)])])
    assert [item.name for item in made] == ["documented", "typed", "documented"]


def test_items_that_a_function_yields_are_collected_up_to_a_bound() -> None:
    """Of a generator, of an iterator that an asynchronous function returns; not of an asynchronous generator."""

    def count(to: int) -> Any:
        yield from range(to)

    async def squares(to: int) -> Any:
        return (each * each for each in range(to))

    async def ticks() -> Any:
        yield 1

    assert call(from_function(count), to=3) == [0, 1, 2]
    assert call(from_function(squares), to=3) == [0, 1, 4]
    assert call(from_function(count), to=10**9)[-1] == "… and more"
    with pytest.raises(ConfigurationError, match="'ticks' cannot be a tool: it is an asynchronous generator"):
        from_function(ticks)


def test_what_a_signature_says_of_nothing() -> None:
    """No parameters, and `-> None`, which says that nothing is no failure."""

    def save() -> None:
        """Save."""

    assert (from_function(save).takes_nothing, from_function(save).returns_nothing) == (True, True)
    assert (from_function(documented).takes_nothing, from_function(documented).returns_nothing) == (False, False)


def test_files_give_their_public_functions(tmp_path: Path) -> None:
    """Imported names, private ones and those that are no functions are left out; `__all__` decides if there is one."""
    path = tmp_path / "my tools.py"
    path.write_text("from os.path import join\nX = 1\ndef a(): 'A.'\ndef _b(): 'B.'\nclass C: pass\n")
    assert [item.name for item in from_file(path)] == ["a"]
    path.write_text("__all__ = ['b']\ndef a(): 'A.'\ndef b(): 'B.'\n")
    assert [item.name for item in from_file(path)] == ["b"]
    assert [item.name for item in from_file(path, "a")] == ["a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "defines no public function"),
        ("def broken(:", "SyntaxError"),
        ("import not_installed_anywhere", "ModuleNotFoundError"),
        ("import sys; sys.exit(4)", "exits when it is imported (status 4)"),
        ("raise ValueError('first\\nsecond')", "ValueError: first"),
        ("\x00", "cannot be imported"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    """Whatever it does when it is imported."""
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        from_file(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_folders_and_attributes_are_refused(tmp_path: Path) -> None:
    """With the nearest name where there is one."""
    for missing in (tmp_path / "missing.py", tmp_path):
        with pytest.raises(ConfigurationError, match="does not exist"):
            from_file(missing)
    path = tmp_path / "tools.py"
    path.write_text("def look_up(): 'Look.'\n")
    with pytest.raises(UnknownNameError, match="did you mean 'look_up'"):
        from_file(path, "look_upp")
    with pytest.raises(ConfigurationError, match="not_a_module"):
        from_import("not_a_module")


def test_types_that_a_file_defines_are_found(tmp_path: Path) -> None:
    """Annotations are resolved in the file's own module, also when they are strings."""
    path = tmp_path / "typed.py"
    path.write_text(
        "from __future__ import annotations\nfrom pydantic import BaseModel\n"
        "class Point(BaseModel):\n    x: int\n"
        "def double(point: Point) -> int:\n    'Double it.'\n    return point.x * 2\n"
    )
    assert call(from_file(path)[0], point={"x": "4"}) == 8


def total(start: int, *numbers: int, scale: int = 1, **named: int) -> int:
    """Add numbers up."""
    return (start + sum(numbers) + sum(named.values())) * scale


async def total_later(*numbers: int) -> int:
    """Add numbers up, later."""
    return sum(numbers)


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (total, {"start": 1}, 1),
        (total, {"start": 1, "numbers": [2, 3], "scale": 2}, 12),
        (total, {"start": 1, "numbers": [2], "named": {"more": 4}}, 7),
        (total_later, {"numbers": [2, 3]}, 5),
        (total_later, {}, 0),
    ],
)
async def test_any_number_of_arguments(function: Callable[..., Any], arguments: dict[str, Any], result: int) -> None:
    """`*args` is a list to the model and `**kwargs` an object."""
    tool = from_function(function)
    assert await tool.call(tool.validate(arguments)) == result


class Connection:
    """Nothing that JSON could hold."""


def fetch(connection: Connection) -> str:
    """Fetch it."""
    return str(connection)


def test_a_parameter_that_no_model_can_write_is_refused() -> None:
    """In one line that names the tool."""
    with pytest.raises(ConfigurationError, match="'fetch' cannot be a tool: a parameter has a type"):
        from_function(fetch)


NUMPY = """Rooms that nobody has between two days.

Some more.

Parameters
----------
kind : {"single", "double"}
    Kind of room.
arrival, departure : str
    A day,
    YYYY-MM-DD.
nobody
    Is no argument.

Returns
-------
list of str
    Numbers of rooms.
"""
SPHINX = """Rooms that nobody has between two days.

:param kind: Kind of room.
:type kind: str
:param str arrival: A day,
    YYYY-MM-DD.
:param departure: A day, YYYY-MM-DD.
:returns: Numbers of rooms.
"""
EPYDOC = SPHINX.replace(":param", "@param").replace(":type", "@type").replace(":returns", "@return")
LOOSE = """Rooms that nobody has between two days.

Parameters:
    kind (str): Kind of room.
    arrival: A day,
        YYYY-MM-DD.
    departure: A day, YYYY-MM-DD.
    nobody: Is no argument.

Returns:
    Numbers of rooms.
"""


BESIDE = LOOSE.replace("Returns:\n    Numbers of rooms.", "Returns: Numbers\n    of rooms.")


@pytest.mark.parametrize("docstring", [NUMPY, SPHINX, EPYDOC, LOOSE, BESIDE])
def test_arguments_are_described_in_any_usual_style(docstring: str) -> None:
    """numpydoc, Sphinx, Epydoc, and sections that a strict reader refuses say what each argument is."""

    def function(kind: str, arrival: str, departure: str, price: int = 3) -> list[str]:
        return [kind, arrival, departure, str(price)]

    function.__doc__ = docstring
    made = from_function(function)
    told = {name: one.get("description") for name, one in made.parameters["properties"].items()}
    day = "A day, YYYY-MM-DD."
    assert told == {"kind": "Kind of room.", "arrival": day, "departure": day, "price": None}
    assert made.description == "Rooms that nobody has between two days. Returns: Numbers of rooms."
    assert call(made, kind="a", arrival="b", departure="c") == ["a", "b", "c", "3"]


@given(st.text(alphabet=":@-\n param returns x*,Argsé(", max_size=200))
def test_no_docstring_breaks_its_reading(text: str) -> None:
    """Whatever stands there, only arguments that exist are described, each in one line."""
    told = read_docstring(text, ["x", "a"])
    assert set(told.arguments) <= {"x", "a"}
    assert not any("\n" in one for one in (told.summary, told.result, *told.arguments.values()))
