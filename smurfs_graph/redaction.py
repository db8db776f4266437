"""Secrets kept out of whatever leaves a run: exports, reports, traces, logs and progress. On by default; fails closed.

What is masked: the values of environment variables that hold secrets, also quoted or in base64; what has the form of
a key, a token or a private key; passwords in addresses; values under, or right after, a name like `password`. What
cannot be looked through is masked as a whole. A secret that looks like any other word, under a name like any other,
cannot be told from one: keep such ones out of tools' responses.
"""

import base64
import json
import logging
import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast
from urllib.parse import quote, urlsplit

MASK = "[secret]"
_SHORTEST = 6
"""Characters; a shorter value would be found in any text."""
_MAX_DEPTH = 60
_SHORT = 80
_SHORT_TEXTS = 1024
"""Texts of at most `_SHORT` characters, as names and ids are, that are looked through once."""
_LONG = 4_000
_LONG_TEXTS = 32
"""The same for answers, which events say twice."""

_NAME = (
    r"(?:api|access|auth|client|private|secret|signing|encryption|account|subscription|aes)[_\-. ]?key|apikey|secret"
    r"|password|passwd|passphrase|passcode|pwd|token|authorization|authentication|auth|credentials?|cookie|bearer"
    r"|session[_\-. ]?id|client[_\-. ]?secret|connection[_\-. ]?string|dsn|pin[_\-. ]?code"
)
_SECRET_NAME = re.compile(rf"(?:^|[_\-. ]|(?<=[a-z])(?=[A-Z]))(?:x[_\-])?(?:{_NAME})$", re.IGNORECASE)
_ENVIRONMENT_NAME = re.compile(
    r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|PASSPHRASE|CREDENTIALS?|AUTH|COOKIE|DSN|CANARY)S?$", re.IGNORECASE
)
_QUOTE = r"""(?:\\*["'])?"""
"""As JSON within JSON has it, at any depth."""
_VALUE = r"""([^\s"'\\,;&<>{}\[\]()]{4,})"""
_AFTER_NAME = re.compile(
    rf"(?<![A-Za-z])((?:[A-Za-z0-9]+[_\-.])*(?:{_NAME}){_QUOTE}\s*(?:[:=]|=>|\bis\b)\s*{_QUOTE}"
    rf"(?:(?:Bearer|Basic|Token)\s+)?){_VALUE}",
    re.IGNORECASE,
)
_NAME_ENDS = re.compile(
    r"(?:key|secret|password|passwd|passphrase|passcode|pwd|token|authorization|authentication|auth|credentials?|cookie"
    rf"|bearer|id|string|dsn|code){_QUOTE}\s*(?:[:=]|\bis\b)",
    re.IGNORECASE,
)
"""Where a name that `_NAME` knows may end, with what follows it in `_AFTER_NAME` and `_DEFAULT`: quick to look for."""
_DEFAULT = re.compile(
    rf"((?:{_NAME}){_QUOTE}\s*:\s*\{{[^{{}}]{{0,400}}?default{_QUOTE}\s*:\s*{_QUOTE}){_VALUE}", re.IGNORECASE
)
"""A parameter of a tool's document."""
_KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai)[-_][A-Za-z0-9_*\-]{6,}"  # model providers, Stripe
    r"|\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{16,}|\bglpat-[\w\-]{16,}"
    r"|\bxox[abposr]-[A-Za-z0-9\-]{8,}"  # Slack
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w\-]{20,}|\bya29\.[\w\-]{10,}|\bhf_[A-Za-z0-9]{16,}|\bnpm_[A-Za-z0-9]{16,}"
    r"|\bpypi-[\w\-]{16,}|\bSG\.[\w\-]{16,}\.[\w\-]{16,}"
    r"|\beyJ[\w\-]{8,}\.[\w\-]{8,}(?:\.[\w\-]*)?"  # JSON web tokens
    r"|(?<=Bearer )[^\s\"']{6,}|(?<=Basic )[A-Za-z0-9+/=]{8,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_IN_NAMES = (
    "key", "secret", "pass", "pwd", "token", "auth", "credential", "cookie", "bearer", "session", "connection", "dsn",
    "pin",
)  # fmt: skip
"""One of these is in every name that `_NAME` knows."""
_IN_KEYS = (
    "sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "xai-", "xai_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
    "glpat-", "xox", "AKIA", "ASIA", "AIza", "ya29.", "hf_", "npm_", "pypi-", "SG.", "eyJ", "Bearer ", "Basic ",
    "-----BEGIN ",
)  # fmt: skip
"""One of these is in everything that `_KEY_LIKE` finds."""
_USER_PART = re.compile(r"(?<=://)[^\s/@:]*:[^\s/@]+(?=@)")


class Redactor:
    """Masks secrets in texts and in JSON data. Never raises: what it cannot look through, it masks."""

    def __init__(self, secrets: Iterable[str] = (), environment: Mapping[str, str] | None = None) -> None:
        """`secrets`: more values to mask; `environment`: instead of the process's own."""
        known = _environment_secrets(os.environ if environment is None else environment) | {*secrets}
        forms = {form for value in known if len(value) >= _SHORTEST for form in _forms(value)}
        longest_first = sorted(forms, key=lambda form: (-len(form), form))
        self._known = re.compile("|".join(re.escape(form) for form in longest_first)) if longest_first else None
        self._of_short = lru_cache(_SHORT_TEXTS)(self._masked)
        self._of_long = lru_cache(_LONG_TEXTS)(self._masked)

    def text(self, text: str) -> str:
        """The text, masked."""
        try:
            size = len(text)
            if size <= _SHORT:
                return self._of_short(text)
            return self._of_long(text) if size <= _LONG else self._masked(text)
        except Exception:
            return MASK

    def _masked(self, text: str) -> str:
        """Looks for a few letters first, which is quick, and for what they may be part of only where they are."""
        found = self._known.sub(MASK, text) if self._known else text
        if any(part in found for part in _IN_KEYS):
            found = _KEY_LIKE.sub(MASK, found)
        if "://" in found:
            found = _USER_PART.sub(MASK, found)
        if found.isascii():  # other letters may stand for these, whatever their case
            lower = found.lower()
            if not any(part in lower for part in _IN_NAMES) or not _NAME_ENDS.search(lower):
                return found
        return _DEFAULT.sub(_masked_value, _AFTER_NAME.sub(_masked_value, found))

    def data(self, data: Any) -> Any:
        """JSON data, masked: texts, keys of mappings, and whatever stands under the name of a secret."""
        try:
            return self._data(data, 0)
        except Exception:
            return MASK

    def _data(self, data: Any, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            return MASK
        match data:
            case None | bool() | int() | float():
                return data
            case str():
                return self.text(data)
            case Mapping():
                pairs = cast("Mapping[Any, Any]", data).items()
                return {self.text(str(name)): self._under(str(name), item, depth) for name, item in pairs}
            case list() | tuple():
                return [self._data(item, depth + 1) for item in cast("list[Any]", data)]
            case _:
                return self.text(str(data))

    def _under(self, name: str, item: Any, depth: int) -> Any:
        if item is None or isinstance(item, bool) or not _is_secret_name(name):
            return self._data(item, depth + 1)
        return MASK if item not in ("", 0) else item


@lru_cache(_SHORT_TEXTS)
def _is_secret_name(name: str) -> bool:
    return _SECRET_NAME.search(name) is not None


class RedactingFilter(logging.Filter):
    """A filter for a logging handler: whatever a record says leaves the handler masked."""

    def __init__(self, redactor: Redactor | None = None) -> None:
        """With a redactor of the process's environment by default."""
        super().__init__()
        self._redactor = redactor or Redactor()

    def filter(self, record: logging.LogRecord) -> bool:
        """Masks the record; every record passes."""
        try:
            record.msg, record.args = self._redactor.text(record.getMessage()), None
            if record.exc_info:
                record.exc_text = self._redactor.text(logging.Formatter().formatException(record.exc_info))
                record.exc_info = None
        except Exception:
            record.msg, record.args, record.exc_info, record.exc_text = MASK, None, None, None
        return True


def _environment_secrets(environment: Mapping[str, str]) -> set[str]:
    secrets: set[str] = set()
    for name, value in environment.items():
        if _ENVIRONMENT_NAME.search(name):
            secrets.add(value)
        if "://" in value:
            try:
                secrets.add(urlsplit(value).password or "")
            except ValueError:
                secrets.add(value)
    return secrets


def _forms(value: str) -> set[str]:
    """A value as it may stand in a text: plain, in JSON, in an address, in base64."""
    raw = value.encode("utf-8", "surrogatepass")
    encoded = base64.b64encode(raw).decode().rstrip("=")
    return {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], quote(value, safe=""), encoded}


def _masked_value(found: re.Match[str]) -> str:
    return found[1] + (MASK if found[2] != MASK else found[2])
