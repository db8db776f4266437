"""Requests to where no tool may go: none of them reaches the forbidden server."""

from collections.abc import Iterator

import pytest

from smurfs_graph.tools.http import ForbiddenRequestError, HttpClient, HttpError
from smurfs_graph.tools.http.addresses import forbidden
from tests.tools.http.local import Handler, LocalServer, resolver_to


@pytest.fixture(scope="module")
def secret() -> Iterator[LocalServer]:
    """The server that nothing may reach."""
    with LocalServer(lambda handler: handler.reply(200, b"the crown jewels")) as server:
        yield server


@pytest.fixture(scope="module")
def open_server() -> Iterator[LocalServer]:
    """A server that may be reached, and sends its callers where the query says."""
    with LocalServer() as server:
        yield server


@pytest.fixture(autouse=True)
def untouched(secret: LocalServer) -> Iterator[None]:
    """Whatever a test of this file does, the forbidden server sees nothing of it."""
    yield
    assert (secret.requests, secret.connections) == ([], 0)


URLS = {
    "plain": "http://127.0.0.1:PORT/",
    "localhost": "http://localhost:PORT/",
    "upper case": "http://LOCALHOST:PORT/",
    "trailing dot": "http://localhost.:PORT/",
    "two trailing dots": "http://localhost..:PORT/",
    "sub-domain of localhost": "http://x.localhost:PORT/",
    "address with trailing dot": "http://127.0.0.1.:PORT/",
    "loopback, another one": "http://127.8.9.10:PORT/",
    "zero": "http://0.0.0.0:PORT/",
    "zero, short": "http://0:PORT/",
    "decimal": "http://2130706433:PORT/",
    "octal": "http://0177.0.0.1:PORT/",
    "octal, whole": "http://017700000001:PORT/",
    "octal, padded": "http://0000177.0.0.01:PORT/",
    "hexadecimal": "http://0x7f000001:PORT/",
    "hexadecimal, dotted": "http://0x7f.0x0.0x0.0x1:PORT/",
    "hexadecimal, upper case": "http://0X7F.1:PORT/",
    "mixed": "http://0x7f.0.1:PORT/",
    "short": "http://127.1:PORT/",
    "three parts": "http://127.0.1:PORT/",
    "overflow": "http://383.0.0.1:PORT/",
    "overflow, decimal": "http://6425673729:PORT/",
    "empty hexadecimal": "http://127.0.0.0x:PORT/",
    "five parts": "http://127.0.0.0.1:PORT/",
    "IPv6 loopback": "http://[::1]:PORT/",
    "IPv6 loopback, long": "http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/",
    "IPv6 any": "http://[::]:PORT/",
    "IPv4-mapped": "http://[::ffff:127.0.0.1]:PORT/",
    "IPv4-mapped, hexadecimal": "http://[::ffff:7f00:1]:PORT/",
    "IPv4-mapped, long": "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
    "IPv4-compatible": "http://[::127.0.0.1]:PORT/",
    "NAT64": "http://[64:ff9b::7f00:1]:PORT/",
    "NAT64, local": "http://[64:ff9b:1::7f00:1]:PORT/",
    "6to4": "http://[2002:7f00:1::]:PORT/",
    "Teredo": "http://[2001:0:7f00:1::]:PORT/",
    "link-local with zone": "http://[fe80::1%25lo]:PORT/",
    "link-local with bare zone": "http://[fe80::1%lo]:PORT/",
    "loopback with zone": "http://[::1%25lo]:PORT/",
    "no brackets": "http://::1:PORT/",
    "unique local": "http://[fc00::1]:PORT/",
    "AWS metadata": "http://169.254.169.254/latest/meta-data/",
    "AWS metadata, IPv6": "http://[fd00:ec2::254]/latest/meta-data/",
    "Azure wire server": "http://168.63.129.16/metadata",
    "Alibaba metadata": "http://100.100.100.200/latest/meta-data/",
    "Oracle metadata": "http://192.0.0.192/",
    "private 10": "http://10.0.0.1:PORT/",
    "private 172": "http://172.31.255.1:PORT/",
    "private 192": "http://192.168.0.1:PORT/",
    "multicast": "http://224.0.0.1:PORT/",
    "broadcast": "http://255.255.255.255:PORT/",
    "user name": "http://public.example@127.0.0.1:PORT/",
    "user name and password": "http://a:b@127.0.0.1:PORT/",
    "empty user name": "http://@127.0.0.1:PORT/",
    "escaped user name": "http://public.example%40127.0.0.1:PORT/",
    "two at signs": "http://a@public.example@127.0.0.1:PORT/",
    "backslash": "http://public.example\\@127.0.0.1:PORT/",
    "backslashes for slashes": "http:\\\\127.0.0.1:PORT\\",
    "fragment as host": "http://127.0.0.1:PORT#@public.example/",
    "question mark in authority": "http://127.0.0.1:PORT?@public.example/",
    "one slash": "http:/127.0.0.1:PORT/",
    "no slash": "http:127.0.0.1:PORT/",
    "three slashes": "http:///127.0.0.1:PORT/",
    "no scheme": "//127.0.0.1:PORT/",
    "tab inside": "http://127.0.\t0.1:PORT/",
    "line break inside": "http://127.0.0.1:PORT/\r\nHost: x",
    "space before": " http://127.0.0.1:PORT/",
    "null byte": "http://127.0.0.1\0.public.example:PORT/",
    "escaped dots": "http://127%2e0%2e0%2e1:PORT/",
    "escaped name": "http://%6cocalhost:PORT/",
    "ideographic dots": "http://127\u30020\u30020\u30021:PORT/",
    "fullwidth dots": "http://127\uff0e0\uff0e0\uff0e1:PORT/",
    "halfwidth dots": "http://127\uff610\uff610\uff611:PORT/",
    "fullwidth digits": "http://\uff11\uff12\uff17.0.0.1:PORT/",
    "circled digits": "http://\u2460\u2461\u2466.0.0.1:PORT/",
    "circled letters": "http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3:PORT/",
    "soft hyphen": "http://local\u00adhost:PORT/",
    "zero-width joiner": "http://local\u200dhost:PORT/",
    "file": "file:///etc/hostname",
    "gopher": "gopher://127.0.0.1:PORT/_GET",
    "ftp": "ftp://127.0.0.1:PORT/",
    "data": "data:text/plain,hello",
    "unix socket": "http+unix://%2Ftmp%2Fx.sock/",
    "port out of range": "http://127.0.0.1:65536/",
    "port in other digits": "http://127.0.0.1:\uff18\uff10/",
    "empty host": "http://:PORT/",
    "empty": "",
}


@pytest.mark.parametrize("form", URLS)
async def test_no_spelling_of_a_forbidden_address_is_sent(form: str, secret: LocalServer) -> None:
    """Every form is refused before a connection is made, and never as something that may work later."""
    with pytest.raises(HttpError) as caught:
        await HttpClient().request("GET", URLS[form].replace("PORT", str(secret.port)))
    assert isinstance(caught.value, ForbiddenRequestError) or "not known" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("form", [form for form, url in URLS.items() if url.isascii() and url.isprintable()])
async def test_no_redirect_leads_to_a_forbidden_address(
    form: str, secret: LocalServer, open_server: LocalServer
) -> None:
    """Each form is the target of a redirect. Some are paths of the open server then."""
    location = URLS[form].replace("PORT", str(secret.port))
    seen: list[str] = []

    def once(handler: Handler) -> None:
        seen.append(handler.path)
        handler.reply(200, b"path") if len(seen) > 1 else handler.redirect(location)

    open_server.behave = once
    try:
        response = await HttpClient(allow=[open_server.netloc]).request("GET", open_server.url)
    except HttpError:
        return
    assert response.url.startswith(open_server.url)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("hops", [1, 3])
async def test_chains_of_redirects_are_checked_at_every_hop(
    status: int, hops: int, secret: LocalServer, open_server: LocalServer
) -> None:
    """The last of them leads to the forbidden server."""

    def chain(handler: Handler) -> None:
        left = int(handler.path.strip("/"))
        handler.redirect(f"/{left - 1}" if left > 1 else f"{secret.url}/", status)

    open_server.behave = chain
    with pytest.raises(ForbiddenRequestError, match="loopback"):
        await HttpClient(allow=[open_server.netloc]).request("GET", f"{open_server.url}/{hops}")


async def test_a_redirect_for_ever_ends(open_server: LocalServer) -> None:
    """After as many as the limit says."""
    open_server.behave = lambda handler: handler.redirect("/again")
    open_server.requests.clear()
    with pytest.raises(HttpError, match="more than 5 redirects"):
        await HttpClient(allow=[open_server.netloc]).request("GET", open_server.url)
    assert len(open_server.requests) == 6


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["::1"],
        ["8.8.8.8", "127.0.0.1"],
        ["127.0.0.1", "8.8.8.8"],
        ["169.254.169.254"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["fe80::1%lo"],
        ["not an address"],
    ],
    ids=str,
)
async def test_names_that_resolve_to_forbidden_addresses_are_refused(answers: list[str], secret: LocalServer) -> None:
    """Also where only one of several addresses is forbidden."""
    with pytest.raises(ForbiddenRequestError):
        await HttpClient(resolve=resolver_to(*answers)).request("GET", f"http://public.example:{secret.port}/")


async def test_a_name_that_is_rebound_is_resolved_once(secret: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to the address that was checked: a second answer is never asked for."""
    asked: list[str] = []
    reached: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["203.0.114.7"] if len(asked) == 1 else ["127.0.0.1"]

    async def connect(remote_host: str, remote_port: int, **options: object) -> None:
        reached.append(remote_host)
        raise OSError("no network here")

    monkeypatch.setattr("anyio.connect_tcp", connect)
    with pytest.raises(HttpError, match="no connection"):
        await HttpClient(resolve=rebinding).request("GET", f"http://rebound.example:{secret.port}/")
    assert (asked, reached) == (["rebound.example"], ["203.0.114.7"])


async def test_a_redirect_to_a_rebound_name_is_refused(secret: LocalServer, open_server: LocalServer) -> None:
    """The name is resolved anew for the hop, and checked anew."""
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    open_server.behave = lambda handler: handler.redirect(f"http://shop.example:{secret.port}/")
    client = HttpClient(allow=[f"shop.example:{open_server.port}"], resolve=rebinding)
    with pytest.raises(ForbiddenRequestError, match=f"shop.example:{secret.port} is a loopback"):
        await client.request("GET", f"http://shop.example:{open_server.port}/")
    assert len(asked) == 2


async def test_an_allowed_name_allows_its_port_only(secret: LocalServer, open_server: LocalServer) -> None:
    """Nor another spelling of the same address."""
    client = HttpClient(allow=[open_server.netloc])
    open_server.behave = Handler.reply
    assert (await client.request("GET", open_server.url)).status == 200
    for other in (secret.url, f"http://localhost:{open_server.port}", f"http://[::1]:{open_server.port}"):
        with pytest.raises(ForbiddenRequestError):
            await client.request("GET", other)


async def test_environment_proxies_are_not_used(
    secret: LocalServer, open_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy must be asked for."""
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, secret.url)
    open_server.behave = Handler.reply
    assert (await HttpClient(allow=[open_server.netloc]).request("GET", open_server.url)).status == 200


@pytest.mark.parametrize(
    ("method", "header"),
    [
        *((method, ("X-A", "b")) for method in ("GET\r\nX: y", "", "G ET", "GET /")),
        *(("GET", ("X-A", value)) for value in ("a\r\nHost: b", "a\n b", "\0")),
        *(("GET", (name, "b")) for name in ("X\r\nA", "", "Host", "a b")),
    ],
)
async def test_nothing_can_split_a_request(method: str, header: tuple[str, str], secret: LocalServer) -> None:
    """A method and a header's name are tokens, its value is a line; some are the client's own."""
    with pytest.raises(ForbiddenRequestError, match=r"method|header"):
        await HttpClient(allow=[secret.netloc]).request(method, secret.url, headers=dict([header]))


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "1.1.1.1", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001:800::200e"],
)
def test_public_addresses_may_be_reached(address: str) -> None:
    """Just outside the ranges, too."""
    assert forbidden(address) is None
