"""A model's context window, as far as it is known, and the ratio of its tokens to our estimates."""

from collections.abc import Iterable
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.models.reasoning import reasoning_of

CHARS_PER_TOKEN = 4
"""For estimates, where a server does not count."""
TOKENS_PER_MESSAGE = 4
IMAGE_TOKENS = 1_000
"""Of an image in a prompt: providers take some hundreds to some thousands, by its size."""
REPLY_TOKENS = 2_048
"""Tokens of a window that are kept for the reply, which may be a program; or a quarter of a window that is small."""
SAFETY = 1.1
"""Estimates are taken this much higher until a server has counted."""
UNKNOWN_WINDOW = 65_536
"""Tokens that are assumed of a window of which nothing is known, wherever something depends on its size. Prompts are
cut to fit only once a profile, a setting or an overflow has told it."""
PLAUSIBLE_FACTOR = 16
PLAUSIBLE_EXTRA = 4_000
"""A count is absurd above this many times the estimate, and this many tokens more (hidden reasoning, templates)."""
HIDDEN_REASONING = 200_000
"""Tokens that a reply may have beyond what it shows."""
_LOWEST_RATIO, _HIGHEST_RATIO = 0.5, 6.0
_MIN_CALIBRATION = 50


def chars_of(window: int, share: float) -> int:
    """Return the characters that a share of a window holds."""
    return int(window * share) * CHARS_PER_TOKEN


def estimate_tokens(messages: Iterable[BaseMessage]) -> int:
    """Return a rough count of the tokens in these messages (4 characters each)."""
    return sum(_tokens(message) + TOKENS_PER_MESSAGE for message in messages)


def _tokens(message: BaseMessage) -> int:
    content: Any = message.content
    reasoning = sum(text_tokens(str(value)) for value in reasoning_of(message).values())
    if isinstance(content, str):
        return text_tokens(content) + reasoning
    images = sum(isinstance(block, dict) and block.get("type") == "image" for block in content)  # pyright: ignore
    return text_tokens(str(message.text)) + reasoning + images * IMAGE_TOKENS


def text_tokens(text: str) -> int:
    """Return a rough count of the tokens in a text: 4 ASCII characters each, fewer of others."""
    size = len(text) if text.isascii() else (len(text) + len(text.encode("utf-8", "replace"))) // 2
    return size // CHARS_PER_TOKEN


class Window:
    """A model's window in tokens: given, read from its profile, or learned from an overflow."""

    def __init__(self, tokens: int | None = None) -> None:
        """`tokens`: the window's size, where it is known from the start."""
        self.tokens = tokens
        self._ratio = SAFETY

    def learn(self, told: int | None, tried: int) -> None:
        """Learn from a prompt of `tried` estimated tokens that did not fit; `told`: the size that the server named, if
        any.
        """
        if told is None or (self.tokens is not None and self.tokens <= told):
            self.tokens = max(1, min(self.tokens or tried, tried) * 2 // 3)
        else:
            self.tokens = told

    def calibrate(self, estimated: int, counted: int) -> None:
        """Correct later estimates by a server's count of a prompt, upwards at once, down slowly."""
        if estimated < _MIN_CALIBRATION:
            return
        ratio = min(_HIGHEST_RATIO, max(_LOWEST_RATIO, counted / estimated))
        self._ratio = ratio if ratio > self._ratio else 0.9 * self._ratio + 0.1 * ratio

    def expected(self, estimated: int) -> int:
        """Return the tokens that a prompt is likely to have: the estimate, corrected by what the server has counted so
        far.
        """
        return round(estimated * self._ratio)

    def prompt_limit(self, given: int | None) -> int | None:
        """Return the estimated tokens that a prompt may have; None where no window is known.

        `given`: a setting's size.
        """
        known = min(size for size in (given, self.tokens) if size) if given or self.tokens else None
        if known is None:
            return None
        return max(1, int((known - min(REPLY_TOKENS, known // 4)) / self._ratio))


def usage_row(message: AIMessage, *, sent: int, received: int, role: str, model: str, seconds: float) -> UsageRow:
    """Return the ledger's row of one call: what the server counted where that is plausible, else an estimate.

    `sent` and `received` are estimates, in tokens, for servers that do not count, or absurdly.
    """
    tokens_in, tokens_out, cached = _counts(message)
    estimated = bool(message.response_metadata.get("estimated_usage"))
    if tokens_in is None or not 0 < tokens_in <= sent * PLAUSIBLE_FACTOR + PLAUSIBLE_EXTRA:
        tokens_in, cached, estimated = sent, 0, True
    if tokens_out is None or not 0 <= tokens_out <= received * PLAUSIBLE_FACTOR + HIDDEN_REASONING:
        tokens_out, estimated = received, True
    return UsageRow(
        role=role,
        model=model,
        calls=1,
        input_tokens=tokens_in,
        output_tokens=tokens_out,
        cached_tokens=min(max(0, cached), tokens_in),
        estimated=int(estimated),
        seconds=seconds,
    )


def _counts(message: AIMessage) -> tuple[int | None, int | None, int]:
    metadata: Any = message.usage_metadata
    if not isinstance(metadata, dict):
        return None, None, 0
    said = cast("dict[str, Any]", metadata)
    details: Any = said.get("input_token_details") or {}
    cached = cast("dict[str, Any]", details).get("cache_read") if isinstance(details, dict) else 0
    return _number(said.get("input_tokens")), _number(said.get("output_tokens")), _number(cached) or 0


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
