"""Chat models inside other Runnables: retried, with fallbacks, bound to parameters, behind a prompt.

What a model is bound to for one question has to reach the chat model itself, for what is around it knows of no tools
and no schemas; and what was set around it has to stay.
"""

from collections.abc import Callable
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableSequence, RunnableWithFallbacks
from langchain_core.runnables.base import RunnableBindingBase

AnyModel = Runnable[Any, Any]
"""Whatever answers a list of messages with a message or text."""


def chat_model_in(model: AnyModel) -> BaseChatModel | None:
    """Return the chat model that answers in the end, the first of several; None where none does, as in a function."""
    match model:
        case BaseChatModel():
            return model
        case RunnableWithFallbacks():
            return chat_model_in(model.runnable)
        case RunnableBindingBase():
            return chat_model_in(model.bound)
        case RunnableSequence():
            return chat_model_in(model.last)
        case _:
            return None


def is_of(model: object, *packages: str) -> bool:
    """Return whether a model is asked through a client of one of these packages."""
    return any(kind.__module__.partition(".")[0] in packages for kind in type(model).__mro__)


def rebuilt(model: AnyModel, change: Callable[[BaseChatModel], AnyModel]) -> AnyModel:
    """Rebuild a model with its chat models changed.

    Raises NotImplementedError where a part that answers is no model.
    """
    match model:
        case BaseChatModel():
            return change(model)
        case RunnableWithFallbacks():
            others = [rebuilt(each, change) for each in model.fallbacks]
            return model.model_copy(update={"runnable": rebuilt(model.runnable, change), "fallbacks": others})
        case RunnableBindingBase():
            return model.model_copy(update={"bound": rebuilt(model.bound, change)})
        case RunnableSequence():
            return model.model_copy(update={"last": rebuilt(model.last, change)})
        case _:
            raise NotImplementedError(f"{type(model).__name__} takes no tools and no schema")
