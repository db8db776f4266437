"""`make bench NAME=costs`: what requests cost in model calls, tokens and waiting, beside LangChain's `create_agent`.

First, requests on a model that knows what to do (`capable_model`), the same for all contestants: model calls, tool
calls, tokens of prompts with the tools and schemas that are sent beside them, the longest chain of model calls that
wait for each other, and whether the answer is right. Then every strategy on a server that holds replies to the schemas
it is sent, as strict providers do, and on one that does not. Then the paper's two sub-tasks in characters of prompts: a
scripted model that makes no mistake, the shipped prompts and defaults, one tool call for each sub-task, responses of
600 characters, tools with three to six parameters; all messages are counted, tool documents in them, and so are the
schemas that a server is sent besides. python -m tests.benchmarks.costs [--only TEXT]
"""

import argparse
import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from unittest.mock import patch

from langchain_core.language_models import LanguageModelInput
from langchain_core.runnables import Runnable, RunnableParallel
from pydantic import Field

from smurfs_graph import Settings, build_graph
from smurfs_graph.models.registry import Rung
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.testing import Script, ScriptedModel
from smurfs_graph.tools.effects import READS
from smurfs_graph.tools.tool import Tool, Validated
from tests.benchmarks.contestants import CONTESTANTS, PEER, SHAPES, Figure, figure, served
from tests.benchmarks.cost_scenarios import Limit, chat, scenarios, three_tools
from tests.scripts import finish, script

SIZES = (3, 10, 23)
LIMITS: Mapping[str, tuple[int, tuple[int, int, int]]] = {
    "smurfs, split": (12, (15_000, 17_200, 21_000)),
    "full, fused": (6, (14_000, 14_000, 15_000)),
}
PUBLISHED = "published Smurfs code: 12 calls, 16.5k / 22.1k / 32.8k; CoT-ReAct: 3 calls, 13.8k / 31.0k / 62.9k"
DATE = "Thursday, 30 April 2026"
"""As long as dates are on the average: every prompt shows it."""
QUERY = "Find the current weather in Oslo and the timetable of the ferry from Bergen to Stavanger on 3 May."
TASKS = ("Find the current weather in Oslo.", "Find the timetable of the ferry from Bergen to Stavanger on 3 May.")
_SUBJECTS = (
    ("weather", "the current weather at a place: sky, temperature, wind and rain"),
    ("ferry", "the timetable of a ferry line between two ports on one day"),
    ("train", "trains between two stations with departure, arrival and changes"),
    ("hotel", "hotels in a city with free rooms, their prices and their ratings"),
    ("museum", "museums of a city with opening hours and entrance fees"),
    ("currency", "the exchange rate between two currencies on a given day"),
    ("stock", "the price of a share at the end of a trading day"),
    ("news", "headlines on a subject from newspapers of a country"),
    ("recipe", "recipes that use given ingredients, with time and difficulty"),
    ("flight", "flights between two airports with prices and airlines"),
    ("film", "films that are shown in a city, with cinemas and times"),
    ("book", "books by title, author or subject with their publishers"),
    ("song", "songs by title or performer with their albums and lengths"),
    ("match", "results and dates of a team's matches in a league"),
    ("holiday", "public holidays of a country in a given year"),
    ("parcel", "where a parcel is, by its number and its carrier"),
    ("doctor", "doctors of a speciality near a place, with hours"),
    ("translation", "the translation of a text into another language"),
    ("address", "the coordinates and postcode of a street address"),
    ("job", "jobs that are offered in a city for a profession"),
    ("lake", "the water temperature and depth of a lake"),
    ("tax", "the rate of a tax in a country and year"),
    ("school", "schools of a town with their levels and sizes"),
)
_PARAMETERS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "name",
        {
            "type": "string",
            "description": "What or which one it is about, as people call it or as it is written on its own pages; "
            "parts of a name are enough where they fit one entry only.",
        },
    ),
    (
        "place",
        {
            "type": "string",
            "description": "City, region or country in which to look; the whole world is searched where it is left "
            "out, which takes longer.",
        },
    ),
    (
        "date",
        {
            "type": "string",
            "description": "Day as YYYY-MM-DD, at most a year ahead and ten years back; today where it is left out.",
        },
    ),
    ("language", {"type": "string", "enum": ["en", "de", "no"], "description": "Language of the response."}),
    ("limit", {"type": "integer", "description": "The most entries to return, from 1 to 50; ten if left out."}),
    ("unit", {"type": "string", "description": "Unit of values in the response, metric or imperial."}),
)
"""Documents of 560 to 830 characters, with which ReAct costs what is reported of it."""


class Cost(NamedTuple):
    """The costs of a run."""

    calls: int
    chars: int
    answered: bool


class CountedModel(ScriptedModel):
    """Knows native structured output and counts the schemas that it is sent."""

    schemas: list[int] = Field(default_factory=list[int])

    def __init__(self, replies: Script, formats: frozenset[Rung]) -> None:
        super().__init__(replies, formats=formats)

    def with_structured_output(self, schema: Any, **options: Any) -> Runnable[LanguageModelInput, Any]:
        """Bound to a schema, of which the size is counted at every call."""
        size = len(json.dumps(schema))
        options.pop("include_raw", None)
        return RunnableParallel(raw=self.bind(scripted_format=options.get("method", "json_schema"), schema_size=size))

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **options: Any) -> Any:
        self.schemas.append(options.get("schema_size", 0))
        return super()._generate(messages, stop, run_manager, **options)


def tools_of(count: int, failing: int) -> list[Tool]:
    """The first `count` tools; the first `failing` of them answer with an error."""
    return [_tool(name, subject, at, failing=at < failing) for at, (name, subject) in enumerate(_SUBJECTS[:count])]


def _tool(name: str, subject: str, at: int, *, failing: bool) -> Tool:
    count = 3 + at % 4
    taken = dict(_PARAMETERS[:count])

    def validate(arguments: Mapping[str, Any]) -> Validated:
        return dict(arguments)

    async def call(arguments: Validated) -> Any:
        if failing:
            raise OSError("the service is closed for today")
        return (f"{name}: all is well at {arguments.get('name', 'it')}. " * 40)[:600]

    return Tool(
        name=f"find_{name}",
        description=f"Find {subject}.",
        parameters={"type": "object", "properties": taken, "required": ["name"]},
        validate=validate,
        call=call,
        effects=READS,
    )


def perfect(*, names_tools: bool = True) -> Any:
    """The replies of a model that makes no mistake and takes another tool where its first choice has failed.

    `names_tools`: the manager says which tool fits each sub-task, as it is asked to.
    """
    arguments = {"name": "Oslo"}

    def pick(sections: Mapping[str, str]) -> str:
        wanted = "find_ferry" if "ferry" in sections["sub_task"] else "find_weather"
        listed = sections.get("tools") or sections.get("documents", "")
        return wanted if wanted in listed else "find_train" if "find_train" in listed else "none of these"

    answer = {"answer": "All is well there, as far as the service says.", "status": "solved"}
    ids = ("s1", "s2")
    tools = (("find_weather",), ("find_ferry",)) if names_tools else ((), ())
    plan = [{"id": name, "content": text, "tools": fit} for name, text, fit in zip(ids, TASKS, tools, strict=True)]
    claims = [{"text": "all is well", "sub_tasks": [name]} for name in ids]
    return script(
        planner={
            "needs_tool": True,
            "reason": "both have to be looked up",
            "sub_tasks": list(TASKS),
            "order": "independent",
        },
        manager={"reasoning": "Neither needs the other.", "sub_tasks": plan},
        executor_thought={"thought": "The answer is missing; the tool that is about it would find it."},
        executor_tool=lambda sections: {"tool": pick(sections)},
        executor_arguments=arguments,
        executor_fused=lambda sections: {"thought": "look it up", "tool": pick(sections), "arguments": arguments},
        answer={"answer": answer["answer"]},
        answer_fused=answer,
        verifier={"status": "solved", "hint": ""},
        deliverer={"answer": "All is well in Oslo, and the ferry runs.", "claims": claims},
        executor_react=_react,
    )


def _react(sections: Mapping[str, str]) -> Any:
    history = sections.get("history", "")
    for name in ("find_weather", "find_ferry"):
        if name not in history:
            return {"thought": "this is missing", "tool": name, "arguments": {"name": "Oslo"}}
    return finish("All is well in Oslo, and the ferry runs.")


def cost(
    strategy: str, count: int, failing: int = 0, *, native: bool = False, names_tools: bool = True, **settings: Any
) -> Cost:
    """One run."""
    formats: frozenset[Rung] = frozenset({"json_schema"} if native else ())
    model = CountedModel(perfect(names_tools=names_tools), formats)
    options = Settings.checked(strategy=strategy, model="scripted:perfect", tool_retries=0, **settings)
    graph = build_graph(options, tools_of(count, failing), models={"scripted:perfect": model})
    with patch("smurfs_graph.nodes.start.today", lambda: DATE):
        result = graph.invoke({"query": QUERY})
    sent = sum(len(asked.system) + len(asked.user) for asked in model.asked) + sum(model.schemas)
    return Cost(len(model.asked), sent, result["stop_reason"] == "answered")


def rows(*, native: bool) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the rows to measure: name, strategy, settings."""
    return [
        ("smurfs, split", "smurfs", {"step_shape": "split", "native": native}),
        ("full, fused", "full", {"step_shape": "fused", "native": native}),
        (
            "full, fused, the manager names no tools",
            "full",
            {"step_shape": "fused", "native": native, "names_tools": False},
        ),
        ("react", "react", {"native": native}),
    ]


def table(only: str = "") -> list[str]:
    """A row for each scenario whose name holds a text, and contestant; "OVER" where a limit is not kept."""
    lines = [f"{'request':34} {'who':13} calls  tools  tokens        path         right"]
    for scenario, chats in [*((each, False) for each in scenarios()), (chat(), True)]:
        if only not in scenario.name:
            continue
        peer = figure(scenario, PEER, chats=chats)
        for who in (PEER, "code") if scenario.falls_back else CONTESTANTS:
            found = peer if who == PEER else figure(scenario, who, chats=chats)
            beside = (
                f"{found.tokens:>6} {found.tokens / peer.tokens:5.2f}  {found.path:>4} {found.path / peer.path:5.2f}"
            )
            said = "right" if found.right else f"not right {found.stop}"
            limit = scenario.at_most.get(who)
            wanted = "" if limit is None else f"at most {limit}{'' if kept(limit, found, peer) else ', OVER'}"
            lines.append(
                f"{scenario.name:34} {who:13} {found.calls:>5}  {found.tool_calls:>5}  {beside}  {said:26} {wanted}"
            )
    return [line.rstrip() for line in lines]


def servers() -> list[str]:
    """A row for each strategy: tools called and requests, on a server that enforces schemas and on a lenient one."""
    lines = [f"{'strategy':38} {'of 3 tools called, requests: enforcing':40} lenient"]
    runs = [*((name, "auto") for name in STRATEGIES), *(("full", shape) for shape in SHAPES)]
    for strategy, shape in runs:
        both = [served(three_tools(), enforced=each, strategy=strategy, step_shape=shape) for each in (True, False)]
        said = [f"{each.tools}, {each.requests}, {'right' if each.right else 'not right'}" for each in both]
        lines.append(f"{strategy + ', ' + shape:38} {said[0]:40} {said[1]}{'' if both[0] == both[1] else '  DIFFER'}")
    return lines


def kept(limit: Limit, found: Figure, peer: Figure) -> bool:
    """Return whether a figure keeps a limit."""
    return (
        (limit.calls is None or found.calls <= limit.calls)
        and (limit.tokens is None or found.tokens <= limit.tokens * peer.tokens)
        and (limit.path is None or found.path <= limit.path * peer.path)
    )


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="TEXT", help="only requests whose name holds this")
    given = parser.parse_args()
    print("\n".join(table(given.only or "")))
    if given.only is None:
        print("\n".join(servers()))
        print_characters()


def print_characters() -> None:
    """The paper's scenario, in characters of prompts."""
    print(f"two sub-tasks, {' / '.join(map(str, SIZES))} tools; {PUBLISHED}")
    for native in (False, True):
        print("formats: " + ("native structured output, its schemas counted" if native else "JSON asked for in words"))
        for name, strategy, settings in rows(native=native):
            found = [cost(strategy, count, **settings) for count in SIZES]
            calls, chars = found[0].calls, " / ".join(f"{one.chars / 1000:.1f}k" for one in found)
            limit = LIMITS.get(name.partition(", the")[0])
            wanted = f" (at most {limit[0]}, {' / '.join(f'{top // 1000}k' for top in limit[1])})" if limit else ""
            print(f"  {name}: {calls} calls, {chars}{wanted}")
            if limit:
                failed = cost(strategy, SIZES[1], 1, **settings)
                extra, said = failed.calls - found[1].calls, "answered" if failed.answered else "NOT ANSWERED"
                print(f"    first tool failing: {said}, {extra} more calls (at most 3)")


if __name__ == "__main__":
    main()
