"""search, retrieve and lookup over an encyclopedia. The lookup's cursor follows from the calls on the path."""

from dataclasses import replace

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.effects import Effect
from smurfs_graph.tools.hotpotqa.encyclopedia import Encyclopedia, Page
from smurfs_graph.tools.path import PastCall, calls_on_path
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool

HITS = 5


def hotpotqa_tools(encyclopedia: Encyclopedia) -> list[Tool]:
    """Return the three tools."""
    asked, source = EncyclopediaTools(encyclopedia), f"hotpotqa ({encyclopedia.name})"
    tools = [from_function(each, source=source) for each in (asked.search, asked.retrieve, asked.lookup)]
    effects = frozenset[Effect]({"read", "network"} if encyclopedia.remote else {"read"})
    return [replace(tool, effects=effects, group="encyclopedia", stateful=tool.name == "lookup") for tool in tools]


class EncyclopediaTools:
    """The tools over one encyclopedia; every method raises ToolError with a reason that a model can use."""

    def __init__(self, encyclopedia: Encyclopedia) -> None:
        """The methods may be called from any event loop."""
        self._encyclopedia = encyclopedia

    async def search(self, query: str) -> list[dict[str, str]]:
        """Search the encyclopedia by words; the best pages, each with the beginning of its text.

        Args:
            query: Words to search for.
        """
        found = await self._encyclopedia.search(query, HITS)
        if not found:
            raise ToolError(f"no page is found for {query!r:.100}; try other words")
        return [{"title": page.title, "text": " ".join(page.sentences[:2])} for page in found]

    async def retrieve(self, entity: str) -> dict[str, str | list[str]]:
        """The first paragraph of the encyclopedia's page with this very title; if there is none, similar titles.

        Args:
            entity: Title of the page: the name of a person, place, work or thing.
        """
        page = await self._encyclopedia.page(entity)
        if page is None:
            similar = [found.title for found in await self._encyclopedia.search(entity, HITS)]
            if not similar:
                raise ToolError(f"there is no page {entity!r:.100}, and none like it")
            return {"no_page": entity[:100], "similar": similar}  # as Smurfs' Table 7 has it: a result, not a failure
        return {"title": page.title, "text": page.first_paragraph}

    async def lookup(self, keyword: str) -> dict[str, str]:
        """The next sentence that holds a keyword, in the page that search or retrieve found last.

        Args:
            keyword: Word or words to look for, whatever their case.
        """
        keyword = keyword.strip()
        page, seen = await self._place(keyword)
        if page is None:
            raise ToolError("there is no page to look in yet; search or retrieve one first")
        hits = [sentence for sentence in page.sentences if keyword.casefold() in sentence.casefold()]
        if not hits or not keyword:
            raise ToolError(f"{keyword!r:.100} does not occur in {page.title!r}")
        if seen >= len(hits):
            raise ToolError(f"{keyword!r:.100} does not occur again in {page.title!r} ({len(hits)} in all)")
        return {"title": page.title, "hit": f"{seen + 1} of {len(hits)}", "text": hits[seen]}

    async def _place(self, keyword: str) -> tuple[Page | None, int]:
        """Return the page that the path found last, and how often it was searched for this keyword since."""
        seen = 0
        for past in reversed(calls_on_path()):
            if (
                past.tool == "lookup"
                and str(past.arguments.get("keyword", "")).strip().casefold() == keyword.casefold()
            ):
                seen += 1
            elif past.tool in ("search", "retrieve") and (page := await self._found_by(past)) is not None:
                return page, seen
        return None, 0

    async def _found_by(self, past: PastCall) -> Page | None:
        if past.tool == "retrieve":
            return await self._encyclopedia.page(str(past.arguments.get("entity", "")))
        hits = await self._encyclopedia.search(str(past.arguments.get("query", "")), 1)
        return await self._encyclopedia.page(hits[0].title) if hits else None
