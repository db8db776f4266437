"""Tools of a native step: all while they are a small part of the window, else those that may help.

All others stand beside them by name, for whatever is called with valid arguments is called.
"""

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage

from smurfs_graph import ToolError
from tests.scripts import Turns, calling


def tool(name: str, described: str, error: str = "") -> Any:
    """A tool of one parameter, which brings its name, or this error."""

    def call(word: str) -> str:
        if error:
            raise ToolError(error)
        return f"{name} of {word}"

    call.__name__, call.__doc__ = name, described
    return call


def asks(name: str) -> AIMessage:
    """A reply that calls one tool."""
    return calling(name, {"word": "x"})


BOOKS = [tool(f"book_{at}", f"Look a word up in volume {at} of the big dictionary of seafaring.") for at in range(60)]


class Run(Turns):
    """A run whose model replies in turn."""

    query = "Look up x in the dictionary."

    def __init__(self, *replies: Any, tools: Any, query: str = "", **settings: Any) -> None:
        super().__init__(*replies, tools=tools, model={"profile": {"tool_calling": True}}, **settings)
        self.outcomes = self.result(query)["outcomes"]

    @property
    def others(self) -> str:
        """Return what the prompt says of other tools."""
        return str(self.seen[0][1].text).partition("<other_tools>")[2].partition("</other_tools>")[0]


def test_all_tools_are_bound_while_they_are_a_small_part_of_the_window() -> None:
    """However many a shortlist would hold; in their own order, so that caches of prefixes hold."""
    run = Run("none", tools=BOOKS)
    assert run.names[-1] == [book.__name__ for book in BOOKS]
    assert run.others == ""


def test_else_those_that_may_help_are_bound_and_the_rest_is_listed() -> None:
    """A small window: words are stemmed, and the others have a line each."""
    flights = tool("search_flights", "Search flights between two airports.")
    run = Run("none", tools=[*BOOKS, flights], query="What is the price of a flight?", context_window=8_192)
    assert run.names[-1][0] == "search_flights"
    assert 10 <= len(run.names[-1]) < 40
    assert "- book_40: Look a word up" in run.others


def test_a_request_in_another_language_sees_all_names() -> None:
    """Its words lead to no tool, and the model knows better than the words."""
    free = tool("free_storage", "Get how many places are free.")
    run = Run("none", tools=[*BOOKS, *_more(60), free], query="Wie viele Plätze hat Rostock?", context_window=8_192)
    assert "free_storage" not in run.names[-1]
    assert run.others.strip().endswith("- free_storage")


def _more(count: int) -> list[Any]:
    return [tool(f"map_{at}", f"Look a place up on sheet {at} of the big map of seafaring.") for at in range(count)]


def test_a_call_of_a_tool_that_was_not_shown_is_made() -> None:
    """Its arguments are checked as any others; what the policy denies stays denied."""
    run = Run(asks("map_59"), "done", tools=[*BOOKS, *_more(60)], context_window=8_192)
    assert "map_59" not in run.names[-1]
    evidence = run.outcomes["s1"].evidence
    assert [(item.tool, item.text) for item in evidence] == [("map_59", "map_59 of x")]


def test_a_tool_that_an_error_names_is_told_with_its_document() -> None:
    """Behind the error, once; the tools that are bound stay the same."""
    first = tool("lookup", "Look up x in the dictionary.", "closed; map_59 has the same, and lookup will be back")
    run = Run(asks("lookup"), asks("map_59"), "done", tools=[first, *_more(120)], context_window=8_192)
    told = [str(message.text) for message in run.seen[-1][2:] if isinstance(message, HumanMessage)]
    assert len(told) == 1
    assert told[0].startswith('You may call as well:\n{"name":"map_59"')
    assert [item.ok for item in run.outcomes["s1"].evidence] == [False, True]
