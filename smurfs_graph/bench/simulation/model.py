"""The simulated model: a chat model that serves every role of every strategy from the truth of one task.

It reads from the prompt what a role is asked and what the prompt shows (a value that a prompt does not show is not
known to it), decides rightly, and then errs by chance. Chance depends on the seed and the prompt alone, so that a run
can be repeated, whatever goes on beside it.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from smurfs_graph.bench.simulation.replies import Replies
from smurfs_graph.bench.simulation.task import ErrorRates, SimulatedTask
from smurfs_graph.prompting.prompts import parse_sections

CHARS_PER_TOKEN = 4
_NO_JSON = "Let me think about this. I would say that it is clear what has to be done here."
_HEADING = re.compile(r"\A# ([^\n]+)")


class SimulatedModel(BaseChatModel):
    """One task's model."""

    task: Any
    rates: ErrorRates
    seed: int = 0
    _asked: Counter[str] = PrivateAttr(default_factory=Counter[str])

    def __init__(self, task: SimulatedTask, rates: ErrorRates, seed: int = 0) -> None:
        """`seed` tells repetitions apart."""
        super().__init__(task=task, rates=rates, seed=seed)  # pyright: ignore[reportCallIssue]

    @property
    def _llm_type(self) -> str:
        return "simulated"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        texts = [str(message.text) for message in messages]
        sent = "\n".join(texts)
        self._asked[sent] += 1
        chance = random.Random(f"{self.seed}\n{self.task.query}\n{self._asked[sent]}\n{sent}")
        tokens = len(sent) // CHARS_PER_TOKEN + 1
        reply = self._reply(texts, tokens, chance)
        written = len(reply) // CHARS_PER_TOKEN + 1
        usage = UsageMetadata(input_tokens=tokens, output_tokens=written, total_tokens=tokens + written)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(reply, usage_metadata=usage))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._generate(messages)

    def _reply(self, texts: Sequence[str], tokens: int, chance: random.Random) -> str:
        if chance.random() < self.rates.chance("format", tokens):
            return _NO_JSON
        heading = _HEADING.match(texts[0].strip())
        sections: Mapping[str, str] = parse_sections(texts[-1])
        replies = Replies(self.task, self.rates, tokens, chance)
        return json.dumps(replies.to(heading[1] if heading else "", sections))
