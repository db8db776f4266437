"""Office of an amateur football club."""

from typing import Any, Literal

_FIXTURES: list[dict[str, Any]] = [
    {
        "match": "M-501",
        "team": "U12",
        "opponent": "Redfern Rovers",
        "date": "2026-09-12",
        "kickoff": "10:15",
        "home": True,
    },
    {
        "match": "M-506",
        "team": "U12",
        "opponent": "Larkhill Juniors",
        "date": "2026-09-26",
        "kickoff": "11:00",
        "home": False,
    },
    {
        "match": "M-513",
        "team": "women",
        "opponent": "Easton Athletic",
        "date": "2026-09-13",
        "kickoff": "14:30",
        "home": True,
    },
    {
        "match": "M-520",
        "team": "women",
        "opponent": "Port Vale Ladies",
        "date": "2026-10-04",
        "kickoff": "13:45",
        "home": False,
    },
    {
        "match": "M-524",
        "team": "first",
        "opponent": "Dunmore Town",
        "date": "2026-09-19",
        "kickoff": "15:00",
        "home": True,
    },
    {
        "match": "M-529",
        "team": "first",
        "opponent": "Wexcombe United",
        "date": "2026-10-10",
        "kickoff": "15:15",
        "home": False,
    },
]
_REFEREES = {
    "M-501": ("Colette Marsh", "c.marsh@refs.example"),
    "M-506": ("Abel Nkemelu", "a.nkemelu@refs.example"),
    "M-513": ("Hugh Tanner", "h.tanner@refs.example"),
    "M-524": ("Solveig Dahl", "s.dahl@refs.example"),
    "M-529": ("Colette Marsh", "c.marsh@refs.example"),
}
_PLAYERS: dict[str, dict[str, Any]] = {
    "jamal whitlock": {"member_no": 814, "team": "first", "position": "goalkeeper", "shirt": 1, "fee_paid": True},
    "freya lindqvist": {"member_no": 852, "team": "women", "position": "winger", "shirt": 11, "fee_paid": False},
    "noah castell": {"member_no": 877, "team": "U12", "position": "defender", "shirt": 4, "fee_paid": True},
    "gina orlov": {"member_no": 839, "team": "women", "position": "midfielder", "shirt": 8, "fee_paid": True},
}
_INJURED = {"first": ["Callum Reeve", "Dario Pinto"], "women": ["Gina Orlov"], "U12": []}
_FEES = {"adult": 140, "student": 85, "child": 60, "supporter": 35}
_GROUNDS = {
    "redfern rovers": "Canal Street Fields",
    "larkhill juniors": "Larkhill Recreation Ground",
    "port vale ladies": "Harbour Park",
    "wexcombe united": "Station Meadow",
}


def fixtures(team: Literal["first", "women", "U12"], month: int) -> list[dict[str, Any]]:
    """List the matches of a team in a month.

    Args:
        team: Which of our teams.
        month: Month as a number.

    Returns:
        Match number, opponent, date, kick-off and whether we play at home.
    """
    return [one for one in _FIXTURES if one["team"] == team and int(one["date"][5:7]) == month]


def referee_of(match: str) -> dict[str, str]:
    """Who referees a match, with the address to write to."""
    if match.upper() not in _REFEREES:
        return {"match": match.upper(), "referee": "not appointed yet"}
    name, email = _REFEREES[match.upper()]
    return {"match": match.upper(), "referee": name, "email": email}


def player_card(name: str) -> dict[str, Any]:
    """Card of a player: member number, team, position, shirt number, and if the fee is paid.

    Args:
        name: First and last name.

    Raises:
        ValueError: If nobody of that name plays for us.
    """
    try:
        return {"name": name, **_PLAYERS[name.strip().casefold()]}
    except KeyError:
        raise ValueError(f"{name} does not play for us") from None


def injury_list(team: Literal["first", "women", "U12"]) -> list[str]:
    """Players of a team who are injured at the moment."""
    return _INJURED[team]


def annual_fee(category: Literal["adult", "student", "child", "supporter"], instalments: int = 1) -> dict[str, Any]:
    """Membership fee for a year, in pounds.

    Args:
        category: Kind of membership.
        instalments: In how many equal parts it is paid; more than one adds 6 pounds in all.
    """
    total = _FEES[category] + (6 if instalments > 1 else 0)
    return {"category": category, "total": total, "each_instalment": round(total / instalments, 2)}


def book_pitch(
    pitch: Literal["north", "south", "astro"], date: str, start: str, minutes: int = 90, floodlights: bool = False
) -> str:
    """Book one of our pitches.

    Args:
        pitch: Which pitch.
        date: Day, YYYY-MM-DD.
        start: Time of the beginning, HH:MM on the 24-hour clock.
        minutes: Duration.
        floodlights: Whether the lights are needed.

    Returns:
        Booking code.
    """
    return f"{pitch[0].upper()}{date[5:7]}{date[8:]}-{start[:2]}{minutes}{'L' if floodlights else ''}"


def away_ground(opponent: str) -> str:
    """Name of the ground where an opponent plays."""
    return _GROUNDS.get(opponent.strip().casefold(), "unknown opponent")
