"""Operations desk of a data centre."""

from typing import Any, Literal

_HOSTS: dict[str, dict[str, Any]] = {
    "db-04": {"rack": "R-B07", "ip": "10.20.7.14", "owner": "billing", "ram_gb": 512},
    "web-11": {"rack": "R-A02", "ip": "10.20.2.31", "owner": "storefront", "ram_gb": 64},
    "cache-02": {"rack": "R-A02", "ip": "10.20.2.40", "owner": "storefront", "ram_gb": 256},
    "gpu-01": {"rack": "R-C11", "ip": "10.20.11.5", "owner": "research", "ram_gb": 1024},
    "mail-03": {"rack": "R-B09", "ip": "10.20.9.22", "owner": "office it", "ram_gb": 32},
}
_RACKS: dict[str, dict[str, Any]] = {
    "R-A02": {"hall": "A", "load_kw": 4.8, "limit_kw": 7.0, "free_units": 11},
    "R-B07": {"hall": "B", "load_kw": 6.3, "limit_kw": 7.0, "free_units": 2},
    "R-B09": {"hall": "B", "load_kw": 3.1, "limit_kw": 7.0, "free_units": 19},
    "R-C11": {"hall": "C", "load_kw": 15.6, "limit_kw": 18.0, "free_units": 6},
}
_CELSIUS = {"A": 23.5, "B": 24.0, "C": 27.5}
_DUTY: dict[tuple[str, str], dict[str, str]] = {
    ("2026-06-08", "early"): {"engineer": "Rosa Tamm", "pager": "7701"},
    ("2026-06-08", "night"): {"engineer": "Kofi Lund", "pager": "7715"},
    ("2026-06-09", "late"): {"engineer": "Imre Vass", "pager": "7722"},
    ("2026-06-13", "night"): {"engineer": "Rosa Tamm", "pager": "7709"},
}
_LAST_BACKUP = {"db-04": "2026-06-07T02:10", "mail-03": "2026-06-06T23:45", "web-11": "2026-05-31T01:30"}


def host(name: str) -> dict[str, Any]:
    """Rack, IP address, owner and memory (GB) of a host, e.g. db-04."""
    if name.lower() not in _HOSTS:
        raise ValueError(f"unknown host {name}")
    return {"host": name.lower(), **_HOSTS[name.lower()]}


def rack(rack_id: str) -> dict[str, Any]:
    """Hall, power load and limit (kW) and free height units of a rack, e.g. R-B07."""
    if rack_id.upper() not in _RACKS:
        raise ValueError(f"unknown rack {rack_id}")
    return {"rack": rack_id.upper(), **_RACKS[rack_id.upper()]}


def hall_temperature(hall: Literal["A", "B", "C"], unit: Literal["C", "F"] = "C") -> dict[str, Any]:
    """Air temperature in a hall.

    Args:
        hall: A, B or C
        unit: C (Celsius) or F (Fahrenheit)
    """
    celsius = _CELSIUS[hall.upper()]
    return {"hall": hall, "temperature": celsius if unit == "C" else round(celsius * 9 / 5 + 32, 1), "unit": unit}


def on_duty(day: str, shift: Literal["early", "late", "night"]) -> dict[str, str]:
    """Engineer on duty and pager number.

    Args:
        day: YYYY-MM-DD
        shift: early (06-14), late (14-22) or night (22-06)
    """
    return _DUTY.get((day, shift), {"engineer": "not planned", "pager": ""})


def open_ticket(
    host_name: str, category: Literal["disk", "network", "power", "memory"], severity: Literal[1, 2, 3, 4] = 3
) -> dict[str, Any]:
    """Open a ticket for a host.

    Args:
        host_name: e.g. db-04
        category: disk, network, power or memory
        severity: 1 (outage) to 4 (cosmetic)
    """
    if host_name.lower() not in _HOSTS:
        raise ValueError(f"unknown host {host_name}")
    reply_within = {1: 15, 2: 60, 3: 480, 4: 2880}[severity]
    return {"ticket": f"INC-{category[0].upper()}{severity}{host_name[-2:]}", "reply_within_minutes": reply_within}


def plan_maintenance(hosts: list[str], start: str, minutes: int = 60, mute_alerts: bool = True) -> dict[str, Any]:
    """Plan a maintenance window.

    Args:
        hosts: names, e.g. ["db-04", "web-11"]
        start: YYYY-MM-DDTHH:MM
        minutes: length, 15 to 480
        mute_alerts: no alerts during the window
    """
    if any(name.lower() not in _HOSTS for name in hosts):
        raise ValueError("unknown host")
    return {"window": f"MW-{start[5:7]}{start[8:10]}-{len(hosts)}{minutes}", "alerts": "muted" if mute_alerts else "on"}


def last_backup(host_name: str) -> dict[str, str]:
    """Time of the last good backup of a host, e.g. db-04."""
    return {"host": host_name, "last_backup": _LAST_BACKUP.get(host_name.lower(), "none")}
