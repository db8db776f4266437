"""What a tool declares to do to the world, and what is assumed of one that declares nothing."""

from typing import Any

import pytest
from langchain_core.tools import StructuredTool, tool

from smurfs_graph import ConfigurationError, UnknownNameError, effects
from smurfs_graph.tools.effects import EFFECTS
from smurfs_graph.tools.python import from_function, from_object
from smurfs_graph.tools.specs import BUILTIN, load_spec


def plain() -> str:
    """Say nothing of what it does."""
    return ""


@effects("read", "network")
def forecast(city: str) -> str:
    """Look up the weather."""
    return city


@effects("write", idempotency_key="request_id")
def book(room: str, request_id: str) -> str:
    """Book a room."""
    return f"{room} {request_id}"


def test_a_function_that_says_nothing_may_do_anything() -> None:
    """It counts as a write, so that nothing repeats it, and is marked as undeclared, so that a policy may tell."""
    made = from_function(plain)
    assert (made.effects, made.undeclared, made.reads_only, made.repeatable) == ({"write"}, True, False, False)


def test_a_declared_function() -> None:
    """Functions, methods and async functions alike."""

    class Weather:
        @effects("read")
        async def look(self) -> str:
            """Look."""
            return ""

    for function in (forecast, Weather().look):
        made = from_function(function)
        assert made.reads_only
        assert made.repeatable
        assert not made.undeclared


def test_what_costs_money_or_runs_code_does_not_only_read() -> None:
    """Each effect beyond reading and the network counts."""
    for name in EFFECTS:

        @effects("read", name)
        def function() -> str:
            """Do."""
            return ""

        assert from_function(function).reads_only == (name in ("read", "network"))


def test_network_alone_is_no_reading() -> None:
    """A tool that only says that it uses the network may post to it."""

    @effects("network")
    def function() -> str:
        """Do."""
        return ""

    assert not from_function(function).reads_only


def test_an_idempotent_write_may_be_repeated() -> None:
    """Though it is no read."""

    @effects("write", idempotent=True)
    def put() -> str:
        """Put."""
        return ""

    made = from_function(put)
    assert (made.reads_only, made.repeatable) == (False, True)


def test_langchain_tools_declare_by_decorator_or_metadata() -> None:
    """Both ways lead to the same."""

    @tool
    @effects("read")
    def decorated() -> str:
        """Read."""
        return ""

    described = StructuredTool.from_function(plain, metadata={"effects": ["read", "money"]})
    assert from_object(decorated)[0].effects == {"read"}
    assert from_object(described)[0].effects == {"read", "money"}
    assert from_object(StructuredTool.from_function(plain))[0].undeclared


@pytest.mark.parametrize("names", [(), ("reads",), ("",)])
def test_effects_that_are_none_are_refused(names: Any) -> None:
    """Where they are declared, not later."""
    with pytest.raises(ConfigurationError):
        effects(*names)
    with pytest.raises((ConfigurationError, UnknownNameError)):
        from_object(StructuredTool.from_function(plain, metadata={"effects": list(names)}))


def test_the_key_of_a_repetition_is_not_the_models_business() -> None:
    """It is in no document, and a model that names it is told that there is no such parameter."""
    made = from_function(book)
    assert list(made.parameters["properties"]) == ["room"]
    assert made.parameters["required"] == ["room"]
    assert made.idempotency_key == "request_id"
    assert made.validate({"room": "blue"}) == {"room": "blue"}
    with pytest.raises(ValueError, match="request_id"):
        made.validate({"room": "blue", "request_id": "mine"})


def test_a_key_that_the_function_does_not_take_is_refused() -> None:
    """A typing mistake must not make a call look repeatable."""

    @effects("write", idempotency_key="reqest_id")
    def wrong(request_id: str = "") -> str:
        """Book."""
        return request_id

    with pytest.raises(ConfigurationError, match="reqest_id"):
        from_function(wrong)


@pytest.mark.parametrize("name", sorted(set(BUILTIN) - {"tables", "files"}))
def test_the_built_in_toolsets_read(name: str) -> None:
    """None of them changes anything."""
    assert all(made.reads_only and not made.undeclared for made in load_spec(f"builtin:{name}"))
