"""An art gallery: paintings, artists, rooms, guided tours and reservations."""

from datetime import date as _date
from typing import Any, Literal

_ARTISTS: list[dict[str, Any]] = [
    {"artist_id": "AR-1", "name": "Ilse Brandt", "birthplace": "Lübeck", "birth_year": 1948, "style": "realism"},
    {"artist_id": "AR-2", "name": "Tomas Reyes", "birthplace": "Oaxaca", "birth_year": 1971, "style": "muralism"},
    {"artist_id": "AR-3", "name": "Aoife Kearney", "birthplace": "Sligo", "birth_year": 1983, "style": "tonalism"},
]
_PAINTINGS: list[dict[str, Any]] = [
    {
        "painting_id": "PT-101",
        "title": "Salt Harbour",
        "artist": "Ilse Brandt",
        "subject": "ships",
        "technique": "oil",
        "year": 1987,
        "price": 1500,
    },
    {
        "painting_id": "PT-102",
        "title": "Winter Ferry",
        "artist": "Ilse Brandt",
        "subject": "storms",
        "technique": "oil",
        "year": 1991,
        "price": 1300,
    },
    {
        "painting_id": "PT-103",
        "title": "Quiet Ropes",
        "artist": "Ilse Brandt",
        "subject": "ships",
        "technique": "watercolour",
        "year": 2002,
        "price": 800,
    },
    {
        "painting_id": "PT-110",
        "title": "Blue Orchard",
        "artist": "Tomas Reyes",
        "subject": "gardens",
        "technique": "acrylic",
        "year": 2009,
        "price": 2100,
    },
    {
        "painting_id": "PT-111",
        "title": "Market of Clay",
        "artist": "Tomas Reyes",
        "subject": "markets",
        "technique": "oil",
        "year": 2014,
        "price": 2750,
    },
    {
        "painting_id": "PT-120",
        "title": "Squall at Rosses",
        "artist": "Aoife Kearney",
        "subject": "storms",
        "technique": "watercolour",
        "year": 2018,
        "price": 640,
    },
    {
        "painting_id": "PT-121",
        "title": "Black Weather",
        "artist": "Aoife Kearney",
        "subject": "storms",
        "technique": "oil",
        "year": 2021,
        "price": 1950,
    },
]
_HANGS = {
    "PT-101": "R-2",
    "PT-102": "R-2",
    "PT-103": "R-4",
    "PT-110": "R-6",
    "PT-111": "R-6",
    "PT-120": "R-4",
    "PT-121": "R-2",
}
_ROOMS: list[dict[str, Any]] = [
    {"room_id": "R-2", "name": "Long Hall", "floor": "ground floor", "opens": "09:30", "closes": "18:00"},
    {"room_id": "R-4", "name": "Paper Cabinet", "floor": "first floor", "opens": "11:00", "closes": "16:45"},
    {"room_id": "R-6", "name": "South Studio", "floor": "third floor", "opens": "10:15", "closes": "17:30"},
]
_EUROS = {"EUR": 1.0, "USD": 0.8, "GBP": 1.25, "CHF": 1.05}


def _pick(records: list[dict[str, Any]], key: str, value: str) -> dict[str, Any]:
    for record in records:
        if str(record[key]).casefold() == value.strip().casefold():
            return dict(record)
    raise LookupError(f"no {key} {value!r}")


def _stem(word: str) -> str:
    return word.strip().casefold().removesuffix("s")


def get_painting(title: str) -> dict[str, Any]:
    """Year, technique and price of a painting.

    Args:
        title: Title of the painting.
    """
    painting = _pick(_PAINTINGS, "title", title)
    artist_id = _pick(_ARTISTS, "name", painting["artist"])["artist_id"]
    return {**painting, "artist_id": artist_id, "room_id": _HANGS[painting["painting_id"]]}


def search_paintings(
    subject: str | None = None,
    artist: str | None = None,
    technique: Literal["oil", "watercolour", "acrylic"] | None = None,
    max_price: float | None = None,
) -> list[dict[str, Any]]:
    """Paintings of the gallery by subject, artist, technique or price.

    Args:
        subject: What the paintings are about, e.g. horses.
        artist: Full name of the artist.
        technique: Technique of the paintings, one of oil, watercolour, acrylic.
        max_price: Highest price in euros.
    """
    return [
        dict(painting)
        for painting in _PAINTINGS
        if (subject is None or _stem(painting["subject"]) == _stem(subject))
        and (artist is None or painting["artist"].casefold() == artist.strip().casefold())
        and (technique is None or painting["technique"] == technique.casefold())
        and (max_price is None or painting["price"] <= max_price)
    ]


def get_artist(artist_id: str) -> dict[str, Any]:
    """Birthplace, birth year and style of an artist.

    Args:
        artist_id: Identifier of the artist, e.g. AR-50.
    """
    return _pick(_ARTISTS, "artist_id", artist_id)


def get_room(room_id: str) -> dict[str, Any]:
    """Floor and opening hours of a room of the gallery.

    Args:
        room_id: Identifier of the room, e.g. R-9.
    """
    return _pick(_ROOMS, "room_id", room_id)


def book_tour(date: str, time: str, visitors: int) -> dict[str, Any]:
    """Book a guided tour of the gallery.

    Args:
        date: Day of the tour, YYYY-MM-DD.
        time: Start of the tour, HH:MM.
        visitors: Number of visitors.
    """
    day, start = _date.fromisoformat(date), time.strip().zfill(5)
    if visitors < 1:
        raise ValueError("a tour needs a visitor")
    return {
        "tour_id": f"TOUR-{day:%m%d}-{start.replace(':', '')}",
        "date": date,
        "time": start,
        "visitors": visitors,
        "guide": ("Beatriz Lobo", "Henrik Aas")[day.day % 2],
        "fee": 35 + 9 * visitors,
    }


def reserve_painting(painting_id: str, buyer_name: str) -> dict[str, Any]:
    """Reserve a painting for a buyer.

    Args:
        painting_id: Identifier of the painting, e.g. PT-500.
        buyer_name: Full name of the buyer.
    """
    painting = _pick(_PAINTINGS, "painting_id", painting_id)
    return {
        "reservation_id": f"RSV-{painting['painting_id'].removeprefix('PT-')}",
        "painting_id": painting["painting_id"],
        "title": painting["title"],
        "buyer_name": buyer_name,
        "deposit": painting["price"] // 10,
    }


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money from one currency to another.

    Args:
        amount: The amount of money.
        from_currency: Code of the currency of the amount, e.g. EUR.
        to_currency: Code of the currency that is wanted, e.g. CHF.
    """
    source, target = from_currency.strip().upper(), to_currency.strip().upper()
    if source not in _EUROS or target not in _EUROS:
        raise ValueError("unknown currency")
    result = round(amount * _EUROS[source] / _EUROS[target], 2)
    return {"amount": amount, "from_currency": source, "to_currency": target, "converted_amount": result}
