"""Verdicts on a service's response: by status, type and schema, never by the words of its body."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.tools.http import HttpResponse
from smurfs_graph.tools.openapi.judging import JudgedResponse, judge_http
from smurfs_graph.tools.schema import complaints_of

PRICE = complaints_of({"type": "object", "required": ["price"], "properties": {"price": {"type": "number"}}})
PNG = b"\x89PNG\r\n\x1a\n\xff\xfe"


def judged(
    body: bytes = b'{"price": 1}', kind: str = "application/json", status: int = 200, after: str = "", **more: Any
) -> JudgedResponse:
    """Judge a response where JSON with a price was declared, to a request that reads."""
    response = HttpResponse(status, (("content-type", kind), ("retry-after", after)), body, "https://a.example/")
    given: dict[str, Any] = {"reads": True, "wants_json": True, "complaints": PRICE, **more}
    return judge_http(response, **given)


@pytest.mark.parametrize(
    "body",
    [
        b'{"price": 1500}',
        b'{"price": 0, "note": "error 500: invalid, failed, unauthorized"}',
        b'{"price": 1e3, "error": null}',
        b'{"price": 1, "error": "partly sold out"}',
        '{"price": 1, "note": "\u202e ä \U0001f600"}'.encode(),
        b"\xef\xbb\xbf" + b'{"price": 1}',
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "application/hal+json; charset=utf-8", "Application/JSON"])
def test_data_that_fits_is_taken_whatever_it_says(body: bytes, kind: str) -> None:
    """A price of 1500 is no status, and an error beside data does not hide the data."""
    found = judged(body, kind)
    assert not found.judgement.failed
    assert "price" in found.data


@pytest.mark.parametrize(
    ("body", "kind", "data"),
    [
        (b"", "", "done (status 204)"),
        (b"error: it failed", "text/plain", "error: it failed"),
        (b"<html>Please sign in</html>", "text/html; charset=latin-1", "<html>Please sign in</html>"),
        ("naïve".encode("latin-1"), "text/plain; charset=latin-1", "naïve"),
        ("naïve".encode(), "text/plain; charset=nonsense", "naïve"),
        (b"a,b", "application/octet-stream", "a,b"),
        (PNG, "image/png", "10 bytes of image/png, which are no text"),
        (PNG, "", "10 bytes, which are no text"),
        (b"null", "application/json", "null"),
        (b"[1]", "application/json", [1]),
    ],
)
def test_what_was_not_declared_is_taken_as_it_comes(body: bytes, kind: str, data: Any) -> None:
    """Texts in their charset, other JSON as data, of the rest what it is."""
    found = judged(body, kind, status=200 if body else 204, wants_json=False, complaints=None)
    assert (found.judgement.failed, found.data) == (False, data)


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        (b"<html></html>", "text/html", "answered with text/html where JSON is declared"),
        (PNG, "", "no type where JSON is declared"),
        *((body, "application/json", "JSON that cannot be read") for body in (
            b'{"price": ', b"{'price': 1}", b'{"price": NaN}', b"\xff\xfe\x00", b"{} {}", b"[" * 99_000,
            b"9" * 9_000 + b"!",
        )),
    ],
)  # fmt: skip
def test_a_read_without_data_fails_for_good(body: bytes, kind: str, reason: str) -> None:
    """One line; the same call would bring the same."""
    judgement = judged(body, kind).judgement
    assert (judgement.failed, judgement.transient) == (True, False)
    assert reason in judgement.reason
    assert "\n" not in judgement.reason


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize("body", [b"", b"[]", b"33", b'"text"', b"null", b'{"prize": 1}', b'{"price": "1500"}'])
def test_a_success_that_is_not_as_declared_is_one_with_a_remark(body: bytes, reads: bool) -> None:
    """Vendors' own examples do not fit their documents; a write that is called failed would be made again."""
    found = judged(body, reads=reads)
    assert not found.judgement.failed
    assert found.remark
    assert found.data == (json.loads(body) if body and body != b"null" else body.decode() or "done (status 200)")


@pytest.mark.parametrize(("body", "kind"), [(b"<p>Booked</p>", "text/html"), (b'{"price": ', "application/json")])
def test_a_change_that_was_made_is_made_whatever_is_answered(body: bytes, kind: str) -> None:
    """The text is the data."""
    found = judged(body, kind, status=201, reads=False)
    assert (found.judgement.failed, found.data) == (False, body.decode())
    assert found.remark


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize(
    "status", [300, 304, 400, 401, 403, 404, 409, 418, 422, 500, 501, 507, 408, 425, 429, 503, 502, 504]
)
def test_the_status_says_whether_a_call_failed_and_may_be_made_again(status: int, reads: bool) -> None:
    """A busy server did nothing; behind a gateway that failed, a write may have had its effect."""
    judgement = judged(b'{"detail": "as you\\n wished"}', status=status, reads=reads).judgement
    assert judgement.failed
    assert judgement.reason.startswith(f"status {status}: ")
    assert judgement.reason.endswith("(as you wished)")
    assert judgement.transient == (status in (408, 425, 429, 503) or (status in (502, 504) and reads))
    assert judgement.fault == ("call" if status in (400, 404, 409, 418, 422) else "tool")


@pytest.mark.parametrize(
    ("after", "seconds"),
    [("7", 7), ("0", 0), ("", None), ("soon", None), ("-1", None), ("9" * 30, 86_400),
     ("1 Jan 2020 00:00:00 +99999999999999999999", None),
     ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("Wed, 21 Oct 2099 07:28:00 GMT", 86_400)],
)  # fmt: skip
def test_a_busy_service_says_when_to_come_again(after: str, seconds: float | None) -> None:
    """In seconds or by a date; nothing else, and at most a day."""
    assert judged(status=429, after=after).judgement.retry_after == seconds


@given(
    st.binary(max_size=60), st.sampled_from(["application/json", "text/plain", "image/png", ""]), st.integers(100, 999)
)
def test_any_response_is_judged(body: bytes, kind: str, status: int) -> None:
    """In one line that is not long."""
    judgement = judged(body, kind, status).judgement
    assert "\n" not in judgement.reason and len(judgement.reason) < 500
