"""The reasoning that a server gives beside a reply goes back with the history: some refuse a history without it.

A message bears it under the server's own name for it: `reasoning_content` for most, `reasoning` for others.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from smurfs_graph.models.wrapping import AnyModel, is_of, rebuilt

_PREFIX = "reasoning"
"""Of all names that servers have for it."""


def reasoning_in(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a message's data holds of its model's reasoning."""
    return {name: value for name, value in said.items() if name.startswith(_PREFIX) and value is not None}


def reasoning_of(message: BaseMessage) -> dict[str, Any]:
    """Return what a message bears of its model's reasoning."""
    return reasoning_in(message.additional_kwargs)


def without_reasoning(message: BaseMessage) -> BaseMessage:
    """Return a message as servers take it that know no reasoning in a history."""
    reasoning = reasoning_of(message)
    if not reasoning:
        return message
    others = {name: value for name, value in message.additional_kwargs.items() if name not in reasoning}
    return message.model_copy(update={"additional_kwargs": others})


def keeping_reasoning(model: AnyModel) -> AnyModel:
    """Return the model; of LangChain's client for OpenAI's interface, one that does not drop reasoning."""
    with suppress(NotImplementedError):  # a part that answers is no model
        return rebuilt(model, _keeping)
    return model


def _keeping(model: BaseChatModel) -> AnyModel:
    if not is_of(model, "langchain_openai"):
        return model

    from langchain_openai import ChatOpenAI

    from smurfs_graph.models.openai_client import ReasoningChatOpenAI

    if type(model) is not ChatOpenAI:  # a class of the user's own may have its own way
        return model
    return ReasoningChatOpenAI.model_construct(model.model_fields_set, **vars(model))
