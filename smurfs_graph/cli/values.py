"""From options to settings' values."""

import json
from collections.abc import Iterable
from typing import Any

from smurfs_graph.errors import ConfigurationError


def collect(settings: Iterable[str] | None, role_models: Iterable[str] | None, **options: Any) -> dict[str, Any]:
    """The settings that were really given: options that are not None, `--role-model` and `--set` pairs."""
    values = {name: value for name, value in options.items() if value is not None}
    if role_models:
        values["role_models"] = dict(pair(text, "--role-model", "ROLE=REF") for text in role_models)
    for text in settings or ():
        name, value = pair(text, "--set", "NAME=VALUE")
        values[name.replace("-", "_")] = parsed(value)
    return values


def pair(text: str, option: str, form: str) -> tuple[str, str]:
    """The two sides of NAME=VALUE. Raises ConfigurationError where there are none."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ConfigurationError(f"{option} takes {form}, not {text!r}")
    return name.strip(), value.strip()


def parsed(text: str) -> Any:
    """A value as JSON where it is JSON (numbers, true, null, lists), else as text."""
    try:
        return json.loads(text)
    except ValueError:
        return text
