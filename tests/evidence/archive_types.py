"""Types that the tools of the invented film archive of `archive.py` return."""

# ruff: noqa: UP013  # TypedDicts in one line each
from typing import Literal, TypedDict

Gauge = Literal["16mm", "35mm", "70mm"]
Zone = Literal["home", "near", "far"]

FilmHit = TypedDict("FilmHit", {"film_id": str, "title": str, "director": str, "year": int})
FilmHits = TypedDict("FilmHits", {"count": int, "films": list[FilmHit]})


class Rights(TypedDict):
    state: Literal["cleared", "restricted", "unknown"]
    fee_per_screening_eur: float | None


class Film(TypedDict):
    film_id: str
    title: str
    original_title: str | None
    director: str
    year: int
    runtime_min: int
    country: str
    rights: Rights


PrintRef = TypedDict("PrintRef", {"print_id": str, "gauge": Gauge})
PrintRefs = TypedDict("PrintRefs", {"film_id": str, "prints": list[PrintRef]})
Length = TypedDict("Length", {"value": float, "unit": Literal["m", "ft"]})
Weight = TypedDict("Weight", {"value": float, "unit": Literal["kg", "lb"]})


class Print(TypedDict):
    print_id: str
    film_id: str
    gauge: Gauge
    base: Literal["nitrate", "acetate", "polyester"]
    length: Length
    reels: int
    shipping_weight: Weight
    condition: Literal["A", "B", "C", "D"]
    state: Literal["in_vault", "on_loan", "quarantine", "withdrawn"]
    vault_id: str
    last_inspected: str | None


class Inspection(TypedDict):
    date: str
    inspector_id: str
    grade: Literal["A", "B", "C", "D"]
    shrinkage_percent: float
    note: str | None


InspectionLog = TypedDict("InspectionLog", {"print_id": str, "inspections": list[Inspection]})
Booking = TypedDict("Booking", {"loan_id": str, "first_day": str, "last_day": str})
Availability = TypedDict("Availability", {"print_id": str, "free": bool, "conflicts": list[Booking]})
StaffHit = TypedDict("StaffHit", {"staff_id": str, "given_name": str, "surname": str})
StaffHits = TypedDict("StaffHits", {"matches": list[StaffHit]})


class StaffMember(TypedDict):
    staff_id: str
    given_name: str
    surname: str
    department: str
    grade: Literal["T1", "T2", "T3", "T4"]
    state: Literal["active", "on_leave", "left"]
    weekly_hours: float
    email: str | None


Department = TypedDict("Department", {"department": str, "members": list[StaffHit]})


class TimeEntry(TypedDict):
    date: str
    project_id: str | None
    amount: float
    unit: Literal["h", "min"]
    shift: Literal["day", "night"]
    state: Literal["approved", "draft", "rejected"]


Timesheet = TypedDict("Timesheet", {"staff_id": str, "month": str, "entries": list[TimeEntry]})


class PayGrade(TypedDict):
    grade: str
    hourly_rate_eur: float
    night_supplement_percent: float
    formula: str


VenueHit = TypedDict("VenueHit", {"venue_id": str, "name": str, "city": str})
VenueHits = TypedDict("VenueHits", {"venues": list[VenueHit]})


class Venue(TypedDict):
    venue_id: str
    name: str
    city: str
    country: str
    zone: Zone
    seats: int
    gauges: list[Gauge]
    accreditation: Literal["full", "provisional", "lapsed"]
    contact_email: str | None


LoanRow = TypedDict("LoanRow", {"loan_id": str, "venue_id": str, "first_day": str, "state": str})
LoanPage = TypedDict("LoanPage", {"page": int, "pages": int, "total": int, "loans": list[LoanRow]})


class Loan(TypedDict):
    loan_id: str
    print_id: str
    venue_id: str
    first_day: str
    last_day: str
    screenings: int
    state: Literal["confirmed", "out", "returned", "overdue", "cancelled"]
    returned_on: str | None
    handled_by: str


class LoanTariff(TypedDict):
    gauge: Gauge
    base_eur: float
    included_days: int
    extra_day_eur: float
    extra_screening_eur: float
    late_day_eur: float
    discount_full_percent: float
    surcharge_lapsed_percent: float
    formula: str


class FreightQuote(TypedDict):
    zone: Zone
    charged_kg: int
    carriage_eur: float
    insurance_eur: float
    total_eur: float


Temperature = TypedDict("Temperature", {"value": float | None, "unit": Literal["C", "F"]})


class Vault(TypedDict):
    vault_id: str
    name: str
    capacity_reels: int
    max_temperature: Temperature
    max_humidity_percent: int
    keeper_id: str


VaultList = TypedDict("VaultList", {"vaults": list[Vault]})


class Reading(TypedDict):
    date: str
    temperature: Temperature
    humidity_percent: int | None
    sensor: Literal["ok", "fault"]


ReadingSeries = TypedDict("ReadingSeries", {"vault_id": str, "month": str, "readings": list[Reading]})
VaultItem = TypedDict("VaultItem", {"print_id": str, "film_title": str})
VaultPage = TypedDict("VaultPage", {"vault_id": str, "page": int, "next_page": int | None, "items": list[VaultItem]})
RestorationRow = TypedDict("RestorationRow", {"project_id": str, "film_title": str, "state": str})
RestorationList = TypedDict("RestorationList", {"projects": list[RestorationRow]})
Money = TypedDict("Money", {"amount": float, "currency": Literal["EUR", "CHF", "GBP", "CZK"]})


class Restoration(TypedDict):
    project_id: str
    film_id: str
    film_title: str
    lead_id: str
    state: Literal["planned", "active", "paused", "completed"]
    budget: Money
    started_on: str | None
    finished_on: str | None


class Expense(TypedDict):
    date: str
    text: str
    category: str
    cost: Money
    state: Literal["paid", "pending", "refused"]


ExpenseList = TypedDict("ExpenseList", {"project_id": str, "expenses": list[Expense]})
Rate = TypedDict("Rate", {"currency": str, "period": str, "eur": float, "per": int})
