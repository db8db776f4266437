"""Stubs of tools: what is told of them, and how a program's arguments become a call's."""

import builtins
import keyword
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.programs.annotations import Annotations
from smurfs_graph.programs.names import TAKEN, identifiers
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.python import from_function
from tests.programs.shop import STUBS, TOOLS


def test_signatures_have_types_defaults_and_results() -> None:
    """An author reads classes of records first, then a line per tool with its first line and its parameters'."""
    told = STUBS.for_model()
    assert "class Order(TypedDict): order_id: str; status: Literal['open', 'paid']; lines: list[Line]" in told
    assert (
        "async def find_orders(customer: str, limit: int = 10, since: str | None = None) -> list[Order]: ..."
        "  # Find the orders of a customer; customer: the customer's id, as in C-12" in told
    )
    assert "async def price_of(sku: str, currency: Literal['EUR', 'USD'] = 'EUR') -> Price: ..." in told
    assert "class Price(TypedDict): value: float; currency: str" in told
    assert "async def stock(sku: str) -> Any: ..." in told
    assert "async def pay(order_id: str) -> None: ..." in told


def test_some_stubs_come_with_the_classes_that_they_need() -> None:
    """A shortlist of tools: no class of another tool's."""
    told = STUBS.for_model({"price_of"}, seen={"stock": "{}"})
    assert told.startswith("class Price") and "Order" not in told and told.count("\n") == 1
    assert "Returned before: {'sku': str}" in STUBS.for_model({"stock"}, seen={"stock": "{'sku': str}"})


def test_names_that_python_cannot_write_are_mapped_and_back() -> None:
    """A tool and a parameter with a dash, a parameter that is a keyword."""
    assert "async def shop_move_item(user_id: int, from_: str | None = None) -> Any" in STUBS.for_model()
    stub = STUBS["shop_move_item"]
    assert stub.tool.name == "shop.move-item"
    assert stub.arguments((3,), {"from_": "here"}) == {"user-id": 3, "from": "here"}


def test_arguments_become_json_and_what_is_left_out_stays_out() -> None:
    """Dates, numbers and sets become what a tool takes; None for an optional parameter is none."""
    stub = STUBS["find_orders"]
    assert stub.arguments(("C-1",), {"since": date(2026, 1, 2), "limit": None}) == {
        "customer": "C-1",
        "since": "2026-01-02",
    }
    assert stub.arguments((), {"customer": {"b", "a"}}) == {"customer": ["a", "b"]}
    assert stub.arguments((Decimal("1.5"), (1, 2)), {}) == {"customer": 1.5, "limit": [1, 2]}


def _nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (_nested(100_000), "more than 40 levels"),
        ("a" * 300_000, "more than 200,000 characters"),
        (["a" * 1_000] * 1_000, "more than 200,000 characters"),
        ([1] * 10**6, "more than 200,000 characters"),
        ({"k" * 300_000: 1}, "more than 200,000 characters"),
        (10**5_000, "a number of more than 10000 bits"),
        ("<coroutine object call at 0x1>", "await the call"),
    ],
    ids=lambda value: str(value)[:20] if isinstance(value, str) else "",
)
def test_arguments_that_no_checkpoint_should_hold_are_refused(value: Any, complaint: str) -> None:
    """Whatever a program has piled up; and the name of a coroutine is no value."""
    with pytest.raises(ValueError, match=complaint):
        STUBS["find_orders"].arguments((value,), {})
    with pytest.raises(ValueError, match=complaint):
        STUBS["shop_move_item"].arguments((), {"user_id": value})


@pytest.mark.parametrize(
    ("positional", "named", "complaint"),
    [
        (("a", 1, None, 4), {}, "takes 3 arguments, 4 were given"),
        ((), {"custmer": "a"}, "no parameter 'custmer'; did you mean 'customer'"),
        (("a",), {"customer": "b"}, "'customer' twice"),
        ((object(),), {}, "customer: a object cannot be passed"),
    ],
)
def test_wrong_arguments_are_told(positional: tuple[Any, ...], named: dict[str, Any], complaint: str) -> None:
    """A call reports mistakes that the check could not see."""
    with pytest.raises(ValueError, match=complaint):
        STUBS["find_orders"].arguments(positional, named)


@given(st.lists(st.text(min_size=1, max_size=12), max_size=12))
def test_every_name_gets_an_identifier_of_its_own(names: list[str]) -> None:
    """Whatever tools are called: different names stay different, and hide nothing that programs need."""
    found = identifiers(names, TAKEN)
    assert len(set(found.values())) == len(set(names))
    for written in found.values():
        assert written.isidentifier() and not keyword.iskeyword(written) and not hasattr(builtins, written)


def test_schemas_of_strangers_end() -> None:
    """A schema that refers to itself, is nested without end, or is none at all is `Any` somewhere."""
    annotations = Annotations()
    tree = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Tree"}}}
    assert annotations.of({"$ref": "#/$defs/Tree", "$defs": {"Tree": tree}}, "walk") == "Tree"
    nested: Any = {"type": "string"}
    for _ in range(40):
        nested = {"type": "array", "items": nested}
    assert annotations.of(nested, "deep").endswith("Any" + "]" * 13)
    circles: Any = {"A": {"$ref": "#/$defs/A"}, "B": {"allOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/A"}]}}
    for name in circles:
        assert annotations.of({"$ref": f"#/$defs/{name}", "$defs": circles}, "round") == "Any"
    for odd in (None, True, 3, [], {"type": 7}, {"$ref": "http://other"}, {"properties": 3}, {"enum": []}):
        assert isinstance(annotations.of(odd, "odd"), str)
    assert annotations.of({"type": ["string", "null"]}, "x") == annotations.of(
        {"anyOf": [{"type": "string"}, {"type": "null"}, {"enum": [None]}]}, "x"
    )


def test_records_that_hold_at_once_are_one() -> None:
    """A reference and what is added to it; names that are no identifiers are fields all the same."""
    base = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    more = {"properties": {"from": {"type": ["integer", "null"]}}}
    annotations = Annotations()
    both = {"allOf": [{"$ref": "#/$defs/D0"}, more], "$defs": {"D0": base}}
    assert annotations.of(both, "get", "result") == "GetResult"
    declared = annotations.records[-1].declaration()
    assert declared == "GetResult = TypedDict('GetResult', {'id': str, 'from': NotRequired[int | None]})"


def test_the_same_record_is_one_class_and_names_differ() -> None:
    """Two tools with the same result share its class; other records of that name get another."""
    annotations = Annotations()
    first = {"title": "Row", "type": "object", "properties": {"a": {"type": "integer"}}}
    other = {"title": "Row", "type": "object", "properties": {"a": {"type": "string"}}}
    assert [annotations.of(each, "t") for each in (first, dict(first), other)] == ["Row", "Row", "Row2"]


def test_tools_of_all_sources_can_be_stubbed() -> None:
    """The built-in tools: none of their signatures is refused by the checker that reads them."""
    from smurfs_graph.programs.sandbox import check_program
    from smurfs_graph.tools.specs import load_tools

    tools = load_tools(["builtin:calc", "builtin:dates", "builtin:travel"])
    stubs = Stubs([*tools.values(), *TOOLS])
    assert check_program("x = await prce_of('a')", stubs) == [
        "line 1: there is no 'prce_of' here; did you mean 'price_of'?"
    ]


def test_what_only_a_parameters_text_says_is_told() -> None:
    """Allowed values at the end of a long text; only what is longer still is cut, and the cut shows."""
    text = f"How the engine is started, {'which the driver decides, ' * 4}one of [Enum]: START, STOP"

    def start(mode: str) -> str:
        return mode

    start.__doc__ = f"Start the engine.\n\nArgs:\n    mode: {text}"
    assert "START, STOP" in Stubs([from_function(start)]).for_model()
    start.__doc__ = f"Start the engine.\n\nArgs:\n    mode: {text * 9}"
    assert "…" in Stubs([from_function(start)]).for_model()
