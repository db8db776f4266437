"""The providers: what each needs, and how its LangChain client is made."""

import importlib.util
import os
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from langchain_core.language_models import BaseChatModel

from smurfs_graph.errors import ConfigurationError, UnknownNameError, how_to_install
from smurfs_graph.models.bodies import event_hooks
from smurfs_graph.models.failures import line_of
from smurfs_graph.settings import Sampling


@dataclass(frozen=True)
class Provider:
    """One provider: the first part of a model's reference."""

    name: str
    client: str
    """LangChain's name for it."""
    package: str
    """The package that has to be importable."""
    extra: str = ""
    """The extra of this library that installs it; empty where it is always there."""
    keys: tuple[str, ...] = ()
    """Environment variables, one of which has to hold a key."""
    output_limit: str = "max_tokens"
    """The client's name for the limit of a reply's tokens."""
    seed: bool = True
    """Whether the client takes a seed."""


PROVIDERS = {
    provider.name: provider
    for provider in (
        Provider("openai", "openai", "langchain_openai", keys=("OPENAI_API_KEY",)),
        Provider("anthropic", "anthropic", "langchain_anthropic", "anthropic", ("ANTHROPIC_API_KEY",), seed=False),
        Provider(
            "google", "google_genai", "langchain_google_genai", "google",
            ("GOOGLE_API_KEY", "GEMINI_API_KEY"), "max_output_tokens",
        ),
        Provider("ollama", "ollama", "langchain_ollama", "ollama", output_limit="num_predict"),
        Provider("llamacpp", "", "llama_cpp", "llamacpp"),
    )
}  # fmt: skip
"""Providers that this library knows how to set up; LangChain's others work by LangChain's names for them."""
_ALIASES = {"google_genai": "google"}


@dataclass(frozen=True)
class Endpoint:
    """A model's address with the terms of asking it."""

    base_url: str | None
    sampling: Sampling
    timeout: float
    """Seconds for one attempt."""
    responses_api: bool = False


def provider_of(reference: str) -> tuple[Provider, str]:
    """Return the provider and the model's name. Raises ConfigurationError for what is no reference."""
    named, colon, model = reference.partition(":")
    if not colon or not named or not model:
        raise ConfigurationError(f"model {reference!r} is not of the form provider:name, as in 'openai:gpt-5-mini'")
    if named == "offline":
        raise ConfigurationError(f"model {reference!r} is not known; the embedded one is 'offline:rules'")
    known = PROVIDERS.get(_ALIASES.get(named, named))
    return known or Provider(named, named, f"langchain_{named}"), model


def make_client(reference: str, endpoint: Endpoint) -> BaseChatModel:
    """Return a provider's chat model, without retries of its own. Raises ConfigurationError in one line."""
    from langchain.chat_models import init_chat_model

    provider, name = provider_of(reference)
    require(provider, reference, endpoint.base_url)
    try:
        options = _options(provider, endpoint)
        return cast("BaseChatModel", init_chat_model(name, model_provider=provider.client, **options))
    except ImportError as error:
        raise ConfigurationError(f"model {reference!r} needs a package that is missing: {line_of(error)}") from None
    except Exception as error:
        if "Supported providers" in str(error) or "Unsupported provider" in str(error):
            raise UnknownNameError("provider", provider.name, [*PROVIDERS, "offline"]) from None
        raise ConfigurationError(f"model {reference!r} cannot be set up: {line_of(error)}") from None


def require(provider: Provider, reference: str, base_url: str | None) -> None:
    """Raises ConfigurationError where the provider's package or key is missing; the line says what to do."""
    if provider.extra and importlib.util.find_spec(provider.package) is None:
        raise ConfigurationError(
            f"model {reference!r} needs the package {provider.package!r}: {how_to_install(provider.extra)}"
        )
    if provider.keys and base_url is None and not any(os.environ.get(key) for key in provider.keys):
        raise ConfigurationError(f"model {reference!r} needs a key: set the environment variable {provider.keys[0]}")


def _options(provider: Provider, endpoint: Endpoint) -> dict[str, Any]:
    """Return the options of a provider's chat model, as its class names them; those that are not set are left out."""
    sampling = endpoint.sampling
    options: dict[str, Any] = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        provider.output_limit: sampling.max_output_tokens,
        "seed": sampling.seed if provider.seed else None,
        "base_url": endpoint.base_url,
    }
    if provider.name != "ollama":
        options |= {"max_retries": 0, "timeout": endpoint.timeout}
    else:
        options["client_kwargs"] = {"timeout": endpoint.timeout, "event_hooks": event_hooks()}
    if provider.name == "openai":
        options |= _openai_options(endpoint)
    if provider.name == "google":
        options["client_args"] = {"event_hooks": event_hooks()}
    return {name: value for name, value in options.items() if value is not None}


def _openai_options(endpoint: Endpoint) -> dict[str, Any]:
    from openai import DefaultAsyncHttpxClient

    options: dict[str, Any] = {
        "use_responses_api": endpoint.responses_api,
        # LangChain shares connections in the whole process, with clients that live on other event loops
        "http_async_client": DefaultAsyncHttpxClient(
            timeout=endpoint.timeout, event_hooks=event_hooks(of_completions=True)
        ),
        "http_client": _blocking_client(endpoint.timeout),
    }
    if endpoint.base_url is not None:
        options["stream_usage"] = True  # else streams of other servers report none
        if not os.environ.get("OPENAI_API_KEY"):
            options["api_key"] = "none"  # local servers take any
    return options


@cache
def _blocking_client(timeout: float) -> Any:
    """Return one client for all models: it belongs to no event loop, and reading the certificates takes its time."""
    from openai import DefaultHttpxClient

    return DefaultHttpxClient(timeout=timeout, event_hooks=event_hooks(of_completions=True))
