"""Players, clubs and tournaments of a chess federation."""

from typing import Any, Literal

_PLAYERS: list[dict[str, Any]] = [
    {"player_id": 40127, "name": "Ilse Brandt", "rating": 2184, "club": "Silver Knights", "fee_eur": 55},
    {"player_id": 40133, "name": "Rafael Ortega", "rating": 2067, "club": "Rook Lift", "fee_eur": 48},
    {"player_id": 40140, "name": "Yannick Coene", "rating": 1932, "club": "Silver Knights", "fee_eur": 55},
    {"player_id": 40146, "name": "Mira Petrov", "rating": 2311, "club": "Rook Lift", "fee_eur": 30},
    {"player_id": 40151, "name": "Dirk Aerts", "rating": 1788, "club": "Silver Knights", "fee_eur": 20},
]
_GAMES: dict[int, list[dict[str, Any]]] = {
    40127: [
        {"opponent": "Mira Petrov", "result": "draw", "date": "2026-02-22"},
        {"opponent": "Dirk Aerts", "result": "win", "date": "2026-02-15"},
        {"opponent": "Lotte Maes", "result": "loss", "date": "2026-02-01"},
        {"opponent": "Sander Wouters", "result": "win", "date": "2026-01-18"},
    ],
    40133: [{"opponent": "Femke Baert", "result": "loss", "date": "2026-03-01"}],
}
_CLUBS: dict[str, dict[str, str]] = {
    "silver knights": {"club": "Silver Knights", "address": "Korenmarkt 17", "president": "Dirk Aerts"},
    "rook lift": {"club": "Rook Lift", "address": "Dokkaai 3", "president": "Mira Petrov"},
}
_TOURNAMENTS: list[dict[str, Any]] = [
    {"tournament_id": "TN-198", "name": "Canal Blitz", "kind": "blitz", "city": "Gent", "date": "2026-07-04",
     "prize_eur": 600},
    {"tournament_id": "TN-201", "name": "Night Blitz", "kind": "blitz", "city": "Gent", "date": "2026-08-22",
     "prize_eur": 950},
    {"tournament_id": "TN-204", "name": "Harbour Rapid", "kind": "rapid", "city": "Antwerp", "date": "2026-07-18",
     "prize_eur": 1500},
    {"tournament_id": "TN-209", "name": "Summer Open", "kind": "classical", "city": "Bruges", "date": "2026-08-10",
     "prize_eur": 4000},
    {"tournament_id": "TN-213", "name": "Abbey Masters", "kind": "classical", "city": "Leuven", "date": "2026-09-19",
     "prize_eur": 2500},
]  # fmt: skip


def get_player(name: str) -> dict[str, Any]:
    """Player number, rating and club of a chess player.

    Args:
        name: First and last name.
    """
    for player in _PLAYERS:
        if player["name"].casefold() == name.strip().casefold():
            return {key: player[key] for key in ("player_id", "name", "rating", "club")}
    return {"name": name, "found": False}


def list_games(player_id: int, limit: int = 10) -> list[dict[str, Any]]:
    """List the games of a player, the newest first.

    Args:
        player_id: Player number, five digits.
        limit: How many games.
    """
    return _GAMES.get(player_id, [])[:limit]


def get_club(club: str) -> dict[str, str]:
    """Address and president of a chess club.

    Args:
        club: Name of the club.
    """
    if club.strip().casefold() not in _CLUBS:
        raise ValueError(f"no club {club}")
    return _CLUBS[club.strip().casefold()]


def list_members(club: str) -> list[dict[str, Any]]:
    """List the members of a chess club with the yearly fee of each.

    Args:
        club: Name of the club.
    """
    return [
        {key: player[key] for key in ("player_id", "name", "fee_eur")}
        for player in _PLAYERS
        if player["club"].casefold() == club.strip().casefold()
    ]


def list_tournaments(
    kind: Literal["blitz", "rapid", "classical"] | None = None, city: str | None = None, month: str | None = None
) -> list[dict[str, Any]]:
    """List the chess tournaments.

    Args:
        kind: Kind of tournament.
        city: City where it is held.
        month: Month of the first round, YYYY-MM.
    """
    return [
        one
        for one in _TOURNAMENTS
        if kind in (None, one["kind"])
        and (city is None or city.strip().casefold() == one["city"].casefold())
        and (month is None or one["date"].startswith(month))
    ]


def add_to_tournament(tournament_id: str, player_id: int) -> dict[str, Any]:
    """Add a player to a tournament.

    Args:
        tournament_id: For example TN-198.
        player_id: Player number, five digits.
    """
    return {"entry_no": f"E{tournament_id[-3:]}-{player_id}", "state": "entered"}


def transfer_player(player_id: int, club: str) -> dict[str, Any]:
    """Transfer a player to another club.

    Args:
        player_id: Player number, five digits.
        club: Name of the new club.
    """
    return {"transfer_no": f"TR-{player_id}", "club": club, "state": "awaiting signature"}
