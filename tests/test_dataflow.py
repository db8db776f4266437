"""A dataflow of calls: what is read of it, what its references become, and how its results are told."""

import functools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.planning.dataflow import (
    Brought,
    FlowCall,
    Gap,
    Made,
    needs,
    read_calls,
    spread,
    takes_list,
)
from smurfs_graph.planning.dataflow_results import prune, tell
from smurfs_graph.planning.pages import Paging, drop_paging, join_pages, next_page

CUSTOMER = {"customer_id": "C-1", "orders": [{"order_id": "A", "sum": 3}, {"order_id": "B"}]}


def one(value: Any) -> Brought:
    """What a single call brought."""
    return Brought((value,), ({},))


def rows(arguments: dict[str, Any], brought: dict[str, Brought], lists: tuple[str, ...] = ()) -> Any:
    """The arguments of the calls that come of these, or why there are none."""
    found = spread(FlowCall("z", "t", arguments), brought, lambda name: name in lists)
    if isinstance(found, list):
        return [each.arguments if isinstance(each, Made) else each for each in found]
    return found.arguments if isinstance(found, Made) else found


@pytest.mark.parametrize(
    "written",
    [{"name": "Ada"}, '{"name": "Ada"}', [{"name": "name", "value": "Ada"}]],
    ids=["object", "JSON text", "names and values"],
)
def test_arguments_are_read_in_every_form_that_models_write(written: Any) -> None:
    """An object, its JSON text, or a list of names and values; the whole list may be text as well."""
    calls = [{"id": "$a", "tool": "find", "arguments": written, "keep": "customer_id"}]
    expected = [FlowCall("a", "find", {"name": "Ada"}, ("customer_id",))]
    assert read_calls({"calls": calls}) == read_calls({"calls": json.dumps(calls)}) == expected


@pytest.mark.parametrize(
    ("calls", "complaint"),
    [
        ([], "a list of"),
        (["find"], "item 1 is no object"),
        ([{"id": "a b", "tool": "t"}], "the id 'a b'"),
        ([{"id": "a", "tool": "t"}, {"id": "a", "tool": "t"}], "'a' is used more than once"),
        ([{"id": "a", "tool": "t", "arguments": {"x": "$b.y"}}, {"id": "b", "tool": "t", "arguments": {"x": "$a.y"}}],
         "in a circle: a -> b -> a"),
    ],
)  # fmt: skip
def test_calls_that_cannot_be_told_apart_or_put_in_order_are_refused(calls: list[Any], complaint: str) -> None:
    """One line says what is wrong."""
    with pytest.raises(ValueError, match=complaint):
        read_calls({"calls": calls})


def test_what_is_wrong_with_one_call_stays_with_it() -> None:
    """An unknown id or unreadable arguments keep only that call from being made; amounts of money are no references."""
    arguments: list[Any] = [{"x": "$b.y"}, "no object", {"price": "$4.50", "unit": "$US"}]
    calls = read_calls(
        {"calls": [{"id": f"c{at}", "tool": "t", "arguments": each} for at, each in enumerate(arguments)]}
    )
    assert [call.complaint.partition(":")[0] for call in calls] == ["'$b.y'", "its arguments are no JSON object", ""]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("$a", CUSTOMER),
        ("$a.customer_id", "C-1"),
        ("${a.customer_id}", "C-1"),
        ("$a.orders[1].order_id", "B"),
        ("$a.name", Gap("$a.name: a result has no field 'name'; it has customer_id, orders")),
        ("$a.orders[7]", Gap("$a.orders[7]: the list has 2 items")),
        ("$a.customer_id[*]", Gap('$a.customer_id[*]: only "C-1" is no list')),
        ("for $a.customer_id", "for $a.customer_id"),
    ],
)
def test_a_reference_becomes_the_value_or_a_gap_that_says_what_there_is(written: str, expected: Any) -> None:
    """A text that only holds a reference is left as it is."""
    found = rows({"x": written}, {"a": one(CUSTOMER)})
    assert found == (expected if isinstance(expected, Gap) else {"x": expected})


def test_a_list_makes_one_call_for_each_item() -> None:
    """Whether it is a reference to many, to a list, or written out; lists go together item by item, gaps in place."""
    a = {"a": one(CUSTOMER)}
    each = [{"x": "A"}, {"x": "B"}]
    assert rows({"x": "$a.orders[*].order_id"}, a) == rows({"x": "$a.orders.order_id"}, a) == each
    assert rows({"x": ["A", "B"]}, a) == rows({"x": ["$a.orders[*].order_id"]}, a) == each
    paired = rows({"x": "$a.orders[*].order_id", "y": "$a.orders[*].sum", "z": 1}, a)
    assert paired[0] == {"x": "A", "y": 3, "z": 1}
    assert isinstance(paired[1], Gap)
    assert "lengths (x 2, y 3)" in rows({"x": ["A", "B"], "y": [1, 2, 3]}, a).reason
    assert "is empty" in rows({"x": []}, a).reason


def test_lists_of_several_calls_make_one_call_for_each_of_their_items() -> None:
    """What was asked for each customer brings a list each; a gap stays in its place, and no items are no calls."""
    found = Brought(({"ids": ["A", "B"]}, Gap("503"), {"ids": []}, {"ids": ["C"]}), ({},) * 4, several=True)
    made = rows({"x": "$a.ids"}, {"a": found})
    assert made == [{"x": "A"}, {"x": "B"}, Gap("a[1] brought no result"), {"x": "C"}]
    assert made == rows({"x": "$a[*].ids[*]"}, {"a": found})
    empty = Brought(({"ids": []},), ({},), several=True)
    assert "is empty" in rows({"x": "$a.ids"}, {"a": empty}).reason


def test_lists_that_only_happen_to_be_as_long_do_not_go_together() -> None:
    """Two orders and two tags, both of the first: no call has the second order with a tag of the first."""
    orders = [{"id": 1, "tags": ["x", "y"], "by": ["p", "q"]}, {"id": 2, "tags": [], "by": []}]
    whole, each = one({"orders": orders}), Brought(tuple(orders), ({},) * 2, several=True)
    for ids, tags, found in (
        ("$a.orders[*].id", "$a.orders[*].tags", whole),
        ("$a.orders[*].id", "$a.orders[*].tags[*]", whole),
        ("$a.id", "$a.tags", each),
    ):
        assert "lists within others (x and y of a)" in rows({"x": ids, "y": tags}, {"a": found}).reason
    pairs = [{"x": "x", "y": "p"}, {"x": "y", "y": "q"}]
    assert rows({"x": "$a.tags", "y": "$a[*].by[*]"}, {"a": each}) == pairs
    assert rows({"x": "$a[0].tags", "y": "$b.orders[*].id"}, {"a": each, "b": whole})[1] == {"x": "y", "y": 2}


def test_a_parameter_that_takes_a_list_is_given_it_whole() -> None:
    """As its tool's schema says, also through references and unions."""
    assert rows({"x": "$a.orders[*].order_id"}, {"a": one(CUSTOMER)}, lists=("x",)) == {"x": ["A", "B"]}
    several: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
    parameters: dict[str, Any] = {
        "properties": {
            "l": several, "s": {"type": "string"}, "e": {"enum": ["a"]}, "r": {"$ref": "#/$defs/L"},
            "u": {"anyOf": [{"type": "string"}, several]}, "any": {},
        },
        "$defs": {"L": several},
    }  # fmt: skip
    assert [name for name in ("l", "s", "e", "r", "u", "any", "none") if takes_list(parameters, name)] == [
        "l",
        "r",
        "u",
        "any",
    ]


def test_what_brought_nothing_is_said_to_whoever_needs_it() -> None:
    """The dependant's gap names the call, item by item where several were made."""
    failed = Brought((Gap("503"), {"id": 2}), ({}, {}), several=True)
    assert rows({"x": "$a.id"}, {"a": one(Gap("503"))}) == Gap("a brought no result")
    assert rows({"x": "$a.id"}, {"a": failed}) == [Gap("a[0] brought no result"), {"x": 2}]
    assert rows({"x": "$a[*].id"}, {"a": failed}, lists=("x",)) == {"x": [2]}
    assert rows({"x": "$a[1].id"}, {"a": failed}) == {"x": 2}


def test_what_is_kept_keeps_whose_it_is() -> None:
    """Fields are found at any depth; ids of the records around them stay, and what is lacking is said."""
    found = {"id": 7, "note": "long", "orders": [{"order_id": "A", "state": "sent", "note": "long"}, {"order_id": "B"}]}
    assert prune(found, ["orders[*].state", "sum"]) == (
        {"id": 7, "orders": [{"order_id": "A", "state": "sent"}]},
        ["sum"],
    )
    assert prune("a text", ["state"]) == ("a text", [])


def test_results_are_told_by_id_with_what_tells_them_apart() -> None:
    """One line for each id; an item carries the arguments that it was made with, unless it says them itself."""
    calls = [FlowCall("a", "t", {}, ("customer_id", "age")), FlowCall("b", "t", {}), FlowCall("c", "t", {})]
    told = ({"order_id": "A"}, {"order_id": "B"}, {"order_id": "C"})
    brought = {
        "a": one(CUSTOMER),
        "b": Brought(({"state": "sent"}, Gap("not made: no"), "x" * 900), told, several=True),
        "c": Brought(({"order_id": "D"},), ({"order_id": "A"},)),
    }
    text = tell(calls, brought, lambda value: value[:100] if isinstance(value, str) else value)
    data = json.loads(text)
    assert text.count("\n") == 2
    assert data["a"] == {"customer_id": "C-1", "not in the result": "age; it has customer_id, orders"}
    assert data["b"][:2] == [{"order_id": "A", "state": "sent"}, {"order_id": "B", "error": "not made: no"}]
    assert len(data["b"][2]["result"]) <= 100
    assert data["c"] == {"order_id": "D", "for": {"order_id": "A"}}


def test_the_same_long_result_is_told_once() -> None:
    """With the arguments of each; a short one is told again, and so is one of which other fields are kept."""
    calls = [FlowCall("a", "t", {}), FlowCall("b", "t", {}), FlowCall("c", "t", {}, ("customer_id",))]
    supplier, told = {"supplier": "Nordlys AS", "days": 9, "late_percent": 4}, ({"part": "P-1"}, {"part": "P-2"})
    brought = {"a": Brought((supplier, supplier), told, several=True), "b": one(supplier), "c": one(CUSTOMER)}
    data = json.loads(tell([*calls, FlowCall("d", "t", {})], brought | {"d": one(CUSTOMER)}, lambda value: value))
    assert data["a"] == [{"part": "P-1"} | supplier, {"part": "P-2", "same as": "a[0]"}]
    assert data["b"] == {"same as": "a[0]"}
    assert (data["c"], data["d"]) == ({"customer_id": "C-1"}, CUSTOMER)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)
paths = st.lists(st.sampled_from([".a", ".b", "[*]", "[0]", "[3]"]), max_size=4).map("".join)


@given(value=json_values, path=paths, several=st.booleans(), as_list=st.booleans())
def test_any_reference_into_any_result_brings_values_or_says_why_not(
    value: Any, path: str, several: bool, as_list: bool
) -> None:
    """Nothing raises; no gap and no list of calls ever becomes an argument."""
    brought = Brought((value, value), ({}, {}), several=True) if several else one(value)
    found = spread(FlowCall("z", "t", {"x": f"$a{path}", "y": 1}), {"a": brought}, lambda name: as_list)
    for each in found if isinstance(found, list) else [found]:
        assert isinstance(each, Gap | Made)
        if isinstance(each, Made):
            json.dumps(each.arguments)
            assert each.arguments["y"] == 1
    assert not (as_list and isinstance(found, list))


@given(edges=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14))
def test_every_plan_of_calls_is_put_in_order_or_refused(edges: list[tuple[int, int]]) -> None:
    """Read exactly where no call waits for itself, however far round."""
    wanted = {at: {first for first, second in edges if second == at} for at in range(8)}
    calls = [
        {"id": f"c{at}", "tool": "t", "arguments": {f"x{first}": f"$c{first}.v" for first in wanted[at]}}
        for at in range(8)
    ]
    left = dict(wanted)
    while free := [at for at, firsts in left.items() if not firsts & left.keys()]:
        left = {at: firsts for at, firsts in left.items() if at not in free}
    try:
        read = read_calls({"calls": calls})
    except ValueError as error:
        assert left
        assert "circle" in str(error)
    else:
        assert not left
        assert [needs(call) for call in read] == [{f"c{first}" for first in wanted[at]} for at in range(8)]


@given(value=json_values, keep=st.lists(st.sampled_from(["a", "b", "x.c", "id"]), max_size=3))
def test_keeping_fields_never_adds_anything(value: Any, keep: list[str]) -> None:
    """What is kept is part of what there was; where nothing of it is there, all is."""
    kept, missing = prune(value, keep)
    assert len(json.dumps(kept)) <= len(json.dumps(value))
    assert set(missing) <= set(keep)


def test_pages_become_one_result() -> None:
    """Lists go one behind the other, also within records; the rest is the last page's, which leads no further."""
    pages: list[Any] = [
        {"total": 3, "found": {"ids": ["a", "b"], "next": "k"}, "next_page": 2},
        {"total": 3, "found": {"ids": [], "next": "m"}, "next_page": 3},
        {"total": 4, "found": {"ids": ["c"], "next": ""}, "next_page": 0},
    ]
    joined = functools.reduce(join_pages, pages)
    assert joined == {"total": 4, "found": {"ids": ["a", "b", "c"], "next": ""}, "next_page": 0}
    assert [next_page(page, Paging("next_page", "page"), None) for page in pages] == [2, 3, None]
    assert [next_page(page, Paging("found.next", "cursor"), None) for page in pages] == ["k", "m", None]
    assert [next_page(pages[0], Paging("total", "page", counted=True), given) for given in (1, 2, 3)] == [2, 3, None]
    assert next_page("text", Paging("next_page", "page"), 1) is None
    assert join_pages(["a"], ["b"]) == ["a", "b"]
    assert drop_paging({"ids": [], "page": 2, "next_page": 0}, Paging("next_page", "page")) == {"ids": []}
    assert drop_paging(joined, Paging("found.next", "cursor"))["found"] == {"ids": ["a", "b", "c"]}
    assert drop_paging("text", Paging("next_page", "page")) == "text"
