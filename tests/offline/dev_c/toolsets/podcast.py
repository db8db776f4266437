"""Shows, episodes and sponsors of a podcast network."""

from typing import Any, Literal

_SHOWS: dict[str, dict[str, Any]] = {
    "night signals": {"host": "Petra Lindqvist", "genre": "true crime", "latest_episode": "NS-042"},
    "root cause": {"host": "Omar Haddad", "genre": "engineering", "latest_episode": "RC-017"},
    "slow lane": {"host": "Gwen Abara", "genre": "comedy", "latest_episode": "SL-088"},
}
_EPISODES: dict[str, dict[str, Any]] = {
    "NS-042": {"title": "The Locked Ferry", "minutes": 47, "guest": "Lena Voss", "published": "2026-05-04"},
    "RC-017": {"title": "Bridges That Sing", "minutes": 62, "guest": "Idris Cole", "published": "2026-05-11"},
    "RC-016": {"title": "One Bad Bolt", "minutes": 55, "guest": "Mei Tan", "published": "2026-04-27"},
    "SL-088": {"title": "Caravan of Regrets", "minutes": 33, "guest": "Bo Sandler", "published": "2026-05-09"},
}
_DOWNLOADS: dict[str, dict[str, int]] = {
    "NS-042": {"apple": 18250, "spotify": 24100, "web": 3900},
    "RC-017": {"apple": 6120, "spotify": 7480, "web": 2210},
    "RC-016": {"apple": 5890, "spotify": 8015, "web": 1975},
    "SL-088": {"apple": 11340, "spotify": 15660, "web": 870},
}
_SPONSORS: dict[str, dict[str, Any]] = {
    "brightdesk": {"rate_per_thousand": 21.5, "contract_ends": "2026-09-30", "contact": "Salma Reyes"},
    "oatly hills": {"rate_per_thousand": 18.0, "contract_ends": "2026-12-15", "contact": "Jonas Webb"},
}


def get_show(show: str) -> dict[str, Any]:
    """Look up a show by name: its host, genre and the id of its latest episode."""
    if show.strip().casefold() not in _SHOWS:
        raise LookupError(f"unknown show {show!r}")
    return {"show": show, **_SHOWS[show.strip().casefold()]}


def get_episode(episode_id: str) -> dict[str, Any]:
    """Return title, length, guest and publication date of an episode.

    Args:
        episode_id: Id of the episode, such as "AB-001".
    """
    if episode_id.strip().upper() not in _EPISODES:
        raise LookupError(f"unknown episode {episode_id!r}")
    return {"episode_id": episode_id.strip().upper(), **_EPISODES[episode_id.strip().upper()]}


def count_downloads(episode_id: str, platform: Literal["all", "apple", "spotify", "web"] = "all") -> dict[str, Any]:
    """Count the downloads of an episode.

    Args:
        episode_id: Id of the episode.
        platform: Restrict the count to one platform.

    Returns:
        The number of downloads.
    """
    if episode_id.strip().upper() not in _DOWNLOADS:
        raise LookupError(f"unknown episode {episode_id!r}")
    counts = _DOWNLOADS[episode_id.strip().upper()]
    platform_key = platform.strip().casefold()
    downloads = sum(counts.values()) if platform_key == "all" else counts[platform_key]
    return {"episode_id": episode_id.strip().upper(), "platform": platform_key, "downloads": downloads}


def get_sponsor(name: str) -> dict[str, Any]:
    """Return the terms agreed with a sponsor.

    Args:
        name: Company name of the sponsor.

    Returns:
        Rate per thousand downloads in dollars, the end of the contract and the contact person.
    """
    if name.strip().casefold() not in _SPONSORS:
        raise LookupError(f"unknown sponsor {name!r}")
    return {"sponsor": name, **_SPONSORS[name.strip().casefold()]}


def studio_slots(date: str, studio: Literal["A", "B"] = "A") -> dict[str, Any]:
    """List the free recording slots of a studio on a day.

    Args:
        date: Day in ISO format (YYYY-MM-DD).
        studio: Which studio.
    """
    free = {
        ("2026-06-01", "A"): ["09:30", "15:00"],
        ("2026-06-01", "B"): ["11:15"],
        ("2026-06-02", "A"): ["13:45"],
        ("2026-06-02", "B"): ["08:20", "16:40"],
    }
    return {"date": date, "studio": studio.upper(), "slots": free.get((date, studio.strip().upper()), [])}
