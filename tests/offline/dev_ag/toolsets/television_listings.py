"""Channels, programmes, reminders and recordings of a television guide."""

from typing import Any, Literal

_CHANNELS: dict[str, dict[str, Any]] = {
    "meridian": {"channel": "Meridian", "channel_number": 104, "language": "English", "package": "basic"},
    "quartz two": {"channel": "Quartz Two", "channel_number": 218, "language": "English", "package": "cinema plus"},
    "nordlys": {"channel": "Nordlys", "channel_number": 352, "language": "Norwegian", "package": "world"},
}
_FIELDS = ("programme_id", "title", "channel", "date", "genre", "start_time", "duration_minutes")
_ROWS: list[tuple[str, str, str, str, str, str, int]] = [
    ("PG-9101", "Bridges of Ice", "Meridian", "2026-10-04", "documentary", "17:05", 50),
    ("PG-9104", "The Last Foundry", "Meridian", "2026-10-04", "documentary", "21:40", 85),
    ("PG-9107", "Breakfast Desk", "Meridian", "2026-10-04", "news", "07:00", 120),
    ("PG-9112", "Harbour Lights", "Meridian", "2026-10-05", "film", "20:15", 105),
    ("PG-9120", "Copper Sky", "Quartz Two", "2026-10-05", "film", "22:10", 130),
    ("PG-9123", "Deep Water Pilots", "Quartz Two", "2026-10-06", "documentary", "18:35", 45),
    ("PG-9131", "Dagens Nytt", "Nordlys", "2026-10-04", "news", "18:00", 30),
    ("PG-9134", "Kveldsnytt", "Nordlys", "2026-10-04", "news", "22:30", 25),
    ("PG-9138", "The Lamplighters", "Nordlys", "2026-10-07", "film", "19:50", 98),
]
_PROGRAMMES: list[dict[str, Any]] = [dict(zip(_FIELDS, row, strict=True)) for row in _ROWS]
_PEOPLE: dict[str, dict[str, str]] = {
    "PG-9101": {"presenter": "Gwen Tolliver"},
    "PG-9104": {"presenter": "Amir Sandoval"},
    "PG-9107": {"presenter": "Judith Crane"},
    "PG-9112": {"director": "Paolo Ferrante"},
    "PG-9120": {"director": "Lena Varga"},
    "PG-9123": {"presenter": "Owen Tait"},
    "PG-9131": {"presenter": "Sigrid Moen"},
    "PG-9134": {"presenter": "Jonas Berge"},
    "PG-9138": {"director": "Mats Ringdal"},
}
_RECORDINGS = {"REC-58": 3.1, "REC-61": 5.6, "REC-64": 2.4}


def list_programmes(
    channel: str, date: str, genre: Literal["film", "news", "sport", "documentary"] | None = None
) -> list[dict[str, Any]]:
    """List the programmes on a channel on a day.

    Args:
        channel (str): Name of the channel.
        date (str): The day, YYYY-MM-DD.
        genre (str): Only programmes of this genre.

    Returns:
        list: Programme id, title, start time and duration of each.
    """
    return [
        {key: one[key] for key in ("programme_id", "title", "start_time", "duration_minutes")}
        for one in _PROGRAMMES
        if one["channel"].casefold() == channel.strip().casefold()
        and one["date"] == date
        and genre in (None, one["genre"])
    ]


def get_programme(programme_id: str) -> dict[str, Any]:
    """Presenter or director, genre and duration of a programme.

    Args:
        programme_id (str): Number of the programme, e.g. PG-9101.
    """
    for one in _PROGRAMMES:
        if one["programme_id"] == programme_id:
            kept = {key: one[key] for key in ("programme_id", "title", "genre", "duration_minutes")}
            return {**kept, **_PEOPLE[programme_id]}
    raise ValueError(f"no programme {programme_id}")


def find_show(title: str) -> dict[str, Any]:
    """Find the channel, the date and the start time of a show.

    Args:
        title (str): Title of the show.
    """
    for one in _PROGRAMMES:
        if one["title"].casefold() == title.strip().casefold():
            return {key: one[key] for key in ("programme_id", "title", "channel", "date", "start_time")}
    raise ValueError(f"no show called {title!r}")


def get_channel(channel: str) -> dict[str, Any]:
    """Number, language and package of a channel.

    Args:
        channel (str): Name of the channel.
    """
    if channel.strip().casefold() not in _CHANNELS:
        raise ValueError(f"no channel {channel}")
    return _CHANNELS[channel.strip().casefold()]


def create_reminder(programme_id: str, minutes_before: int = 10) -> dict[str, Any]:
    """Create a reminder for a programme.

    Args:
        programme_id (str): Number of the programme, e.g. PG-9101.
        minutes_before (int): How many minutes before the start.
    """
    if programme_id not in _PEOPLE:
        raise ValueError(f"no programme {programme_id}")
    return {"reminder_id": f"RM{programme_id[3:]}-{minutes_before}", "minutes_before": minutes_before}


def schedule_recording(channel: str, date: str, start_time: str, end_time: str) -> dict[str, Any]:
    """Schedule a recording.

    Args:
        channel (str): Name of the channel.
        date (str): The day, YYYY-MM-DD.
        start_time (str): When the recording starts, HH:MM.
        end_time (str): When it ends, HH:MM.
    """
    if channel.strip().casefold() not in _CHANNELS or end_time <= start_time:
        raise ValueError("no such channel, or no such time")
    number = _CHANNELS[channel.strip().casefold()]["channel_number"]
    return {"recording_id": f"REC-{number}{date[8:]}{start_time[:2]}", "state": "scheduled"}


def cancel_recording(recording_id: str) -> dict[str, Any]:
    """Cancel a recording.

    Args:
        recording_id (str): Number of the recording, e.g. REC-58.
    """
    if recording_id not in _RECORDINGS:
        raise ValueError(f"no recording {recording_id}")
    return {"recording_id": recording_id, "state": "cancelled", "freed_gigabytes": _RECORDINGS[recording_id]}
