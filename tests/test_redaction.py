"""Secrets are masked wherever they stand; what cannot be looked through is masked whole."""

import base64
import json
import logging
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.redaction import MASK, RedactingFilter, Redactor

SECRET = 'p@ss"wörd/7'


@pytest.fixture
def redactor() -> Redactor:
    """With one secret of the environment."""
    return Redactor(environment={"MY_API_KEY": SECRET, "HOME": "/home/me", "DB": "postgresql://me:dbsecret1@host/x"})


@pytest.mark.parametrize(
    "form",
    [SECRET, json.dumps(SECRET), json.dumps(SECRET, ensure_ascii=False), quote(SECRET, safe=""),
     base64.b64encode(SECRET.encode()).decode(), "dbsecret1"],
)  # fmt: skip
def test_secrets_of_the_environment_are_masked_in_every_form(redactor: Redactor, form: str) -> None:
    """Plain, in JSON, in an address, in base64; other values of the environment stay."""
    said = redactor.text(f"in /home/me: {form} was sent")
    assert form.strip('"') not in said
    assert said.startswith("in /home/me: ")


@pytest.mark.parametrize(
    "text",
    [
        "sk-abcdefgh12345678", "ghp_abcdefghijklmnop1234", "github_pat_11ABCDEFG0abcdefghij", "AKIAIOSFODNN7EXAMPLE",
        "xoxb-123456789012-abcdef", "AIzaSyA1234567890abcdefghij",
        "hf_abcdefghijklmnopqrst",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def_123", "Authorization: Bearer abcdef123456",
        "Authorization: Basic dXNlcjpwYXNz", "password=hunter2hunter", "the password is hunter2",
        '"api_key": "canary77"',
        "X-Api-Key: canary77", "client_secret => canary77", "https://me:canary77@host/p", "access_token=canary77&x=1",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIcanary77\n-----END RSA PRIVATE KEY-----",
    ],
)  # fmt: skip
def test_what_looks_like_a_secret_is_masked(text: str) -> None:
    """Keys of providers, tokens, private keys, passwords in addresses and after their names."""
    said = Redactor(environment={}).text(f"before {text} after")
    assert MASK in said
    for canary in ("canary77", "hunter2", "abcdefgh", "EXAMPLE", "123456789012", "dXNlcjpwYXNz"):
        assert canary not in said


@pytest.mark.parametrize(
    "text",
    ["12 tokens of 500", "token_budget", "the author's key result", "room 12, 4 nights", "max_tokens: 512",
     "s1: solved", "skating in task-force 7", "2026-12-01T10:00:00", "0123456789abcdef0123456789abcdef"],
)  # fmt: skip
def test_other_words_stay(text: str) -> None:
    """A mask on everything would say nothing."""
    assert Redactor(environment={}).text(text) == text


def test_values_under_the_name_of_a_secret_are_masked_whole() -> None:
    """Whatever they are; names that only resemble stay."""
    given_data = {
        "password": "x", "apiKey": 7, "headers": {"Authorization": "abc", "Accept": "json"}, "auth": {"user": "me"},
        "tokens": 12, "x-api-key": ["a"], "sub_task": "s1", "secret": None, "userToken": "t",
    }  # fmt: skip
    assert Redactor(environment={}).data(given_data) == {
        "password": MASK, "apiKey": MASK, "headers": {"Authorization": MASK, "Accept": "json"}, "auth": MASK,
        "tokens": 12, "x-api-key": MASK, "sub_task": "s1", "secret": None, "userToken": MASK,
    }  # fmt: skip


def test_what_cannot_be_looked_through_is_masked() -> None:
    """Values that raise, that hold themselves, that are nested without end."""

    class Hostile:
        def __str__(self) -> str:
            raise RuntimeError("no")

    endless: list[Any] = []
    endless.append(endless)
    redactor = Redactor(environment={})
    assert redactor.data({"a": Hostile()}) == MASK
    assert MASK in repr(redactor.data(endless))


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_any_data_stays_json(data: Any) -> None:
    """And is masked once and for all."""
    redactor = Redactor(environment={})
    once = redactor.data(data)
    json.dumps(once)
    assert redactor.data(once) == once


def test_a_filter_masks_what_is_logged(redactor: Redactor, caplog: pytest.LogCaptureFixture) -> None:
    """Message, arguments and traceback."""
    caplog.handler.addFilter(RedactingFilter(redactor))
    try:
        try:
            raise ValueError(f"it was {SECRET}")
        except ValueError:
            logging.getLogger("any").exception("with %s", SECRET)
    finally:
        caplog.handler.filters.clear()
    assert SECRET not in caplog.text
    assert "ValueError" in caplog.text
