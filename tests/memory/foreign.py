"""A type that a checkpoint has no business to build, and bytes that would have it built."""

from typing import Any

import ormsgpack
from langgraph.checkpoint.serde import jsonplus

FIRED: list[str] = []
"""What has happened that should not have."""


class Bomb:
    """Leaves a trace when it is built or unpickled."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fires."""
        FIRED.append("built")

    def __reduce__(self) -> Any:
        """Fires when it is loaded."""
        return (FIRED.append, ("unpickled",))


def foreign_bytes(module: str = __name__, name: str = "Bomb") -> bytes:
    """Return what LangGraph's serializer would write for an object of a foreign type."""
    payload = ormsgpack.packb([module, name, {"x": 1}, "__init__"])
    return ormsgpack.packb(ormsgpack.Ext(jsonplus.EXT_CONSTRUCTOR_KW_ARGS, payload))
