"""The answer as data: a user's Pydantic model, as the schema that a role is asked for and as the type of the result.

The state holds plain JSON data, which every checkpointer may load; it becomes the user's model again where a result is
handed out.
"""

import json
from functools import cache
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, RootModel, ValidationError, model_validator

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.prompting.replies import Reply

_MAX_COMPLAINTS = 4
_VALUE_CHARS = 80


def check_answer_schema(schema: object) -> type[BaseModel] | None:
    """Return the schema, if it can be asked for. Raises ConfigurationError in one line."""
    if schema is None:
        return None
    if not isinstance(schema, type) or not issubclass(schema, BaseModel):
        raise ConfigurationError(f"answer_schema must be a Pydantic model (a class), not {schema!r:.80}")
    if issubclass(schema, RootModel):
        raise ConfigurationError(
            f"answer_schema {schema.__name__!r} must have fields; put the root value into one, as in items: list[...]"
        )
    try:
        json_schema(schema)
    except Exception as error:  # pydantic raises several kinds, and so may a schema of the user's own making
        raise ConfigurationError(
            f"answer_schema {schema.__name__!r} cannot be described to a model: {_line(str(error))}"
        ) from None
    return schema


@cache
def json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema that a model is held to; its title is the class's name."""
    described = schema.model_json_schema(mode="validation")
    summary = _line(schema.__doc__ or "") or f"The answer as {schema.__name__}."
    return {**described, "type": "object", "title": schema.__name__[:64], "description": summary}


def as_model(schema: type[BaseModel], data: Any) -> BaseModel:
    """Return the user's model from JSON data.

    Raises ValueError with the exact complaint, whatever its validators raise.
    """
    try:
        return schema.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise ValueError(_complaint(error)) from None
    except Exception as error:  # a validator of the user's own may raise anything
        raise ValueError(f"{schema.__name__} cannot check this: {type(error).__name__}: {_line(str(error))}") from None


def as_data(schema: type[BaseModel], value: BaseModel, written: dict[str, Any]) -> dict[str, Any]:
    """Return a validated model as JSON data that validates again; else the data as it was written, which does."""
    try:
        data = value.model_dump(mode="json", by_alias=True)
        as_model(schema, data)
    except Exception:  # a serializer of the user's own may raise anything, or write what its model does not read
        return written
    return data


@cache
def reply_type(schema: type[BaseModel]) -> type[Reply]:
    """Return the reply that holds the user's model, for the ladder of formats: validated by it, kept as written."""

    class StructuredReply(Reply):
        model_config = ConfigDict(extra="allow", str_strip_whitespace=False)

        @model_validator(mode="before")
        @classmethod
        def _fits(cls, value: Any) -> Any:
            as_model(schema, value)
            return value

    return StructuredReply


def written_in(reply: Reply) -> dict[str, Any]:
    """Return the data of a structured reply, as the model wrote it."""
    return dict(reply.model_extra or {})


def hand_out(schema: type[BaseModel] | None, result: Any) -> Any:
    """Return a run's result with its structured answer as the user's model; where it does not fit any more, None."""
    if schema is None or not isinstance(result, dict):
        return result
    given = cast("dict[str, Any]", result)
    if not isinstance(data := given.get("structured"), dict):
        return given
    try:
        return {**given, "structured": as_model(schema, data)}
    except ValueError as error:
        warnings = [*given.get("warnings", []), f"structured: what was kept does not fit {schema.__name__}: {error}"]
        return {**given, "structured": None, "warnings": warnings}


def _complaint(error: ValidationError) -> str:
    items = error.errors(include_url=False, include_context=False)
    parts = [
        f"{'.'.join(map(str, item['loc'])) or 'reply'}: {item['msg']}, got {item['input']!r:.{_VALUE_CHARS}}"
        for item in items[:_MAX_COMPLAINTS]
    ]
    more = f" (and {len(items) - _MAX_COMPLAINTS} more)" if len(items) > _MAX_COMPLAINTS else ""
    return _line("; ".join(parts)) + more


def _line(text: str) -> str:
    return " ".join(text.split())[:600]


__all__ = ["as_data", "as_model", "check_answer_schema", "hand_out", "json_schema", "reply_type", "written_in"]
