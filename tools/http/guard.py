"""Resolve once, check every address, connect to exactly one that was checked."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address
from typing import Any

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.tools.http.addresses import AllowList, forbidden
from smurfs_graph.tools.http.errors import ConnectionFailedError, ForbiddenRequestError
from smurfs_graph.tools.http.urls import Origin

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""From a host name and port to its addresses, as literals, best first."""
_MAX_TRIED = 3
"""Addresses of one host that are tried, in the resolver's order."""
_NEXT_AFTER = 3.0
"""Seconds after which the next address is tried; the last one has until the call's deadline."""


async def system_resolver(host: str, port: int) -> list[str]:
    """Resolve a host by the system, in a thread that never keeps a process from ending. Raises OSError."""
    found = await run_in_thread(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(item[4][0]) for item in found))


class Guard:
    """Says to which addresses a request may go."""

    def __init__(self, allow: Iterable[str] = (), resolve: Resolve = system_resolver) -> None:
        """`allow`: `host:port` entries that may be private. Raises ConfigurationError for a malformed one."""
        self.allowed = AllowList(allow)
        self._resolve = resolve

    async def addresses(self, origin: Origin) -> list[str]:
        """Return the addresses of an origin, resolved once. One forbidden among them, and the origin is refused."""
        addresses = await self._look_up(origin)
        if origin not in self.allowed:
            for address in addresses:
                if kind := forbidden(address):
                    raise ForbiddenRequestError(
                        f"{origin.host}:{origin.port} is a {kind} address, which is reached only where it is allowed "
                        f"by name: SMURFS_ALLOW_HOSTS={_entry_of(origin)}"
                    )
        return addresses

    async def _look_up(self, origin: Origin) -> list[str]:
        try:
            return [str(ip_address(origin.host))]
        except ValueError:
            pass
        try:
            addresses = await self._resolve(origin.host, origin.port)
        except (OSError, UnicodeError):
            addresses = []
        if not addresses:
            raise ConnectionFailedError(f"the host {origin.host!r} is not known", transient=True)
        return addresses[:_MAX_TRIED] if origin in self.allowed else addresses


def _entry_of(origin: Origin) -> str:
    """Return an origin as SMURFS_ALLOW_HOSTS names it."""
    return f"[{origin.host}]:{origin.port}" if ":" in origin.host else f"{origin.host}:{origin.port}"


class PinnedBackend:
    """A network backend of httpcore (either generation) that connects to checked addresses, never to a name."""

    def __init__(self, origin: Origin, addresses: list[str], inner: Any) -> None:
        """`inner`: the backend that makes connections; `addresses`: as `Guard.addresses` gave them for `origin`."""
        self._origin = origin
        self._addresses = addresses[:_MAX_TRIED]
        self._inner = inner

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None, **options: Any) -> Any:
        """Return a stream to the origin's first address that answers.

        TLS on it is still asked for the origin's name.
        """
        if (host.lower(), port) != (self._origin.host, self._origin.port):
            raise ForbiddenRequestError(f"a connection to {host!r}:{port} was not checked")
        for address in self._addresses[:-1]:
            try:
                async with asyncio.timeout(_NEXT_AFTER):
                    return await self._inner.connect_tcp(address, port, timeout=timeout, **options)
            except asyncio.CancelledError:
                raise
            except Exception:
                continue
        return await self._inner.connect_tcp(self._addresses[-1], port, timeout=timeout, **options)

    async def connect_unix_socket(self, *args: Any, **options: Any) -> Any:
        """Refuse: never used."""
        raise ForbiddenRequestError("a connection to a socket file is refused")

    async def sleep(self, seconds: float) -> None:
        """Sleep, as httpcore asks of a backend."""
        await asyncio.sleep(seconds)
