"""Environments that answer ToolBench's calls: a server, its recorded responses, or a model that plays the API.

A response is `{"error": "...", "response": ...}`. What counts as a failure is the declared error and nothing else:
StableToolBench looks for words such as "500" or "parameter" in the response, and finds them in prices.
"""

import ast
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

from smurfs_graph.canonical import canonical_json
from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.tools.toolbench.documents import ApiDocument, avoid_keywords, standard_category, standardize

_MAX_READ = 200_000
_BUSY = frozenset({429, 502, 503, 504})


class NotRecordedError(ToolError):
    """An environment that cannot answer this call; another one may."""


class Environment(Protocol):
    """Answers calls of documented APIs."""

    @property
    def name(self) -> str:
        """Return the name for `Tool.source`."""
        ...

    @property
    def changes_nothing(self) -> bool:
        """Return whether no real service is behind it, so that every call only reads."""
        ...

    async def call(self, document: ApiDocument, arguments: Mapping[str, Any]) -> Any:
        """Return the response. Raises ToolError with a reason for a model."""
        ...


class VirtualServer:
    """A StableToolBench-compatible server: `POST /virtual`."""

    changes_nothing = False

    def __init__(self, url: str, key: str) -> None:
        """`key`: ToolBench's; it goes to this server and nowhere else. A literal address may be private."""
        from smurfs_graph.tools.http import HttpClient
        from smurfs_graph.tools.http.addresses import hosts_of_address, hosts_of_environment
        from smurfs_graph.tools.http.urls import parse_url

        try:
            parsed, allowed = parse_url(url), hosts_of_address(url)
        except ToolError as error:
            raise ConfigurationError(f"SMURFS_TOOLBENCH: {url!r:.80} is no server's address ({error})") from None
        self.name = f"server {parsed.origin.netloc}"
        self._url = url if parsed.target.strip("/") else f"{parsed.origin}/virtual"
        self._key = key
        self._client = HttpClient(allow=[*hosts_of_environment(), *allowed])

    async def call(self, document: ApiDocument, arguments: Mapping[str, Any]) -> Any:
        """Send a call to the server; see `Environment`. Raises ToolError."""
        body = {
            "category": standard_category(document.category),
            "tool_name": standardize(document.tool),
            "api_name": avoid_keywords(standardize(document.api)),
            "tool_input": dict(arguments),
            "strip": "",
            "toolbench_key": self._key,
        }
        response = await self._client.request(
            "POST",
            self._url,
            headers={"Content-Type": "application/json", "Accept": "application/json"},
            content=json.dumps(body, default=str).encode(),
        )
        if response.status != 200:
            reason = f"the ToolBench server answered {response.status}"
            raise ToolError(reason, transient=response.status in _BUSY)
        try:
            return read_response(json.loads(response.content))
        except (ValueError, RecursionError):
            raise ToolError("the ToolBench server's answer is no JSON") from None


class Recorded:
    """StableToolBench's response cache: `CATEGORY/TOOL_for_CATEGORY/API.json`, responses by their arguments."""

    changes_nothing = True

    def __init__(self, folder: Path) -> None:
        """Raises ConfigurationError where there is no such folder."""
        if not folder.is_dir():
            raise ConfigurationError(f"SMURFS_TOOLBENCH: there is no folder {str(folder)!r}")
        self.name = "recorded responses"
        self._folder = folder

    async def call(self, document: ApiDocument, arguments: Mapping[str, Any]) -> Any:
        """Return the recorded response; see `Environment`. Raises NotRecordedError for arguments without one."""
        wanted = canonical_json(_loose(arguments))
        for given, response in self.records(document):
            if canonical_json(_loose(given)) == wanted:
                return read_response(response)
        raise NotRecordedError("no response is recorded for these arguments")

    def records(self, document: ApiDocument) -> list[tuple[dict[str, Any], Any]]:
        """Return what is recorded of an API: arguments and responses."""
        category = standard_category(document.category)
        tool, api = standardize(document.tool), avoid_keywords(standardize(document.api))
        file = self._folder / category / f"{tool}_for_{category}" / f"{api}.json"
        if not file.resolve().is_relative_to(self._folder.resolve()):
            return []
        try:
            recorded: Any = json.loads(file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return []
        if not isinstance(recorded, dict):
            return []
        items = ((_arguments(key), value) for key, value in cast("dict[str, Any]", recorded).items())
        return [(given, value) for given, value in items if given is not None]


class InTurn:
    """Several environments: the next one is asked where one has no answer of its own. With none, tools can be planned
    with and not called.
    """

    def __init__(self, environments: Sequence[Environment]) -> None:
        """Take environments in the order in which they are asked."""
        self._environments = tuple(environments)
        self.name = ", else ".join(environment.name for environment in environments) or "documents only"
        self.changes_nothing = all(environment.changes_nothing for environment in environments)

    async def call(self, document: ApiDocument, arguments: Mapping[str, Any]) -> Any:
        """Ask the environments in order, until one has a response; see `Environment`."""
        reason = NotRecordedError("this tool is a document only; set SMURFS_TOOLBENCH to a server, cache or simulator")
        for environment in self._environments:
            try:
                return await environment.call(document, arguments)
            except NotRecordedError as error:
                reason = error
        raise reason


def environment_of(text: str, key: str | None = None) -> Environment:
    """Return the environment that `SMURFS_TOOLBENCH` names.

    Raises ConfigurationError for one that is not understood.
    """
    import os

    key = os.environ.get("TOOLBENCH_KEY", "") if key is None else key
    found: list[Environment] = []
    records: list[Recorded] = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        kind, _, rest = part.partition(":")
        if kind == "cache":
            records.append(Recorded(Path(rest).expanduser()))
            found.append(records[-1])
        elif kind == "simulate" and rest:
            from smurfs_graph.tools.toolbench.simulator import Simulator

            found.append(Simulator(rest, records[0].records if records else None))
        elif kind in ("http", "https"):
            found.append(VirtualServer(part, key))
        else:
            raise ConfigurationError(
                f"SMURFS_TOOLBENCH: {kind!r:.40} is not understood; use http://HOST:PORT, cache:FOLDER or "
                "simulate:MODEL"
            )
    return InTurn(found)


def read_response(body: Any) -> Any:
    """Read the response of an `{"error", "response"}` object, as JSON where a text holds it. Raises ToolError."""
    known = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    if "response" not in known:
        return cast("Any", body)
    if known.get("error"):
        raise ToolError(" ".join(str(known["error"]).split())[:400])
    return _read(known["response"])


def _read(response: Any) -> Any:
    """Read a response in words, which may be JSON, or Python's way of writing the same; else it stays a text."""
    if not isinstance(response, str) or response[:1] not in ("{", "[") or len(response) > _MAX_READ:
        return response
    for reader in (json.loads, ast.literal_eval):
        try:
            return reader(response)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return response


def _arguments(key: str) -> dict[str, Any] | None:
    read: Any = _read(key) if key else {}
    return cast("dict[str, Any]", read) if isinstance(read, dict) else None


def _loose(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Loosen arguments for comparison: models write 5 and "5" for the same."""
    return {str(name): value if isinstance(value, str) else canonical_json(value) for name, value in arguments.items()}
