"""Courses, teachers and tandem partners of a language exchange school."""

from typing import Any, Literal

_Language = Literal["fr", "es", "de", "it", "pt"]

_COURSES: list[dict[str, Any]] = [
    {"course_id": "CO-31", "language": "es", "level": "A1", "start_date": "2026-09-07", "fee_eur": 190},
    {"course_id": "CO-33", "language": "fr", "level": "B1", "start_date": "2026-09-14", "fee_eur": 265},
    {"course_id": "CO-34", "language": "fr", "level": "B1", "start_date": "2026-10-05", "fee_eur": 228},
    {"course_id": "CO-36", "language": "it", "level": "A1", "start_date": "2026-09-21", "fee_eur": 205},
    {"course_id": "CO-37", "language": "it", "level": "A2", "start_date": "2026-10-12", "fee_eur": 176},
    {"course_id": "CO-39", "language": "de", "level": "B2", "start_date": "2026-09-28", "fee_eur": 310},
    {"course_id": "CO-40", "language": "de", "level": "A1", "start_date": "2026-11-02", "fee_eur": 199},
    {"course_id": "CO-41", "language": "pt", "level": "A2", "start_date": "2026-10-19", "fee_eur": 214},
]
_TEACHER_OF = {
    "CO-31": "TE-7",
    "CO-33": "TE-2",
    "CO-34": "TE-5",
    "CO-36": "TE-6",
    "CO-37": "TE-6",
    "CO-39": "TE-3",
    "CO-40": "TE-3",
    "CO-41": "TE-8",
}
_TEACHERS = {
    "TE-2": {"name": "Solene Marchand", "email": "solene@tandemhaus.example", "hourly_rate_eur": 38},
    "TE-3": {"name": "Dieter Kranz", "email": "dieter@tandemhaus.example", "hourly_rate_eur": 35},
    "TE-5": {"name": "Mathis Aubry", "email": "mathis@tandemhaus.example", "hourly_rate_eur": 33},
    "TE-6": {"name": "Chiara Venturi", "email": "chiara@tandemhaus.example", "hourly_rate_eur": 36},
    "TE-7": {"name": "Lucia Paredes", "email": "lucia@tandemhaus.example", "hourly_rate_eur": 34},
    "TE-8": {"name": "Rui Tavares", "email": "rui@tandemhaus.example", "hourly_rate_eur": 32},
}
_STUDENTS = [
    {"student_id": "ST-402", "name": "Amir Haddad", "city": "Leeds"},
    {"student_id": "ST-415", "name": "Beatriz Lemos", "city": "York"},
    {"student_id": "ST-433", "name": "Yuki Tanabe", "city": "Leeds"},
]
_PARTNERS: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("fr", "leeds"): [{"partner_id": "PA-12", "name": "Elodie", "age": 27, "hobby": "climbing"}],
    ("fr", "york"): [{"partner_id": "PA-15", "name": "Gaspard", "age": 41, "hobby": "chess"}],
    ("it", "leeds"): [
        {"partner_id": "PA-18", "name": "Fabrizio", "age": 33, "hobby": "cooking"},
        {"partner_id": "PA-19", "name": "Ornella", "age": 24, "hobby": "cycling"},
    ],
    ("de", "york"): [{"partner_id": "PA-23", "name": "Wiebke", "age": 30, "hobby": "choir"}],
}


def search_courses(
    language: _Language, level: Literal["A1", "A2", "B1", "B2"] | None = None, start_month: str | None = None
) -> dict[str, Any]:
    """Search language courses by language, level and the month in which they start.

    Args:
        language: Language that is taught, as a two-letter code.
        level: Level of the course.
        start_month: Month in which the course starts, YYYY-MM.

    Returns:
        The courses with their id, start date, fee and teacher.
    """
    found = [
        {**one, "teacher_id": _TEACHER_OF[one["course_id"]]}
        for one in _COURSES
        if one["language"] == language
        and (level is None or one["level"] == level)
        and (start_month is None or one["start_date"].startswith(start_month))
    ]
    return {"courses": found}


def get_course(course_id: str) -> dict[str, Any]:
    """Level, start date, fee and teacher of a course.

    Args:
        course_id: Id of the course, e.g. CO-12.
    """
    for one in _COURSES:
        if one["course_id"] == course_id.strip().upper():
            return {**one, "teacher_id": _TEACHER_OF[one["course_id"]]}
    raise ValueError(f"unknown course {course_id}")


def get_teacher(teacher_id: str) -> dict[str, Any]:
    """Name, e-mail address and hourly rate of a teacher.

    Args:
        teacher_id: Id of the teacher, e.g. TE-1.
    """
    key = teacher_id.strip().upper()
    if key not in _TEACHERS:
        raise ValueError(f"unknown teacher {teacher_id}")
    return {"teacher_id": key, **_TEACHERS[key]}


def find_student(name: str) -> dict[str, Any]:
    """Find a student by name.

    Args:
        name: First and last name of the student.
    """
    for one in _STUDENTS:
        if one["name"].casefold() == name.strip().casefold():
            return dict(one)
    raise ValueError(f"unknown student {name}")


def find_tandem_partners(language: _Language, city: str) -> list[dict[str, Any]]:
    """Find tandem partners for a language in a city.

    Args:
        language: Language that the partner speaks, as a two-letter code.
        city: City where the partner lives.
    """
    return [dict(one) for one in _PARTNERS.get((language, city.strip().casefold()), [])]


def book_course(course_id: str, student_id: str, payment: Literal["invoice", "card"] = "invoice") -> dict[str, Any]:
    """Book a course for a student.

    Args:
        course_id: Id of the course, e.g. CO-12.
        student_id: Id of the student, e.g. ST-400.
        payment: How the student pays.

    Returns:
        The number of the booking.
    """
    course = get_course(course_id)
    number = f"BK-{course['course_id'][3:]}{student_id.strip()[3:]}"
    return {"booking_number": number, "fee_eur": course["fee_eur"], "payment": payment}


def reserve_classroom(classroom_number: int, date: str, start_time: str, end_time: str) -> dict[str, Any]:
    """Reserve a classroom.

    Args:
        classroom_number: Number of the classroom.
        date: Day, YYYY-MM-DD.
        start_time: Start, HH:MM.
        end_time: End, HH:MM.

    Returns:
        The code that opens the door.
    """
    if not 1 <= classroom_number <= 12:
        raise ValueError(f"no classroom {classroom_number}")
    code = f"DR{classroom_number}{start_time[:2]}{date[8:]}"
    return {"door_code": code, "date": date, "start_time": start_time, "end_time": end_time}
