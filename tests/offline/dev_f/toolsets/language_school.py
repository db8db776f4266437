"""Front office of an evening language school."""

from typing import Any, Literal

Level = Literal["A1", "A2", "B1", "B2", "C1"]

_COURSES: dict[str, dict[str, Any]] = {
    "ES-A1-M": {
        "language": "Spanish", "level": "A1", "days": ["Monday", "Wednesday"], "time": "18:30", "room": "Room 3",
        "teacher_id": "T07", "fee": 320.0, "places": 12, "taken": 9, "starts": "2026-09-14", "online": False,
    },
    "ES-B1-T": {
        "language": "Spanish", "level": "B1", "days": ["Tuesday"], "time": "19:00", "room": "Room 1",
        "teacher_id": "T02", "fee": 285.0, "places": 10, "taken": 10, "starts": "2026-09-15", "online": False,
    },
    "ES-B1-W": {
        "language": "Spanish", "level": "B1", "days": ["Thursday"], "time": "20:00", "room": "online",
        "teacher_id": "T07", "fee": 240.0, "places": 14, "taken": 5, "starts": "2026-09-17", "online": True,
    },
    "JA-A1-S": {
        "language": "Japanese", "level": "A1", "days": ["Saturday"], "time": "10:15", "room": "Room 5",
        "teacher_id": "T11", "fee": 360.0, "places": 8, "taken": 7, "starts": "2026-10-03", "online": False,
    },
    "PT-A2-F": {
        "language": "Portuguese", "level": "A2", "days": ["Friday"], "time": "17:45", "room": "Room 2",
        "teacher_id": "T02", "fee": 295.0, "places": 10, "taken": 4, "starts": "2026-09-18", "online": False,
    },
}  # fmt: skip
_TEACHERS = {
    "T02": {"name": "Marisol Vance", "email": "marisol@tongues.example", "languages": ["Spanish", "Portuguese"]},
    "T07": {"name": "Joaquin Ferrer", "email": "joaquin@tongues.example", "languages": ["Spanish"]},
    "T11": {"name": "Haruka Stone", "email": "haruka@tongues.example", "languages": ["Japanese"]},
}
_STUDENTS = {"S-881": "Leonie Marsh", "S-902": "Dmitri Oakes", "S-915": "Faye Okonkwo"}
_PLACEMENT = {("S-881", "spanish"): ("B1", 71), ("S-902", "portuguese"): ("A2", 48), ("S-915", "japanese"): ("A1", 22)}


def _course(course_code: str) -> dict[str, Any]:
    key = course_code.strip().upper()
    if key not in _COURSES:
        raise ValueError(f"unknown course {course_code!r}")
    return {"course_code": key, **_COURSES[key]}


def find_student(full_name: str) -> dict[str, Any]:
    """Find a student's number.

    Args:
        full_name: First name and surname.

    Returns:
        The student id, or a record saying that there is none.
    """
    for student_id, name in _STUDENTS.items():
        if name.casefold() == full_name.strip().casefold():
            return {"student_id": student_id, "name": name}
    return {"found": False, "name": full_name}


def placement_result(student_id: str, language: str) -> dict[str, Any]:
    """Result of a student's placement test.

    Args:
        student_id: Student number.
        language: Language that was tested, in English.

    Returns:
        Recommended level and score out of 100.
    """
    key = (student_id.strip().upper(), language.strip().casefold())
    if key not in _PLACEMENT:
        return {"found": False, "student_id": student_id, "language": language}
    level, score = _PLACEMENT[key]
    return {"student_id": key[0], "language": language, "level": level, "score": score}


def list_courses(language: str, level: Level, online_only: bool = False) -> list[dict[str, Any]]:
    """List the courses on offer next term.

    Args:
        language: Language taught, in English.
        level: Level of the European framework.
        online_only: Leave out the courses held in a classroom.

    Returns:
        Code, fee and places left of each course.
    """
    return [
        {"course_code": code, "fee": course["fee"], "places_left": course["places"] - course["taken"]}
        for code, course in _COURSES.items()
        if course["language"].casefold() == language.strip().casefold()
        and course["level"] == level
        and (course["online"] or not online_only)
    ]


def timetable(course_code: str) -> dict[str, Any]:
    """When and where a course takes place and who teaches it.

    Args:
        course_code: Code of the course.

    Returns:
        Weekdays, time, room, first day of class and teacher id.
    """
    course = _course(course_code)
    return {key: course[key] for key in ("course_code", "days", "time", "room", "starts", "teacher_id")}


def teacher_info(teacher_id: str) -> dict[str, Any]:
    """Name, e-mail address and languages of a teacher."""
    key = teacher_id.strip().upper()
    if key not in _TEACHERS:
        raise ValueError(f"unknown teacher {teacher_id!r}")
    return {"teacher_id": key, **_TEACHERS[key]}


def enrol(student_id: str, course_code: str, payment: Literal["full", "instalments"] = "full") -> dict[str, Any]:
    """Enrol a student in a course.

    Args:
        student_id: Student number.
        course_code: Code of the course.
        payment: Pay the fee at once or in three instalments.

    Returns:
        Enrolment number and the first amount due.

    Raises:
        ValueError: If the student or the course does not exist or the course is full.
    """
    student, course = student_id.strip().upper(), _course(course_code)
    if student not in _STUDENTS:
        raise ValueError(f"unknown student {student_id!r}")
    if course["taken"] >= course["places"]:
        raise ValueError(f"{course['course_code']} is full")
    due = course["fee"] if payment == "full" else round(course["fee"] / 3, 2)
    return {"enrolment": f"EN{student[2:]}{course['course_code'][:2]}", "due_now": due}


def join_waiting_list(student_id: str, course_code: str) -> dict[str, Any]:
    """Put a student on the waiting list of a course.

    Args:
        student_id: Student number.
        course_code: Code of the course.

    Returns:
        Position on the list.
    """
    student, course = student_id.strip().upper(), _course(course_code)
    if student not in _STUDENTS:
        raise ValueError(f"unknown student {student_id!r}")
    return {"course_code": course["course_code"], "student_id": student, "position": 1 + course["taken"] // 4}


def course_fee(course_codes: list[str], returning_student: bool = False) -> dict[str, Any]:
    """Add up the fees of one or several courses.

    Args:
        course_codes: Codes of the courses.
        returning_student: Take off the 10 percent for former students.

    Returns:
        Total in euros.
    """
    total = sum(_course(code)["fee"] for code in course_codes)
    return {"courses": len(course_codes), "total": round(total * (0.9 if returning_student else 1), 2)}
