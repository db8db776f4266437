"""What the assistant of a model railway club can look up and arrange."""

from typing import Any, Literal

Scale = Literal["N", "TT", "H0", "0"]

RATIO: dict[str, float] = {"N": 160, "TT": 120, "H0": 87, "0": 45}
MEMBERS: dict[int, dict[str, Any]] = {
    118: {"name": "Gerald Tamblyn", "scale": "H0", "dues_paid_until": "2026-12-31", "locker": 22},
    131: {"name": "Yuki Amano", "scale": "N", "dues_paid_until": "2026-06-30", "locker": 7},
    144: {"name": "Rosalind Pike", "scale": "0", "dues_paid_until": "2027-03-31", "locker": 35},
    159: {"name": "Dieter Kloss", "scale": "TT", "dues_paid_until": "2026-09-30", "locker": 41},
}
ENGINES: dict[str, dict[str, Any]] = {
    "44 1207": {"model": "Class 44 steam engine", "scale": "H0", "decoder_address": 1207, "owner_no": 118},
    "218 330": {"model": "Class 218 diesel", "scale": "N", "decoder_address": 330, "owner_no": 131},
    "E 94 056": {"model": "Crocodile electric", "scale": "0", "decoder_address": 2940, "owner_no": 144},
    "V 36 405": {"model": "Shunter", "scale": "TT", "decoder_address": 3640, "owner_no": 159},
}
LAYOUTS: dict[str, dict[str, Any]] = {
    "mountain line": {"scale": "H0", "track_m": 64.5, "platform_cm": 210},
    "city loop": {"scale": "N", "track_m": 38.0, "platform_cm": 145},
    "old harbour": {"scale": "0", "track_m": 21.8, "platform_cm": 320},
}
PARTS: dict[str, tuple[str, float]] = {
    "SW-L15": ("left-hand switch, 15 degrees", 23.9),
    "SW-R15": ("right-hand switch, 15 degrees", 24.4),
    "FT-230": ("flexible track, 90 cm", 8.35),
    "DC-21M": ("21-pin decoder", 46.5),
}
NIGHTS: dict[str, dict[str, str]] = {
    "2026-05": {"date": "2026-05-21", "theme": "Weathering wagons", "host": "Rosalind Pike"},
    "2026-06": {"date": "2026-06-18", "theme": "Digital signals", "host": "Dieter Kloss"},
    "2026-07": {"date": "2026-07-16", "theme": "Scenery from waste paper", "host": "Yuki Amano"},
}


def find_member(name: str) -> dict[str, Any]:
    """Find a club member by full name.

    Args:
        name: First name and surname.

    Returns:
        Member number, preferred scale, date until which the dues are paid, and locker.

    Raises:
        ValueError: Nobody has this name.
    """
    for member_no, member in MEMBERS.items():
        if member["name"].lower() == name.strip().lower():
            return {"member_no": member_no, **member}
    raise ValueError(f"no member named {name}")


def engine_info(running_number: str) -> dict[str, Any]:
    """Get model, scale, decoder address and the owner's name for an engine.

    Args:
        running_number: Number painted on the engine, with blanks, such as "44 1207".
    """
    engine = ENGINES.get(running_number.strip().upper())
    if engine is None:
        raise ValueError(f"no engine {running_number}")
    shown = {key: value for key, value in engine.items() if key != "owner_no"}
    return {**shown, "owner": MEMBERS[engine["owner_no"]]["name"]}


def to_scale(real_metres: float, scale: Scale = "H0") -> dict[str, Any]:
    """Convert a real length to the length of a model.

    Args:
        real_metres: Length of the original in metres.
        scale: Scale of the model.

    Returns:
        Length of the model in millimetres.
    """
    return {"scale": scale, "millimetres": round(real_metres * 1000 / RATIO[scale], 1)}


def layout_info(layout: str) -> dict[str, Any]:
    """Describe a club layout: scale, metres of track, longest platform in centimetres."""
    if layout.strip().lower() not in LAYOUTS:
        raise ValueError(f"layouts are {sorted(LAYOUTS)}")
    return LAYOUTS[layout.strip().lower()]


def book_layout(layout: str, member_no: int, day: str, hours: int = 2) -> dict[str, Any]:
    """Reserve a layout for a running session.

    Args:
        layout: Name of the layout.
        member_no: Number of the member who will run trains.
        day: Date as YYYY-MM-DD.
        hours: Length of the session.

    Returns:
        The slip number and the fee in pounds.
    """
    if layout.strip().lower() not in LAYOUTS or member_no not in MEMBERS:
        raise ValueError("unknown layout or member")
    initials = "".join(word[0] for word in layout.upper().split())
    return {"slip": f"{initials}-{member_no}-{day[5:7]}{day[8:]}", "fee": 3.5 * hours}


def part_price(part_code: str, quantity: int = 1) -> dict[str, Any]:
    """Price a spare part from the club shop, in pounds; five or more of a kind are ten per cent cheaper.

    Args:
        part_code: Code on the shelf.
        quantity: How many.
    """
    if part_code.upper() not in PARTS:
        return {"part_code": part_code, "found": False}
    name, price = PARTS[part_code.upper()]
    return {"part": name, "quantity": quantity, "total": round(price * quantity * (0.9 if quantity >= 5 else 1), 2)}


def club_night(month: str) -> dict[str, str]:
    """Date, theme and host of the monthly club night.

    Args:
        month: As YYYY-MM.
    """
    if month not in NIGHTS:
        raise ValueError(f"no club night planned in {month}")
    return NIGHTS[month]
