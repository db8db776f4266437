"""Agent tools of a tutoring service: tutors, students and lessons."""

from typing import Any

TUTORS: list[dict[str, Any]] = [
    {
        "tutor_id": "T-61",
        "name": "Halina Wrobel",
        "subject": "chemistry",
        "city": "Bristol",
        "hourly_rate": 38.0,
        "rating": 4.7,
        "phone": "0117 555 0161",
        "online": True,
    },
    {
        "tutor_id": "T-64",
        "name": "Osman Keita",
        "subject": "chemistry",
        "city": "Bristol",
        "hourly_rate": 29.5,
        "rating": 4.4,
        "phone": "0117 555 0164",
        "online": False,
    },
    {
        "tutor_id": "T-70",
        "name": "Brigid Shaw",
        "subject": "Latin",
        "city": "Exeter",
        "hourly_rate": 33.0,
        "rating": 4.9,
        "phone": "01392 555 170",
        "online": False,
    },
    {
        "tutor_id": "T-71",
        "name": "Caspar Dunn",
        "subject": "Latin",
        "city": "Exeter",
        "hourly_rate": 41.5,
        "rating": 4.6,
        "phone": "01392 555 171",
        "online": True,
    },
]
STUDENTS: dict[str, dict[str, Any]] = {
    "Milo Ferrante": {"student_id": "ST-905", "year": 11, "credit_hours": 6.5, "parent_email": "ferrante@post.example"},
    "Aisha Bello": {"student_id": "ST-912", "year": 9, "credit_hours": 2.0, "parent_email": "bello@post.example"},
    "Wen Zhao": {"student_id": "ST-917", "year": 13, "credit_hours": 11.25, "parent_email": "zhao@post.example"},
}
LESSONS: list[dict[str, Any]] = [
    {"lesson_id": "LS-3301", "student_id": "ST-905", "tutor_id": "T-61", "date": "2026-10-05", "minutes": 60},
    {"lesson_id": "LS-3317", "student_id": "ST-905", "tutor_id": "T-64", "date": "2026-10-12", "minutes": 90},
    {"lesson_id": "LS-3325", "student_id": "ST-905", "tutor_id": "T-61", "date": "2026-10-19", "minutes": 45},
    {"lesson_id": "LS-3309", "student_id": "ST-912", "tutor_id": "T-70", "date": "2026-10-08", "minutes": 60},
    {"lesson_id": "LS-3330", "student_id": "ST-912", "tutor_id": "T-71", "date": "2026-10-22", "minutes": 75},
]


def find_tutors(subject: str, city: str, max_rate: float | None = None, online: bool = False) -> list[dict[str, Any]]:
    """Find tutors for a school subject in a city.

    Args:
        subject (str): School subject, e.g. "physics"
        city (str): City
        max_rate (float): Highest hourly rate in pounds
        online (bool): Only tutors who teach online

    Returns:
        list: tutor_id, name, hourly_rate and rating
    """
    keys = ("tutor_id", "name", "hourly_rate", "rating")
    return [
        {key: tutor[key] for key in keys}
        for tutor in TUTORS
        if (tutor["subject"].lower(), tutor["city"].lower()) == (subject.lower(), city.lower())
        and (max_rate is None or tutor["hourly_rate"] <= max_rate)
        and (tutor["online"] or not online)
    ]


def get_tutor(tutor_id: str) -> dict[str, Any]:
    """Profile of a tutor: name, subject, city, hourly rate and phone number.

    Args:
        tutor_id (str): e.g. "T-61"
    """
    for tutor in TUTORS:
        if tutor["tutor_id"] == tutor_id:
            return dict(tutor)
    raise ValueError(f"tutor {tutor_id} not found")


def get_student(student_name: str) -> dict[str, Any]:
    """Look up a student by name: student_id, school year, credit hours left and parent e-mail.

    Args:
        student_name (str): Full name of the student
    """
    if student_name not in STUDENTS:
        raise ValueError(f"student {student_name} not found")
    return {"student_name": student_name, **STUDENTS[student_name]}


def list_lessons(student_id: str) -> list[dict[str, Any]]:
    """List the lessons of a student with date, length in minutes and tutor.

    Args:
        student_id (str): e.g. "ST-905"
    """
    return [lesson for lesson in LESSONS if lesson["student_id"] == student_id]


def book_lesson(tutor_id: str, student_id: str, date: str, start_time: str, minutes: int = 60) -> dict[str, Any]:
    """Book a lesson with a tutor for a student.

    Args:
        tutor_id (str): e.g. "T-61"
        student_id (str): e.g. "ST-905"
        date (str): Day of the lesson, YYYY-MM-DD
        start_time (str): Start of the lesson, HH:MM
        minutes (int): Length of the lesson in minutes
    """
    rate = get_tutor(tutor_id)["hourly_rate"]
    return {
        "lesson_id": f"LS-{tutor_id[2:]}{student_id[3:]}{date[8:]}",
        "start_time": start_time,
        "price": round(rate * minutes / 60, 2),
    }


def cancel_lesson(lesson_id: str) -> dict[str, Any]:
    """Cancel a lesson.

    Args:
        lesson_id (str): e.g. "LS-3301"
    """
    for lesson in LESSONS:
        if lesson["lesson_id"] == lesson_id:
            return {"lesson_id": lesson_id, "cancelled": True, "cancellation_fee": lesson["minutes"] / 10}
    raise ValueError(f"lesson {lesson_id} not found")
