"""The client's requests: what is sent, what stays behind at a redirect, and how much is read."""

import gzip
import ssl
import sys
import time
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.http import ForbiddenRequestError, HttpClient, HttpError, HttpLimits, HttpResponse
from smurfs_graph.tools.http.addresses import hosts_of_address, hosts_of_environment
from smurfs_graph.tools.http.urls import parse_url
from tests.tools.http.local import Behave, Handler, LocalServer, resolver_to

USUAL = HttpLimits()


async def fetch(behave: Behave, limits: HttpLimits = USUAL, method: str = "GET") -> bytes:
    """The body of what a server with this behaviour answers."""
    with LocalServer(behave) as server:
        return (await HttpClient(allow=[server.netloc], limits=limits).request(method, server.url)).content


async def test_a_request_says_what_it_was_told() -> None:
    """Method, target, headers and body; its host is the name, not the address."""
    with LocalServer(lambda handler: handler.reply(201, b"made", {"X-Reply": "yes"})) as server:
        client = HttpClient(allow=[f"shop.example:{server.port}"], resolve=resolver_to("127.0.0.1"))
        response = await client.request(
            "put",
            f"http://Shop.example:{server.port}/a%2Fb?q=%C3%A4#part",
            headers={"X-Own": "1"},
            secrets={"Authorization": "Bearer t"},
            content=b"body",
        )
    [seen] = server.requests
    assert (seen.command, seen.path, seen.body) == ("PUT", "/a%2Fb?q=%C3%A4", b"body")
    assert seen.headers["Host"] == f"shop.example:{server.port}"
    assert (seen.headers["X-Own"], seen.headers["Authorization"]) == ("1", "Bearer t")
    assert (response.status, response.text, response.header("X-Reply")) == (201, "made", "yes")


async def test_credentials_stay_with_their_origin() -> None:
    """Neither secrets nor other headers reach another host or port; on the same origin they go along."""
    with LocalServer() as other, LocalServer() as first:
        first.behave = lambda handler: (
            handler.redirect("/here") if handler.path == "/" else handler.redirect(f"{other.url}/there")
        )
        client = HttpClient(allow=[first.netloc, other.netloc])
        secrets = {"Authorization": "Bearer t", "X-Api-Key": "k", "Cookie": "c=d"}
        await client.request("GET", f"{first.url}/", headers={"Accept": "text/plain", "X-Own": "1"}, secrets=secrets)
    assert [handler.headers["X-Api-Key"] for handler in first.requests] == ["k", "k"]
    [seen] = other.requests
    assert {name.lower() for name in seen.headers} == {"host", "accept", "accept-encoding", "connection", "user-agent"}
    assert seen.headers["Accept"] == "text/plain"


@pytest.mark.parametrize("status", [307, 308])
async def test_a_body_stays_with_its_origin(status: int) -> None:
    """It may hold credentials: the redirect is refused."""
    with LocalServer() as other, LocalServer(lambda handler: handler.redirect(other.url, status)) as first:
        client = HttpClient(allow=[first.netloc, other.netloc])
        with pytest.raises(ForbiddenRequestError, match="body"):
            await client.request("POST", first.url, content=b"client_secret=s")
    assert not other.requests


async def test_cookies_are_not_kept() -> None:
    """Cookies of a response are not sent with the next request, nor along a redirect."""

    def behave(handler: Handler) -> None:
        handler.reply(302, b"", {"Set-Cookie": "a=b", "Location": "/"})

    with LocalServer(behave) as server, pytest.raises(HttpError):
        await HttpClient(allow=[server.netloc]).request("GET", server.url)
    assert all(handler.headers["Cookie"] is None for handler in server.requests)


@pytest.mark.parametrize(("status", "method", "then"), [(303, "PUT", "GET"), (302, "POST", "GET"), (307, "PUT", "PUT")])
async def test_methods_change_at_redirects_as_the_standard_says(status: int, method: str, then: str) -> None:
    """And the body goes with the method."""
    with LocalServer() as server:
        server.behave = lambda handler: (
            handler.redirect("/b", status) if handler.path == "/a" else handler.reply(200, b"ok")
        )
        await HttpClient(allow=[server.netloc]).request(method, f"{server.url}/a", content=b"x")
    assert [handler.command for handler in server.requests] == [method, then]
    assert server.requests[1].body == (b"x" if then == method else b"")


async def test_https_is_not_left_for_http(certificate: tuple[ssl.SSLContext, ssl.SSLContext]) -> None:
    """TLS is asked for the name; a redirect from it to plain HTTP is refused."""
    (ours, theirs), resolve = certificate, resolver_to("127.0.0.1")
    with LocalServer() as plain, LocalServer(lambda handler: handler.redirect(f"{plain.url}/")) as secure:
        secure.wrap(theirs)
        allow = [f"shop.example:{secure.port}", f"other.example:{secure.port}", plain.netloc]
        client = HttpClient(allow=allow, resolve=resolve, ssl_context=ours)
        with pytest.raises(ForbiddenRequestError, match="https to http"):
            await client.request("GET", f"https://shop.example:{secure.port}/")
        with pytest.raises(HttpError, match=r"[Hh]ostname mismatch"):
            await client.request("GET", f"https://other.example:{secure.port}/")
        with pytest.raises(HttpError, match="certificate"):
            await HttpClient(allow=allow, resolve=resolve).request("GET", f"https://shop.example:{secure.port}/")
    assert not plain.requests
    assert len(secure.requests) == 1


def encoded(encoding: str, packed: bytes) -> Behave:
    """A server that answers with this body."""
    return lambda handler: handler.reply(200, packed, {"Content-Encoding": encoding} if encoding else {})


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"data" * 99)),
        ("x-gzip", gzip.compress(b"data" * 99) * 2 + b"rubbish"),
        ("deflate", zlib.compress(b"data" * 99)),
        ("identity", b"data" * 99),
        ("", b"data" * 99),
    ],
    ids=["gzip", "x-gzip", "zlib", "identity", "none"],
)
async def test_what_was_asked_for_is_decoded(encoding: str, packed: bytes) -> None:
    """gzip and deflate; what follows the compressed data is not read."""
    assert await fetch(encoded(encoding, packed)) == b"data" * 99


BOMB = b"\0" * 50_000_000
ENCODED = {
    "gzip bomb": ("gzip", gzip.compress(BOMB)),
    "deflate bomb": ("deflate", zlib.compress(BOMB)),
    "bomb in a bomb": ("gzip, gzip", gzip.compress(gzip.compress(BOMB))),
    "br": ("br", b"\xcf\xff\xff\x7f\xf8" + b"\0" * 90),
    "zstd": ("zstd", b"\x28\xb5\x2f\xfd" + b"\0" * 90),
    "not gzip": ("gzip", b"no gzip at all"),
    "bare deflate": ("deflate", zlib.compress(b"data" * 99)[2:-4]),
    "cut short": ("gzip", gzip.compress(b"data" * 9999)[:-30]),
    "as sent": ("identity", b"x" * 2_000_000),
}


@pytest.mark.parametrize("kind", ENCODED)
async def test_bombs_and_rubbish_are_refused(kind: str) -> None:
    """Nothing is read beyond the limit, before or after decompression."""
    encoding, packed = ENCODED[kind]
    with pytest.raises(HttpError, match=r"larger than|encoded as|not compressed|cut short"):
        await fetch(encoded(encoding, packed), HttpLimits(max_bytes=1_000_000))


def dripping(start: bytes, drop: bytes) -> Behave:
    """A server that never finishes, and never pauses for long."""

    def behave(handler: Handler) -> None:
        handler.wfile.write(start)
        while not handler.owner.released.wait(0.02):
            handler.wfile.write(drop)

    return behave


OK = b"HTTP/1.1 200 OK\r\n"
ENDLESS = {
    "body": dripping(OK + b"Content-Length: 1000000\r\n\r\n", b" "),
    "headers": dripping(OK, b"X-A: b\r\n"),
    "will answer soon": dripping(b"", b"HTTP/1.1 102 Processing\r\n\r\n"),
    "silence": dripping(b"", b""),
}


def slow_redirects(handler: Handler) -> None:
    """Each hop takes a while."""
    handler.owner.released.wait(0.15)
    handler.redirect("/again")


@pytest.mark.parametrize("behave", [*ENDLESS.values(), slow_redirects], ids=[*ENDLESS, "redirects"])
async def test_the_deadline_is_that_of_the_whole_call(behave: Behave) -> None:
    """Whatever the server does in the meantime."""
    with pytest.raises(HttpError, match=r"no response within 0\.3 s") as caught:
        await fetch(behave, HttpLimits(seconds=0.3))
    assert not caught.value.transient


async def test_a_resolver_that_hangs_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking up is part of the call."""
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **options: time.sleep(5))
    with pytest.raises(HttpError, match="no response within"):
        await HttpClient(limits=HttpLimits(seconds=0.2)).request("GET", "http://slow.example/")


def raw(answer: bytes) -> Behave:
    """A server that says this, and closes the connection."""

    def behave(handler: Handler) -> None:
        handler.wfile.write(answer)
        handler.close_connection = True

    return behave


@pytest.mark.parametrize(
    ("answer", "transient"),
    [
        (OK + b"X-A: b\r\n" * 100_000, False),
        (b"\0\1\2 no http\r\n\r\n", False),
        (OK + b"Content-Length: 100\r\n\r\nx", True),
        (b"", True),
    ],
    ids=["endless headers", "rubbish", "cut off", "nothing"],
)
async def test_servers_that_do_not_speak_http(answer: bytes, transient: bool) -> None:
    """One line each; a connection that broke may be tried again, but only for a request that reads."""
    for method in ("GET", "POST"):
        with pytest.raises(HttpError) as caught:
            await fetch(raw(answer), method=method)
        assert caught.value.transient == (transient and method == "GET")
        assert "\n" not in str(caught.value)


async def test_refused_connections_may_be_tried_again() -> None:
    """Nothing was sent."""
    with LocalServer() as server:
        pass
    with pytest.raises(HttpError, match="no connection") as caught:
        await HttpClient(allow=[server.netloc]).request("POST", server.url)
    assert caught.value.transient


async def test_the_next_address_of_a_name_is_tried() -> None:
    """The first one does not answer."""
    with LocalServer(lambda handler: handler.reply(200, b"here")) as server:
        client = HttpClient(allow=[f"two.example:{server.port}"], resolve=resolver_to("::1", "127.0.0.1"))
        assert (await client.request("GET", f"http://two.example:{server.port}/")).text == "here"


async def test_blocking_callers_are_served() -> None:
    """Above a loop, too; without one, documents are fetched so."""
    with LocalServer(lambda handler: handler.reply(200, b"ok")) as server:
        assert HttpClient(allow=[server.netloc]).request_blocking("GET", server.url).text == "ok"
        with pytest.raises(ForbiddenRequestError):
            HttpClient().request_blocking("GET", server.url)


@pytest.mark.parametrize(
    "entry", ["", "localhost", "localhost:", ":80", "a b:80", "localhost:0", "http://a:80", "*:80"]
)
def test_what_cannot_be_allowed_is_said(entry: str) -> None:
    """No wildcards, no schemes."""
    with pytest.raises(ConfigurationError, match="host:port"):
        HttpClient(allow=[entry])


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("http://127.0.0.1:8000/a", ["127.0.0.1:8000"]),
        ("http://[::1]:8000", ["[::1]:8000"]),
        ("https://localhost/", ["localhost:443"]),
        ("https://api.example/", []),
        ("http://localhost.evil.example/", []),
    ],
)
def test_what_the_user_named_by_its_address_is_allowed(url: str, hosts: list[str]) -> None:
    """A name that a resolver decides about is not."""
    assert hosts_of_address(url) == hosts


def test_hosts_are_allowed_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all sources."""
    monkeypatch.setenv("SMURFS_ALLOW_HOSTS", " a.example:80, [::1]:9 ,")
    assert hosts_of_environment() == ["a.example:80", "[::1]:9"]


def test_a_missing_extra_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install."""
    monkeypatch.setitem(sys.modules, "httpcore2", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'smurfs-graph\[openapi\]'"):
        HttpClient()


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_any_text_is_a_url_or_refused(text: str) -> None:
    """A URL that was read and written is read the same again."""
    for candidate in (text, f"http://{text}", f"http://a.example/{text}"):
        try:
            url = parse_url(candidate)
        except ForbiddenRequestError as error:
            assert "\n" not in str(error)
            continue
        assert parse_url(str(url)) == url
        assert url.target.isascii()
        assert url.target.startswith("/")


def test_a_charset_that_is_unknown_is_utf_8() -> None:
    """The text is read all the same."""
    response = HttpResponse(200, (("content-type", "text/plain; charset=none-such"),), "ä".encode(), "http://a.example")
    assert response.text == "ä"
