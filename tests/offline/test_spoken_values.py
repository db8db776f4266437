"""Values as people say them, and the candidates that parameters of a tool get from them."""

import json
from typing import Any

import pytest

from smurfs_graph.offline.dates import find_dates
from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.candidates import candidates
from smurfs_graph.offline.mentions import find_mentions


def tool(called: str, description: str, required: str = "", **properties: Any) -> Document:
    """A tool's document."""
    schema = {"properties": properties, "required": required.split()}
    document = parse_document(json.dumps({"name": called, "description": description, "parameters": schema}))
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


def text(description: str = "") -> dict[str, str]:
    """A string."""
    return {"type": "string", "description": description}


@pytest.mark.parametrize(
    ("description", "request_", "values"),
    [
        ("Twelve digits.", "the chip 981000477120, found on platform 12", ["981000477120"]),
        ("Last four digits on the card.", "card 8820, it's damaged", ["8820"]),
        ("Three letters.", "send HAK there", ["HAK"]),
        ("Where it is kept, e.g. B07.", "it is in C11, says MR-07", ["C11"]),
    ],
)
def test_the_form_that_a_description_tells_is_held_to(description: str, request_: str, values: list[str]) -> None:
    """By the number of signs, or by an example."""
    document = tool("look", "Look it up.", "key", key=text(description))
    assert offered(document, "key", request_)[:1] == values


def test_an_example_in_the_tools_description_is_its_parameters() -> None:
    """ "Of a rack, e.g. R-B07": another form is no rack."""
    document = tool("rack", "Hall and load of a rack, e.g. R-B07.", "rack_id", rack_id=text())
    assert offered(document, "rack_id", "the rack that holds db-04") == []
    assert offered(document, "rack_id", "the load of R-C11") == ["R-C11"]


def test_an_identifier_may_be_what_has_no_name() -> None:
    """A table or a domain, but nobody's name."""
    document = tool("book_table", "Book a table.", "table name", table=text(), name=text("Full name of the guest."))
    assert offered(document, "table", "Book T8 for Mallory Dean")[:1] in (["T8"], ["Mallory Dean"])
    assert "T8" in offered(document, "table", "Book T8 for Mallory Dean")
    assert offered(document, "name", "Book T8 for Mallory Dean") == ["Mallory Dean"]


def test_values_of_several_parts_are_written_like_their_example() -> None:
    """Blanks and slashes in an identifier."""
    document = tool("bill", "A bill.", "bill_no", bill_no=text('Number with the year, for example "B 187/25".'))
    assert offered(document, "bill_no", "Who introduced bill B 211/26?") == ["B 211/26"]


@pytest.mark.parametrize("number", ["07700 900347", "555-0190", "07911555302", "+44 7700 900112"])
def test_telephone_numbers(number: str) -> None:
    """With blanks, a hyphen, or none."""
    document = tool("customer", "A customer by phone.", "phone", phone=text())
    assert offered(document, "phone", f"Who has {number} these days?") == [number]


def test_lists_go_on_behind_their_first_item() -> None:
    """A label stands before the first number only."""
    frames = {"type": "array", "items": {"type": "integer"}, "description": "Numbers of the pictures."}
    document = tool("order", "Order pictures.", "pictures", pictures=frames)
    assert offered(document, "pictures", "Order pictures 7, 19 and 42, please")[0] == [7, 19, 42]


def test_colours_addresses_moments_and_nothing() -> None:
    """Values of two words that belong to two parameters, or two that belong to one."""
    document = tool("stock", "Stock.", "fabric colour", fabric=text(), colour=text(), street=text(), pieces=count(),
                    start=text("YYYY-MM-DDTHH:MM"))  # fmt: skip
    assert offered(document, "colour", "how much green silk is there?") == ["green"]
    assert "silk" in offered(document, "fabric", "how much green silk is there?")
    assert "27 Market Hill" in offered(document, "street", "a blocked drain at 27 Market Hill")
    assert offered(document, "start", "on 14 June 2026 at 23:30") == ["2026-06-14T23:30"]
    assert offered(document, "pieces", "with no pieces missing") == [0]


@pytest.mark.parametrize(
    ("name", "said", "values"),
    [
        ("with_driver", "I drive it myself", []),
        ("water_off", "the water is still running", []),
        ("weekend", "on a Sunday", [True]),
        ("block_old", "the old card needn't be blocked", [False]),
        ("insured", "with insurance", [True]),
        ("insured", "it goes uninsured", [False]),
    ],
)
def test_switches_are_not_guessed(name: str, said: str, values: list[bool]) -> None:
    """What is denied, or said of something else, switches nothing on."""
    assert offered(tool("go", "Go.", "", **{name: {"type": "boolean"}}), name, said) == values


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        ("Tell me about the Three Fjords tour", "Three Fjords"),
        ("How many Noctis Black 430 panels are there?", "Noctis Black 430"),
        ("We walk the Shepherds' Trail", "Shepherds' Trail"),
        ("Find the Clos des Tilleuls", "Clos des Tilleuls"),
    ],
)
def test_names_with_numbers_and_small_words(request_: str, name: str) -> None:
    """Number words, numbers, apostrophes and French articles within a name."""
    assert name in [one.value for one in find_mentions(request_)]


def test_an_hour_in_words_is_only_read_where_the_half_of_the_day_is_known() -> None:
    """ "Half past two" is afternoon where the text speaks of one, and unknown elsewhere."""
    assert [one.iso for one in find_dates("in the afternoon, at half past two")] == ["14:30"]
    assert [one.iso for one in find_dates("at half past two")] == [""]
    assert [one.iso for one in find_dates("at half past nine")] == ["09:30"]
    assert [one.iso for one in find_dates("at 10 to 12 and at 10 past 9")] == ["11:50", "09:10"]
    ranges = ("open from 10 to 12", "pages 10 to 12", "ages 5 to 10", "4 to 8 people", "from ten to twelve guests")
    assert not [one for text in ranges for one in find_dates(text)]


def test_small_coins_belong_to_their_amount() -> None:
    """ "Fifty-two euros fifty" is one number."""
    found = [one.number for one in find_mentions("bid fifty-two euros fifty on lot 301") if one.number is not None]
    assert found == [52.5, 301]


def test_a_first_name_may_be_a_months_and_a_verb_opens_no_name() -> None:
    """ "Jan Maas" is a person, "Enter Nora Quist" is an order about one."""
    assert "Jan Maas" in [one.value for one in find_mentions("Book it for Jan Maas, please.")]
    assert [one.value for one in find_mentions("Enter Nora Quist for the race")] == ["Nora Quist"]


def test_an_identifier_is_nobodys_name() -> None:
    """Even behind the word for a person."""
    document = tool("find_client", "Find a client.", "name", name=text("First name and surname."))
    assert offered(document, "name", "the phone number of client C-231") == []
