"""Credentials of a service, from the environment, under names that the user chose and the document cannot.

For a source called `shop` (its file's name, its host, or what stands before `=` in the spec) these are `SHOP_TOKEN`
(bearer, OAuth2 or OpenID Connect), `SHOP_USER` and `SHOP_PASSWORD` (basic), `SHOP_KEY` (API key; `SHOP_KEY_<SCHEME>`
where there are several), `SHOP_CLIENT_ID` and `SHOP_CLIENT_SECRET` (OAuth2 client credentials).
"""

import json
import os
import re
import time
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast
from urllib.parse import quote, urlencode, urljoin

from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.redaction.known_secrets import HANDED
from smurfs_graph.tools.http import HttpClient
from smurfs_graph.tools.http.urls import Origin, parse_url
from smurfs_graph.tools.openapi.references import References

_TYPES = ("apiKey", "http", "oauth2", "openIdConnect", "mutualTLS")
_EARLY = 30.0
"""Seconds before its end at which a token is no longer used."""


@dataclass
class Credentials:
    """The credentials of one request."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    query: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    cookies: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    keys: set[str] = field(default_factory=set[str])
    """The secrets in it, as the environment or the token's server has them: a service may decode what it was sent."""

    @property
    def known(self) -> frozenset[str]:
        """Return what must not come back: the secrets, and the values that carry them; of `Bearer x`, the x too."""
        values = {*self.headers.values(), *(value for _, value in (*self.query, *self.cookies))}
        return frozenset(self.keys | values | {value.partition(" ")[2] for value in values})


@dataclass(frozen=True)
class _Token:
    text: str
    until: float


class Authenticator:
    """Finds the credentials that an operation needs."""

    def __init__(
        self, name: str, schemes: Mapping[str, Any], references: References, client: HttpClient, source: str
    ) -> None:
        """`name`: that of the source; `schemes`: the document's. Raises ConfigurationError for an unknown type."""
        prefix = re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_") or "OPENAPI"
        self._prefix = f"HOST_{prefix}" if prefix[0].isdigit() else prefix  # as shells have it
        self._schemes = {key: references.resolve(scheme) for key, scheme in schemes.items()}
        self._client = client
        self._source = source
        self._tokens: dict[str, _Token] = {}
        self.home: Origin | None = None
        """The only origin that gets credentials; an operation may have a server of its own elsewhere."""
        for key, scheme in self._schemes.items():
            if scheme.get("type") not in _TYPES:
                raise ConfigurationError(
                    f"{source!r}: the security scheme {key!r:.60} is of type {scheme.get('type')!r:.40}; known are "
                    f"{', '.join(_TYPES)}"
                )

    def refuse_unknown(self, security: tuple[Mapping[str, Any], ...], where: str) -> None:
        """Raises ConfigurationError where an operation needs a scheme that the document does not define."""
        for alternative in security:
            for key in alternative:
                if key not in self._schemes:
                    raise ConfigurationError(f"{self._source!r}: {where} needs the unknown security scheme {key!r:.60}")

    async def credentials(self, security: tuple[Mapping[str, Any], ...], url: str) -> Credentials:
        """Return the credentials of the first alternative that the environment has in full.

        Raises ToolError where none is complete.
        """
        missing: list[str] = []
        for alternative in sorted(security, key=lambda one: not one):  # with credentials before without
            lacking = [lack for key in alternative if (lack := self._lacking(key))]
            if not lacking:
                found = Credentials()
                for key, scopes in alternative.items():
                    await self._add(found, key, scopes)
                self._refuse_stray(found, url)
                _mask(found)
                return found
            missing += lacking
        if not security:
            return Credentials()
        raise ToolError(f"this service needs credentials: {'; or '.join(dict.fromkeys(missing))}")

    def forget(self) -> bool:
        """Drop the tokens that were given out, for the service refused one; whether there were any."""
        known = bool(self._tokens)
        self._tokens.clear()
        return known

    def _refuse_stray(self, found: Credentials, url: str, *, url_is_of_service: bool = True) -> None:
        origin = parse_url(url).origin
        carries = found.headers or found.query or found.cookies
        if carries and url_is_of_service and origin != self.home:
            raise ToolError(f"credentials are for {self.home}, not for {origin}")
        if carries and origin.scheme == "http" and origin not in self._client.guard.allowed:
            raise ToolError(f"credentials are not sent to {origin} without TLS")

    def _variables(self, key: str) -> list[str]:
        """Return the environment variables that a scheme's credentials are read from; empty for an unknown scheme."""
        scheme = self._schemes.get(key, {})
        match scheme.get("type"):
            case "apiKey":
                return [f"{self._prefix}_KEY"]
            case "http" if str(scheme.get("scheme", "")).lower() == "basic":
                return [f"{self._prefix}_USER", f"{self._prefix}_PASSWORD"]
            case "http" if str(scheme.get("scheme", "")).lower() == "bearer":
                return [f"{self._prefix}_TOKEN"]
            case "oauth2" if _token_url(scheme):
                return [f"{self._prefix}_CLIENT_ID", f"{self._prefix}_CLIENT_SECRET"]
            case "oauth2" | "openIdConnect":
                return [f"{self._prefix}_TOKEN"]
            case _:
                return []

    def _lacking(self, key: str) -> str:
        """Say what the environment lacks for a scheme; empty where it has all."""
        names = self._variables(key)
        if not names:
            kind = self._schemes.get(key, {}).get("scheme") or self._schemes.get(key, {}).get("type")
            return f"the scheme {key!r:.60} ({kind!s:.40}) is not supported"
        if all(self._value(name, key) for name in names):
            return ""
        if self._schemes[key].get("type") == "oauth2" and self._value(f"{self._prefix}_TOKEN", key):
            return ""
        return f"set {' and '.join(names)} in the environment"

    def _value(self, name: str, key: str) -> str:
        own = f"{name}_{re.sub(r'[^A-Z0-9]+', '_', key.upper()).strip('_')}"
        return os.environ.get(own) or os.environ.get(name) or ""

    async def _add(self, found: Credentials, key: str, scopes: Any) -> None:
        """Add the credentials for a scheme, where its document says that they go."""
        scheme = self._schemes[key]
        values = [self._value(name, key) for name in self._variables(key)]
        found.keys.update(values[-1:])  # of a user's name and a password, the latter
        match scheme.get("type"), str(scheme.get("in")):
            case "apiKey", "query":
                found.query.append((str(scheme.get("name")), values[0]))
            case "apiKey", "cookie":
                found.cookies.append((str(scheme.get("name")), quote(values[0], safe="!#$&'()*+-./:<=>?@[]^_`{|}~")))
            case "apiKey", _:
                found.headers[str(scheme.get("name"))] = values[0]
            case "http", _ if len(values) == 2:
                pair = b64encode(f"{values[0]}:{values[1]}".encode()).decode()
                found.headers["Authorization"] = f"Basic {pair}"
            case "oauth2", _ if not self._value(f"{self._prefix}_TOKEN", key):
                found.headers["Authorization"] = f"Bearer {await self._token(key, scheme, values, scopes)}"
            case _:
                found.headers["Authorization"] = f"Bearer {self._value(f'{self._prefix}_TOKEN', key)}"

    async def _token(self, key: str, scheme: Mapping[str, Any], values: list[str], scopes: Any) -> str:
        """Return an access token by client credentials (RFC 6749, section 4.4), kept until shortly before its end."""
        wanted = " ".join(str(scope) for scope in cast("list[Any]", scopes)) if isinstance(scopes, list) else ""
        kept = self._tokens.get(f"{key} {wanted}")
        if kept is not None and kept.until > time.monotonic():
            return kept.text
        url = _token_url(scheme)
        if self._source.lower().startswith(("http://", "https://")):
            url = urljoin(self._source, url)
        form = {"grant_type": "client_credentials"} | ({"scope": wanted} if wanted else {})
        pair = ":".join(quote(value, safe="") for value in values)
        secrets = {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}
        self._refuse_stray(Credentials(headers=secrets), url, url_is_of_service=False)
        response = await self._client.request(
            "POST",
            url,
            headers={"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"},
            secrets=secrets,
            content=urlencode(form).encode(),
            limits=replace(self._client.limits, max_redirects=0),  # nobody but this server gives the token out
        )
        token = _read_token(response.status, response.content)
        self._tokens[f"{key} {wanted}"] = token
        return token.text


def _mask(found: Credentials) -> None:
    """Have every redactor mask what a request carries: of `Bearer x`, the x."""
    HANDED.add(value.rpartition(" ")[2] for value in found.headers.values())
    HANDED.add(value for _, value in (*found.query, *found.cookies))


def _token_url(scheme: Mapping[str, Any]) -> str:
    flows: Any = scheme.get("flows")
    flow: Any = cast("Mapping[str, Any]", flows).get("clientCredentials") if isinstance(flows, Mapping) else None
    return str(cast("Mapping[str, Any]", flow).get("tokenUrl") or "") if isinstance(flow, Mapping) else ""


def _read_token(status: int, content: bytes) -> _Token:
    try:
        said: Any = json.loads(content)
    except (ValueError, RecursionError):
        said = None
    token: Any = cast("dict[str, Any]", said).get("access_token") if isinstance(said, dict) else None
    if status != 200 or not isinstance(token, str) or not re.fullmatch(r"[\x21-\x7e]{1,8000}", token):
        raise ToolError(
            f"the service's token endpoint gives no token (status {status})", transient=status in (429, 503)
        )
    lifetime: Any = cast("dict[str, Any]", said).get("expires_in")
    seconds = min(max(0, lifetime), 86_400) if isinstance(lifetime, int | float) else 300
    return _Token(token, time.monotonic() + max(0.0, seconds - _EARLY))
