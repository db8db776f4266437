"""α-UMi's agents over models that reply as their authors' do, in text: a whole conversation through a server."""

from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.testing import fresh_registry
from tests.graph.sides import CALLED, TOOLS
from tests.servers.hostile import HostileServer, honest

PLANNER = ["I look to the left.\n Next: caller.", "That is all.\n Next: conclusion."]


def converse(planner: list[str], caller: list[str], **settings: Any) -> tuple[dict[str, Any], list[str]]:
    """Run a request against a server that replies in text, whatever format it is asked for; the calls asked for too."""
    said = {"planner.umi": iter(planner), "caller": iter(caller), "summarizer": iter(["The sea is on the left."])}
    asked: list[str] = []

    def script(call: str, _: dict[str, str]) -> str:
        asked.append(call)
        return next(said[call])

    with fresh_registry(), HostileServer(honest, script) as server:
        options = {"model": "openai:any", "base_url": server.base_url, "strategy": "alpha-umi", "inner_search": "react"}
        graph = build_graph(Settings.checked(**{**options, **settings}), TOOLS)
        return graph.invoke({"query": "Where is the sea?"}), asked


@pytest.mark.parametrize("form", ["auto", "prompted"])
@pytest.mark.parametrize(
    "call",
    [
        'Action: left\nAction Input: {\n  "word": "sea"\n}',
        'Action: left Action Input: "{ "word": "sea" }"',
        'Action: left\nAction Input: {"word": "sea"}\nObservation: {"word": "lake"}',
        '{"call": {"tool": "left", "arguments": {"word": "sea"}}}',
    ],
)
def test_a_conversation_in_the_form_of_the_authors_models(form: str, call: str) -> None:
    """Appendix A and the cases of appendix E: "Next: caller.", "Action: …", "Action Input: …", "Next: conclusion."."""
    result, asked = converse(PLANNER, [call], structured_output=form)
    assert asked == ["planner.umi", "caller", "planner.umi", "summarizer"]
    assert (result["stop_reason"], result["answer"]) == ("answered", "The sea is on the left.")
    assert CALLED == ["left sea"]


def test_a_planner_gives_up_in_words() -> None:
    """Appendix A: "Next: caller or conclusion or give up."."""
    result, asked = converse(["Nothing here tells.\n Next: give up."], [])
    assert (asked, CALLED) == (["planner.umi"], [])
    assert result["outcomes"]["s1"].reason == "the model gave up: Nothing here tells."


@pytest.mark.parametrize(
    ("planner", "caller", "asked_again"),
    [
        (["I wonder what is next.", *PLANNER], ['Action: left\nAction Input: {"word": "sea"}'], "planner.umi"),
        (["I dance. Next: dance.", *PLANNER], ['Action: left\nAction Input: {"word": "sea"}'], "planner.umi"),
        (PLANNER, ["I call left.", 'Action: left\nAction Input: {"word": "sea"}'], "caller"),
        (PLANNER, ["Action: left\nAction Input: the sea", 'Action: left\nAction Input: {"word": "sea"}'], "caller"),
    ],
)
def test_a_text_of_no_form_is_asked_for_again(planner: list[str], caller: list[str], asked_again: str) -> None:
    """As any malformed reply; nothing is called for it."""
    result, asked = converse(planner, caller)
    at = asked.index(asked_again)
    assert asked[at : at + 2] == [asked_again, asked_again]
    assert (result["stop_reason"], CALLED) == ("answered", ["left sea"])
