"""Effects that tools declare, and those assumed of a tool that declares none."""

from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.tools import StructuredTool, tool

from smurfs_graph import ConfigurationError, UnknownNameError, effects
from smurfs_graph.tools.python import from_function, from_object
from smurfs_graph.tools.specs import BUILTIN, load_spec


def plain() -> str:
    """Say nothing of what it does."""
    return ""


def declared(*names: Any, **more: Any) -> Callable[..., str]:
    """A function with these effects."""

    @effects(*names, **more)
    def function(room: str = "", request_id: str = "") -> str:
        """Do."""
        return ""

    return function


class Weather:
    """Has a method that is asynchronous."""

    @effects("read")
    async def look(self) -> str:
        """Look."""
        return ""


@pytest.mark.parametrize(
    ("function", "reads_only", "repeatable"),
    [
        (plain, False, False),
        (declared("read", "network"), True, True),
        (Weather().look, True, True),
        (declared("network"), False, False),  # it may post to it
        *((declared("read", name), False, False) for name in ("write", "money", "code")),
        (declared("write", idempotent=True), False, True),
    ],
)
def test_what_may_be_repeated(function: Callable[..., Any], reads_only: bool, repeatable: bool) -> None:
    """Reads may, and tools that say that a repetition changes nothing; none that say nothing."""
    made = from_function(function)
    assert (made.reads_only, made.repeatable, made.undeclared) == (reads_only, repeatable, function is plain)


def test_langchain_tools_declare_by_decorator_or_metadata() -> None:
    """Both ways lead to the same."""
    described = StructuredTool.from_function(plain, metadata={"effects": ["read", "money"]})
    assert from_object(tool(declared("read")))[0].effects == {"read"}
    assert from_object(described)[0].effects == {"read", "money"}
    assert from_object(StructuredTool.from_function(plain))[0].undeclared


@pytest.mark.parametrize("names", [(), ("reads",), ("",)])
def test_effects_that_are_none_are_refused(names: Any) -> None:
    """They are refused where they are declared, not later."""
    with pytest.raises(ConfigurationError):
        effects(*names)
    with pytest.raises((ConfigurationError, UnknownNameError)):
        from_object(StructuredTool.from_function(plain, metadata={"effects": list(names)}))


def test_the_key_of_a_repetition_is_not_the_models_business() -> None:
    """It is in no document, and a model that names it is told so; the function takes it."""
    made = from_function(declared("write", idempotency_key="request_id"))
    assert list(made.parameters["properties"]) == ["room"]
    assert made.idempotency_key == "request_id"
    assert made.validate({"room": "blue"}) == {"room": "blue"}
    with pytest.raises(ValueError, match="request_id"):
        made.validate({"room": "blue", "request_id": "mine"})
    with pytest.raises(ConfigurationError, match="reqest_id"):
        from_function(declared("write", idempotency_key="reqest_id"))


@pytest.mark.parametrize("name", sorted(set(BUILTIN) - {"tables", "files"}))
def test_the_built_in_toolsets_read(name: str) -> None:
    """None of them changes anything."""
    assert all(made.reads_only and not made.undeclared for made in load_spec(f"builtin:{name}"))
