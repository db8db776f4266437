"""Files, fees and appointments of a notary's office."""

from typing import Any, Literal

_FILES: dict[str, dict[str, Any]] = {
    "N-2071": {"client": "Edwin Sorel", "matter": "house purchase", "clerk": "Ruth Adeyemi", "value": 320000},
    "N-2085": {"client": "Petra Vance", "matter": "will", "clerk": "Colm Fahey", "value": 95000},
    "N-2096": {"client": "Bogdan Ilie", "matter": "company formation", "clerk": "Ruth Adeyemi", "value": 25000},
}
_MISSING = {"N-2071": ["land register extract"], "N-2085": [], "N-2096": ["articles of association", "passport copy"]}
_CLERKS = {"ruth adeyemi": {"extension": 214, "room": "2.06"}, "colm fahey": {"extension": 231, "room": "1.11"}}


def file_of_client(client: str) -> dict[str, Any]:
    """Find the file of a client.

    Args:
        client: Full name of the client.

    Returns:
        File number, matter, clerk in charge and value in euros.
    """
    for number, record in _FILES.items():
        if record["client"].lower() == client.strip().lower():
            return {"file_number": number, **record}
    return {"status": "not found"}


def missing_documents(file_number: str) -> list[str]:
    """Documents that are still outstanding in a file.

    Args:
        file_number: Number like N-2000.
    """
    if file_number not in _MISSING:
        raise ValueError(f"no file {file_number}")
    return _MISSING[file_number]


def clerk_contact(clerk: str) -> dict[str, Any]:
    """Telephone extension and room of a clerk.

    Args:
        clerk: First and last name.
    """
    if clerk.lower() not in _CLERKS:
        raise ValueError(f"no clerk {clerk}")
    return _CLERKS[clerk.lower()]


def notary_fee(
    service: Literal["deed", "will", "certification", "power_of_attorney"], value: float
) -> dict[str, float]:
    """Fee of a service for a given value.

    Args:
        service: Kind of service.
        value: Value of the matter in euros.
    """
    rate = {"deed": 0.008, "will": 0.005, "certification": 0.001, "power_of_attorney": 0.002}[service]
    return {"fee": round(40 + value * rate, 2)}


def book_signing(file_number: str, date: str, time: str, interpreter: str | None = None) -> dict[str, Any]:
    """Book a date for signing.

    Args:
        file_number: Number of the file.
        date: ISO date.
        time: Time as HH:MM.
        interpreter: Language of the interpreter, if one is needed.

    Returns:
        Reference of the appointment and the room.
    """
    if file_number not in _FILES:
        raise ValueError(f"no file {file_number}")
    return {"reference": f"SG{file_number[2:]}/{date[8:]}", "room": "Oak Room" if interpreter else "Blue Room"}
