"""Members, ratings and tournaments of a national chess federation."""

from typing import Any, Literal

_PLAYERS: dict[int, dict[str, Any]] = {
    104482: {"name": "Ilse Drummond", "club": "Kingsway", "rating": 1964},
    104517: {"name": "Bogdan Petrov", "club": "Old Mill", "rating": 2112},
    104630: {"name": "Sunita Rao", "club": "Kingsway", "rating": 1738},
    104725: {"name": "Callum Reid", "club": "Northgate", "rating": 1576},
}
_SPECIAL: dict[tuple[int, str], int] = {
    (104482, "rapid"): 1921,
    (104482, "blitz"): 1888,
    (104517, "rapid"): 2145,
    (104517, "blitz"): 2203,
    (104630, "rapid"): 1790,
    (104725, "blitz"): 1612,
}
_TOURNAMENTS: dict[str, dict[str, Any]] = {
    "lakeside open": {
        "code": "LKO26",
        "city": "Windholm",
        "starts": "2026-08-14",
        "rounds": 7,
        "fee": 45,
        "arbiter": "Magda Kessel",
    },
    "harvest congress": {
        "code": "HVC26",
        "city": "Pryor",
        "starts": "2026-09-25",
        "rounds": 5,
        "fee": 32,
        "arbiter": "Dennis Obi",
    },
    "winter masters": {
        "code": "WMS26",
        "city": "Stellan",
        "starts": "2026-12-27",
        "rounds": 9,
        "fee": 70,
        "arbiter": "Magda Kessel",
    },
}
_OFFICIALS = {"magda kessel": "m.kessel@chessfed.example", "dennis obi": "d.obi@chessfed.example"}
_FIXTURES: dict[str, list[dict[str, str]]] = {
    "kingsway": [{"date": "2026-10-08", "opponent": "Old Mill", "venue": "Kingsway Library"}],
    "northgate": [{"date": "2026-10-15", "opponent": "Redcliff", "venue": "The Tannery"}],
    "old mill": [{"date": "2026-10-08", "opponent": "Kingsway", "venue": "Kingsway Library"}],
}


def search_player(name: str) -> dict[str, Any]:
    """Search the register of members by name.

    Args:
        name: Full name of the player.

    Returns:
        Membership number, club and standard rating, or {"found": False}.
    """
    for member_no, player in _PLAYERS.items():
        if player["name"].lower() == name.strip().lower():
            return {"found": True, "member_no": member_no, "club": player["club"], "rating": player["rating"]}
    return {"found": False}


def rating(member_no: int, tempo: Literal["standard", "rapid", "blitz"] = "standard") -> int | None:
    """Current rating of a member.

    Args:
        member_no: Six-digit membership number.
        tempo: Which of the three rating lists.

    Returns:
        The rating, or None for an unrated player.
    """
    if member_no not in _PLAYERS:
        raise ValueError(f"no member {member_no}")
    return _PLAYERS[member_no]["rating"] if tempo == "standard" else _SPECIAL.get((member_no, tempo))


def expected_score(own_rating: int, opponent_rating: int, games: int = 1) -> float:
    """Points that a player is expected to make against an opponent.

    Args:
        own_rating: Rating of the player.
        opponent_rating: Rating of the opponent.
        games: Number of games.

    Returns:
        Expected points, rounded to two places.
    """
    return round(games / (1 + 10 ** ((opponent_rating - own_rating) / 400)), 2)


def tournament(name: str) -> dict[str, Any]:
    """Details of a tournament in the calendar.

    Args:
        name: Name of the tournament, without the year.

    Returns:
        Code, city, first day, rounds, entry fee in euros and chief arbiter.
    """
    if name.strip().lower() not in _TOURNAMENTS:
        raise ValueError(f"no tournament {name}")
    return _TOURNAMENTS[name.strip().lower()]


def enter_player(
    tournament_code: str,
    member_no: int,
    section: Literal["open", "under 1800", "seniors"] = "open",
    bye_rounds: list[int] | None = None,
) -> dict[str, Any]:
    """Enter a member in a tournament.

    Args:
        tournament_code: Code of the tournament.
        member_no: Six-digit membership number.
        section: Section to play in.
        bye_rounds: Rounds that the player wants to sit out.

    Returns:
        Number of the entry and its state.
    """
    if member_no not in _PLAYERS:
        raise ValueError(f"no member {member_no}")
    return {
        "entry": f"{tournament_code}/{member_no % 1000}",
        "section": section,
        "byes": bye_rounds or [],
        "state": "awaiting payment",
    }


def arbiter_email(name: str) -> str:
    """E-mail address of an arbiter.

    Args:
        name: Full name of the arbiter.

    Returns:
        The address.
    """
    if name.strip().lower() not in _OFFICIALS:
        raise ValueError(f"no arbiter {name}")
    return _OFFICIALS[name.strip().lower()]


def club_fixtures(club: str) -> list[dict[str, str]]:
    """League matches that a club has still to play.

    Args:
        club: Name of the club.

    Returns:
        Matches with date, opponent and venue.
    """
    return _FIXTURES.get(club.strip().lower(), [])
