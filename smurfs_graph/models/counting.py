"""The ledger's row of one call: what the server counted where that is plausible, an estimate where it is not."""

from typing import Any, cast

from langchain_core.messages import AIMessage

from smurfs_graph.budgets.usage import UsageRow

PLAUSIBLE_FACTOR = 16
PLAUSIBLE_EXTRA = 4_000
"""A count is absurd above this many times the estimate, and this many tokens more (hidden reasoning, templates)."""
HIDDEN_REASONING = 200_000
"""Tokens that a reply may have beyond what it shows."""


def usage_row(message: AIMessage, *, sent: int, received: int, role: str, model: str, seconds: float) -> UsageRow:
    """`sent` and `received` are estimates, in tokens, for servers that do not count, or absurdly."""
    tokens_in, tokens_out, cached = _counts(message)
    estimated = bool(message.response_metadata.get("estimated_usage"))
    if not _plausible(tokens_in, sent):
        tokens_in, cached, estimated = sent, 0, True
    if tokens_out is None or not 0 <= tokens_out <= received * PLAUSIBLE_FACTOR + HIDDEN_REASONING:
        tokens_out, estimated = received, True
    return UsageRow(
        role=role,
        model=model,
        calls=1,
        input_tokens=tokens_in or 0,
        output_tokens=tokens_out,
        cached_tokens=min(max(0, cached), tokens_in or 0),
        estimated=int(estimated),
        seconds=seconds,
    )


def _plausible(count: int | None, estimate: int) -> bool:
    return count is not None and 0 < count <= estimate * PLAUSIBLE_FACTOR + PLAUSIBLE_EXTRA


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
