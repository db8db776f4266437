"""Pages about the code are true: pages made from it are current, and names that they mention exist."""

import re
from importlib import import_module
from typing import Any, get_args

import pytest

from smurfs_graph import Settings, StopReason
from smurfs_graph.planning.outcome import OutcomeStatus
from tests.docs.pages import PAGES, ROOT
from tests.docs.references import PAGES as MADE

_NAMED = re.compile(r"`(smurfs_graph(?:\.\w+)+)(?:\(\))?`")
_AT = ("", "smurfs_graph", "tools")
_BELOW = re.compile(r"`([a-z_]+(?:\.\w+)+)`")


@pytest.mark.parametrize("name", MADE)
def test_page_is_current(name: str) -> None:
    """`make references` would change nothing."""
    assert (ROOT / name).read_text("utf-8") == MADE[name](), f"{name} is stale: make references"


def test_every_setting_is_described() -> None:
    """No setting stands there without a word."""
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \| .+ \|$", MADE["docs/reference/settings.md"](), re.MULTILINE)
    assert {name for name, told in rows if told.strip()} >= set(Settings.model_fields)


@pytest.mark.parametrize("page", PAGES)
def test_names_exist(page: str) -> None:
    """Whatever a page names as `smurfs_graph.…` can be imported."""
    for name in _NAMED.findall((ROOT / page).read_text("utf-8")):
        assert _found(name) is not None, f"{page} names {name}"


@pytest.mark.parametrize("page", [*PAGES, "ARCHITECTURE.md", "THREAT_MODEL.md"])
def test_links_lead_somewhere(page: str) -> None:
    """Each link to a file of the repository finds it, and each anchor its heading."""
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", (ROOT / page).read_text("utf-8")):
        name, _, anchor = link.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), f"{page}: {link}"
        assert not anchor or anchor in _anchors(path.read_text("utf-8")), f"{page}: {link}"


def test_how_it_works_names_what_exists() -> None:
    """The page that maps the papers to the code names modules, functions and fields below `smurfs_graph`."""
    named = _BELOW.findall((ROOT / "docs/how-it-works.md").read_text("utf-8"))
    assert len(named) > 40
    assert [name for name in named if _found(f"smurfs_graph.{name}") is None] == []


def test_architecture_shows_every_room() -> None:
    """Each folder of the library and of the tools stands in ARCHITECTURE's table of rooms."""
    table = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    folders = [path.parent.name for house in ("smurfs_graph", "tools") for path in (ROOT / house).glob("*/__init__.py")]
    assert len(folders) > 10
    assert [name for name in folders if f"{name}/`" not in table] == []


def test_architecture_names_files_that_there_are() -> None:
    """A stranger who follows ARCHITECTURE.md opens no file in vain; `NAME` stands for one that is to be written."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = {name for name in re.findall(r"`([\w./-]+/[\w./-]*)`", text) if "NAME" not in name}
    assert len(named) > 60
    assert [name for name in sorted(named) if not any((ROOT / at / name).exists() for at in _AT)] == []


def test_questions_cover_every_ending() -> None:
    """The page of questions says what each stop reason of a run and each status of a sub-task means."""
    page = (ROOT / "docs/faq.md").read_text("utf-8")
    endings = [*get_args(StopReason), *get_args(OutcomeStatus)]
    assert [name for name in endings if f"`{name}`" not in page and name != "solved"] == []


def test_site_names_no_page_twice() -> None:
    """mkdocs.yml places each page once, and only pages that there are; guides that it leaves out come last."""
    named = re.findall(r"^ +- .+: ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(named) > 15
    assert len(named) == len(set(named))
    notebooks = [f"notebooks/{path.stem}.md" for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    assert [name for name in named if name.startswith("notebooks/")] == notebooks
    pages = [name for name in named if name not in notebooks]
    assert [name for name in pages if not (ROOT / "docs" / name).exists() and not (ROOT / name).exists()] == []


def _anchors(text: str) -> list[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def _found(name: str) -> Any:
    """The module, class, function or member of this dotted name; None where there is none."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            fields = getattr(found, "model_fields", {})
            found = fields[part] if part in fields else getattr(found, part, None)
            if found is None:
                return None
        return found
    return None
