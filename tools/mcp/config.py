"""The file of MCP servers: the common `mcpServers` JSON, or VS Code's `servers`, and a few keys of our own.

```json
{"mcpServers": {
  "notes": {"command": "notes-server", "args": ["--root", "."], "env": {"TOKEN": "${NOTES_TOKEN}"}},
  "maps": {"url": "https://maps.example/mcp", "headers": {"Authorization": "Bearer ${MAPS_TOKEN}"},
           "trusted": true, "tools": ["find_*"], "effects": {"find_*": ["read", "network"]}}
}}
```
`type` (or `transport`) is stdio, http (streamable) or sse, the older transport over HTTP; without it, a command means
stdio, an address that ends in /sse means sse, any other one http.

Keys that are not known are passed over, as ours are by others: each narrows something, or is needed for it to
be widened.
"""

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.redaction.echoes import Echoes, echoes_of
from smurfs_graph.redaction.known_secrets import HANDED, named_secrets
from smurfs_graph.tools.complaints import as_several, read_file, wording
from smurfs_graph.tools.effects import Effect

MAX_FILE_BYTES = 1_000_000
_VARIABLE = re.compile(r"\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_INPUT = re.compile(r"\$\{input:[^}]*\}")
_NAME = "a server's name has up to 64 letters, digits, spaces and . _ - in it, and begins with a letter or digit"
_TELLABLE = {"trusted", "disabled", "tools", "effects", "start_seconds"}
"""Keys whose wrong values are no secrets."""
_TRANSPORTS = {
    "stdio": "stdio",
    "http": "http",
    "streamable-http": "http",
    "streamable_http": "http",
    "streamableHttp": "http",
    "sse": "sse",
}


class Server(BaseModel):
    """One server of the file."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_. -]{0,63}$")
    transport: Literal["stdio", "http", "sse"]
    command: str = ""
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    cwd: str | None = None
    url: str = ""
    headers: dict[str, str] = {}
    disabled: bool = False
    trusted: bool = False
    """Its hints about what its tools do are believed where they say less than the worst."""
    tools: Annotated[tuple[str, ...], BeforeValidator(as_several)] = ("*",)
    """Globs: which of its tools are used."""
    effects: dict[str, Annotated[frozenset[Effect], BeforeValidator(as_several)]] = {}
    """By glob: what its tools do, as the user knows; the first that fits counts."""
    start_seconds: float = Field(default=30.0, gt=0, le=600)
    """How long it may take to start and to list its tools."""

    @model_validator(mode="before")
    @classmethod
    def _with_transport(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        entry: dict[str, Any] = {str(key): item for key, item in value.items()}  # pyright: ignore
        said = entry.pop("type", None) or entry.get("transport") or _transport_of(entry.get("url"))
        if not isinstance(said, str) or said not in _TRANSPORTS:
            raise ValueError(f"transport {said!r} is not supported; use stdio, http (streamable) or sse")
        entry["transport"] = _TRANSPORTS[said]
        needed = "command" if entry["transport"] == "stdio" else "url"
        if not entry.get(needed):
            raise ValueError(f"{needed!r} is missing")
        return entry

    @field_validator("headers")
    @classmethod
    def _plain(cls, value: dict[str, str]) -> dict[str, str]:
        for name, text in value.items():
            if not (name and name.isascii() and text.isascii() and f"{name}{text}".isprintable()):
                raise ValueError(f"{name!r:.80}: a header is plain ASCII text without line breaks")
        return value

    @field_validator("url")
    @classmethod
    def _http(cls, value: str) -> str:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("an address starts with http:// or https://")
        return value

    def mask(self, text: str) -> str:
        """Take the values that the server's environment and headers were given out of a text of its."""
        for secret in sorted((*self.env.values(), *self.headers.values()), key=len, reverse=True):
            for part in {secret, secret.split(" ")[-1]}:
                if len(part) >= 6:
                    text = text.replace(part, "***")
        return self.echoes.text(text)

    @property
    def echoes(self) -> Echoes:
        """Takes its keys out of what it answers, however they are spelled; other values, such as paths, are data."""
        return echoes_of(frozenset(named_secrets({**self.env, **self.headers})), "***")


def _transport_of(url: Any) -> str:
    """Return the transport of an entry that names none; servers of the older HTTP+SSE are known by their address."""
    if not url:
        return "stdio"
    return "sse" if isinstance(url, str) and urlsplit(url).path.rstrip("/").endswith("/sse") else "http"


def load_servers(path: str) -> list[Server]:
    """Return the servers of a file that are not disabled; their keys are masked from then on. Raises
    ConfigurationError.
    """
    servers = [_server(path, name, entry) for name, entry in _entries(path).items()]
    used = [server for server in servers if not server.disabled]
    if not used:
        raise ConfigurationError(f"all servers of MCP file {path!r} are disabled")
    return used


def mask_secrets_of(path: str) -> None:
    """Have every redactor mask what a file hands to its servers, as far as it can be read now; never raises."""
    with suppress(ConfigurationError, ValueError, OSError):
        if Path(os.path.expanduser(path)).is_file():  # noqa: PTH111 - never raises
            for name, entry in _entries(path).items():
                with suppress(ConfigurationError):
                    _server(path, name, entry)


def _entries(path: str) -> dict[str, Any]:
    """Return the entries of a file by name. Raises ConfigurationError."""
    try:
        written: Any = json.loads(read_file(path, "MCP file", MAX_FILE_BYTES))
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"MCP file {path!r} is no JSON: {error}") from None
    said = cast("dict[str, Any]", written) if isinstance(written, dict) else dict[str, Any]()
    entries: Any = said.get("mcpServers") or said.get("servers")  # VS Code's own file says `servers`
    if not isinstance(entries, dict) or not entries:
        raise ConfigurationError(f'MCP file {path!r} names no server; it holds {{"mcpServers": {{"NAME": {{...}}}}}}')
    return {str(name): entry for name, entry in entries.items()}  # pyright: ignore


def _server(path: str, name: str, entry: Any) -> Server:
    """Return a server by its entry, variables filled in; its keys are masked in all output from then on. Raises
    ConfigurationError, without values that may be secrets.
    """
    where = f"MCP file {path!r}, server {name!r:.80}"
    if not isinstance(entry, dict):
        raise ConfigurationError(f"{where}: an object is needed")
    given: dict[str, Any] = {str(key): value for key, value in entry.items()}  # pyright: ignore
    try:
        if given.get("disabled") is not True:
            if asked := _INPUT.search(json.dumps(given)):
                raise ConfigurationError(f"{where}: {asked[0]} asks a person: name an environment variable, ${{NAME}}")
            for key in ("command", "args", "env", "url", "headers"):
                given[key] = _fill(given.get(key), _variable) if given.get(key) is not None else None
        server = Server.model_validate(
            {key: value for key, value in {**given, "name": name}.items() if value is not None}
        )
        HANDED.add_named({**server.env, **server.headers})
        return server
    except KeyError as error:
        raise ConfigurationError(f"{where}: the environment variable {error.args[0]} is not set") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        at = ".".join(str(part) for part in first["loc"] if not isinstance(part, int))
        said = (
            _NAME
            if first["type"] == "string_pattern_mismatch"
            else wording(first, hidden=not set(first["loc"][:1]) & _TELLABLE)
        )
        raise ConfigurationError(f"{where}: {at + ': ' if at else ''}{said}") from None


def _variable(name: str) -> str | None:
    """Return the value of a variable that a server gets."""
    value = os.environ.get(name)
    if value:
        HANDED.add_variable(name, value)
    return value


def _fill(value: Any, variable: Callable[[str], str | None]) -> Any:
    """Fill in ${NAME} and ${NAME:-default}. Raises KeyError for a name without value."""

    def fill(match: re.Match[str]) -> str:
        found = variable(match[1])
        if found is None:
            found = match[2]
        if found is None:
            raise KeyError(match[1])
        return found

    if isinstance(value, str):
        return _VARIABLE.sub(fill, value)
    if isinstance(value, list):
        return [_fill(item, variable) for item in value]  # pyright: ignore
    if isinstance(value, dict):
        return {key: _fill(item, variable) for key, item in value.items()}  # pyright: ignore
    return value
