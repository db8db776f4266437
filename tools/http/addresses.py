"""Decide which addresses a tool may reach: the public internet, and what was allowed by name. Pure.

Ranges: IANA's special-purpose address registries (RFC 6890 and its updates), the translation and tunnel prefixes that
carry an IPv4 address inside (RFC 4291, 6052, 3056, 4380), and the metadata services of clouds that lie outside them.
"""

import os
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.http.errors import ForbiddenRequestError
from smurfs_graph.tools.http.urls import Origin, parse_host, parse_url, split_port

_FORBIDDEN_4 = {
    IPv4Network(network): kind
    for network, kind in {
        "0.0.0.0/8": "this network",
        "10.0.0.0/8": "private",
        "100.64.0.0/10": "carrier-grade NAT",
        "127.0.0.0/8": "loopback",
        "168.63.129.16/32": "cloud metadata",
        "169.254.0.0/16": "link-local",
        "172.16.0.0/12": "private",
        "192.0.0.0/24": "reserved",
        "192.0.2.0/24": "documentation",
        "192.88.99.0/24": "6to4 relay",
        "192.168.0.0/16": "private",
        "198.18.0.0/15": "benchmarking",
        "198.51.100.0/24": "documentation",
        "203.0.113.0/24": "documentation",
        "224.0.0.0/4": "multicast",
        "240.0.0.0/4": "reserved",
    }.items()
}
_FORBIDDEN_6 = {
    IPv6Network(network): kind
    for network, kind in {
        "::1/128": "loopback",
        "::ffff:0:0/96": "IPv4-mapped",
        "::/96": "IPv4-compatible",
        "64:ff9b::/96": "NAT64",
        "64:ff9b:1::/48": "NAT64",
        "2001::/32": "Teredo",
        "2001::/23": "reserved",
        "2001:db8::/32": "documentation",
        "2002::/16": "6to4",
        "3fff::/20": "documentation",
        "fc00::/7": "private",
        "fe80::/10": "link-local",
        "fec0::/10": "site-local",
        "ff00::/8": "multicast",
    }.items()
}
_GLOBAL_6 = IPv6Network("2000::/3")


def forbidden(address: str) -> str | None:
    """Return the kind of an address that no tool may reach; None for a public one. `address` is a literal."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "malformed"
    if isinstance(parsed, IPv4Address):
        return next((kind for network, kind in _FORBIDDEN_4.items() if parsed in network), None)
    return _forbidden_6(parsed)


def _forbidden_6(address: IPv6Address) -> str | None:
    if address.scope_id:
        return "link-local"
    for network, kind in _FORBIDDEN_6.items():
        if address in network:
            return kind
    return None if address in _GLOBAL_6 else "reserved"


class AllowList:
    """Hosts that may be reached although their addresses are private: `host:port` each, by name as it is written."""

    def __init__(self, entries: Iterable[str] = ()) -> None:
        """Raises ConfigurationError for an entry that is not `host:port`."""
        self._known = frozenset(_entry(text) for text in entries)

    def __contains__(self, origin: Origin) -> bool:
        """Return whether the host and port of an origin were allowed by name."""
        return (origin.host, origin.port) in self._known


def hosts_of_environment() -> list[str]:
    """`host:port` entries that the environment allows for every source: SMURFS_ALLOW_HOSTS, separated by commas."""
    return [entry.strip() for entry in os.environ.get("SMURFS_ALLOW_HOSTS", "").split(",") if entry.strip()]


def hosts_of_address(url: str) -> list[str]:
    """Return the hosts that a URL written by the user allows by name: an address, or this machine as `localhost`.

    Another name allows nothing: what it resolves to is decided elsewhere, and may be this machine tomorrow. Raises
    ForbiddenRequestError for what is no URL.
    """
    host, port = parse_url(url).origin[1:]
    try:
        is_6 = isinstance(ip_address(host), IPv6Address)
    except ValueError:
        return [f"{host}:{port}"] if host == "localhost" else []
    return [f"[{host}]:{port}" if is_6 else f"{host}:{port}"]


def _entry(text: str) -> tuple[str, int]:
    try:
        host, port = split_port(text.strip())
        if port is not None:
            return parse_host(host), port
    except ForbiddenRequestError:
        pass
    raise ConfigurationError(f"{text!r} cannot be allowed: write host:port, as in localhost:8000 or [::1]:8000")
