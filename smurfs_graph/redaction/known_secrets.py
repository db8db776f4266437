"""Values that this process knows to be secrets: its environment's, by the parts of their names, and what it hands on.

A name such as `GITHUB_TOKEN_PROD`, `APIKEY2` or `SHOP_KEY_BACKUP` says that a value is one, wherever it says so.
Not secret, whatever its name: a path that begins in a folder of this machine, a dummy such as `ollama` or `none`,
and what has fewer than eight characters, which would be found in any text.
"""

import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import urlsplit

SHORTEST = 8
_MOST = 1_000
"""Values handed on that are kept in mind; tokens are renewed without end."""
_LONG_PART = 16
"""Characters; the parts of a list or a private key that are looked for by themselves."""
_PARTS = 200

_NAME = re.compile(
    r"PASSWORD|PASSWD|PASSPHRASE|PASSCODE|SECRET|CREDENTIAL|API_?KEY|TOKEN(?!IZ)|AUTHORIZATION|CONN(?:ECTION)?_?STR"
    r"|(?:KEY|PASS|PWD|AUTH|COOKIE|DSN|JWT|CANARY|CREDS?|BEARER|WEBHOOK)S?(?![A-Z])"
    r"|(?<![A-Z])(?:PAT|PSK|SAS)(?![A-Z])"
)
_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FOLDERS = frozenset({"PWD", "OLDPWD"})
_PUBLIC = frozenset({"USER", "USERNAME", "LOGNAME", "HOSTNAME", "SHELL", "LANG", "LC_ALL", "TERM", "TZ"})
"""Variables that are handed on and known to everybody."""
_DUMMIES = frozenset(
    {
        "undefined", "disabled", "required", "optional", "anything", "lm-studio", "lmstudio", "localhost", "postgres",
        "postgresql", "password", "passw0rd", "changeme", "change-me", "change_me", "not-needed", "not_needed",
        "notneeded", "not-used", "no-key-required", "no-key-needed", "sk-no-key", "sk-no-key-required", "placeholder",
        "your-api-key", "your_api_key", "example-key", "dummy-key", "token-abc123",
    }
)  # fmt: skip
"""Of eight characters and more; shorter ones are none anyway."""


def environment_secrets(environment: Mapping[str, str]) -> set[str]:
    """Return the secrets among an environment's values, and the passwords in its addresses."""
    secrets: set[str] = set()
    for name, value in environment.items():
        if _is_secret_name(name) and not (value.isdecimal() and "TOKENS" in name.upper()):  # a limit
            secrets |= _with_parts(value)
        if "://" in value:
            secrets.add(_password_in(value))
    return {value for value in secrets if may_be_secret(value)}


def may_be_secret(value: str) -> bool:
    """Return whether a value can be a secret, judged by itself."""
    if len(value) < SHORTEST or len(set(value)) < 3 or value.lower() in _DUMMIES:
        return False
    return not is_path(value)


def is_path(value: str) -> bool:
    """Return whether a value is an absolute path that begins in a folder of this machine."""
    start = value[:3] if value[1:2] == ":" else "/".join(value.split("/", 2)[:2])
    return len(start) > 1 and os.path.isabs(value) and _is_folder(start)  # noqa: PTH117 - for texts of any kind


@lru_cache(256)
def _is_folder(path: str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - never raises


@lru_cache(1024)
def _is_secret_name(name: str) -> bool:
    return name not in _FOLDERS and _NAME.search(in_words(name).upper()) is not None


def in_words(name: str) -> str:
    """Return a name with a line wherever a word begins within it: apiKey, api_Key."""
    return _CASE.sub("_", name)


def _with_parts(value: str) -> set[str]:
    """Return a value, and what it may be read in by others: the items of a list, the lines of a private key."""
    parts = re.split(r"[\s,;]+", value, maxsplit=_PARTS)
    return {value, value.strip(), *(part for part in parts if len(part) >= _LONG_PART)}


def _password_in(address: str) -> str:
    try:
        return urlsplit(address).password or ""
    except ValueError:
        return address


def named_secrets(values: Mapping[str, str]) -> set[str]:
    """Return the values that stand under a name that says so; of `Bearer x`, the x."""
    found = (value.rpartition(" ")[2] for name, value in values.items() if _is_secret_name(name))
    return {value for value in found if may_be_secret(value)}


class Handed:
    """Secrets that this process handed to servers of tools; every redactor of the process masks them from then on."""

    def __init__(self) -> None:
        """Start with no secrets."""
        self.values: frozenset[str] = frozenset()
        """Another object whenever there is something new."""
        self._in_order: dict[str, None] = {}

    def add(self, values: Iterable[str]) -> None:
        """Take what may be a secret, the latest `_MOST`."""
        fresh = {value for value in values if may_be_secret(value)} - self.values
        if fresh:
            latest = [*self._in_order, *sorted(fresh)][-_MOST:]
            self._in_order = dict.fromkeys(latest)
            self.values = frozenset(latest)

    def add_variable(self, name: str, value: str) -> None:
        """Take what a variable of the environment was filled in with."""
        if name not in _PUBLIC and name not in _FOLDERS:
            self.add((value, _password_in(value)) if "://" in value else (value,))

    def add_named(self, values: Mapping[str, str]) -> None:
        """Take those that stand under a name that says so; of `Bearer x`, the x."""
        self.add(named_secrets(values))


HANDED = Handed()
