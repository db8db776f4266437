"""Resolve a model reference to a LangChain chat model; a switch forbids real ones, for tests."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import urlsplit

from langchain_core.language_models import BaseChatModel

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.providers import Endpoint, make_client, provider_of, require
from smurfs_graph.settings import Settings

OFFLINE = "offline:rules"
VARIABLE = "SMURFS_FORBID_REAL_MODELS"
"""Environment variable that forbids real models, for whole test runs and their child processes."""
_LOCAL = frozenset({"127.0.0.1", "::1", "localhost"})
_switches: list[str] = []


@contextmanager
def forbid_real_models() -> Generator[None]:
    """Refuse, while open, models that are neither embedded, given as objects nor on this machine."""
    _switches.append(VARIABLE)
    try:
        yield
    finally:
        _switches.pop()


def refuse_if_forbidden(reference: str, base_url: str | None) -> None:
    """Raises ConfigurationError for a real model where those are forbidden."""
    if not _switches and os.environ.get(VARIABLE, "") in ("", "0"):
        return
    if base_url is None or urlsplit(base_url).hostname not in _LOCAL:
        raise ConfigurationError(f"model {reference!r} is a real one, and real models are forbidden here ({VARIABLE})")


def resolve_model(reference: str, settings: Settings, role: str = "") -> BaseChatModel:
    """Return the chat model of a reference such as "openai:gpt-5-mini" or "llamacpp:model.gguf".

    Raises ConfigurationError, in one line, for an unknown provider, a missing package or a missing key.
    """
    if reference == OFFLINE:
        raise ConfigurationError(f"{OFFLINE} is a set of rules for this library's own prompts; name a chat model here")
    provider, name = provider_of(reference)
    if provider.name == "llamacpp":
        require(provider, reference, None)
        from smurfs_graph.models.llamacpp import LlamaModel

        return LlamaModel.from_file(name, settings.sampling_of(role), settings.context_window)
    endpoint = endpoint_of(reference, settings, role)
    model = make_client(reference, endpoint)
    refuse_if_forbidden(reference, endpoint.base_url)
    return model


def endpoint_of(reference: str, settings: Settings, role: str = "") -> Endpoint:
    """Return the endpoint of a role's model; the role's address counts for the provider of its own model only."""
    own = settings.model_of(role).partition(":")[0]
    return Endpoint(
        base_url=settings.base_url_of(role) if reference.partition(":")[0] == own else None,
        sampling=settings.sampling_of(role),
        timeout=settings.model_timeout,
        responses_api=settings.openai_api == "responses",
    )


def server_of(reference: str, settings: Settings, role: str = "") -> str:
    """Return the name of the server that a model is asked on: its address, or its provider."""
    address = endpoint_of(reference, settings, role).base_url
    return address or reference.partition(":")[0]
