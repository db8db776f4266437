"""An answer's statements must stand in its sources, or be computed from them."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smurfs_graph.grounding.ground import Source, call_text, calls_behind, ground, missing_in
from smurfs_graph.grounding.statements import split_statements
from tests.grounding.evidence_answers import Case, cases
from tests.scripts import FUSED, Built, build, script

FOUND = 'Order A-17 of 2031-05-02: a room in "Hotel Adler" for 80 EUR per night, 3 nights; the flight costs 120.50 EUR.'


def returned(*results: Any) -> list[Source]:
    """Results of calls of one tool."""
    texts = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in results]
    return [Source(text, f"look(at={number})", "s1") for number, text in enumerate(texts)]


def missing(said: str, *results: Any, asked: str = "") -> list[str]:
    """Return the facts that stand in none of the results, nor in the request."""
    return list(missing_in(said, [Source(asked), *returned(*results)]))


@pytest.mark.parametrize(
    ("said", "lacking"),
    [
        ("Order a-17 was made on 2031-05-02.", []),
        ("Order A-17 was made on May 2nd, 2031.", []),
        ("Am 2. Mai 2031 kam die Bestellung A-17.", []),
        ("Bestellung A-17 vom 02.05.2031", []),
        ("On 5/2/2031 and on 2/5/2031.", []),
        ("Le 2 mai 2031, el 2 de mayo de 2031, 2031年5月2日", []),
        ("It was made on 3 May 2031.", ["3 May 2031"]),
        ("It was made on 2 May 2030.", ["2 May 2030"]),
        ("It is 360.50 EUR in total: 240 EUR and 120.50 EUR.", []),
        ("“Hotel Adler” for €80", []),
        ('"Hotel Falke" for 80 EUR', ["Hotel Falke"]),
        ("You stay in Hotel Falke.", ["Falke"]),
        ("Order A-18", ["A-18"]),
        ("Order A-1", ["A-1"]),
        ("1. a room, 2. a flight", []),
        ('[{"hotel": "Hotel \\u0041dler", "note": "Order\\nA-17", "price": 80}]', []),
        ('[{"hotel": "Hotel F\\u00e4lke"}]', ["F\xe4lke"]),
        ("It costs 1,120.50 EUR.", ["1,120.50"]),
        ("It costs 120,50 Euro, rund 121.", []),
        ("It costs about 120 EUR.", []),
        ("It costs 120.5.", []),
        ("Am 2.5. kam sie, am 3.5. nicht, und das ist der Stand.", ["3.5."]),
        (
            "Write to ann@adler.example or see https://adler.example/a17.",
            ["ann@adler.example", "https://adler.example/a17"],
        ),
    ],
)
def test_facts_stand_or_are_computed_or_lack(said: str, lacking: list[str]) -> None:
    """Whatever their form and language."""
    assert missing(said, FOUND) == lacking


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("1,234.5 people", "1234.5"),
        ("1.234,5 Leute", "1 234.5"),
        ("1’234.50 Franken", "1,234.50"),
        ("Dort leben 1,2 Millionen Menschen und nicht mehr.", "1,203,441"),
        ("1.2 million", '{"people": 1203441}'),
        ("19 %", '{"share": 0.19}'),
        ("eighty-five euros", '{"price": 85}'),
        ("fünfundachtzig Euro", "85"),
        ("85 euros", "quatre-vingt-cinq euros"),
        ("价格是八十五元", "85"),
        ("价格是85.20元\uff0c很贵", '{"价格": 85.2}'),
        ("\uff18\uff15\uff0e\uff12\uff10円です", "85.20"),
        ("٨٥ ريال", "85"),
        ("at 5:45 pm", "2026-12-07T17:45:00"),
        ("um 17.45 Uhr", "5:45 PM"),
        ("「東京ホテル」です", '{"name": "東京ホテル"}'),
        ("in the 1990s", "founded in 1994"),
        ("It weighs 9.8 t.", '{"weight_kg": 9800}'),
        ("It is 57 °F.", '{"temperature": 13.9, "unit": "C"}'),
        ("The hotel is in Peru.", '{"country": "PE"}'),
        ("She lives in Zürich.", '{"city": "Zurich"}'),
        ("Anna Berg is there.", '{"first_name": "Anna", "last_name": "Berg"}'),
        ("The title is “Line one, line two”.", '{"title": "Line one,\\nline two"}'),
    ],
)
def test_the_same_fact_in_another_form_stands(said: str, told: str) -> None:
    """Separators, scales, scripts, words, units, escapes, fields."""
    assert missing(said, told) == []
    assert missing(said, '{"nothing": "of it"}') != []


ORDERS = {"orders": [
    {"id": "O-1", "status": "open", "total": 41.76, "placed": "2026-09-02"},
    {"id": "O-2", "status": "open", "total": 24.6, "placed": "2026-09-20"},
    {"id": "O-3", "status": "sent", "total": 24.0, "placed": "2026-10-05"},
    *({"id": f"O-{n}", "status": "sent", "total": 100.0 + n, "placed": "2026-10-06"} for n in range(4, 17)),
]}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "how"),
    [
        ("All 16 orders come to 1520.36.", "1520.36 = the sum of 16 values of look.orders.total"),
        ("The two open ones come to 66.36.", "66.36 = 41.76 + 24.6"),
        ("14 of them were sent.", "14 = the number of look.orders with status=sent"),
        ("O-1 costs 17.16 more than O-2.", "17.16 = 41.76 - 24.6"),
        ("On average it is 95.02.", "95.02 = the average of 16 values of look.orders.total"),
        ("O-1 and O-2 cost 41.76 and 24.60, 66.36 together.", "66.36 = 24.6 + 41.76"),
        ("Of 41.76 EUR, 24.60 EUR is 58.9 %.", "58.9 = 24.6 / 41.76"),
        ("3 x 24.60 = 73.80", "73.8 = 3 x 24.60"),
        ("(41.76 + 24.60) × 2 = 132.72", "132.72 = (41.76 + 24.60) × 2"),
        (
            "It is 132.72 EUR, (41.76 EUR for O-1 + 24.60 EUR for O-2) × 2.",
            "132.72 = (41.76 EUR for O-1 + 24.60 EUR for O-2) × 2",
        ),
    ],
)
def test_what_is_computed_says_how(said: str, how: str) -> None:
    """Totals, counts, averages, differences, shares, and what an answer shows itself."""
    [result] = ground([said], returned(ORDERS))
    assert (result.missing, [each for each in result.computed if each == how]) == ((), [how])


@pytest.mark.parametrize(
    "said", ["They come to 361.22.", "15 of them are open.", "On average it is 23.15.", "3 x 24.60 = 74.80"]
)
def test_a_wrong_total_is_no_total(said: str) -> None:
    """With enough tries anything could be computed: few are made for a number of few digits."""
    assert missing(said, ORDERS) != []


RATES = {
    "fees": [{"id": "F-1", "base": 27.5, "per_day": 12.5, "days": 31}, {"id": "F-2", "base": 99.0, "per_day": 7.25}],
    "vat": 19,
    "sizes": [417.3, 388.1, 1020.4, 731.9, 654.7, 289.6, 533.3, 1184.2, 965.8],
}


@pytest.mark.parametrize(
    ("said", "lacking"),
    [
        ("27.50 + 31 × 12.50 = 415.00 EUR.", []),
        ("F-1 costs 415.00 EUR (27.50 + 31 × 12.50).", []),
        ("With VAT that is (27.50 + 31 × 12.50) × 1.19 = 493.85 EUR.", []),
        ("With VAT that is 415.00 EUR (27.50 + 31 × 12.50) plus 19 %, so 415.00 + 19 % = 493.85 EUR.", []),
        ("Less 19 % it is 99 × (1 - 0.19) = 80.19 EUR.", []),
        ("((27.50 + 99) × 2 - 7.25) / 2 = 122.88", []),
        ("F-1: 27.50 + 31 × 12.50 = 415.00 EUR\nF-2: 99 + 31 × 7.25 = 323.75 EUR\nTotal: 738.75 EUR", []),
        ("In total 738.75 EUR:\n- F-1: 27.50 + 31 × 12.50 = 415.00\n- F-2: 99 + 31 × 7.25 = 323.75", []),
        (
            "| F-1 | 27.50 + 31 × 12.50 = 415.00 |\n| F-2 | 99 + 31 × 7.25 = 323.75 |\n| both | 738.75 |",
            [],
        ),
        ("| first | 31 | 417.3 |\n| third | 19 | 1020.4 |\n| sixth | 31 | 289.6 |\n| all | 81 | 1727.3 |", []),
        ("It costs 415.00 EUR: 27.50 + 31 × 12.50. Again: 415.00 EUR.", []),
        ("You pay 31 days – 27.50 + 31 × 12.50 = 415.00.", []),
        ("417.3 (first) + 1020.4 (third) + 289.6 (sixth) = 1727.3", []),
        ("It took 31 min, 31 / 60 × 12.50 = 6.46 EUR.", []),
        ("27.50 + 31 × 12.50 = 416.00 EUR.", ["416.00"]),
        ("27.50 + 31 × 13.50 = 446.00 EUR.", ["13.50", "446.00"]),
        ("(27.50 + 31) × 12.50 = 415.00 EUR.", ["415.00"]),
        ("The sum of 27.50, and so on = 738.75 EUR.", ["738.75"]),
        ("(27.50 + 12.50 + 7.25, see below) × 31 = 1,464.75 EUR.", ["1,464.75"]),
        ("F-1 costs 415.00 EUR.", ["415.00"]),
        ("They weigh 1727.3 and 1984.1.", ["1727.3", "1984.1"]),
    ],
)
def test_a_computation_counts_where_it_is_shown(said: str, lacking: list[str]) -> None:
    """With brackets, percentages and totals of what is shown, wherever it stands; its terms have to stand."""
    assert missing(said, RATES) == lacking


@pytest.mark.parametrize(
    ("said", "told", "lacking"),
    [
        ("4 million people live there.", '{"people": 4}', ["4 million"]),
        ("4 million people live there.", "4 million people", []),
        ("4.2 million people live there.", '{"population_millions": 4.2}', []),
        ("It is 12 thousand.", "12", ["12 thousand"]),
        ("It cost 5M EUR.", "5M EUR", []),
    ],
)
def test_a_number_is_what_its_magnitude_makes_it(said: str, told: str, lacking: list[str]) -> None:
    """Not its digits alone."""
    assert missing(said, told) == lacking


def test_no_statement_ends_inside_a_quotation() -> None:
    """Else its halves are looked for as if the answer itself said them."""
    said = 'The label says "Keep cool. Do not shake." Then it names a shop. “Is it open? Yes.” was the answer.'
    assert split_statements(said) == [
        'The label says "Keep cool. Do not shake." Then it names a shop.',
        "“Is it open? Yes.” was the answer.",
    ]


def test_small_counts_are_looked_for_where_little_was_returned() -> None:
    """In long results nobody can say what was counted."""
    assert missing("There are 9 pieces.", {"pieces": 5}) == ["9"]
    assert missing("There are nine pieces.", {"pieces": 5}) == ["nine"]
    assert missing("There are 5 pieces in 2 places.", {"pieces": 5}) == []
    assert missing("There are 9 pieces.", {"pieces": 5, "note": "text " * 400}) == []


@pytest.mark.parametrize(
    ("said", "told", "lacking"),
    [
        ("Boris Berg ordered it.", "Boris Kunz. " + "x " * 90 + "Alma Berg.", ["Boris Berg"]),
        ("It goes to Quentin Ashworth.", FOUND, ["Quentin Ashworth"]),
        ("The customer lives in Lyon.", '{"city": "Bergen"}', ["Lyon"]),
        ("Die Kundin heißt Alma Stein.", '{"name": "Alma Berg"}', ["Alma Stein"]),
        ("Die Lieferung an Alma Berg kostet nichts.", '{"name": "Alma Berg"}', []),
        ("Unfortunately, the Total Cost is not known on Monday.", "{}", []),
        ("**Status:** Shipped. Yes, it is Italian.", "{}", []),
        ("Take Ritz in the first week, and book Inn for the others.", '[{"name": "Ritz"}, {"name": "Inn"}]', []),
        ("Take Carlton.", '[{"name": "Ritz"}, {"name": "Inn"}]', ["Carlton"]),
        ("Klientka mieszka w Pradze i ma na imię Alma.", '{"city": "Praha"}', []),
        ("Meier & Söhne’s order", '{"name": "Meier & Söhne"}', []),
    ],
)
def test_names_are_looked_for_where_capitals_mean_names(said: str, told: str, lacking: list[str]) -> None:
    """Not ordinary words, not nouns of German, not languages that inflect names."""
    assert missing(said, told) == lacking


@pytest.mark.parametrize(
    ("said", "told", "lacking"),
    [
        ("It costs 79.50 USD.", '{"price_eur": 79.5}', ["79.50 USD"]),
        ("It costs $79.50.", "79.50 euros", ["79.50 USD"]),
        ("It costs €79.50.", '{"price_eur": 79.5}', []),
        ("It costs 79.50 EUR.", '{"price": 79.5}', []),
        ("It costs $79.50.", '{"price": 79.5, "currency": "CAD"}', []),
    ],
)
def test_an_amount_in_another_currency_is_another_amount(said: str, told: str, lacking: list[str]) -> None:
    """A currency in the source counts; without one, nothing is known against the amount."""
    assert missing(said, told) == lacking


@pytest.mark.parametrize(
    ("said", "told", "lacking"),
    [
        ("Of these, 31 out of 45 are paid; 17 set 45 aside, 31 ago.", "17, 31 of 45", []),
        ("In: 31 + 17 = 48, out: 45 and out 3.", "17 31 45", []),
        ("Chegou em 3 out 2026, não em 19 out 2026.", "2026-10-03", ["19 out 2026"]),
    ],
)
def test_an_english_word_is_no_month_of_another_language(said: str, told: str, lacking: list[str]) -> None:
    """October, September and August of Portuguese, Italian and Spanish, shortened."""
    assert missing(said, told) == lacking


def test_dates_may_be_counted_from_what_was_asked() -> None:
    """Two nights after the fifth is the seventh; three is not."""
    asked = "Two nights in Rome from 5 December 2026."
    assert missing("You leave on 7 December.", "ok", asked=asked) == []
    assert missing("You leave on 9 December.", "ok", asked=asked) == ["9 December"]
    sent = {"sent": "2026-11-02", "arrived": "2026-11-06"}  # four days apart
    assert missing("You leave on 9 December.", sent, asked=asked) == ["9 December"]


def test_right_answers_of_the_evidence_are_hardly_ever_flagged() -> None:
    """Though hardly any of them shows its computations: four requests take more than two numbers for each result."""
    flagged = [case.name for case in cases() for answer in case.answers if missing_in(answer, case.sources())]
    assert len(flagged) <= 6 and {*flagged} <= {"h3", "l4", "w2", "w4", "w5"}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_an_id_of_the_evidence_that_is_changed_is_flagged(case: Case) -> None:
    """By one digit."""
    sources = case.sources()
    for answer in case.answers:
        for name in ("K-305", "O-30", "A-20", "L-6", "F1004", "C-4"):
            if name in answer:
                assert missing_in(answer.replace(name, f"{name}9", 1), sources)


def test_the_fewest_calls_that_hold_the_facts_are_behind_a_statement() -> None:
    """A failed one only where something is denied."""
    sources = [
        Source("What does A-17 cost?"),
        Source('{"id": "A-17"}', 'find(id="A-17")', "s1"),
        Source('{"id": "A-17", "price": 79.5}', 'get_price(id="A-17")', "s1"),
        Source("there is no B-2", 'get_price(id="B-2")', "s1", failed=True),
    ]
    for said, calls in (
        ("A-17 costs 79.50.", [2]),
        ("B-2 was not found.", [3]),
        ("B-2 costs 79.50.", [2]),
        ("Yes.", []),
    ):
        [result] = ground([said], sources)
        assert calls_behind(said, result.held, sources) == calls


def test_a_call_is_named_as_people_write_it() -> None:
    """Long values are cut."""
    assert call_text("get_price", {"item": "A-17", "n": 2}) == 'get_price(item="A-17", n=2)'
    assert len(call_text("f", {"text": "x" * 1_000})) < 60


@pytest.mark.parametrize(
    ("answer", "results"),
    [
        ("Freight is 167.60 EUR.", "freight x2 167.6"),
        ("Together 270 + 225 = EUR 495.00. In kroner that is 495 * 2 = 990.", '[{"fee": 270}, {"fee": 225}]'),
        (
            "- Flight: rated 4.9, 122 US dollars\n- Stay: rated 4.1, two nights at 95 US dollars = 190 US dollars\n\n"
            "Total: 312 US dollars.",
            json.dumps([{"name": f"H{n}", "price_usd": 83.5 + 7 * n, "rate": 1.1 + n} for n in range(30)])
            + " 122.0 95.0 4.1 4.9",
        ),
    ],
)
def test_right_numbers_that_players_were_sent_back_for(answer: str, results: str) -> None:
    """Printed beside a count, said before as a total, and added up over lines in "US dollars"."""
    assert missing_in(answer, [Source("two nights"), *returned(results)]) == ()


@given(st.text(max_size=300), st.lists(st.text(max_size=300), max_size=3))
def test_nothing_that_is_written_breaks_the_reading(text: str, others: Sequence[str]) -> None:
    """Whatever it is looked up in; no statement has two lines."""
    assert all(isinstance(fact, str) and fact for fact in missing_in(text, returned(*others)))
    assert all("\n" not in statement for statement in split_statements(text))


@given(st.text(st.characters(max_codepoint=0x24F), max_size=300), st.lists(st.text(max_size=300), max_size=3))
@example("00AÀ", [])
@example("0AAÀ", [])
@example("-Àa0", [])
@example("Aµ0", [])
@example("`::`0", [])
def test_any_text_is_grounded_in_itself(text: str, others: Sequence[str]) -> None:
    """In Latin letters, whatever stands beside it."""
    assert missing_in(text, [*returned(*others), Source(text)]) == ()


@given(
    st.decimals(min_value=13, max_value=10**9, places=2),
    st.sampled_from(["{:,.2f}", "{:.2f}", "{:,.2f} EUR", "€{:,.2f}"]),
)
def test_a_number_stands_in_whatever_form(value: Any, form: str) -> None:
    """English, German, plain, as data."""
    written = form.format(value)
    german = written.translate(str.maketrans({",": ".", ".": ","}))
    for told in (json.dumps({"price": float(value)}), written, german):
        for said in (f"It costs {written} now.", f"Es kostet {german} und ist das mit der Steuer."):
            assert missing(said, told) == []


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{"id": f"X-{n}", "price": n + 0.5, "on": "2026-05-03"} for n in range(16_000)]),
        "1" * 1_000_000,
        "1,2." * 250_000,
        "may 5 " * 160_000,
        "a-1_" * 250_000,
        '"' * 1_000_000,
        "Boris Kunz of " * 70_000,
        "[" * 1_000_000,
    ],
)
def test_a_long_result_is_looked_through_whole(text: str) -> None:
    """Whatever it is made of; what stands at its very end is found."""
    sources = returned(text, f"{text} and at last Zora Quist, Q-77, 4711.25 on 7 June 2019")
    said = "Zora Quist has Q-77 since 7 June 2019 for 4711.25, not Q-78."
    assert missing_in(said, sources) == ("Q-78",)


@pytest.mark.parametrize(
    "piece", ["…", ".", "a-", "1-", " 9", "_", "x", "A. ", "Mr. ", "A-17é ", "der Zo 3 Q ", "(1 + "]
)
def test_a_check_takes_time_in_proportion_to_the_answer(piece: str) -> None:
    """Four times the text, four times the time: "…" forty thousand times took minutes."""
    seconds: list[float] = []
    for length in (10_000, 40_000):
        said = f"A-17 costs 120.50 EUR {piece * (length // len(piece))} 77 EUR."
        began = time.process_time()
        missing_in(said, returned(FOUND))
        seconds.append(time.process_time() - began)
    assert seconds[1] < 1 or seconds[1] < 9 * seconds[0]


def calling(tool: Callable[[], Any], answer: str, answer_style: str = "full", **replies: Any) -> Built:
    """A graph whose one sub-task is solved by a call of a tool."""
    step = {"thought": "", "calls": [{"tool": tool.__name__, "arguments": {}}]}
    told = {"answer": answer, "hint": "", "status": "solved"}
    said = script(executor_fused=step, answer_fused=told, **replies)
    return build([tool], said, **FUSED, answer_style=answer_style)


def price() -> str:
    """The price."""
    return "39 EUR"


def test_an_invented_number_is_marked_and_not_sent_back() -> None:
    """The claim is unsupported, a warning names the number, and nobody is asked again."""
    built = calling(price, "39 EUR", deliverer={"answer": "49 EUR [s1]"})
    result = built.graph.invoke({"query": "What does it cost?"})
    assert built.calls().count("deliverer") == 1
    assert [(claim.text, claim.supported) for claim in result["claims"]] == [("49 EUR", False)]
    assert (result["answer"], result["stop_reason"]) == ("49 EUR", "partial")
    assert result["warnings"] == ["answer: in no result, request or conversation: 49"]


def test_a_short_answer_is_asked_for_and_the_form_goes_to_the_deliverer() -> None:
    """The form that the planner found is no condition, and no manager or judge is asked about it."""
    plan = {"needs_tool": True, "sub_tasks": ["the price"], "form": "in EUR", "constraints": ["is it below 40 EUR?"]}
    built = calling(price, "39 EUR", planner=plan, deliverer={"answer": "39 EUR"}, answer_style="short")
    result = built.graph.invoke({"query": "What does it cost?"})
    assert built.calls() == ["planner", "executor.fused", "answer.fused", "deliverer"]
    assert built.model.asked[-1].sections["form"].startswith("in EUR; the bare name")
    assert [claim.sub_tasks for claim in result["claims"]] == [("s1",)]


def stock() -> dict[str, object]:
    """The stock."""
    return {"pieces": 1417, "shelf": "K-9", "other": list(range(20, 900))}


@pytest.mark.parametrize(("said", "supported"), [("1417 pieces in K-9", True), ("1418 pieces in K-9", False)])
def test_what_stands_in_a_full_response_is_not_flagged(said: str, supported: bool) -> None:
    """Also where the outcome's text leaves it out."""
    built = calling(stock, "there are some", deliverer={"answer": f"{said} [s1]"})
    result = built.graph.invoke({"query": "How many are there?"})
    assert [claim.supported for claim in result["claims"]] == [supported]


@pytest.mark.parametrize(
    "number", ["9" * 400, f"-{'9' * 400}", "1e999", "1" + ",000" * 150, "9" * 90, f"{'9' * 90} days"]
)
def test_a_number_that_no_float_holds_ends_no_run(number: str) -> None:
    """In a tool's response and in an answer: what is computed from others stays as it was."""

    def prices() -> str:
        """Look up prices."""
        price = number.split()[0].replace(",", "")
        return f'[{{"item": "a", "price": {price}, "pieces": 2}}, {{"item": "b", "price": 3}}]'

    said = f"The total is 1234.5 EUR after about {number}, from 10:15 on 2031-05-02."
    replies = script(answer={"answer": said}, deliverer={"answer": said})
    result = build([prices], replies).run(f"What is the total on 2031-05-01 at 10:00 and {number}?")
    assert result["stop_reason"] == "partial"
    assert "1234.5" in result["claims"][0].ungrounded
