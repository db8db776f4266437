"""Find out whether a server puts bound tools before its model: a prompt grows by them, or they were left out.

A chat template without tools drops them, and the server answers as if nothing had happened. What it counts of two
prompts tells: one with the tools bound, and one that has a text in their place, far shorter than the tools are. A
server that counts nothing, always the same, or only what its cache did not hold, tells nothing.
"""

from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage

TOOLS_DROPPED = "the server does not show the bound tools to its model: a prompt does not grow by them"
SHARE = 4
"""How many times shorter than the estimate of the tools the text is: some templates show a tool in few words."""
_LEAST_WORDS = 8
_WORD = "tool "
_PLAUSIBLE = 4
"""Counts this many times below the estimate leave something out, such as what a cache held."""


def filler_for(tools: int) -> str:
    """Return a text of at least a quarter of the tools' tokens. `tools`: an estimate of these."""
    return _WORD * max(_LEAST_WORDS, tools // SHARE)


def with_filler(messages: Sequence[BaseMessage], tools: int) -> list[BaseMessage]:
    """Return the messages with the filler text at the end of the last one: templates want users and models by turns."""
    last = HumanMessage(f"{messages[-1].text}\n{filler_for(tools)}")
    return [*messages[:-1], last]


def shows_tools(with_tools: int | None, with_text: int | None, *, messages: int) -> bool | None:
    """Return whether the model sees the tools; None where the counts do not tell.

    `with_tools`, `with_text`: tokens that the server counted of the prompt with the tools, and with the text in their
    place; `messages`: an estimate of the prompt without either.
    """
    if with_tools is None or with_text is None or min(with_tools, with_text) * _PLAUSIBLE < messages:
        return None
    return None if with_tools == with_text else with_tools > with_text
