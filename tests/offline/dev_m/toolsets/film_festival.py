"""Programme and box office of a film festival."""

from typing import Literal, TypedDict


class Film(TypedDict):
    """One film of the programme."""

    film_id: str
    title: str
    director: str
    country: str
    minutes: int
    section: str


class Screening(TypedDict):
    """One showing of a film."""

    screening: int
    film_id: str
    day: str
    time: str
    venue: str


_FILMS: list[Film] = [
    Film(
        film_id="ff-ash",
        title="Ash Wednesday Market",
        director="Noor Haddad",
        country="Jordan",
        minutes=97,
        section="competition",
    ),
    Film(
        film_id="ff-gul",
        title="The Gull Counter",
        director="Einar Sund",
        country="Norway",
        minutes=118,
        section="panorama",
    ),
    Film(
        film_id="ff-sev", title="Seven Lifts", director="Mei Tanaka", country="Japan", minutes=84, section="competition"
    ),
    Film(
        film_id="ff-pap",
        title="Paper Harbour",
        director="Einar Sund",
        country="Norway",
        minutes=72,
        section="documentary",
    ),
]
_SCREENINGS = [
    Screening(screening=101, film_id="ff-ash", day="2026-10-08", time="18:30", venue="Odeon Blau"),
    Screening(screening=102, film_id="ff-ash", day="2026-10-10", time="11:00", venue="Kino Lager"),
    Screening(screening=103, film_id="ff-gul", day="2026-10-09", time="20:45", venue="Odeon Blau"),
    Screening(screening=104, film_id="ff-sev", day="2026-10-08", time="16:15", venue="Kino Lager"),
    Screening(screening=105, film_id="ff-pap", day="2026-10-11", time="14:00", venue="Werkhof"),
]
_SEATS = {101: 37, 102: 4, 103: 112, 104: 0, 105: 58}
_PRICE = {"standard": 12.5, "concession": 8.0, "press": 0.0}
_VENUES = {
    "odeon blau": {"address": "Lindenplatz 3", "seats": 260, "wheelchair": True, "tram": "line 6"},
    "kino lager": {"address": "Speicherweg 14", "seats": 95, "wheelchair": False, "tram": "line 11"},
    "werkhof": {"address": "Am Kanal 40", "seats": 140, "wheelchair": True, "tram": "line 2"},
}
_JURY = {
    "competition": ["Lucrezia Moro", "Sam Adeyemi"],
    "panorama": ["Petra Vlk"],
    "documentary": ["Oona Rask", "Juan Belmonte"],
}


def find_film(title: str) -> Film:
    """Look up a film by its title.

    Parameters
    ----------
    title : str
        Title as printed in the programme.
    """
    for film in _FILMS:
        if film["title"].casefold() == title.strip().casefold():
            return film
    raise ValueError(f"no film called {title!r}")


def films_by_director(director: str) -> list[Film]:
    """All films of the programme that somebody directed."""
    return [film for film in _FILMS if film["director"].casefold() == director.strip().casefold()]


def screenings(film_id: str) -> list[Screening]:
    """When and where a film is shown.

    Parameters
    ----------
    film_id : str
        Code of the film, such as ff-ash.
    """
    return [one for one in _SCREENINGS if one["film_id"] == film_id]


def seats_left(screening: int) -> int:
    """Number of seats still to be had for a screening.

    Parameters
    ----------
    screening : int
        Number of the screening.
    """
    if screening not in _SEATS:
        raise ValueError(f"no screening {screening}")
    return _SEATS[screening]


def reserve_tickets(
    screening: int, count: int, category: Literal["standard", "concession", "press"] = "standard"
) -> dict[str, str | float]:
    """Set tickets aside at the box office.

    Parameters
    ----------
    screening : int
        Number of the screening.
    count : int
        How many tickets.
    category : {"standard", "concession", "press"}
        Kind of ticket, by default standard.

    Returns
    -------
    dict
        The pick-up code and the amount to pay.
    """
    if screening not in _SEATS or _SEATS[screening] < count:
        raise ValueError("not enough seats")
    return {"pick_up_code": f"{category[0].upper()}{screening}x{count}", "to_pay": round(_PRICE[category] * count, 2)}


def venue_info(venue: str) -> dict[str, str | int | bool]:
    """Address, size, tram stop and wheelchair access of a cinema."""
    if venue.casefold() not in _VENUES:
        raise ValueError(f"no venue {venue!r}")
    return _VENUES[venue.casefold()]


def jury_members(section: Literal["competition", "panorama", "documentary"]) -> list[str]:
    """The people who judge a section of the festival."""
    if section not in _JURY:
        raise ValueError(f"no section {section!r}")
    return _JURY[section]
