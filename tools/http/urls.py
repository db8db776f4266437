"""URLs, read by one strict parser, so that what is checked is what is connected to. Pure.

Whatever two parsers could read in two ways is refused: userinfo, backslashes, control characters, IPv4 addresses in
anything but dotted decimals, dots that are no dots, zone identifiers, escapes in the host (RFC 3986; the WHATWG rule
that a host whose last label is a number is an IPv4 address).
"""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import NamedTuple
from urllib.parse import quote, urljoin

from smurfs_graph.tools.http.errors import ForbiddenRequestError

MAX_URL_CHARS = 16_000
_PORTS = {"http": 80, "https": 443}
_FORM = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<rest>[^#]*)(?:#.*)?", re.DOTALL)
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_OTHER_DOTS = re.compile("[\u3002\uff0e\uff61\u2024\u00b7]")
_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Origin(NamedTuple):
    """Scheme, host and port; the host is lower-case ASCII without brackets and trailing dot."""

    scheme: str
    host: str
    port: int

    @property
    def netloc(self) -> str:
        """Return host and port as a Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        """Return the origin as `scheme://host`, with a port that is not the scheme's own."""
        return f"{self.scheme}://{self.netloc}"


class Url(NamedTuple):
    """An origin and what is asked of it: an absolute path with its query, percent-encoded."""

    origin: Origin
    target: str

    def __str__(self) -> str:
        """Return the URL as text."""
        return f"{self.origin}{self.target}"

    @property
    def shown(self) -> str:
        """Return the URL without its query, which may hold a key."""
        return f"{self.origin}{self.target.partition('?')[0]}"


def parse_url(text: str) -> Url:
    """Read an absolute http or https URL. Raises ForbiddenRequestError where it is anything else."""
    if len(text) > MAX_URL_CHARS:
        raise ForbiddenRequestError(f"the URL has {len(text)} characters; {MAX_URL_CHARS} are the limit")
    if _UNSAFE.search(text):
        raise ForbiddenRequestError("the URL holds a space, a control character or a backslash")
    found = _FORM.fullmatch(text)
    if found is None:
        raise ForbiddenRequestError(f"{text[:80]!r} is no absolute URL")
    scheme = found["scheme"].lower()
    if scheme not in _PORTS:
        raise ForbiddenRequestError(f"scheme {scheme!r} is refused; only http and https are allowed")
    if "@" in found["authority"]:
        raise ForbiddenRequestError("a URL with a user name or password in it is refused")
    host, port = split_port(found["authority"])
    return Url(Origin(scheme, parse_host(host), port or _PORTS[scheme]), _target(found["rest"]))


def redirect_target(url: Url, location: str) -> Url:
    """Follow a redirect to its address, relative ones included. Raises ForbiddenRequestError."""
    if _UNSAFE.search(location) or len(location) > MAX_URL_CHARS:
        raise ForbiddenRequestError("a redirect to a malformed address is refused")
    try:
        return parse_url(urljoin(str(url), location))
    except ValueError:
        raise ForbiddenRequestError("a redirect to a malformed address is refused") from None


def parse_host(text: str) -> str:
    """Return a host as it is compared and resolved.

    Raises ForbiddenRequestError for one that could be read in two ways.
    """
    if text.startswith("[") and text.endswith("]"):
        try:
            return str(_without_zone(text[1:-1]))
        except (AddressValueError, ValueError):
            raise ForbiddenRequestError(f"{text!r:.80} is no IPv6 address") from None
    host = _ascii(text).lower()
    host = host.removesuffix(".")
    labels = host.split(".")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise ForbiddenRequestError(f"{text!r:.80} is no host name")
    if _NUMBER.fullmatch(labels[-1]):
        try:
            return str(IPv4Address(host))
        except AddressValueError:
            raise ForbiddenRequestError(f"{text!r:.80}: an IPv4 address must be four decimal numbers") from None
    return host


def _without_zone(text: str) -> IPv6Address:
    if "%" in text:
        raise ValueError("a zone identifier")
    return IPv6Address(text)


def _ascii(text: str) -> str:
    if text.isascii():
        return text
    import idna

    if _OTHER_DOTS.search(text):
        raise ForbiddenRequestError(f"{text!r:.80} holds a dot that is none")
    try:
        return idna.encode(text.lower(), uts46=False).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        raise ForbiddenRequestError(f"{text!r:.80} is no host name") from None


def split_port(authority: str) -> tuple[str, int | None]:
    """Return a host as it is written, and its port. Raises ForbiddenRequestError for a port that is none."""
    host, colon, port = authority.rpartition(":")
    if not colon or authority.endswith("]"):
        return authority, None
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65536):
        raise ForbiddenRequestError(f"port {port!r:.20} is none")
    return host, int(port)


def _target(rest: str) -> str:
    target = rest if rest.startswith("/") else f"/{rest}"
    target = _BROKEN_ESCAPE.sub("%25", target)
    return quote(target, safe="%/:=&?~+!$,;'@()*[]-._")
