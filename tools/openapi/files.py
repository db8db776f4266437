"""Reading a document that is spread over several files: each is read once, and put into the document.

A document is data of a stranger, so that a file leads to files of its own folder only, and a URL to its own server.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urldefrag, urljoin

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.http.errors import ForbiddenRequestError
from smurfs_graph.tools.http.urls import parse_url
from smurfs_graph.tools.openapi.references import mappings_below

_PLACE = "x-files"
"""The key of the document below which the others are."""
_MAX_FILES = 1_000

Read = Callable[[str], Any]
"""Reads and parses what stands at a place. Raises ConfigurationError."""


def gather(data: dict[str, Any], source: str, read: Read, *, is_url: bool) -> None:
    """Put every file that a document refers to into it, and turn the references into ones within it.

    Raises ConfigurationError for a file that is elsewhere or cannot be read.
    """
    home = source if is_url else str(Path(source).absolute())
    pointers = {home: "#"}
    files: dict[str, Any] = {}
    waiting: list[tuple[Any, str]] = [(data, home)]
    turned: set[int] = set()  # what YAML's aliases share is met again
    while waiting:
        node, here = waiting.pop()
        for known in mappings_below(node):
            reference = known.get("$ref")
            if not isinstance(reference, str) or id(known) in turned or (here == home and reference[:1] == "#"):
                continue
            turned.add(id(known))
            place, fragment = urldefrag(reference)
            there = _place(source, home, here, place, reference, is_url=is_url) if place else here
            if there not in pointers:
                if len(files) == _MAX_FILES:
                    raise ConfigurationError(f"{source!r:.200} refers to more than {_MAX_FILES} files")
                pointers[there] = f"#/{_PLACE}/{len(files)}"
                try:
                    files[str(len(files))] = content = read(there)
                except ConfigurationError as error:
                    raise ConfigurationError(f"{error} (referred to as {reference!r:.120})") from None
                waiting.append((content, there))
            cast("dict[str, Any]", known)["$ref"] = pointers[there] + fragment
    if files:
        data[_PLACE] = files


def _place(source: str, home: str, here: str, place: str, reference: str, *, is_url: bool) -> str:
    """Return where a reference leads. Raises ConfigurationError outside of the document's folder or server."""
    elsewhere = ConfigurationError(
        f"{source!r:.200}: the reference {reference!r:.120} leads out of the document's "
        f"{'server' if is_url else 'folder'}; bundle it into one file"
    )
    if is_url:
        there = urljoin(here, place)
        try:
            if parse_url(there).origin == parse_url(home).origin:
                return there
        except ForbiddenRequestError:
            pass
        raise elsewhere
    if "://" in place or "\0" in place:
        raise elsewhere
    path = (Path(here).parent / unquote(place)).resolve()
    if path == Path(home).resolve():
        return home
    if not path.is_relative_to(Path(home).resolve().parent):
        raise elsewhere
    return str(path)
