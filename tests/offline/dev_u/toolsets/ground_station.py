"""Operations desk of a satellite ground station."""

from typing import Any, Literal

_SATELLITES: dict[str, dict[str, Any]] = {
    "kestrel-2": {"norad_id": 51872, "operator": "Aurelia Space", "downlink_mhz": 2245.5, "mode": "nominal"},
    "tidewatch": {"norad_id": 48310, "operator": "Ocean Data Trust", "downlink_mhz": 8162.0, "mode": "safe"},
    "polaris-b": {"norad_id": 55094, "operator": "Nordlys Institute", "downlink_mhz": 437.35, "mode": "nominal"},
}
_PASSES: dict[tuple[int, str], list[dict[str, Any]]] = {
    (51872, "2026-03-09"): [
        {"aos": "04:52", "los": "05:03", "max_elevation": 71, "orbit": 14207},
        {"aos": "16:18", "los": "16:25", "max_elevation": 18, "orbit": 14214},
    ],
    (51872, "2026-03-10"): [{"aos": "05:11", "los": "05:20", "max_elevation": 33, "orbit": 14222}],
    (48310, "2026-03-09"): [{"aos": "09:40", "los": "09:51", "max_elevation": 64, "orbit": 22981}],
    (55094, "2026-03-10"): [{"aos": "22:07", "los": "22:16", "max_elevation": 47, "orbit": 8630}],
}
_ANTENNAS: dict[str, dict[str, Any]] = {
    "ANT-1": {"diameter_m": 7.3, "bands": ["S", "X"], "state": "available"},
    "ANT-2": {"diameter_m": 3.7, "bands": ["S"], "state": "maintenance until 2026-03-14"},
    "ANT-3": {"diameter_m": 2.4, "bands": ["UHF", "S"], "state": "available"},
}
_TELEMETRY: dict[tuple[int, str], tuple[float, str]] = {
    (51872, "battery_voltage"): (28.4, "V"),
    (51872, "obc_temperature"): (17.2, "degC"),
    (48310, "battery_voltage"): (24.9, "V"),
    (48310, "wheel_speed"): (3120.0, "rpm"),
    (55094, "obc_temperature"): (-6.5, "degC"),
    (55094, "battery_voltage"): (7.9, "V"),
}
_TICKETS: list[dict[str, Any]] = [
    {"ticket": "AN-771", "norad_id": 48310, "severity": "major", "text": "star tracker blinded"},
    {"ticket": "AN-764", "norad_id": 51872, "severity": "minor", "text": "late time sync"},
    {"ticket": "AN-779", "norad_id": 55094, "severity": "minor", "text": "heater cycling"},
    {"ticket": "AN-780", "norad_id": 48310, "severity": "minor", "text": "gap in housekeeping data"},
]


def satellite(name: str) -> dict[str, Any]:
    """NORAD id, operator, downlink frequency and mode of a satellite."""
    if name.strip().lower() not in _SATELLITES:
        raise ValueError(f"{name} is not one of ours")
    return _SATELLITES[name.strip().lower()]


def passes(norad_id: int, day: str) -> list[dict[str, Any]]:
    """Passes over the station on a UTC day (YYYY-MM-DD), in order of time."""
    return _PASSES.get((norad_id, day), [])


def telemetry(norad_id: int, channel: Literal["battery_voltage", "obc_temperature", "wheel_speed"]) -> dict[str, Any]:
    """Last value received on a telemetry channel."""
    if (norad_id, channel) not in _TELEMETRY:
        return {"norad_id": norad_id, "channel": channel, "value": None}
    value, unit = _TELEMETRY[norad_id, channel]
    return {"norad_id": norad_id, "channel": channel, "value": value, "unit": unit}


def antenna_state(antenna: str) -> dict[str, Any]:
    """Whether an antenna can be used, and its bands."""
    if antenna.strip().upper() not in _ANTENNAS:
        raise ValueError(f"no antenna {antenna}")
    return _ANTENNAS[antenna.strip().upper()]


def reserve_antenna(antenna: str, orbit: int, record_raw: bool = False) -> dict[str, Any]:
    """Reserve an antenna for a pass.

    Args:
        antenna: ANT-1, ANT-2 or ANT-3.
        orbit: Orbit number of the pass.
        record_raw: Keep the raw baseband as well.
    """
    if antenna.strip().upper() not in _ANTENNAS:
        raise ValueError(f"no antenna {antenna}")
    return {"slot": f"S{antenna.strip()[-1]}-{orbit}", "raw": record_raw, "state": "reserved"}


def anomalies(norad_id: int, severity: Literal["minor", "major", "all"] = "all") -> list[dict[str, Any]]:
    """Open anomaly tickets of a satellite."""
    return [one for one in _TICKETS if one["norad_id"] == norad_id and severity in ("all", one["severity"])]
