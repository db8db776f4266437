"""Office of a symphony orchestra: players, rehearsals, concerts, sheet music."""

from typing import Any, Literal

PLAYERS = {
    61: ("Helga Brandt", "oboe"),
    64: ("Matteo Rinaldi", "horn"),
    72: ("Saoirse Quinn", "viola"),
    78: ("Kenji Morita", "double bass"),
}
CONCERTS: list[dict[str, Any]] = [
    {"code": "SPR", "title": "Spring Gala", "date": "2026-05-09", "hall": "Stadthalle", "starts": "19:30"},
    {"code": "LUN", "title": "Lunchtime Strings", "date": "2026-05-20", "hall": "Old Mint", "starts": "12:15"},
    {"code": "MID", "title": "Midsummer Night", "date": "2026-06-19", "hall": "Castle Park", "starts": "21:00"},
]
PROGRAMME = {
    "SPR": ["Dvorak: Carnival", "Elgar: Cello Concerto", "Brahms: Symphony No. 2"],
    "LUN": ["Grieg: Holberg Suite", "Barber: Adagio"],
    "MID": ["Mendelssohn: Overture", "Sibelius: Symphony No. 5"],
}
REHEARSALS = {
    "SPR": [{"date": "2026-05-06", "time": "10:00"}, {"date": "2026-05-08", "time": "14:30"}],
    "LUN": [{"date": "2026-05-19", "time": "09:30"}],
    "MID": [{"date": "2026-06-17", "time": "18:00"}],
}
DEPUTIES = {
    "oboe": {"name": "Pia Lund", "phone": "555-0142", "fee": 185},
    "horn": {"name": "Owen Tate", "phone": "555-0177", "fee": 210},
    "viola": {"name": "Ruth Amsel", "phone": "555-0119", "fee": 170},
}
LIBRARY = {
    "holberg suite": {"shelf": "G-14", "sets": 2, "out": False},
    "cello concerto": {"shelf": "E-03", "sets": 1, "out": True},
    "carnival": {"shelf": "D-21", "sets": 1, "out": False},
}


def player(name: str) -> dict[str, Any]:
    """Player number and instrument of a member of the orchestra."""
    for number, (full_name, instrument) in PLAYERS.items():
        if full_name.lower() == name.strip().lower():
            return {"player_no": number, "name": full_name, "instrument": instrument}
    return {"name": name, "found": False}


def deputy_for(instrument: str) -> dict[str, Any]:
    """Who can stand in on an instrument, with phone number and fee per service."""
    return DEPUTIES.get(instrument.strip().lower(), {"instrument": instrument, "found": False})


def report_absence(
    player_no: int, concert: str, reason: Literal["sick", "leave", "other_engagement"], rehearsals_too: bool = True
) -> str:
    """Take a player off a concert, and off its rehearsals unless told otherwise.

    Parameters
    ----------
    player_no : int
        Number of the player.
    concert : str
        Three-letter code of the concert.
    reason : {"sick", "leave", "other_engagement"}
        Why the player is not there.
    rehearsals_too : bool
        False if the player comes to the rehearsals all the same.

    Returns
    -------
    str
        Number of the absence slip.
    """
    if player_no not in PLAYERS or concert not in PROGRAMME:
        raise ValueError("unknown player or concert")
    return f"AB-{player_no}{concert}{reason[0].upper()}{1 if rehearsals_too else 0}"


def concerts(month: int, year: int = 2026) -> list[dict[str, Any]]:
    """Concerts of a month with code, title, date, hall and time.

    Parameters
    ----------
    month : int
        1 to 12.
    year : int
        Four digits.
    """
    return [concert for concert in CONCERTS if concert["date"].startswith(f"{year}-{month:02d}")]


def programme(concert: str) -> list[str]:
    """Works played at a concert, in order. Takes the three-letter code."""
    if concert not in PROGRAMME:
        raise ValueError(f"no concert {concert}")
    return PROGRAMME[concert]


def rehearsals(concert: str) -> list[dict[str, str]]:
    """Dates and times of the rehearsals for a concert. Takes the three-letter code."""
    if concert not in REHEARSALS:
        raise ValueError(f"no concert {concert}")
    return REHEARSALS[concert]


def sheet_music(work: str) -> dict[str, Any]:
    """Shelf and number of sets of the parts to a work, and if they are lent out. Title without composer."""
    return LIBRARY.get(work.strip().lower(), {"work": work, "found": False})
