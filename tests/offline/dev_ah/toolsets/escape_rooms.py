"""Rooms, slots and bookings of a chain of escape rooms."""

from typing import Any, Literal

ROOMS: dict[str, dict[str, Any]] = {
    "R-14": {
        "name": "The Vault",
        "city": "Graz",
        "difficulty": "hard",
        "minutes": 75,
        "price_eur": 96,
        "rating": 4.8,
        "theme": "bank robbery",
        "address": "Annenweg 20",
        "max_players": 6,
    },
    "R-18": {
        "name": "Black Signal",
        "city": "Graz",
        "difficulty": "hard",
        "minutes": 90,
        "price_eur": 110,
        "rating": 4.4,
        "theme": "lost submarine",
        "address": "Annenweg 20",
        "max_players": 7,
    },
    "R-20": {
        "name": "Thirteen Doors",
        "city": "Graz",
        "difficulty": "hard",
        "minutes": 120,
        "price_eur": 140,
        "rating": 4.9,
        "theme": "haunted hotel",
        "address": "Kaigasse 7",
        "max_players": 8,
    },
    "R-22": {
        "name": "Toy Attic",
        "city": "Graz",
        "difficulty": "easy",
        "minutes": 45,
        "price_eur": 60,
        "rating": 4.1,
        "theme": "runaway toys",
        "address": "Kaigasse 7",
        "max_players": 5,
    },
    "R-27": {
        "name": "Alchemist",
        "city": "Linz",
        "difficulty": "medium",
        "minutes": 60,
        "price_eur": 84,
        "rating": 4.6,
        "theme": "medieval laboratory",
        "address": "Donaulände 33",
        "max_players": 6,
    },
    "R-31": {
        "name": "Pirate Cove",
        "city": "Linz",
        "difficulty": "easy",
        "minutes": 60,
        "price_eur": 72,
        "rating": 4.3,
        "theme": "buried treasure",
        "address": "Hafenplatz 9",
        "max_players": 8,
    },
    "R-33": {
        "name": "Jungle Train",
        "city": "Linz",
        "difficulty": "easy",
        "minutes": 50,
        "price_eur": 68,
        "rating": 4.0,
        "theme": "stranded railway",
        "address": "Hafenplatz 9",
        "max_players": 6,
    },
}
SLOTS = {
    ("R-14", "2026-04-18"): ["16:30", "11:45", "20:00"],
    ("R-27", "2026-05-03"): ["10:15", "17:45"],
    ("R-18", "2026-05-02"): ["12:30", "21:15"],
}
BOOKINGS: dict[str, dict[str, Any]] = {
    "ER-905": {"room_id": "R-22", "date": "2026-04-11", "time": "15:00", "players": 4},
    "ER-911": {"room_id": "R-18", "date": "2026-04-25", "time": "18:30", "players": 6},
    "ER-918": {"room_id": "R-31", "date": "2026-05-30", "time": "13:00", "players": 5},
}
SCORES = {
    "R-14": [("Lockpickers", 48), ("Night Shift", 52), ("Mum and Us", 57), ("Graz Giants", 63)],
    "R-18": [("Periscope", 71), ("Deep Six", 80)],
}


def list_rooms(
    city: str,
    difficulty: Literal["easy", "medium", "hard"] | None = None,
    max_minutes: int | None = None,
) -> list[dict[str, Any]]:
    """List the escape rooms in a city with difficulty, length, price and rating.

    max_minutes is the longest length in minutes.
    """
    keys = ("name", "difficulty", "minutes", "price_eur", "rating")
    return [
        {"room_id": room_id, **{key: room[key] for key in keys}}
        for room_id, room in ROOMS.items()
        if room["city"].casefold() == city.strip().casefold()
        and difficulty in (None, room["difficulty"])
        and (max_minutes is None or room["minutes"] <= max_minutes)
    ]


def get_room(room_id: str) -> dict[str, Any]:
    """Theme, address and largest number of players of an escape room (room_id e.g. R-10)."""
    if room_id not in ROOMS:
        raise ValueError(f"no room {room_id}")
    keys = ("name", "city", "theme", "address", "max_players")
    return {"room_id": room_id, **{key: ROOMS[room_id][key] for key in keys}}


def list_slots(room_id: str, date: str) -> list[dict[str, Any]]:
    """List the free slots of an escape room on a date (room_id e.g. R-10, date YYYY-MM-DD)."""
    if room_id not in ROOMS:
        raise ValueError(f"no room {room_id}")
    return [{"room_id": room_id, "date": date, "time": time} for time in SLOTS.get((room_id, date), [])]


def book_room(room_id: str, date: str, time: str, players: int, team_name: str | None = None) -> dict[str, Any]:
    """Book an escape room for a number of players.

    room_id e.g. R-10, date YYYY-MM-DD, time HH:MM, team_name for the leaderboard.
    """
    if room_id not in ROOMS:
        raise ValueError(f"no room {room_id}")
    return {
        "booking_id": f"ER-{room_id[2:]}{date[8:]}{time[:2]}",
        "room_id": room_id,
        "date": date,
        "time": time,
        "players": players,
        "team_name": team_name,
    }


def get_booking(booking_id: str) -> dict[str, Any]:
    """Get a booking (e.g. ER-900) with its room, date, time and players."""
    if booking_id not in BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, **BOOKINGS[booking_id]}


def cancel_booking(booking_id: str) -> dict[str, Any]:
    """Cancel a booking (e.g. ER-900)."""
    if booking_id not in BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, "status": "cancelled", "voucher": f"VC-{booking_id[3:]}X"}


def get_leaderboard(room_id: str, limit: int = 10) -> list[dict[str, Any]]:
    """Leaderboard of an escape room: the fastest teams with their minutes (room_id e.g. R-10)."""
    return [{"team": team, "minutes": minutes} for team, minutes in SCORES.get(room_id, [])[:limit]]
