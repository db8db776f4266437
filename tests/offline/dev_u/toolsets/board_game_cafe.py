"""A café with a library of board games."""

from typing import Any, Literal

_GAMES: list[dict[str, Any]] = [
    {"title": "Salt Caravan", "least": 2, "most": 4, "minutes": 75, "shelf": "B3", "weight": "medium"},
    {"title": "Moth & Flame", "least": 2, "most": 2, "minutes": 30, "shelf": "A1", "weight": "light"},
    {"title": "Nine Canals", "least": 3, "most": 6, "minutes": 120, "shelf": "D4", "weight": "heavy"},
    {"title": "Goblin Bakery", "least": 3, "most": 8, "minutes": 25, "shelf": "A6", "weight": "light"},
    {"title": "Signal Box", "least": 1, "most": 5, "minutes": 60, "shelf": "C2", "weight": "medium"},
]
_TABLES: dict[str, int] = {"T1": 2, "T2": 4, "T5": 6, "T8": 8}
_TAKEN = {("2026-03-13", "18:00"): ["T2", "T8"], ("2026-03-14", "15:00"): ["T1", "T2"], ("2026-03-14", "19:00"): ["T5"]}
_MENU = {"flat white": 3.6, "hot chocolate": 4.2, "nachos": 8.5, "brownie": 3.95, "ginger beer": 4.4}
_CARDS: dict[str, dict[str, Any]] = {
    "K-310": {"holder": "Petra Unwin", "points": 145, "free_plays": 2},
    "K-342": {"holder": "Desmond Achebe", "points": 60, "free_plays": 0},
    "K-377": {"holder": "Sian Mallory", "points": 410, "free_plays": 5},
}


def games_for(
    players: int, max_minutes: int = 180, weight: Literal["light", "medium", "heavy", "any"] = "any"
) -> list[str]:
    """Titles that suit a number of players.

    players: how many sit at the table
    max_minutes: upper limit of the playing time
    weight: how demanding the rules are
    """
    return [
        game["title"]
        for game in _GAMES
        if game["least"] <= players <= game["most"]
        and game["minutes"] <= max_minutes
        and weight in ("any", game["weight"])
    ]


def game_info(title: str) -> dict[str, Any]:
    """Shelf, playing time and number of players of a game."""
    for game in _GAMES:
        if game["title"].lower() == title.strip().lower():
            return game
    return {"title": title, "status": "not in the library"}


def tables_free(day: str, time: str, seats: int) -> list[str]:
    """Tables free at a time with at least so many seats, smallest first.

    day: YYYY-MM-DD
    time: HH:MM
    """
    taken = _TAKEN.get((day, time), [])
    return [table for table, size in _TABLES.items() if size >= seats and table not in taken]


def book_table(table: str, day: str, time: str, name: str) -> dict[str, str]:
    """Book a table under a name.

    table: such as T5
    day: YYYY-MM-DD
    time: HH:MM
    """
    if table.strip().upper() not in _TABLES:
        raise ValueError(f"no table {table}")
    return {"reference": f"{table.strip().upper()}{day[8:]}{time[:2]}{name.strip()[0].upper()}", "deposit": "none"}


def hold_game(title: str, booking: str) -> dict[str, str]:
    """Keep a game aside for a table booking."""
    return {"tag": f"HOLD-{len(title.strip())}-{booking.strip()[:2]}", "until": "20 minutes after the start"}


def menu_price(item: str) -> float:
    """Price of something on the menu, in euros."""
    if item.strip().lower() not in _MENU:
        raise ValueError(f"{item} is not on the menu")
    return _MENU[item.strip().lower()]


def loyalty_card(card_no: str) -> dict[str, Any]:
    """Holder, points and free plays on a loyalty card."""
    if card_no.strip().upper() not in _CARDS:
        raise ValueError(f"no card {card_no}")
    return _CARDS[card_no.strip().upper()]
