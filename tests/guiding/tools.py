"""Tools as the rules of guided steps see them."""

from collections.abc import Mapping, Sequence
from typing import Any

from smurfs_graph.guiding.fitting import Offered, offered


def tool(
    name: str, description: str, optional: Sequence[str] = (), *, reads: bool = True, **parameters: Any
) -> Offered:
    """A tool; a parameter is a schema, or "type: description"."""
    properties = {key: _schema(value) for key, value in parameters.items()}
    required = [key for key in properties if key not in optional]
    schema = {"type": "object", "properties": properties, "required": required}
    return offered(name, description, schema, reads=reads)


def _schema(given: Any) -> Mapping[str, Any]:
    if not isinstance(given, str):
        return given
    kind, _, text = given.partition(": ")
    return {"type": kind, "description": text}


TOOLS: Mapping[str, Offered] = {
    each.name: each
    for each in (
        tool("triangle_area", "Compute the area of a triangle.", base="number: length", height="number: height"),
        tool(
            "get_weather", "Get the weather in a city.", ["unit"], city="string: the city, e.g. Paris",
            unit={"type": "string", "enum": ["celsius", "fahrenheit"]},
        ),
        tool(
            "book_flight", "Book a flight between two cities.", ["seats"], origin="string: city of departure",
            destination="string: city of arrival", date="string: day, YYYY-MM-DD", seats="integer: number of seats",
        ),
        tool("nutrition_facts", "Get nutritional information of a food.", food="string: the food"),
        tool(
            "mortgage", "Compute the monthly payment of a mortgage.", principal="integer: loan amount",
            annual_rate="number: interest rate in percent", years="integer: duration of the loan in years",
        ),
        tool("translate_text", "Translate a text.", text="string: the text", target_language="string: language"),
        tool("mean", "Compute the mean of numbers.", numbers={"type": "array", "items": {"type": "number"}}),
        tool("solve_quadratic", "Solve a quadratic equation.", a="integer: of x²", b="integer: of x", c="integer"),
        tool("gcd", "Find the greatest common divisor.", first="integer: one number", second="integer: another"),
        tool(
            "find_restaurants", "Find restaurants near a place.", location="string: city and state, as Austin, TX",
            cuisine="string: type of food",
        ),
        tool("derivative", "Differentiate a function.", function="string: of x, in Python's syntax"),
        tool("play_song", "Play songs of an artist.", artist="string: who", minutes="integer: how long in minutes"),
        tool("distance", "Distance between two cities in km.", start="string: first city", end="string: second city"),
        tool("opening_hours", "Opening hours on a day.", place="string: library or museum", day="string: of the week"),
    )
}  # fmt: skip
