"""Clients, projects and translators of a translation agency."""

from typing import Any, Literal

Language = Literal["en", "de", "fr", "it", "pl"]

_CLIENTS: dict[str, dict[str, str]] = {
    "CL-18": {"client_name": "Brandt Optics", "city": "Jena", "email": "office@brandt-optics.example"},
    "CL-25": {"client_name": "Moreno Tiles", "city": "Valencia", "email": "sales@moreno-tiles.example"},
}
_PROJECTS: dict[str, dict[str, Any]] = {
    "PR-631": {"client_id": "CL-18", "title": "Lens manual", "status": "delivered", "fee_eur": 1120, "words": 8000},
    "PR-640": {"client_id": "CL-18", "title": "Fair brochure", "status": "delivered", "fee_eur": 455, "words": 3250},
    "PR-652": {"client_id": "CL-18", "title": "Safety notice", "status": "open", "fee_eur": 290, "words": 1900},
    "PR-655": {"client_id": "CL-25", "title": "Glaze catalogue", "status": "open", "fee_eur": 1730, "words": 12400},
    "PR-661": {"client_id": "CL-25", "title": "Web shop", "status": "open", "fee_eur": 840, "words": 6000},
    "PR-664": {"client_id": "CL-25", "title": "Price list", "status": "paid", "fee_eur": 175, "words": 1150},
}
_DEADLINES = {
    "PR-631": "2026-02-13",
    "PR-640": "2026-03-06",
    "PR-652": "2026-05-21",
    "PR-655": "2026-06-30",
    "PR-661": "2026-06-05",
    "PR-664": "2026-01-23",
}
_WORKS_ON = {"PR-631": "TR-22", "PR-640": "TR-31", "PR-655": "TR-36", "PR-664": "TR-27"}
_TRANSLATORS: list[dict[str, Any]] = [
    {"translator_id": "TR-22", "name": "Joanna Wilk", "pair": ("de", "pl"), "certified": True, "rating": 4.4},
    {"translator_id": "TR-24", "name": "Marek Dudek", "pair": ("de", "pl"), "certified": True, "rating": 4.8},
    {"translator_id": "TR-25", "name": "Ewa Sobol", "pair": ("de", "pl"), "certified": False, "rating": 4.9},
    {"translator_id": "TR-27", "name": "Claire Morvan", "pair": ("en", "fr"), "certified": True, "rating": 4.6},
    {"translator_id": "TR-31", "name": "Luc Perrault", "pair": ("it", "fr"), "certified": False, "rating": 4.1},
    {"translator_id": "TR-36", "name": "Denis Caron", "pair": ("en", "fr"), "certified": False, "rating": 4.3},
]
_PHONES = {
    "TR-22": "0151 440 98",
    "TR-24": "0151 772 03",
    "TR-25": "0152 310 66",
    "TR-27": "0160 225 71",
    "TR-31": "0163 908 14",
    "TR-36": "0170 554 29",
}
_RATES = {("EUR", "USD"): 1.1, ("EUR", "CHF"): 0.96, ("GBP", "EUR"): 1.18}


def get_client(client_name: str) -> dict[str, Any]:
    """Client id, city and e-mail address of a client.

    Args:
        client_name (str): Name of the client.
    """
    for client_id, client in _CLIENTS.items():
        if client["client_name"].casefold() == client_name.strip().casefold():
            return {"client_id": client_id, **client}
    raise ValueError(f"no client called {client_name}")


def list_projects(
    client_id: str, status: Literal["open", "delivered", "paid"] | None = None, limit: int = 10
) -> dict[str, Any]:
    """List the projects of a client.

    Args:
        client_id (str): Number of the client, e.g. CL-18.
        status (str): Only projects with this status.
        limit (int): How many projects at most, the last ones first.

    Returns:
        dict: The projects, each with title, status, fee and due date.
    """
    if client_id not in _CLIENTS:
        raise ValueError(f"no client {client_id}")
    found = [
        {
            "project_id": project_id,
            "title": one["title"],
            "status": one["status"],
            "fee_eur": one["fee_eur"],
            "due_date": _DEADLINES[project_id],
        }
        for project_id, one in reversed(_PROJECTS.items())
        if one["client_id"] == client_id and status in (None, one["status"])
    ]
    return {"client_id": client_id, "projects": found[:limit]}


def get_project(project_id: str) -> dict[str, Any]:
    """Title, number of words, fee, deadline and translator of a project.

    Args:
        project_id (str): Number of the project, e.g. PR-640.
    """
    if project_id not in _PROJECTS:
        raise ValueError(f"no project {project_id}")
    return {
        "project_id": project_id,
        **_PROJECTS[project_id],
        "deadline": _DEADLINES[project_id],
        "translator_id": _WORKS_ON.get(project_id),
    }


def find_translators(
    source_language: Language, target_language: Language, certified: bool = False
) -> list[dict[str, Any]]:
    """Find translators from one language to another.

    Args:
        source_language (str): Language to translate from.
        target_language (str): Language to translate to.
        certified (bool): Only certified translators.

    Returns:
        list: Translator id, name and rating of each.
    """
    return [
        {"translator_id": one["translator_id"], "name": one["name"], "rating": one["rating"]}
        for one in _TRANSLATORS
        if one["pair"] == (source_language, target_language) and (one["certified"] or not certified)
    ]


def get_translator(translator_id: str) -> dict[str, Any]:
    """Name, phone number and rating of a translator.

    Args:
        translator_id (str): Number of the translator, e.g. TR-27.
    """
    for one in _TRANSLATORS:
        if one["translator_id"] == translator_id:
            return {
                "translator_id": translator_id,
                "name": one["name"],
                "phone": _PHONES[translator_id],
                "rating": one["rating"],
            }
    raise ValueError(f"no translator {translator_id}")


def assign_translator(project_id: str, translator_id: str) -> dict[str, Any]:
    """Assign a translator to a project.

    Args:
        project_id (str): Number of the project, e.g. PR-640.
        translator_id (str): Number of the translator, e.g. TR-27.
    """
    if project_id not in _PROJECTS or translator_id not in _PHONES:
        raise ValueError("no such project or translator")
    return {"assignment_id": f"A{project_id[3:]}-{translator_id[3:]}", "project_id": project_id, "state": "assigned"}


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money to another currency.

    Args:
        amount (float): How much money.
        from_currency (str): Three-letter code, e.g. EUR.
        to_currency (str): Three-letter code, e.g. USD.
    """
    rate = _RATES.get((from_currency.upper(), to_currency.upper()))
    if rate is None:
        raise ValueError(f"no rate from {from_currency} to {to_currency}")
    return {"converted_amount": round(amount * rate, 2), "currency": to_currency.upper(), "rate": rate}
