"""Online courses, their students and teachers."""

from typing import Any, Literal

_COURSES: dict[str, dict[str, Any]] = {
    "C-12": {
        "title": "Brush and Ink",
        "topic": "calligraphy",
        "level": "beginner",
        "price": 35,
        "hours": 9,
        "rating": 4.2,
        "certificate": False,
        "teacher_id": "T-4",
    },
    "C-18": {
        "title": "Copperplate Masterclass",
        "topic": "calligraphy",
        "level": "advanced",
        "price": 75,
        "hours": 16,
        "rating": 4.7,
        "certificate": True,
        "teacher_id": "T-4",
    },
    "C-31": {
        "title": "Chance and Data",
        "topic": "statistics",
        "level": "beginner",
        "price": 49,
        "hours": 21,
        "rating": 4.4,
        "certificate": True,
        "teacher_id": "T-8",
    },
    "C-36": {
        "title": "Regression at Work",
        "topic": "statistics",
        "level": "intermediate",
        "price": 58,
        "hours": 26,
        "rating": 4.8,
        "certificate": True,
        "teacher_id": "T-8",
    },
    "C-39": {
        "title": "Bayes in Depth",
        "topic": "statistics",
        "level": "advanced",
        "price": 110,
        "hours": 34,
        "rating": 4.9,
        "certificate": True,
        "teacher_id": "T-8",
    },
    "C-77": {
        "title": "Wet on Wet",
        "topic": "watercolour",
        "level": "advanced",
        "price": 64,
        "hours": 13,
        "rating": 4.6,
        "certificate": False,
        "teacher_id": "T-11",
    },
}
_STUDENTS = {
    "S-118": ("Jonas Weber", "jonas@lern.example", [("C-12", 80), ("C-36", 15)]),
    "S-204": ("Mirela Popescu", "mirela@lern.example", [("C-18", 55)]),
    "S-231": ("Aiko Tanabe", "aiko@lern.example", [("C-77", 42)]),
}
_TEACHERS = {
    "T-4": {"name": "Lorna Teague", "email": "lorna@teach.example", "office_hours": "Mondays 17:00"},
    "T-8": {"name": "Samir Haddad", "email": "samir@teach.example", "office_hours": "Thursdays 18:30"},
    "T-11": {"name": "Birgit Aune", "email": "birgit@teach.example", "office_hours": "Fridays 12:00"},
}


def search_courses(
    topic: str,
    level: Literal["beginner", "intermediate", "advanced"] | None = None,
    max_price: float | None = None,
    certificate: bool = False,
) -> list[dict[str, Any]]:
    """Search courses about a topic.

    Args:
        topic: What the course is about.
        level: Level of the course.
        max_price: Highest price in euros.
        certificate: Only courses that end with a certificate.

    Returns: Courses with course id, title, price and rating.
    """
    return [
        {"course_id": key, "title": one["title"], "price": one["price"], "rating": one["rating"]}
        for key, one in _COURSES.items()
        if one["topic"] == topic.strip().casefold()
        and level in (None, one["level"])
        and (max_price is None or one["price"] <= max_price)
        and (not certificate or one["certificate"])
    ]


def get_course(course_id: str) -> dict[str, Any]:
    """Title, price, duration in hours and teacher of a course (course_id e.g. "C-10")."""
    if course_id not in _COURSES:
        raise ValueError(f"no course {course_id}")
    one = _COURSES[course_id]
    return {
        "course_id": course_id,
        "title": one["title"],
        "price": one["price"],
        "duration_hours": one["hours"],
        "teacher_id": one["teacher_id"],
    }


def find_student(name: str) -> dict[str, Any]:
    """Find a student by full name and return the student id."""
    for student_id, (student, email, _) in _STUDENTS.items():
        if student.casefold() == name.strip().casefold():
            return {"student_id": student_id, "name": student, "email": email}
    return {"error": f"student {name} not found"}


def list_enrolments(student_id: str) -> list[dict[str, Any]]:
    """List the courses in which a student is enrolled, with the progress in percent.

    Args:
        student_id: Id of the student, e.g. "S-100".
    """
    if student_id not in _STUDENTS:
        raise ValueError(f"no student {student_id}")
    return [
        {"course_id": course, "title": _COURSES[course]["title"], "progress": progress}
        for course, progress in _STUDENTS[student_id][2]
    ]


def enrol_student(student_id: str, course_id: str) -> dict[str, Any]:
    """Enrol a student in a course.

    Args:
        student_id: Id of the student, e.g. "S-100".
        course_id: Id of the course, e.g. "C-10".

    Returns: The enrolment code.
    """
    if student_id not in _STUDENTS or course_id not in _COURSES:
        raise ValueError("no such student or course")
    return {"enrolment_code": f"EN{student_id[2:]}{course_id[2:]}", "title": _COURSES[course_id]["title"]}


def get_teacher(teacher_id: str) -> dict[str, Any]:
    """Name, e-mail address and office hours of a teacher.

    Args:
        teacher_id: Id of the teacher, e.g. "T-1".
    """
    if teacher_id not in _TEACHERS:
        raise ValueError(f"no teacher {teacher_id}")
    return {"teacher_id": teacher_id, **_TEACHERS[teacher_id]}


def send_message(student_id: str, message: str) -> dict[str, Any]:
    """Send a message to a student.

    Args:
        student_id: Id of the student, e.g. "S-100".
        message: Text of the message.
    """
    if student_id not in _STUDENTS:
        raise ValueError(f"no student {student_id}")
    return {"message_id": f"MSG-{student_id[2:]}-{len(message)}", "sent_to": _STUDENTS[student_id][1]}
