"""Students, courses and transcripts in a university's registry."""

from typing import Any, Literal

_STUDENTS: dict[str, dict[str, Any]] = {
    "40127": {"name": "Amara Diallo", "programme": "Life Sciences"},
    "40133": {"name": "Felix Brandl", "programme": "Mathematics"},
    "40158": {"name": "Yuki Amano", "programme": "History"},
}
_COURSES: dict[str, dict[str, Any]] = {
    "BIO-210": {
        "title": "Cell Biology",
        "subject": "biology",
        "term": "autumn",
        "credits": 6,
        "lecturer_id": "L-62",
        "exam_date": "2026-02-18",
        "room": "Hall C2",
    },
    "MAT-118": {
        "title": "Linear Algebra",
        "subject": "mathematics",
        "term": "autumn",
        "credits": 8,
        "lecturer_id": "L-70",
        "exam_date": "2026-02-23",
        "room": "Hall A1",
    },
    "CHE-140": {
        "title": "Organic Chemistry",
        "subject": "chemistry",
        "term": "spring",
        "credits": 7,
        "lecturer_id": "L-77",
        "exam_date": "2026-07-06",
        "room": "Lab Annex",
    },
    "CHE-155": {
        "title": "Chemistry of Water",
        "subject": "chemistry",
        "term": "spring",
        "credits": 3,
        "lecturer_id": "L-77",
        "exam_date": "2026-07-09",
        "room": "Lab Annex",
    },
    "HIS-305": {
        "title": "Trade Routes",
        "subject": "history",
        "term": "spring",
        "credits": 5,
        "lecturer_id": "L-81",
        "exam_date": "2026-07-14",
        "room": "Cloister 4",
    },
    "HIS-322": {
        "title": "Reading Charters",
        "subject": "history",
        "term": "autumn",
        "credits": 9,
        "lecturer_id": "L-81",
        "exam_date": "2026-02-26",
        "room": "Cloister 6",
    },
}
_LECTURERS = {
    "L-62": {"lecturer": "Prof. Nadia Osei", "office": "N 3.14", "phone": "555-2062"},
    "L-70": {"lecturer": "Dr Emil Kranz", "office": "S 1.08", "phone": "555-2070"},
    "L-77": {"lecturer": "Prof. Li Wen", "office": "Lab Annex 9", "phone": "555-2077"},
    "L-81": {"lecturer": "Dr Una Farrell", "office": "Cloister 12", "phone": "555-2081"},
}
_ENROLMENTS = {
    "40127": [("BIO-210", 1.7), ("CHE-140", 2.0), ("CHE-155", 1.3)],
    "40133": [("MAT-118", 1.0), ("CHE-155", 2.3), ("BIO-210", 2.7)],
    "40158": [("HIS-322", 1.3), ("MAT-118", 3.0)],
}


def find_student(name: str) -> dict[str, Any]:
    """Find a student by name.

    Args:
        name: Full name of the student.

    Returns:
        Student id and programme.
    """
    for student_id, record in _STUDENTS.items():
        if record["name"].casefold() == name.strip().casefold():
            return {"student_id": student_id, **record}
    return {"found": False, "name": name}


def list_enrolments(student_id: str) -> list[dict[str, Any]]:
    """List the courses that a student is enrolled in, with credits and grade.

    Args:
        student_id: Five-digit number of the student, e.g. "40001".
    """
    if student_id not in _ENROLMENTS:
        raise ValueError(f"no student {student_id}")
    return [
        {"course_code": code, "title": _COURSES[code]["title"], "credits": _COURSES[code]["credits"], "grade": grade}
        for code, grade in _ENROLMENTS[student_id]
    ]


def get_course(course_code: str) -> dict[str, Any]:
    """Get a course: its title, lecturer, exam date, credits and room.

    Args:
        course_code: Code of the course, e.g. "PHY-101".
    """
    if course_code not in _COURSES:
        raise ValueError(f"no course {course_code}")
    return {"course_code": course_code, **_COURSES[course_code]}


def search_courses(
    subject: str, term: Literal["autumn", "spring"] | None = None, min_credits: int | None = None
) -> list[dict[str, Any]]:
    """Search courses in a subject.

    Args:
        subject: The subject, e.g. "physics".
        term: Term in which the course is given.
        min_credits: Fewest credits.
    """
    return [
        {"course_code": code, "title": course["title"], "term": course["term"], "credits": course["credits"]}
        for code, course in _COURSES.items()
        if course["subject"] == subject.strip().casefold()
        and term in (None, course["term"])
        and (min_credits is None or course["credits"] >= min_credits)
    ]


def get_lecturer(lecturer_id: str) -> dict[str, Any]:
    """Name, office and phone number of a lecturer.

    Args:
        lecturer_id: The lecturer, e.g. "L-10".
    """
    if lecturer_id not in _LECTURERS:
        raise ValueError(f"no lecturer {lecturer_id}")
    return {"lecturer_id": lecturer_id, **_LECTURERS[lecturer_id]}


def register_student(student_id: str, course_code: str) -> dict[str, Any]:
    """Register a student for a course.

    Args:
        student_id: Five-digit number of the student, e.g. "40001".
        course_code: Code of the course, e.g. "PHY-101".

    Returns:
        The number of the registration.
    """
    if student_id not in _STUDENTS or course_code not in _COURSES:
        raise ValueError(f"cannot register {student_id} for {course_code}")
    return {"registration_no": f"RG-{student_id[2:]}-{course_code[4:]}", "course_code": course_code}


def request_transcript(student_id: str, language: Literal["en", "de", "fr"] = "en", copies: int = 1) -> dict[str, Any]:
    """Request a transcript of records for a student.

    Args:
        student_id: Five-digit number of the student, e.g. "40001".
        language: Language of the transcript.
        copies: Number of printed copies.
    """
    if student_id not in _STUDENTS:
        raise ValueError(f"no student {student_id}")
    return {"request_no": f"TX-{student_id[2:]}{language.upper()}{copies}", "fee_eur": 6.5 * copies}
