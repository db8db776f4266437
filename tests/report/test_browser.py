"""The report in a real browser: no complaint, at two widths, light and dark, by keyboard, without script."""

import itertools
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import parse_event
from smurfs_graph.report import report_html
from tests.report.browser import Tab, browser, needs_chromium
from tests.report.runs import HOSTILE, run

pytestmark = needs_chromium

_CONTRASTS = """
(() => {
  const channel = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const behind = at => {
    for (; at; at = at.parentElement) {
      const found = numbers(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const at of document.querySelectorAll("body *:not(script):not(svg *)")) {
    const own = [...at.childNodes].some(each => each.nodeType === 3 && each.data.trim());
    if (!own || !at.checkVisibility()) continue;
    const [one, two] = [light(numbers(getComputedStyle(at).color)), light(behind(at))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < 4.5) poor.push(at.tagName + "." + at.className + " " + ratio.toFixed(2));
  }
  return poor;
})()
"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Generator[Tab]:
    """One browser for all tests of this module."""
    with browser(tmp_path_factory.mktemp("chromium")) as page:
        yield page


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A run with a bit of everything."""
    return _written(tmp_path / "run.html", *run(tasks=7, steps=4))


def _written(path: Path, made: Any, responses: Any) -> Path:
    path.write_text(report_html(made, responses, name="t"), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 420])
def test_it_fits_and_can_be_read(tab: Tab, report: Path, tmp_path: Path, width: int, scheme: str) -> None:
    """Nothing sticks out sideways, all text has a contrast of at least 4.5, nothing is fetched, nothing complains."""
    tab.colours(scheme)
    tab.complaints.clear()
    tab.requests.clear()
    tab.open(report, width)
    tab.value("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert tab.value("document.scrollingElement.scrollWidth") <= width
    assert tab.value(_CONTRASTS) == []
    assert tab.value("document.querySelectorAll('svg .box').length") == 7
    tab.picture(tmp_path / "page.png", whole=True)
    assert (tmp_path / "page.png").stat().st_size > 10_000
    assert tab.complaints == []
    assert [url for url in tab.requests if not url.startswith(("file:", "data:"))] == []


def test_it_prints_whole(tab: Tab, report: Path) -> None:
    """On A4 no table is cut at the right edge."""
    tab.ask("Emulation.setEmulatedMedia", media="print")
    try:
        tab.open(report, 700)  # A4 without its margins
        cut = "[...document.querySelectorAll('.scroll')].filter(at => at.scrollWidth > at.clientWidth).length"
        assert tab.value(cut) == 0
    finally:
        tab.ask("Emulation.setEmulatedMedia", media="")


@pytest.mark.parametrize("tasks", [2, 50])
@pytest.mark.parametrize("text", ["MMMMM WWWWW " * 9, "W" * 99, "東京から大阪までの列車を調べる。" * 6])
def test_a_box_of_the_plan_holds_its_text(tab: Tab, tmp_path: Path, text: str, tasks: int) -> None:
    """Whatever the font makes of it, and whatever a sub-task is called; its text still leads to it."""
    made, responses = run(tasks=tasks, text=text)
    name = "flights_from_copenhagen_to_rome_W"
    told = [parse_event(json.loads(event.model_dump_json().replace('"s0"', f'"{name}"'))) for event in made]
    tab.open(_written(tmp_path / "wide.html", told, responses))
    tab.value("document.querySelector('.plan a').scrollIntoView({behavior: 'instant', block: 'center'})")
    outside = """[...document.querySelectorAll('.plan a')].filter(each => {
      const frame = each.querySelector('.box').getBoundingClientRect();
      return [...each.querySelectorAll('p, p *')].map(at => at.getBoundingClientRect()).some(at =>
        at.left < frame.left || at.right > frame.right || at.top < frame.top || at.bottom > frame.bottom);
    }).length"""
    assert tab.value(outside) == 0
    hidden = "[...document.querySelectorAll('.plan :is(p, b)')].every(at => getComputedStyle(at).overflow == 'hidden')"
    assert tab.value(hidden)
    if tasks == 2:
        left, right = (f"document.querySelector('.plan .head {at}').getBoundingClientRect()" for at in ("b", "span"))
        assert tab.value(f"{left}.right <= {right}.left") and tab.value(f"{right}.width") > 60
    middle = "(a => document.elementFromPoint(a.left + a.width / 2, a.top + a.height / 2).closest('a').href.baseVal)"
    assert tab.value(f"{middle}(document.querySelector('.plan p').getBoundingClientRect())") == f"#task-{name}"


def test_the_keyboard_is_enough(tab: Tab, report: Path) -> None:
    """The first stop skips to the answer, a step opens with Enter, and every stop can be seen."""
    tab.open(report)
    tab.press("Tab", 9)
    assert tab.value("document.activeElement.textContent") == "Skip to the answer"
    assert tab.value("document.activeElement.getBoundingClientRect().left") >= 0
    tab.press("Enter", 13)
    assert tab.value("location.hash") == "#answer"
    tab.value("new Promise(done => setTimeout(done, 100))")
    assert tab.value("document.activeElement.id") == "h-answer"
    tab.value("document.querySelector('.tree summary').focus()")
    tab.press("Enter", 13)
    assert tab.value("document.activeElement.parentElement.open") is True
    assert tab.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_link_opens_what_it_leads_to(tab: Tab, tmp_path: Path) -> None:
    """A step of a closed sub-task is opened and has the focus; a box of the plan leads to its sub-task."""
    report = _written(tmp_path / "large.html", *run(tasks=20, steps=4))
    tab.open(report, fragment="#task-s9-step-2")
    tab.value("new Promise(done => setTimeout(done, 100))")
    assert tab.value("document.querySelector('#task-s9 > details').open") is True
    assert tab.value("document.activeElement.closest('li').id") == "task-s9-step-2"
    box = "document.querySelector('svg a[href=\"#task-s3\"]')"
    tab.value(f"{box}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    tab.value("new Promise(done => setTimeout(done, 100))")
    assert tab.value("document.querySelector('#task-s3 > details').open") is True
    assert tab.complaints == []


def test_a_screen_reader_finds_its_way(tab: Tab, report: Path) -> None:
    """Landmarks, one heading of the first level, names for regions and tables, links with words."""
    tab.open(report)
    nodes: list[dict[str, Any]] = tab.ask("Accessibility.getFullAXTree")["nodes"]
    shown = [node for node in nodes if not node.get("ignored")]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in shown]
    roles = {role for role, _ in named}
    assert {"banner", "main", "navigation", "contentinfo", "heading", "list", "table", "DisclosureTriangle"} <= roles
    assert all(name for role, name in named if role in ("link", "button", "DisclosureTriangle"))
    assert ("navigation", "Parts of the report") in named
    assert any("solved" in name for role, name in named if role == "link")
    levels = tab.value("[...document.querySelectorAll('h1,h2,h3')].map(each => +each.tagName[1])")
    assert levels.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in itertools.pairwise(levels))


def test_without_script_everything_can_be_opened(tab: Tab, report: Path) -> None:
    """The page's script only adds comfort."""
    tab.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.open(report)
        assert tab.value("document.querySelectorAll('.tree details').length") == 28
        assert "full text 6 3" in tab.value("document.body.textContent")
        assert tab.value("document.querySelectorAll('button').length") == 0
    finally:
        tab.ask("Emulation.setScriptExecutionDisabled", value=False)


def test_hostile_texts_do_nothing(tab: Tab, tmp_path: Path) -> None:
    """Texts of a tool, a model or a name stay texts, also where the page's policy would not stop them."""
    tab.complaints.clear()
    tab.requests.clear()
    report = tmp_path / "hostile.html"
    page = report_html(*run(text=HOSTILE, response=HOSTILE), name=HOSTILE)
    report.write_text(page.replace('http-equiv="Content-Security-Policy"', 'name="none"'), encoding="utf-8")
    tab.open(report)
    tab.value("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert tab.value("window.pwned") is None
    assert tab.value("document.querySelectorAll('img, base, a[href^=javascript]').length") == 0
    assert tab.complaints == []
    assert len(tab.requests) <= 2  # itself, and the empty icon


def test_the_policy_stops_what_is_not_the_pages_own(tab: Tab, report: Path, tmp_path: Path) -> None:
    """A script that came in all the same would not run."""
    changed = tmp_path / "changed.html"
    changed.write_text(report.read_text().replace("</main>", "<script>window.pwned=1</script></main>"))
    tab.open(changed)
    assert tab.value("window.pwned") is None
    assert tab.value("document.querySelectorAll('.tools button').length") == 4
    tab.complaints.clear()
