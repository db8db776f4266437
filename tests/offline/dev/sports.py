"""A football league: teams, players, fixtures, standings, stadiums."""

from typing import Any

from tests.offline.dev.case import Case


def team_info(team: str) -> dict[str, Any]:
    """Coach, founding year and home stadium of a team."""
    return {"team": team, "coach": "Lars Vik", "founded": 1909, "stadium": "Fjordparken"}


def team_squad(team: str, position: str = "") -> list[dict[str, Any]]:
    """Players of a team, optionally only of one position (goalkeeper, defender, midfielder, forward)."""
    return [
        {"player_id": 9, "name": "Emil Rask", "position": "forward", "goals": 11},
        {"player_id": 10, "name": "Noah Lie", "position": "midfielder", "goals": 4},
    ]


def player_stats(player_id: int) -> dict[str, Any]:
    """Goals, assists and minutes of a player this season."""
    return {"player_id": player_id, "goals": 11, "assists": 6, "minutes": 1540}


def next_fixture(team: str) -> dict[str, Any]:
    """Next match of a team: opponent, date and stadium."""
    return {"team": team, "opponent": "Havn IL", "date": "2026-04-05", "stadium": "Fjordparken"}


def stadium_info(stadium: str) -> dict[str, Any]:
    """Capacity and address of a stadium."""
    return {"stadium": stadium, "capacity": 16300, "address": "Kaigata 2"}


def league_table(season: int) -> list[dict[str, Any]]:
    """Standings of the league in a season."""
    return [{"rank": 1, "team": "Havn IL", "points": 61}, {"rank": 2, "team": "Brann Nord", "points": 58}]


TOOLS = [team_info, team_squad, player_stats, next_fixture, stadium_info, league_table]

CASES = [
    Case(
        "Who coaches Brann Nord and when is their next match?",
        (("team_info", {"team": "Brann Nord"}), ("next_fixture", {"team": "Brann Nord"})),
        ("Lars Vik", "2026-04-05"),
    ),
    Case(
        "What is the capacity of the stadium of the team Brann Nord?",
        (("team_info", {"team": "Brann Nord"}), ("stadium_info", {"stadium": "Fjordparken"})),
        ("16300",),
    ),
    Case(
        "Show me the standings of season 2025 and the squad of Havn IL.",
        (("league_table", {"season": 2025}), ("team_squad", {"team": "Havn IL"})),
        ("61", "Emil Rask"),
    ),
    Case(
        "List the forwards of Havn IL and give me the stats of player 10.",
        (("team_squad", {"team": "Havn IL", "position": "forward"}), ("player_stats", {"player_id": 10})),
        ("Emil Rask", "1540"),
    ),
    Case(
        "Get the squad of the team Brann Nord, then show the stats of the player with the most goals.",
        (("team_squad", {"team": "Brann Nord"}), ("player_stats", {"player_id": 9})),
        ("1540",),
    ),
    Case(
        "When was Havn IL founded? What is the address of the stadium Fjordparken?",
        (("team_info", {"team": "Havn IL"}), ("stadium_info", {"stadium": "Fjordparken"})),
        ("1909", "Kaigata 2"),
    ),
    Case(
        "Who is at the top of the table in the 2025 season, and who is the coach of that team?",
        (("league_table", {"season": 2025}), ("team_info", {"team": "Havn IL"})),
        ("Havn IL", "Lars Vik"),
    ),
    Case(
        "Who will Havn IL play next and where is that stadium?",
        (("next_fixture", {"team": "Havn IL"}), ("stadium_info", {"stadium": "Fjordparken"})),
        ("Kaigata 2",),
    ),
]
