"""Price a model call: by the settings, else by genai-prices (extra `prices`), else unknown."""

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import Any

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.settings import Price, Settings

SERVERS_HERE = frozenset({"offline", "llamacpp", "ollama"})
"""Providers that run on a machine of one's own."""
_MILLION = 1_000_000


def price_of(reference: str, settings: Settings) -> Price | None:
    """Return US dollars per million tokens; None: unknown. A server of one's own has the prices of the settings."""
    if (given := settings.prices.get(reference)) is not None:
        return given
    provider, _, name = reference.partition(":")
    if provider in SERVERS_HERE:
        return Price(input=0, output=0)
    return None if settings.base_url or settings.role_base_urls else _look_up(provider, name)


def cost_of(row: UsageRow, price: Price | None) -> float:
    """Return the cost of a row's tokens in US dollars; 0 where the price is unknown."""
    if price is None:
        return 0.0
    cached = price.input if price.cached_input is None else price.cached_input
    fresh = row.input_tokens - row.cached_tokens
    return (fresh * price.input + row.cached_tokens * cached + row.output_tokens * price.output) / _MILLION


def refuse_unknown_prices(settings: Settings, references: Iterable[str]) -> None:
    """Raises ConfigurationError where a cost budget is set and a model's price is unknown."""
    if settings.max_cost is None and settings.sub_task_max_cost is None:
        return
    for reference in sorted(references):
        if price_of(reference, settings) is None:
            raise ConfigurationError(
                f"a cost budget is set, but the price of model {reference!r} is not known; set prices="
                f'{{"{reference}": {{"input": ..., "output": ...}}}} (US dollars per million tokens), '
                f"or, if it is a well-known model, {how_to_install('prices')}"
            )


@lru_cache(maxsize=256)
def _look_up(provider: str, name: str) -> Price | None:
    """Return a model's price by the list of genai-prices; None where that is not installed or lacks the model."""
    try:
        prices: Any = import_module("genai_prices")
    except ImportError:
        return None

    def dollars(**tokens: int) -> float:
        seller: Any = "google" if provider == "google_genai" else provider
        return float(prices.calc_price(prices.Usage(**tokens), model_ref=name, provider_id=seller).total_price)

    try:
        unit = 100_000  # below the size from which some providers charge more
        once = dollars(input_tokens=unit), dollars(output_tokens=unit)
        cached = dollars(input_tokens=unit, cache_read_tokens=unit)
    except Exception:  # LookupError for an unknown model; whatever else a price list may hold is unknown to us too
        return None
    return Price(input=once[0] * 10, output=once[1] * 10, cached_input=cached * 10)
