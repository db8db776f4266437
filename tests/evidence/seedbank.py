"""An invented seed bank with 25 tools: accessions, their lots, germination tests, vaults, donors, orders and fees.

The tools only read. `seedbank_gold.jsonl` is for who judges the answers to the requests of `seedbank.jsonl`.
"""

# ruff: noqa: UP013  # TypedDicts in one line each
from collections.abc import Callable
from typing import Any, TypedDict

from smurfs_graph import ToolError, effects

ACCESSIONS = {  # crop, country, collecting site, its altitude in metres, donor, status
    "A-2041": ("barley", "NO", "Voss", 57, "D-03", "available"),
    "A-2044": ("barley", "ET", "Debre Berhan", 2840, "D-05", "restricted"),
    "A-2053": ("barley", "PE", "Puno", 3830, "D-04", "available"),
    "A-2060": ("barley", "NP", "Jumla", 2514, "D-06", "available"),
    "A-2072": ("barley", "PE", "Juli", 3869, "D-04", "available"),
    "A-2102": ("rye", "FI", "Ilomantsi", 160, "D-01", "available"),
    "A-2107": ("rye", "DE", "Lüchow", None, "D-02", "available"),
    "A-2111": ("rye", "PL", "Sejny", 132, "D-02", "available"),
    "A-2203": ("pea", "ET", "Sodo", 1890, "D-05", "available"),
    "A-2208": ("pea", "SE", "Hemse", 28, "D-01", "available"),
    "A-2215": ("pea", "DE", "Dannenberg", 15, "D-02", "available"),
    "A-2301": ("flax", "FI", "Kuhmo", 165, "D-01", "available"),
    "A-2304": ("flax", "BE", "Lier", 8, "D-02", "available"),
}
LOTS_OF = {  # accession, its lots: harvest, grams in stock, grams per 1,000 seeds, vault
    "A-2041": [("L-6101", 2016, 840.0, 42.0, "V-1"), ("L-6102", 2021, 1260.0, 44.1, "V-1")],
    "A-2044": [("L-6110", 2018, 615.5, 38.4, "V-2"), ("L-6111", 2022, 402.0, 39.0, "V-1")],
    "A-2053": [("L-6120", 2017, 388.2, None, "V-2"), ("L-6121", 2020, 700.4, 36.2, "V-1")],
    "A-2060": [("L-6126", 2015, 820.0, 40.2, "V-2"), ("L-6127", 2022, 298.5, 39.5, "V-1")],
    "A-2072": [("L-6133", 2021, 1060.0, 37.1, "V-1")],
    "A-2102": [("L-6201", 2019, 1500.0, 31.0, "V-1"), ("L-6202", 2023, 900.0, 30.2, "V-3")],
    "A-2107": [("L-6207", 2018, 430.0, 28.6, "V-2")],
    "A-2111": [("L-6211", 2020, 770.0, None, "V-3"), ("L-6212", 2021, 640.0, 29.4, "V-1")],
    "A-2203": [("L-6301", 2017, 2100.0, 182.0, "V-2"), ("L-6302", 2022, 1850.0, 176.5, "V-3")],
    "A-2208": [("L-6308", 2020, 3200.0, 210.0, "V-1")],
    "A-2215": [("L-6315", 2019, 1475.0, 195.0, "V-2"), ("L-6316", 2024, 2600.0, 201.0, "V-1")],
    "A-2301": [("L-6401", 2018, 310.0, 5.6, "V-1"), ("L-6402", 2022, 280.0, 5.9, "V-3")],
    "A-2304": [("L-6404", 2020, 415.0, None, "V-2")],
}
LOTS = {lot_id: (accession_id, *lot) for accession_id, lots in LOTS_OF.items() for lot_id, *lot in lots}
TESTS = {  # newest first: day of sowing, seeds sown, seeds germinated
    "L-6201": [("2024-03-11", 100, 91), ("2019-10-02", 100, 97)],
    "L-6202": [("2025-09-01", 50, 44)],
    "L-6207": [("2026-03-30", 100, None), ("2023-02-20", 100, 83), ("2018-11-05", 100, 95)],
    "L-6211": [("2025-01-20", 200, 168), ("2020-11-09", 100, 92)],
    "L-6212": [("2024-06-03", 40, 34)],
    "L-6401": [("2024-05-13", 50, 41), ("2018-10-01", 50, 47)],
    "L-6404": [("2025-11-10", 200, 177), ("2022-11-14", 200, 166)],
}
VAULTS = {  # building, set point in Celsius, last reading: time, temperature, unit, humidity in percent
    "V-1": ("Main building", -18.0, "2026-04-01T06:00", -18.4, "C", 14),
    "V-2": ("Hill store", -18.0, "2026-04-01T06:05", 1.4, "F", 17),
    "V-3": ("Annex", 4.0, "2026-04-01T06:00", 4.4, "C", None),
}
DONORS = {  # name, end of the agreement, distribution allowed, contact: person, e-mail
    "D-01": ("Kainuu Farm Collection", None, True, "Aino Salmi", "aino.salmi@kainuufarm.example"),
    "D-02": ("Elbe Heritage Crops", "2031-12-31", True, "Jürgen Brandt", "brandt@elbecrops.example"),
    "D-03": ("Voss Farm School", "2028-06-30", True, None, "post@vossfarm.example"),
    "D-04": ("Altiplano Growers", "2030-03-31", True, "Rosa Mamani", None),
    "D-05": ("Shewa Seed Trust", "2029-09-30", True, "Hanna Bekele", "h.bekele@shewaseed.example"),
    "D-06": ("Karnali Community Bank", "2033-01-31", False, "Dipak Shahi", "dipak@karnali.example"),
}
RECIPIENTS = {  # name, country, category
    "R-11": ("Tartu Botanic Garden", "EE", "botanic_garden"),
    "R-15": ("Polder Plant Research", "NL", "research"),
    "R-18": ("Hofbrot Mills", "DE", "company"),
    "R-21": ("Green Commons", "GB", "community"),
}
ORDERS = {  # recipient, day of the order, status, lines: lot, packets, seeds in a packet
    "O-7501": ("R-15", "2025-01-20", "shipped", [("L-6110", 12, 100), ("L-6126", 8, 100)]),
    "O-7509": ("R-15", "2025-03-04", "shipped", [("L-6201", 45, 50)]),
    "O-7512": ("R-18", "2025-03-18", "shipped", [("L-6201", 6, 500), ("L-6212", 9, 500)]),
    "O-7520": ("R-15", "2025-06-02", "cancelled", [("L-6316", 30, 100)]),
    "O-7533": ("R-15", "2025-10-07", "shipped", [("L-6102", 8, 100)]),
    "O-7540": ("R-18", "2025-11-25", "shipped", [("L-6101", 4, 1000)]),
    "O-7702": ("R-11", "2026-01-12", "open", [("L-6101", 20, 200), ("L-6401", 100, 500)]),
    "O-7711": ("R-11", "2026-02-17", "open", [("L-6308", 60, 300), ("L-6212", 10, 250)]),
    "O-7718": ("R-11", "2026-03-03", "cancelled", [("L-6101", 90, 200)]),
    "O-7724": ("R-11", "2026-03-21", "open", [("L-6401", 30, 500), ("L-6127", 25, 200)]),
    "O-7733": ("R-21", "2026-03-27", "open", [(f"L-{n}", 5, 50) for n in (6121, 6207, 6302, 6102, 6404)]),
}
FEES = {"botanic_garden": (9, 20, 0.8), "research": (15, 10, 1.2), "company": (45, 0, 3.5), "community": (0, 20, 0.5)}
RATES = {"USD": 1.084, "GBP": 0.8412, "SEK": 11.235}

Found = TypedDict("Found", {"accession_id": str, "country": str})
Accessions = TypedDict("Accessions", {"accessions": list[Found], "next_cursor": str | None})
Site = TypedDict("Site", {"country": str, "site": str, "altitude_m": int | None})
Accession = TypedDict("Accession", {"accession_id": str, "crop": str, "origin": Site, "donor_id": str, "status": str})
LotIds = TypedDict("LotIds", {"accession_id": str, "lot_ids": list[str]})
Stock = TypedDict("Stock", {"weight_g": float, "thousand_seed_weight_g": float | None})
Lot = TypedDict("Lot", {"lot_id": str, "accession_id": str, "harvested": int, "stock": Stock, "vault_id": str})
Viability = TypedDict("Viability", {"lot_id": str, "percent": float})
Test = TypedDict("Test", {"sown_on": str, "sown": int, "germinated": int | None})
Tests = TypedDict("Tests", {"lot_id": str, "tests": list[Test]})
Reading = TypedDict("Reading", {"taken_at": str, "temperature": float, "unit": str, "humidity_percent": int | None})
Vault = TypedDict("Vault", {"vault_id": str, "building": str, "set_point_c": float, "last_reading": Reading})
Contact = TypedDict("Contact", {"person": str | None, "email": str | None})
Agreement = TypedDict("Agreement", {"ends_on": str | None, "distribution_allowed": bool})
Donor = TypedDict("Donor", {"donor_id": str, "name": str, "agreement": Agreement, "contact": Contact})
Recipient = TypedDict("Recipient", {"recipient_id": str, "name": str, "country": str, "category": str})
Recipients = TypedDict("Recipients", {"recipients": list[Recipient]})
OrderIds = TypedDict("OrderIds", {"order_ids": list[str], "page": int, "total_pages": int})
Line = TypedDict("Line", {"lot_id": str, "packets": int, "seeds_per_packet": int})
Order = TypedDict("Order", {"order_id": str, "recipient_id": str, "date": str, "status": str, "lines": list[Line]})
Fee = TypedDict("Fee", {"handling_eur": float, "free_packets": int, "eur_per_further_packet": float})
Rate = TypedDict("Rate", {"currency": str, "units_per_eur": float})


def _get(table: dict[str, Any], key: str, what: str) -> Any:
    if key not in table:
        raise ToolError(f"{what} {key!r} not found")
    return table[key]


@effects("read")
def search_accessions(crop: str, cursor: str = "") -> Accessions:
    """Search accessions by crop (barley, rye, pea, flax), four at a time; go on with next_cursor until it is null."""
    start = _get({"": 0, "c-4": 4}, cursor, "cursor")
    rows: list[Found] = [{"accession_id": key, "country": a[1]} for key, a in ACCESSIONS.items() if a[0] == crop]
    following = f"c-{start + 4}" if len(rows) > start + 4 else None
    return {"accessions": rows[start : start + 4], "next_cursor": following}


@effects("read")
def get_accession(accession_id: str) -> Accession:
    """Get an accession: crop, collecting site with its altitude in metres, donor, status."""
    crop, country, site, altitude, donor_id, status = _get(ACCESSIONS, accession_id, "accession")
    origin: Site = {"country": country, "site": site, "altitude_m": altitude}
    return {"accession_id": accession_id, "crop": crop, "origin": origin, "donor_id": donor_id, "status": status}


@effects("read")
def list_lots(accession_id: str) -> LotIds:
    """List the lots of an accession."""
    return {"accession_id": accession_id, "lot_ids": [lot[0] for lot in _get(LOTS_OF, accession_id, "accession")]}


@effects("read")
def get_lot(lot_id: str) -> Lot:
    """Get a lot: harvest, stock in grams, the weight of 1,000 of its seeds where it was measured, vault."""
    accession_id, year, weight, of_1000, vault_id = _get(LOTS, lot_id, "lot")
    stock: Stock = {"weight_g": weight, "thousand_seed_weight_g": of_1000}
    return {"lot_id": lot_id, "accession_id": accession_id, "harvested": year, "stock": stock, "vault_id": vault_id}


@effects("read")
def get_viability(lot_id: str) -> Viability:
    """Get the current viability of a lot in percent."""
    raise ToolError("503 service unavailable: viability is offline for migration, use list_germination_tests instead")


@effects("read")
def list_germination_tests(lot_id: str) -> Tests:
    """List the germination tests of a lot, newest first; germinated is null while a test is running."""
    rows = TESTS.get(lot_id, []) if _get(LOTS, lot_id, "lot") else []
    return {"lot_id": lot_id, "tests": [{"sown_on": day, "sown": n, "germinated": up} for day, n, up in rows]}


@effects("read")
def get_vault(vault_id: str) -> Vault:
    """Get a vault: building, set point in Celsius, and the last reading in the unit of its sensor (C or F)."""
    building, set_point, at, temperature, unit, humidity = _get(VAULTS, vault_id, "vault")
    last: Reading = {"taken_at": at, "temperature": temperature, "unit": unit, "humidity_percent": humidity}
    return {"vault_id": vault_id, "building": building, "set_point_c": set_point, "last_reading": last}


@effects("read")
def get_donor(donor_id: str) -> Donor:
    """Get a donor: name, contact, and the agreement, which says whether we may distribute the seed to others."""
    name, end, allowed, person, email = _get(DONORS, donor_id, "donor")
    agreement: Agreement = {"ends_on": end, "distribution_allowed": allowed}
    return {"donor_id": donor_id, "name": name, "agreement": agreement, "contact": {"person": person, "email": email}}


@effects("read")
def find_recipients(name: str) -> Recipients:
    """Find the recipients of seed whose name contains a text."""
    rows = [(key, *row) for key, row in RECIPIENTS.items() if name.lower() in row[0].lower()]
    return {"recipients": [{"recipient_id": r[0], "name": r[1], "country": r[2], "category": r[3]} for r in rows]}


@effects("read")
def list_orders(recipient_id: str, year: int, page: int = 1) -> OrderIds:
    """List the orders that a recipient placed in a year, oldest first, three on a page; pages count from 1."""
    _get(RECIPIENTS, recipient_id, "recipient")
    ids = [key for key, row in ORDERS.items() if row[0] == recipient_id and row[1].startswith(str(year))]
    pages = max(1, -(-len(ids) // 3))
    if not 1 <= page <= pages:
        raise ToolError(f"page must be from 1 to {pages}")
    return {"order_ids": ids[page * 3 - 3 : page * 3], "page": page, "total_pages": pages}


@effects("read")
def get_order(order_id: str) -> Order:
    """Get an order: recipient, day, status (open, shipped, cancelled) and lines."""
    recipient_id, day, status, rows = _get(ORDERS, order_id, "order")
    lines: list[Line] = [{"lot_id": lot, "packets": n, "seeds_per_packet": seeds} for lot, n, seeds in rows]
    return {"order_id": order_id, "recipient_id": recipient_id, "date": day, "status": status, "lines": lines}


@effects("read")
def get_fee_schedule(category: str) -> Fee:
    """Get what a category of recipients pays for an order: handling, and each packet beyond the free ones."""
    handling, free, further = _get(FEES, category, "category")
    return {"handling_eur": handling, "free_packets": free, "eur_per_further_packet": further}


@effects("read")
def get_exchange_rate(currency: str) -> Rate:
    """Get how many units of a currency (USD, GBP, SEK) one euro buys today."""
    return {"currency": currency, "units_per_eur": _get(RATES, currency, "currency")}


def _other(what: str) -> Callable[[str], dict[str, str | None]]:
    def look(number: str) -> dict[str, str | None]:
        raise ToolError(f"{what} {number!r} not found")

    look.__name__, look.__doc__ = f"get_{what}", f"Get a {what.replace('_', ' ')} by its number."
    return effects("read")(look)


_OTHERS = "courier customs_form field_trial freezer photo invoice label_batch permit shelf sensor visit volunteer"
_FILLING = [_other(what) for what in _OTHERS.split()]
_STOCK = [search_accessions, get_accession, list_lots, get_lot, get_viability, list_germination_tests, get_vault]
_TRADE = [get_donor, find_recipients, list_orders, get_order, get_fee_schedule, get_exchange_rate]
TOOLS = [*_FILLING[:5], *_STOCK, *_FILLING[5:9], *_TRADE, *_FILLING[9:]]
