"""Mistakes of the caller: refused as ConfigurationError in one line, and settings given to a single call."""

from typing import Any

import pytest

from smurfs_graph import ConfigurationError, Settings, UnknownNameError, build_graph
from smurfs_graph.graph import RECURSION_LIMIT
from smurfs_graph.testing import ScriptedModel
from tests.scripts import build, script


def look(word: str = "x") -> str:
    """Look it up."""
    return f"{word} is known"


@pytest.mark.parametrize(
    "query", ["", " \n\t ", "\x00\x1b[0m", None, 5, b"text", ["text"], {"text": 1}, "x" * 100_000, ...]
)
def test_a_query_that_is_no_question_is_refused(query: Any) -> None:
    """Empty, no text, too long, or of another name: refused before any model is asked."""
    built = build([look])
    with pytest.raises(ConfigurationError) as caught:
        built.graph.invoke({"question": "q"} if query is ... else {"query": query})
    assert "query" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert built.model.asked == []


def test_control_characters_do_not_reach_the_prompts() -> None:
    """A query is cleaned of terminal escapes and of characters that hide or reorder text."""
    built = build([look])
    built.run("find\x1b[31m \u202ered\x00 \ud800 things")
    assert built.model.asked[0].sections["query"] == "find red ? things"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tools": []}, "no tools"),
        *(({"tools": tools}, ".") for tools in (None, {}, {"look": look}, 5, b"builtin:calc")),  # keys are no modules
        *(({"tools": [tool]}, ".") for tool in (5, None, object(), int, b"builtin:calc", {"a": 1}, lambda x: x)),
        ({"tools": [look, [look]]}, "two tools are called 'look'"),
        ({"settings": {"max_depth": 1}}, "^settings must be"),
        ({"settings": [look]}, "^settings must be"),
        ({"checkpointer": True}, "^checkpointer must be"),
    ],
)
def test_what_no_graph_can_be_built_of_is_refused(given: dict[str, Any], said: str) -> None:
    """In one line, which says what to give."""
    arguments: dict[str, Any] = {"tools": [look], **given}
    with pytest.raises(ConfigurationError, match=said):
        build_graph(**arguments)


def test_a_model_is_a_name_or_an_object() -> None:
    """Of every role; what a call of the graph does not name stays as it was given."""
    model = ScriptedModel(lambda call, sections: {"needs_tool": False, "answer": "Hello."})
    graph = build_graph(model=model, tools=[look])
    for context in (None, Settings(max_depth=2)):
        assert graph.invoke({"query": "Say hello."}, context=context)["answer"] == "Hello."
    named = build_graph(model="offline:rules", tools=["builtin:dates"])
    assert "23" in named.invoke({"query": "How many days are there between 2026-12-01 and 2026-12-24?"})["answer"]
    with pytest.raises(ConfigurationError, match=r"unknown|provider"):
        build_graph(model="gpt", tools=[look])
    with pytest.raises(ConfigurationError, match="given twice: 'a:b'"):
        build_graph(Settings(model="a:b"), [look], model=model)
    with pytest.raises(ConfigurationError, match="must be a chat model"):
        build_graph(model=5, tools=[look])  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match=r"build_graph\(model="):
        Settings(model=model)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("reference", ["gpt", "nope:x", ":x", "x:", "offline:other", "", "openai:gpt:extra:nope:"])
def test_an_unknown_model_is_refused_when_the_graph_is_built(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the middle of a run."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigurationError) as caught:
        build_graph(Settings(model=reference), [look])
    assert "\n" not in str(caught.value)


def test_settings_of_one_call_change_what_they_name_and_nothing_else() -> None:
    """A partial context keeps the model and everything else that the graph was built with."""
    built = build([look], script(verifier={"status": "pending"}), max_depth=5, max_restarts=0)
    numbers: dict[str, Any] = {"max_depth": 1}
    for context in (numbers, Settings(max_depth=1)):
        built.model.asked.clear()
        result = built.graph.invoke({"query": "q"}, context=context)
        assert result["outcomes"]["s1"].reason == "reached the depth of 1 steps without a confirmed answer"
        assert built.calls()[0] == "planner"
    assert "depth of 1" not in built.run()["outcomes"]["s1"].reason


@pytest.mark.parametrize(
    ("context", "message"),
    [
        ({"max_steps": 0}, "'max_steps'.*greater than or equal to 1"),
        ({"max_stepz": 3}, "unknown setting 'max_stepz'; did you mean 'max_steps'"),
        ({"strategy": "smurf"}, "did you mean 'smurfs'"),
        (3, "context must be Settings"),
        ("max_steps=3", "context must be Settings"),
    ],
)
async def test_wrong_settings_of_one_call_are_refused(context: Any, message: str) -> None:
    """In every way of running, with a did-you-mean."""
    built = build([look])
    with pytest.raises(ConfigurationError, match=message):
        built.graph.invoke({"query": "q"}, context=context)
    with pytest.raises(ConfigurationError, match=message):
        await built.graph.ainvoke({"query": "q"}, context=context)
    with pytest.raises(ConfigurationError, match=message):
        list(built.graph.stream({"query": "q"}, context=context))
    assert issubclass(UnknownNameError, ConfigurationError)
    assert built.model.asked == []


def test_langgraph_limit_is_never_the_first_to_bind() -> None:
    """Every loop has a bound of its own, and the largest search over ToolBench's tools needs some 10^7 steps."""
    assert build([look]).graph.config["recursion_limit"] == RECURSION_LIMIT >= 10**9  # pyright: ignore
