"""Catalogue and reading room of a city archive."""

from typing import Any, Literal

_DOCUMENTS: dict[str, dict[str, Any]] = {
    "DOC-1180": {
        "title": "Plan of the Old Harbour",
        "document_type": "map",
        "subject": "harbour",
        "year": 1741,
        "collection_id": "COL-3",
        "box": "14B",
        "pages": 1,
    },
    "DOC-1192": {
        "title": "Harbour Basin Survey",
        "document_type": "map",
        "subject": "harbour",
        "year": 1868,
        "collection_id": "COL-5",
        "box": "22A",
        "pages": 6,
    },
    "DOC-1204": {
        "title": "Quay Workers at Noon",
        "document_type": "photograph",
        "subject": "harbour",
        "year": 1911,
        "collection_id": "COL-8",
        "box": "40C",
        "pages": 1,
    },
    "DOC-1260": {
        "title": "Letter of the Miller's Guild",
        "document_type": "letter",
        "subject": "mills",
        "year": 1623,
        "collection_id": "COL-3",
        "box": "02F",
        "pages": 3,
    },
    "DOC-1275": {
        "title": "Deed of Saltgate Mill",
        "document_type": "deed",
        "subject": "mills",
        "year": 1702,
        "collection_id": "COL-5",
        "box": "09D",
        "pages": 11,
    },
}
_COLLECTIONS = {
    "COL-3": {"name": "Guild Papers", "archivist": "Edda Brink", "extent_metres": 18.4},
    "COL-5": {"name": "Land Office", "archivist": "Joost Verhagen", "extent_metres": 96.2},
    "COL-8": {"name": "Hartog Photographs", "archivist": "Lena Mulder", "extent_metres": 7.5},
}
_BIRTHS = {
    "johanna hartog": {"birth_date": "1874-08-19", "parish": "St Olave", "register_page": 212},
    "pieter saal": {"birth_date": "1831-02-03", "parish": "New Church", "register_page": 57},
}
_PARISHES = {
    "st olave": {"founded": 1392, "records_from": 1588},
    "new church": {"founded": 1655, "records_from": 1661},
}


def search_documents(
    subject: str, document_type: Literal["map", "photograph", "letter", "deed"] | None = None
) -> list[dict[str, Any]]:
    """Search the documents of the archive on a subject.

    Args:
        subject: What the documents are about, e.g. "bridges".
        document_type: One of map, photograph, letter, deed.

    Returns:
        A list with document_id, title and year.
    """
    return [
        {"document_id": key, "title": one["title"], "year": one["year"], "document_type": one["document_type"]}
        for key, one in _DOCUMENTS.items()
        if one["subject"] == subject.strip().lower() and document_type in (None, one["document_type"])
    ]


def get_document(document_id: str) -> dict[str, Any]:
    """Catalogue entry of a document: title, year, box, pages and collection.

    Args:
        document_id: Call number of the document, e.g. "DOC-1180".
    """
    if document_id not in _DOCUMENTS:
        raise ValueError(f"{document_id} is not in the catalogue")
    return {"document_id": document_id, **_DOCUMENTS[document_id]}


def get_collection(collection_id: str) -> dict[str, Any]:
    """Name, archivist and extent of a collection.

    Args:
        collection_id: Number of the collection, e.g. "COL-3".
    """
    if collection_id not in _COLLECTIONS:
        raise ValueError(f"{collection_id} is no collection")
    return {"collection_id": collection_id, **_COLLECTIONS[collection_id]}


def get_birth_record(person_name: str) -> dict[str, Any]:
    """Birth record of a person: birth date, parish and page of the register.

    Args:
        person_name: Full name of the person.
    """
    record = _BIRTHS.get(person_name.strip().lower())
    return {"person_name": person_name, **record} if record else {"person_name": person_name, "found": False}


def get_parish(parish: str) -> dict[str, Any]:
    """Founding year of a parish and the year its records begin.

    Args:
        parish: Name of the parish.
    """
    if parish.strip().lower() not in _PARISHES:
        raise ValueError(f"no parish {parish}")
    return {"parish": parish, **_PARISHES[parish.strip().lower()]}


def request_copy(document_id: str, copy_format: Literal["paper", "scan"], colour: bool = False) -> dict[str, Any]:
    """Request a copy of a document.

    Args:
        document_id: Call number of the document, e.g. "DOC-1180".
        copy_format: Paper or scan.
        colour: Copy in colour.

    Returns:
        Number of the request and fee in euros.
    """
    pages = get_document(document_id)["pages"]
    return {
        "request_number": f"CP{document_id[4:]}-{copy_format[0].upper()}",
        "fee": round(pages * (0.9 if colour else 0.4) + (2.5 if copy_format == "paper" else 0), 2),
    }


def reserve_desk(date: str, time: str, visitor_name: str) -> dict[str, Any]:
    """Reserve a desk in the reading room for a visitor.

    Args:
        date: Day of the visit (YYYY-MM-DD).
        time: Time of arrival (HH:MM).
        visitor_name: Full name of the visitor.
    """
    desk = 1 + (int(date[8:]) + int(time[:2])) % 24
    return {"desk": f"desk {desk}", "date": date, "time": time, "visitor_name": visitor_name}
