"""What the offline model reads out of a text: dates, values, clauses, documents."""

import pytest

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import clauses, head, sentences
from smurfs_graph.offline.dates import find_dates
from smurfs_graph.offline.documents import parse_document
from smurfs_graph.offline.mentions import find_mentions


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("on 14 March 2026", ["2026-03-14"]),
        ("on March 14, 2026", ["2026-03-14"]),
        ("on the 3rd of May 2026", ["2026-05-03"]),
        ("on 2026-03-14", ["2026-03-14"]),
        ("on 14/03/2026", ["2026-03-14"]),
        ("on 03/04/2026", [""]),
        ("from 3 to 7 May 2026", ["2026-05-03", "2026-05-07"]),
        ("from 3 May to 7 May 2026", ["2026-05-03", "2026-05-07"]),
        ("on 14 March", [""]),
        ("tomorrow", [""]),
        ("on 31 February 2026", [""]),
        ("in March 2026", ["2026-03"]),
        ("at 2 pm", ["14:00"]),
        ("at 9:05", ["09:05"]),
        ("at noon", ["12:00"]),
    ],
)
def test_dates_are_read_only_where_they_can_be_known(text: str, iso: list[str]) -> None:
    assert [when.iso for when in find_dates(text)] == iso


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("track order B-1042 please", "id", "B-1042"),
        ("restart web-02", "id", "web-02"),
        ("the user mira.k", "id", "mira.k"),
        ("the note 'see you at 5'", "quote", "see you at 5"),
        ("write to bob@example.org", "email", "bob@example.org"),
        ("call +4917012345", "phone", "+4917012345"),
        ("weather in New York", "name", "New York"),
        ("a table for Dr. Lee", "name", "Dr. Lee"),
        ("parcel for Kettle & Co", "name", "Kettle & Co"),
        ("the house at 12 Alder Street", "name", "12 Alder Street"),
        ("from EUR", "code", "EUR"),
        ("20 US dollars", "code", "USD"),
    ],
)
def test_a_value_is_recognised_by_its_form(text: str, kind: str, value: str) -> None:
    assert (kind, value) in [(mention.kind, mention.value) for mention in find_mentions(text)]


@pytest.mark.parametrize("text", ["Track it", "Book a table", "Is it open?", "the cheapest one", "on Mondays"])
def test_ordinary_words_are_no_values(text: str) -> None:
    assert [mention for mention in find_mentions(text) if mention.kind in ("name", "number", "id")] == []


def test_a_bound_is_told_from_a_duration() -> None:
    kinds = {text: find_mentions(text)[0].bound for text in ("under 80 euros", "at least 4 stars", "for 3 nights")}
    assert kinds == {"under 80 euros": "max", "at least 4 stars": "min", "for 3 nights": ""}


def test_a_label_is_the_noun_before_a_value_and_not_its_verb() -> None:
    (order,) = find_mentions("status of order number B-1042")
    assert order.labels[0] == words.stem("order")


def test_sentences_do_not_end_at_abbreviations_or_in_quotes() -> None:
    text = "Is Dr. Lee in? Send 'Come in. Now.' to room 4."
    assert sentences(text) == ["Is Dr. Lee in?", "Send 'Come in. Now.' to room 4."]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Find the customer Alice Meyer and list her orders", 2),
        ("Find flights between Paris and Rome", 1),
        ("What is the price and order number of it", 1),
        ("Look up item it-3, then refund it-3", 2),
        ("Search for 'rock and roll' records", 1),
    ],
)
def test_a_new_clause_starts_at_a_verb_or_a_question_word(text: str, count: int) -> None:
    assert len(clauses(text)) == count


def test_the_head_is_what_is_asked_for() -> None:
    asked = head("What is the phone number of the doctor who treats patient P-33?")
    assert asked == (words.stem("phone"), words.stem("number"))


def test_a_document_tells_kinds_options_and_examples() -> None:
    document = parse_document(
        '{"name":"f","description":"d","parameters":{"properties":{'
        '"order_id":{"type":"string","description":"such as B-1042"},'
        '"state":{"type":"string","description":"one of open, closed or waiting"},'
        '"day":{"type":"string","description":"Day, YYYY-MM-DD"},'
        '"limit":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"required":["order_id"]}}'
    )
    assert document is not None
    found = {one.name: (one.kind, one.options, one.required) for one in document.parameters}
    assert found["order_id"] == ("id", (), True)
    assert found["state"] == ("enum", ("open", "closed", "waiting"), False)
    assert found["day"][0] == "date"
    assert found["limit"][0] == "number"
    assert document.parameters[0].examples == ("B-1042",)


@pytest.mark.parametrize(
    ("first", "second"),
    [("prices", "cost"), ("booking", "reserve"), ("movies", "film"), ("collected", "collection"), ("drives", "driver")],
)
def test_word_forms_and_synonyms_are_near(first: str, second: str) -> None:
    assert words.likeness(words.stem(first), words.stem(second)) >= 0.75
