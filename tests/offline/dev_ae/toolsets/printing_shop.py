"""Prices, jobs and paper of a printing shop."""

from typing import Any, Literal

Product = Literal["flyers", "posters", "business cards", "brochures"]
Status = Literal["waiting", "printing", "ready", "delivered"]

CUSTOMERS = {"KD-64": "Harrow Bakery", "KD-71": "Lantern Theatre", "KD-78": "Miller Dental"}
JOBS: list[dict[str, Any]] = [
    {
        "job_number": 6120,
        "customer_id": "KD-64",
        "product": "flyers",
        "quantity": 800,
        "status": "ready",
        "due_date": "2026-03-05",
        "paper": "Alba Gloss",
    },
    {
        "job_number": 6125,
        "customer_id": "KD-64",
        "product": "business cards",
        "quantity": 300,
        "status": "waiting",
        "due_date": "2026-03-19",
        "paper": "Corvina Board",
    },
    {
        "job_number": 6133,
        "customer_id": "KD-71",
        "product": "posters",
        "quantity": 60,
        "status": "printing",
        "due_date": "2026-03-24",
        "paper": "Tessin Matt",
    },
    {
        "job_number": 6137,
        "customer_id": "KD-71",
        "product": "brochures",
        "quantity": 450,
        "status": "waiting",
        "due_date": "2026-03-11",
        "paper": "Alba Gloss",
    },
    {
        "job_number": 6141,
        "customer_id": "KD-64",
        "product": "posters",
        "quantity": 25,
        "status": "delivered",
        "due_date": "2026-02-26",
        "paper": "Tessin Matt",
    },
]
STOCK = {"alba gloss": (5400, 135), "corvina board": (1250, 300), "tessin matt": (720, 170)}
UNIT_PRICE = {"flyers": 0.12, "posters": 2.4, "business cards": 0.18, "brochures": 0.95}


def get_print_price(product: Product, quantity: int, double_sided: bool = False) -> dict[str, Any]:
    """Price of a print product for a quantity.

    Args:
        product: What is printed.
        quantity: Number of pieces.
        double_sided: Printed on both sides.

    Returns:
        dict: Price in euros and production time in days.
    """
    if product not in UNIT_PRICE:
        raise ValueError(f"we do not print {product!r}")
    price = UNIT_PRICE[product] * quantity * (1.5 if double_sided else 1) + 15
    return {"product": product, "quantity": quantity, "price_eur": round(price, 2), "production_days": 4}


def find_customer(customer_name: str) -> dict[str, Any]:
    """Find a customer by name.

    Args:
        customer_name: Name of the customer's business.

    Returns:
        dict: The customer's id and name.
    """
    for customer_id, name in CUSTOMERS.items():
        if name.casefold() == customer_name.strip().casefold():
            return {"customer_id": customer_id, "customer_name": name}
    raise ValueError(f"no customer {customer_name!r}")


def list_jobs(customer_id: str, status: Status | None = None, limit: int = 20) -> dict[str, Any]:
    """List the print jobs of a customer, newest first.

    Args:
        customer_id: Id of the customer, e.g. KD-50.
        status: Status of the jobs.
        limit: How many jobs at most.

    Returns:
        dict: A list of jobs.
    """
    jobs = [job for job in reversed(JOBS) if job["customer_id"] == customer_id.strip().upper()]
    return {"jobs": [dict(job) for job in jobs if status is None or job["status"] == status][:limit]}


def get_job(job_number: int) -> dict[str, Any]:
    """Status, due date and paper of a print job.

    Args:
        job_number: Four-digit number of the job.
    """
    for job in JOBS:
        if job["job_number"] == job_number:
            return dict(job)
    raise ValueError(f"no job {job_number}")


def create_job(customer_id: str, product: Product, quantity: int, due_date: str, title: str = "") -> dict[str, Any]:
    """Create a print job for a customer.

    Args:
        customer_id: Id of the customer, e.g. KD-50.
        product: What is printed.
        quantity: Number of pieces.
        due_date: Day on which it must be ready, YYYY-MM-DD.
        title: Title of the job.

    Returns:
        dict: The number of the new job.
    """
    if customer_id.strip().upper() not in CUSTOMERS:
        raise ValueError(f"no customer {customer_id!r}")
    number = 6200 + int(customer_id.strip()[3:])
    return {"job_number": number, "product": product, "quantity": quantity, "due_date": due_date, "title": title}


def cancel_jobs(job_numbers: list[int]) -> dict[str, Any]:
    """Cancel one or more print jobs.

    Args:
        job_numbers: Four-digit numbers of the jobs.

    Returns:
        dict: The cancelled jobs and the cancellation fee.
    """
    for number in job_numbers:
        get_job(number)
    return {"cancelled": list(job_numbers), "cancellation_fee_eur": 7.5 * len(job_numbers)}


def get_paper_stock(paper: str) -> dict[str, Any]:
    """Stock of a paper: how many sheets there are.

    Args:
        paper: Name of the paper.
    """
    if paper.strip().casefold() not in STOCK:
        raise ValueError(f"no paper {paper!r}")
    sheets, grams = STOCK[paper.strip().casefold()]
    return {"paper": paper.strip(), "sheets": sheets, "grams_per_m2": grams}
