"""Vacancies, employers, candidates and applications at a job agency."""

from typing import Any, Literal

_JOBS: list[dict[str, Any]] = [
    {
        "job_id": "J-710",
        "title": "Welder",
        "city": "Leeds",
        "hours": "full-time",
        "salary": 34500,
        "employer_id": "E-21",
    },
    {
        "job_id": "J-714",
        "title": "Forklift driver",
        "city": "Leeds",
        "hours": "full-time",
        "salary": 28900,
        "employer_id": "E-24",
    },
    {
        "job_id": "J-719",
        "title": "Receptionist",
        "city": "Leeds",
        "hours": "part-time",
        "salary": 15200,
        "employer_id": "E-30",
    },
    {
        "job_id": "J-722",
        "title": "Payroll clerk",
        "city": "Bristol",
        "hours": "part-time",
        "salary": 18750,
        "employer_id": "E-30",
    },
    {
        "job_id": "J-725",
        "title": "Night nurse",
        "city": "Bristol",
        "hours": "full-time",
        "salary": 39800,
        "employer_id": "E-33",
    },
    {
        "job_id": "J-731",
        "title": "Site manager",
        "city": "Bristol",
        "hours": "full-time",
        "salary": 46200,
        "employer_id": "E-21",
    },
]
_EMPLOYERS: dict[str, dict[str, str]] = {
    "E-21": {"company": "Calder Steel", "contact": "Ruth Askey", "phone": "555-0310"},
    "E-24": {"company": "Portway Freight", "contact": "Dan Obi", "phone": "555-0344"},
    "E-30": {"company": "Larkfield Clinics", "contact": "Mina Shore", "phone": "555-0371"},
    "E-33": {"company": "Avon Care Trust", "contact": "Pete Lamb", "phone": "555-0388"},
}
_CANDIDATES: list[dict[str, Any]] = [
    {"candidate_id": "CD-401", "name": "Hanna Weir", "city": "Leeds", "profession": "welder", "expected_salary": 33000},
    {
        "candidate_id": "CD-415",
        "name": "Omar Siddle",
        "city": "Bristol",
        "profession": "nurse",
        "expected_salary": 38000,
    },
    {
        "candidate_id": "CD-422",
        "name": "Jolie Marchant",
        "city": "Bristol",
        "profession": "clerk",
        "expected_salary": 19500,
    },
]
_APPLICATIONS: list[dict[str, Any]] = [
    {
        "application_id": "A-5001",
        "candidate_id": "CD-401",
        "job_id": "J-714",
        "status": "rejected",
        "sent_on": "2026-01-12",
    },
    {
        "application_id": "A-5009",
        "candidate_id": "CD-401",
        "job_id": "J-731",
        "status": "pending",
        "sent_on": "2026-02-18",
    },
    {
        "application_id": "A-5013",
        "candidate_id": "CD-415",
        "job_id": "J-725",
        "status": "invited",
        "sent_on": "2026-02-25",
    },
    {
        "application_id": "A-5016",
        "candidate_id": "CD-422",
        "job_id": "J-722",
        "status": "pending",
        "sent_on": "2026-03-02",
    },
    {
        "application_id": "A-5020",
        "candidate_id": "CD-422",
        "job_id": "J-719",
        "status": "pending",
        "sent_on": "2026-03-09",
    },
]


def search_jobs(
    city: str,
    hours: Literal["full-time", "part-time"] | None = None,
    min_salary: int | None = None,
) -> list[dict[str, Any]]:
    """Search the jobs on offer in a city.

    Args:
        city (str): City where the job is.
        hours (str, optional): full-time or part-time.
        min_salary (int, optional): Lowest yearly salary in pounds.

    Returns:
        list[dict]: Jobs with job_id, title, salary and employer_id.
    """
    return [
        job
        for job in _JOBS
        if job["city"].casefold() == city.strip().casefold()
        and hours in (None, job["hours"])
        and (min_salary is None or job["salary"] >= min_salary)
    ]


def get_job(job_id: str) -> dict[str, Any]:
    """Title, city, salary and employer of a job.

    Args:
        job_id (str): e.g. "J-100".
    """
    for job in _JOBS:
        if job["job_id"] == job_id:
            return job
    raise ValueError(f"There is no job {job_id}.")


def get_employer(employer_id: str) -> dict[str, str]:
    """Company name, contact person and phone number of an employer.

    Args:
        employer_id (str): e.g. "E-10".
    """
    if employer_id not in _EMPLOYERS:
        raise ValueError(f"There is no employer {employer_id}.")
    return {"employer_id": employer_id, **_EMPLOYERS[employer_id]}


def find_candidate(name: str) -> dict[str, Any]:
    """Find a candidate by name.

    Args:
        name (str): First and last name.

    Returns:
        dict: candidate_id, city, profession and expected salary.
    """
    for one in _CANDIDATES:
        if one["name"].casefold() == name.strip().casefold():
            return one
    raise ValueError(f"There is no candidate called {name}.")


def list_applications(
    candidate_id: str, status: Literal["pending", "invited", "rejected"] | None = None
) -> list[dict[str, Any]]:
    """List the applications of a candidate.

    Args:
        candidate_id (str): e.g. "CD-100".
        status (str, optional): pending, invited or rejected.
    """
    return [one for one in _APPLICATIONS if one["candidate_id"] == candidate_id and status in (None, one["status"])]


def send_application(candidate_id: str, job_id: str, cover_note: str | None = None) -> dict[str, Any]:
    """Send a candidate's application for a job.

    Args:
        candidate_id (str): e.g. "CD-100".
        job_id (str): e.g. "J-100".
        cover_note (str, optional): Note to the employer.
    """
    get_job(job_id)
    return {
        "application_id": f"A-{job_id[2:]}{candidate_id[-2:]}",
        "status": "sent",
        "with_note": cover_note is not None,
    }


def schedule_interview(application_id: str, date: str, time: str) -> dict[str, str]:
    """Schedule an interview for an application.

    Args:
        application_id (str): e.g. "A-1000".
        date (str): Day of the interview (YYYY-MM-DD).
        time (str): Time of the interview (HH:MM).
    """
    if application_id not in {one["application_id"] for one in _APPLICATIONS}:
        raise ValueError(f"There is no application {application_id}.")
    return {"interview_id": f"IV-{application_id[2:]}-{date[8:]}", "date": date, "time": time}
