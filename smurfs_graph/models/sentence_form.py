"""Ask for one sentence in plain text: what a model writes after it is left out, and nothing is asked for twice."""

import re
from typing import TypeVar

from pydantic import BaseModel
from typing_extensions import override

from smurfs_graph.models.cache import KeptReply
from smurfs_graph.models.forms import OF_JSON, FormAttempt, TextForm
from smurfs_graph.models.reading import BadReplyError, plain_text
from smurfs_graph.models.registry import Knowledge

R = TypeVar("R", bound=BaseModel)
SENTENCE_TOKENS = 128
"""Tokens of a long sentence; a small model goes on to whatever limit it has."""
_END = re.compile(r"(?<=[.!?。！？])(?<!\b[A-Z]\.)\s+(?=\S)|\n")  # noqa: RUF001 these end sentences


class SentenceForm(TextForm[R]):
    """A reply of which the first sentence is read. One that was cut off has that, too."""

    @property
    @override
    def most_tokens(self) -> int:
        """Return the tokens of one sentence."""
        return SENTENCE_TOKENS

    @override
    def first(self, knowledge: Knowledge) -> FormAttempt:
        """Begin without a format."""
        return FormAttempt("prompted")

    @override
    def read(self, kept: KeptReply) -> R:
        """Return the first sentence, as the field."""
        if kept.text.lstrip().startswith(OF_JSON) and not kept.cut_off:
            return super().read(kept)
        text = plain_text(kept.text)
        sentence = _END.split(text, maxsplit=1)[0].strip()
        if not sentence:
            raise BadReplyError("the reply was empty; write the sentence", shape=False)
        return self._reply.model_validate({self._field: sentence})
