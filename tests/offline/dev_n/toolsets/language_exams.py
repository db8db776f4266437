"""Sessions, candidates and results of a language exam board."""

from typing import Any, Literal

Level = Literal["A1", "A2", "B1", "B2", "C1", "C2"]

_SESSIONS: list[dict[str, Any]] = [
    {
        "session_id": 9021,
        "language": "Italian",
        "level": "B1",
        "centre": "LDS2",
        "date": "2026-06-06",
        "register_by": "2026-04-24",
    },
    {
        "session_id": 9034,
        "language": "Italian",
        "level": "B2",
        "centre": "LDS2",
        "date": "2026-06-13",
        "register_by": "2026-05-01",
    },
    {
        "session_id": 9047,
        "language": "Polish",
        "level": "A2",
        "centre": "CRK1",
        "date": "2026-05-23",
        "register_by": "2026-04-10",
    },
    {
        "session_id": 9052,
        "language": "Welsh",
        "level": "C1",
        "centre": "ABR4",
        "date": "2026-07-04",
        "register_by": "2026-05-22",
    },
    {
        "session_id": 9060,
        "language": "Polish",
        "level": "B1",
        "centre": "ABR4",
        "date": "2026-06-20",
        "register_by": "2026-05-08",
    },
]
_CENTRES = {
    "LDS2": {
        "name": "Kirkgate College",
        "city": "Leeds",
        "email": "exams@kirkgate.example",
        "step_free": True,
        "seats": 64,
    },
    "CRK1": {
        "name": "Shandon Institute",
        "city": "Cork",
        "email": "office@shandon.example",
        "step_free": False,
        "seats": 28,
    },
    "ABR4": {
        "name": "Penglais Hall",
        "city": "Aberystwyth",
        "email": "desk@penglais.example",
        "step_free": True,
        "seats": 45,
    },
}
_FEES = {"A1": 85, "A2": 95, "B1": 128, "B2": 146, "C1": 179, "C2": 198}
_CANDIDATES = {
    "K55102": {"name": "Marisol Vane", "language": "Italian", "level": "A2"},
    "K55119": {"name": "Torben Lisle", "language": "Polish", "level": "A2"},
    "K55143": {"name": "Hana Sedlak", "language": "Welsh", "level": "B2"},
}
_SCORES = {
    "K55102": {"reading": 21, "listening": 18, "writing": 16, "speaking": 23, "total": 78},
    "K55119": {"reading": 14, "listening": 11, "writing": 13, "speaking": 15, "total": 53},
    "K55143": {"reading": 24, "listening": 22, "writing": 20, "speaking": 25, "total": 91},
}
_BANDS: dict[str, list[tuple[int, str]]] = {
    "A2": [(80, "distinction"), (65, "merit"), (50, "pass")],
    "B2": [(88, "distinction"), (72, "merit"), (60, "pass")],
    "C1": [(90, "distinction"), (76, "merit"), (62, "pass")],
}


def sessions(language: str, level: Level | None = None) -> list[dict[str, Any]]:
    """Coming exam sessions in a language.

    Args:
        language: English name of the language.
        level: Only this level; all levels when left out.

    Returns:
        Session id, level, code of the centre, day of the exam and closing day for registration.
    """
    return [
        one
        for one in _SESSIONS
        if one["language"].lower() == language.strip().lower() and (level is None or one["level"] == level)
    ]


def centre(code: str) -> dict[str, Any]:
    """Name, city, e-mail, step-free access and seats of an exam centre, by its code."""
    if code.strip().upper() not in _CENTRES:
        raise ValueError(f"no centre {code}")
    return _CENTRES[code.strip().upper()]


def exam_fee(level: Level, concession: bool = False) -> float:
    """Fee in pounds; the concession for students and jobseekers takes a quarter off."""
    return round(_FEES[level] * (0.75 if concession else 1), 2)


def candidate(candidate_no: str) -> dict[str, Any]:
    """Name, language and level of the exam a candidate took last."""
    if candidate_no.upper() not in _CANDIDATES:
        raise ValueError(f"no candidate {candidate_no}")
    return {"candidate_no": candidate_no.upper(), **_CANDIDATES[candidate_no.upper()]}


def scores(candidate_no: str) -> dict[str, Any]:
    """Points of a candidate in the four papers (25 each) and in total."""
    if candidate_no.upper() not in _SCORES:
        raise ValueError(f"no results for {candidate_no}")
    return {"candidate_no": candidate_no.upper(), **_SCORES[candidate_no.upper()]}


def grade(level: Literal["A2", "B2", "C1"], total: int) -> str:
    """Turn a total score into a grade.

    Args:
        level: Level of the exam.
        total: Total points, 0 to 100.

    Returns:
        "distinction", "merit", "pass" or "fail".
    """
    return next((name for least, name in _BANDS[level] if total >= least), "fail")


def register(candidate_no: str, session_id: int, extra_time: bool = False) -> dict[str, Any]:
    """Enter a candidate for a session.

    Args:
        candidate_no: K and five digits.
        session_id: Number of the session.
        extra_time: Whether the candidate gets 25 % more time.
    """
    candidate(candidate_no)
    if all(one["session_id"] != session_id for one in _SESSIONS):
        raise ValueError(f"no session {session_id}")
    return {"entry": f"E{session_id}-{candidate_no[-3:]}{'X' if extra_time else ''}", "status": "registered"}
