"""Lots, prices and samples of a tea importer."""

from typing import Any, Literal

_LOTS: dict[str, dict[str, Any]] = {
    "TL-4410": {"tea": "Darjeeling First Flush", "estate": "Margaret Tarn", "kg": 340, "price_per_kg": 38.5},
    "TL-4417": {"tea": "Keemun", "estate": "Huangling", "kg": 900, "price_per_kg": 21.2},
    "TL-4423": {"tea": "Assam Orthodox", "estate": "Borpukhri", "kg": 1250, "price_per_kg": 14.6},
    "TL-4431": {"tea": "Sencha", "estate": "Kirimoto", "kg": 410, "price_per_kg": 27.9},
}
_SHIPMENTS = {
    "TL-4410": {"vessel": "Aurelia Bay", "port": "Hamburg", "eta": "2026-06-03"},
    "TL-4417": {"vessel": "Northern Plover", "port": "Rotterdam", "eta": "2026-05-21"},
    "TL-4423": {"vessel": "Cape Sorrel", "port": "Felixstowe", "eta": "2026-06-17"},
    "TL-4431": {"vessel": "Northern Plover", "port": "Rotterdam", "eta": "2026-05-21"},
}
_PORT_FEES = {"hamburg": 185.0, "rotterdam": 162.5, "felixstowe": 211.0}


def find_lots(tea: str) -> list[dict[str, Any]]:
    """Lists the lots of a tea.

    Args:
        tea: Name of the tea, such as "Keemun".

    Returns:
        Lot number, estate, weight in kilograms and price per kilogram of each lot.
    """
    return [{"lot": lot, **data} for lot, data in _LOTS.items() if data["tea"].lower() == tea.strip().lower()]


def shipment_of_lot(lot: str) -> dict[str, Any]:
    """Tells with which vessel a lot travels and when it arrives.

    Args:
        lot: Lot number, e.g. "TL-4400".

    Returns:
        Vessel, port of arrival and expected date.

    Raises:
        ValueError: If there is no such lot.
    """
    if lot.upper() not in _SHIPMENTS:
        raise ValueError(f"no lot {lot}")
    return {"lot": lot.upper(), **_SHIPMENTS[lot.upper()]}


def port_handling_fee(port: str) -> float:
    """Returns the handling fee of a port in euros.

    Args:
        port: Name of the port.
    """
    if port.lower() not in _PORT_FEES:
        raise ValueError(f"unknown port {port}")
    return _PORT_FEES[port.lower()]


def order_sample(lot: str, customer: str, grams: int = 50) -> dict[str, Any]:
    """Sends a sample of a lot to a customer.

    Args:
        lot: Lot number.
        customer: Name of the customer.
        grams: Size of the sample.
    """
    if lot.upper() not in _LOTS:
        raise ValueError(f"no lot {lot}")
    return {"sample": f"SM-{lot[-2:]}{grams}", "customer": customer, "grams": grams}


def quote_price(lot: str, kg: int, currency: Literal["EUR", "GBP", "USD"] = "EUR") -> dict[str, Any]:
    """Quotes a quantity of a lot.

    Args:
        lot: Lot number.
        kg: Quantity in kilograms.
        currency: Currency of the quote.
    """
    if lot.upper() not in _LOTS:
        raise ValueError(f"no lot {lot}")
    rate = {"EUR": 1.0, "GBP": 0.85, "USD": 1.1}[currency]
    return {"lot": lot.upper(), "total": round(_LOTS[lot.upper()]["price_per_kg"] * kg * rate, 2), "currency": currency}
