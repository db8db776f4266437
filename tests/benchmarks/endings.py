"""`make bench NAME=endings`: how many replies of a real model are cut off, by call and by strategy.

Forty requests over eight look-ups go round all strategies, through a proxy that counts why each reply ended. Needs a
server with an OpenAI-compatible address, best with a small model: these run on. A chain of replies that goes on for
ever shows as well: model calls and seconds for each strategy.
python -m tests.benchmarks.endings --base-url http://127.0.0.1:8080/v1 [--requests 40] [--only full,react] [--each]
"""

import argparse
import json
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.testing import call_of, fresh_registry
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, words

CONFIGURATIONS: Mapping[str, dict[str, Any]] = {
    "full, auto": {"strategy": "full"},
    "full, split": {"strategy": "full", "step_shape": "split"},
    "full, fused": {"strategy": "full", "step_shape": "fused"},
    "smurfs": {"strategy": "smurfs"},
    "react": {"strategy": "react"},
    "dfsdt": {"strategy": "dfsdt"},
    "alpha-umi": {"strategy": "alpha-umi"},
    "pmc": {"strategy": "pmc"},
}
MOST_CALLS = 24
"""Model calls of a run."""
SECONDS = 900.0
MOST_CUT_OFF = 0.02
"""Of all replies."""
_PLACES = {"Oslo": 18, "Rome": 27, "Bonn": 21, "Lima": 16, "Cairo": 33}
_ORDERS = {1042: "shipped", 1043: "packed", 1051: "lost", 1060: "delivered", 1077: "open"}
_PEOPLE = {"Ines Vald": 5512, "Odo Brandt": 7380, "Mia Sand": 4417, "Jon Berg": 6021, "Eva Lund": 3390}
_STOCK = {"A-17": 40, "B-20": 0, "C-31": 7, "D-44": 112, "E-05": 3}
_RATES = {"NOK": 11.6, "USD": 1.08, "GBP": 0.85, "JPY": 171.2, "CHF": 0.94}


def _found(table: Mapping[Any, Any], key: Any) -> Any:
    if key not in table:
        raise ToolError(f"nothing is known of {key!r:.80}")
    return table[key]


@effects("read")
def get_temperature(city: str) -> str:
    """Get the temperature in a city now."""
    return f"{_found(_PLACES, city)} degrees Celsius"


@effects("read")
def get_order_status(number: int) -> str:
    """Get the status of an order by its number."""
    return f"order {number} is {_found(_ORDERS, number)}"


@effects("read")
def find_phone(person: str) -> str:
    """Find the telephone number of a person by the full name."""
    return f"{person}: {_found(_PEOPLE, person)}"


@effects("read")
def count_stock(item: str) -> str:
    """Count how many of an item are in stock, by its code."""
    return f"{_found(_STOCK, item)} of {item}"


@effects("read")
def get_rate(currency: str) -> str:
    """Get what one euro costs in another currency, by its code of three letters."""
    return f"1 EUR = {_found(_RATES, currency)} {currency}"


@effects("read")
def convert_length(value: float, unit: str, to: str) -> str:
    """Convert a length between km and miles."""
    factor = {("km", "miles"): 0.621371, ("miles", "km"): 1.609344}.get((unit, to))
    if factor is None:
        raise ToolError(f"cannot convert {unit!r:.20} to {to!r:.20}; units are km and miles")
    return f"{value * factor:.2f} {to}"


@effects("read")
def add_numbers(a: float, b: float) -> float:
    """Add two numbers."""
    return a + b


@effects("read")
def get_opening_hours(place: str, day: str) -> str:
    """Get the opening hours of the library or the museum on a day of the week."""
    return "closed" if day == "Monday" else f"the {place} is open from 10 to 18"


TOOLS: list[Any] = [
    get_temperature, get_order_status, find_phone, count_stock,
    get_rate, convert_length, add_numbers, get_opening_hours,
]  # fmt: skip
DAYS = ("Monday", "Tuesday", "Friday", "Saturday", "Sunday")


def requests() -> list[str]:
    """Forty requests, those about one thing not next to each other."""
    kinds = [
        [f"What is the temperature in {city}?" for city in _PLACES],
        [f"What is the status of order {number}?" for number in _ORDERS],
        [f"What is the phone number of {person}?" for person in _PEOPLE],
        [f"How many of item {item} are in stock?" for item in _STOCK],
        [f"What does one euro cost in {code}?" for code in _RATES],
        [f"How many miles are {value} km?" for value in (5, 42, 100, 314, 12.5)],
        [f"What is {at} plus {at + 18}, and how warm is it in {city}?" for at, city in enumerate(_PLACES, 12)],
        [f"When is the museum open on {day}?" for day in DAYS],
    ]  # fmt: skip
    return [kind[at] for at in range(5) for kind in kinds]


@dataclass
class Tally:
    """The counts of one call or one configuration."""

    replies: int = 0
    cut_off: int = 0
    tokens: int = 0
    longest: int = 0
    refused: int = 0


@dataclass
class Count:
    """The replies of all runs: by call, by configuration, and as they came."""

    calls: dict[str, Tally] = field(default_factory=dict[str, Tally])
    configurations: dict[str, Tally] = field(default_factory=dict[str, Tally])
    now: str = ""
    log: Path | None = None

    def note(self, body: Body, status: int, answer: Body) -> None:
        """Count one reply."""
        call = call_of(words(body["messages"][0]["content"]))
        choice = (answer.get("choices") or [{}])[0]
        tokens = answer.get("usage", {}).get("completion_tokens", 0)
        if self.log is not None:
            with self.log.open("a") as file:
                said = {"configuration": self.now, "call": call, "status": status, "asked": body, "answer": answer}
                file.write(json.dumps(said) + "\n")
        for named, key in ((self.calls, call), (self.configurations, self.now)):
            tally = named.setdefault(key, Tally())
            if status != 200:
                tally.refused += 1
                continue
            tally.replies += 1
            tally.cut_off += choice.get("finish_reason") == "length"
            tally.tokens += tokens
            tally.longest = max(tally.longest, tokens)


def forward(address: str, count: Count) -> Behaviour:
    """Pass each request on, and count what comes of it; what streams is asked for whole."""

    def behave(handler: Handler, body: Body) -> None:
        asked = {key: value for key, value in body.items() if key not in ("stream", "stream_options")}
        request = urllib.request.Request(f"{address}/chat/completions", json.dumps(asked).encode(),
                                         {"Content-Type": "application/json"})  # fmt: skip
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answered:
                status, answer = 200, json.loads(answered.read())
        except urllib.error.HTTPError as error:
            status, answer = error.code, json.loads(error.read() or b"{}")
        count.note(body, status, answer)
        if status == 200 and body.get("stream"):
            handler.begin_events()
            choice = answer["choices"][0]
            handler.write_delta({"role": "assistant", "content": choice["message"].get("content") or ""})
            handler.end_events(choice["finish_reason"])
        else:
            handler.send(status, answer)

    return behave


def run(base_url: str, given: argparse.Namespace) -> tuple[Count, dict[str, list[float]], Counter[str]]:
    """Every request in its configuration; seconds by configuration, and how the runs ended."""
    count, seconds, ends = Count(log=given.log), dict[str, list[float]](), Counter[str]()
    names = [name for name in CONFIGURATIONS if not given.only or name in given.only.split(";")]
    pairs = [(name, query) for query in requests()[: given.requests] for name in names]
    if not given.each:
        pairs = [(names[at % len(names)], query) for at, query in enumerate(requests()[: given.requests])]
    sampling = {"max_output_tokens": given.limit} if given.limit else {}
    with HostileServer(forward(base_url, count)) as proxy:
        for name, query in pairs:
            count.now, began = name, time.monotonic()
            settings = Settings.checked(
                model=f"openai:{given.model}", base_url=proxy.base_url, model_timeout=SECONDS, max_seconds=SECONDS,
                max_llm_calls=MOST_CALLS, sampling=sampling, **CONFIGURATIONS[name],
            )  # fmt: skip
            # fresh: nothing is known of the model, as in a process of its own
            with fresh_registry() if given.fresh else nullcontext():
                result = build_graph(settings, TOOLS).invoke({"query": query})
            seconds.setdefault(name, []).append(time.monotonic() - began)
            ends[result["stop_reason"]] += 1
            print(
                f"{name:12} {seconds[name][-1]:6.1f} s  {result['stop_reason']:14} {query}: {result['answer']!r:.100}",
                flush=True,
            )
    return count, seconds, ends


def main() -> None:
    """Print the counts; exit status 1 where more are cut off than may be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", default="any")
    parser.add_argument("--requests", type=int, default=40)
    parser.add_argument("--only", default="", help="configurations, with ; between them")
    parser.add_argument("--each", action="store_true", help="every request in every configuration")
    parser.add_argument("--fresh", action="store_true", help="each request as in a process of its own")
    parser.add_argument("--limit", type=int, help="max_output_tokens of every reply")
    parser.add_argument("--log", type=Path, help="file for all prompts and replies")
    given = parser.parse_args()
    count, seconds, ends = run(given.base_url.rstrip("/"), given)
    for title, named in (("call", count.calls), ("strategy", count.configurations)):
        print(f"\n{title:26} replies  cut off  refused  tokens  longest")
        for name, each in sorted(named.items()):
            mean = each.tokens / each.replies if each.replies else 0
            print(f"{name:26} {each.replies:>7}  {each.cut_off:>7}  {each.refused:>7}  {mean:>6.0f}  {each.longest:>7}")
    for name, times in seconds.items():
        print(f"{name:26} {len(times)} requests, {sum(times) / len(times):.1f} s each")
    print(dict(ends))
    replies, cut = (sum(getattr(each, name) for each in count.calls.values()) for name in ("replies", "cut_off"))
    print(f"cut off: {cut} of {replies} ({cut / max(replies, 1):.1%}; at most {MOST_CUT_OFF:.0%})")
    raise SystemExit(0 if cut <= MOST_CUT_OFF * replies else 1)


if __name__ == "__main__":
    main()
