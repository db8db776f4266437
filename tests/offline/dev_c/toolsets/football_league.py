"""Teams, players and fixtures of an amateur football league."""

from typing import Any, Literal

_TEAMS: dict[str, dict[str, Any]] = {
    "ashford rovers": {"coach": "Neil Harker", "ground": "Priory Park", "points": 41, "goals": 52, "captain": "PL-31"},
    "benton united": {"coach": "Sal Moretti", "ground": "Quayside", "points": 37, "goals": 44, "captain": "PL-58"},
    "corley town": {"coach": "Abi Wray", "ground": "Station Field", "points": 29, "goals": 36, "captain": "PL-77"},
}
_PLAYERS: dict[str, dict[str, Any]] = {
    "PL-31": {"name": "Dane Ruddock", "position": "midfielder", "goals": 13, "yellow_cards": 4},
    "PL-58": {"name": "Marek Sobol", "position": "striker", "goals": 19, "yellow_cards": 2},
    "PL-77": {"name": "Theo Lacey", "position": "defender", "goals": 3, "yellow_cards": 8},
}
_FIXTURES: dict[str, dict[str, str]] = {
    "ashford rovers": {"opponent": "Corley Town", "date": "2026-04-05", "kick_off": "15:10"},
    "benton united": {"opponent": "Dunmore Athletic", "date": "2026-04-06", "kick_off": "11:45"},
    "corley town": {"opponent": "Ashford Rovers", "date": "2026-04-05", "kick_off": "15:10"},
}
_GROUNDS: dict[str, dict[str, Any]] = {
    "priory park": {"capacity": 850, "surface": "grass", "groundsman": "Wilf Tate"},
    "quayside": {"capacity": 1200, "surface": "artificial", "groundsman": "Joan Sykes"},
    "station field": {"capacity": 430, "surface": "hybrid", "groundsman": "Pete Lamb"},
}


def team_info(team: str) -> dict[str, Any]:
    """Return a team's coach, home ground, league points, goals scored and the player id of its captain.

    Args:
        team: Full name of the team.
    """
    if team.strip().casefold() not in _TEAMS:
        raise LookupError(f"unknown team {team!r}")
    return {"team": team, **_TEAMS[team.strip().casefold()]}


def player_stats(player_id: str) -> dict[str, Any]:
    """Return the season statistics of a player.

    Args:
        player_id: Registration number, e.g. "PL-01".

    Returns:
        Name, position, goals and yellow cards.
    """
    if player_id.strip().upper() not in _PLAYERS:
        raise LookupError(f"unknown player {player_id!r}")
    return {"player_id": player_id.strip().upper(), **_PLAYERS[player_id.strip().upper()]}


def next_fixture(team: str) -> dict[str, Any]:
    """Return the next match of a team: opponent, date and kick-off time.

    Args:
        team: Full name of the team.
    """
    if team.strip().casefold() not in _FIXTURES:
        raise LookupError(f"unknown team {team!r}")
    return {"team": team, **_FIXTURES[team.strip().casefold()]}


def ground_info(ground: str) -> dict[str, Any]:
    """Return capacity, playing surface and groundsman of a football ground.

    Args:
        ground: Name of the ground.
    """
    if ground.strip().casefold() not in _GROUNDS:
        raise LookupError(f"unknown ground {ground!r}")
    return {"ground": ground, **_GROUNDS[ground.strip().casefold()]}


def disciplinary_fine(card: Literal["yellow", "red"], offences: int = 1) -> dict[str, Any]:
    """Work out the fine for bookings.

    Args:
        card: Colour of the card.
        offences: Number of cards shown.

    Returns:
        The fine in pounds.
    """
    return {"card": card, "fine": {"yellow": 12.5, "red": 45.0}[card.strip().casefold()] * offences}
