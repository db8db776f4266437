"""Secrets kept out of whatever leaves a run: exports, reports, traces, logs and progress. On by default; fails closed.

What is masked: the values that this process knows to be secrets (`known_secrets`), also quoted, encoded for an address,
in base64 or in hexadecimal digits, and what is left of one where a text was cut; what has the form of a key, a token or
a private key; passwords in addresses; values under, or right after, a name like `password` or `api_key_2`. What cannot
be looked through is masked as a whole. A secret that looks like any other word, under a name like any other, cannot be
told from one: keep such ones out of tools' responses.

Every pattern takes time in proportion to the text, whatever is in it: its repetitions are bounded, or cannot be
entered again further on in the same run of characters.
"""

import base64
import html
import json
import logging
import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, cast
from urllib.parse import quote, quote_plus

from smurfs_graph.redaction.known_secrets import HANDED, SHORTEST, environment_secrets, in_words, is_path, may_be_secret

MASK = "[secret]"
_SHORTEST_GIVEN = 6
"""Characters of a value that a caller names; a shorter one would be found in any text."""
_MAX_DEPTH = 60
_SHORT = 80
_SHORT_TEXTS = 1024
"""Texts of at most `_SHORT` characters, as names and ids are, that are looked through once."""
_LONG = 4_000
_LONG_TEXTS = 32
"""Longer texts, such as answers, that are looked through once: events say them twice."""

_NAME = (
    r"(?:api|access|auth|client|private|secret|signing|encryption|account|subscription|aes)[_\-. ]?keys?|apikeys?"
    r"|secret|passwords?|passwd|passphrase|passcode|pwd|token|authorization|authentication|auth|credentials?|cookie"
    r"|bearer|jwt|session[_\-. ]?id|client[_\-. ]?secret|connection[_\-. ]?string|dsn|pin[_\-. ]?code"
)
_ABOUT = (
    r"type|kind|counts?|budget|limits?|len|length|size|ttl|expir\w*|ur[li]|endpoint|host|domain|policy|methods?|mode"
    r"|names?|fields?|hint|at|in|on|by|path|file|dir|usage|used|cost|price|rate|level|status|state|required|enabled"
    r"|valid|version|scheme|scopes?|provider|sock|index|position|number|reset|manager|service|server|header"
)
"""Parts that make a name that of something about a secret: `token_budget`, `password_policy`."""
_MORE = (
    r"(?:[_\-.]?\d{1,4}(?![A-Za-z0-9]))?"
    rf"(?:[_\-.](?!(?:{_ABOUT})(?![A-Za-z0-9]))[A-Za-z0-9]{{1,24}}+){{0,4}}"
)
"""Rest of a name after the part that says what it is: `_PROD`, `2`."""
_START = r"(?:^|[_\-. ]|(?<=[a-z])(?=[A-Z]))(?:x[_\-])?"
_SECRET_NAME = re.compile(rf"{_START}(?:{_NAME})$", re.IGNORECASE)
_SECRET_PART = re.compile(rf"{_START}(?:{_NAME}){_MORE}$", re.IGNORECASE)
_QUOTE = r"""(?:\\*+["'])?"""
"""A quote of JSON within JSON, at any depth."""
_VALUE = (
    rf"(?!(?:{_NAME}){_MORE}{_QUOTE}\s*+[:=])"
    r"""(?P<value>(?<=["'])[^"'\\<>{}\[\]\n]{4,200}+(?=\\*+["'])|[^\s"'\\,;&<>{}\[\]()]{4,})"""
)
"""Between quotes with its blanks; not the next name: `password: token: x`."""
_AFTER_NAME = re.compile(
    rf"(?<![A-Za-z])(?P<before>(?P<name>{_NAME})(?P<more>{_MORE}){_QUOTE}\s*+(?:=>|[:=]|\bis\b)\s*+{_QUOTE}"
    rf"(?:(?:Bearer|Basic|Token)\s++)?){_VALUE}",
    re.IGNORECASE,
)
_NAME_ENDS = re.compile(
    r"(?:keys?|secret|passwords?|passwd|passphrase|passcode|pwd|token|authorization|authentication|auth|credentials?"
    rf"|cookie|bearer|jwt|id|string|dsn|code)[a-z0-9_\-.]{{0,110}}+{_QUOTE}\s*+(?:[:=]|is\b)"
)
"""Ends of names that `_NAME` knows, with what follows in `_AFTER_NAME` and `_DEFAULT`: quick to look for."""
_DEFAULT = re.compile(
    rf"(?P<before>(?P<name>{_NAME})(?P<more>{_MORE}){_QUOTE}\s*+:\s*+\{{[^{{}}]{{0,400}}?default{_QUOTE}\s*+:\s*+{_QUOTE}){_VALUE}",
    re.IGNORECASE,
)
"""A parameter of a tool's document."""
_KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai)[-_][A-Za-z0-9_*\-]{6,}"  # model providers, Stripe
    r"|\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{16,}|\bglpat-[\w\-]{16,}"
    r"|\bxox[abposr]-[A-Za-z0-9\-]{8,}"  # Slack
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w\-]{20,}|\bya29\.[\w\-]{10,}|\bhf_[A-Za-z0-9]{16,}|\bnpm_[A-Za-z0-9]{16,}"
    r"|\bpypi-[\w\-]{16,}|\bSG\.[\w\-]{16,}+\.[\w\-]{16,}"
    r"|(?<=Bearer )[^\s\"']{6,}|(?<=Basic )[A-Za-z0-9+/=]{8,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_WEB_TOKEN = re.compile(
    r"(?<![\w\-])(?>(?P<before>[\w\-]*?)(?<![A-Za-z0-9])eyJ)[\w\-]{8,}+\.[\w\-]{8,}+(?:\.[\w\-]*+)?"
)
"""A JSON web token. The first beginning in a run of letters is enough: of a later one there is less."""
_IN_NAMES = (
    "key", "secret", "pass", "pwd", "token", "auth", "credential", "cookie", "bearer", "jwt", "session", "connection",
    "dsn", "pin",
)  # fmt: skip
"""One of these is in every name that `_NAME` knows."""
_IN_KEYS = (
    "sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "xai-", "xai_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
    "glpat-", "xox", "AKIA", "ASIA", "AIza", "ya29.", "hf_", "npm_", "pypi-", "SG.", "Bearer ", "Basic ", "-----BEGIN ",
)  # fmt: skip
"""One of these is in everything that `_KEY_LIKE` finds."""
_USER_PART = re.compile(r"(?<=://)[^\s/@:]*+:[^\s/]+(?=@)")
_RUN = re.compile(rf"[A-Za-z0-9+/_\-]{{{SHORTEST},}}+")
"""Text that may be something encoded, or a part of it."""
_WORD = re.compile("[!-~]+")
_PERCENT = re.compile("%..")
_OTHER_ALPHABET = str.maketrans("+/", "-_")
_MARK = "…"
"""Stands where a text was cut (`tools.output`)."""
_PATH = re.compile(r"[\w./~+@%\-]+")


class Redactor:
    """Masks secrets in texts and in JSON data. Never raises: what it cannot look through, it masks."""

    def __init__(
        self, secrets: Iterable[str] = (), environment: Mapping[str, str] | None = None, *, spared: str = ""
    ) -> None:
        """`secrets`: more values to mask; `environment`: instead of the process's own and of what it hands to servers.

        `spared`: what stands in this text, and is not among the known values, is no secret.
        """
        given = {value for value in secrets if len(value) >= _SHORTEST_GIVEN}
        self._own = given | environment_secrets(os.environ if environment is None else environment)
        self._spared, self._is_of_process = spared, environment is None
        self._handed: frozenset[str] = frozenset()
        self._learn(HANDED.values if self._is_of_process else self._handed)

    def _learn(self, handed: frozenset[str]) -> None:
        """Take these values as the secrets from now on; what was masked by others is forgotten."""
        values = self._own | handed
        forms = {form for value in values for form in forms_of(value)}
        self._known = _any_of(forms)
        self._encoded = _any_of(form for value in values for form in encodings_of(value))
        self._cut = _Cut(values)
        self._broken = tuple(form for form in forms if not _WORD.fullmatch(form))
        self._of_short = lru_cache(_SHORT_TEXTS)(self._mask)
        self._of_long = lru_cache(_LONG_TEXTS)(self._mask)
        self._handed = handed

    def text(self, text: str) -> str:
        """Return the text, masked."""
        try:
            if self._is_of_process and self._handed is not HANDED.values:
                self._learn(HANDED.values)
            size = len(text)
            if size <= _SHORT:
                return self._of_short(text)
            return self._of_long(text) if size <= _LONG else self._mask(text)
        except Exception:
            return MASK

    def open_secret(self, text: str) -> int:
        """Return the index from which a text may begin a known value of several words; else the text's length."""
        starts = [
            len(text) - size
            for form in self._broken
            for size in range(min(len(form) - 1, len(text)), 0, -1)
            if text.endswith(form[:size])
        ]
        return min(starts, default=len(text))

    def _mask(self, text: str) -> str:
        """Return the text with its secrets masked; a costly pattern runs only where letters that it needs are there."""
        found = self._known.sub(MASK, text) if self._known else text
        if self._encoded:
            encoded = self._encoded
            found = _RUN.sub(lambda run: encoded.sub(MASK, run[0]), found)
        found = self._cut.mask(found)
        if any(part in found for part in _IN_KEYS):
            found = _KEY_LIKE.sub(self._without_form, found)
        if "eyJ" in found:
            found = _WEB_TOKEN.sub(self._without_form, found)
        if "://" in found:
            found = _USER_PART.sub(self._without_form, found)
        if found.isascii():  # other letters may stand for these, whatever their case
            lower = found.lower()
            if not any(part in lower for part in _IN_NAMES) or not _NAME_ENDS.search(lower):
                return found
        return _DEFAULT.sub(self._without_value, _AFTER_NAME.sub(self._without_value, found))

    def _without_form(self, found: re.Match[str]) -> str:
        before = found.groupdict().get("before") or ""
        return found[0] if self._is_spared(found[0]) else before + MASK

    def _without_value(self, found: re.Match[str]) -> str:
        value = found["value"]
        stays = bool(found["more"]) and len(value) < SHORTEST
        stays = stays or (found["name"].lower() == "pwd" and _PATH.fullmatch(value) is not None and is_path(value))
        return found[0] if stays or self._is_spared(value) else found["before"] + MASK

    def _is_spared(self, value: str) -> bool:
        return bool(self._spared) and value in self._spared

    def data(self, data: Any) -> Any:
        """Mask JSON data: texts, keys of mappings, and whatever stands under the name of a secret."""
        try:
            return self._data(data, 0)
        except Exception:
            return MASK

    def schemas(self, data: Any) -> Any:
        """Mask JSON schemas; a parameter that is named like a secret stays, for its schema is none."""
        try:
            return json.loads(
                self.text(json.dumps(self._data(data, 0, by_name=False), ensure_ascii=False, separators=(",", ":")))
            )
        except (ValueError, TypeError):
            return self.data(data)

    def _data(self, data: Any, depth: int, *, by_name: bool = True) -> Any:
        """`by_name`: whatever stands under the name of a secret is one."""
        if depth > _MAX_DEPTH:
            return MASK
        match data:
            case None | bool() | int() | float():
                return data
            case str():
                return self.text(data)
            case Mapping():
                pairs = [(str(name), item) for name, item in cast("Mapping[Any, Any]", data).items()]
                if by_name:
                    return {self.text(name): self._value_of(name, item, depth) for name, item in pairs}
                return {self.text(name): self._data(item, depth + 1, by_name=False) for name, item in pairs}
            case list() | tuple():
                return [self._data(item, depth + 1, by_name=by_name) for item in cast("list[Any]", data)]
            case _:
                return self.text(str(data))

    def _value_of(self, name: str, item: Any, depth: int) -> Any:
        """Return the value of a field, masked where the field's name says that it is a secret."""
        says = _says_secret(name)
        if says == "no" or item is None or isinstance(item, bool) or item in ("", 0):
            return self._data(item, depth + 1)
        if says == "in part" and not (isinstance(item, str) and may_be_secret(item) and " " not in item):
            return self._data(item, depth + 1)
        if isinstance(item, str | int | float) and self._is_spared(str(item)):
            return self._data(item, depth + 1)
        if name.lower().endswith("pwd") and isinstance(item, str) and is_path(item):
            return self._data(item, depth + 1)
        return MASK


class Unmasked(Redactor):
    """A redactor that leaves everything as it is, where somebody asked for secrets too."""

    def __init__(self) -> None:
        """Know no secrets."""
        super().__init__(environment={})

    def text(self, text: str) -> str:
        """Return the text."""
        return text

    def data(self, data: Any) -> Any:
        """Return the data."""
        return data


@lru_cache(_SHORT_TEXTS)
def _says_secret(name: str) -> Literal["no", "in part", "yes"]:
    """Return whether a name ends as that of a secret, or has it in a part further in front."""
    if _SECRET_NAME.search(name):
        return "yes"
    return "in part" if _SECRET_PART.search(in_words(name)) else "no"


class RedactingFilter(logging.Filter):
    """A filter for a logging handler: whatever a record says leaves the handler masked."""

    def __init__(self, redactor: Redactor | None = None) -> None:
        """Use the given redactor, or one of the process's environment."""
        super().__init__()
        self._redactor = redactor or Redactor()

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the record; every record passes."""
        try:
            record.msg, record.args = self._redactor.text(record.getMessage()), None
            if record.exc_info:
                record.exc_text = self._redactor.text(logging.Formatter().formatException(record.exc_info))
                record.exc_info = None
        except Exception:
            record.msg, record.args, record.exc_info, record.exc_text = MASK, None, None, None
        return True


def _any_of(forms: Iterable[str]) -> re.Pattern[str] | None:
    longest_first = sorted(set(forms), key=lambda form: (-len(form), form))
    return re.compile("|".join(re.escape(form) for form in longest_first)) if longest_first else None


def forms_of(value: str) -> set[str]:
    """Return a value as it may stand in a text: plain, in JSON and JSON within JSON, in an address, in HTML."""
    as_json = {json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]}
    twice = {json.dumps(text)[1:-1] for text in as_json} | {text.replace("/", "\\/") for text in as_json}
    in_address = {quote(value, safe=""), quote(value), quote_plus(value)}
    lower = {_PERCENT.sub(lambda found: found[0].lower(), text) for text in in_address}
    return {value, *as_json, *twice, *in_address, *lower, html.escape(value)}


def encodings_of(value: str) -> set[str]:
    """Return a value in hexadecimal digits, and in base64 of either alphabet; within other bytes, as far as it is its
    own.
    """
    raw = value.encode("utf-8", "surrogatepass")
    inside = (base64.b64encode(bytes(before) + raw).decode()[first:] for before, first in enumerate((0, 2, 3)))
    cores = {text.rstrip("=")[: -1 if text.endswith("=") else None] for text in inside}
    found = {base64.b64encode(raw).decode().rstrip("="), *(core for core in cores if len(core) >= SHORTEST)}
    return {raw.hex(), raw.hex().upper(), *found, *(text.translate(_OTHER_ALPHABET) for text in found)}


class _Cut:
    """Looks for what is left of known values where a text was cut in the midst of one."""

    def __init__(self, values: Iterable[str]) -> None:
        self._values = tuple(value for value in values if len(value) > SHORTEST)
        starts = "|".join(sorted({re.escape(value[:SHORTEST]) for value in self._values}))
        ends = "|".join(sorted({re.escape(value[-SHORTEST:]) for value in self._values}))
        self._before = re.compile(rf"(?:{starts})[^\s{_MARK}]{{0,200}}+(?=\s?{_MARK})")
        self._after = re.compile(rf"(?:(?<={_MARK})|(?<={_MARK} ))[^\s{_MARK}]{{0,200}}?(?:{ends})")

    def mask(self, text: str) -> str:
        """Take them out of the text."""
        if not self._values or _MARK not in text:
            return text
        return self._after.sub(self._without_end, self._before.sub(self._without_start, text))

    def _without_start(self, found: re.Match[str]) -> str:
        return MASK if any(value.startswith(found[0]) for value in self._values) else found[0]

    def _without_end(self, found: re.Match[str]) -> str:
        return MASK if any(value.endswith(found[0]) for value in self._values) else found[0]
