"""A phone company: contracts, usage, plans, outages, technicians."""

from typing import Any

from tests.offline.dev.case import Case


def get_contract(phone_number: str) -> dict[str, Any]:
    """Look up the contract behind a phone number.

    Args:
        phone_number: Number in international format, e.g. +4917012345.
    """
    return {
        "contract_id": "CT-778",
        "phone_number": phone_number,
        "plan_code": "FLEX-20",
        "holder": "Ola Berg",
        "ends_on": "2026-11-30",
    }


def data_usage(contract_id: str, month: str | None = None) -> dict[str, Any]:
    """Mobile data used under a contract.

    Args:
        contract_id: Contract id, e.g. CT-778.
        month: Month as YYYY-MM.
    """
    return {"contract_id": contract_id, "used_gb": 14.2, "limit_gb": 20}


def plan_details(plan_code: str) -> dict[str, Any]:
    """Price and data volume of a plan.

    Args:
        plan_code: Code of the plan, e.g. FLEX-20.
    """
    return {"plan_code": plan_code, "monthly_price": 19.99, "data_gb": 20, "roaming": "EU included"}


def check_outages(postcode: str) -> list[dict[str, Any]]:
    """Known network outages in an area.

    Args:
        postcode: Five-digit postcode.
    """
    return [{"outage_id": "OUT-5", "cause": "fibre cut", "fixed_by": "2026-02-03T18:00"}]


def send_technician(contract_id: str, date: str, problem: str) -> dict[str, Any]:
    """Send a technician to a customer.

    Args:
        contract_id: Contract id, e.g. CT-778.
        date: Day of the visit (YYYY-MM-DD).
        problem: What is broken.
    """
    return {"visit_id": "TV-40", "window": "08:00-12:00"}


def change_plan(contract_id: str, plan_code: str) -> dict[str, Any]:
    """Change the plan of a contract.

    Args:
        contract_id: Contract id, e.g. CT-778.
        plan_code: Code of the new plan.
    """
    return {"contract_id": contract_id, "plan_code": plan_code, "effective": "2026-03-01"}


TOOLS = [get_contract, data_usage, plan_details, check_outages, send_technician, change_plan]

CASES = [
    Case(
        "How much data has contract CT-778 used in January 2026, and what does plan FLEX-20 cost?",
        (("data_usage", {"contract_id": "CT-778", "month": "2026-01"}), ("plan_details", {"plan_code": "FLEX-20"})),
        ("14.2", "19.99"),
    ),
    Case(
        "Look up the contract of +4917012345 and tell me how much data it has used.",
        (("get_contract", {"phone_number": "+4917012345"}), ("data_usage", {"contract_id": "CT-778"})),
        ("CT-778", "14.2"),
    ),
    Case(
        "Are there any outages in postcode 20457? If not needed skip it. Also show the details of plan FLEX-50.",
        (("check_outages", {"postcode": "20457"}), ("plan_details", {"plan_code": "FLEX-50"})),
        ("fibre cut", "19.99"),
    ),
    Case(
        "Change contract CT-778 to plan FLEX-50 and then send a technician on 10 February 2026 for "
        "the problem 'no dial tone'.",
        (
            ("change_plan", {"contract_id": "CT-778", "plan_code": "FLEX-50"}),
            ("send_technician", {"contract_id": "CT-778", "date": "2026-02-10", "problem": "no dial tone"}),
        ),
        ("2026-03-01", "TV-40"),
    ),
    Case(
        "What is the monthly price of the plan of phone number +4917012345?",
        (("get_contract", {"phone_number": "+4917012345"}), ("plan_details", {"plan_code": "FLEX-20"})),
        ("19.99",),
    ),
    Case(
        "When does the contract for +4917012345 end and does its plan include roaming?",
        (("get_contract", {"phone_number": "+4917012345"}), ("plan_details", {"plan_code": "FLEX-20"})),
        ("2026-11-30", "EU included"),
    ),
    Case(
        "Check outages for postcode 10115 and for postcode 20457.",
        (("check_outages", {"postcode": "10115"}), ("check_outages", {"postcode": "20457"})),
        ("OUT-5",),
    ),
    Case(
        "Get the data usage of contracts CT-778 and CT-779.",
        (("data_usage", {"contract_id": "CT-778"}), ("data_usage", {"contract_id": "CT-779"})),
        ("14.2",),
    ),
]
