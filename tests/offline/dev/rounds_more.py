"""One call for each of several things, as in `rounds`: things that lead on, sums of them, what is passed on."""

from typing import Any

from tests.offline.dev.case import Case


def recipe_details(dish: str) -> dict[str, Any]:
    """Look up a dish in the cook book: how long it takes, and its ingredients."""
    return {"minutes": 45, "ingredients": ["flour", "apples"]}


def pantry_stock(ingredient: str) -> str:
    """How much of an ingredient is left in the pantry."""
    return {"flour": "There are 2 kg left.", "apples": "There are none left."}[ingredient]


def add_note(title: str, day: str) -> dict[str, Any]:
    """Add a note to the kitchen board for a day (YYYY-MM-DD)."""
    return {"note_id": "N-1", "title": title, "day": day}


def search_talks(topic: str) -> list[dict[str, Any]]:
    """Search the talks of the town festival by topic."""
    return [
        {"talk": "Wild bees", "starts": "2025-05-02 10:00", "hall": "Hall A"},
        {"talk": "City bees", "starts": "2025-05-02 15:00", "hall": "Hall C"},
    ]


def add_to_planner(talk: str, starts: str, hall: str) -> dict[str, Any]:
    """Add a talk to the planner, with its start and its hall."""
    return {"added": True, "talk": talk, "starts": starts, "hall": hall}


def find_crew(flight: str) -> dict[str, Any]:
    """The crew of a flight and its gate."""
    return {"flight": flight, "gate": "B4", "crew": ["Nina Holm", "Tor Aas"]}


def rest_hours(person: str) -> dict[str, Any]:
    """How many hours a person has rested."""
    return {"hours": {"Nina Holm": 11, "Tor Aas": 7}[person]}


def find_library(name: str) -> dict[str, Any]:
    """Find a library by its name."""
    return {"library_id": 7, "name": name}


def library_branches(library_id: int) -> dict[str, Any]:
    """The branches of a library."""
    return {"branches": [4, 9]}


def loan_count(branch_id: int) -> dict[str, Any]:
    """The number of loans that a branch made this year."""
    return {"loans": {4: 310, 9: 95}[branch_id]}


def calculator(formula: str) -> dict[str, Any]:
    """Basic arithmetic on a formula, for example "(2 + 3) * 4"."""
    return {"result": {"40 + 25 + 60": 125, "12.5 + 7": 19.5, "310 + 95": 405, "(61 + 72) / 2": 66.5}[formula]}


TOOLS = [
    recipe_details, pantry_stock, add_note, search_talks, add_to_planner, find_crew, rest_hours, find_library,
    library_branches, loan_count, calculator,
]  # fmt: skip

_RECIPE = ("recipe_details", {"dish": "Apple Tart"})
_STOCK = (("pantry_stock", {"ingredient": "flour"}), ("pantry_stock", {"ingredient": "apples"}))
_REST = (
    ("find_crew", {"flight": "SK-204"}),
    ("rest_hours", {"person": "Nina Holm"}),
    ("rest_hours", {"person": "Tor Aas"}),
)
_TALKS = (
    ("search_talks", {"topic": "bees"}),
    ("add_to_planner", {"talk": "Wild bees", "starts": "2025-05-02 10:00", "hall": "Hall A"}),
    ("add_to_planner", {"talk": "City bees", "starts": "2025-05-02 15:00", "hall": "Hall C"}),
)
_FOUND = ("find_library", {"name": "Riverside"})
_LOANS = (
    ("library_branches", {"library_id": 7}),
    ("loan_count", {"branch_id": 4}),
    ("loan_count", {"branch_id": 9}),
)
_ALL_LOANS = (*_LOANS, ("calculator", {"formula": "310 + 95"}))

CASES = [
    Case('Search for talks about "bees" and add them to my planner.', _TALKS),
    Case('Search for talks about "bees" and add the talks to my planner.', _TALKS),
    Case('Search for talks about "bees" and add all of them to my planner.', _TALKS),
    Case("How much is left of all ingredients of Apple Tart?", (_RECIPE, *_STOCK), ("2 kg", "none left")),
    Case("Check the stock of all ingredients for Apple Tart.", (_RECIPE, *_STOCK), ("2 kg", "none left")),
    Case("Find the recipe of Apple Tart and check the stock of each ingredient.", (_RECIPE, *_STOCK), ("2 kg",)),
    Case(
        'Check the pantry stock of all the ingredients of Apple Tart. Add a note "Baking day" for 2025-05-02.',
        (_RECIPE, *_STOCK, ("add_note", {"title": "Baking day", "day": "2025-05-02"})),
        ("none left",),
    ),
    Case("How many hours has each crew member of flight SK-204 rested?", _REST, ("11", "7")),
    Case("Find the crew of flight SK-204 and tell me how long each person rested.", _REST, ("11", "7")),
    Case("Find the rest hours of all crew on flight SK-204.", _REST, ("11", "7")),
    Case("What is the total number of loans of all branches of the library with id 7?", _ALL_LOANS, ("405",)),
    Case("I want to know how many loans all branches of library 7 made.", _LOANS, ("310", "95")),
    Case("Get all the branches of library 7 and count their loans.", _LOANS, ("310", "95")),
    Case("Tell me the loans of all of library 7's branches.", _LOANS, ("310", "95")),
    Case("Help me calculate the total loans across all branches that belong to library 7.", _ALL_LOANS, ("405",)),
    Case("Count the loans of all the branches run by the library Riverside.", (_FOUND, *_LOANS), ("310", "95")),
    Case(
        "What's the total number of loans for all the branches owned by the library named Riverside?",
        (_FOUND, *_ALL_LOANS),
        ("405",),
    ),
    Case("Calculate the total number of loans of all the branches of library 7.", _ALL_LOANS, ("405",)),
    Case("How many loans did all branches of library 7 make in total?", _ALL_LOANS, ("405",)),
    Case("Count the loans for all branches in library 7.", _LOANS, ("310", "95")),
    Case("How many loans did each branch of library 7 make?", _LOANS, ("310", "95")),
    Case("Compute the sum of the loans of every branch of library 7.", _ALL_LOANS, ("405",)),
]
