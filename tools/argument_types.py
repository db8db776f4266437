"""The types that a Python tool's parameters may have: those whose values can be written down without loss.

A policy, a person and a cache go by what is written down. A value that no spelling tells from another one would pass
them unseen, so such a type is refused when the tool is loaded. Lazy sequences become lists.
"""

import dataclasses
import re
from collections import deque
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from pathlib import PurePath
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, AnyUrl, BaseModel, Secret, SecretBytes, SecretStr, create_model
from pydantic.fields import FieldInfo
from pydantic.networks import MongoDsn, NameEmail, NatsDsn, PostgresDsn
from typing_extensions import TypeAliasType, is_typeddict

from smurfs_graph.errors import ConfigurationError

AS_TEXT = (
    complex, Decimal, Fraction, UUID, PurePath, timedelta, ZoneInfo, AnyUrl, MongoDsn, NameEmail, NatsDsn, PostgresDsn,
    IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network,
)  # fmt: skip
"""Types whose text says everything of a value."""
SECRETS = (SecretStr, SecretBytes, Secret)
_SPELLED = (
    *AS_TEXT, *SECRETS, str, int, float, NoneType, bytes, bytearray, memoryview, date, time, Enum, re.Pattern,
    Mapping, Sequence, AbstractSet, deque,
)  # fmt: skip
"""Types for which `smurfs_graph.tools.arguments` has a spelling."""
_LAZY = (Iterable, Generator)


def schema_for_calls(name: str, own: type[BaseModel], hidden: Collection[str]) -> type[BaseModel]:
    """Derive the schema that a tool's calls are validated by: its own, with lists for lazy sequences.

    `hidden`: fields that no model fills in; they become optional. Raises ConfigurationError for a field that a call
    could not fill in by the name that its document has for it.
    """
    changed: dict[str, Any] = {field: (Any, None) for field in own.model_fields if field in hidden}
    for field, info in own.model_fields.items():
        if field not in hidden and (eager := _eager(info.annotation)) is not info.annotation:
            changed[field] = (eager, copy(info))
        if field not in hidden and _takes_no_name(own, info):
            raise ConfigurationError(
                f"{name!r} cannot be a tool: its parameter {field!r} is read from within another one (AliasPath), "
                "which no document can say; give it an alias that is a name"
            )
    return create_model(own.__name__, __base__=own, **changed) if changed else own


def documented_names(model: type[BaseModel]) -> dict[str, str]:
    """Return the fields of a model by the names that its JSON schema has for them."""
    return {documented_name(model, field): field for field in model.model_fields}


def documented_name(model: type[BaseModel], field: str) -> str:
    """Return the name under which a model's JSON schema documents a field, and its validation reads it."""
    alias = model.model_fields[field].validation_alias
    if isinstance(alias, AliasChoices):
        alias = next((choice for choice in alias.choices if isinstance(choice, str)), None)
    return alias if isinstance(alias, str) and _reads_aliases(model) else field


def check_types(name: str, model: type[BaseModel], hidden: Collection[str]) -> bool:
    """Return whether unknown names may be refused within all arguments: no type in them takes names of any kind.

    Raises ConfigurationError for a type whose values cannot be written down without loss.
    """
    types = _Types()
    types.is_open = model.model_config.get("extra") == "allow"
    for field, info in model.model_fields.items():
        if field not in hidden:
            types.look_at(info.annotation)
        if types.unspelled is not None:
            raise ConfigurationError(
                f"{name!r} cannot be a tool: in its parameter {field!r} there is a type whose values cannot be written "
                f"down for a policy, a person or a cache ({types.unspelled.__name__}); use texts, numbers, lists, "
                "dataclasses or pydantic models"
            )
    return not types.is_open


def _reads_aliases(model: type[BaseModel]) -> bool:
    return model.model_config.get("validate_by_alias") is not False


def _takes_no_name(model: type[BaseModel], info: FieldInfo) -> bool:
    """Return whether a field is read from a path alone (an alias of Pydantic's), and by no name."""
    alias, config = info.validation_alias, model.model_config
    if alias is None or isinstance(alias, str) or not _reads_aliases(model):
        return False
    if isinstance(alias, AliasChoices) and any(isinstance(choice, str) for choice in alias.choices):
        return False
    return not (config.get("populate_by_name") or config.get("validate_by_name"))


def _eager(annotation: Any) -> Any:
    """Return a type with lists in the place of lazy sequences; the very same object where there are none."""
    origin, args = get_origin(annotation), get_args(annotation)
    if (origin or annotation) in _LAZY:
        return list[cast("Any", _eager(args[0]) if args else Any)]
    if origin is None or origin is Literal:
        return annotation
    if origin is Annotated:
        inner = _eager(args[0])
        return annotation if inner is args[0] else Annotated[inner, *args[1:]]
    parts = tuple(_eager(part) for part in args)
    if all(part is before for part, before in zip(parts, args, strict=True)):
        return annotation
    union: Any = Union
    return union[parts] if origin in (Union, UnionType) else origin[parts]


class _Types:
    """The types within the parameters of one tool."""

    def __init__(self) -> None:
        self._seen: set[Any] = set()
        self.unspelled: type | None = None
        """A type whose values cannot be written down; None: none was seen."""
        self.is_open = False
        """Whether a model among them takes fields that it does not declare."""

    def look_at(self, annotation: Any) -> None:
        """Look at a type and those within it; what is no type here is looked at when its value is spelled."""
        if isinstance(annotation, TypeAliasType):
            annotation = annotation.__value__
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Literal:
            return
        if isinstance(origin, type) and origin is not UnionType:
            self._look_at_class(origin)
        for part in args[:1] if origin is Annotated else args:
            self.look_at(part)
        if isinstance(annotation, type) and origin is None:
            self._look_at_class(annotation)

    def _look_at_class(self, kind: Any) -> None:
        if kind in self._seen or kind in (Any, object):
            return
        self._seen.add(kind)
        if issubclass(kind, BaseModel):
            self.is_open |= kind.model_config.get("extra") == "allow"
            parts = [info.annotation for info in kind.model_fields.values()]
        elif dataclasses.is_dataclass(kind) or is_typeddict(kind) or hasattr(kind, "_fields"):
            parts = [*_hints(kind).values()]
        else:
            parts = list[Any]()
            if not issubclass(kind, _SPELLED):
                self.unspelled = kind
        for part in parts:
            self.look_at(part)


def _hints(kind: Any) -> dict[str, Any]:
    try:
        return get_type_hints(kind, include_extras=True)
    except (NameError, TypeError, AttributeError):  # names that only type checkers know
        return {}
