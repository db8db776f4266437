"""A part of a value is no value: each stands whole at its place, and lies inside no word, id, number, path or date."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smurfs_graph.guiding.argument_filling import Sources, fill
from smurfs_graph.guiding.spans import NOTHING, Span, phrases_of, spans_of
from smurfs_graph.guiding.units import is_unit
from smurfs_graph.guiding.values import stated_value
from tests.guiding.tools import tool

PARTS = st.one_of(
    st.sampled_from(["srv", "mail", "high", "web", "Oslo", "Ann", "two", "may", "Monday", "today", "pdf", "kg", "red"]),
    st.integers(0, 99_999).map(str),
    st.from_regex(r"[A-Za-z]{1,4}[0-9]{1,3}|[0-9]{1,3}[A-Za-z]{1,3}", fullmatch=True),
)
COMPOUNDS = st.lists(PARTS, min_size=2, max_size=4).flatmap(
    lambda parts: st.sampled_from(["-", "/", ".", "_", ":", "@", "+", "&", "\\", "--", "/-"]).map(
        lambda joint: joint.join(parts)
    )
)
NUMBERS = st.sampled_from(["7", "40%", "$40", "1,250", "12.5", "5kg", "30-year", "3rd", "-5"])
TIMES = st.sampled_from(["2026-12-01", "29/08/1990", "14:30", "2026-12-01T14:30:05Z", "5pm"])
MARKS = st.sampled_from([" ", ", ", "; ", ". ", "? ", " and ", " for ", " (", ") ", "'s "])
TEXTS = st.lists(
    st.tuples(st.one_of(COMPOUNDS, PARTS, NUMBERS, TIMES, COMPOUNDS.map("/".__add__)), MARKS), min_size=1, max_size=6
).map(lambda pairs: "Get the invoice " + "".join(token + mark for token, mark in pairs))
BEHIND = re.compile(r"-?(?P<unit>[A-Za-z]+)")
AROUND = ".,;:?()"


@given(TEXTS)
@example("Get the invoice 2024-121")
@example("Get the invoice 2024/118 of mail-srv and A-17.3")
@example("Get the invoice /var/log/app-1.log at 10.0.0.5:8080")
@example("Get the invoice 12ABC from forty-two on +44 and 9am-5pm")
@example("Get the invoice 2026-12-01/2026-12-05 or C++ or R&D/3")
def test_every_value_stands_whole_at_its_place(text: str) -> None:
    """It begins where what stands between two blanks begins, and ends where such a thing or its unit's number does."""
    values = spans_of(text)
    cores = [*_cores(text)]
    starts = {start for start, _ in cores}
    ends = {end for _, end in cores}
    for span in (*values, *phrases_of(text, values, NOTHING)):
        behind = BEHIND.match(text, span.end) if span.kind == "number" else None
        end = behind.end() if behind and (is_unit(behind["unit"]) or behind["unit"] == "rd") else span.end
        assert (span.start in starts, end in ends) == (True, True), (span.kind, span.written)
        assert span.written == text[span.start : span.end]


def _cores(text: str) -> Iterator[tuple[int, int]]:
    """Yield where what stands between blanks begins and ends, without the marks around it."""
    for match in re.finditer(r"\S+", text):
        core = match[0].strip(AROUND).removesuffix("'s")
        start = match.start() + match[0].index(core)
        yield start, start + len(core)


@given(st.lists(st.sampled_from(["mail", "high", "red", "web", "x", "mon"]), min_size=1, max_size=4), COMPOUNDS)
@example(["mail"], "srv-mail")
@example(["mail"], "srv_mail")
@example(["mail"], "mail-mail")
def test_no_allowed_value_is_read_out_of_a_longer_one(options: list[str], token: str) -> None:
    """Nor is what a yes-or-no parameter is named after."""
    schema: Any = {"type": "string", "enum": options}
    one = tool("restart_server", "Restart a server.", level=schema, mail="boolean: of the mail").document.parameters
    assert one is not None
    assert not [each.name for each in one if stated_value(each, f"restart {token} now", "") is not None]


INVOICE = tool("get_invoice", "Get an invoice.", number="integer: number of the invoice")
TICKET = tool("get_ticket", "Get a ticket by its id.", ticket_id="string: id of the ticket")
SERVER = tool("get_server", "Get the state of a server.", server="string: name of the server")
HEAT = tool("get_gas", "Get the volume of a gas.", temperature="number: temperature in Kelvin")
STAY = tool("get_price", "Get the price of a stay.", nights="integer: number of nights")


@pytest.mark.parametrize(
    ("wanted", "request_", "values"),
    [
        (INVOICE, "Get the invoice 2024-121", [None]),
        (INVOICE, "Get the invoice 2024/118", [None]),
        (INVOICE, "Get the invoice 12ABC", [None]),
        (INVOICE, "Get the invoice 121", [121]),
        (INVOICE, "Get the invoice #121.", [121]),
        (TICKET, "Get the ticket 2024-121", ["2024-121"]),
        (TICKET, "Get the ticket 2024/118", ["2024/118"]),
        (TICKET, "Get the ticket web-3.example.com", ["web-3.example.com"]),
        (SERVER, "Get the state of the server srv-mail", ["srv-mail"]),
        (SERVER, "Get the state of the server srv-mail pls", ["srv-mail"]),
        (SERVER, "Get the state of Mail-Gate's server", ["Mail-Gate"]),
        (SERVER, "Get the state of the server mkeller pls", ["mkeller"]),
        (HEAT, "Get the volume of the gas at 300K", [300]),
        (STAY, "Get the price of a 3-night stay", [3]),
        (STAY, "Get the price of a stay of 2-5 nights", [None]),
    ],
)
def test_a_value_is_taken_whole_or_not_at_all(wanted: Any, request_: str, values: list[Any]) -> None:
    """As the one required parameter of a tool gets it; None where it is left open, with nothing to choose from."""
    filled = fill(wanted, Sources(request_))
    [parameter] = [one.name for one in wanted.document.parameters]
    assert [call.get(parameter) for call in filled.calls] == values
    assert not [choice for one in filled.open for choice in one.choices]


def test_a_phrase_in_chinese_has_no_blanks_around_it() -> None:
    """Any of its signs may be the end of a value."""
    [name, number, *_] = spans_of("Zugspitze离奥斯陆5公里")
    assert [(one.kind, one.value) for one in (name, number)] == [("name", "Zugspitze"), ("number", 5)]
    assert isinstance(name, Span)
