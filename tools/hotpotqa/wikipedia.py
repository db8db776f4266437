"""Wikipedia (or another MediaWiki) as it is now, through the safe HTTP client (extra: openapi).

Two requests of its API: `list=search` and `prop=extracts` (plain text). https://www.mediawiki.org/wiki/API:Main_page
"""

import html
import json
import re
from typing import Any, cast
from urllib.parse import urlencode

from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.tools.hotpotqa.encyclopedia import Page, sentences_of

WIKIPEDIA = "https://en.wikipedia.org/w/api.php"
_AGENT = "smurfs-graph (https://pypi.org/project/smurfs-graph/)"
_MARKUP = re.compile(r"<[^>]{0,200}>")
_BUSY = frozenset({429, 502, 503, 504})
_KEPT_PAGES = 64


class Wikipedia:
    """Asks a MediaWiki's `api.php`; the last pages are remembered, so that a lookup costs no request."""

    remote = True

    def __init__(self, url: str) -> None:
        """A literal address may be private, for the user wrote it. Raises ConfigurationError for one that is none."""
        from smurfs_graph.tools.http import HttpClient
        from smurfs_graph.tools.http.addresses import hosts_of_address, hosts_of_environment
        from smurfs_graph.tools.http.urls import parse_url

        try:
            self.name, allowed = parse_url(url).origin.host, hosts_of_address(url)
        except ToolError as error:
            raise ConfigurationError(f"hotpotqa: {url!r:.80} is no wiki's address ({error})") from None
        self._url = url
        self._client = HttpClient(allow=[*hosts_of_environment(), *allowed])
        self._pages: BoundedDict[str, Page] = BoundedDict(_KEPT_PAGES)

    async def search(self, query: str, count: int) -> list[Page]:
        """Search Wikipedia; a page has its snippet for sentences. See `Encyclopedia`."""
        body = await self._ask(action="query", list="search", srsearch=query[:300], srlimit=str(count))
        hits: Any = body.get("query", {}).get("search", [])
        found: list[Page] = []
        for hit in cast("list[dict[str, Any]]", hits if isinstance(hits, list) else [])[:count]:
            snippet = html.unescape(_MARKUP.sub("", str(hit.get("snippet", ""))))
            found.append(Page(str(hit.get("title", "")), sentences_of(snippet) or ("",)))
        return [page for page in found if page.title]

    async def page(self, title: str) -> Page | None:
        """Fetch the page of a title, redirects followed; see `Encyclopedia`."""
        if (known := self._pages.get(title)) is not None:
            return known
        options = {"prop": "extracts", "explaintext": "1", "redirects": "1", "titles": title[:255]}
        body = await self._ask(action="query", **options)
        listed: Any = body.get("query", {}).get("pages", [])
        pages = cast("list[dict[str, Any]]", listed if isinstance(listed, list) else [])
        for page in pages:
            text = str(page.get("extract") or "").strip()
            if text and "missing" not in page:
                opening = sentences_of(next(line for line in text.splitlines() if line.strip()))
                found = Page(str(page.get("title") or title), sentences_of(text), len(opening))
                self._pages[title] = found
                return found
        return None

    async def _ask(self, **options: str) -> dict[str, Any]:
        address = f"{self._url}?{urlencode({**options, 'format': 'json', 'formatversion': '2'})}"
        response = await self._client.request("GET", address, headers={"User-Agent": _AGENT})
        if response.status != 200:
            raise ToolError(f"{self.name} answered {response.status}", transient=response.status in _BUSY)
        try:
            body: Any = json.loads(response.content)
        except (ValueError, RecursionError):
            raise ToolError(f"{self.name} did not answer with JSON") from None
        if not isinstance(body, dict):
            raise ToolError(f"{self.name} did not answer with an object")
        known = cast("dict[str, Any]", body)
        if isinstance(known.get("error"), dict):
            raise ToolError(f"{self.name}: {known['error'].get('info', 'an error')}"[:300])
        return known if isinstance(known.get("query", {}), dict) else {}
