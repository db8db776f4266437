"""Keys that a server repeats: gone from what it answers, in whatever spelling; the rest stays as it is."""

import base64
import html
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.redaction.echoes import Echoes

KEY = "sk-Live9/7+Qx2.vB81_tRw4Zn6"
ECHOES = Echoes([KEY], "[key]")


def chunks(size: int, text: str = KEY) -> list[str]:
    """Parts of a text."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def remains(text: str) -> str:
    """The longest part of the key's letters and digits that a text still has, whatever stands between them."""
    letters = [sign for sign in text if sign.isalnum()]
    key = "".join(sign for sign in KEY if sign.isalnum())
    whole = "".join(letters)
    parts = (key[at : at + size] for size in range(len(key), 7, -1) for at in range(len(key) - size + 1))
    return next((part for part in parts if part in whole), "")


SPELLINGS: dict[str, str] = {
    "plain": KEY,
    "JSON": "".join(f"\\u{ord(sign):04x}" for sign in KEY),
    "JSON in JSON": "".join(f"\\\\u{ord(sign):04X}" for sign in KEY),
    "slashes": KEY.replace("/", "\\/"),
    "some signs": KEY[:3] + "".join(f"\\u{ord(sign):04x}" for sign in KEY[3:6]) + KEY[6:],
    "hexadecimal escapes": "".join(f"\\x{ord(sign):02x}" for sign in KEY),
    "percent": quote(KEY, safe=""),
    "percent, all": "".join(f"%{ord(sign):02X}" for sign in KEY),
    "HTML": "".join(f"&#{ord(sign)};" for sign in KEY),
    "HTML, hexadecimal": "".join(f"&#x{ord(sign):x};" for sign in KEY),
    "named": html.escape(KEY),
    "base64": base64.b64encode(KEY.encode()).decode(),
    "base64 of a pair": base64.b64encode(f"ada:{KEY}".encode()).decode(),
    "base64 for addresses": base64.urlsafe_b64encode(f"{{{KEY}}}".encode()).decode(),
    "base64 in lines": "\n".join(chunks(12, base64.b64encode(KEY.encode()).decode())),
    "hexadecimal": KEY.encode().hex(),
    "hexadecimal pairs": KEY.encode().hex(":"),
    "spaced": " ".join(KEY),
    "lines": "\n".join(chunks(5)),
    "a list as text": json.dumps(chunks(4)),
    "cut": f"{KEY[:14]}… [13 more characters]",
    "the end": f"…{KEY[9:]}",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_key_is_found_in_every_spelling(spelling: str) -> None:
    """In an error text, and in data; the words around it stay."""
    said = f"you sent {SPELLINGS[spelling]} today"
    text, data = ECHOES.text(said), ECHOES.data({"seen": [said, 7], "left": "1" * 9})
    for found in (text, data["seen"][0]):
        assert "[key]" in found
        assert found.startswith("you sent") and found.endswith("today")
        assert not remains(found), found
        assert SPELLINGS[spelling][:12] not in found
    assert (data["seen"][1], data["left"]) == (7, "1" * 9)


@pytest.mark.parametrize(
    "data",
    [
        chunks(4),
        [[part] for part in chunks(6)],
        {"first": KEY[:13], "second": KEY[13:]},
        {"first": KEY[:9], "second": KEY[9:18], "third": KEY[18:]},
        {KEY: 1},
        [chunks(3), {"x": chunks(3)}],
    ],
)
def test_a_key_is_found_where_several_values_share_it(data: Any) -> None:
    """In lists, fields and names of fields."""
    found = json.dumps(ECHOES.data(data))
    assert "[key]" in found
    assert not remains(found)


def test_digits_are_found_as_a_number() -> None:
    """A key of digits alone."""
    assert Echoes(["73519046"], "[key]").data({"pin": 73519046, "count": 735}) == {"pin": "[key]", "count": 735}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_data_without_the_key_stays_as_it_is(data: Any) -> None:
    """Of every kind."""
    assert ECHOES.data(data) == data


@given(st.text(max_size=30), st.sampled_from(sorted(SPELLINGS)), st.text(max_size=30))
def test_a_key_is_found_within_any_text(before: str, spelling: str, after: str) -> None:
    """Whatever stands around it."""
    assert "[key]" in ECHOES.text(f"{before} {SPELLINGS[spelling]} {after}")


def test_words_of_a_key_are_words() -> None:
    """A key of plain words is found as a whole; its words are other people's too."""
    echoes = Echoes(["my-harbour-production-key"], "[key]")
    assert echoes.text("the harbour production of 2026") == "the harbour production of 2026"
    assert echoes.text("got my-harbour-production-key") == "got [key]"
