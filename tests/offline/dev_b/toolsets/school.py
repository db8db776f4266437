"""A secondary school's timetable office: classes, teachers, rooms, exams, clubs and absences."""

from typing import Any, Literal

_TEACHERS: dict[str, dict[str, Any]] = {
    "T-01": {"name": "Anita Rao", "subject": "Physics", "email": "rao@school.example"},
    "T-02": {"name": "Colm Brady", "subject": "History", "email": "brady@school.example"},
    "T-03": {"name": "Sylvie Arnaud", "subject": "French", "email": "arnaud@school.example"},
    "T-04": {"name": "Ken Osei", "subject": "Mathematics", "email": "osei@school.example"},
}
_OFFICE_HOURS = {
    "T-01": {"weekday": "Tuesday", "from": "15:10"},
    "T-02": {"weekday": "Monday", "from": "12:40"},
    "T-03": {"weekday": "Thursday", "from": "16:05"},
    "T-04": {"weekday": "Friday", "from": "14:20"},
}
_LESSONS = {
    ("8A", "monday"): [("08:30", "Mathematics", "R12"), ("10:15", "French", "R31")],
    ("8A", "wednesday"): [("09:20", "Physics", "LAB2"), ("11:05", "History", "R27")],
    ("9B", "tuesday"): [("08:30", "History", "R27"), ("13:00", "Physics", "LAB1")],
    ("9B", "thursday"): [("10:15", "Mathematics", "R14")],
    ("10C", "friday"): [("09:20", "French", "R33"), ("11:05", "Mathematics", "R12")],
}
_ROOMS: dict[str, dict[str, Any]] = {
    "R12": {"building": "East Wing", "seats": 32, "projector": True},
    "R14": {"building": "East Wing", "seats": 28, "projector": False},
    "R27": {"building": "Old Hall", "seats": 36, "projector": True},
    "R31": {"building": "West Wing", "seats": 26, "projector": True},
    "R33": {"building": "West Wing", "seats": 24, "projector": False},
    "LAB1": {"building": "Science Block", "seats": 20, "projector": True},
    "LAB2": {"building": "Science Block", "seats": 22, "projector": True},
}
_EXAMS = {
    ("physics", 8): {"date": "2026-06-09", "starts": "09:00", "room": "LAB2", "minutes": 75},
    ("physics", 9): {"date": "2026-06-11", "starts": "13:30", "room": "LAB1", "minutes": 90},
    ("history", 9): {"date": "2026-06-15", "starts": "10:00", "room": "R27", "minutes": 110},
    ("french", 10): {"date": "2026-06-17", "starts": "08:45", "room": "R33", "minutes": 95},
    ("mathematics", 10): {"date": "2026-06-19", "starts": "09:15", "room": "R14", "minutes": 120},
}
_CLUBS = {
    "chess": {"meets": "Wednesday", "members": 19},
    "drama": {"meets": "Tuesday", "members": 34},
    "robotics": {"meets": "Friday", "members": 15},
    "choir": {"meets": "Monday", "members": 47},
}
_ABSENCES: list[dict[str, Any]] = []


def find_teacher(name: str) -> dict[str, Any]:
    """Find a teacher by surname or full name.

    Args:
        name: Surname or full name, without title.

    Returns:
        The teacher's id, full name, subject and email address.
    """
    wanted = name.strip().casefold()
    for teacher_id, teacher in _TEACHERS.items():
        full = teacher["name"].casefold()
        if wanted in (full, full.split()[-1]):
            return {"teacher_id": teacher_id, **teacher}
    raise LookupError(f"No teacher called {name!r}")


def office_hour(teacher_id: str) -> dict[str, Any]:
    """Return the weekday and starting time of a teacher's weekly office hour.

    Args:
        teacher_id: Id of the teacher, e.g. "T-01".
    """
    hour = _OFFICE_HOURS.get(teacher_id.strip().upper())
    if hour is None:
        raise LookupError(f"No teacher {teacher_id!r}")
    return {"teacher_id": teacher_id.upper(), **hour}


def class_timetable(
    class_name: str, weekday: Literal["monday", "tuesday", "wednesday", "thursday", "friday"]
) -> list[dict[str, Any]]:
    """List the lessons of a class on a weekday.

    Args:
        class_name: Name of the class, like "8A".
        weekday: Day of the week.
    """
    if class_name.strip().upper() not in {name for name, _ in _LESSONS}:
        raise LookupError(f"No class {class_name!r}")
    lessons = _LESSONS.get((class_name.strip().upper(), weekday.casefold()), [])
    return [{"starts": starts, "subject": subject, "room": room} for starts, subject, room in lessons]


def room_info(room: str) -> dict[str, Any]:
    """Building, number of seats and equipment of a room.

    Args:
        room: Code of the room, like "R12" or "LAB1".
    """
    info = _ROOMS.get(room.strip().upper())
    if info is None:
        raise LookupError(f"No room {room!r}")
    return {"room": room.upper(), **info}


def exam_slot(subject: str, year: int) -> dict[str, Any]:
    """Return when and where the summer exam of a subject takes place.

    Args:
        subject: School subject.
        year: School year of the pupils, 7 to 12.
    """
    slot = _EXAMS.get((subject.strip().casefold(), year))
    if slot is None:
        raise LookupError(f"No {subject} exam in year {year}")
    return {"subject": subject, "year": year, **slot}


def club_info(club: str) -> dict[str, Any]:
    """Tell when an after-school club meets and how many members it has."""
    info = _CLUBS.get(club.strip().casefold())
    if info is None:
        raise LookupError(f"No club {club!r}")
    return {"club": club, **info}


def report_absence(
    pupil: str, date: str, reason: Literal["illness", "appointment", "family"] = "illness"
) -> dict[str, Any]:
    """Report that a pupil is absent on a day.

    Args:
        pupil: Full name of the pupil.
        date: Day of the absence (YYYY-MM-DD).
        reason: Reason of the absence.

    Returns:
        The entry in the absence register with its number.
    """
    number = f"ABS-{310 + len(_ABSENCES)}"
    _ABSENCES.append({"entry": number, "pupil": pupil, "date": date, "reason": reason})
    return _ABSENCES[-1]
