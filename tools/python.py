"""Tools from Python: plain functions, LangChain tools, `module:attr` and files."""

import importlib
import importlib.util
import inspect
import logging
import os
import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast, get_args, get_type_hints

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.tools.docstrings import read_docstring
from smurfs_graph.tools.domain import Toolset
from smurfs_graph.tools.langchain import from_langchain
from smurfs_graph.tools.tool import Tool

_LOG = logging.getLogger("smurfs_graph.tools")
Imported = TypeVar("Imported", ModuleType, None)
_WORDS = re.compile(r"\w+")
_MOST_TOLD = 300
"""Characters of a result's description that are worth their tokens in every tool list."""
_SEVERAL = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def from_function(function: Callable[..., Any], *, source: str = "python") -> Tool:
    """Return a plain function as a tool: its signature and docstring become the document.

    Raises ConfigurationError where no document can be made of it.
    """
    name = getattr(function, "__name__", type(function).__name__)
    if not name.isidentifier():
        raise ConfigurationError(
            f"{_place_of(function)}{name!r} is no name that a model could call a tool by; use a named function"
        )
    is_async = inspect.iscoroutinefunction(function)
    document, function = inspect.getdoc(function) or "", _spreading(function)
    try:
        tool = StructuredTool.from_function(
            func=None if is_async else function,
            coroutine=function if is_async else None,
            name=name,
            description=name,
        )
    except Exception as error:
        raise ConfigurationError(f"{_place_of(function)}{name!r} cannot be a tool: {error}") from error
    _describe(tool, document)
    return replace(from_langchain(tool, source=source), returns_nothing=_may_return_nothing(function))


def _may_return_nothing(function: Callable[..., Any]) -> bool:
    """Return whether a function's annotation lets it return None."""
    try:
        annotation = get_type_hints(function).get("return", Any)
    except Exception:  # a name that is not there at run time, or a callable without hints
        annotation = getattr(function, "__annotations__", {}).get("return", Any)
    if isinstance(annotation, str):
        return "None" in _WORDS.findall(annotation) or "Optional[" in annotation
    return annotation in (None, type(None)) or type(None) in get_args(annotation)


def _place_of(function: Any) -> str:
    """Return where a function stands, to be said before what is wrong with it."""
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}: " if code is not None else ""


def _spreading(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function to be called by names alone: what is given for `*args` and `**kwargs` is spread out."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some of Python's own have none
        return function
    several = {name for name, parameter in signature.parameters.items() if parameter.kind in _SEVERAL}
    if not several:
        return function

    @wraps(function)
    def spread(**given: Any) -> Any:
        said = {name: value for name, value in given.items() if value is not None or name not in several}
        bound = inspect.BoundArguments(signature, OrderedDict(said))
        bound.apply_defaults()
        return function(*bound.args, **bound.kwargs)

    return spread


def _describe(tool: StructuredTool, document: str) -> None:
    """Give a tool what a docstring says of it and of its arguments; of its result, too, for whoever chooses a tool."""
    model = cast("type[BaseModel]", tool.args_schema)
    told = read_docstring(document, model.model_fields.keys())
    for name, text in told.arguments.items():
        model.model_fields[name].description = model.model_fields[name].description or text
    if told.arguments:
        model.model_rebuild(force=True)
    summary = told.summary or tool.name.replace("_", " ")
    if told.summary and told.result and len(told.result) <= _MOST_TOLD:
        summary = f"{summary}{'' if summary.endswith(('.', '!', '?')) else '.'} Returns: {told.result}"
    tool.description = summary


def from_object(thing: Any, *, source: str = "python") -> list[Tool]:
    """Return the tools that one Python object stands for: a tool, a function, or an iterable of those."""
    if isinstance(thing, Tool):
        return [thing]
    if isinstance(thing, Toolset):
        return [replace(tool, domain=thing.domain) for tool in from_object(thing.tools, source=source)]
    if isinstance(thing, BaseTool):
        return [from_langchain(thing, source=source)]
    if callable(thing) and not isinstance(thing, type):
        return [from_function(thing, source=source)]
    if isinstance(thing, Iterable) and not isinstance(thing, str | bytes | Mapping):
        things = cast("Iterable[Any]", thing)
        return [tool for item in things for tool in from_object(item, source=source)]
    raise ConfigurationError(f"{thing!r:.80} is no tool: a function, a LangChain tool or a list of those is needed")


def from_file(path: Path, attribute: str | None = None) -> list[Tool]:
    """Return the tools of a Python file: one attribute, or its `__all__`, or every public function that it defines."""
    return from_module(import_file(path, f"tool file {str(path)!r}"), attribute, source=str(path))


def from_import(name: str, attribute: str | None = None) -> list[Tool]:
    """Return the tools of an importable module (`module:attr`, or all public functions of `module`)."""
    return from_module(import_name(name, f"tool module {name!r}"), attribute, source=name)


def import_file(path: Path, what: str) -> ModuleType:
    """Import a user's Python file. Raises ConfigurationError in one line, in which the file is called `what`."""
    if not os.path.isfile(path):  # noqa: PTH113 - never raises, whatever the name
        raise ConfigurationError(f"{what} does not exist")
    importable = _as_importable(path.resolve())
    if importable is not None:
        return import_name(importable, what)
    _reach(path.resolve().parent)
    name = f"smurfs_file_{digest(str(path.resolve()))[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigurationError(f"{what} is no Python file (its name must end in .py)")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # types that the file defines must be found by their module's name
    loader = spec.loader
    _import(lambda: loader.exec_module(module), what)
    return module


def _as_importable(path: Path) -> str | None:
    """Return the dotted name of a file that lies in a package, whose folder can be imported from then on."""
    if path.suffix != ".py" or not (path.parent / "__init__.py").is_file():
        return None
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    _reach(folder)
    found = importlib.util.find_spec(parts[0]) if parts[0].isidentifier() else None
    if found is None or found.origin is None or Path(found.origin).resolve() != folder / parts[0] / "__init__.py":
        return None  # another package of that name comes first
    return ".".join(parts[:-1] if path.stem == "__init__" else parts)


def _reach(folder: Path) -> None:
    """Let modules of a folder be imported, after all that can be imported already: nothing is replaced."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def import_name(name: str, what: str) -> ModuleType:
    """Import a module by its name, also from the working directory.

    Raises ConfigurationError in one line, in which it is called `what`.
    """
    with suppress(OSError):  # a working directory that is gone
        _reach(Path.cwd())
    return _import(lambda: importlib.import_module(name), what)


def from_module(module: ModuleType, attribute: str | None, *, source: str) -> list[Tool]:
    """Return the tools of a module that is already imported."""
    if attribute is not None:
        if not hasattr(module, attribute):
            raise UnknownNameError(f"attribute of {source}", attribute, _public_names(module))
        return from_object(getattr(module, attribute), source=source)
    names = _offered(module)
    tools = [tool for name in names for tool in from_object(getattr(module, name), source=source)]
    if not tools:
        raise ConfigurationError(f"{source} defines no public function that could be a tool")
    return tools


def _offered(module: ModuleType) -> list[str]:
    """Return the public names whose values are tools; the log says which are not, and where they stand.

    A lambda has no name of its own, and a function that has two names is offered under its own.
    """
    names = _public_names(module)
    found = {name: getattr(module, name) for name in names}
    for name, value in found.items():
        own = getattr(value, "__name__", name)
        if own == name or not inspect.isfunction(value):
            continue
        if own == "<lambda>" or (own in found and found[own] is value):
            why = "a lambda; write it with def" if own == "<lambda>" else f"another name of {own}"
            line = f"{value.__code__.co_filename}:{value.__code__.co_firstlineno}"
            _LOG.warning("%s: %r is no tool: it is %s", line, name, why)
            names.remove(name)
    return names


def _public_names(module: ModuleType) -> list[str]:
    if hasattr(module, "__all__"):
        names = [str(name) for name in module.__all__]
        return [
            name for name in names if isinstance(getattr(module, name, None), BaseTool) or _is_function(module, name)
        ]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (isinstance(value, BaseTool | Tool) or (_is_function(module, name) and value.__module__ == module.__name__))
    ]


def _is_function(module: ModuleType, name: str) -> bool:
    return inspect.isfunction(getattr(module, name, None))


def _import(load: Callable[[], Imported], what: str) -> Imported:
    """Return what `load` imports. Raises ConfigurationError for whatever a module raises."""
    try:
        return load()
    except SystemExit as error:
        status = Redactor().text(str(error.code))
        raise ConfigurationError(f"{what} exits when it is imported (status {status})") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        line = Redactor().text(str(error)).splitlines()[0] if str(error) else "no message"
        raise ConfigurationError(f"{what} cannot be imported: {type(error).__name__}: {line}") from error
