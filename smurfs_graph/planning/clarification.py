"""Clarifying questions: what a person was asked about the request, what they said, and when nobody is asked. Pure."""

from collections.abc import Collection

from pydantic import BaseModel, ConfigDict

MAX_ANSWER_CHARS = 4_000
_NO_QUESTION = frozenset({"", "-", "none", "null", "no", "n/a", "na", "nothing", "no question", "..."})


class Clarification(BaseModel):
    """A question that a person was asked, and the answer; empty where they had none."""

    model_config = ConfigDict(frozen=True)

    question: str
    answer: str = ""


def as_question(text: str) -> str:
    """Return a question as a model wrote it, in one line; empty where the model only filled the field."""
    line = " ".join(text.split())
    return "" if line.lower().rstrip(".!") in _NO_QUESTION else line[:500]


def refusal(question: str, asked: Collection[Clarification], limit: int, *, possible: bool) -> str:
    """Say why a question is not put to a person; empty where it is.

    `limit`: questions of a whole run; `possible`: whether the run can wait for a person at all.
    """
    if limit == 0 or not possible:
        return "nobody can be asked"
    if any(item.question.casefold() == question.casefold() for item in asked):
        return "it was asked before"
    return f"{limit} questions have been asked, which is the limit" if len(asked) >= limit else ""


def questions_left(asked: Collection[Clarification], limit: int) -> int:
    """Return how many questions a run may still put to a person; `limit`: those of a whole run."""
    return max(0, limit - len(asked))


def with_answers(query: str, asked: Collection[Clarification]) -> str:
    """Return the request with what was said about it since; every later role works from this."""
    return "\n".join([query, *(f"({item.question} {item.answer})" for item in asked if item.answer)])
