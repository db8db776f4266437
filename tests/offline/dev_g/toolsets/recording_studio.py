"""Rooms, engineers, sessions and microphones of a recording studio."""

from typing import Any, Literal

Room = Literal["Attic", "Cellar", "Hall"]

_HOURLY = {"Attic": 38.0, "Cellar": 52.0, "Hall": 85.0}
_BUSY: dict[tuple[str, str], list[str]] = {
    ("Attic", "2026-05-12"): ["10:00-14:00"],
    ("Hall", "2026-05-12"): ["09:00-22:00"],
    ("Cellar", "2026-05-14"): ["16:00-20:00"],
}
_ENGINEERS: dict[str, dict[str, Any]] = {
    "mixing": {"name": "Jolanta Brzezik", "rate": 45.0, "email": "jolanta@tapeloft.example"},
    "mastering": {"name": "Corin Whitlock", "rate": 60.0, "email": "corin@tapeloft.example"},
    "strings": {"name": "Malachy Byrne", "rate": 48.0, "email": "malachy@tapeloft.example"},
    "voice-over": {"name": "Teodora Ilic", "rate": 36.0, "email": "teodora@tapeloft.example"},
}
_SESSIONS: dict[str, dict[str, Any]] = {
    "The Pale Otters": {"session": "S-881", "day": "2026-05-06", "room": "Cellar", "producer": "Gwen Astley"},
    "Quartet Solveig": {"session": "S-894", "day": "2026-05-09", "room": "Hall", "producer": "Malachy Byrne"},
    "DJ Fennel": {"session": "S-902", "day": "2026-05-11", "room": "Attic", "producer": "Remy Oduya"},
}
_TAKES: dict[str, list[dict[str, Any]]] = {
    "S-881": [
        {"take": 1, "song": "Gravel", "length": "3:41", "keeper": False},
        {"take": 2, "song": "Gravel", "length": "3:38", "keeper": True},
        {"take": 3, "song": "Low Tide", "length": "4:52", "keeper": True},
    ],
    "S-894": [
        {"take": 1, "song": "Andante", "length": "6:17", "keeper": True},
        {"take": 2, "song": "Scherzo", "length": "4:05", "keeper": False},
    ],
    "S-902": [{"take": 1, "song": "Neon Soup", "length": "5:29", "keeper": True}],
}
_MICS = {"U87": ("shelf 2", 3), "SM58": ("drawer 5", 11), "C414": ("shelf 4", 2), "R121": ("safe", 1)}


def room_diary(room: Room, day: str) -> dict[str, Any]:
    """Lists the hours in which a room is taken on a day (ISO). An empty list means that it is free all day."""
    return {"room": room, "day": day, "taken": _BUSY.get((room, day), [])}


def book_room(room: Room, day: str, start: str, hours: int, artist: str) -> dict[str, Any]:
    """Books a room for an artist on an ISO day from a start time like 14:00, for a number of hours."""
    return {"session": f"S-{room[0]}{day[8:]}{start[:2]}{hours}", "artist": artist, "state": "pencilled in"}


def room_price(room: Room, hours: int, weekend: bool = False) -> float:
    """Price of a room for a number of hours, engineer not included. On a weekend it is a quarter more."""
    return round(_HOURLY[room] * hours * (1.25 if weekend else 1), 2)


def engineer_for(skill: Literal["mixing", "mastering", "strings", "voice-over"]) -> dict[str, Any]:
    """The house engineer for a skill, with hourly rate and email address."""
    return _ENGINEERS[skill]


def session_of(artist: str) -> dict[str, Any]:
    """The latest session of an artist or band: session code, day, room and producer."""
    for name, session in _SESSIONS.items():
        if name.casefold() == artist.strip().casefold():
            return {"artist": name, **session}
    return {"artist": artist, "session": "not found"}


def takes(session: str, keepers_only: bool = False) -> list[dict[str, Any]]:
    """All takes of a session by its code, or with keepers_only just the good ones."""
    if session not in _TAKES:
        raise ValueError(f"no session {session}")
    return [take for take in _TAKES[session] if take["keeper"] or not keepers_only]


def find_microphone(model: str) -> dict[str, Any]:
    """Where the microphones of a model are kept and how many we own."""
    if model.upper() not in _MICS:
        raise ValueError(f"no microphone {model}")
    place, count = _MICS[model.upper()]
    return {"model": model.upper(), "place": place, "count": count}


def send_mix(session: str, email: str, file_format: Literal["wav", "mp3", "flac"] = "wav") -> dict[str, str]:
    """Mails the rough mix of a session to an email address in a file_format; returns the number of the transfer."""
    if session not in _TAKES:
        raise ValueError(f"no session {session}")
    return {"transfer": f"TX-{session[2:]}-{file_format.upper()}", "sent_to": email}
