"""A school: students, classes, grades, teachers, absences."""

from typing import Any

from tests.offline.dev.case import Case


def find_student(full_name: str) -> dict[str, Any]:
    """Find a student by full name.

    Args:
        full_name: First and last name.
    """
    return {"student_id": "S-301", "full_name": full_name, "class_id": "8B", "birthday": "2012-05-30"}


def get_grades(student_id: str, subject: str | None = None) -> list[dict[str, Any]]:
    """Get the grades of a student.

    Args:
        student_id: Student id such as S-301.
        subject: Only this subject, e.g. "maths".
    """
    rows = [{"subject": "maths", "grade": 2.0}, {"subject": "biology", "grade": 1.3}]
    return [row for row in rows if subject in (None, row["subject"])]


def class_timetable(class_id: str, weekday: str | None = None) -> list[dict[str, Any]]:
    """Timetable of a class.

    Args:
        class_id: Name of the class, e.g. 8B.
        weekday: Day of the week.
    """
    return [
        {"period": 1, "subject": "maths", "room": "204", "teacher": "Ms. Okoye"},
        {"period": 2, "subject": "biology", "room": "Lab 1", "teacher": "Mr. Brandt"},
    ]


def teacher_contact(teacher: str) -> dict[str, Any]:
    """Email address and office hours of a teacher.

    Args:
        teacher: Name of the teacher.
    """
    return {"teacher": teacher, "email": "office@school.example", "office_hours": "Tue 14-15"}


def report_absence(student_id: str, date: str, reason: str) -> dict[str, Any]:
    """Report that a student is absent.

    Args:
        student_id: Student id such as S-301.
        date: Day of absence (YYYY-MM-DD).
        reason: Why the student is absent.
    """
    return {"absence_id": "AB-12", "student_id": student_id, "date": date}


def lunch_menu(date: str) -> dict[str, Any]:
    """What the canteen serves for lunch on a day.

    Args:
        date: Day, YYYY-MM-DD.
    """
    return {"date": date, "main": "vegetable lasagne", "dessert": "plum cake"}


TOOLS = [find_student, get_grades, class_timetable, teacher_contact, report_absence, lunch_menu]

CASES = [
    Case(
        "What grades does Lena Fox have in maths?",
        (("find_student", {"full_name": "Lena Fox"}), ("get_grades", {"student_id": "S-301", "subject": "maths"})),
        ("2.0",),
    ),
    Case(
        "Show me the timetable of class 8B on Monday and what's for lunch on 2 March 2026.",
        (("class_timetable", {"class_id": "8B", "weekday": "Monday"}), ("lunch_menu", {"date": "2026-03-02"})),
        ("Lab 1", "lasagne"),
    ),
    Case(
        "Find the student Lena Fox and show the timetable of her class.",
        (("find_student", {"full_name": "Lena Fox"}), ("class_timetable", {"class_id": "8B"})),
        ("S-301", "204"),
    ),
    Case(
        "What is the email of the teacher Ms. Okoye, and what are the grades of student S-301?",
        (("teacher_contact", {"teacher": "Ms. Okoye"}), ("get_grades", {"student_id": "S-301"})),
        ("office@school.example", "1.3"),
    ),
    Case(
        "Report an absence for student S-301 on 5 March 2026 with the reason 'dentist' and tell me "
        "the lunch menu for that day.",
        (
            ("report_absence", {"student_id": "S-301", "date": "2026-03-05", "reason": "dentist"}),
            ("lunch_menu", {"date": "2026-03-05"}),
        ),
        ("AB-12", "plum cake"),
    ),
    Case(
        "When are the office hours of Mr. Brandt? Which grades does student S-301 have?",
        (("teacher_contact", {"teacher": "Mr. Brandt"}), ("get_grades", {"student_id": "S-301"})),
        ("Tue 14-15", "maths"),
    ),
    Case(
        "Who teaches biology in class 8B and what is that teacher's email?",
        (("class_timetable", {"class_id": "8B"}), ("teacher_contact", {"teacher": "Mr. Brandt"})),
        ("Brandt", "office@school.example"),
    ),
    Case("Lena Fox is ill. Report her absent.", (), ()),
]
