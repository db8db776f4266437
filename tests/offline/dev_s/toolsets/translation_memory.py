"""Translation memory server of a language service company."""

from typing import Any, Literal

Lang = Literal["en", "de", "fr", "es"]

_SEGMENTS: list[dict[str, Any]] = [
    {
        "id": 80114,
        "pair": ("en", "de"),
        "source": "Press the reset button",
        "target": "Reset-Taste drücken",
        "by": "lkoch",
    },
    {
        "id": 80121,
        "pair": ("en", "de"),
        "source": "Close the valve slowly",
        "target": "Ventil langsam schließen",
        "by": "mroth",
    },
    {
        "id": 80139,
        "pair": ("en", "fr"),
        "source": "Close the valve slowly",
        "target": "Fermez la vanne lentement",
        "by": "abenoit",
    },
    {
        "id": 80155,
        "pair": ("en", "es"),
        "source": "Keep out of reach of children",
        "target": "Mantener fuera del alcance de los niños",
        "by": "jvidal",
    },
]
_TERMS = {
    ("gasket", "en", "de"): "Flachdichtung",
    ("gasket", "en", "fr"): "joint plat",
    ("torque wrench", "en", "de"): "Drehmomentschlüssel",
    ("torque wrench", "en", "es"): "llave dinamométrica",
    ("invoice", "en", "fr"): "facture",
}
_PROJECTS: dict[str, dict[str, Any]] = {
    "TX-61": {"client": "Pumpenwerk Adler", "memory": "adler_main", "lead": "lkoch", "due": "2026-07-03"},
    "TX-64": {"client": "Bonne Table SA", "memory": "bt_food", "lead": "abenoit", "due": "2026-07-17"},
    "TX-70": {"client": "Sol Juguetes", "memory": "sol_toys", "lead": "jvidal", "due": "2026-08-05"},
}
_ANALYSIS = {
    "TX-61": {"new_words": 4200, "fuzzy_words": 1350, "repeated_words": 980},
    "TX-64": {"new_words": 1800, "fuzzy_words": 260, "repeated_words": 75},
    "TX-70": {"new_words": 3050, "fuzzy_words": 640, "repeated_words": 1120},
}
_USERS = {
    "lkoch": {"name": "Lena Koch", "mail": "lena@tm.example", "rate_per_word": 0.12},
    "mroth": {"name": "Max Roth", "mail": "max@tm.example", "rate_per_word": 0.11},
    "abenoit": {"name": "Alice Benoit", "mail": "alice@tm.example", "rate_per_word": 0.14},
    "jvidal": {"name": "Jordi Vidal", "mail": "jordi@tm.example", "rate_per_word": 0.1},
}


def search_segment(text: str, source: Lang, target: Lang) -> dict[str, Any]:
    """Search the memory for a sentence in a language pair. Returns segment id, translation and author's login."""
    for one in _SEGMENTS:
        if one["pair"] == (source, target) and one["source"].lower() == text.strip().rstrip(".").lower():
            return {"segment_id": one["id"], "translation": one["target"], "author": one["by"]}
    return {"text": text, "match": "none"}


def lookup_term(term: str, source: Lang, target: Lang) -> str:
    """Look up a term in the glossary. Returns the approved translation."""
    found = _TERMS.get((term.strip().lower(), source, target))
    if found is None:
        raise ValueError(f"{term} is not in the glossary {source}-{target}")
    return found


def project(code: str) -> dict[str, Any]:
    """Open the record of a project such as TX-12. Returns client, memory name, lead translator's login and due date."""
    if code.strip().upper() not in _PROJECTS:
        raise ValueError(f"no project {code}")
    return _PROJECTS[code.strip().upper()]


def analyse(code: str) -> dict[str, int]:
    """Count the words of a project against its memory. Returns new, fuzzy and repeated words."""
    if code.strip().upper() not in _ANALYSIS:
        raise ValueError(f"no project {code}")
    return _ANALYSIS[code.strip().upper()]


def user(login: str) -> dict[str, Any]:
    """Look up a translator by login. Returns full name, mail address and rate per word in euros."""
    if login.strip().lower() not in _USERS:
        raise ValueError(f"no user {login}")
    return _USERS[login.strip().lower()]


def lock_segment(segment_id: int, reason: Literal["approved", "legal", "disputed"] = "approved") -> dict[str, Any]:
    """Lock a segment against edits. Returns the number of the lock."""
    return {"lock": f"LK{segment_id}{reason[0].upper()}", "segment_id": segment_id}


def export_memory(memory: str, file_format: Literal["tmx", "csv"] = "tmx", since: str | None = None) -> dict[str, Any]:
    """Export a memory to a file, only segments changed since a date if one is given. Returns file name and segments."""
    if memory not in {one["memory"] for one in _PROJECTS.values()}:
        raise ValueError(f"no memory {memory}")
    count = {"adler_main": 18240, "bt_food": 5310, "sol_toys": 7425}[memory]
    return {"file": f"{memory}.{file_format}", "segments": count // 10 if since else count}
