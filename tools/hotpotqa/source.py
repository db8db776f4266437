"""search, retrieve and lookup over an encyclopedia. The lookup's cursor follows from the calls on the path."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.effects import Effect
from smurfs_graph.tools.hotpotqa.encyclopedia import Encyclopedia, Page
from smurfs_graph.tools.path import PastCall, calls_on_path
from smurfs_graph.tools.tool import Tool, Validated, refuse_unknown

HITS = 5
SIMILAR = 5


def hotpotqa_tools(encyclopedia: Encyclopedia) -> list[Tool]:
    """The three tools."""
    return [
        _tool(
            "search",
            "Search the encyclopedia by words; the best pages, each with the beginning of its text.",
            ("query", "Words to search for."),
            lambda text: _search(encyclopedia, text),
            encyclopedia,
        ),
        _tool(
            "retrieve",
            "The first paragraph of the encyclopedia's page with this very title; if there is none, similar titles.",
            ("entity", "Title of the page: the name of a person, place, work or thing."),
            lambda text: _retrieve(encyclopedia, text),
            encyclopedia,
        ),
        _tool(
            "lookup",
            "The next sentence that holds a keyword, in the page that search or retrieve found last.",
            ("keyword", "Word or words to look for, whatever their case."),
            lambda text: _lookup(encyclopedia, text),
            encyclopedia,
            stateful=True,
        ),
    ]


async def _search(encyclopedia: Encyclopedia, query: str) -> list[dict[str, str]]:
    found = await encyclopedia.search(query, HITS)
    if not found:
        raise ToolError(f"no page is found for {query!r:.100}; try other words")
    return [{"title": page.title, "text": " ".join(page.sentences[:2])} for page in found]


async def _retrieve(encyclopedia: Encyclopedia, entity: str) -> dict[str, str]:
    page = await encyclopedia.page(entity)
    if page is None:
        similar = [found.title for found in await encyclopedia.search(entity, SIMILAR)]
        hint = f"similar: {', '.join(similar)}" if similar else "and none like it"
        raise ToolError(f"there is no page {entity!r:.100}; {hint}"[:400])
    return {"title": page.title, "text": page.first_paragraph}


async def _lookup(encyclopedia: Encyclopedia, keyword: str) -> dict[str, str]:
    page, seen = await _place(encyclopedia, keyword)
    if page is None:
        raise ToolError("there is no page to look in yet; search or retrieve one first")
    hits = [sentence for sentence in page.sentences if keyword.casefold() in sentence.casefold()]
    if not hits:
        raise ToolError(f"{keyword!r:.100} does not occur in {page.title!r}")
    if seen >= len(hits):
        raise ToolError(f"{keyword!r:.100} does not occur again in {page.title!r} ({len(hits)} in all)")
    return {"title": page.title, "hit": f"{seen + 1} of {len(hits)}", "text": hits[seen]}


async def _place(encyclopedia: Encyclopedia, keyword: str) -> tuple[Page | None, int]:
    """The page that the path found last, and how often it was searched for this keyword since."""
    seen = 0
    for past in reversed(calls_on_path()):
        if past.tool == "lookup" and str(past.arguments.get("keyword", "")).casefold() == keyword.casefold():
            seen += 1
        elif past.tool in ("search", "retrieve"):
            return await _found_by(encyclopedia, past), seen
    return None, 0


async def _found_by(encyclopedia: Encyclopedia, past: PastCall) -> Page | None:
    if past.tool == "retrieve":
        return await encyclopedia.page(str(past.arguments.get("entity", "")))
    hits = await encyclopedia.search(str(past.arguments.get("query", "")), 1)
    return await encyclopedia.page(hits[0].title) if hits else None


def _tool(
    name: str,
    description: str,
    parameter: tuple[str, str],
    answer: Callable[[str], Awaitable[Any]],
    encyclopedia: Encyclopedia,
    *,
    stateful: bool = False,
) -> Tool:
    given, said = parameter
    schema = {"type": "object", "properties": {given: {"type": "string", "description": said}}, "required": [given]}

    def validate(arguments: Mapping[str, Any]) -> Validated:
        refuse_unknown(arguments, schema)
        value = arguments.get(given)
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{given}: a text is expected (got {value!r:.80})")
        return {given: value.strip()}

    async def call(arguments: Validated) -> Any:
        return await answer(arguments[given])

    effects: frozenset[Effect] = frozenset({"read", "network"} if encyclopedia.remote else {"read"})
    return Tool(
        name=name,
        description=description,
        parameters=schema,
        validate=validate,
        call=call,
        source=f"hotpotqa ({encyclopedia.name})",
        stateful=stateful,
        effects=effects,
        group="encyclopedia",
    )
