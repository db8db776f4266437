"""`make bench NAME=guided`: requests that a small model gets right in guided steps, beside other ways.

Sets of requests over ten or twelve simple tools each: `guided_requests.py`, half of which the rules were written with;
`unseen_requests.py`, `fresh_requests.py` and seven in `strangers`, by people who had not read the rules; of the first
of those also ten in German and ten in Chinese. Right: the calls that are needed brought something, and the answer holds
their values; where no tool serves, no call. Needs a server with an OpenAI-compatible address.
python -m tests.benchmarks.guided --base-url http://127.0.0.1:8080/v1 [--only guided,react] [--requests club,german]
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from typing import Any

from smurfs_graph import Settings, build_graph
from smurfs_graph.bench.statistics import interval
from smurfs_graph.testing import fresh_registry
from tests.benchmarks import fresh_requests, guided_requests, strangers, unseen_requests
from tests.benchmarks.endings import Count, forward
from tests.benchmarks.guided_requests import Request
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer

SYSTEMS: dict[str, dict[str, Any]] = {
    "guided": {"strategy": "full", "step_shape": "guided"},
    "react": {"strategy": "react"},
    "alpha-umi": {"strategy": "alpha-umi"},
}
PEER = "create_agent"
MOST_CALLS = 16


@dataclass
class Tally:
    """The sums of one system in a kind of requests."""

    requests: int = 0
    right: int = 0
    called: int = 0
    """Requests whose calls were right, whatever was said."""
    wrong: int = 0
    """Answers that were not right and were called supported."""
    model_calls: int = 0
    prompt_tokens: int = 0

    def add(self, other: "Tally") -> None:
        """Join another one."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Record:
    """The calls that a run has made: tools and the values of their arguments."""

    brought: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list[tuple[str, tuple[Any, ...]]])
    failed: int = 0


@dataclass
class Run:
    """The result of one request."""

    answer: str
    supported: bool
    made: Record


def as_call(tool: Callable[..., Any], *values: Any, **arguments: Any) -> tuple[str, tuple[Any, ...]]:
    """Return a call in one spelling: with the values of all parameters, texts in lower case."""
    bound = signature(tool).bind(*values, **arguments)
    bound.apply_defaults()
    return tool.__name__, tuple(each.casefold() if isinstance(each, str) else each for each in bound.args)


def with_record(tools: Sequence[Callable[..., Any]], made: Record) -> list[Any]:
    """Return the tools, each noting its calls."""

    def noting(tool: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(tool)
        def call(**arguments: Any) -> Any:
            made.failed += 1
            result = tool(**arguments)
            made.failed -= 1
            made.brought.append(as_call(tool, **arguments))
            return result

        return call

    return [noting(tool) for tool in tools]


def run(system: str, request: Request, tools: Sequence[Callable[..., Any]], base_url: str, model: str) -> Run:
    """Run one request, as in a process of its own."""
    made = Record()
    if system == PEER:
        return _run_peer(request, with_record(tools, made), base_url, model, made)
    settings = Settings.checked(
        model=f"openai:{model}", base_url=base_url, max_llm_calls=MOST_CALLS, model_timeout=900, **SYSTEMS[system]
    )
    with fresh_registry():
        result = build_graph(settings, with_record(tools, made)).invoke({"query": request.text})
    supported = result["stop_reason"] == "answered" and not any(claim.ungrounded for claim in result["claims"])
    return Run(result["answer"], supported, made)


def _run_peer(request: Request, tools: list[Any], base_url: str, model: str, made: Record) -> Run:
    from langchain.agents import create_agent
    from langchain_openai import ChatOpenAI

    chat = ChatOpenAI(
        model=model, base_url=base_url, api_key=lambda: "none", temperature=0, max_completion_tokens=512, max_retries=0
    )
    agent: Any = create_agent(chat, tools)
    try:
        result = agent.invoke({"messages": [("user", request.text)]}, {"recursion_limit": 2 * MOST_CALLS})
    except Exception as error:  # a tool's or the loop's; for a user, the request has failed
        return Run(f"{type(error).__name__}: {error}"[:300], supported=False, made=made)
    return Run(str(result["messages"][-1].text), supported=True, made=made)


def judge(request: Request, tools: Sequence[Callable[..., Any]], came: Run) -> Tally:
    """Return what one run counts."""
    if not request.calls:
        none = not came.made.brought and not came.made.failed
        return Tally(1, int(none), int(none), int(came.supported and not none))
    by_name = {tool.__name__: tool for tool in tools}
    if request.kind == "failing tool" and not request.values:
        tried = not came.made.brought and came.made.failed > 0
        return Tally(1, int(tried and not came.supported), int(tried), int(came.supported))
    called = all(as_call(by_name[name], *values) in came.made.brought for name, values in request.calls)
    told = came.answer.replace(",", "").casefold()
    said = all(any(one.casefold() in told for one in value.replace(",", "").split("|")) for value in request.values)
    return Tally(1, int(called and said), int(called), int(came.supported and not (called and said)))


def counting(base_url: str, tally: Tally) -> Behaviour:
    """Pass each request on, and count replies and prompt tokens."""
    count = Count()
    passed = forward(base_url, count)
    noted = count.note

    def note(body: Body, status: int, answer: Body) -> None:
        noted(body, status, answer)
        tally.model_calls += status == 200
        tally.prompt_tokens += answer.get("usage", {}).get("prompt_tokens", 0)

    count.note = note  # pyright: ignore[reportAttributeAccessIssue]

    def behave(handler: Handler, body: Body) -> None:
        passed(handler, body)

    return behave


def request_sets() -> dict[str, tuple[list[Any], list[Request]]]:
    """Return the sets by name, each as its tools and its requests."""
    kinds: dict[str, list[Request]] = defaultdict(list)
    for request in guided_requests.requests():
        kinds[request.kind].append(request)
    seen, held_out = ([one for each in kinds.values() for one in each[at::2]] for at in (0, 1))
    town = unseen_requests
    return {
        "seen": (guided_requests.TOOLS, seen),
        "held-out": (guided_requests.TOOLS, held_out),
        "unseen": (town.TOOLS, town.requests()),
        "german": (town.TOOLS, town.german_requests()),
        "chinese": (town.TOOLS, town.chinese_requests()),
        "none": (town.TOOLS, town.none_requests()),
        **{name: (strangers.tools(name), strangers.requests(name)) for name in strangers.SETS},
        "fresh": (fresh_requests.TOOLS, [*fresh_requests.requests(), *fresh_requests.none_requests()]),
    }


def main() -> None:
    """Print a line for each request, and a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", default="any")
    parser.add_argument("--only", default="", help="systems, with commas between them")
    sets = request_sets()
    parser.add_argument("--requests", default="all", help=f"sets, with commas between them: {', '.join(sets)}")
    given = parser.parse_args()
    wanted = [*sets] if given.requests == "all" else given.requests.split(",")
    cases = [(name, tools, one) for name in wanted for tools, requests in [sets[name]] for one in requests]
    for system in given.only.split(",") if given.only else [*SYSTEMS, PEER]:
        tallies: dict[str, Tally] = defaultdict(Tally)
        for name, tools, request in cases:
            counted, began = Tally(), time.monotonic()
            with HostileServer(counting(given.base_url.rstrip("/"), counted)) as proxy:
                came = run(system, request, tools, proxy.base_url, given.model)
            found = judge(request, tools, came)
            found.add(counted)
            tallies[f"{name}: {request.kind}"].add(found)
            mark = "right" if found.right else "WRONG, called supported" if found.wrong else "not right"
            took = time.monotonic() - began
            print(f"{system:12} {mark:9} {took:5.1f} s  {request.text}  {came.answer!r:.90}", flush=True)
        total = Tally()
        print(f"\n{system}: requests, right (95 %), calls right, wrong but supported, replies, prompt tokens a reply")
        for kind, tally in tallies.items():
            total.add(tally)
            print(row(kind, tally))
        print(row("all", total) + "\n", flush=True)


def row(kind: str, tally: Tally) -> str:
    """Return a line of the table."""
    _, low, high = interval([1.0] * tally.right + [0.0] * (tally.requests - tally.right))
    return (
        f"{kind:26} {tally.requests:>3}  {tally.right:>3} ({low:.0%}-{high:.0%})  {tally.called:>3}  {tally.wrong:>3}  "
        f"{tally.model_calls / max(1, tally.requests):>5.1f}  {tally.prompt_tokens / max(1, tally.model_calls):>6.0f}"
    )


if __name__ == "__main__":
    main()
