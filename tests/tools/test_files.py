"""Files: useful views of a folder, and no way out of it."""

import json
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError, ToolError
from smurfs_graph.tools import files, folder

SECRET = "the-secret-outside"


class Files(NamedTuple):
    root: Path
    list_files: Callable[..., dict[str, Any]]
    read_file: Callable[..., dict[str, Any]]
    search_files: Callable[..., dict[str, Any]]


@pytest.fixture(params=["by component", "by path"])
def box(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Files:
    """A root with a few files and a secret beside it, in both ways of opening a file."""
    if request.param == "by path":
        monkeypatch.setattr(folder, "_OPENS_BY_COMPONENT", False)
    root = tmp_path / "root"
    for name, text in {
        "readme.md": "Smurfs\nare blue\n",
        "data/a.csv": "name,colour\nPapa,red\n",
        "data/deep/b.csv": "name,colour\nSmurfette,white\n",
        ".env": "KEY=blue\n",
        ".git/config": "blue = yes\n",
        ".github/ci.yml": "on: blue\n",
        "CVS/Entries": "blue\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (tmp_path / "secret.txt").write_text(SECRET)
    (tmp_path / "root-twin").mkdir()
    (tmp_path / "root-twin/secret.txt").write_text(SECRET)
    return Files(root, *files.tools(str(root)))


@pytest.mark.parametrize(
    ("asked", "files"),
    [
        ({}, ["data/", "readme.md"]),
        ({"folder": "data"}, ["data/a.csv", "data/deep/"]),
        ({"pattern": "*.csv"}, []),
        ({"pattern": "**/*.csv"}, ["data/a.csv", "data/deep/b.csv"]),
        ({"pattern": "**/*.md"}, ["readme.md"]),
        ({"pattern": "data/*.csv"}, ["data/a.csv", "data/deep/b.csv"]),
        ({"pattern": ".env"}, [".env"]),
        ({"pattern": ".git/*"}, [".git/config"]),
        ({"folder": ".github"}, [".github/ci.yml"]),
    ],
)
def test_lists_what_was_asked_for(box: Files, asked: dict[str, str], files: list[str]) -> None:
    """Below a folder only where the pattern says so; what is hidden only where it is named."""
    assert box.list_files(**asked) == {"files": files}


def test_hidden_files_are_searched_only_when_asked_for(box: Files) -> None:
    assert [hit["path"] for hit in box.search_files("blue")["matches"]] == ["readme.md"]
    assert [hit["path"] for hit in box.search_files("blue", pattern=".github/*.yml")["matches"]] == [".github/ci.yml"]


def test_reads_a_file(box: Files) -> None:
    assert box.read_file("data/a.csv") == {
        "path": "data/a.csv",
        "start_line": 1,
        "total_lines": 2,
        "text": "name,colour\nPapa,red",
    }


def test_reads_on_from_where_it_stopped(box: Files) -> None:
    (box.root / "long.txt").write_text("".join(f"line {number}\n" for number in range(1, 501)))
    first = box.read_file("long.txt")
    assert (first["text"].count("\n") + 1, first["note"]) == (200, "the file goes on; continue with start_line 201")
    rest = box.read_file("long.txt", start_line=401, max_lines=5000)
    assert rest["text"].startswith("line 401\n")
    assert rest["text"].endswith("line 500")
    assert "note" not in rest
    with pytest.raises(ToolError, match="has 500 lines; start_line 501 is beyond its end"):
        box.read_file("long.txt", start_line=501)
    with pytest.raises(ToolError, match="start at 1"):
        box.read_file("long.txt", start_line=0)


def test_line_ends_and_empty_files(box: Files) -> None:
    (box.root / "dos.txt").write_bytes(b"one\r\ntwo\r\n\r\nfour")
    (box.root / "empty.txt").touch()
    assert box.read_file("dos.txt")["text"] == "one\ntwo\n\nfour"
    assert (box.read_file("empty.txt")["text"], box.read_file("empty.txt")["total_lines"]) == ("", 0)


def test_finds_text_in_any_case(box: Files) -> None:
    assert box.search_files("PAPA") == {"matches": [{"path": "data/a.csv", "line": 2, "text": "Papa,red"}]}
    assert box.search_files("name", folder="data/deep")["matches"][0]["path"] == "data/deep/b.csv"
    assert box.search_files("name", pattern="*.md") == {"matches": []}
    assert box.search_files(".*") == {"matches": []}
    for text in ("", "a\nb"):
        with pytest.raises(ToolError, match="part of one line"):
            box.search_files(text)


def outcomes(box: Files, path: str) -> list[str]:
    """Return each tool's answer to a path."""
    said: list[str] = []
    calls: list[Callable[[], dict[str, Any]]] = [
        lambda: box.read_file(path),
        lambda: box.list_files(path),
        lambda: box.search_files("secret", path),
    ]
    for call in calls:
        try:
            said.append(json.dumps(call()))
        except ToolError as error:
            said.append(str(error))
    return said


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "..",
        "data/../../secret.txt",
        "data/../readme.md",
        "/etc/passwd",
        "//etc/passwd",
        "/",
        "../root-twin/secret.txt",
        "readme.md\0.txt",
        "\0",
        "./../secret.txt",
        "data/./../../secret.txt",
    ],
)
def test_no_path_goes_out(box: Files, path: str) -> None:
    for said in [*outcomes(box, path), *outcomes(box, str(box.root / "readme.md"))]:
        assert "absolute" in said or "'..' is not allowed" in said or "NUL" in said


@pytest.mark.parametrize("target", ["../secret.txt", "..", "/etc", "../root-twin", "hop"])
def test_a_link_that_leads_out_is_refused_and_not_listed(box: Files, target: str) -> None:
    (box.root / "hop").symlink_to("../root-twin")
    (box.root / "link").symlink_to(target)
    for path in ("link", "link/secret.txt", "link/passwd"):
        for said in outcomes(box, path):
            assert SECRET not in said
            assert "leads out of the root folder" in said
    assert box.list_files() == {"files": ["data/", "readme.md"]}
    assert box.search_files("secret") == {"matches": []}


def test_a_link_that_stays_inside_works(box: Files) -> None:
    (box.root / "shortcut").symlink_to("data/a.csv")
    assert "Papa" in box.read_file("shortcut")["text"]
    assert "shortcut" in box.list_files()["files"]


def test_links_in_circles_end(box: Files) -> None:
    (box.root / "self").symlink_to("self")
    (box.root / "data/up").symlink_to("..")
    with pytest.raises(ToolError):
        box.read_file("self")
    assert len(box.search_files("name")["matches"]) == 2


@pytest.mark.parametrize("box", ["by component"], indirect=True)
def test_a_link_swapped_in_after_the_check_is_not_followed(box: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is checked, then replaced by a link that leads out, then opened."""
    checked = folder.Folder.resolve

    def swap_after_check(self: folder.Folder, path: str) -> tuple[str, ...]:
        parts = checked(self, path)
        (box.root / "data").rename(box.root / "moved")
        (box.root / "data").symlink_to("../root-twin")
        return parts

    (box.root / "data/secret.txt").write_text("harmless")
    monkeypatch.setattr(folder.Folder, "resolve", swap_after_check)
    with pytest.raises(ToolError, match=r"cannot open 'data/secret\.txt'"):
        box.read_file("data/secret.txt")


def test_a_pipe_neither_blocks_nor_is_read(box: Files) -> None:
    os.mkfifo(box.root / "pipe")
    with pytest.raises(ToolError, match="a device, pipe or socket"):
        box.read_file("pipe")
    assert box.search_files("blue")["matches"]
    assert "pipe" not in box.list_files()["files"]


def test_a_socket_a_folder_and_a_device_are_not_read(box: Files) -> None:
    with socket.socket(socket.AF_UNIX) as server, pytest.MonkeyPatch.context() as patch:
        patch.chdir(box.root)
        server.bind("sock")
        with pytest.raises(ToolError, match=r"cannot open|pipe or socket"):
            box.read_file("sock")
    with pytest.raises(ToolError, match="is a folder"):
        box.read_file("data")
    devices = files.tools("/dev")
    with pytest.raises(ToolError, match="a device, pipe or socket"):
        devices[1]("zero")
    assert "zero" not in devices[0]()["files"]


def test_binary_files_are_named_not_dumped(box: Files) -> None:
    (box.root / "image.png").write_bytes(b"\x89PNG\0\0blue\n" * 10)
    with pytest.raises(ToolError, match="binary file of 110 bytes"):
        box.read_file("image.png")
    found = box.search_files("blue")
    assert [hit["path"] for hit in found["matches"]] == ["readme.md"]
    assert found["note"].startswith("1 files not searched")


def test_bytes_that_are_no_text_are_replaced_and_said(box: Files) -> None:
    (box.root / "latin.txt").write_bytes("caf\u00e9\n".encode("latin-1"))
    answer = box.read_file("latin.txt")
    assert answer["text"] == "caf\ufffd"
    assert answer["note"] == "1 characters could not be decoded as utf-8"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_decides_the_encoding(box: Files, encoding: str) -> None:
    (box.root / "marked.txt").write_text("gr\u00fcn\n", encoding=encoding)
    assert box.read_file("marked.txt")["text"] == "gr\u00fcn"


def test_a_name_that_is_no_text_does_not_break_the_answer(box: Files) -> None:
    (box.root / os.fsdecode(b"bad\xff.txt")).write_text("blue\n")
    for answer in (box.list_files(), box.search_files("blue")):
        assert "bad?.txt" in json.dumps(answer, ensure_ascii=False).encode("utf-8").decode()


def test_large_files_and_long_lines_are_cut(box: Files) -> None:
    (box.root / "wide.txt").write_text("x" * 100_000 + "needle" + "y" * 100_000 + "\n" + ("z" * 400 + "\n") * 500)
    answer = box.read_file("wide.txt", max_lines=1000)
    assert "[cut: line of 200006 characters]" in answer["text"]
    assert len(answer["text"]) <= files.MAX_TEXT_CHARACTERS
    assert answer["note"].startswith("the file goes on")
    assert "needle" in box.search_files("needle")["matches"][0]["text"]
    os.truncate(box.root / "wide.txt", files.MAX_FILE_BYTES + 1)
    with pytest.raises(ToolError, match=f"at most {files.MAX_FILE_BYTES} can be read"):
        box.read_file("wide.txt")


def test_results_are_bounded_and_the_rest_is_said(box: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    (box.root / "many").mkdir()
    for number in range(250):
        (box.root / f"many/{number:03}.txt").write_text("same\nsame\n")
    listed = box.list_files("many")
    assert (len(listed["files"]), "only the first 200" in listed["note"]) == (200, True)
    found = box.search_files("same")
    assert (len(found["matches"]), "stopped after 200 matches" in found["note"]) == (200, True)
    monkeypatch.setattr(files, "MAX_ENTRIES", 50)
    assert "stopped after 50 entries" in box.list_files("many")["note"]
    monkeypatch.setattr(files, "MAX_SEARCH_SECONDS", -1.0)
    assert "stopped after 0 matches" in box.search_files("same")["note"]


def test_a_pattern_cannot_take_long(box: Files) -> None:
    (box.root / ("a" * 200)).touch()
    start = time.thread_time()
    assert box.list_files(pattern="*a" * 80 + "b") == {"files": []}
    assert time.thread_time() - start < 1
    with pytest.raises(ToolError, match="pattern longer than"):
        box.list_files(pattern="*" * 500)


@pytest.mark.parametrize(
    "path", ["missing.txt", "readme.md/inner", "x" * 5000, "a/" * 3000, "\ud800", "README.md\u200b"]
)
def test_what_is_not_there_is_a_reason(box: Files, path: str) -> None:
    with pytest.raises(ToolError, match="cannot"):
        box.read_file(path)


parts = st.sampled_from(
    [
        *("..", ".", "", "/", "...", "\\..", "%2e%2e", "~", "\0", "C:"),
        *("root", "root-twin", "data", "out", "secret.txt", "readme.md"),
    ]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.lists(parts, max_size=8).map("/".join), st.text(max_size=20)))
@example("out/secret.txt")
@example("data/out/../out/secret.txt")
def test_no_path_at_all_shows_what_is_outside(box: Files, path: str) -> None:
    for link in (box.root / "out", box.root / "data/out"):
        if not link.is_symlink():
            link.symlink_to(box.root.parent)
    for said in outcomes(box, path):
        assert SECRET not in said


def test_the_root_is_the_current_directory_unless_given(box: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is a link is followed once."""
    monkeypatch.chdir(box.root)
    here = files.tools()
    monkeypatch.chdir("/")
    (box.root.parent / "alias").symlink_to("root")
    for listing in (here[0], files.tools(str(box.root.parent / "alias"))[0]):
        assert listing() == {"files": ["data/", "readme.md"]}


@pytest.mark.parametrize("name", ["missing", "secret.txt", "bad\0name"])
def test_a_root_that_cannot_be_used_is_a_configuration_error(box: Files, name: str) -> None:
    with pytest.raises(ConfigurationError, match="builtin:files"):
        files.tools(str(box.root.parent / name))
