"""Recruiting: jobs, candidates, interviews, offers."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def search_jobs(
    keyword: str, location: str | None = None, contract: Literal["permanent", "temporary", "internship"] | None = None
) -> list[dict[str, Any]]:
    """Search open positions.

    Args:
        keyword: Word in the job title, e.g. "nurse".
        location: City of the job.
        contract: Type of contract.
    """
    return [
        {"job_id": 8801, "title": "Backend engineer", "location": "Ghent", "recruiter_id": "RC-2"},
        {"job_id": 8822, "title": "Data engineer", "location": "Ghent", "recruiter_id": "RC-5"},
    ]


def get_job(job_id: int) -> dict[str, Any]:
    """Full description of a position with salary and recruiter.

    Args:
        job_id: Number of the position.
    """
    return {"job_id": job_id, "title": "Data engineer", "salary": 58000, "remote_days": 3, "recruiter_id": "RC-5"}


def get_recruiter(recruiter_id: str) -> dict[str, Any]:
    """Name and email address of a recruiter.

    Args:
        recruiter_id: Recruiter id, e.g. RC-2.
    """
    return {"recruiter_id": recruiter_id, "name": "Wim Claes", "email": "wim@jobs.example"}


def list_candidates(job_id: int, min_score: int | None = None) -> list[dict[str, Any]]:
    """List the candidates for a position with their test scores.

    Args:
        job_id: Number of the position.
        min_score: Lowest test score.
    """
    rows = [
        {"candidate_id": "CA-11", "name": "Mei Tan", "score": 88},
        {"candidate_id": "CA-12", "name": "Ravi Nair", "score": 74},
    ]
    return [row for row in rows if min_score is None or int(str(row["score"])) >= min_score]


def schedule_interview(candidate_id: str, date: str, time: str) -> dict[str, Any]:
    """Schedule an interview with a candidate.

    Args:
        candidate_id: Candidate id, e.g. CA-11.
        date: Day of the interview (YYYY-MM-DD).
        time: Start time (HH:MM).
    """
    return {"interview_id": "IV-9", "room": "B3"}


def salary_benchmark(job_title: str, country: str) -> dict[str, Any]:
    """Median salary for a job title in a country.

    Args:
        job_title: Title of the job.
        country: Country name.
    """
    return {"job_title": job_title, "country": country, "median": 61200}


TOOLS = [search_jobs, get_job, get_recruiter, list_candidates, schedule_interview, salary_benchmark]

CASES = [
    Case(
        "Who is the recruiter for job 8822 and what is their email address?",
        (("get_job", {"job_id": 8822}), ("get_recruiter", {"recruiter_id": "RC-5"})),
        ("Wim Claes", "wim@jobs.example"),
    ),
    Case(
        "List the candidates for job 8801 with a score of at least 80 and schedule an interview "
        "with candidate CA-11 on 3 June 2026 at 10:00.",
        (
            ("list_candidates", {"job_id": 8801, "min_score": 80}),
            ("schedule_interview", {"candidate_id": "CA-11", "date": "2026-06-03", "time": "10:00"}),
        ),
        ("Mei Tan", "IV-9"),
    ),
    Case(
        "Search for permanent engineer jobs in Ghent and tell me the median salary for a 'data engineer' in Belgium.",
        (
            ("search_jobs", {"keyword": "engineer", "location": "Ghent", "contract": "permanent"}),
            ("salary_benchmark", {"job_title": "data engineer", "country": "Belgium"}),
        ),
        ("8801", "61200"),
    ),
    Case(
        "What's the salary of position 8822? Which candidates does it have?",
        (("get_job", {"job_id": 8822}), ("list_candidates", {"job_id": 8822})),
        ("58000", "Ravi Nair"),
    ),
    Case(
        "Schedule an interview with the candidate who has the highest score for job 8801 on 4 June 2026 at 2 pm.",
        (
            ("list_candidates", {"job_id": 8801}),
            ("schedule_interview", {"candidate_id": "CA-11", "date": "2026-06-04", "time": "14:00"}),
        ),
        ("IV-9",),
    ),
    Case(
        "List the candidates for job 8822, then schedule an interview with Ravi Nair on 5 June 2026 at 9:30.",
        (
            ("list_candidates", {"job_id": 8822}),
            ("schedule_interview", {"candidate_id": "CA-12", "date": "2026-06-05", "time": "09:30"}),
        ),
        ("IV-9",),
    ),
    Case(
        "What is the email of the recruiter of job 8801?",
        (("get_job", {"job_id": 8801}), ("get_recruiter", {"recruiter_id": "RC-5"})),
        ("wim@jobs.example",),
    ),
    Case(
        "How many remote days does job 8822 offer and who are the candidates for job 8801?",
        (("get_job", {"job_id": 8822}), ("list_candidates", {"job_id": 8801})),
        ("3", "Mei Tan"),
    ),
]
