"""Programs of a stranger: whatever they do ends with a line for the model, and the run and its state stay sound."""

from typing import Any

import pytest

from smurfs_graph import effects
from smurfs_graph.programs.sandbox import check_program
from smurfs_graph.tools.calling import MAX_STORED_CHARS
from tests.graph.test_programs import Shop, code
from tests.programs.shop import STUBS
from tests.scripts import results_in

FETCHED = [{"text": "x" * 1_000}] * (MAX_STORED_CHARS // 1_000 + 100)


@effects("read")
def take(value: Any = None) -> str:
    """Take anything."""
    return "taken"


@effects("read")
def fetch() -> Any:
    """Fetch more than is kept."""
    return FETCHED


def told(source: str, **settings: Any) -> tuple[str, Shop, dict[str, Any]]:
    """Run a program and return what the model is told of it."""
    shop = Shop(code(source), "Not done: all of it", tools=(take, fetch), **settings)
    result = shop.result("go")
    return results_in(shop.seen[-1])[0], shop, result


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("x = []\nfor _ in range(100_000): x = [x]\nawait take(x)", "more than 40 levels"),
        ("await take('a' * 3 * 10**7)", "more than 200,000 characters"),
        ("await take(**{'k' * 150_000: 1})", "has no parameter 'kkk"),
        ("await take(*range(10_000))", "takes 1 arguments, 10000 were given"),
        ("await take(10**5_000)", "a number of more than 10000 bits"),
        ("await take(take)", "cannot be passed to a tool"),
        ("await take(take(1))", "cannot be passed to a tool"),
        ("await take(b'bytes')", "a bytes cannot be passed to a tool"),
        ("raise ValueError('x' * 3 * 10**7)", "ValueError: xxx"),
        ("c = take(1)\nawait c\nawait c", "cannot reuse already awaited coroutine"),
        ("json.loads('[' * 10**6)", "recursion limit exceeded"),
        ("print(take.__class__, take.__globals__)", "has no attribute"),
        ("print(getattr(take, '__closure__', 'nothing'))", "nothing"),
        ("await _call(1, 'order', ('A',), {})", "there is no '_call' here"),
        ("print(await fetch())", "returned too much to be passed on"),
    ],
)
def test_a_hostile_program_is_a_line_to_the_model(source: str, error: str) -> None:
    """Arguments of any size and depth, results, errors, the way to a tool that was not meant."""
    said, shop, result = told(source)
    assert error in said and len(said) < 3_000 and shop.ordered == []
    assert len(repr(result)) < 20_000


def test_a_value_of_any_depth_is_a_short_line_to_the_model() -> None:
    """Its brackets, cut, or its type where Python gives up: what it can spell differs with its version."""
    said, _, _ = told("x = []\nfor _ in range(100_000): x = [x]\nx")
    assert "[[[[" in said or "<list>" in said
    assert len(said) < 3_000


@pytest.mark.parametrize(
    "source",
    [
        "print(await \uff54\uff41\uff4b\uff45(1))",  # full width, which Python reads as the plain letters
        "f = [take]\nprint(await f[0](1))",
        "\u017f = take\nprint(await \u017f(1))",
    ],
)
def test_other_names_of_a_tool_lead_through_the_same_door(source: str) -> None:
    """The call is counted and on record as any other."""
    said, _, result = told(source)
    assert said == "taken" and result["usage"].tool_calls == 1


def test_another_name_asks_nobody_less() -> None:
    """A call that a person has to approve is refused where nobody is there, whatever it is called by."""
    source = "pay = [order][0]\ntry:\n    await pay('A')\nexcept Exception as error:\n    print(error)"
    said, shop, _ = told(source)
    assert "a person has to approve this call, and nobody has" in said and shop.ordered == []


def test_calls_beyond_the_limit_leave_one_line_on_record() -> None:
    """However often a program swallows the error."""
    source = (
        "n = 0\nfor i in range(500):\n    try:\n        await take(i)\n    except Exception:\n        n += 1\nprint(n)"
    )
    said, _, result = told(source, max_program_calls=5)
    assert said == "495" and result["usage"].tool_calls == 5
    assert len(result["outcomes"]["s1"].evidence) == 7


@pytest.mark.slow
def test_a_program_that_the_checker_cannot_finish_is_refused() -> None:
    """Types that grow with each of its lines would keep it busy for hours."""
    grows = "    a, b, c, d, e = (b, c), (c, d), (d, e), (e, a), (a, b)\n"
    complaints = check_program(f"a = b = c = d = e = 1\nwhile a:\n{grows * 200}print(1)", STUBS)
    assert complaints and complaints[0].startswith("it cannot be checked")


@pytest.mark.slow
def test_a_program_that_calls_itself_without_end_is_ended() -> None:
    """By its memory, or by its time."""
    said, _, _ = told("async def f():\n    return await asyncio.gather(f(), f())\nawait f()")
    assert said.startswith("error: The program failed")
