"""The report's text: nothing of a run is markup, no secret is in it, nothing is fetched, and its size is bounded."""

from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Usage, UsageRow
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.events import vocabulary as events
from smurfs_graph.planning.delivery import Claim
from smurfs_graph.report import report_html
from smurfs_graph.report.plan_graph import PASSING, layer_nodes
from smurfs_graph.report.text import fair_limit
from tests.report.runs import HOSTILE, START, run


class _Reader(HTMLParser):
    """Collects tags with their attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: str) -> _Reader:
    """The page as a parser sees it."""
    reader = _Reader()
    reader.feed(page)
    return reader


def test_the_page_has_everything_of_the_run() -> None:
    """Answer, claims, what is missing, conditions, choice, plan, timeline, every step with its details, usage."""
    made, responses = run(tasks=3, steps=4, text="GRAPEFRUIT")
    page = report_html(made, responses, name="mine")
    for words in (
        "Four. GRAPEFRUIT", "It is four.", "rests on no sub-task", "no tool GRAPEFRUIT", "violated", "judged to hold",
        "proved to be the best", "Critical path".lower(), "full text 2 3", "rolled back", "Up to 3 sub-tasks at once",
        "offline:rules", "executor", "$0.0300", "smurfs run mine",
    ):  # fmt: skip
        assert words in page, words
    reader = read(page)
    ids = [attributes.get("id") or "" for _, attributes in reader.tags]
    assert sum(name.startswith("task-") for name in ids) == 15


def test_nothing_hostile_is_markup() -> None:
    """The tags of a page are the same whatever a run's texts say; control and bidi characters are written out."""
    made, responses = run(text=HOSTILE, response=HOSTILE)
    harmless, plain = run(text="x" * len(HOSTILE), response="y" * len(HOSTILE))
    page = report_html(made, responses, name=HOSTILE)
    tags = [tag for tag, _ in read(page).tags]
    assert tags == [tag for tag, _ in read(report_html(harmless, plain, name="z")).tags]
    assert tags.count("script") == 1
    for character in ("\x1b", "\u202e", "\u3164", "\x00"):
        assert character not in page
    assert "\\u202e" in page
    page.encode("utf-8")


def test_no_attribute_acts_or_fetches() -> None:
    """Links lead within the page only, and no element loads anything."""
    made, responses = run(text=HOSTILE, response=HOSTILE)
    for tag, attributes in read(report_html(made, responses)).tags:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        assert "src" not in attributes
        target = attributes.get("href") or "#"
        assert target.startswith(("#", "data:,")), target
    page = report_html(made, responses)
    assert "default-src 'none'" in page


def test_no_secret_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values of the environment, forms of keys, and what stands under a secret's name."""
    monkeypatch.setenv("SHOP_API_KEY", "canary-3f9a7b1c5d")
    text = "password: hunter2hunter canary-3f9a7b1c5d sk-abcdefgh12345678"
    made, responses = run(text=text, response="x" * 59_990 + text)
    page = report_html(made, responses, name="canary-3f9a7b1c5d")
    for secret in ("hunter2hunter", "canary-3f9a", "sk-abcdefgh"):
        assert secret not in page


def test_a_thousand_steps_stay_small() -> None:
    """At most 3 MB, whatever the texts are; cut ones say how much is missing."""
    text = "words \u5b57\u5b57\u5b57\u5b57 <&>"
    made, responses = run(tasks=84, steps=12, text=(text * 40)[:500], parallel=12, response=text * 200)
    page = report_html(made, responses)
    assert len(page.encode()) <= 3_000_000
    assert "more characters" in page


@pytest.mark.parametrize("made", [[], [events.RunStarted(at=START, run_id="r", query="q")]])
def test_a_run_that_has_hardly_begun(made: list[Any]) -> None:
    """The page says so."""
    page = report_html(made)
    assert "not finished" in page
    assert "There is no answer yet." in page


def test_a_run_that_waits_says_for_what() -> None:
    """The question stands at the top, with the sub-task that asks it."""
    made, _ = run(tasks=1, steps=1)
    waiting = events.PersonAsked(at=START + 2, sub_task="s0", about="tool_call", text="may <find>(n=1) be called?")
    page = report_html([*made[:3], waiting])
    for words in ("waiting for a person", "Waiting for a person", "may &lt;find&gt;(n=1) be called?", "? s0"):
        assert words in page, words
    assert "not finished" not in page


def test_calls_of_models_and_of_tools_are_not_added_up() -> None:
    """The number of model calls is the same at the top and in the table; tools have a row of their own."""
    made, _ = run(tasks=1, steps=1)
    planner = UsageRow(role="planner", calls=2, input_tokens=10, cost=0.5)
    rows = (planner, UsageRow(role="tool", tool_calls=7, seconds=3))
    page = report_html([*made, events.UsageKnown(at=START + 9, usage=Usage(rows=rows))])
    assert "<th scope=row>all models<td class=left><td>2<td>10<" in page
    assert "<th scope=row>tools<td class=left><td>7<" in page
    assert "<th scope=col>Cost" in page
    unpriced = (planner.model_copy(update={"cost": 0.0}),)
    assert "<th scope=col>Cost" not in report_html([events.UsageKnown(at=START, usage=Usage(rows=unpriced))])


@pytest.mark.parametrize(("responses", "told"), [(None, 0), ({}, 1)])
def test_a_response_is_missed_only_where_responses_were_given(responses: Any, told: int) -> None:
    """Without them nobody has asked for one."""
    made, _ = run(tasks=1, steps=1)
    assert report_html(made, responses).count("the response is no longer kept") == told


def test_what_the_answer_says_is_not_said_again_in_full() -> None:
    """A claim in the answer's own words is cut short, no other is; a choice that the answer states is left out."""
    long = "four " * 60
    made, _ = run(tasks=1, steps=1)
    said = {
        "answer": f"It is\n{long}. Take the first.",
        "claims": (Claim(text=f"It is {long}"), Claim(text="six " * 60)),
    }
    choice = ChoiceReport(status="chosen", solver="cp-sat", text="Take the first.")
    page = report_html([*made[:-1], made[-1].model_copy(update={**said, "choice": choice})])
    assert page.count(long.strip()) == 1
    assert page.count(("six " * 60).strip()) == 1
    assert page.count("Take the first.") == 1


def test_pauses_are_left_out_of_the_timeline() -> None:
    """A run that waited for a day for a person is drawn without the day, in its plan as well."""
    made, responses = run(tasks=2, steps=2, parallel=1)
    later = [event.model_copy(update={"at": event.at + 86_400}) if event.at > START + 4 else event for event in made]
    page = report_html(later, responses)
    assert "Pauses of 24 h 00 min in all" in page
    assert page.count("24 h") == 1


@given(st.lists(st.integers(0, 30_000), max_size=60), st.integers(100, 100_000))
def test_what_is_cut_to_the_fair_limit_fits(sizes: list[int], budget: int) -> None:
    """Together within the budget, unless even the shortest useful length is too much."""
    limit = fair_limit(sizes, budget)
    assert limit <= 40 or sum(min(size, limit) for size in sizes) <= budget


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefghz"), max_size=4)))
def test_every_node_has_one_place_below_what_it_depends_on(depends_on: dict[str, list[str]]) -> None:
    """Also where the plan has cycles or unknown names; edges go from row to row."""
    layout = layer_nodes(depends_on)
    places = {name: at for at, row in enumerate(layout.rows) for name in row}
    assert sorted(name for name in places if not name.startswith(PASSING)) == sorted(depends_on)
    for chain in layout.edges:
        rows = [places[name] for name in chain]
        assert rows == list(range(rows[0], rows[0] + len(chain)))
        assert chain[0] in depends_on[chain[-1]]
