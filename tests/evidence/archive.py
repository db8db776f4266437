"""An invented film archive with 26 tools: prints, inspections, staff, venues, loans, vaults, restorations and rates.

    PYTHONPATH=. smurfs bench jsonl --data tests/evidence/archive.jsonl --tools tests/evidence/archive.py:TOOLS ...

The tools only read. `archive_gold.jsonl` is for who judges the answers to the requests of `archive.jsonl`.
"""

import datetime as dt
import math
from collections.abc import Iterable
from typing import Any, Literal

from smurfs_graph import ToolError, effects
from tests.evidence import archive_data as data
from tests.evidence import archive_types as types
from tests.evidence.archive_data import Row


def _row(table: list[Row], key: str, what: str) -> Row:
    for row in table:
        if row[0] == key:
            return row
    raise ToolError(f"No {what} with id {key!r}.")


def _day(text: str, name: str) -> dt.date:
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").date()
    except (ValueError, TypeError):
        raise ToolError(f"{name} must be a date as YYYY-MM-DD, got {text!r}.") from None


def _month(text: str) -> str:
    try:
        if len(text) == 7:
            return dt.datetime.strptime(text, "%Y-%m").strftime("%Y-%m")
    except (ValueError, TypeError):
        pass
    raise ToolError(
        f"month must be one month as YYYY-MM (e.g. 2024-03), got {text!r}; for longer periods call once per month."
    )


def _named(names: str, values: Iterable[Any]) -> Any:
    return dict(zip(names.split(), values, strict=True))


def _title(film_id: str) -> str:
    return _row(data.FILMS, film_id, "film")[1]


def _hit(row: Row) -> types.StaffHit:
    return _named("staff_id given_name surname", row[:3])


@effects("read")
def search_films(title: str, year_from: int | None = None, year_to: int | None = None) -> types.FilmHits:
    """Find films whose title contains the given text (case is ignored).
    Optionally only films released between two years, both included."""
    hits = [
        f
        for f in data.FILMS
        if (title.lower() in f[1].lower() or (f[2] and title.lower() in f[2].lower()))
        and (year_from is None or f[4] >= year_from)
        and (year_to is None or f[4] <= year_to)
    ]
    return {
        "count": len(hits),
        "films": [{"film_id": f[0], "title": f[1], "director": f[3], "year": f[4]} for f in hits],
    }


@effects("read")
def get_film(film_id: str) -> types.Film:
    """Catalogue record of a film, with its rights. The rights fee is per screening and null where unknown."""
    f = _row(data.FILMS, film_id, "film")
    rights = _named("state fee_per_screening_eur", f[7:])
    return _named("film_id title original_title director year runtime_min country rights", (*f[:7], rights))


@effects("read")
def list_prints(film_id: str, gauge: Literal["16mm", "35mm", "70mm"] | None = None) -> types.PrintRefs:
    """All prints the archive holds of a film, including withdrawn ones."""
    _row(data.FILMS, film_id, "film")
    rows = [p for p in data.PRINTS if p[1] == film_id and (gauge is None or p[2] == gauge)]
    return {"film_id": film_id, "prints": [{"print_id": p[0], "gauge": p[2]} for p in rows]}


@effects("read")
def get_print(print_id: str) -> types.Print:
    """Technical record of one print. Lengths and weights come in the unit in which they were measured."""
    p = _row(data.PRINTS, print_id, "print")
    length, weight = _named("value unit", p[4:6]), _named("value unit", p[7:9])
    names = "print_id film_id gauge base length reels shipping_weight condition state vault_id last_inspected"
    return _named(names, (*p[:4], length, p[6], weight, *p[9:]))


@effects("read")
def list_inspections(print_id: str) -> types.InspectionLog:
    """Inspection log of a print, in no particular order."""
    _row(data.PRINTS, print_id, "print")
    names = "date inspector_id grade shrinkage_percent note"
    rows = [_named(names, i[1:]) for i in data.INSPECTIONS if i[0] == print_id]
    return {"print_id": print_id, "inspections": rows}


@effects("read")
def check_availability(print_id: str, first_day: str, last_day: str) -> types.Availability:
    """Is a print free of bookings from first_day to last_day (YYYY-MM-DD, both included)?
    Looks at bookings only, not at the print's condition or state."""
    _row(data.PRINTS, print_id, "print")
    a, b = _day(first_day, "first_day"), _day(last_day, "last_day")
    if b < a:
        raise ToolError("last_day is before first_day.")
    if (b - a).days >= 14:
        raise ToolError("A check may span at most 14 days; split the period into shorter ones.")
    bad: list[types.Booking] = [
        {"loan_id": x[0], "first_day": x[3], "last_day": x[4]}
        for x in data.LOANS
        if x[1] == print_id
        and x[6] in ("confirmed", "out", "overdue")
        and x[3] <= last_day
        and (x[6] == "overdue" or x[4] >= first_day)
    ]
    return {"print_id": print_id, "free": not bad, "conflicts": bad}


@effects("read")
def find_staff(surname: str) -> types.StaffHits:
    """Look up staff by surname."""
    if len(surname.split()) != 1:
        example = surname.split()[-1] if surname.split() else "Krall"
        raise ToolError(f"Search by surname only, one word, without given name or title: e.g. {example!r}.")
    return {"matches": [_hit(s) for s in data.STAFF if s[2].lower() == surname.strip().lower()]}


@effects("read")
def get_staff_member(staff_id: str) -> types.StaffMember:
    """Personnel record: department, pay grade, whether still here, weekly hours."""
    s = _row(data.STAFF, staff_id, "staff member")
    return _named("staff_id given_name surname department grade state weekly_hours email", s)


@effects("read")
def list_department(
    department: Literal["management", "vaults", "restoration", "loans", "cataloguing"],
) -> types.Department:
    """Members of a department, former ones included."""
    rows = [_hit(s) for s in data.STAFF if s[3] == department]
    if not rows:
        raise ToolError("Unknown department; use management, vaults, restoration, loans or cataloguing.")
    return {"department": department, "members": rows}


@effects("read")
def get_timesheet(staff_id: str, month: str) -> types.Timesheet:
    """Time booked by one person in one month. Entries without a project are general duties."""
    _row(data.STAFF, staff_id, "staff member")
    m = _month(month)
    names = "date project_id amount unit shift state"
    rows = [t for t in data.TIMESHEETS if t[0] == staff_id and t[1][:7] == m]
    entries = [_named(names, (*t[1:3], float(t[3]), *t[4:])) for t in rows]
    return {"staff_id": staff_id, "month": m, "entries": entries}


@effects("read")
def get_pay_grade(grade: Literal["T1", "T2", "T3", "T4"]) -> types.PayGrade:
    """Hourly cost of a pay grade and how night work is charged."""
    g = _row(data.GRADES, grade, "pay grade")
    return {
        "grade": g[0],
        "hourly_rate_eur": g[1],
        "night_supplement_percent": g[2],
        "formula": "day hours * rate + night hours * rate * (1 + supplement / 100)",
    }


@effects("read")
def find_venue(name: str) -> types.VenueHits:
    """Find borrowing cinemas by (part of) their name."""
    rows = [v for v in data.VENUES if name.lower() in v[1].lower()]
    return {"venues": [{"venue_id": v[0], "name": v[1], "city": v[2]} for v in rows]}


@effects("read")
def get_venue(venue_id: str) -> types.Venue:
    """Record of a borrowing cinema: zone, gauges it can project, accreditation."""
    v = _row(data.VENUES, venue_id, "venue")
    names = "venue_id name city country zone seats gauges accreditation contact_email"
    return _named(names, (*v[:6], list(v[6]), *v[7:]))


@effects("read")
def list_venues(zone: Literal["home", "near", "far"] | None = None, min_seats: int = 0) -> types.VenueHits:
    """Borrowing cinemas, optionally of one freight zone or with a minimum number of seats."""
    rows = [v for v in data.VENUES if (zone is None or v[4] == zone) and v[5] >= min_seats]
    return {"venues": [{"venue_id": v[0], "name": v[1], "city": v[2]} for v in rows]}


@effects("read")
def list_loans(venue_id: str | None = None, include_cancelled: bool = False, page: int = 1) -> types.LoanPage:
    """Loans by first day, five per page. Cancelled loans are left out unless asked for."""
    if venue_id is not None:
        _row(data.VENUES, venue_id, "venue")
    rows = sorted(
        (
            x
            for x in data.LOANS
            if (venue_id is None or x[2] == venue_id) and (include_cancelled or x[6] != "cancelled")
        ),
        key=lambda x: x[3],
    )
    pages = max(1, math.ceil(len(rows) / 5))
    if not 1 <= page <= pages:
        raise ToolError(f"page must be between 1 and {pages}.")
    return {
        "page": page,
        "pages": pages,
        "total": len(rows),
        "loans": [
            {"loan_id": x[0], "venue_id": x[2], "first_day": x[3], "state": x[6]}
            for x in rows[(page - 1) * 5 : page * 5]
        ],
    }


@effects("read")
def get_loan(loan_id: str) -> types.Loan:
    """One loan in full. returned_on is null as long as the print is not back."""
    names = "loan_id print_id venue_id first_day last_day screenings state returned_on handled_by"
    return _named(names, _row(data.LOANS, loan_id, "loan"))


@effects("read")
def get_loan_tariff(gauge: Literal["16mm", "35mm", "70mm"]) -> types.LoanTariff:
    """Loan fees for a gauge, in EUR, with the formula. Rights and freight are charged separately."""
    t = _row(data.LOAN_TARIFFS, gauge, "tariff")
    names = (
        "gauge base_eur included_days extra_day_eur extra_screening_eur late_day_eur discount_full_percent "
        "surcharge_lapsed_percent formula"
    )
    formula = (
        "net = base + extra_day * max(0, days - included_days) + extra_screening * "
        "max(0, screenings - 1); days = first to last booked day, both counted; full accreditation: "
        "net less discount, lapsed: net plus surcharge, provisional: net; then add late_day * days "
        "returned after the last booked day (never discounted or surcharged)"
    )
    return _named(names, (*t, formula))


@effects("read")
def quote_freight(zone: Literal["home", "near", "far"], weight_kg: float, insured: bool = False) -> types.FreightQuote:
    """Price of sending a parcel one way between the archive and a zone; weight in kg, every started kg counts."""
    z = _row(data.FREIGHT, zone, "freight zone")
    if weight_kg <= 0:
        raise ToolError("weight_kg must be above 0.")
    kg = math.ceil(weight_kg)
    carriage = round(z[1] + z[3] * max(0, kg - z[2]), 2)
    ins = z[4] if insured else 0.0
    return {
        "zone": z[0],
        "charged_kg": kg,
        "carriage_eur": carriage,
        "insurance_eur": ins,
        "total_eur": round(carriage + ins, 2),
    }


@effects("read")
def list_vaults() -> types.VaultList:
    """The archive's vaults with their climate limits."""
    names = "vault_id name capacity_reels max_temperature max_humidity_percent keeper_id"
    return {"vaults": [_named(names, (*v[:3], _named("value unit", v[3:5]), *v[5:])) for v in data.VAULTS]}


@effects("read")
def get_vault_readings(vault_id: str, month: str) -> types.ReadingSeries:
    """Climate readings of a vault in a month (YYYY-MM). Readings of a faulty sensor are kept but mean nothing."""
    _row(data.VAULTS, vault_id, "vault")
    m = _month(month)
    rows = [r for r in data.READINGS if r[0] == vault_id and r[1][:7] == m]
    names = "date temperature humidity_percent sensor"
    readings = [_named(names, (r[1], _named("value unit", r[2:4]), *r[4:])) for r in rows]
    return {"vault_id": vault_id, "month": m, "readings": readings}


@effects("read")
def list_vault_contents(vault_id: str, page: int = 1) -> types.VaultPage:
    """Prints shelved in a vault, six per page. next_page is null on the last page."""
    _row(data.VAULTS, vault_id, "vault")
    rows = [p for p in data.PRINTS if p[11] == vault_id]
    if page < 1 or (page - 1) * 6 >= max(1, len(rows)):
        raise ToolError("No such page.")
    return {
        "vault_id": vault_id,
        "page": page,
        "next_page": page + 1 if page * 6 < len(rows) else None,
        "items": [{"print_id": p[0], "film_title": _title(p[1])} for p in rows[(page - 1) * 6 : page * 6]],
    }


@effects("read")
def list_restorations(
    state: Literal["planned", "active", "paused", "completed"] | None = None,
) -> types.RestorationList:
    """Restoration projects, optionally only those in a given state."""
    rows = [r for r in data.RESTORATIONS if state is None or r[3] == state]
    return {"projects": [{"project_id": r[0], "film_title": _title(r[1]), "state": r[3]} for r in rows]}


@effects("read")
def get_restoration(project_id: str) -> types.Restoration:
    """One restoration project with its lead and its budget (in the funder's currency)."""
    r = _row(data.RESTORATIONS, project_id, "restoration project")
    names = "project_id film_id film_title lead_id state budget started_on finished_on"
    return _named(names, (*r[:2], _title(r[1]), *r[2:4], _named("amount currency", r[4:6]), *r[6:]))


@effects("read")
def list_expenses(project_id: str, category: str | None = None) -> types.ExpenseList:
    """Expenses booked on a restoration project, optionally of one category."""
    _row(data.RESTORATIONS, project_id, "restoration project")
    rows = [e for e in data.EXPENSES if e[0] == project_id and (category is None or e[3] == category)]
    names = "date text category cost state"
    expenses = [_named(names, (*e[1:4], _named("amount currency", e[4:6]), e[6])) for e in rows]
    return {"project_id": project_id, "expenses": expenses}


@effects("read")
def get_daily_rate(currency: Literal["CHF", "GBP", "CZK"], date: str) -> types.Rate:
    """Exchange rate to EUR on a given day."""
    raise ToolError("The daily rate service is down; use get_monthly_rate instead.")


@effects("read")
def get_monthly_rate(currency: Literal["CHF", "GBP", "CZK"], month: str) -> types.Rate:
    """Average exchange rate of a month (YYYY-MM): EUR paid for `per` units of the currency."""
    m = _month(month)
    if str(currency) == "EUR":  # a model may give what the type rules out
        raise ToolError("Amounts in EUR need no rate.")
    for r in data.RATES:
        if r[0] == currency and r[1] == m:
            return {"currency": r[0], "period": r[1], "eur": r[2], "per": r[3]}
    raise ToolError(f"No rate for {currency} in {m}.")


_FILMS = [search_films, get_film, list_prints, get_print, list_inspections, check_availability]
_STAFF = [find_staff, get_staff_member, list_department, get_timesheet, get_pay_grade]
_LOANS = [find_venue, get_venue, list_venues, list_loans, get_loan, get_loan_tariff, quote_freight]
_VAULTS = [list_vaults, get_vault_readings, list_vault_contents]
_COSTS = [list_restorations, get_restoration, list_expenses, get_daily_rate, get_monthly_rate]
TOOLS = [*_FILMS, *_STAFF, *_LOANS, *_VAULTS, *_COSTS]
