"""What a run was started with: tools and settings, kept with its checkpoints and signed with a key of this user's.

Tools are code, and settings name the servers that get the user's keys. So what a storage says of them is believed where
this user's own signature stands under it; else (an imported run, a shared database, another machine) the user has to.
"""

import hashlib
import hmac
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from smurfs_graph.checkpoints.state_version import refuse_other_version, with_version
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.home import data_directory
from smurfs_graph.settings import Settings

_SIGNED = ("smurfs_tools", "smurfs_settings", "smurfs_schema")
_HARMLESS = ("max_", "sub_task_max_", "exhaustive", "step_shape", "strategy", "temperature", "tool_timeout")
"""Settings that reach no server, file or code, by how their names start."""


@dataclass(frozen=True)
class Recipe:
    """What a run was started with; kept with its checkpoints, so that it can be resumed by its name alone."""

    tools: list[str]
    settings: Settings
    schema: str | None = None
    """What the answer is wanted as; it may name code."""

    def as_metadata(self, thread: str) -> dict[str, str]:
        """Plain texts, as checkpoint metadata holds them."""
        texts = {"smurfs_tools": json.dumps(self.tools), "smurfs_settings": self.settings.model_dump_json()}
        texts |= {"smurfs_schema": self.schema} if self.schema else {}
        return with_version({**texts, "smurfs_signature": _signature(thread, texts)})

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any], thread: str) -> "Recipe":
        """The inverse. Raises ConfigurationError for metadata of another origin or of a newer version."""
        refuse_other_version(metadata, thread)
        try:
            tools: Any = json.loads(metadata["smurfs_tools"])
            if not isinstance(tools, list):
                raise ValueError("tools")
            specs = [str(spec) for spec in cast("list[Any]", tools)]
            return cls(specs, Settings.model_validate_json(metadata["smurfs_settings"]), metadata.get("smurfs_schema"))
        except (KeyError, ValueError, TypeError):
            raise ConfigurationError(
                f"run {thread!r} was not started by `smurfs run`, or by another version, and cannot be resumed here"
            ) from None

    def believed(self, metadata: dict[str, Any], thread: str, tools: list[str], *, trust: bool) -> "Recipe":
        """The recipe to go on with: signed by this user, trusted by them now, or with tools that they gave again.

        Raises ConfigurationError, which says what would be loaded, where the user has to decide.
        """
        if trust or _is_signed(metadata, thread):
            return Recipe(tools or self.tools, self.settings, self.schema)
        reaching = self._reaching() + ([f"--schema {self.schema}"] if self.schema else [])
        if tools and not reaching:
            return Recipe(tools, self.settings)
        asked = [f"--tools {spec}" for spec in ([] if tools else self.tools)] + reaching
        raise ConfigurationError(
            f"run {thread!r} was not started here; it asks for {', '.join(asked) or 'nothing'}: "
            f"look at that, then give --trust to use it{'' if tools else ', or --tools SPEC to give your own tools'}"
        )

    def _reaching(self) -> list[str]:
        """The settings that differ from the defaults and could reach a server, a file or code."""
        given, default = self.settings.model_dump(mode="json"), Settings().model_dump(mode="json")
        named = [name for name in given if given[name] != default[name] and not name.startswith(_HARMLESS)]
        return [f"--set {name}={json.dumps(given[name])[:80]}" for name in named]


def _signature(thread: str, texts: dict[str, str]) -> str:
    said = json.dumps([thread, *(texts.get(name, "") for name in _SIGNED)])
    return hmac.new(_key(), said.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _is_signed(metadata: dict[str, Any], thread: str) -> bool:
    texts = {name: str(metadata.get(name, "")) for name in _SIGNED}
    found = str(metadata.get("smurfs_signature", ""))
    return hmac.compare_digest(found.encode("utf-8", "replace"), _signature(thread, texts).encode())


def _key() -> bytes:
    """The user's own key, made when it is first needed; whoever can read it can sign."""
    path: Path = data_directory() / "signing.key"
    with suppress(FileNotFoundError):
        if len(key := path.read_bytes()) == 32:
            return key
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with suppress(FileExistsError):
            fresh.touch(mode=0o600)
            fresh.write_bytes(secrets.token_bytes(32))
            os.link(fresh, path)  # whole, or not at all; who comes second takes the first one's
    except OSError as error:
        raise ConfigurationError(f"the key {str(path)!r} cannot be made: {error.strerror}") from None
    finally:
        with suppress(OSError):
            fresh.unlink()
    if len(key := path.read_bytes()) != 32:
        raise ConfigurationError(f"{str(path)!r} is no key of this program; move it away")
    return key
