"""The chat model behind a reference, the embedded stand-in included."""

from langchain_core.language_models import BaseChatModel

from smurfs_graph.models.refs import OFFLINE, resolve_model
from smurfs_graph.settings import Settings


def chat_model(reference: str, settings: Settings, role: str = "") -> BaseChatModel:
    """Return the chat model of a reference such as "openai:gpt-5-mini", "llamacpp:model.gguf" or "offline:rules".

    Raises ConfigurationError, in one line, for an unknown provider, a missing package or a missing key.
    """
    if reference != OFFLINE:
        return resolve_model(reference, settings, role)
    from smurfs_graph.offline import RulesModel

    return RulesModel()
