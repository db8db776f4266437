"""A worker as BFCL's, with a world of our own: a car whose engine starts with the brake pressed, and a log of trips."""

import itertools
import json
import sys
from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
ENTRY, SINGLE = "multi_turn_base_0", "simple_python_0"
BOARD = 48_213
"""What the odometer shows once the engine runs; only a result says so."""


class Car:
    """The world that calls change."""

    def __init__(self) -> None:
        self.brake, self.engine, self.trips = False, False, list[int]()

    def press_brake(self) -> Data:
        """Press it."""
        self.brake = True
        return {"brake": "pressed"}

    def start_engine(self) -> Data:
        """Start, if the brake is pressed."""
        if not self.brake:
            return {"error": "the brake must be pressed"}
        self.engine = True
        return {"engine": "running", "odometer": BOARD}

    def log_trip(self, start: int) -> Data:
        """Keep where a trip began."""
        self.trips.append(start)
        return {"trips": len(self.trips)}


GOLD: list[list[Data]] = [
    [{"name": "press_brake", "arguments": {}}, {"name": "start_engine", "arguments": {}}],
    [{"name": "log_trip", "arguments": {"start": BOARD}}],
]


def document(name: str, **parameters: str) -> Data:
    """A function's document, as BFCL has it."""
    taken = {key: {"type": kind, "description": f"The {key}."} for key, kind in parameters.items()}
    shape = {"type": "dict", "properties": taken, "required": list(taken)}
    return {"name": name, "description": f"Call {name}.", "parameters": shape, "owner": "VehicleControlAPI"}


def verdict(valid: bool, why: str) -> Data:
    """Return the result of a check."""
    return {"valid": valid, "why": "" if valid else why}


class Server:
    """Answers requests."""

    def __init__(self) -> None:
        self._worlds: dict[str, Car] = {}
        self._numbers = itertools.count(1)

    def hello(self) -> Data:
        """Name the categories."""
        return {"version": "0", "multi_turn": ["multi_turn_base"], "single_turn": ["simple_python"]}

    def cases(self, category: str) -> list[Data]:
        """The one of the category."""
        return [{"id": f"{category}_0", "query": "the car", "expected": ""}]

    def entry(self, entry: str) -> Data:
        """A conversation, or a request whose functions are documents alone."""
        if entry == SINGLE:
            turns, functions = [[["user", "Press the brake."]]], [document("car.press_brake")]
            return {"id": entry, "turns": turns, "functions": functions, "later": {}, "gold": [], "has_world": False}
        functions = [document("press_brake"), document("log_trip", start="integer")]
        turns = [[["user", "Start the engine."]], [["user", "Log a trip from where the car is."]]]
        later = {"1": [functions.pop()]}
        functions.append(document("start_engine"))
        return {"id": entry, "turns": turns, "functions": functions, "later": later, "gold": GOLD, "has_world": True}

    def begin(self, entry: str) -> str:
        """Open a world."""
        name = f"w{next(self._numbers)}"
        self._worlds[name] = Car()
        return name

    def call(self, world: str, name: str, arguments: Data) -> str:
        """Make a call."""
        return json.dumps(getattr(self._worlds[world], name)(**arguments))

    def digests(self, world: str) -> Data:
        """Tell its state."""
        return {"VehicleControlAPI": json.dumps(vars(self._worlds[world]))}

    def end(self, world: str) -> None:
        """Forget a world."""
        del self._worlds[world]

    def check(self, entry: str, made: list[list[Data]]) -> Data:
        """Compare the state that calls leave with that of the gold calls; of a request, the names of the calls."""
        if entry == SINGLE:
            called = [call["name"] for turn in made for call in turn]
            return verdict(called == ["car_press_brake"], f"calls: {called}")
        states: list[Data] = []
        for turns in (made, GOLD):
            world = self.begin(entry)
            for call in itertools.chain.from_iterable(turns):
                self.call(world, **call)
            states.append(vars(self._worlds.pop(world)))
        return verdict(states[0] == states[1], f"state: {states[0]}")


def main() -> None:
    """Answer until the input ends."""
    server = Server()
    for line in sys.stdin:
        request = json.loads(line)
        operation: Callable[..., Any] = getattr(server, request.pop("do"))
        try:
            reply: Data = {"result": operation(**request)}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
