"""Where a laboratory keeps its frozen samples."""

from typing import Any, Literal, Optional

_SAMPLES: dict[str, dict[str, Any]] = {
    "S-40021": {
        "label": "LUX-7 plasma A",
        "donor": 312,
        "material": "plasma",
        "freezer": "Nansen",
        "box": 14,
        "aliquots": 6,
        "thaws": 1,
    },
    "S-40022": {
        "label": "LUX-7 serum B",
        "donor": 312,
        "material": "serum",
        "freezer": "Amundsen",
        "box": 3,
        "aliquots": 2,
        "thaws": 0,
    },
    "S-40057": {
        "label": "ORB-2 plasma C",
        "donor": 348,
        "material": "plasma",
        "freezer": "Nansen",
        "box": 15,
        "aliquots": 9,
        "thaws": 3,
    },
    "S-40063": {
        "label": "ORB-2 RNA D",
        "donor": 348,
        "material": "rna",
        "freezer": "Shackleton",
        "box": 8,
        "aliquots": 4,
        "thaws": 2,
    },
    "S-40110": {
        "label": "TAY-9 serum A",
        "donor": 355,
        "material": "serum",
        "freezer": "Amundsen",
        "box": 5,
        "aliquots": 12,
        "thaws": 0,
    },
}
_FREEZERS: dict[str, dict[str, Any]] = {
    "Nansen": {"celsius": -79.6, "set_point": -80, "alarm": False, "room": "B107", "keeper": "Dr. Okonjo"},
    "Amundsen": {"celsius": -74.2, "set_point": -80, "alarm": True, "room": "B112", "keeper": "Lena Strobl"},
    "Shackleton": {"celsius": -150.3, "set_point": -150, "alarm": False, "room": "C003", "keeper": "Hugo Parra"},
}
_FREE = {("Nansen", 14): [22, 23, 61], ("Nansen", 16): [5, 6, 7, 8], ("Amundsen", 3): [], ("Shackleton", 8): [41, 77]}


def find_sample(label: str) -> dict[str, Any]:
    """Find a sample by what is written on its tube.

    Parameters
    ----------
    label : str
        Full label, for instance "LUX-7 plasma A".

    Returns
    -------
    dict
        Sample id, donor, material, freezer, box, aliquots left and number of thaws.
    """
    for sample_id, sample in _SAMPLES.items():
        if sample["label"].lower() == label.strip().lower():
            return {"sample_id": sample_id, **sample}
    raise ValueError(f"no tube labelled {label!r}")


def samples_of_donor(
    donor: int,
    material: Optional[Literal["plasma", "serum", "rna"]] = None,  # noqa: UP045
) -> list[dict[str, Any]]:
    """List what is stored of a donor.

    Args:
        donor: Three-digit number of the donor, e.g. 312.
        material: Only this material; all materials if left out.
    """
    rows = [{"sample_id": key, **row} for key, row in _SAMPLES.items() if row["donor"] == donor]
    return [row for row in rows if material in (None, row["material"])]


def freezer_status(freezer: Literal["Nansen", "Amundsen", "Shackleton"]) -> dict[str, Any]:
    """Temperature now, set point, alarm, room and the person in charge of a freezer.

    Args:
        freezer: Name of the freezer.
    """
    return {"freezer": freezer, **_FREEZERS[freezer]}


def free_positions(freezer: Literal["Nansen", "Amundsen", "Shackleton"], box: int) -> list[int]:
    """Empty positions in a box (1 to 81), in ascending order.

    Args:
        freezer: Name of the freezer the box is in.
        box: Number on the lid of the box, e.g. 14.
    """
    return _FREE.get((freezer, box), [])


def move_sample(
    sample_id: str, freezer: Literal["Nansen", "Amundsen", "Shackleton"], box: int, position: int
) -> dict[str, Any]:
    """Record that a sample has a new place.

    Args:
        sample_id: "S-" and five digits, e.g. "S-40021".
        freezer: Freezer it goes to.
        box: Box it goes to, e.g. 16.
        position: Place in the box, 1 to 81.

    Returns:
        The number of the transfer record and the place in short form.
    """
    if sample_id not in _SAMPLES:
        raise ValueError(f"unknown sample {sample_id!r}")
    return {"transfer": f"T{sample_id[-3:]}{box:02d}{position:02d}", "place": f"{freezer[0]}/{box}/{position}"}


def log_thaw(sample_id: str, minutes: int, operator: str, discarded: bool = False) -> dict[str, Any]:
    """Write a thaw into the history of a sample.

    Args:
        sample_id: "S-" and five digits, e.g. "S-40021".
        minutes: How long it was out of the freezer, e.g. 25.
        operator: Initials of the person, e.g. "HP".
        discarded: True if the aliquot was thrown away afterwards.

    Returns:
        The number of thaws so far, the limit for this material and the number of the log entry.
    """
    if sample_id not in _SAMPLES:
        raise ValueError(f"unknown sample {sample_id!r}")
    sample = _SAMPLES[sample_id]
    limit = {"plasma": 4, "serum": 5, "rna": 3}[sample["material"]]
    entry = f"LOG-{sample_id[-3:]}-{minutes}{operator.upper()}"
    return {"entry": entry, "thaws": sample["thaws"] + 1, "limit": limit, "discarded": discarded}
