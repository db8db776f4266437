"""Values as people say them, and the candidates that parameters of a tool get from them."""

import json
from typing import Any

import pytest

from smurfs_graph.offline.dates import find_dates
from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.candidates import candidates
from smurfs_graph.offline.mentions import find_mentions


def tool(name: str, description: str, required: str = "", **properties: Any) -> Document:
    """A tool's document."""
    schema = {"properties": properties, "required": required.split()}
    document = parse_document(json.dumps({"name": name, "description": description, "parameters": schema}))
    assert document is not None
    return document


def offered(document: Document, parameter: str, text: str) -> list[Any]:
    """The values that a text offers a parameter, the best first."""
    found = [one for one in candidates(document, text) if one.parameter == parameter]
    return [one.value for one in sorted(found, key=lambda one: -one.fit)]


def count(description: str = "") -> dict[str, str]:
    """An integer."""
    return {"type": "integer", "description": description}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("on the twelfth of May 2026", ["2026-05-12"]),
        ("from the third to the ninth of June 2026", ["2026-06-03", "2026-06-09"]),
        ("on 7 March 2026, and on the 8th?", ["2026-03-07", "2026-03-08"]),
        ("on 7 March 2026 on the 8th floor", ["2026-03-07"]),
        ("at 10 at night", ["22:00"]),
        ("at 12 at night", ["00:00"]),
        ("at 6.05 in the morning", ["06:05"]),
        ("at 3:30 in the afternoon", ["15:30"]),
    ],
)
def test_dates_and_times_in_words(text: str, values: list[str]) -> None:
    """Ordinals, days that go on from a date before, parts of the day."""
    assert [one.iso for one in find_dates(text)] == values


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("within half an hour", 0.5, "hour"),
        ("an hour and a half of it", 1.5, "hour"),
        ("a quarter of a kilo", 0.25, "kilo"),
        ("for a fortnight", 2, "weeks"),
        ("for a full year", 1, "year"),
        ("91 000 euros", 91000, "euros"),
    ],
)
def test_measures_in_words(text: str, number: float, unit: str) -> None:
    """Halves and quarters, and thousands with a blank."""
    (found,) = [one for one in find_mentions(text) if one.number is not None]
    assert (found.number, found.after[0]) == (number, unit)


def test_a_price_per_time_is_no_duration() -> None:
    """ "A month" behind a price counts nothing."""
    assert [one.number for one in find_mentions("1650 a month") if one.number is not None] == [1650]


def test_numbers_are_put_into_the_parameters_unit() -> None:
    """Hours for minutes, kilograms for grams, weeks for days, years for months."""
    document = tool("plan", "Plan it.", "minutes", minutes=count(), grams=count(), days=count(), months=count())
    assert offered(document, "minutes", "for an hour and a half") == [90]
    assert offered(document, "grams", "one and a half kilograms of it") == [1500]
    assert offered(document, "days", "for two weeks") == [14]
    assert offered(document, "months", "for a full year") == [12]


def test_a_number_with_its_own_label_is_no_other_parameters() -> None:
    """What stands right before a number says whose it is."""
    document = tool("place_bid", "Place a bid.", "lot_no member_no amount", lot_no=count(), member_no=count(),
                    amount={"type": "number"})  # fmt: skip
    text = "Bid 80 euros on lot 312 for member no. 41"
    assert [offered(document, one, text)[:1] for one in ("lot_no", "member_no", "amount")] == [[312], [41], [80]]
    assert 312 not in offered(document, "member_no", text)
    assert 41 not in offered(document, "lot_no", text)


def test_money_goes_where_only_the_description_speaks_of_it() -> None:
    """ "Highest amount, in pounds" is a price and a limit, whatever its name."""
    document = tool("leave_bid", "Leave a bid.", "limit", limit=count("Highest amount to go to, in pounds."))
    assert offered(document, "limit", "a bid of up to 850 pounds") == [850]


@pytest.mark.parametrize("text", ["for two people", "for the six of us", "a table for four, please"])
def test_people_are_counted_without_their_word(text: str) -> None:
    """Numbers of people, with and without a noun."""
    document = tool("find_table", "Free tables.", "guests", guests=count())
    assert len(offered(document, "guests", text)) == 1


def test_months_quarters_years_and_hours_as_numbers() -> None:
    """What a date names goes into integers called so."""
    document = tool("figures", "Figures of a month.", "month year", month=count("1 to 12"), year=count(),
                    quarter=count(), hour=count())  # fmt: skip
    assert (offered(document, "month", "in July 2026"), offered(document, "year", "in July 2026")) == ([7], [2026])
    assert offered(document, "month", "the course that starts in August") == [8]
    assert offered(document, "year", "in 2024, and what was it in 2025?") == [2024, 2025]
    assert offered(document, "quarter", "for Q4 2025") == [4]
    assert offered(document, "hour", "at 10 at night") == [22]


BLOOD = {"type": "string", "enum": ["O+", "O-", "AB+", "AB-", "B+", "B-"]}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("units of AB positive plasma", ["AB+"]),
        ("B negative and O+ cells", ["B-", "O+"]),
        ("the stock of O plasma", []),
        ("a bag o positive thoughts", []),
    ],
)
def test_signs_tell_values_apart(text: str, values: list[str]) -> None:
    """A value with a sign is only named with it."""
    assert offered(tool("stock", "Stock of a group.", "group", group=BLOOD), "group", text) == values


def chosen(options: list[Any], text: str, name: str = "kind") -> list[Any]:
    """The allowed values that a text offers."""
    kind = "integer" if isinstance(options[0], int) else "string"
    return offered(tool("look", "Look it up.", name, **{name: {"type": kind, "enum": options}}), name, text)


def test_allowed_values_in_other_words() -> None:
    """Abbreviations with numbers, codes of languages, units, professions, days, and none."""
    assert chosen(["T1", "T3"], "the office in terminal 3", "terminal") == ["T3"]
    assert chosen(["en", "fr", "de"], "copies in French") == ["fr"]
    assert chosen(["C", "F"], "in Fahrenheit", "unit") == ["F"]
    assert chosen(["photography", "catering"], "who is our photographer?") == ["photography"]
    assert chosen(["weekday", "weekend"], "open on Saturdays") == ["weekend"]
    assert chosen(["poor", "none"], "it has no appetite at all", "appetite") == ["none"]
    assert chosen(["large_animal", "standard"], "a large-animal ambulance") == ["large_animal"]
    assert chosen(["A", "B"], "A friend of mine wants some") == []


def test_one_language_is_the_source_and_the_other_the_target() -> None:
    """ "From" and "into" tell them apart."""
    codes = {"type": "string", "enum": ["en", "fr", "de"]}
    document = tool("translate", "Translate a term.", "source target", source=codes, target=codes)
    text = "How do we put the English term gasket into German?"
    assert (offered(document, "source", text), offered(document, "target", text)) == (["en"], ["de"])


def test_allowed_numbers_are_said_in_words_with_their_unit() -> None:
    """ "Three weeks" for weeks, "a fortnight" for two."""
    assert chosen([1, 2, 3], "lend it for three weeks", "weeks") == [3]
    assert chosen([1, 2, 3], "lend it for a fortnight", "weeks") == [2]
    assert chosen([1, 2, 3], "it takes 3 days", "weeks") == []
