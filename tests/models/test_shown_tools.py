"""What a server's counts tell of whether its model is shown the tools that are bound to it."""

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage, SystemMessage

from smurfs_graph.models.shown_tools import SHARE, filler_for, shows_tools, with_filler

TOKENS = st.integers(min_value=1, max_value=100_000)


@given(TOKENS, st.integers(min_value=40, max_value=100_000), st.floats(min_value=0.5, max_value=6))
def test_tools_in_the_prompt_are_seen_and_dropped_ones_too(messages: int, tools: int, per_word: float) -> None:
    """Whatever the tokenizer, and though a template may show a tool in half as many words."""
    text = int(len(filler_for(tools).split()) * per_word) + 1
    base = int(messages * per_word) + 1
    assert shows_tools(base + int(tools * per_word / 2), base + text, messages=messages) is True
    assert shows_tools(base, base + text, messages=messages) is False


@given(TOKENS, TOKENS)
def test_counts_that_tell_nothing_are_not_believed(messages: int, count: int) -> None:
    """None at all, always the same one, or what is left of a prompt that a cache holds."""
    assert shows_tools(None, count, messages=messages) is None
    assert shows_tools(count, None, messages=messages) is None
    assert shows_tools(count, count, messages=messages) is None
    assert shows_tools(1, 9, messages=max(messages, 5)) is None


def test_the_text_is_far_shorter_than_the_tools_and_keeps_the_turns() -> None:
    """A template that wants users and models by turns takes it."""
    assert len(filler_for(4_000).split()) == 4_000 // SHARE
    system, last = with_filler([SystemMessage("Be brief."), HumanMessage("Hello.")], 40)
    assert (system.text, last.type) == ("Be brief.", "human")
    assert last.text.startswith("Hello.\ntool ")
