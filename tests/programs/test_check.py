"""The check before a run: thirty ordinary programs pass, and what is certainly wrong is told with its line."""

import pytest

from smurfs_graph.programs.sandbox import check_program
from tests.programs.shop import STUBS

ORDINARY = [
    'print(await find_orders("C-1"))',
    'orders = await find_orders(customer="C-1", limit=5)\nprint(len(orders), orders[0]["order_id"])',
    'best = None\nfor o in await find_orders("C-1"):\n    if best is None or len(o["lines"]) > len(best["lines"]):\n'
    '        best = o\nprint(best["order_id"])',
    'a, b = await asyncio.gather(find_orders("C-1"), find_orders("C-2"))\nprint(a[0]["status"], b[0]["status"])',
    'rows = await asyncio.gather(*[price_of(s) for s in ("a", "b")])\nprint(sum(r["value"] for r in rows))',
    'r = await asyncio.gather(price_of("a"), stock("b"), return_exceptions=True)\nprint([x for x in r])',
    'r = await asyncio.gather(find_orders("a"), find_orders("b"), return_exceptions=True)\n'
    'print([o["order_id"] for x in r if not isinstance(x, Exception) for o in x])',
    'try:\n    await pay("O-1")\nexcept Exception as error:\n    print("failed:", error)',
    'async def total(customer):\n    found = await find_orders(customer)\n    return sum(l["amount"]'
    ' for o in found for l in o["lines"])\nprint(await asyncio.gather(total("a"), total("b")))',
    'async def main():\n    print(await stock("a"))\nasyncio.run(main())',
    'for o in await find_orders("C-1"):\n    o["total"] = 3\n    print(o["total"] + 1)',
    'rows = []\nfor o in await find_orders("C-1"):\n    rows.append({**o, "n": len(o["lines"])})\n'
    'rows.sort(key=lambda r: -r["n"])\nprint(rows[:3])',
    'by = {}\nfor o in await find_orders("C-1"):\n    by.setdefault(o["status"], []).append(o)\n'
    "print({k: len(v) for k, v in by.items()})",
    's = await stock("a")\nprint(s["amount"], s.get("place", "?"))',
    'o = (await find_orders("C-1"))[0]\nprint(o.get("note") or "none", o.items())',
    'args = {"sku": "a"}\nprint(await price_of(**args))',
    'args = ("a", "USD")\nprint(await price_of(*args))',
    'currency = "EUR" if 1 > 0 else "USD"\nprint(await price_of("a", currency))',
    'def cur(x): return x.upper()\nprint(await price_of("a", cur("usd")))',
    'o = (await find_orders("C-1"))[0]\nprint(await price_of(o.get("note")))',
    'total: float = 0\nfor sku in ["a", "b"]:\n    total += (await price_of(sku))["value"]\nprint(f"{total:.2f}")',
    'import json, datetime\nprint(json.dumps(await stock("a"), indent=2), datetime.date.today())',
    'from collections import defaultdict, Counter\nd = defaultdict(int)\nd["x"] += 1\n'
    'print(dict(d), Counter("aab").most_common(1))',
    'since = datetime.date(2026, 1, 1) + datetime.timedelta(days=3)\nprint(await find_orders("C-1", since=since))',
    'print(await find_orders("C-1", since=datetime.date.today().isoformat()))',
    'print(list(map(str, filter(None, [1, 0]))), sorted([3, 1], reverse=True), hasattr({}, "x"))',
    "n = None\nfor i in range(3):\n    n = i if n is None else n + i\nprint(n + 1, max([1, 2], default=0), round(2.5))",
    'm = re.search(r"(\\d+)", "a12")\nprint(m.group(1), "x".join(["a"]), math.ceil(1.2))',
    'match {"a": 1}:\n    case {"a": x}:\n        print(x)\nif (k := 3) > 2:\n    print(k)',
    'calls = []\nfor s in ("a", "b"):\n    calls.append(stock(s))\nprint(await asyncio.gather(*calls))',
    'calls = [stock(s) for s in "ab"]\nprint(len(calls), "calls")\nif calls:\n    print(await asyncio.gather(*calls))',
    'calls = [stock(s) for s in "ab"]\nfor i in range(0, len(calls), 5):\n'
    "    print(await asyncio.gather(*calls[i : i + 5]))",
    'calls = {s: stock(s) for s in "ab"}\nprint(dict(zip(calls, await asyncio.gather(*calls.values()))))',
    'found = {s: stock(s) for s in "ab"}\nfor s in found:\n    found[s] = await found[s]\nprint(found)',
    'call = stock("a") if time.time() > 1 else None\nif call is not None:\n    print((await call)["amount"])',
    'call = stock("a")\ncall = await call\nprint(call["amount"], f"{call}")',
    'async def both(*calls):\n    return [await c for c in calls]\nprint(await both(stock("a"), stock("b")))',
    'print(len([price_of, stock]), await asyncio.gather(*map(stock, ["a", "b"])))',
    't = asyncio.create_task(stock("a"))\nprint(await t, await asyncio.wait_for(stock("b"), 5))',
    'print(await shop_move_item(3, from_="x"))\nprint(await shop_move_item(user_id=4))',
    "@functools.cache\ndef f(x):\n    return x\n"
    "class Box:\n    def __init__(self, v):\n        self.v = v\nprint(f(1), Box(2).v)",
]


@pytest.mark.parametrize("program", ORDINARY)
def test_ordinary_programs_are_not_refused(program: str) -> None:
    """Whatever a type checker thinks of them."""
    assert check_program(program, STUBS) == []


WRONG = {
    'o = await find_ordrs("C-1")': "line 1: there is no 'find_ordrs' here; did you mean 'find_orders'?",
    'o = (await find_orders("C-1"))[0]\nprint(o["statsu"])': "line 2: Unknown key \"statsu\" for TypedDict 'Order' -"
    ' did you mean "status"?',
    'o = (await find_orders("C-1"))[0]\nprint(o.status)': "line 2: Order has no attribute 'status'; fields are read as"
    " ['status']",
    'o = await find_orders("C-1")\nprint(o["order_id"])': 'line 2: "order_id" is no index of a list[Order]: it is a'
    " list; take one of its items first",
    'o = await find_orders("C-1")\nprint(o.orders)': "line 2: a list[Order] has no attribute 'orders': it is a list",
    'await find_orders("C-1", limt=3)': "line 1: Argument 'limt' does not match any known parameter of function"
    " 'find_orders'; did you mean 'limit'?",
    "await find_orders()": "line 1: No argument provided for required parameter 'customer' of function 'find_orders'",
    "await find_orders(12)": "line 1: Argument to function 'find_orders' is incorrect: Expected 'str', found"
    " 'Literal[12]'",
    'await price_of("a", "GBP")': "line 1: Argument to function 'price_of' is incorrect: Expected"
    ' \'Literal["EUR", "USD"]\', found \'Literal["GBP"]\'',
    "import requests": "line 1: there is no module 'requests' here; tools are functions, called by name",
    "for x in\n    pass": "line 1: cannot be read: Expected an expression: for x in",
    "async with asyncio.TaskGroup() as g:\n    pass": "line 1: cannot be read: `async with` outside of an asynchronous"
    " function: async with asyncio.TaskGroup() as g:",
    'print(open("/etc/passwd").read())': "line 1: there is no 'open' here",
}


@pytest.mark.parametrize(("program", "complaint"), WRONG.items())
def test_what_is_certainly_wrong_is_refused_with_its_line(program: str, complaint: str) -> None:
    """Before anything is called, with the name that was meant."""
    assert complaint in check_program(program, STUBS)


_ONE = "a call that is not awaited is not made and has no result; write await before it"
_SEVERAL = "calls that are not awaited are not made and have no results; await them, as by asyncio.gather(*calls)"
NOT_AWAITED = {
    'print("x")\npay("O-1")': (2, _ONE),
    'o = stock("a")\nprint(o["amount"])': (2, _ONE),
    "print(stock('a').items())": (1, _ONE),
    "for x in find_orders('a'):\n    pass": (1, _ONE),
    "r = stock('a')\nprint('found:', r)": (2, _ONE),
    "x = str(stock('a'))": (1, _ONE),
    "print(f'found: {stock(\"a\")}')": (1, _ONE),
    "x = 'found: {}'.format(stock('a'))": (1, _ONE),
    "x = 'found: %s' % stock('a')": (1, _ONE),
    "x = 1 + stock('a')": (1, _ONE),
    "x = 0\nx += stock('a')": (2, _ONE),
    "x = stock('a') == 3": (1, _ONE),
    "x = stock('a') in [3]": (1, _ONE),
    "r = stock('a')\nx = r is None": (2, _ONE),
    "x = {stock('a'): 1}": (1, _ONE),
    "x = [1, 2][stock('a')]": (1, _ONE),
    "x = sorted(stock('a'))": (1, _ONE),
    "x = isinstance(stock('a'), dict)": (1, _ONE),
    "if stock('a'):\n    print('there')": (1, _ONE),
    "while 1 < 2 and stock('a'):\n    pass": (1, _ONE),
    "x = not stock('a')": (1, _ONE),
    "x = stock('a') and 3": (1, _ONE),
    "x = [s for s in 'ab' if stock(s)]": (1, _ONE),
    "x = 1 if stock('a') else 2": (1, _ONE),
    "async def main():\n    print(await stock('a'))\nmain()": (3, _ONE),
    "asyncio.gather(stock('a'), stock('b'))": (1, _ONE),
    "r = asyncio.gather(stock('a'), stock('b'))\nprint(r)": (2, _ONE),
    "asyncio.create_task(stock('a'))": (1, _ONE),
    "r = [stock(i) for i in 'ab']\nprint(len(r), 'found')": (2, _SEVERAL),
    "r = []\nfor i in 'ab':\n    r.append(stock(i))\nprint(*r)": (4, _SEVERAL),
    "r = {}\nfor i in 'ab':\n    r[i] = stock(i)\nprint(f'{r}')": (4, _SEVERAL),
    "[pay(i) for i in 'ab']": (1, _SEVERAL),
    "x = any(stock(i) for i in 'ab')": (1, _SEVERAL),
    "r = pay('O-1')\nprint('paid')": (1, _ONE),
    "r = asyncio.gather(pay('O-1'), pay('O-2'))\nprint('paid')": (1, _ONE),
    "r = asyncio.create_task(pay('O-1'))\nprint('paid')": (1, _ONE),
    "r = [asyncio.create_task(pay(i)) for i in 'ab']\nprint('paid')": (1, _SEVERAL),
}


@pytest.mark.parametrize(("program", "complaint"), NOT_AWAITED.items())
def test_a_call_that_is_not_awaited_is_no_value(program: str, complaint: tuple[int, str]) -> None:
    """Printed, counted, compared, as a condition: the program would end well, and nothing would have been called."""
    line, text = complaint
    assert check_program(program, STUBS) == [f"line {line}: {text}"]


def test_a_check_runs_nothing() -> None:
    """Not even a loop without end, or a print."""
    assert check_program("while True:\n    pass", STUBS) == []
    assert check_program("x = [0] * 10**10", STUBS) == []
