"""Values of a text for each parameter, how many calls that makes, and what is left to the model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.guiding.argument_filling import MOST_CHOICES, Sources, fill
from smurfs_graph.guiding.repeats import MOST_CALLS
from smurfs_graph.guiding.spans import spans_of_response
from tests.guiding.tools import TOOLS, tool

TODAY = "Thursday, 26 November 2026"
READ: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("triangle_area", "What is the area of a triangle with base 10 and height of 5?", [{"base": 10, "height": 5}]),
    ("triangle_area", "A triangle has height 7 cm and base 4 cm. Compute its area.", [{"base": 4, "height": 7}]),
    (
        "triangle_area", "Compute triangle areas for base 10 and height 5, and base 7 and height 3",
        [{"base": 10, "height": 5}, {"base": 7, "height": 3}],
    ),
    ("get_weather", "How is the weather in Oslo in celsius?", [{"city": "Oslo", "unit": "celsius"}]),
    ("get_weather", "Tell me the weather in Paris, Rome and Lima", [{"city": c} for c in ("Paris", "Rome", "Lima")]),
    (
        "book_flight", "Book a flight from Berlin to Madrid on 2026-03-04 for 2 seats",
        [{"origin": "Berlin", "destination": "Madrid", "date": "2026-03-04", "seats": 2}],
    ),
    (
        "book_flight", "I need to fly to Madrid from Berlin tomorrow",
        [{"origin": "Berlin", "destination": "Madrid", "date": "2026-11-27"}],
    ),
    ("nutrition_facts", "I'm hungry: nutrition of a kiwi", [{"food": "kiwi"}]),
    ("nutrition_facts", "Get the nutritional information for a banana", [{"food": "banana"}]),
    ("nutrition_facts", "Nutrition of a kiwi and an apple", [{"food": "kiwi"}, {"food": "apple"}]),
    (
        "mortgage", "What would I pay monthly on a loan of $250,000 at 4.5% interest over 30 years?",
        [{"principal": 250000, "annual_rate": 4.5, "years": 30}],
    ),
    ("translate_text", "Translate 'good morning' into French", [{"text": "good morning", "target_language": "French"}]),
    ("translate_text", "Translate 'It's late' into French", [{"text": "It's late", "target_language": "French"}]),
    ("triangle_area", "A triangle of base 300cm and height 2.5cm", [{"base": 300, "height": 2.5}]),
    ("get_weather", "What is the weather in Seattle, Washington?", [{"city": "Seattle, Washington"}]),
    ("get_weather", "Weather in Paris, Rome and Lima", [{"city": c} for c in ("Paris", "Rome", "Lima")]),
    ("mean", "What is the mean of 3, 8, 12 and 20?", [{"numbers": [3, 8, 12, 20]}]),
    ("mean", "Find the average of [1, 2, 3.5]", [{"numbers": [1, 2, 3.5]}]),
    ("solve_quadratic", "Solve the quadratic equation with a=2, b=-3 and c=1", [{"a": 2, "b": -3, "c": 1}]),
    ("gcd", "Find the greatest common divisor of 12 and 18", [{"first": 12, "second": 18}]),
    ("find_restaurants", "Find Italian restaurants in Austin, TX", [{"location": "Austin, TX", "cuisine": "Italian"}]),
    ("derivative", "What is the derivative of 3x^2 + 2x - 1?", [{"function": "3x**2 + 2x - 1"}]),
    (
        "play_song", "Play songs from Taylor Swift and Maroon 5, 20 minutes and 15 minutes respectively",
        [{"artist": "Taylor Swift", "minutes": 20}, {"artist": "Maroon 5", "minutes": 15}],
    ),
    ("distance", "How far is it between Oslo and Bergen?", [{"start": "Oslo", "end": "Bergen"}]),
    ("opening_hours", "When is the museum open on Monday?", [{"place": "museum", "day": "Monday"}]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "calls"), READ)
def test_values_go_where_their_words_stand(name: str, text: str, calls: list[dict[str, Any]]) -> None:
    """Kinds, labels, prepositions, rows and formats; nothing is left to the model."""
    filling = fill(TOOLS[name], Sources(text, text, (), TODAY))
    assert list(filling.calls) == calls
    assert not filling.open


def test_what_the_text_leaves_open_is_offered_to_the_model() -> None:
    """Two runs of words may be the food."""
    [left] = fill(TOOLS["nutrition_facts"], Sources("Nutrition of rye bread with poppy seeds")).open
    assert set(left.choices) == {"rye bread", "poppy seeds"}


def test_what_is_asked_for_is_no_value() -> None:
    """The words behind "how many" say what is wanted."""
    assert fill(TOOLS["nutrition_facts"], Sources("How many calories are in brown rice?")).calls == (
        {"food": "brown rice"},
    )


def test_what_a_call_brought_fills_a_parameter_of_its_name() -> None:
    """A chain: the key of the response is the parameter's name."""
    brought = spans_of_response('{"order": 1042, "customer": "Ines Vald"}')
    find = tool("find_phone", "Find the phone number of a customer.", customer="string: full name")
    filling = fill(find, Sources("What is the phone number of the customer of order 1042?", "", brought))
    assert list(filling.calls) == [{"customer": "Ines Vald"}]


def test_optional_parameters_stay_out_unless_they_are_named() -> None:
    """A number beside the flight is no number of seats."""
    [call] = fill(TOOLS["book_flight"], Sources("Book a flight from Ulm to Bonn on 2026-03-04, it is flight 7")).calls
    assert "seats" not in call


@given(st.text(max_size=300), st.sampled_from(sorted(TOOLS)))
def test_any_text_gives_bounded_calls_of_declared_parameters(text: str, name: str) -> None:
    """Nothing raises, nothing is invented, and there is an end to it."""
    filling = fill(TOOLS[name], Sources(text, text, (), TODAY))
    declared = TOOLS[name].schema["properties"]
    assert 1 <= len(filling.calls) <= MOST_CALLS
    assert all(call.keys() <= declared.keys() for call in filling.calls)
    assert all(len(one.choices) <= MOST_CHOICES for one in filling.open)
    named = {key for call in filling.calls for key in call} | {one.name for one in filling.open}
    assert set(TOOLS[name].schema["required"]) <= named


@pytest.mark.parametrize(
    ("request_", "cities"),
    [
        ("I like Oslo, my sister likes Rome. What is the weather in both?", ["Oslo", "Rome"]),
        ("We know Oslo and Rome. How is the weather in each?", ["Oslo", "Rome"]),
        ("We know Oslo and Rome. How is the weather in Lima?", ["Lima"]),
    ],
)
def test_words_for_several_things_mean_all_that_were_named(request_: str, cities: list[str]) -> None:
    """In other clauses, where the clause itself has none."""
    clause = request_.split(". ")[1]
    filling = fill(TOOLS["get_weather"], Sources(clause, request_))
    assert [call["city"] for call in filling.calls] == cities
    assert not filling.open


@pytest.mark.parametrize(
    "request_", ["5 of us had a bill of $90", "The total was 90 euros for 5 people", "90 EUR, 5 of us"]
)
def test_money_and_people_go_where_they_belong(request_: str) -> None:
    """Whatever stands first."""
    share = tool("share_costs", "What each one pays.", total="number: money", people="integer: how many")
    assert fill(share, Sources(request_)).calls == ({"total": 90, "people": 5},)


@pytest.mark.parametrize(
    "request_",
    ["Oslo is far. What weather does it have, actually?", "It's Oslo again, which weather do I have to expect?",
     "Hi! We fly to Oslo tomorrow and I'm nervous, what weather will there be?"],
)  # fmt: skip
def test_a_verb_or_an_adverb_is_no_value(request_: str) -> None:
    """Neither is a word that only begins a sentence."""
    clause = request_.split(" ", 3)[3] if request_.startswith("Oslo") else request_.split(", ")[-1]
    filling = fill(TOOLS["get_weather"], Sources(clause, request_, about=frozenset({"weather"})))
    assert [call["city"] for call in filling.calls] == ["Oslo"]
    assert not filling.open


def test_what_stands_in_a_list_is_of_the_list() -> None:
    """No other parameter takes a part of it."""
    prices = tool(
        "get_prices", "Prices of companies.", companies={"type": "array", "items": {"type": "string"}}, label="string"
    )
    (call,) = fill(prices, Sources("Prices of Acme and Bolt under the label 'quarter'")).calls
    assert call == {"companies": ["Acme", "Bolt"], "label": "quarter"}


def test_a_unit_behind_its_number_is_said() -> None:
    """And so is what a yes-or-no parameter is about, whatever its name begins with."""
    way = tool(
        "get_way", "Length of a way.", ["unit", "consider_terrain"], length="number: length", unit="string: unit",
        consider_terrain="boolean",
    )  # fmt: skip
    found = fill(way, Sources("What is a length of 4 inches, given the terrain?"))
    assert found.calls == ({"length": 4, "unit": "inches", "consider_terrain": True},)
    assert fill(way, Sources("What is a length of 4 inches after 3 days?")).calls == ({"length": 4},)


FREIGHT = tool(
    "freight_cost", "Compute the cost of a shipment.", ["crates", "packing", "insured"], weight_g="integer: grams",
    distance_km="number: way", crates="integer: number of crates",
    packing={"type": "string", "enum": ["paper", "wood", "foam"]}, insured={"type": "boolean"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("Ship 2.5 kg over 40 km", {"weight_g": 2500, "distance_km": 40}),
        ("over a distance of 800 m, 90 grams", {"weight_g": 90, "distance_km": 0.8}),
        ("2 crates of 3 kg, 12 km", {"weight_g": 3000, "distance_km": 12, "crates": 2}),
        ("one crate of 3 kg, 12 km", {"weight_g": 3000, "distance_km": 12, "crates": 1}),
        ("3 kg over 12 km in wooden packing", {"weight_g": 3000, "distance_km": 12, "packing": "wood"}),
        ("3 kg over 12 km, insured", {"weight_g": 3000, "distance_km": 12, "insured": True}),
        ("3 kg over 12 km, not insured", {"weight_g": 3000, "distance_km": 12, "insured": False}),
        ("I can't stay long: 3 kg over 12 km, insured", {"weight_g": 3000, "distance_km": 12, "insured": True}),
    ],
)
def test_numbers_are_given_in_the_unit_that_is_taken(text: str, call: dict[str, Any]) -> None:
    """To the parameter of their quantity; "one" counts where it is one of something; "no" stands close by."""
    assert fill(FREIGHT, Sources(text)).calls == (call,)


def test_a_word_of_the_tool_in_capitals_is_no_value() -> None:
    """Nor is a value that another tool allows."""
    find = tool("find_sku", "Find the SKU of a product.", product="string: name")
    assert fill(find, Sources("What SKU has the Green Lantern?")).calls == ({"product": "Green Lantern"},)
    known = Sources("the Green Lantern at Harbour", stated=frozenset(["harbour"]))
    assert fill(find, known).calls == ({"product": "Green Lantern"},)


CAR = tool(
    "service_price", "Price of a service.", car={"type": "string", "enum": ["small", "large"]}, part="string: of what"
)


def test_compared_values_make_a_call_each() -> None:
    """Of what is allowed; a lone one makes one."""
    both = fill(CAR, Sources("Is 'oil' dearer for a large car than for a small one?"))
    assert [call["car"] for call in both.calls] == ["small", "large"]
    assert [call["car"] for call in fill(CAR, Sources("'oil' for a large car")).calls] == ["large"]


def test_an_allowed_value_is_not_another_parameters() -> None:
    """Nor is a day, where nothing is said of days; a lone word in a row is as good as the first one."""
    assert fill(CAR, Sources("the price of brakes for a small car")).calls == ({"car": "small", "part": "brakes"},)
    assert [call["city"] for call in fill(TOOLS["get_weather"], Sources("weather in oslo, rome and lima")).calls] == [
        "oslo", "rome", "lima",
    ]  # fmt: skip
    assert fill(TOOLS["get_weather"], Sources("What is the weather on Fridays?")).open


def test_a_word_before_a_conjunction_is_not_the_next_numbers() -> None:
    """It belongs to the number before it."""
    gear = tool("gear_speed", "Speed of a bike.", chainring="integer: teeth in front", sprocket="integer: teeth behind")
    assert fill(gear, Sources("a 50 tooth chainring and 15 tooth sprocket")).calls == (
        {"chainring": 50, "sprocket": 15},
    )


def test_sides_of_one_unit_keep_their_order() -> None:
    """Length, width and height, as people say them."""
    tank = tool("tank_volume", "Volume.", length_cm="number: length", width_cm="number: w", height_cm="number: h")
    assert fill(tank, Sources("a tank of 100 x 40 x 50 cm")).calls == (
        {"length_cm": 100, "width_cm": 40, "height_cm": 50},
    )


def test_people_are_counted_for_an_optional_parameter() -> None:
    """Named or not: adults are passengers."""
    ferry = tool("ferry", "Fare.", ["passengers"], island="string: name", passengers="integer: number of passengers")
    assert fill(ferry, Sources("the ferry to Arran for two adults")).calls == ({"island": "Arran", "passengers": 2},)


def test_months_and_grades_are_values() -> None:
    """A month for what takes one; "6b" is an identifier, and "6m" a length."""
    hive = tool("hive_task", "What to do.", month="string: full name of the month", apiary="string: name of the place")
    assert fill(hive, Sources("what to do in August at Hill Farm")).calls == (
        {"month": "August", "apiary": "Hill Farm"},
    )
    grade = tool("convert_grade", "Convert a climbing grade.", grade="string: French grade")
    assert fill(grade, Sources("what is a 6b in the other system")).calls == ({"grade": "6b"},)


BILL = tool(
    "water_bill", "Water bill of a plot.", ["year", "member"], plot="string: plot", year="integer", member="boolean"
)
CONE = tool(
    "cone_heat", "Heat at which a cone bends.", ["unit"], cone="string: with its zero",
    unit={"type": "string", "enum": ["C", "F"], "description": '"C" for Celsius or "F" for Fahrenheit.'},
)  # fmt: skip
SHIRT = tool("shirt_price", "Price of a shirt.", size={"enum": ["S", "M", "L"]})
SOCKS = tool("sock_yarn", "Yarn for socks.", ["colour"], size={"enum": ["S", "M", "L"]}, colour="string: of it")
BUNKS = tool("free_bunks", "Free bunks of a hut.", hut="string: name", night={"enum": ["mon", "tue", "sat"]})
VISITS = tool("visits", "Visits to a piano.", ["last"], piano="string: of whom", last="integer: how many to give")
FILE = tool("count_rows", "Count the rows of a table.", ["form"], table="string: table",
            form="string: either 'short' or 'long'")  # fmt: skip
LOAN = tool("loan_cost", "Cost of a loan.", amount="integer", rate="number: rate of interest, as a fraction")
AREA = tool(
    "area_under",
    "Area under a curve.",
    curve="string: function",
    interval={"type": "array", "items": {"type": "number"}},
)
LOT = tool("lot_estimate", "Estimate of a lot.", ["currency"], lot="string: lot", currency={"enum": ["GBP", "EUR"]})
RINK = tool("rink_price", "Price of the rink.", ["children"], adults="integer", children="integer")
CLOCK = tool("local_time", "Time in a city.", city="string: city", country="string: country")


@pytest.mark.parametrize(
    ("wanted", "request_", "calls"),
    [
        (BILL, "water bill of plot C09 in 2023?", [{"plot": "C09", "year": 2023}]),
        (BILL, "water bills of plot C09 for 2023 and 2024", [{"plot": "C09", "year": y} for y in (2023, 2024)]),
        (BILL, "water bill of plot C09 for a member", [{"plot": "C09", "member": True}]),
        (BILL, "water bill of plot C09 for a non-member", [{"plot": "C09", "member": False}]),
        (CONE, "heat of cone 04 in Fahrenheit?", [{"cone": "04", "unit": "F"}]),
        (CONE, "what's the heat for cone 05 and cone 10", [{"cone": "05"}, {"cone": "10"}]),
        (SOCKS, "yarn for large green socks", [{"size": "L", "colour": "green"}]),
        (BUNKS, "bunks in Cold Pike on Saturday", [{"hut": "Cold Pike", "night": "sat"}]),
        (VISITS, "the last 3 visits to the piano of Rosa Menendez", [{"piano": "Rosa Menendez", "last": 3}]),
        (FILE, "rows of the table sales_data in short form", [{"table": "sales_data", "form": "short"}]),
        (LOAN, "cost of a loan of $5000 at 5%", [{"amount": 5000, "rate": 0.05}]),
        (AREA, "area under the curve 'x**2' from x = 1 to x = 3", [{"curve": "x**2", "interval": [1, 3]}]),
        (LOT, "estimate of lot S-133 in euros", [{"lot": "S-133", "currency": "EUR"}]),
        (RINK, "the rink for 1 adult + 2 children", [{"adults": 1, "children": 2}]),
        (CLOCK, "time in Sydney, Australia", [{"city": "Sydney", "country": "Australia"}]),
    ],
)
def test_what_optional_parameters_take_is_read(wanted: Any, request_: str, calls: list[dict[str, Any]]) -> None:
    """Years, denied words, signs that a description explains, days in short, shares, and what it has in quotes."""
    assert list(fill(wanted, Sources(request_)).calls) == calls


@pytest.mark.parametrize(
    ("name", "schema", "value"),
    [
        ("rate", {}, 0.05),
        ("tip_percentage", {}, 5),
        ("tip_pct", {}, 5),
        ("volume", {"description": "Volume from 0 to 100."}, 5),
        ("volume", {"maximum": 100}, 5),
        ("rate", {"description": "Rate, e.g. 4.5"}, 5),
        ("rate", {"description": "Rate as a decimal, 0.05 for 5%."}, 0.05),
        ("rate", {"maximum": 1}, 0.05),
        ("percent", {"description": "such as 0.5 for half of one"}, 5),
        ("years", {"type": "integer"}, 5),
    ],
)
def test_a_share_is_taken_as_its_parameter_says(name: str, schema: dict[str, Any], value: float) -> None:
    """By its name, its description, its bound or its example; else 5% is 0.05."""
    parameter: Any = {name: {"type": "number", **schema}}
    share = tool("share", "Compute it.", **parameter)
    assert fill(share, Sources("compute it with 5%")).calls == ({name: value},)


@pytest.mark.parametrize(
    ("wanted", "request_", "calls", "open_"),
    [
        (SHIRT, "a shirt, not small but large", [{"size": "L"}], []),
        (SHIRT, "a large shirt for my small son", [{}], ["size"]),
        (SHIRT, "my friend, who isn't a member, wants to try a large shirt", [{"size": "L"}], []),
        (FILE, "rows of the table sales_data without the short form", [{"table": "sales_data"}], []),
        (SOCKS, "yarn for size M, I am in the red this month", [{"size": "M"}], []),
        (SOCKS, "yarn for size M by Mr Brown", [{"size": "M"}], []),
        (LOAN, "cost of a loan of 12,50 euro at 5%", [{"rate": 0.05}], ["amount"]),
        (RINK, "the rink for 10,5 adults", [{}], ["adults"]),
    ],
)
def test_what_is_denied_or_unclear_is_no_value(
    wanted: Any, request_: str, calls: list[dict[str, Any]], open_: list[str]
) -> None:
    """Nor is one of two that are said, or a word that has a sense of its own; a comma may part what it will."""
    filling = fill(wanted, Sources(request_))
    assert (list(filling.calls), [one.name for one in filling.open]) == (calls, open_)


def test_a_share_of_which_nothing_is_said_is_left_open_where_a_tool_may_act() -> None:
    """It would change something by a hundredfold; where a tool only reads, the answer is a guess."""
    text = "set a discount of 15%"
    acting, reading = (
        tool("set_discount", "Set it.", reads=reads, discount="number: discount") for reads in (False, True)
    )
    assert [one.choices for one in fill(acting, Sources(text)).open] == [(15, 0.15)]
    assert fill(reading, Sources(text)).calls == ({"discount": 0.15},)
