"""Python files as people write them: beside their neighbours, in packages, with lambdas and second names."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.specs import load_spec


@pytest.fixture(autouse=True)
def _as_before() -> Generator[None]:
    """No test leaves a folder or a module behind."""
    path, modules = [*sys.path], {*sys.modules}
    yield
    sys.path[:] = path
    for name in {*sys.modules} - modules:
        del sys.modules[name]


def names(spec: str) -> list[str]:
    """The names of a spec's tools."""
    return [tool.name for tool in load_spec(spec)]


def write(folder: Path, **files: str) -> Path:
    """A folder with Python files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_file_imports_its_neighbours_also_when_it_is_called(tmp_path: Path) -> None:
    """It does as a script would; modules that can be imported already stay as they are."""
    text = "import shelves_of_mine\ndef find():\n    'Find.'\n    import later_of_mine\n    return later_of_mine.X\n"
    write(tmp_path, mine=text, shelves_of_mine="X = 1\n", later_of_mine="X = 2\n", json="raise ValueError\n")
    [tool] = load_spec(str(tmp_path / "mine.py"))
    assert tool.name == "find"
    import json

    assert json.dumps(1) == "1"


def test_a_file_of_a_package_imports_the_package(tmp_path: Path) -> None:
    """Relative imports too, from a folder below."""
    write(tmp_path / "goods_of_mine", __init__="", db="def read(): 'Read.'\n")
    shop = "from ..db import read\ndef find(): 'Find.'\n"
    inner = write(tmp_path / "goods_of_mine" / "tools", __init__="", shop=shop)
    assert names(str(inner / "shop.py")) == ["find"]
    assert sys.modules["goods_of_mine.tools.shop"].read is sys.modules["goods_of_mine.db"].read
    assert names(f"{inner / 'shop.py'}:find") == ["find"]


def test_a_package_whose_name_is_taken_is_loaded_as_a_file(tmp_path: Path) -> None:
    """Nothing of the other package is touched."""
    write(tmp_path / "json", __init__="", mine="def find(): 'Find.'\n")
    assert names(str(tmp_path / "json" / "mine.py")) == ["find"]
    assert "json.mine" not in sys.modules


def test_a_module_in_the_working_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its dotted name, without anything on the path."""
    write(tmp_path / "stock_of_mine", __init__="", tools="def find(): 'Find.'\n")
    monkeypatch.chdir(tmp_path)
    assert names("stock_of_mine.tools:find") == names("stock_of_mine.tools") == ["find"]


def test_a_lambda_or_a_second_name_costs_nothing_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Each is named with file and line; alone it is refused with them."""
    text = "def find(): 'Find.'\nlook = find\ndouble = lambda x: 2 * x\n"
    path = write(tmp_path, mine=text) / "mine.py"
    assert names(str(path)) == ["find"]
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}:1: 'look' is no tool: it is another name of find",
        f"{path}:3: 'double' is no tool: it is a lambda; write it with def",
    ]
    with pytest.raises(ConfigurationError, match=rf"{path}:3: '<lambda>' is no name"):
        load_spec(f"{path}:double")
