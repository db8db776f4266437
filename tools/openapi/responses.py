"""Responses that an operation declares: media types, schemas, names of fields."""

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.openapi.document import as_mapping
from smurfs_graph.tools.openapi.operations import Operation, is_binary
from smurfs_graph.tools.openapi.parameters import is_json
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.shown import Shown
from smurfs_graph.tools.schema import complaints_of, for_responses

_LOG = logging.getLogger("smurfs_graph.tools.openapi")
_GOT = re.compile(r" \(got .*?\)(?=; |$)", re.DOTALL)
_MAX_FIELDS = 30
_ANY = "application/json, text/plain;q=0.8, */*;q=0.5"


class Responses:
    """The declared responses of one operation."""

    def __init__(self, operation: Operation, schemas: Schemas) -> None:
        """Schemas are read when they are first needed."""
        self._operation = operation
        self._schemas = schemas
        self._checks: dict[int, Callable[[Any], list[str]] | None] = {}
        self._is_noted = False
        """Whether a response that is not as declared was logged."""

    @property
    def accepted(self) -> str:
        """Return the Accept header."""
        declared = [kind for status in (200, 201) for kind in self._content(status)]
        return _ANY if not declared or any(is_json(kind) for kind in declared) else f"{declared[0]}, */*;q=0.5"

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of what a successful response holds, one level deep and through lists."""
        shown = Shown(self._schemas)
        for status in (200, 201):
            for kind, media in self._content(status).items():
                if is_json(kind):
                    whole = shown.merge(as_mapping(media).get("schema"))
                    while "items" in whole and "properties" not in whole:
                        whole = shown.merge(whole["items"])
                    return tuple(as_mapping(whole.get("properties")))[:_MAX_FIELDS]
        return ()

    def schema_of_success(self) -> dict[str, Any] | None:
        """Return the JSON schema of what a successful call brings; None where none is declared that could be used."""
        for status in (200, 201):
            for kind, media in self._content(status).items():
                schema: Any = as_mapping(media).get("schema")
                if is_json(kind) and schema is not None:
                    return self._whole(schema)
        return None

    def are_json(self, status: int) -> bool:
        """Return whether JSON is declared for a status, and nothing else; a file that is called JSON is none."""
        content = self._content(status)
        return bool(content) and all(is_json(kind) and not self._is_file(media) for kind, media in content.items())

    def _is_file(self, media: Any) -> bool:
        try:
            return is_binary(self._schemas.references.resolve(as_mapping(media).get("schema", {})))
        except ConfigurationError:
            return False

    def note(self, remark: str) -> None:
        """Log the first response that is not as declared, without its values."""
        if not self._is_noted:
            self._is_noted = True
            _LOG.warning("%s answers otherwise than it declares: %s", self._operation.name, _GOT.sub("", remark))

    def complaints(self, status: int) -> Callable[[Any], list[str]] | None:
        """Return the check of a response's data by its schema; None where no usable one is declared."""
        if status not in self._checks:
            self._checks[status] = self._check(status)
        return self._checks[status]

    def _check(self, status: int) -> Callable[[Any], list[str]] | None:
        """Return the check of JSON data of a status; None where no usable schema is declared."""
        schema: Any = next(
            (as_mapping(media).get("schema") for kind, media in self._content(status).items() if is_json(kind)), None
        )
        if schema is None or (whole := self._whole(schema)) is None:
            return None
        try:
            return complaints_of(for_responses(whole), lenient=True)
        except (ConfigurationError, TypeError, AttributeError, RecursionError):
            return None

    def _whole(self, schema: Any) -> dict[str, Any] | None:
        try:
            return self._schemas.whole(schema, "response")
        except (ConfigurationError, TypeError, AttributeError, RecursionError):
            return None

    def _content(self, status: int) -> Mapping[str, Any]:
        """Return what is declared for a status by media type; empty where nothing is."""
        declared = self._operation.responses
        said: Any = (
            declared.get(str(status)) or declared.get(f"{status // 100}XX") or declared.get(f"{status // 100}xx")
        )
        if said is None and list(declared) == ["default"]:
            said = declared["default"]
        try:
            return as_mapping(self._schemas.references.resolve(said).get("content")) if said else {}
        except ConfigurationError:
            return {}
