"""Timetable of a university."""

from typing import Any, Literal

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday"]

_COURSES: dict[str, dict[str, Any]] = {
    "GEO210": {"title": "Glaciers and Climate", "lecturer": "Dr Ilse Maron", "credits": 6, "enrolled": 48},
    "HIS115": {"title": "Cities of the Hanse", "lecturer": "Prof Anton Weiss", "credits": 5, "enrolled": 131},
    "MAT330": {"title": "Graph Theory", "lecturer": "Dr Chidi Eze", "credits": 9, "enrolled": 27},
    "BIO140": {"title": "Plant Physiology", "lecturer": "Dr Ilse Maron", "credits": 7, "enrolled": 76},
}
_LECTURES: dict[str, list[dict[str, str]]] = {
    "GEO210": [{"weekday": "tuesday", "start": "10:15", "room": "E204"}],
    "HIS115": [
        {"weekday": "monday", "start": "14:00", "room": "A1"},
        {"weekday": "thursday", "start": "08:30", "room": "B12"},
    ],
    "MAT330": [
        {"weekday": "wednesday", "start": "12:15", "room": "C07"},
        {"weekday": "friday", "start": "09:00", "room": "C07"},
    ],
    "BIO140": [{"weekday": "thursday", "start": "16:45", "room": "E204"}],
}
_ROOMS: dict[str, dict[str, Any]] = {
    "A1": {"building": "Aula", "floor": 0, "seats": 220, "projector": True},
    "B12": {"building": "Brewery", "floor": 1, "seats": 150, "projector": True},
    "C07": {"building": "Clock House", "floor": 3, "seats": 32, "projector": False},
    "E204": {"building": "Erlen", "floor": 2, "seats": 90, "projector": True},
}
_EXAMS = {
    ("GEO210", "main"): {"date": "2026-07-13", "start": "09:30"},
    ("GEO210", "resit"): {"date": "2026-09-28", "start": "13:00"},
    ("HIS115", "main"): {"date": "2026-07-16", "start": "14:00"},
    ("HIS115", "resit"): {"date": "2026-09-30", "start": "10:00"},
    ("MAT330", "main"): {"date": "2026-07-21", "start": "11:00"},
    ("MAT330", "resit"): {"date": "2026-10-02", "start": "09:00"},
    ("BIO140", "main"): {"date": "2026-07-09", "start": "15:30"},
}
_OFFICE_HOURS = {
    "dr ilse maron": {"weekday": "wednesday", "from": "15:00", "office": "E311"},
    "prof anton weiss": {"weekday": "tuesday", "from": "11:00", "office": "A16"},
    "dr chidi eze": {"weekday": "friday", "from": "10:30", "office": "C19"},
}


def find_course(title: str) -> dict[str, Any]:
    """Code, lecturer, credit points and enrolled students of a course, by its title."""
    for code, course in _COURSES.items():
        if course["title"].casefold() == title.strip().casefold():
            return {"course_code": code, **course}
    raise ValueError(f"no course called {title!r}")


def lectures(course_code: str) -> list[dict[str, str]]:
    """Weekly lectures of a course.

    Parameters
    ----------
    course_code : str
        Three letters and three digits.

    Returns
    -------
    list of dict
        Weekday, start and room of each.
    """
    if course_code.upper() not in _LECTURES:
        raise ValueError(f"no course {course_code}")
    return _LECTURES[course_code.upper()]


def room(name: str) -> dict[str, Any]:
    """Where a room is, how many seats it has and if there is a projector."""
    if name.upper() not in _ROOMS:
        raise ValueError(f"no room {name}")
    return _ROOMS[name.upper()]


def free_rooms(weekday: Weekday, start: str, min_seats: int = 1, projector: bool = False) -> list[str]:
    """Rooms in which no lecture begins then.

    Parameters
    ----------
    weekday : str
        Day of the week in lower case.
    start : str
        24-hour time, HH:MM.
    min_seats : int
        The least number of seats.
    projector : bool
        Only rooms that have one.
    """
    busy = {
        one["room"]
        for course in _LECTURES.values()
        for one in course
        if (one["weekday"], one["start"]) == (weekday, start)
    }
    return [
        name
        for name, one in _ROOMS.items()
        if name not in busy and one["seats"] >= min_seats and (one["projector"] or not projector)
    ]


def exam(course_code: str, sitting: Literal["main", "resit"] = "main") -> dict[str, str]:
    """Day and hour of an exam.

    Parameters
    ----------
    course_code : str
        Three letters and three digits.
    sitting : {"main", "resit"}
        First date, or the one for those who failed.
    """
    found = _EXAMS.get((course_code.upper(), sitting))
    return found or {"course_code": course_code, "error": "no exam found"}


def office_hour(lecturer: str) -> dict[str, str]:
    """When and where a lecturer sees students. Needs the name with its title, for example Dr Chidi Eze."""
    if lecturer.strip().casefold() not in _OFFICE_HOURS:
        raise ValueError(f"no lecturer {lecturer}")
    return _OFFICE_HOURS[lecturer.strip().casefold()]


def book_room(room_name: str, day: str, start: str, hours: float = 1.0) -> dict[str, Any]:
    """Book a room for a single event.

    Parameters
    ----------
    room_name : str
        Such as E204.
    day : str
        ISO date.
    start : str
        24-hour time, HH:MM.
    hours : float
        How long.
    """
    if room_name.upper() not in _ROOMS:
        raise ValueError(f"no room {room_name}")
    return {"booking": f"RB{room_name.upper()}-{day[5:7]}{day[8:]}{start[:2]}", "hours": hours}
