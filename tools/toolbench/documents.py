"""Reading ToolBench documents: tool files, query files with their `api_list`, folders of either, in any mixture."""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.retrieval.entry import names_within

MAX_FILE_BYTES = 300_000_000
_LOG = logging.getLogger("smurfs_graph.tools.toolbench")
_RESERVED = frozenset({"from", "class", "return", "false", "true", "id", "and"})
"""Names that ToolBench's code generator prefixes with `is_`."""
_JSON_TYPES = {
    "STRING": "string", "NUMBER": "number", "INTEGER": "integer", "INT": "integer", "FLOAT": "number",
    "BOOLEAN": "boolean", "BOOL": "boolean", "OBJECT": "object", "ARRAY": "array", "LIST": "array",
}  # fmt: skip


class _WrongError(Exception):
    """A fault in a document, to be reported with its place."""


@dataclass(frozen=True)
class ToolBenchParameter:
    """A parameter as documented; `type` in ToolBench's words."""

    name: str
    type: str = "STRING"
    description: str = ""
    default: Any = None
    required: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """Return the JSON schema that a model sees.

        ToolBench's default is an example value, and often of another type.
        """
        schema: dict[str, Any] = {"type": _JSON_TYPES.get(self.type.upper(), "string")}
        if self.description:
            schema["description"] = self.description[:500]
        if self.default not in (None, ""):
            schema["examples"] = [self.default]
        return schema


@dataclass(frozen=True)
class ApiDocument:
    """One API of a tool, as RapidAPI's crawl has it."""

    category: str
    tool: str
    api: str
    description: str = ""
    method: str = ""
    parameters: tuple[ToolBenchParameter, ...] = ()
    response: tuple[str, ...] = ()
    """Names of what the documented example response holds."""
    example: str = ""
    """The documented response or its form, cut; for the simulator."""

    @property
    def function_name(self) -> str:
        """Return the name that ToolLLM gives the API: `api_for_tool`, at most 64 characters."""
        return f"{avoid_keywords(standardize(self.api)) or 'api'}_for_{standardize(self.tool) or 'tool'}"[:64].strip(
            "_"
        )


def read_documents(path: Path) -> list[ApiDocument]:
    """Return the documents of a file or folder, each (tool, API) once.

    Raises ConfigurationError for a file that cannot be read, and for a folder without one that can; other broken files
    of a folder, and single broken documents, are left out with a line in the log.
    """
    if path.is_dir():
        found = _folder(path)
    elif path.is_file():
        found = list(_file(path, ""))
    else:
        raise ConfigurationError(f"toolbench: there is no file or folder {str(path)!r}")
    distinct = {(document.category, document.tool, document.api): document for document in reversed(found)}
    if not distinct:
        raise ConfigurationError(f"toolbench: {path.name!r} holds no documents (objects with an api_list)")
    return list(reversed(distinct.values()))


def documents_of_query(query: Mapping[str, Any], name: str) -> list[ApiDocument]:
    """Return the documents in the `api_list` of a query file's entry; broken ones are left out with
    a line in the log.
    """
    return list(_within(query, Path(name), ""))


def _folder(path: Path) -> list[ApiDocument]:
    """Return the documents of all files in a folder; a file that cannot be read is left out, unless all are."""
    files = sorted(path.rglob("*.json"))
    found: list[ApiDocument] = []
    complaints: list[str] = []
    for file in files:
        category = file.parent.name if file.parent != path else ""
        try:
            found += _file(file, category)
        except ConfigurationError as error:
            complaints.append(str(error))
    if complaints and not found:
        more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
        raise ConfigurationError(f"{complaints[0]}{more}")
    for complaint in complaints:
        _LOG.warning("%s; left out", complaint)
    return found


def _file(path: Path, category: str) -> Iterator[ApiDocument]:
    """Yield the documents of a file. Raises ConfigurationError in one line."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ConfigurationError(f"toolbench: {path.name!r} is larger than {MAX_FILE_BYTES // 1_000_000} MB")
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise ConfigurationError(f"toolbench: {path.name!r} cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        said = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else type(error).__name__
        raise ConfigurationError(f"toolbench: {path.name!r} is no whole JSON ({said})") from None
    for item in cast("list[Any]", data) if isinstance(data, list) else [data]:
        yield from _within(item, path, category)


def _within(item: Any, path: Path, category: str) -> Iterator[ApiDocument]:
    """Yield the documents of one object: a query or a tool with its `api_list`, or a document by itself."""
    holder: Mapping[str, Any] = cast("Mapping[str, Any]", item) if isinstance(item, dict) else {}
    listed = holder.get("api_list", [holder] if "api_name" in holder else [])
    tool = _text(holder.get("tool_name")) or _text(holder.get("title"))
    if "api_list" in holder and "query" not in holder:
        tool = tool or path.stem
    if not isinstance(listed, list) or not (listed or "api_list" in holder):
        _LOG.warning("toolbench: %r holds something without an api_list; left out", path.name)
        return
    for number, document in enumerate(cast("list[Any]", listed), 1):
        try:
            yield _document(document, tool, _text(holder.get("category_name")) or category)
        except _WrongError as error:
            _LOG.warning("toolbench: %r, document %d of %r: %s; left out", path.name, number, tool, error)


def _document(item: Any, tool: str, category: str) -> ApiDocument:
    """Return the document of an API. Raises _WrongError for what is none."""
    if not isinstance(item, dict):
        raise _WrongError("not an object")
    known = cast("Mapping[str, Any]", item)
    api = _text(known.get("api_name")) or _text(known.get("name"))
    tool = _text(known.get("tool_name")) or tool
    if not api or not tool:
        raise _WrongError("no name" if not api else "no tool_name")
    sample: Any = known.get("template_response") or known.get("schema") or known.get("body") or {}
    return ApiDocument(
        category=_text(known.get("category_name")) or category,
        tool=tool,
        api=api,
        description=_text(known.get("api_description")) or _text(known.get("description")),
        method=_text(known.get("method")).upper(),
        parameters=tuple(_parameters(known)),
        response=tuple(dict.fromkeys(name for name in names_within(sample) if name != "_list_length"))[:200],
        example=json.dumps(sample, ensure_ascii=False, default=str)[:4000] if sample else "",
    )


def _parameters(document: Mapping[str, Any]) -> Iterator[ToolBenchParameter]:
    """Yield the parameters of an API, each name once, required ones first."""
    taken: set[str] = set()
    for key in ("required_parameters", "optional_parameters"):
        listed: Any = document.get(key)
        for item in cast("list[Any]", listed) if isinstance(listed, list) else []:
            known: Mapping[str, Any] = cast("Mapping[str, Any]", item) if isinstance(item, dict) else {}
            name = _text(known.get("name"))
            if name and name not in taken:
                taken.add(name)
                kind = _text(known.get("type")) or "STRING"
                said = _text(known.get("description"))
                yield ToolBenchParameter(name, kind, said, known.get("default"), key == "required_parameters")


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def standardize(name: str) -> str:
    """Spell a name as ToolBench's code does: lower case, anything else an underscore, none at the ends."""
    plain = re.sub(r"_+", "_", re.sub(r"[^\u4e00-\u9fa5a-zA-Z0-9_^]", "_", name)).lower().strip("_")
    return f"get_{plain}" if plain[:1].isdigit() else plain


def avoid_keywords(name: str) -> str:
    """Change a standardized name that is a word of ToolBench's generated code."""
    return f"is_{name}" if name in _RESERVED else name


def standard_category(category: str) -> str:
    """Return a category as ToolBench's folders spell it."""
    return re.sub(r"[ ,/]", "_", category).replace("__", "_")
