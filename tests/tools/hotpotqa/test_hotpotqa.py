"""HotpotQA's tools over local passages: what they find, and a cursor that belongs to the path."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ToolError
from smurfs_graph.tools.calling import call_tool
from smurfs_graph.tools.hotpotqa import hotpotqa_tools
from smurfs_graph.tools.hotpotqa.encyclopedia import Page
from smurfs_graph.tools.hotpotqa.passages import Passages
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool
from tests.scripts import build, script

PAGES = (
    Page("Danube", ("The Danube is a river.", "It rises in Donaueschingen.", "The river ends in the Black Sea.")),
    Page("Ulm", ("Ulm is a city on the river Danube.", "Its minster is the tallest church.")),
)


@pytest.fixture
def tools() -> dict[str, Tool]:
    """The three tools over two pages."""
    return {tool.name: tool for tool in hotpotqa_tools(Passages(PAGES))}


async def call(tool: Tool, **arguments: Any) -> Any:
    """A call, as the executor makes it."""
    return await tool.call(tool.validate(arguments))


async def test_search_finds_pages_by_their_words(tools: dict[str, Tool]) -> None:
    """Inflected words too, the best page first; nothing found is a failure with a reason."""
    found = await call(tools["search"], query="tallest churches")
    assert [hit["title"] for hit in found] == ["Ulm"]
    with pytest.raises(ToolError, match="no page is found"):
        await call(tools["search"], query="zebra")


async def test_retrieve_takes_a_title_or_names_similar_ones(tools: dict[str, Tool]) -> None:
    """Whatever its case."""
    assert (await call(tools["retrieve"], entity="danube"))["text"].startswith("The Danube is a river.")
    missed = await call(tools["retrieve"], entity="Danube river")
    assert (missed["no_page"], missed["similar"][0]) == ("Danube river", "Danube")
    response = await call_tool(tools["retrieve"], {"entity": "Danube river"}, timeout=9, max_chars=500)
    assert not response.failed, "Smurfs, Table 7: it returns similar entities, so that the tool is not withdrawn"
    with pytest.raises(ToolError, match="no page 'zebra', and none like it"):
        await call(tools["retrieve"], entity="zebra")


async def test_lookup_goes_on_from_where_the_path_is(tools: dict[str, Tool]) -> None:
    """The next hit each time; its own keyword, and the page found last, count."""
    first = PastCall("retrieve", {"entity": "Danube"})
    again = PastCall("lookup", {"keyword": "River"})
    with on_path([first]):
        assert (await call(tools["lookup"], keyword="river"))["text"] == "The Danube is a river."
    with on_path([first, again, PastCall("lookup", {"keyword": "sea"})]):
        assert (await call(tools["lookup"], keyword="river"))["hit"] == "2 of 2"
    with on_path([first, again, again]), pytest.raises(ToolError, match="does not occur again"):
        await call(tools["lookup"], keyword="river")
    with on_path([first, again, PastCall("search", {"query": "tallest church"})]):
        assert (await call(tools["lookup"], keyword="river"))["title"] == "Ulm"


async def test_lookup_without_a_page_or_a_hit(tools: dict[str, Tool]) -> None:
    """Failures that say what to do; a retrieve that missed leaves the page found before it open."""
    with on_path([PastCall("retrieve", {"entity": "Ulm"}), PastCall("retrieve", {"entity": "Danube river"})]):
        assert (await call(tools["lookup"], keyword="minster"))["title"] == "Ulm"
    with pytest.raises(ToolError, match="search or retrieve one first"):
        await call(tools["lookup"], keyword="river")
    with on_path([PastCall("retrieve", {"entity": "Ulm"})]), pytest.raises(ToolError, match="does not occur in 'Ulm'"):
        await call(tools["lookup"], keyword="zebra")


def note() -> str:
    """Takes a note."""
    return "noted"


def test_the_cursor_rolls_back_with_the_path() -> None:
    """In a run: the second lookup is undone, so the next one finds the second hit once more."""
    calls = ["retrieve", "lookup", "lookup", "none of these", "note", "lookup", "none of these"]
    arguments = {"retrieve": {"entity": "Danube"}, "lookup": {"keyword": "river"}}
    replies = script(
        executor_tool=[{"tool": name} for name in calls],
        executor_arguments=lambda sections: arguments[json.loads(sections["document"])["name"]],
        verifier={"status": "pending", "hint": "go on"},
        answer=lambda sections: {"answer": sections["response"]},
    )
    built = build([*hotpotqa_tools(Passages(PAGES)), note], replies, max_depth=6)
    evidence = built.graph.invoke({"query": "q"})["outcomes"]["s1"].evidence
    assert [item.tool for item in evidence] == ["retrieve", "lookup", "lookup", "note", "lookup"]
    first, second, third = (item.text for item in evidence if item.tool == "lookup")
    assert ["1 of 2" in first, "2 of 2" in second, "2 of 2" in third] == [True, True, True]
    assert evidence[2].rolled_back and evidence[2].source == "hotpotqa (passages)"


@pytest.mark.parametrize("whole", [True, False])
def test_a_questions_file_is_an_encyclopedia(whole: bool, tmp_path: Path) -> None:
    """A JSON list or one object a line; a title's longest paragraph counts."""
    questions = [
        {"question": "?", "context": [["Ulm", ["A city."]], ["Empty", []]]},
        {"question": "?", "context": [["Ulm", ["A city.", " On the Danube."]]]},
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(questions) if whole else "\n".join(map(json.dumps, questions)))
    tools = load_tools([f"hotpotqa:{file}"])
    assert list(tools) == ["search", "retrieve", "lookup"] and tools["lookup"].stateful
    assert tools["search"].effects == {"read"} and tools["search"].source == "hotpotqa (passages of questions.jsonl)"
    assert len(Passages.from_file(file)) == 1
