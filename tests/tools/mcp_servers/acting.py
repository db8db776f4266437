"""The server of `everything.py` with tools that act: a car, a folder, an order desk and an address book."""

import everything

state = {"pressed": False}
files: list[str] = []


def press_brake() -> str:
    """Press the brake."""
    state["pressed"] = True
    return "pressed"


def start_engine() -> str:
    """Start the engine."""
    everything.leave_trace("COUNT", "start_engine")
    if not state["pressed"]:
        raise ValueError("the brake must be pressed")
    return "running"


def ls() -> str:
    """List the files."""
    everything.leave_trace("COUNT", f"ls {files}")
    return f"files: {files}"


def touch(name: str) -> None:
    """Make a file."""
    files.append(name)


def place_order(item: str) -> None:
    """Place an order."""
    everything.leave_trace("COUNT", f"order {item}")


def find_contact(name: str) -> str:
    """Find a contact's number."""
    if name != "Ann Lee":
        raise ValueError(f"there are several contacts like {name}")
    return "555-1234"


if __name__ == "__main__":
    everything.changing.update({"press_brake", "start_engine", "touch", "place_order"})
    acting = (press_brake, start_engine, ls, touch, place_order, find_contact)
    everything.tools = {each.__name__: each for each in acting}
    everything.serve()
