"""Which tools a clause may mean: by words in common, by nearness in meaning, and none for what it asks to be done."""

from collections.abc import Sequence

import pytest

from smurfs_graph.guiding.fitting import Offered, by_nearness, fits
from tests.guiding.tools import tool

LENGTH = tool("get_length", "Get the length of a river.", river="string: name")
OWNER = tool("find_owner", "Find the owner of a boat.", boat="string: name")
DEBT = tool("get_debt", "Get the debt of a member.", member="integer: number")
RENEW = tool("renew_membership", "Renew the membership of a member.", reads=False, member="integer: number")
TOOLS = (LENGTH, OWNER, DEBT)


def closeness(**close: float):  # noqa: ANN201
    """A comparison that finds each tool as near as it is told, whatever the clause."""

    def near(text: str, lines: Sequence[str]) -> list[float]:
        assert text.strip()
        return [next((value for name, value in close.items() if name in line.split(":")[0]), 0.0) for line in lines]

    return near


def names(clause: str, tools: Sequence[Offered], **close: float) -> list[str]:
    """The tools that are meant, the best first."""
    return [fit.tool.name for fit in fits(clause, tools, closeness(**close) if close else None) if fit.strong]


def test_nearness_finds_what_shares_no_word() -> None:
    """Without word vectors nothing is meant."""
    assert names("How far does the Vecht run?", TOOLS) == []
    assert names("How far does the Vecht run?", TOOLS, length=0.55, owner=0.1) == ["get_length"]


@pytest.mark.parametrize(("length", "owner", "meant"), [(0.3, 0.1, ["get_length"]), (0.3, 0.28, []), (0.18, 0.0, [])])
def test_a_hint_counts_where_it_leads_the_others(length: float, owner: float, meant: list[str]) -> None:
    """Of several tools; near enough and far enough ahead."""
    assert names("How far does the Vecht run?", TOOLS, length=length, owner=owner) == meant


def test_one_tool_alone_has_to_be_near() -> None:
    """There is nothing that it could lead."""
    assert names("How far does the Vecht run?", [LENGTH], length=0.4) == []
    assert names("How far does the Vecht run?", [LENGTH], length=0.6) == ["get_length"]


def test_words_in_common_need_some_nearness() -> None:
    """A word may mean something else."""
    clause = "What length of skirt is in fashion with owners of boats?"
    assert names(clause, TOOLS, length=0.0, owner=0.0) == []


@pytest.mark.parametrize(
    "clause",
    ["Renew my membership, number 17", "please cancel the debt of member 17", "Could you extend my debt until May?"],
)
def test_what_only_reads_does_nothing(clause: str) -> None:
    """A look-up is no answer to a request to act, however near it is."""
    assert "get_debt" not in names(clause, [DEBT, RENEW], debt=0.9, membership=0.6)


@pytest.mark.parametrize("clause", ["Order status of member 17 and the debt", "Show the debt of member 17"])
def test_a_noun_or_a_look_up_is_no_act(clause: str) -> None:
    """A word that may be a verb has to have something that it is done to."""
    assert "get_debt" in names(clause, [DEBT, OWNER], debt=0.9)


def test_nearness_orders_what_no_words_can() -> None:
    """For requests in other languages."""
    near = closeness(length=0.1, owner=0.3)
    assert [each.name for each in by_nearness("谁拥有这条船", TOOLS, near)] == ["find_owner", "get_length", "get_debt"]
    assert by_nearness("谁拥有这条船", TOOLS, None) == TOOLS


def test_two_words_in_common_do_where_nothing_is_nearer() -> None:
    """However near others come; one word does not, nor do two of something else."""
    assert names("the boat of the owner over there", TOOLS, owner=0.26, debt=0.25) == ["find_owner"]
    assert not names("the boat over there, please", TOOLS, owner=0.26, debt=0.25)
    assert not names("the boat of the owner over there", TOOLS, owner=0.2, debt=0.19)


def test_a_word_in_capitals_counts_for_the_tool() -> None:
    """A SKU is asked for, and is no value."""
    sku = tool("find_sku", "Find the SKU of a product.", product="string: name")
    assert names("What SKU does the desk have?", (sku, *TOOLS)) == ["find_sku"]


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ("Add milk to the pantry.", []),
        ("Book a table for Emma.", []),
        ("Please remove bread from the pantry", []),
        ("Who is the author of the book Emma?", ["get_book"]),
        ("Is there milk in the pantry?", ["check_pantry"]),
        ("Print the timetable", ["printed_timetable"]),
    ],
)
def test_a_look_up_does_nothing(clause: str, found: list[str]) -> None:
    """A verb that the tool's document has as a noun is not what it does."""
    tools = (
        tool("get_book", "Get the author of a book.", title="string: title"),
        tool("check_pantry", "Say how much of a food is in the pantry.", food="string: food"),
        tool("printed_timetable", "Look up the printed timetable.", stop="string: stop"),
    )
    assert names(clause, tools) == found


POOL = tool(
    "pool_class", "Times of a class.", kind={"type": "string", "enum": ["aqua fit", "lanes"]},
    day={"type": "string", "enum": ["monday", "tuesday"]},
)  # fmt: skip


@pytest.mark.parametrize(
    ("clause", "meant"),
    [
        ("is there aqua fit?", True),
        ("when is it on tuesday?", True),
        ("will it rain on tuesday?", False),
        ("who won the game?", False),
    ],
)
def test_an_allowed_value_hints_at_its_tool(clause: str, meant: bool) -> None:
    """A day only where the clause asks when: any request may name one."""
    assert names(clause, [POOL, *TOOLS], pool_class=0.1, get_length=0.05) == (["pool_class"] if meant else [])


@pytest.mark.parametrize(
    ("clause", "meant"),
    [
        ("change the owner of the boat", []),
        ("change 20 boats to owners", ["find_owner"]),
        ("write a poem about the owner of a boat", []),
        ("write to the owner of the boat", ["find_owner"]),
    ],
)
def test_what_is_to_be_done_is_no_look_up(clause: str, meant: list[str]) -> None:
    """Unless the verb may as well ask for a result, or for somebody's address."""
    assert names(clause, TOOLS) == meant
