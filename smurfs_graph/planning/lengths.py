"""Types of fields whose schema bounds the texts and lists that a model is asked for.

A server that holds its model to the schema ends a reply there. Nothing is validated by it: a text that came whole is
taken however long it is. No text is longer than 2,000 characters, the most that llama.cpp makes a grammar of.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

LONGEST_LABEL, LONGEST_CONSTRAINT, LONGEST_PROSE, LONGEST_CONTENT = 120, 400, 800, 1_000
"""Characters of names and ids; of a condition; of thoughts and hints; of an instruction."""
LONGEST_ID, LONGEST_REASONING, LONGEST_ANSWER = 40, 1_400, 2_000
MOST_SUB_TASKS = 8
"""Of a plan, to begin with. Lists and answers that come to their bound are asked for again, with room for more."""


def longest(characters: int) -> Any:
    """Return the field of a text that has at most so many characters."""
    return Field(json_schema_extra={"maxLength": characters})


def most(items: int) -> Any:
    """Return the field of a list that has at most so many items."""
    return Field(json_schema_extra={"maxItems": items})


Id = Annotated[str, longest(LONGEST_ID)]
Label = Annotated[str, longest(LONGEST_LABEL)]
Condition = Annotated[str, longest(LONGEST_CONSTRAINT)]
Prose = Annotated[str, longest(LONGEST_PROSE)]
Reasoning = Annotated[str, longest(LONGEST_REASONING)]
Content = Annotated[str, longest(LONGEST_CONTENT)]
Answer = Annotated[str, longest(LONGEST_ANSWER)]

Cut = Literal["runs on", "long", "bounded", "thoughts"]
"""Causes that kept a reply from its end: repetition, the limit, a bound, or thinking up to the limit."""
