"""The site's additions to the pages: notebooks as pages, and a search that works in a folder, without a server."""

import json
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.docs.pages import ROOT
from tests.report.browser import browser, needs_chromium


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    """docs/notebook_pages.py, which MkDocs finds beside its hook."""
    spec = spec_from_file_location("notebook_pages", ROOT / "docs/notebook_pages.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    """A cell of code."""
    return {"cell_type": "code", "source": [source], "outputs": outputs}


def stream(text: str, name: str = "stdout") -> dict[str, Any]:
    """Return the output of a cell that printed a text."""
    return {"output_type": "stream", "name": name, "text": [text]}


def notebook(folder: Path, *cells: dict[str, Any]) -> Path:
    """A notebook of a title and these cells."""
    file = folder / "1_mine.ipynb"
    title = {"cell_type": "markdown", "source": ["# Mine\n", "\n", "About it."]}
    file.write_text(json.dumps({"nbformat": 4, "cells": [title, *cells]}), "utf-8")
    return file


def test_every_cell_and_output_is_on_the_page(pages: ModuleType) -> None:
    """Nothing of the notebooks in the repository is left out."""
    assert len(pages.notebooks()) == 5
    for path in pages.notebooks():
        page = pages.page(path)
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert "".join(cell["source"]).rstrip() in page
            assert all("".join(output["text"]).rstrip() in page for output in cell.get("outputs", ()))


def test_page_begins_with_the_title_and_names_its_notebook(pages: ModuleType, tmp_path: Path) -> None:
    """A cell that printed nothing has no empty box below it."""
    page = pages.page(notebook(tmp_path, code("x = 1")))
    assert page.startswith("# Mine\n\nAbout it.\n\nThis page is the notebook [1_mine.ipynb](1_mine.ipynb)")
    assert page.endswith("``` { .python }\nx = 1\n```\n")


def test_fences_in_code_and_output_stay_what_they_are(pages: ModuleType, tmp_path: Path) -> None:
    """The fence around is longer."""
    page = pages.page(notebook(tmp_path, code("FENCE = '````'", stream("```json\n{}\n```\n"))))
    assert "`````" + " { .python }\nFENCE = '````'\n`````" in page
    assert "````" + " { .text .printed }\n```json\n{}\n```\n````" in page


@pytest.mark.parametrize("output", [stream("a warning", "stderr"), {"output_type": "display_data", "data": {}}])
def test_what_a_page_cannot_show_is_an_error(pages: ModuleType, tmp_path: Path, output: dict[str, Any]) -> None:
    """Nothing is left out in silence: the site is not built."""
    with pytest.raises(ValueError, match="no page can show"):
        pages.page(notebook(tmp_path, code("show()", output)))


@needs_chromium
def test_a_worker_runs_for_a_page_in_a_folder(tmp_path: Path) -> None:
    """Browsers refuse one there; the frame that stands in answers in the same way."""
    shutil.copy(ROOT / "docs/iframe-worker.js", tmp_path)
    (tmp_path / "double.js").write_text('addEventListener("message", (asked) => postMessage(2 * asked.data));', "utf-8")
    (tmp_path / "page.html").write_text("<!doctype html><script src=iframe-worker.js></script><p>A page", "utf-8")
    ask = (
        "new Promise(done => { const worker = new Worker('double.js');"
        " worker.addEventListener('message', told => done(told.data)); worker.postMessage(21); })"
    )
    with browser(tmp_path / "profile") as tab:
        tab.open(tmp_path / "page.html")
        assert tab.value(ask) == 42
        assert tab.complaints == []
