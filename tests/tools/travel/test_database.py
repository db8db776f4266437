"""Opening a travel database: what is wrong with a file is said in one sentence, and any thread may read."""

import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.travel.database import SHIPPED
from smurfs_graph.tools.travel.schema import City
from smurfs_graph.tools.travel.toolset import open_source
from tests.tools.travel.conftest import tools


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copy(SHIPPED, tmp_path / "copy of #1?.sqlite"))


def complaint(path: Path) -> str:
    with pytest.raises(ConfigurationError) as caught:
        tools(str(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_copy_of_the_shipped_file_can_be_given(copy: Path) -> None:
    """A path with characters that mean something in a URI is a path all the same."""
    names = [tool.__name__ for tool in tools(str(copy))]
    assert names[:3] == ["search_flights", "search_connections", "get_distance"]


def test_an_empty_argument_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="empty"):
        tools(" ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "other.sqlite' does not exist"),
        (b"these are my holiday notes\n" * 100, "not a database"),
        (SHIPPED.read_bytes()[: SHIPPED.stat().st_size // 2], "other.sqlite"),  # a download that was cut off
        (SHIPPED.read_bytes()[:8192] + b"\xff" * 32_768 + SHIPPED.read_bytes()[40_960:], "other.sqlite"),
        (b"", "no table 'cities'"),  # SQLite takes an empty file for a database without tables
    ],
    ids=["none", "text", "cut", "damaged in the middle", "empty"],
)
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    """In one sentence that names it."""
    path = tmp_path / "other.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert said in complaint(path)


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    """Another program's tables are told apart by their columns."""
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE cities (name TEXT, mayor TEXT)")
    connection.close()
    assert "lacks 'region'" in complaint(path)


def test_a_missing_shipped_file_is_a_configuration_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken install lacks the file."""
    monkeypatch.setattr("smurfs_graph.tools.travel.toolset.SHIPPED", tmp_path / "travel.sqlite")
    with pytest.raises(ConfigurationError, match="does not exist"):
        tools()


def test_reading_needs_no_permission_to_write_and_leaves_no_trace(copy: Path) -> None:
    """An administrator may have installed the package."""
    before = copy.read_bytes()
    copy.chmod(0o444)
    copy.parent.chmod(0o555)
    try:
        listed = {tool.__name__: tool for tool in tools(str(copy))}["list_cities"]("Japan")
    finally:
        copy.parent.chmod(0o755)
    assert [city["city"] for city in listed["cities"]] == ["Kyoto", "Osaka", "Tokyo"]
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_rows_cannot_be_changed(copy: Path, planner_folder: Path) -> None:
    """Neither in a file nor in memory, whatever SQL reaches the database."""
    for source in (copy, planner_folder):
        database = open_source(str(source))
        before = database.select(City)
        with pytest.raises(ConfigurationError, match="readonly"):
            database._fetch("DELETE FROM cities", ())  # pyright: ignore[reportPrivateUsage]
        assert database.select(City) == before


@pytest.mark.parametrize("source", ["shipped", "planner"])
def test_threads_may_ask_at_once(source: str, request: pytest.FixtureRequest) -> None:
    """Worker threads share the tools; each gets the answer that it would get alone."""
    named = request.getfixturevalue(source)
    calls = [
        lambda: named["list_cities"](),
        lambda: named["find_restaurants"]("Alder" if source == "planner" else "Rome"),
        lambda: named["get_distance"](*(("Alder", "Birch") if source == "planner" else ("Rome", "Munich"))),
    ]
    alone = [call() for call in calls]
    start = threading.Barrier(8)

    def ask(number: int) -> bool:
        start.wait()
        return all(calls[(number + step) % 3]() == alone[(number + step) % 3] for step in range(30))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))
