"""Many tools: prompts name the nearest ones, a search widens within bounds, a choice is among what is shown."""

import json
from typing import Any

from smurfs_graph import Settings
from smurfs_graph.asking.resources import Resources
from smurfs_graph.models.schemas import choice_schema
from smurfs_graph.prompting.replies import ToolReply
from smurfs_graph.tools.choice import NONE_OF_THESE
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool
from tests.scripts import FUSED, REFERENCE, Built, build, script

THINGS = ("weather", "river", "train", "museum", "recipe", "salary", "planet", "bridge")
PLACES = ("Ulm", "Bonn", "Kiel", "Trier", "Gera", "Hof", "Celle", "Jena", "Lahr", "Husum")


def made(thing: str, place: str) -> Tool:
    """A tool about one thing in one place."""

    def look() -> str:
        return f"{thing} of {place}"

    look.__name__ = f"{thing}_{place.lower()}"
    look.__doc__ = f"The {thing} of {place}."
    return from_function(look)


TOOLS = [made(thing, place) for thing in THINGS for place in PLACES]
ULM = [made(thing, "Ulm") for thing in THINGS]
FEW: dict[str, Any] = {"shortlist_over": 20, "shortlist_size": 4}


def listed(built: Built, call: str) -> list[list[str]]:
    """The names that every prompt of a call lists."""
    sections = [asked.sections for asked in built.model.asked if asked.call == call]
    return [[line.removeprefix("- ").split(":")[0] for line in part["tools"].splitlines()] for part in sections]


def test_prompts_name_the_nearest_tools_only() -> None:
    """Of eighty tools the planner sees a dozen and the executor four, the right one first."""
    built = build(TOOLS, **FEW)
    result = built.run("Which museum is there in Kiel?")
    assert result["outcomes"]["s1"].evidence[0].tool == "museum_kiel"
    (planned,) = listed(built, "planner")
    assert "museum_kiel" in planned and len(planned) == 12
    (thought,) = listed(built, "executor.thought")
    assert thought[0] == "museum_kiel" and len(thought) == 4


def test_each_sub_task_has_candidates_of_its_own() -> None:
    """The search is for the sub-task, not the request; the manager sees the nearest of each, and no more."""
    plan = {"needs_tool": True, "sub_tasks": ["the weather of Ulm", "the salary of a baker in Hof"]}
    built = build(TOOLS, script(planner=plan), **FEW, strategy="full")
    result = built.run("Two things, please")
    assert [outcome.evidence[0].tool for outcome in result["outcomes"].values()] == ["weather_ulm", "salary_hof"]
    (seen,) = listed(built, "manager")
    assert {"weather_ulm", "salary_hof"} <= set(seen[:4]) and len(seen) <= 24


def test_a_search_widens_to_more_tools_but_never_to_all() -> None:
    """It goes on with the next nearest tools where none of the candidates fits."""
    built = build(TOOLS, script(executor_tool={"tool": NONE_OF_THESE}), **FEW)
    built.run("The planet of Jena")
    first, second = listed(built, "executor.thought")
    assert len(first) == 4 and len(second) == 16
    assert not set(first) & set(second) and first[0] == "planet_jena"


def test_where_no_word_helps_the_first_tools_are_offered() -> None:
    """A model may know better than the index; the list keeps its length."""
    built = build(TOOLS, **FEW)
    built.run("Zzyzx?")
    assert listed(built, "executor.thought") == [[tool.name for tool in TOOLS[:4]]]
    assert listed(built, "planner") == [[tool.name for tool in TOOLS[:12]]]


def test_few_tools_are_all_named() -> None:
    """In the caller's order, as if there were no index."""
    built = build(TOOLS[:20], **FEW)
    built.run("The museum of Kiel")
    assert listed(built, "executor.thought") == [[tool.name for tool in TOOLS[:20]]]


MANY: dict[str, Any] = {**FUSED, "shortlist_over": 100, "max_steps": 2}
ANSWER = {"answer": "as asked", "status": "solved"}


def shown(built: Built) -> list[list[str]]:
    """The names of the documents of every fused call."""
    sections = built.sections("executor.fused")
    return [[json.loads(line)["name"] for line in part["documents"].splitlines()] for part in sections]


def others(built: Built) -> list[list[str]]:
    """The names of tools without documents of every fused call."""
    sections = [asked.sections.get("other_tools", "") for asked in built.model.asked if asked.call == "executor.fused"]
    return [[line.removeprefix("- ") for line in part.splitlines()] for part in sections]


def test_the_nearest_tools_have_their_documents_and_the_others_their_names() -> None:
    """From the start, and nothing is left out."""
    tools = [*ULM, made("museum", "Kiel")]
    built = build(tools, script(executor_fused={"tool": "museum_kiel"}, answer_fused=ANSWER), **MANY)
    built.run("the museum of Kiel")
    (first,) = shown(built)
    assert len(first) == 5 and first[:2] == ["museum_kiel", "museum_ulm"]
    assert sorted(first + others(built)[0]) == sorted(tool.name for tool in tools)


def test_none_of_these_is_of_all_that_were_shown_and_pops_nothing_else() -> None:
    """Names are shown, too; of more tools than names are shown of, the rest comes next."""
    built = build(TOOLS[:60], script(executor_fused={"tool": NONE_OF_THESE}), **MANY)
    result = built.run("the museum of Kiel")
    rounds = [{*documents, *named} for documents, named in zip(shown(built), others(built), strict=True)]
    assert len(rounds) == 2 and not rounds[0] & rounds[1] and len(rounds[0] | rounds[1]) == 60
    assert result["outcomes"]["s1"].status == "failed"


def test_a_tool_that_was_only_named_is_called_where_its_arguments_are_valid() -> None:
    """And else its document is shown first."""
    replies = script(executor_fused={"tool": "museum_hof", "arguments": {}}, answer_fused=ANSWER)
    built = build([*ULM, made("museum", "Kiel"), made("museum", "Hof")], replies, **MANY)
    result = built.run("the bridge, the river, the train, the recipe, the planet of Ulm")
    assert "museum_hof" in others(built)[0] and "executor.arguments" not in built.calls()
    (evidence,) = result["outcomes"]["s1"].evidence
    assert (evidence.tool, evidence.arguments) == ("museum_hof", {})


def test_a_tool_that_is_named_without_its_document_is_shown_before_its_arguments() -> None:
    """Whatever arguments came with the name: nobody knew what they are."""

    def find_station(city: str) -> str:
        """Find the number of a city's station."""
        return "station 7"

    def read_weather(station: int) -> str:
        """Read the weather that a station reports now."""
        return "rain"

    fused = {"thought": "the station first", "tool": "find_station", "arguments": {"station": "Ulm"}}
    replies = script(executor_fused=fused, executor_arguments={"city": "Ulm"}, answer_fused=ANSWER)
    built = build([*ULM, find_station, read_weather], replies, **MANY)
    result = built.run("The weather of Ulm, its river, train, museum, recipe and salary")
    assert "find_station" in others(built)[0]
    assert built.calls() == ["planner", "executor.fused", "executor.arguments", "answer.fused", "deliverer"]
    (asked,) = (asked for asked in built.model.asked if asked.call == "executor.arguments")
    assert json.loads(asked.sections["document"])["name"] == "find_station"
    assert asked.sections["thought"] == "the station first"
    (evidence,) = result["outcomes"]["s1"].evidence
    assert (evidence.tool, evidence.arguments) == ("find_station", {"city": "Ulm"})


def test_where_no_tool_stands_out_as_many_documents_are_shown_as_fit() -> None:
    """Up to five."""
    built = build(TOOLS[:10], script(executor_fused={"tool": NONE_OF_THESE}, answer_fused=ANSWER), **MANY)
    built.run("the weather")
    assert len(shown(built)[0]) == 5


def test_what_may_find_what_the_nearest_tool_needs_is_shown_too() -> None:
    """In the place of one that no word speaks for; "sunny" and "Bonn" are words of neither."""

    def sunny_hours(latitude: float, longitude: float) -> float:
        """How many hours it is sunny at a point on a map, or sunny with clouds."""
        return latitude + longitude

    def geocode(town: str) -> str:
        """Latitude and longitude of a town."""
        return town

    def sunny_days(month: int) -> int:
        """How many days of a month are sunny on the average."""
        return month

    def sunny_places(country: str) -> str:
        """Where it is sunny most of the time."""
        return country

    others = [made(thing, "Ulm") for thing in ("river", "train", "museum")]
    built = build(
        [sunny_hours, *others, sunny_places, sunny_days, geocode],
        script(executor_fused={"tool": NONE_OF_THESE}, answer_fused=ANSWER),
        **MANY,
    )
    built.run("How sunny will it be in Bonn, many hours?")
    first = shown(built)[0]
    assert first[0] == "sunny_hours" and len(first) == 5
    assert first[-1] == "geocode"


async def test_only_permitted_tools_are_candidates() -> None:
    """However near a forbidden one is."""
    settings = Settings(model=REFERENCE, shortlist_over=20, shortlist_size=4)
    resources = Resources.of(settings, {tool.name: tool for tool in TOOLS})
    permitted = [tool.name for tool in TOOLS if tool.name != "museum_kiel"]
    first, widest = await resources.toolset.shortlists.candidates(settings, ["the museum of Kiel"], permitted)
    assert "museum_kiel" not in widest and len(first) == 4 and set(first) <= set(widest)


def test_a_server_may_hold_the_model_to_the_names_shown() -> None:
    """The schema of a choice lists them, under a title of its own for each list."""
    schema: Any = choice_schema(ToolReply, ("a", "b", NONE_OF_THESE))
    assert schema["properties"]["tool"]["enum"] == ["a", "b", NONE_OF_THESE]
    assert schema["required"] == ["tool"] and ToolReply.model_validate({"tool": "a"})
    assert schema["title"] != choice_schema(ToolReply, ("a", NONE_OF_THESE))["title"]
