"""Distances over the globe."""

from math import asin, cos, radians, sin, sqrt

_EARTH_RADIUS_KM = 6371


def great_circle_km(latitude: float, longitude: float, to_latitude: float, to_longitude: float) -> float:
    """Return the length of the shortest way between two places given in degrees, in kilometres."""
    south, north = radians(latitude), radians(to_latitude)
    half_height, half_width = (north - south) / 2, radians(to_longitude - longitude) / 2
    chord = sin(half_height) ** 2 + cos(south) * cos(north) * sin(half_width) ** 2
    return 2 * _EARTH_RADIUS_KM * asin(sqrt(chord))
