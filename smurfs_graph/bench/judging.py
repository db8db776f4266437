"""A model as the judge of answers: votes on one (solved, unsure, unsolved) and on which of two is better.

The procedure is ToolEval's, as StableToolBench runs it. Answers: one that is empty or gives up is unsolved without a
question; else the judge sees request and answer, and where it is unsure, in a second question, the steps as well. Pairs
are compared with their steps. A judge votes several times and its votes are kept; what they make together is counted
in `metrics.judged`. Departures: the words of the prompts are this library's own; in every second round two answers
change places, because judges favour the first one; a judge may call a tie, where ToolEval has it pick one by chance.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from langchain_core.language_models import BaseChatModel
from pydantic import field_validator

from smurfs_graph.asking.resources import Resources
from smurfs_graph.bench.metrics.judged import Preference, Status
from smurfs_graph.bench.suite import calls_of
from smurfs_graph.errors import ConfigurationError, ModelError
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.forms import SchemaForm
from smurfs_graph.models.server import ServerPolicy
from smurfs_graph.prompting.prompts import Prompt, parse_prompt
from smurfs_graph.prompting.replies import Reply
from smurfs_graph.settings import Sampling, Settings

ROLE = "judge"
GIVES_UP = "give_up_and_restart"
STEP_CHARS = 200
"""Characters of a response in a step that a judge sees. ToolEval cuts whole steps at 100."""
STEPS = 40
"""Steps that a judge sees of one answer: the first and the last ones."""
VOTES = 3
V = TypeVar("V", bound=str)
R = TypeVar("R", bound=Reply)


def _word(value: Any) -> Any:
    return value.strip().strip(".").lower() if isinstance(value, str) else value


class AnswerVote(Reply):
    """A judge's vote on one answer."""

    reason: str = ""
    verdict: Status

    _as_word = field_validator("verdict", mode="before")(_word)


class PreferenceVote(Reply):
    """A judge's vote between two answers."""

    reason: str = ""
    better: Literal["first", "second", "tie"]

    _as_word = field_validator("better", mode="before")(_word)


class AnsweredCase(NamedTuple):
    """An answer and the calls that it was made from, a line each (`steps_of`)."""

    text: str
    steps: Sequence[str] = ()


class Votes(NamedTuple, Generic[V]):
    """The votes of one case."""

    votes: list[V]
    problems: int = 0
    """Votes that could not be had or read, and stand as 'unsure' or 'tie'."""
    tokens: int = 0
    """In both directions."""


class Judge:
    """A model that votes; asked through the same layer as every role's model."""

    def __init__(
        self,
        reference: str,
        votes: int = VOTES,
        settings: Mapping[str, Any] | None = None,
        models: Mapping[str, BaseChatModel] | None = None,
    ) -> None:
        """`settings`: how models are reached and sampled, as for the runs; `models`: those that are objects already.

        Raises ConfigurationError for a model that is none, or for no vote.
        """
        if votes < 1:
            raise ConfigurationError("a judge needs at least one vote per case")
        given = dict(settings or {})
        given["role_models"] = dict(given.get("role_models", {})) | {ROLE: reference}
        self.reference, self.votes = reference, votes
        self._settings = Settings.checked(**given)
        self._resources = Resources.of(self._settings, {}, models)
        self._asker(0)

    async def judge_answer(self, query: str, answer: str, steps: Sequence[str] = ()) -> Votes[Status]:
        """Vote on an answer that these calls were made for; one without a word is unsolved and nobody is asked."""
        if not answer.strip() or GIVES_UP in answer:
            return Votes[Status](["unsolved"] * self.votes)
        found = Votes[Status]([])
        for number in range(self.votes):
            reply, tokens = await self._vote(number, "answer", {"query": query, "answer": answer}, AnswerVote)
            if reply is not None and reply.verdict == "unsure" and steps:
                shown = {"query": query, "steps": number_steps(steps), "answer": answer}
                reply, more = await self._vote(number, "steps", shown, AnswerVote)
                tokens += more
            vote: Status = reply.verdict if reply else "unsure"
            found = Votes[Status]([*found.votes, vote], found.problems + (reply is None), found.tokens + tokens)
        return found

    async def compare_answers(self, query: str, first: AnsweredCase, second: AnsweredCase) -> Votes[Preference]:
        """Vote on which answer is better."""
        found = Votes[Preference]([])
        for number in range(self.votes):
            swapped = number % 2 == 1
            one, other = (second, first) if swapped else (first, second)
            shown = {
                "query": query,
                "first_steps": number_steps(one.steps),
                "first": one.text,
                "second_steps": number_steps(other.steps),
                "second": other.text,
            }
            reply, tokens = await self._vote(number, "preference", shown, PreferenceVote)
            vote: Preference = reply.better if reply else "tie"
            if swapped and vote != "tie":
                vote = "second" if vote == "first" else "first"
            found = Votes[Preference]([*found.votes, vote], found.problems + (reply is None), found.tokens + tokens)
        return found

    async def _vote(self, number: int, name: str, values: Mapping[str, str], schema: type[R]) -> tuple[R | None, int]:
        """Return one vote of a judge, and the tokens that it took; no vote where the model cannot be asked or read."""
        asker, prompt, complaint, tokens = self._asker(number), _prompt(name), "", 0
        form = SchemaForm(schema)
        for _ in range(self._settings.max_restarts + 1):
            try:
                asked = await asker.ask(
                    prompt.render({key: value or "(nothing)" for key, value in values.items()}, complaint),
                    form,
                    role=ROLE,
                    policy=ServerPolicy.of(self._settings),
                )
            except ModelError:
                return None, tokens
            tokens += asked.row.input_tokens + asked.row.output_tokens
            if asked.reply is not None:
                return asked.reply, tokens
            complaint = asked.complaint
            form.cuts = (*form.cuts, *([asked.cut] if asked.cut else []))
        return None, tokens

    def _asker(self, number: int) -> Asker:
        """Return the asker of a round; each has a seed of its own, for servers that take one."""
        own = self._settings.role_sampling.get("judge", Sampling()).model_copy(update={"seed": number})
        settings = self._settings.model_copy(update={"role_sampling": {"judge": own}})
        return self._resources.askers.first(ROLE, settings)


def steps_of(result: Mapping[str, Any]) -> list[str]:
    """Return the calls of a run for a judge: tool, arguments, and what came of it, cut."""
    return [
        f"{call.tool} {json.dumps(call.arguments, ensure_ascii=False, default=str)[:STEP_CHARS]}: "
        f"{'' if call.ok else 'failed: '}{_cut(call.text)}"
        for call in calls_of(result)
    ]


def number_steps(steps: Sequence[str]) -> str:
    """Number the steps, leaving out those in the middle where there are very many."""
    lines = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    if len(lines) > STEPS:
        lines[STEPS // 2 : -STEPS // 2] = [f"({len(lines) - STEPS} more)"]
    return "\n".join(lines)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= STEP_CHARS else f"{line[:STEP_CHARS]} (cut)"


@cache
def _prompt(name: str) -> Prompt:
    return parse_prompt(files("smurfs_graph.bench").joinpath("prompts", f"{name}.md").read_text("utf-8"))
