"""Partners, sessions and credits of a language tandem platform."""

from typing import Any, Literal

_MEMBERS: dict[str, dict[str, Any]] = {
    "TM-104": {"name": "Ilse Brandt", "native": "german", "learns": "spanish", "level": "B1", "city": "Leipzig"},
    "TM-118": {"name": "Mateo Rial", "native": "spanish", "learns": "german", "level": "A2", "city": "Vigo"},
    "TM-131": {"name": "Noor Haddad", "native": "arabic", "learns": "french", "level": "B2", "city": "Amman"},
    "TM-147": {"name": "Claire Vasseur", "native": "french", "learns": "arabic", "level": "A1", "city": "Nantes"},
}
_CREDITS = {"TM-104": 14, "TM-118": 3, "TM-131": 27, "TM-147": 8}
_TOPICS = {
    "A1": ["greetings", "shopping"],
    "A2": ["holidays", "directions"],
    "B1": ["job interviews", "local news"],
    "B2": ["climate debate", "film reviews"],
}


def find_partners(native: str, learns: str) -> list[dict[str, Any]]:
    """Finds members who could be tandem partners.

    Args:
        native: Mother tongue of the partner, e.g. "spanish".
        learns: Language the partner wants to practise.

    Returns:
        Matching members with id, name and level.

    Examples:
        find_partners("spanish", "german")
    """
    return [
        {"member_id": key, "name": one["name"], "level": one["level"]}
        for key, one in _MEMBERS.items()
        if (one["native"], one["learns"]) == (native.lower(), learns.lower())
    ]


def member_profile(member_id: str) -> dict[str, Any]:
    """Shows the profile of a member.

    Args:
        member_id: Such as "TM-104".

    Examples:
        member_profile("TM-104")
    """
    if member_id not in _MEMBERS:
        raise ValueError(f"no member {member_id}")
    return {"member_id": member_id, **_MEMBERS[member_id]}


def credit_balance(member_id: str) -> int:
    """Tells how many session credits a member has left.

    Examples:
        credit_balance("TM-104")
    """
    if member_id not in _CREDITS:
        raise ValueError(f"no member {member_id}")
    return _CREDITS[member_id]


def conversation_topics(level: Literal["A1", "A2", "B1", "B2"]) -> list[str]:
    """Suggests conversation topics for a language level.

    Examples:
        conversation_topics("B1")
    """
    return _TOPICS[level]


def book_session(member_id: str, day: str, minutes: int = 60, video: bool = True) -> dict[str, Any]:
    """Books a tandem session with a member.

    Args:
        member_id: The partner to meet.
        day: ISO date.
        minutes: Length of the session.
        video: False for an audio-only call.

    Returns:
        The booking with its code and its price in credits.

    Examples:
        book_session("TM-118", "2026-05-04", minutes=45)
    """
    if member_id not in _MEMBERS:
        raise ValueError(f"no member {member_id}")
    return {"booking": f"S{member_id[3:]}{day[5:7]}{day[8:]}", "credits": minutes // 15, "video": video}
