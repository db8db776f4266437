"""Shortlist tools: of many, a prompt names the nearest ones, found by the index of documents.

Few tools are all named. From `shortlist_over` on, the planner and the manager see those nearest to the request and its
sub-tasks, a sub-task's search starts with `shortlist_size` candidates, and widens to `WIDENED` times as many: what a
prompt and a checkpoint hold stays bounded, however many tools there are. (Widening to all permitted tools is for few of
them: a deliberate departure.) Where too few share a word with what is asked,
the caller's first tools fill the list: a model may know better than the words.
"""

import threading
from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest
from typing import Any

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.settings import Settings
from smurfs_graph.tools.retrieval.retriever import ToolRetriever
from smurfs_graph.tools.tool import Tool

WIDENED = 5
"""Factor by which a search may widen its tools."""
PER_REQUEST = 3
"""Factor by which a whole request may name more tools than a sub-task."""


class Shortlists:
    """The tools of one graph and the index over them, made when it is first needed."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        """`tools`: those that models may be offered."""
        self._tools = dict(tools)
        self._lock = threading.Lock()
        self._retrievers: dict[tuple[str, ...], ToolRetriever] = {}

    def needed(self, settings: Settings, count: int | None = None) -> bool:
        """Return whether there are too many tools (or `count` of them) to name them all."""
        return (len(self._tools) if count is None else count) > settings.shortlist_over

    async def named(self, settings: Settings, request: str, sub_tasks: Iterable[str] = ()) -> list[Tool]:
        """Return the tools that the planner or manager may name: all, or those nearest to request and sub-tasks."""
        if not self.needed(settings):
            return list(self._tools.values())
        size = settings.shortlist_size
        lists = [await self.nearest(settings, request, PER_REQUEST * size)]
        lists += [await self.nearest(settings, text, size) for text in sub_tasks]
        mixed = [name for rank in zip_longest(*reversed(lists)) for name in rank if name is not None]
        most = 2 * PER_REQUEST * size if len(lists) > 1 else PER_REQUEST * size
        return [self._tools[name] for name in _fill_up(mixed, self._tools, PER_REQUEST * size)[:most]]

    async def candidates(
        self,
        settings: Settings,
        texts: Iterable[str],
        permitted: Collection[str],
        parameters: Mapping[str, Any] | None = None,
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return a sub-task's first candidates and what they may widen to, out of the tools that are permitted.

        `texts`: what to search for; a later one counts only where the earlier ones find nothing.
        """
        if not self.needed(settings, len(permitted)):
            return tuple(permitted), tuple(permitted)
        wide = WIDENED * settings.shortlist_size
        found: list[str] = []
        for text in texts:
            found = found or await self.nearest(settings, text, wide, permitted, parameters)
        widest = tuple(_fill_up(found, permitted, wide))
        return widest[: settings.shortlist_size], widest

    async def finds(self, settings: Settings, text: str) -> bool:
        """Return whether any tool shares a word with a text."""
        return bool(await self.nearest(settings, text, 1))

    async def nearest(
        self,
        settings: Settings,
        text: str,
        count: int,
        among: Collection[str] | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> list[str]:
        """Return the names of the nearest tools, the best first."""
        retriever = self._retriever(settings)
        limited = None if among is None or len(among) >= len(self._tools) else among
        return await run_in_thread(lambda: retriever.search(text, count, parameters=parameters, among=limited))

    def _retriever(self, settings: Settings) -> ToolRetriever:
        """Return the retriever over these tools, made once for each index and model of embeddings."""
        key = (settings.tool_index_folder or "", settings.tool_embeddings or "")
        with self._lock:
            if key not in self._retrievers:
                embeddings = None
                if settings.tool_embeddings:
                    from langchain.embeddings import init_embeddings

                    embeddings = init_embeddings(settings.tool_embeddings)
                self._retrievers[key] = ToolRetriever(
                    self._tools.values(), folder=settings.tool_index_folder, embeddings=embeddings
                )
            return self._retrievers[key]


def _fill_up(found: Iterable[str], rest: Iterable[str], count: int) -> list[str]:
    """Return the names found, each once, filled up from `rest` to `count` where there are as many."""
    names = dict.fromkeys(found)
    for name in rest:
        if len(names) >= count:
            break
        names.setdefault(name)
    return list(names)
