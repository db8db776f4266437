"""A simulated model for cost studies: it knows what is right, and errs as often as its parameters say.

It stands for no real model. What it shows is what follows from the parameters that it is given, strategy by strategy;
they are inputs, printed with every result, and swept over a grid instead of picked.
"""

from .grid import Point, points_of, read_grid
from .latency import Latency, makespan, seconds_of
from .model import SimulatedModel
from .task import ErrorRates, SimulatedTask, TaskShape

__all__ = [
    "ErrorRates",
    "Latency",
    "Point",
    "SimulatedModel",
    "SimulatedTask",
    "TaskShape",
    "makespan",
    "points_of",
    "read_grid",
    "seconds_of",
]
