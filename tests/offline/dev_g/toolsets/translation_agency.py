"""Jobs, translators and clients of a translation agency."""

from typing import Any, Literal

Field = Literal["general", "legal", "medical", "technical"]

_TRANSLATORS: dict[str, dict[str, Any]] = {
    "TR-08": {"name": "Ludmila Hork", "pair": ("Czech", "English"), "field": "legal", "per_word": 0.16},
    "TR-15": {"name": "Estefania Rubio", "pair": ("English", "Spanish"), "field": "medical", "per_word": 0.14},
    "TR-19": {"name": "Anselm Kratz", "pair": ("English", "German"), "field": "technical", "per_word": 0.17},
    "TR-22": {"name": "Noor van Dalen", "pair": ("English", "Dutch"), "field": "general", "per_word": 0.12},
    "TR-31": {"name": "Gudrun Weil", "pair": ("English", "German"), "field": "legal", "per_word": 0.19},
}
_CAPACITY = {
    ("TR-08", "2026-02-16"): 1800,
    ("TR-15", "2026-02-16"): 0,
    ("TR-15", "2026-02-18"): 2600,
    ("TR-19", "2026-02-17"): 3100,
    ("TR-22", "2026-02-17"): 950,
    ("TR-31", "2026-02-19"): 2250,
}
_JOBS: dict[str, dict[str, Any]] = {
    "J-5502": {"client": "Norvale Pumps", "source": "English", "target": "German", "field": "technical", "words": 2900},
    "J-5507": {"client": "Clinica Aurora", "source": "English", "target": "Spanish", "field": "medical", "words": 1450},
    "J-5511": {"client": "Hruska & Partners", "source": "Czech", "target": "English", "field": "legal", "words": 4200},
    "J-5516": {"client": "Tulip Tours", "source": "English", "target": "Dutch", "field": "general", "words": 730},
}
_CLIENTS = {
    "norvale pumps": {"contact": "Imogen Sayle", "email": "sayle@norvale.example", "vat": "GB88"},
    "clinica aurora": {"contact": "Dr Ramiro Font", "email": "font@aurora.example", "vat": "ES41"},
    "hruska & partners": {"contact": "Zdenka Hruska", "email": "office@hruska.example", "vat": "CZ27"},
    "tulip tours": {"contact": "Joost Bakker", "email": "joost@tuliptours.example", "vat": "NL63"},
}
_GLOSSARY = {
    ("norvale pumps", "impeller"): "Laufrad",
    ("norvale pumps", "gasket"): "Flachdichtung",
    ("clinica aurora", "consent form"): "consentimiento informado",
    ("tulip tours", "bike ferry"): "fietspont",
}


def job(job_no: str) -> dict[str, Any]:
    """Shows a job by its job_no: client, languages, subject field and number of words."""
    if job_no not in _JOBS:
        return {"job_no": job_no, "state": "not found"}
    return {"job_no": job_no, **_JOBS[job_no]}


def find_translator(source: str, target: str, field: Field = "general") -> dict[str, Any]:
    """Finds our translator from a source into a target language (English names) for a subject field."""
    for number, one in _TRANSLATORS.items():
        if one["pair"] == (source.title(), target.title()) and one["field"] == field:
            return {"translator": number, "name": one["name"], "per_word": one["per_word"]}
    raise ValueError(f"nobody for {field} texts from {source} into {target}")


def words_free(translator: str, day: str) -> int:
    """How many words a translator (by number, like TR-08) can still take on a day (ISO date)."""
    return _CAPACITY.get((translator, day), 0)


def price(words: int, per_word: float, rush: bool = False) -> float:
    """Price for a number of words at a per_word rate; a rush costs 40 percent more."""
    return round(words * per_word * (1.4 if rush else 1), 2)


def assign(job_no: str, translator: str, due: str) -> dict[str, str]:
    """Gives the job with that job_no to a translator number, due on an ISO date; returns the purchase order."""
    if job_no not in _JOBS or translator not in _TRANSLATORS:
        raise ValueError("unknown job or translator")
    return {"purchase_order": f"PO{job_no[2:]}/{translator[3:]}", "due": due}


def client_contact(client: str) -> dict[str, str]:
    """Contact person, email and VAT number of a client company."""
    if client.strip().lower() not in _CLIENTS:
        raise ValueError(f"no client {client}")
    return _CLIENTS[client.strip().lower()]


def glossary(client: str, term: str) -> str:
    """The translation that a client wants for an English term."""
    return _GLOSSARY.get((client.strip().lower(), term.strip().lower()), "not found")


def send_quote(email: str, amount: float, valid_days: int = 30) -> dict[str, Any]:
    """Sends a quote for an amount in euros to an email address. It holds for valid_days."""
    return {"quote": f"Q-{round(amount)}-{valid_days}", "sent_to": email}
