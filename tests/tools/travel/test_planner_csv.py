"""A folder of TravelPlanner files behind the same tools."""

from pathlib import Path

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.travel.planner_csv import load_directory
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Distance, Flight, Restaurant
from tests.tools.travel.conftest import FILES, Tools, refusal, tools


def complaint(folder: Path) -> str:
    with pytest.raises(ConfigurationError) as caught:
        tools(str(folder))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_places_that_lack_a_value_are_dropped(planner_folder: Path) -> None:
    """No rule, no name, no cuisine, no address, no price: TravelPlanner leaves such rows out."""
    database = load_directory(planner_folder)
    assert [stay.name for stay in database.select(Accommodation)] == ["Loft, sunny", "Plain room", "Cabin"]
    assert [meal.name for meal in database.select(Restaurant)] == ["Fork", "Spoon"]
    assert [sight.name for sight in database.select(Attraction)] == ["Old Mill"]
    assert [flight.flight_number for flight in database.select(Flight)] == ["F01", "F02", "F03", "F04"]


def test_roads_that_lack_a_value_are_kept_and_the_first_of_a_pair_counts(planner_folder: Path) -> None:
    assert load_directory(planner_folder).select(Distance) == [
        Distance("Alder", "Birch", 1144.0, "10 hours 55 mins"),
        Distance("Birch", "Alder", None, None),
        Distance("Alder", "Dogwood", 2745.0, "1 day 3 hours"),
    ]


def test_every_field_that_the_rules_need_is_kept(planner_folder: Path) -> None:
    database = load_directory(planner_folder)
    assert database.select(Accommodation)[0] == Accommodation(
        "Loft, sunny", "Alder", "Entire home/apt", 120.0, 2, 4, "No smoking & No pets", 4.0
    )
    assert database.select(Restaurant)[0] == Restaurant("Fork", "Alder", "Tea, Pizza, Indian", 46.0, 4.8)
    assert database.select(Attraction)[0] == Attraction(
        "Old Mill", "Alder", 40.5, -83.25, "1 Mill Rd, Alder", "Unknown", "https://mill.example"
    )
    assert database.select(Flight)[0] == Flight(
        "F01", "Alder", "Cedar", "2022-03-16", "2022-03-16 15:40", "2022-03-16 17:04", 144, 474.0, 1688.2
    )


def test_a_flight_past_midnight_arrives_the_next_day(planner_folder: Path) -> None:
    """The file gives clocks only; with the duration they tell the day."""
    night = load_directory(planner_folder).select(Flight, "flight_number = ?", "F04")[0]
    assert night.arrival == "2022-03-18 06:02"


@pytest.mark.parametrize(
    ("clocks", "arrival"),
    [
        ("23:50,23:40,0 hours 50 minutes", "2022-03-17 23:40"),  # an hour back, over no midnight after all
        ("23:30,00:15,0 hours 45 minutes", "2022-03-18 00:15"),
        ("00:10,23:55,0 hours 45 minutes", "2022-03-16 23:55"),  # westward over midnight: the day before
        ("10:00,13:00,6 hours 0 minutes", "2022-03-17 13:00"),
    ],
)
def test_the_day_of_arrival(planner_folder: Path, clocks: str, arrival: str) -> None:
    edit(planner_folder / "flights.csv", "22:44,06:02,4 hours 18 minutes,2022-03-17", f"{clocks},2022-03-17")
    assert load_directory(planner_folder).select(Flight, "flight_number = ?", "F04")[0].arrival == arrival


def test_cities_come_from_all_files(planner_folder: Path, planner: Tools) -> None:
    """A city that the states file does not know can be visited, only not found by its state."""
    names = {city.name: city.region for city in load_directory(planner_folder).select(City)}
    assert names == {"Alder": "Ohio", "Birch": "Ohio", "Cedar": "Texas", "Dogwood": "Texas", "Elm": None}
    assert [city["city"] for city in planner["list_cities"]("ohio")["cities"]] == ["Alder", "Birch"]
    assert planner["find_accommodations"]("elm(Iowa)")["matches"] == 1


def test_the_tools_answer_from_the_folder(planner: Tools) -> None:
    assert planner["search_flights"]("alder", "CEDAR", "2022-03-16")["flights"][0]["flight_number"] == "F01"
    assert planner["get_distance"]("Alder", "Birch")["self_driving"]["usd_per_car"] == 57
    assert planner["find_accommodations"]("Alder", must_allow="smoking")["accommodations"][0]["name"] == "Plain room"
    assert planner["find_restaurants"]("Alder", "pizza")["matches"] == 2
    assert planner["find_attractions"]("Alder")["attractions"][0]["name"] == "Old Mill"


def test_a_transfer_of_half_an_hour_is_too_short(planner: Tools) -> None:
    """F03 is the cheaper second flight, but leaves 26 minutes after the first one lands."""
    found = planner["search_connections"]("Alder", "Dogwood", "2022-03-16")
    assert found["matches"] == 1
    assert [flight["flight_number"] for flight in found["connections"][0]["flights"]] == ["F01", "F02"]
    assert found["connections"][0]["transfer"] == "1 h 56 min"
    assert found["connections"][0]["price_usd"] == 564


def test_roads_that_do_not_exist_or_take_a_day_are_refused(planner: Tools) -> None:
    assert "no road from 'Birch' to 'Alder' is known" in refusal(planner["get_distance"], "Birch", "Alder")
    assert "takes 1 day 3 hours, a day or more" in refusal(planner["get_distance"], "Alder", "Dogwood")


def test_a_place_of_which_nothing_is_known(planner: Tools) -> None:
    for tool in ("find_accommodations", "find_restaurants", "find_attractions"):
        assert "is known in 'Cedar'" in refusal(planner[tool], "Cedar")


def test_a_timetable_without_flights_says_so(planner_folder: Path) -> None:
    path = planner_folder / "flights.csv"
    path.write_text(path.read_text().splitlines()[0] + "\n")
    search = {tool.__name__: tool for tool in tools(str(planner_folder))}["search_flights"]
    assert "no flights at all" in refusal(search, "Alder", "Cedar", "2022-03-16")


@pytest.mark.parametrize(
    "name",
    ["accommodations.csv", "restaurants.csv", "attractions.csv", "distance.csv", "flights.csv", "city_states.tsv"],
)
def test_a_missing_file_is_named(planner_folder: Path, name: str) -> None:
    (planner_folder / name).unlink()
    assert f"{name}' does not exist" in complaint(planner_folder)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        *(
            (name, column, "other", f" has no column {column!r}")
            for name, column in (
                ("accommodations.csv", "house_rules"),
                ("restaurants.csv", "Cuisines"),
                ("attractions.csv", "Latitude"),
                ("distance.csv", "duration"),
                ("flights.csv", "DepTime"),
            )
        ),
        ("accommodations.csv", "55.5", "cheap", ", line 3: "),
        ("accommodations.csv", "55.5,1.0", "55.5,inf", ", line 3: "),
        ("restaurants.csv", ",46,", ",forty,", ", line 2: "),
        ("distance.csv", "1,144 km", "far", ", line 2: "),
        ("flights.csv", "15:40", "25:40", ", line 2: "),
        ("flights.csv", "2 hours 24 minutes", "soon", ", line 2: "),
        ("flights.csv", FILES["flights.csv"], "", " has no column 'Flight Number'"),
        ("city_states.tsv", "Birch\tOhio", "Birch Ohio", ", line 2: "),
    ],
)
def test_a_missing_column_and_a_bad_value_are_named(
    planner_folder: Path, name: str, old: str, new: str, said: str
) -> None:
    edit(planner_folder / name, old, new)
    assert f"{name}'{said}" in complaint(planner_folder)


def test_a_file_in_another_encoding_is_refused(planner_folder: Path) -> None:
    (planner_folder / "restaurants.csv").write_bytes(b"Name,City\nCaf\xe9,Alder\n")
    assert "restaurants.csv' cannot be read" in complaint(planner_folder)


def test_a_byte_order_mark_and_odd_line_ends_do_no_harm(planner_folder: Path) -> None:
    """Files that went through a spreadsheet; a line separator inside a name is part of the name."""
    path = planner_folder / "attractions.csv"
    text = path.read_text(encoding="utf-8").replace("Old Mill", "Old\u2028Mill").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [sight.name for sight in load_directory(planner_folder).select(Attraction)] == ["Old\u2028Mill"]
