"""How a sentence becomes parts: courtesies, relative clauses, wishes, what only points, and what goes along."""

import pytest

from smurfs_graph.offline.clauses import Clause, clauses
from smurfs_graph.offline.openings import is_generic, only_counts, plain
from smurfs_graph.offline.plan import plan
from smurfs_graph.offline.referring import thing_of
from smurfs_graph.offline.speech import turned

NAMES = ["find_boat", "get_tide", "book_mooring", "get_member", "list_lessons", "berth_fee", "report_damage"]


def tasks(query: str) -> list[str]:
    return plan(query, NAMES)["sub_tasks"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Would you mind finding boat B-4 and telling me the fee?", "find boat B-4 and tell me the fee?"),
        ("I'd be grateful if you could check boat B-4", "please check boat B-4"),
        ("Sorry to bother you, but show boat B-4", "show boat B-4"),
        ("There is only one mooring left, isn't there?", "There is only one mooring left."),
        ("Show boat B-4, if you don't mind.", "Show boat B-4."),
        ("Could you also please show boat B-4?", "Could you show boat B-4?"),
        ("While you're at it, show boat B-4", "show boat B-4"),
    ],
)
def test_courtesies_and_tags_are_no_part_of_a_request(said: str, meant: str) -> None:
    assert plain(said) == meant


@pytest.mark.parametrize("text", ["Three quick things", "Two questions for you.", "Can you help me out?"])
def test_what_only_announces_requests_asks_for_nothing(text: str) -> None:
    assert only_counts(text)


@pytest.mark.parametrize("text", ["Three moorings at pier 5", "Can you help me with boat B-4?"])
def test_what_names_something_announces_more(text: str) -> None:
    assert not only_counts(text)


def test_a_request_that_only_points_gives_way_to_what_is_wanted() -> None:
    assert is_generic("Could you look these up for me?")
    assert not is_generic("Look up boat B-4")
    assert turned("The harbour has asked us to book mooring M-4") == ("The harbour", "book mooring M-4")
    assert tasks("Pier House has asked us to book mooring M-4 for boat B-9. Please do that.") == [
        "Book mooring M-4 for boat B-9 (context: Pier House)"
    ]


def test_a_relative_clause_is_no_request() -> None:
    found = clauses("Please book mooring M-4 for Nell Harkin, who sails alone, and list the lessons.")
    assert [one.text for one in found] == [
        "Please book mooring M-4 for Nell Harkin, who sails alone",
        "list the lessons.",
    ]
    assert [one.text for one in clauses("Which boat is B-4, who owns it?")] == ["Which boat is B-4", "who owns it?"]


def test_question_words_that_belong_together_are_not_torn_apart() -> None:
    found = clauses("Who owns boat B-4, and when and where can I meet them?")
    assert [one.text for one in found] == ["Who owns boat B-4", "when and where can I meet them?"]


def test_a_question_with_a_preposition_starts_a_part() -> None:
    assert [one.text for one in clauses("Who owns boat B-4, and on which number can I reach them?")] == [
        "Who owns boat B-4",
        "on which number can I reach them?",
    ]


def test_a_statement_with_a_wish_is_cut_before_the_wish() -> None:
    assert tasks("I'm writing to Nell Harkin and need the berth fee of boat B-4.") == [
        "Need the berth fee of boat B-4 (context: I'm writing to Nell Harkin)"
    ]


def test_a_topic_belongs_to_its_own_sentence() -> None:
    first, second = tasks("B-4, when is it due back? And who owns boat B-9?")
    assert "B-4" in first
    assert "B-4" not in second


def test_a_question_is_no_context() -> None:
    found = tasks("What is the fee for boat B-4, and what is the tide at Portmere?")
    assert all("context:" not in one for one in found)


def test_the_values_of_an_act_go_along_with_a_question_about_it() -> None:
    second = tasks("Report a leak at mooring M-4 for member N-22, and tell me which lessons this member has.")[-1]
    assert "(context: mooring M-4, member N-22)" in second


def test_one_before_a_noun_points_to_nothing() -> None:
    assert not Clause("What does one senior ticket cost?").points_back
    assert Clause("Book the cheapest one for Nell").points_back
    assert Clause("Show the one in Portmere").points_back


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Have you got a green dinghy in Portmere?", "green dinghy"),
        ("Which mooring is boat B-4 at", "mooring"),
        ("Who leads the club", ""),
        ("Assign B-4 to the day shift", "day shift"),
        ("Search boats in Portmere", "boats"),
        ("Tell me what it costs", ""),
    ],
)
def test_what_a_request_is_about_is_a_noun(text: str, thing: str) -> None:
    assert thing_of(text) == thing


def test_the_same_asked_for_two_things_keeps_what_follows_apart() -> None:
    assert tasks("Give me the tide at the quay and at the mill, and the berth fee of boat B-4.") == [
        "Give me the tide at the quay",
        "Give me the tide at the mill",
        "Find the berth fee of boat B-4",
    ]


def test_what_is_told_right_before_a_request_is_what_its_pronouns_mean() -> None:
    found = tasks("Show the tide at Portmere. And boat B-4, what does that cost?")
    assert found[1] == "What does that cost? (context: boat B-4)"


def test_a_wish_before_a_bare_act_says_what_the_act_is_to_do() -> None:
    assert tasks("I would like to book mooring M-4 for boat B-9. Please book it now.") == [
        "Book it now (context: I would like to book mooring M-4 for boat B-9.)"
    ]


def test_a_question_goes_on_about_what_the_one_before_names() -> None:
    second = tasks("Where does boat B-4 lie, and what is the berth fee?")[1]
    assert "(context: boat B-4)" in second
    assert "using the answer to sub-task 1" in second


@pytest.mark.parametrize(
    "text",
    [
        "There is a single berth left, at pier 5",
        "In the harbour of Portmere there is one berth",
        "This afternoon I am meeting Nell Harkin",
    ],
)
def test_what_there_is_and_what_one_does_is_told(text: str) -> None:
    assert tasks(f"{text}. Show boat B-4.")[0].startswith("Show boat B-4")


def test_a_condition_in_front_of_a_question_is_no_part() -> None:
    assert tasks("If it has, please tell me where boat B-4 lies.") == ["Tell me where boat B-4 lies"]


def test_a_phrase_in_front_of_two_commands_is_their_topic() -> None:
    found = tasks("For member 917, please show the tide and then list the lessons.")
    assert [one[:10] for one in found] == ["Show the t", "List the l"]
    assert all("(context: For member 917)" in one for one in found)


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        (
            "Get the ferry from Ulm to Bonn and the ferry from Bonn to Trier.",
            ["Get the ferry from Ulm to Bonn", "Get the ferry from Bonn to Trier"],
        ),
        (
            "What is the fee of a junior pass at the weekend, and of a senior pass on a weekday?",
            ["What is the fee of a junior pass at the weekend?", "What is the fee of a senior pass on a weekday?"],
        ),
        (
            "Reserve court 4 on 3 May 2026 from 9:00 to 10:00 and court 6 on 4 May 2026 from 14:00 to 15:00.",
            [
                "Reserve court 4 on 3 May 2026 from 9:00 to 10:00",
                "Reserve court 6 on 4 May 2026 from 14:00 to 15:00",
            ],
        ),
        (
            "What is the distance from Ulm to Bonn, and which from Bonn to Trier?",
            ["What is the distance from Ulm to Bonn", "What is the distance from Bonn to Trier"],
        ),
        (
            "What is the weather in Oslo on 7 March 2026 and on the 8th?",
            ["What is the weather in Oslo on 7 March 2026?", "What is the weather in Oslo on 8 March 2026?"],
        ),
        (
            "List the parcels in Ulm and in Bonn on 5 May 2026.",
            ["List the parcels in Ulm on 5 May 2026", "List the parcels in Bonn on 5 May 2026"],
        ),
    ],
)
def test_two_things_in_one_shape_are_two_requests(query: str, parts: list[str]) -> None:
    assert tasks(query) == parts


@pytest.mark.parametrize(
    "query",
    [
        "Book a table for 2 adults and 1 child.",
        "Book a room for 2 guests and for 3 nights.",
        "Move the meeting from 3 May 2026 to 5 May 2026 and from 9:00 to 10:00.",
        "Order two large Diavola and one large Margherita, to be delivered at 19:45.",
    ],
)
def test_what_only_goes_on_is_no_second_request(query: str) -> None:
    assert len(tasks(query)) == 1


def test_a_month_is_no_verb() -> None:
    assert tasks("Book studio B on 12 May 2026; then list the parcels.")[0] == "Book studio B on 12 May 2026"


def test_a_result_of_an_act_before_the_last_request_is_no_part() -> None:
    found = tasks("Order 4 day tickets and list the parcels in Ulm. I need the order number.")
    assert found == ["Order 4 day tickets", "List the parcels in Ulm"]


def test_a_part_speaks_of_two_earlier_ones() -> None:
    *_, last = tasks("Find the boat 'Tern'. Get the member Ann Lee and book a mooring for the boat for her.")
    assert "about Ann Lee; 'Tern' of sub-task 1; using the answer to sub-task 2" in last
    *_, last = tasks("Get the member Ann Lee, list the lessons on 4 May 2026 and book the first one for her.")
    assert "Ann Lee of sub-task 1; using the answer to sub-task 2" in last


def test_what_is_converted_without_a_number_is_what_was_told() -> None:
    *_, last = tasks("Get the berth fee of boat B-4 and convert the fee to US dollars.")
    assert last.startswith("Convert the fee to US dollars (about boat B-4; using the answer to sub-task 1)")
    assert tasks("Get boat B-4 and convert 40 euros to US dollars.")[-1] == "Convert 40 euros to US dollars"
