"""From a model reference to a LangChain chat model."""

from langchain_core.language_models import BaseChatModel

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.forbidding import refuse_if_forbidden
from smurfs_graph.models.providers import Endpoint, make_client, provider_of, require
from smurfs_graph.settings import Settings

OFFLINE = "offline:rules"


def resolve_model(reference: str, settings: Settings, role: str = "") -> BaseChatModel:
    """The chat model of a reference such as "openai:gpt-5-mini" or "llamacpp:model.gguf".

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
    """Where and how a role's model is asked; an address goes with the provider of the role's own model only."""
    own = settings.model_of(role).partition(":")[0]
    return Endpoint(
        base_url=settings.base_url_of(role) if reference.partition(":")[0] == own else None,
        sampling=settings.sampling_of(role),
        timeout=settings.model_timeout,
        responses_api=settings.openai_api == "responses",
    )


def server_of(reference: str, settings: Settings, role: str = "") -> str:
    """The name of the server that a model is asked on: its address, or its provider."""
    address = endpoint_of(reference, settings, role).base_url
    return address or reference.partition(":")[0]
