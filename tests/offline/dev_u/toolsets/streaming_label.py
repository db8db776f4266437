"""Catalogue and royalties of a small record label."""

from typing import Any, Literal

_ARTISTS: dict[str, dict[str, Any]] = {
    "AR07": {"name": "Velvet Harbour", "manager": "Noor Castell", "share_percent": 55},
    "AR12": {"name": "Juno Pike", "manager": "Hollis Grey", "share_percent": 60},
    "AR19": {"name": "The Quarry Boys", "manager": "Noor Castell", "share_percent": 48},
}
_TRACKS: list[dict[str, Any]] = [
    {"isrc": "GBX7K2400011", "title": "Paper Lanterns", "artist_id": "AR07", "seconds": 214, "bpm": 96},
    {"isrc": "GBX7K2400027", "title": "Low Tide", "artist_id": "AR07", "seconds": 251, "bpm": 78},
    {"isrc": "GBX7K2500105", "title": "Static Bloom", "artist_id": "AR12", "seconds": 187, "bpm": 124},
    {"isrc": "GBX7K2500233", "title": "Granite", "artist_id": "AR19", "seconds": 305, "bpm": 88},
]
_STREAMS: dict[tuple[str, str, str], int] = {
    ("GBX7K2400011", "2026-01", "world"): 412900,
    ("GBX7K2400011", "2026-01", "DE"): 38140,
    ("GBX7K2400027", "2026-01", "world"): 97350,
    ("GBX7K2500105", "2026-01", "world"): 1204600,
    ("GBX7K2500105", "2026-02", "world"): 1388075,
    ("GBX7K2500105", "2026-02", "US"): 640220,
    ("GBX7K2500233", "2026-02", "world"): 55480,
    ("GBX7K2500233", "2026-02", "JP"): 7315,
}
_ROYALTIES = {
    ("AR07", 2025, 4): 3180.4,
    ("AR12", 2025, 3): 5122.75,
    ("AR12", 2025, 4): 7904.15,
    ("AR19", 2025, 4): 611.9,
}


def get_artist(name: str) -> dict[str, Any]:
    """Artist by stage name.

    :param name: stage name
    :returns: id, manager and the artist's share of net income
    """
    for key, one in _ARTISTS.items():
        if one["name"].lower() == name.strip().lower():
            return {"artist_id": key, **one}
    return {"name": name, "error": "no such artist"}


def find_track(title: str) -> dict[str, Any]:
    """Track by title, with its ISRC."""
    for one in _TRACKS:
        if one["title"].lower() == title.strip().lower():
            return one
    return {"title": title, "error": "no such track"}


def streams(isrc: str, month: str, territory: str = "world") -> int:
    """Streams of a recording in a month.

    :param isrc: twelve characters
    :param month: YYYY-MM
    :param territory: two-letter country code, or world
    """
    return _STREAMS.get((isrc.strip().upper(), month, territory if territory == "world" else territory.upper()), 0)


def royalty_statement(artist_id: str, year: int, quarter: Literal[1, 2, 3, 4]) -> dict[str, Any]:
    """Royalties due to an artist for a quarter, in euros."""
    amount = _ROYALTIES.get((artist_id.strip().upper(), year, quarter))
    if amount is None:
        raise ValueError("no statement for that quarter")
    return {"artist_id": artist_id.strip().upper(), "due_eur": amount}


def pitch_playlist(isrc: str, playlist: str, note: str = "") -> dict[str, str]:
    """Offer a recording to the editors of a playlist.

    :param isrc: recording to offer
    :param playlist: name of the playlist
    :param note: text for the editors
    """
    return {"pitch": f"P-{isrc.strip()[-4:]}-{len(playlist.strip())}", "reply_within": "9 days"}


def plan_release(
    artist_id: str, title: str, release_date: str, kind: Literal["single", "ep", "album"] = "single"
) -> dict[str, str]:
    """Enter a release in the schedule.

    :param artist_id: like AR07
    :param title: title of the release
    :param release_date: ISO date
    :param kind: sort of release
    """
    if artist_id.strip().upper() not in _ARTISTS:
        raise ValueError(f"unknown artist {artist_id}")
    return {"catalogue_no": f"QL-{artist_id.strip()[-2:]}{release_date[5:7]}{kind[0].upper()}", "title": title}
