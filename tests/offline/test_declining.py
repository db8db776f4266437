"""Requests not explained word by word are declined, above all where a call would change something."""

from typing import Any, Literal

import pytest

from smurfs_graph import effects
from smurfs_graph.strategies import SHOWN
from tests.offline.shop import BUILT_IN, TOOLS, calls, run

CANCEL = ("cancel_booking", {"booking_id": "BK-5"})


@pytest.mark.parametrize(
    "query",
    [
        "Paint the fence blue.",
        "Find the colour of item A-17.",
        "Find the stock of shelf A-17.",
        "Find the stock of item A-17 or item B-2.",
        "Find the stock of item A-17 in Bern.",
        "Find the stock of item A-17 on 14 March 2027.",
        "Find the stock of 17 items.",
        "Search cheap rooms in Bern.",
        "Search rooms in Bern for tomorrow.",
        "Search rooms in Bern of some room type.",
        "Search rooms.",
        "Get the distance from Prague.",
        "Get the distance between Prague, Vienna and Bern.",
        "What is the distance from Prague to Vienna in miles?",
        "Find its price.",
    ],
)
def test_what_no_document_explains_is_declined(query: str) -> None:
    """A word, a value without a parameter, a parameter without a value, an option without a value."""
    result = run(query)
    assert not calls(result) and result["stop_reason"] == "no_evidence"
    assert "--model" in result["answer"], "it says how to set a model"


CATERERS = "Search rooms in Bern. Search caterers in Bern. The total price is at most 900 euros"
DAYS = "How many days are there between 2026-12-01 and 2026-12-24"


@effects("read")
def search_caterers(city: str) -> list[dict[str, Any]]:
    """Search caterers in a city, with their price.

    Args:
        city: Name of the city.
    """
    return [{"caterer": "Lentil & Co", "city": city, "price_eur": 380}]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (f"{CATERERS} and not the Attic.", "'and not the Attic'"),
        (f"{CATERERS} and the seats at least 40.", "'and the seats at least 40'"),
        (f"{CATERERS} or 1000 francs.", "'or 1000 francs'"),
        (f"{CATERERS}. Not the Attic.", "'Not the Attic'"),
        (f"{CATERERS}. Cancel booking BK-5.", "'The total price is at most 900 euros'"),
        (f"{CATERERS.replace('in Bern.', 'in Bern with a pool.', 1)}.", "'with a pool'"),
        (f"{DAYS}, counting both?", "'counting both'"),
        (f"{DAYS} without Sundays?", "'without Sundays'"),
        (f"{DAYS} last?", "'last'"),
        ("How many days until 24 December 2026?", "'start' of days_between"),
        ("What was the price of item A-17?", "'was'"),
        ("Find the price of item A-17 in dollars.", "'in dollars'"),
        ("How often is item A-17 in stock?", "'How often is item'"),
        ("Search rooms in Bern under 400 dollars.", "'under 400 dollars'"),
        ("Search rooms near Bern.", "'near Bern'"),
        ("Search rooms in Bern or Basel.", "'or Basel'"),
        ("Search rooms in Bern and say which is the cheapest and which is the largest.", "largest'"),
        ("What is -12 * 7?", "'What is -12 * 7?'"),
        ("Find the price of items A-17 and B-2 and say what the total is.", "'Say what the total is'"),
        ("Find the total price of item A-17.", "'total'"),
        ("Book the room Attic on 14 March 2027. Do it only if it has 40 seats.", "'Do it only if it has 40 seats'"),
        ("Cancel booking BK-5 and refund half.", "'Refund half'"),
        (f"{CATERERS}. Say which is the largest.", "'Say which is the largest'"),
        (f"{CATERERS.replace('Search rooms', 'Search the largest rooms')}.", "'largest'"),
        (f"{CATERERS.replace('caterers', 'the most expensive caterers')}.", "'most expensive'"),
        (f"{CATERERS.replace('caterers', 'two caterers')}.", "'two'"),
        (f"{CATERERS}, then book the room.", "'The total price is at most 900 euros'"),
        ("Search the first two rooms in Bern.", "'first two'"),
        ("Search the last room in Bern.", "'last'"),
        ("Search rooms in Bern by price.", "'by price'"),
        ("Search rooms in Bern, largest first.", "'largest first'"),
        ("Search my rooms in Bern.", "'my'"),
        ('Read the first 2 lines of the file "a.txt".', "'first 2'"),
        ('Read 2 lines of the file "a.txt".', "'2'"),
        ("Convert 10 km to miles exactly.", "'10 km to miles exactly'"),
        ("Book the room Attic on 14 March 2027, then cancel booking BK-5 in the evening.", "'in the evening'"),
        ("Find the stock of item A-17. " * 300 + "Not that of A-17.", "6,000 characters"),
    ],
)
def test_one_clause_more_is_declined_with_its_words(query: str, words: str) -> None:
    """Nothing of the request is done: the clause may say something of every part."""
    result = run(query, (*TOOLS, search_caterers, "builtin:dates", "builtin:calc", "builtin:files"))
    assert not calls(result) and result["stop_reason"] == "no_evidence"
    assert words in result["answer"] and "--model" in result["answer"]


@effects("read")
def get_weather(city: str) -> str:
    """Get the weather of a city today, not its forecast.

    Args:
        city: Name of the city.
    """
    return "rain"


@effects("read")
def find_fare(item: str) -> float:
    """Find the fare of an item in the shop, tax included, without discount or shipping.

    Args:
        item: Name of the item.
    """
    return 12.5


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("What is 7 / 2 rounded?", "'rounded'"),
        ('Who found the fare of item "lamp"?', "'Who found'"),
        ("What is the rounded 22 / 7?", "'rounded'"),
        ("Calculate 22 / 7 summed.", "'summed'"),
        ("Convert the speed of 10 miles to kilometres.", "'speed'"),
        ("List the subfolder files.", "'subfolder'"),
        ("List files of subfolders.", "'subfolders'"),
        ('Search subfolder files for "budget".', "'subfolder'"),
        ('Search files with the text "budget", case.', "'case'"),
        ("Get the weather forecast of Bern.", "'forecast'"),
        ("Get the forecasted weather of Bern.", "'forecasted'"),
        ('Find the discounted fare of item "lamp".', "'discounted'"),
        ('Find the shipping fare of item "lamp".', "'shipping'"),
        ('Find the shop fare of item "lamp".', "'shop'"),
        ('Find the fare of item "lamp", shipped.', "'shipped'"),
        ('Find the fare of item "lamp" including shipping.', "'including shipping'"),
    ],
)
def test_a_document_explains_the_words_of_its_first_clause_in_their_form(query: str, words: str) -> None:
    """Not what it excludes or adds, no participle, no word put before the tool's noun."""
    result = run(query, (get_weather, find_fare, *BUILT_IN, "builtin:files"))
    assert not calls(result) and f"I do not understand {words}" in result["answer"]


def test_a_tool_that_is_named_by_a_noun_is_a_look_up() -> None:
    """Its document begins with the noun, and no verb that the list lacks."""

    def tide(city: str) -> str:
        """Tide of a city now."""
        return "high"

    assert calls(run("What is the tide in Bern?", (tide,))) == [("tide", {"city": "Bern"})]


def test_the_first_clause_may_be_said() -> None:
    """In the singular or the plural."""
    tools = (get_weather, find_fare)
    assert calls(run("Get the weather of the city Bern today.", tools)) == [("get_weather", {"city": "Bern"})]
    assert calls(run('Find the fare of item "lamp" in the shops.', tools)) == [("find_fare", {"item": "lamp"})]


@effects("read")
def search_halls(
    town: str,
    max_price: float | None = None,
    min_length_m: float | None = None,
    kind: Literal["heated", "open"] | None = None,
) -> list[str]:
    """Search halls for hire in a town.

    Args:
        town: Name of the town.
        max_price: Highest price per day, in euros.
        min_length_m: Least length in metres.
        kind: Kind of hall.
    """
    return ["Aurora"]


@effects("read")
def count_guests(inn: str, start: str, end: str) -> int:
    """Count the paying guests of an inn from one day to another.

    Args:
        inn: Name of the inn.
        start: First day, YYYY-MM-DD.
        end: Last day, YYYY-MM-DD.
    """
    return 31


@effects("read")
def list_members(club: str, since: str | None = None) -> list[str]:
    """List the members of a club.

    Args:
        club: Name of the club.
        since: Only those who joined since this day, YYYY-MM-DD.
    """
    return ["Ida Brandt"]


def withdraw_parcels(parcel_ids: list[str], reason: str = "") -> str:
    """Withdraw parcels before they are sent.

    Args:
        parcel_ids: Ids of the parcels, such as P-1.
        reason: Why they are withdrawn.
    """
    return "done"


def send_bill(customer_id: str, amount: float, due_date: str) -> str:
    """Send a bill in euros to a customer.

    Args:
        customer_id: Id of the customer, such as C-3.
        amount: Amount in euros.
        due_date: Day by which it is paid, YYYY-MM-DD.
    """
    return "done"


def moor_boat(boat: str, day: str) -> str:
    """Moor a boat for a day.

    Args:
        boat: Name of the boat.
        day: Day as YYYY-MM-DD.
    """
    return "done"


VILLAGE = (search_halls, count_guests, list_members, withdraw_parcels, send_bill, moor_boat)
MAY = "from 1 May 2027 to 9 May 2027"


@pytest.mark.parametrize(
    ("query", "name", "arguments"),
    [
        ("Search halls in Bern under 300 euros.", "search_halls", {"town": "Bern", "max_price": 300}),
        ("Search halls in Bern over 20 metres.", "search_halls", {"town": "Bern", "min_length_m": 20}),
        ("Search heated halls in Bern.", "search_halls", {"town": "Bern", "kind": "heated"}),
        (
            f"Count the guests of the inn Krone {MAY}.",
            "count_guests",
            {"inn": "Krone", "start": "2027-05-01", "end": "2027-05-09"},
        ),
        ("List the members of the club Alpina since 2020-01-01.", "list_members",
         {"club": "Alpina", "since": "2020-01-01"}),
        ('Withdraw parcels P-1, P-2 and P-3 with the reason "late".', "withdraw_parcels",
         {"parcel_ids": ["P-1", "P-2", "P-3"], "reason": "late"}),
        ("Send a bill of 80 euros to customer C-3 by 2027-02-01.", "send_bill",
         {"customer_id": "C-3", "amount": 80, "due_date": "2027-02-01"}),
        ("Moor the boat Tern on 2027-05-01.", "moor_boat", {"boat": "Tern", "day": "2027-05-01"}),
    ],
)  # fmt: skip
def test_a_value_goes_where_its_words_say(query: str, name: str, arguments: dict[str, Any]) -> None:
    """Its unit, its preposition and its place in a row are those of the parameter."""
    assert calls(run(query, VILLAGE)) == [(name, arguments)]


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("Search halls in Bern over 20 euros.", id="unit of another parameter"),
        pytest.param("Search halls in Bern under 3 days.", id="noun that is no unit"),
        pytest.param("Search halls in Bern under 300.", id="limit of price or length"),
        pytest.param("Send a bill of 1.200 euros to customer C-3 by 2027-02-01.", id="point of thousands"),
        pytest.param(f"Count the days of the inn Krone {MAY}.", id="another noun"),
        pytest.param(f"How many days are the guests in the inn Krone {MAY}?", id="another noun after how many"),
        pytest.param(f"Count the guests and the days of the inn Krone {MAY}.", id="another noun after and"),
        pytest.param(f"Count the guests of the inn Krone {MAY}, the days.", id="another noun after a comma"),
        pytest.param('Withdraw parcels P-1 and P-2 with the reason "late" and "wet".', id="another list"),
        pytest.param("Withdraw parcel P-1 for P-2.", id="preposition in a list"),
        pytest.param("Withdraw parcels P-1...P-4.", id="range"),
        pytest.param("Withdraw parcel P-1-P-4.", id="range as one word"),
        pytest.param("Withdraw the parcels of P-1.", id="parcels of another thing"),
        pytest.param("List the members of the club Alpina on 2020-01-01.", id="on for since"),
        pytest.param("Send a bill of 80 euros to customer C-3 on 2027-02-01.", id="on for due"),
        pytest.param(f"Count the guests of the inn Krone {MAY.replace('from', 'on')}.", id="on for from"),
        pytest.param("Search halls in the heated town Bern.", id="option of another noun"),
        pytest.param("Search halls and heated halls in Bern.", id="option of one of two"),
        pytest.param("What is 7/12/2026?", id="date with slashes"),
        pytest.param("Search halls in Bern, Idaho.", id="apposition"),
        pytest.param('Search files with the text "ham" and "eggs".', id="both at once"),
        pytest.param("Send a bill of 80 euros by customer C-3 by 2027-02-01.", id="by for to"),
        pytest.param("Send a bill of 80 euros for customer C-3 by 2027-02-01.", id="for for to"),
        pytest.param("Moor the boat for Tern on 2027-05-01.", id="for without a noun"),
    ],
)
def test_a_value_or_noun_that_is_meant_otherwise_is_declined(query: str) -> None:
    """Rather than given to the parameter that would take it."""
    result = run(query, (*VILLAGE, "builtin:calc", "builtin:files"))
    assert not calls(result) and result["stop_reason"] == "no_evidence"


@pytest.mark.parametrize("strategy", SHOWN)
@pytest.mark.parametrize(
    ("query", "words"),
    [
        (f"{CATERERS} and not the Attic.", "and not the Attic"),
        ("Search rooms in Bern in the evening.", "in the evening"),
    ],
)
def test_every_strategy_names_the_words(query: str, words: str, strategy: str) -> None:
    """The tutorial's request with one clause more, and one that only a tool's whole document shows to be too much."""
    result = run(query, (*TOOLS, search_caterers), strategy=strategy)
    assert not calls(result) and result["stop_reason"] == "no_evidence"
    assert f"I do not understand '{words}'" in result["answer"] and "--model" in result["answer"]


@pytest.mark.parametrize(
    ("query", "shown"),
    [("Search rooms in Bern and say which is the newest.", "Attic"), ("List the newest files.", "pyproject.toml")],
)
def test_records_that_do_not_tell_what_is_asked_are_not_an_answer(query: str, shown: str) -> None:
    """They are shown, and that they do not tell."""
    result = run(query, (*TOOLS, "builtin:files"))
    assert result["stop_reason"] == "partial"
    assert shown in result["answer"] and "do not tell the newest" in result["answer"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "Don't cancel booking BK-5.",
        "Do not cancel booking BK-5.",
        "Cancel booking BK-5 if it is not paid.",
        "Cancel booking BK-5 unless it is paid.",
        "Cancel booking BK-5 or BK-6.",
        "Cancel booking BK-5 without refund.",
        "Cancel booking BK-5 tomorrow.",
        "Cancel the oldest booking.",
        "Cancel it.",
        "Cancel item BK-5.",
        "Is booking BK-5 cancelled?",
        "Find out how to cancel booking BK-5.",
        "What would it cost to cancel booking BK-5?",
        "Show me the cancelled booking BK-5.",
        "I might cancel booking BK-5.",
        "Book the room Attic.",
        "Book the room Attic on 14 March.",
        "Book the room Attic on 14 March 2027 and on 15 March 2027.",
        "Book the room Attic on 31 February 2027.",
        "Book the room Attic on 14 March 2027 for 30 people.",
        "Search rooms in Bern, then book it on 14 March 2027.",
        "Search rooms in Oslo, then book the cheapest one on 14 March 2027.",
    ],
)
@pytest.mark.parametrize("settings", [{}, {"step_shape": "split", "strategy": "smurfs"}, {"strategy": "react"}])
def test_nothing_is_changed_in_doubt(query: str, settings: dict[str, Any]) -> None:
    """A call with effects is made only where the request begins with its verb and says all of it."""
    made = [name for name, _ in calls(run(query, **settings))]
    assert not {"cancel_booking", "book_room"} & set(made)


def test_what_is_said_is_changed() -> None:
    """One by one, with the options that the text names."""
    assert calls(run("Please cancel booking BK-5.")) == [CANCEL]
    assert calls(run("Cancel booking BK-5 with refund.")) == [("cancel_booking", {**CANCEL[1], "refund": True})]
    assert calls(run("Cancel bookings BK-5 and BK-6.")) == [CANCEL, ("cancel_booking", {"booking_id": "BK-6"})]


def test_two_tools_that_fit_equally_well_are_not_called() -> None:
    """Whichever comes first."""

    @effects("read")
    def get_stock(item_id: str) -> int:
        """Find how many pieces of an item are in stock."""
        return 5

    for tools in ([get_stock, *TOOLS], [*TOOLS, get_stock]):
        assert not calls(run("Find the stock of item A-17.", tools))


def test_another_tool_is_tried_only_where_the_failure_names_it() -> None:
    """A failure without a hint ends it."""

    @effects("read")
    def find_stock_abroad(item_id: str) -> int:
        """Find how many pieces of an item are in stock abroad."""
        return 5

    result = run("Find the stock of item X-9.", [*TOOLS, find_stock_abroad])
    assert [name for name, _ in calls(result)] == ["find_stock"]
    assert "there is no item 'X-9'" in result["answer"]
