"""Specs that `--tools` understands, and how everything else is refused."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError, UnknownNameError
from smurfs_graph.tools.specs import BUILTIN, load_spec, load_tools


def names(spec: Any) -> list[str]:
    """The names of a spec's tools."""
    return [tool.name for tool in load_spec(spec)]


def test_files_modules_and_built_in_toolsets(tmp_path: Path) -> None:
    """Each in its own notation."""
    path = tmp_path / "mine.py"
    path.write_text("def a(): 'A.'\ndef b(): 'B.'\n")
    assert names(str(path)) == ["a", "b"]
    assert names(f"{path}:b") == ["b"]
    assert names("json:dumps") == ["dumps"]
    assert "calculate" in names("builtin:calc")


def test_a_module_whose_folder_is_here_is_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package in the working directory is imported, not taken for a file."""
    package = tmp_path / "my_package_of_tools"
    package.mkdir()
    (package / "__init__.py").write_text("def look(): 'Look.'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert names("my_package_of_tools") == ["look"]
    assert names("my_package_of_tools:look") == ["look"]


def test_lists_of_specs_are_specs() -> None:
    """Texts and functions, nested."""

    def own() -> str:
        """Own."""
        return ""

    assert names(["builtin:calc", [own]])[-1] == "own"


@pytest.mark.parametrize(
    "spec",
    [
        "",
        ":",
        "a b",
        "a\0b",
        "x" * 5000,
        "x" * 300 + ".py",
        "/" + "x/" * 3000,
        "missing.py",
        "missing_module_of_nobody",
        "json:nothing_like_it",
        "~nobody_of_this_name/x.py",
        "a.py\0:b",
        "../..",
        "/",
        "import:sys.exit",
        "builtin:",
        "builtin:calcs",
        "os.system('true')",
        "__import__('os')",
    ],
    ids=lambda spec: spec[:20],
)
def test_what_is_not_understood_is_refused_in_one_line(spec: str) -> None:
    """Never another exception, never a traceback, and nothing is run."""
    with pytest.raises(ConfigurationError) as caught:
        load_spec(spec)
    assert "\n" not in str(caught.value)


@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=30))
def test_any_text_is_a_spec_or_refused(spec: str) -> None:
    """No text brings another exception. (Texts that are modules by chance are allowed to be.)"""
    if spec.isascii() and spec.replace(".", "").isidentifier():
        return
    with pytest.raises(ConfigurationError):
        load_spec(spec)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("mcp", "write mcp:FILE"),
        ("MCP:servers.json", "write mcp:FILE"),
        ("openapi: ", "write openapi:FILE_OR_URL"),
        ("toolbench:", "write toolbench:DIR_OR_FILE"),
        ("hotpotqa", "write hotpotqa:FILE"),
        ("builtin", "write builtin:NAME"),
        ("openapi:ftp://a.example/x.json", "begins with http:// or https://"),
        ("openapi:tests", "Is a directory"),
        ("builtin:calc=x", "takes no argument"),
    ],
)
def test_a_kind_without_what_it_is_for_is_told_how_to_write_it(
    spec: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of importing a package of that name, or reading the folder that is open."""
    (tmp_path / "tests").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigurationError, match=said):
        load_spec(spec)


@pytest.mark.parametrize(
    ("kind", "content", "said"),
    [
        ("apibank", "", "is no JSON list"),
        ("apibank", '[{"requirement": "x", "apis": [', "line 1: the list breaks off"),
        ("apibank", "{}", "is no JSON list"),
        ("apibank", "[]", "has no samples"),
        ("apibank", "[5]", "entry 1 is no object"),
        ("apibank", '[{"requirement": "x", "apis": []}, {"apis": []}]', "entry 2 has no requirement"),
        ("apibank", '[{"requirement": "x", "apis": [{"api_name": "X"}]}]', "entry 1, call 1 has no api_name or no"),
        *(("hotpotqa", content, "holds no questions") for content in ("", "[]")),
        ("hotpotqa", '{"context": []}\n{"cont', "line 2 is no JSON"),
        ("hotpotqa", '[{"context": []}, {"cut', "line 1: the list breaks off"),
        ("hotpotqa", '{"context": [["only a title"]]}', "line 1: a context is a list"),
        ("hotpotqa", '{"context": 5}', "line 1: a context is a list"),
        ("hotpotqa", "\x00", "line 1 is no JSON"),
        *(("toolbench", content, "no whole JSON (line 1") for content in ("", '[{"api_list": [')),
        *(("toolbench", content, "no whole JSON") for content in ("[" * 100_000, "\x00\x01")),
        *(("toolbench", content, "holds no documents") for content in ("[]", "{}", '"text"')),
        ("toolbench", '[{"query": "?", "api_list": "none"}]', "holds no documents"),
        ("toolbench", '[{"query": "?", "api_list": [{}, 5, null, {"api_name": ""}]}]', "holds no documents"),
    ],
)
def test_a_benchmarks_file_that_is_none_costs_one_line(kind: str, content: str, said: str, tmp_path: Path) -> None:
    """With its name and place."""
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(ConfigurationError) as caught:
        load_tools([f"{kind}:{path}"])
    assert said in str(caught.value) and "bad.json" in str(caught.value) and "\n" not in str(caught.value)


def test_a_misspelt_toolset_is_answered_with_the_right_one() -> None:
    """And an unknown one with the list."""
    with pytest.raises(UnknownNameError, match="did you mean 'calc'"):
        load_spec("builtin:calk")
    with pytest.raises(UnknownNameError, match=", ".join(sorted(BUILTIN))):
        load_spec("builtin:zzzzzz")


def test_two_tools_of_one_name_are_refused() -> None:
    """Both sources are named."""
    with pytest.raises(ConfigurationError, match="two tools are called 'dumps' \\(from json and json\\)"):
        load_tools(["json:dumps", "json:dumps"])
