"""Batches, fermenters and recipes of a small brewery."""

from typing import Any, Literal

_BATCHES: dict[str, dict[str, Any]] = {
    "BR-118": {"beer": "Harbour Stout", "tank": "T3", "brewed_on": "2026-02-03", "litres": 1180},
    "BR-121": {"beer": "Golden Mile", "tank": "T1", "brewed_on": "2026-02-17", "litres": 960},
    "BR-124": {"beer": "Fox Hollow IPA", "tank": "T4", "brewed_on": "2026-02-24", "litres": 1420},
}
_TANKS: dict[str, dict[str, Any]] = {
    "T1": {"temperature_c": 18.4, "gravity": 1.014, "pressure_bar": 0.6},
    "T3": {"temperature_c": 11.2, "gravity": 1.021, "pressure_bar": 0.9},
    "T4": {"temperature_c": 19.7, "gravity": 1.033, "pressure_bar": 0.3},
}
_RECIPES: dict[str, dict[str, Any]] = {
    "harbour stout": {"malt_kg": 265, "hops_g": 1900, "yeast": "Irish Ale", "abv": 5.8},
    "golden mile": {"malt_kg": 175, "hops_g": 2250, "yeast": "Kolsch", "abv": 4.3},
    "fox hollow ipa": {"malt_kg": 310, "hops_g": 6400, "yeast": "London Fog", "abv": 6.6},
}
_STOCK = {"malt": 1840.0, "hops": 21.5, "yeast": 7.25}


def find_batch(beer: str) -> dict[str, Any]:
    """Find the current batch of a beer.

    Args:
        beer: Name of the beer, e.g. "Harbour Stout".

    Returns:
        The batch id, the tank it is in, the brew date and the volume.
    """
    for batch_id, batch in _BATCHES.items():
        if batch["beer"].casefold() == beer.strip().casefold():
            return {"batch_id": batch_id, **batch}
    raise LookupError(f"no batch of {beer!r}")


def read_tank(tank: str) -> dict[str, Any]:
    """Read the sensors of a fermentation tank.

    Args:
        tank: Tank code such as "T2".

    Returns:
        Temperature in Celsius, specific gravity and pressure.
    """
    if tank.strip().upper() not in _TANKS:
        raise LookupError(f"unknown tank {tank!r}")
    return {"tank": tank.strip().upper(), **_TANKS[tank.strip().upper()]}


def get_recipe(beer: str) -> dict[str, Any]:
    """Return the recipe of a beer: malt, hops, yeast strain and strength.

    Args:
        beer: Name of the beer.
    """
    if beer.strip().casefold() not in _RECIPES:
        raise LookupError(f"no recipe for {beer!r}")
    return {"beer": beer, **_RECIPES[beer.strip().casefold()]}


def ingredient_stock(ingredient: Literal["malt", "hops", "yeast"]) -> dict[str, Any]:
    """Return how many kilograms of an ingredient are in the store."""
    if ingredient.strip().casefold() not in _STOCK:
        raise LookupError(f"unknown ingredient {ingredient!r}")
    return {"ingredient": ingredient, "kg": _STOCK[ingredient.strip().casefold()]}


def packaging_plan(batch_id: str, container: Literal["bottle", "can", "keg"] = "keg") -> dict[str, Any]:
    """Work out how many containers are needed to package a batch.

    Args:
        batch_id: Id of the batch, e.g. "BR-100".
        container: Kind of container to fill.

    Returns:
        The number of containers needed.
    """
    if batch_id.strip().upper() not in _BATCHES:
        raise LookupError(f"unknown batch {batch_id!r}")
    size = {"bottle": 0.5, "can": 0.4, "keg": 30.0}[container.strip().casefold()]
    litres = _BATCHES[batch_id.strip().upper()]["litres"]
    return {"batch_id": batch_id.strip().upper(), "container": container, "containers": int(round(litres / size, 6))}
