"""Blood tests: patients, samples, results, opening hours and prices."""

from typing import Any, Literal

_PATIENTS = {
    ("marit solheim", "1984-02-09"): "PT-40021",
    ("dennis achterberg", "1957-11-30"): "PT-40088",
    ("yara nassif", "1999-06-17"): "PT-40135",
}
_RESULTS: dict[tuple[str, str], dict[str, Any]] = {
    ("PT-40021", "ferritin"): {"value": 11.4, "unit": "ug/L", "flag": "low", "sample_no": "B77120"},
    ("PT-40021", "glucose"): {"value": 5.2, "unit": "mmol/L", "flag": "normal", "sample_no": "B77120"},
    ("PT-40088", "glucose"): {"value": 8.9, "unit": "mmol/L", "flag": "high", "sample_no": "B77246"},
    ("PT-40088", "cholesterol"): {"value": 6.7, "unit": "mmol/L", "flag": "high", "sample_no": "B77246"},
    ("PT-40135", "tsh"): {"value": 2.31, "unit": "mIU/L", "flag": "normal", "sample_no": "B77305"},
}
_SAMPLES = {
    "B77120": {"taken": "2026-01-13", "site": "Northgate", "state": "archived"},
    "B77246": {"taken": "2026-01-19", "site": "Lakeside", "state": "reported"},
    "B77305": {"taken": "2026-01-22", "site": "Northgate", "state": "awaiting approval"},
}
_TESTS = {
    "ferritin": {"price": 14.2, "fasting_hours": 0, "tube": "gold"},
    "glucose": {"price": 6.5, "fasting_hours": 8, "tube": "grey"},
    "cholesterol": {"price": 9.8, "fasting_hours": 12, "tube": "gold"},
    "tsh": {"price": 17.6, "fasting_hours": 0, "tube": "green"},
}
_HOURS = {
    "northgate": {"weekday": "07:15-15:30", "saturday": "08:00-11:45"},
    "lakeside": {"weekday": "06:45-14:00", "saturday": "closed"},
}
Analyte = Literal["ferritin", "glucose", "cholesterol", "tsh"]


def patient_number(full_name: str, born: str) -> str:
    """Returns the number of the patient with this name and ISO date of birth."""
    found = _PATIENTS.get((full_name.strip().casefold(), born))
    if found is None:
        raise ValueError("no such patient")
    return found


def latest_result(patient_no: str, analyte: Analyte) -> dict[str, Any]:
    """Returns the newest value of an analyte with unit, flag and sample number."""
    return _RESULTS.get((patient_no, analyte), {"patient_no": patient_no, "analyte": analyte, "found": False})


def track_sample(sample_no: str) -> dict[str, Any]:
    """Returns when and where a sample was taken and how far it has got."""
    if sample_no not in _SAMPLES:
        raise ValueError(f"unknown sample {sample_no}")
    return _SAMPLES[sample_no]


def describe_test(analyte: Analyte) -> dict[str, Any]:
    """Returns price, hours of fasting and colour of the tube of a test."""
    return _TESTS[analyte]


def site_hours(site: str, kind_of_day: Literal["weekday", "saturday"] = "weekday") -> str:
    """Returns when a collection site is open."""
    if site.strip().casefold() not in _HOURS:
        raise ValueError(f"unknown site {site}")
    return _HOURS[site.strip().casefold()][kind_of_day]


def order_tests(patient_no: str, analytes: list[Analyte], day: str, urgent: bool = False) -> dict[str, Any]:
    """Orders blood tests for a patient and returns the order number and the total price.

    Args:
        patient_no: Such as PT-40021.
        analytes: What is to be measured.
        day: ISO date of the blood draw.
        urgent: Result on the same day, for 12 more.
    """
    total = sum(float(_TESTS[one]["price"]) for one in analytes) + (12 if urgent else 0)
    return {"order_no": f"LO{patient_no[-3:]}{day[5:7]}{day[8:]}", "total": round(total, 2), "urgent": urgent}
