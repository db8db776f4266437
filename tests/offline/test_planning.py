"""Decomposition by the offline model: what becomes a sub-task, and what a sub-task says of the earlier ones."""

import pytest

from smurfs_graph.offline.plan import plan

NAMES = ["find_customer", "list_orders", "get_order", "get_weather", "get_exchange_rate", "book_hotel", "search_hotels"]


def tasks(query: str) -> list[str]:
    return plan(query, NAMES)["sub_tasks"]


def test_wishes_with_tools_of_their_own_become_sub_tasks() -> None:
    assert tasks("What is the weather in Oslo and the exchange rate from EUR to NOK?") == [
        "What is the weather in Oslo",
        "Find the exchange rate from EUR to NOK?",
    ]


def test_a_pronoun_is_explained() -> None:
    first, second = tasks("Find the customer Alice Meyer and list her orders.")
    assert first == "Find the customer Alice Meyer"
    assert second == "List her orders (about Alice Meyer; using the answer to sub-task 1)"


def test_more_questions_about_the_same_thing_stay_together() -> None:
    assert len(tasks("Who placed order B-1 and when was it?")) == 1


@pytest.mark.parametrize("query", ["Get orders B-1 and B-2.", "Get the weather in Oslo and Bergen."])
def test_values_of_one_kind_are_spread(query: str) -> None:
    assert len(tasks(query)) == 2


@pytest.mark.parametrize("query", ["Compare the weather between Oslo and Bergen.", "Get the rate from EUR to NOK."])
def test_two_values_of_one_call_stay_together(query: str) -> None:
    assert len(tasks(query)) == 1


def test_a_statement_goes_along_with_every_sub_task() -> None:
    found = tasks("I'm going to Rome from 3 May 2026 to 6 May 2026. Find a hotel. What is the weather there?")
    assert len(found) == 2
    assert all("3 May 2026" in task for task in found)


@pytest.mark.parametrize("query", ["Hello!", "Thanks a lot", "who are you?", "", "   "])
def test_small_talk_needs_no_tool_and_says_who_answers(query: str) -> None:
    reply = plan(query, NAMES)
    assert reply["needs_tool"] is False
    assert "offline:rules" in reply["answer"]


def test_without_tools_it_says_that_it_can_do_nothing() -> None:
    assert plan("What is the weather in Oslo?", [])["needs_tool"] is False
