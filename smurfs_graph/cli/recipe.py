"""Recipe of a run: tools, settings, schema; kept with its checkpoints and signed with this user's key.

Tools are code, and settings name the servers that get the user's keys. So a recipe from a storage is trusted if this
user's own signature stands under it; else (an imported run, a shared database, another machine) the user has to agree.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel

from smurfs_graph.checkpoints.state_version import refuse_other_version, with_version
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.prompting.structured import check_answer_schema
from smurfs_graph.runs.saved import latest_of
from smurfs_graph.settings import Mark, Settings, marked
from smurfs_graph.tools.mcp.config import mask_secrets_of
from smurfs_graph.tools.python import import_file, import_name
from smurfs_graph.user.signing import is_signed, sign, user_key

_SIGNED = ("smurfs_tools", "smurfs_settings", "smurfs_schema")


@dataclass(frozen=True)
class Recipe:
    """Tools, settings and schema that a run started with, kept with its checkpoints, so that its name resumes it."""

    tools: list[str]
    settings: Settings
    schema: str | None = None
    """Schema of the answer; it may name code."""

    def as_metadata(self, thread: str) -> dict[str, str]:
        """Return plain texts, as checkpoint metadata holds them."""
        texts = {"smurfs_tools": json.dumps(self.tools), "smurfs_settings": self.settings.model_dump_json()}
        texts |= {"smurfs_schema": self.schema} if self.schema else {}
        return with_version({**texts, "smurfs_signature": sign(user_key(), _signed_texts(thread, texts))})

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any], thread: str) -> "Recipe":
        """Read a recipe from metadata.

        Raises ConfigurationError for metadata of another origin or of a newer version.
        """
        refuse_other_version(metadata, thread)
        try:
            tools: Any = json.loads(metadata["smurfs_tools"])
            if not isinstance(tools, list):
                raise ValueError("tools")
            specs = [str(spec) for spec in cast("list[Any]", tools)]
            return cls(specs, Settings.model_validate_json(metadata["smurfs_settings"]), metadata.get("smurfs_schema"))
        except (KeyError, ValueError, TypeError, RecursionError):
            raise ConfigurationError(
                f"run {thread!r} was not started by `smurfs run`, or by another version, and cannot be resumed here"
            ) from None

    def check_trust(self, metadata: dict[str, Any], thread: str, tools: list[str], *, trust: bool) -> "Recipe":
        """Return the recipe to go on with, signed by this user, trusted by them now, or with tools given again.

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
        """Return the settings that differ from the defaults and could reach a server, a file or code."""
        given = self.settings.model_dump(mode="json")
        default = Settings().model_dump(mode="json")
        harmless = marked(Mark.FOREIGN)
        named = [name for name in given if given[name] != default[name] and name not in harmless]
        return [f"--set {name}={json.dumps(given[name])[:80]}" for name in named]


def mask_secrets_of_tools(storage: Storage, thread: str) -> None:
    """Have every redactor mask what a run's MCP files hand to servers, as far as they are there; loads nothing."""
    saved = latest_of(storage, thread)
    with suppress(KeyError, ValueError, TypeError, RecursionError):
        for spec in json.loads(saved.metadata["smurfs_tools"]) if saved else ():
            if str(spec).startswith("mcp:"):
                mask_secrets_of(str(spec).removeprefix("mcp:"))


def _is_signed(metadata: dict[str, Any], thread: str) -> bool:
    texts = {name: str(metadata.get(name, "")) for name in _SIGNED}
    return is_signed(str(metadata.get("smurfs_signature", "")), user_key(), _signed_texts(thread, texts))


def _signed_texts(thread: str, texts: dict[str, str]) -> list[str]:
    return [thread, *(texts.get(name, "") for name in _SIGNED)]


def load_schema(spec: str | None) -> type[BaseModel] | None:
    """Return the model that a spec names; None for none. Raises ConfigurationError, in one line."""
    if spec is None:
        return None
    place, _, name = spec.rpartition(":")
    if not place or not name.isidentifier():
        raise ConfigurationError(f"--schema takes path.py:Model or module:Model, not {spec!r:.80}")
    what = f"--schema: {place!r}"
    is_file = place.endswith(".py")
    module = import_file(Path(place).expanduser(), what) if is_file else import_name(place, what)
    if not hasattr(module, name):
        known = [key for key, value in vars(module).items() if isinstance(value, type) and issubclass(value, BaseModel)]
        raise UnknownNameError("Pydantic model", name, [key for key in known if key != "BaseModel"])
    found: Any = getattr(module, name)
    return check_answer_schema(found)
