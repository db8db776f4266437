"""HotpotQA's tools over a live wiki: a server on loopback that answers as MediaWiki's API does."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.tools.calling import call_tool
from smurfs_graph.tools.hotpotqa import hotpotqa_tools
from smurfs_graph.tools.hotpotqa.wikipedia import Wikipedia
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.tools.specs import load_tools
from tests.servers.applications import running

PAGES = {
    "Ulm": "Ulm is a city. It lies on the Danube.\n\n\n== History ==\nThe minster of Ulm was begun in 1377.",
    "Danube": "The Danube is a river.",
}


def answer(options: dict[str, str]) -> Response:
    """As `api.php` answers with formatversion 2."""
    assert options["format"] == "json" and options["formatversion"] == "2"
    if options.get("list") == "search":
        if options["srsearch"] == "busy":
            return PlainTextResponse("later", status_code=503)
        if options["srsearch"] == "broken":
            return JSONResponse({"error": {"code": "x", "info": "Search is off"}})
        hits = [
            {"title": title, "snippet": f'<span class="m">{title}</span> &amp; more'}
            for title, text in PAGES.items()
            if options["srsearch"].lower() in text.lower()
        ]
        return JSONResponse({"query": {"search": hits[: int(options["srlimit"])]}})
    title = {"City of Ulm": "Ulm"}.get(options["titles"], options["titles"])
    known = {"extract": PAGES[title]} if title in PAGES else {"missing": True}
    return JSONResponse({"query": {"pages": [{"title": title, **known}]}})


@contextmanager
def wiki() -> Generator[tuple[str, list[dict[str, str]]]]:
    """The address of its `api.php`, and what it was asked."""
    asked: list[dict[str, str]] = []
    app = FastAPI()

    @app.get("/w/api.php")
    def api(request: Request) -> Response:
        asked.append(dict(request.query_params))
        return answer(asked[-1])

    with running(app) as address:
        yield f"{address}/w/api.php", asked


async def test_pages_are_searched_retrieved_and_looked_up() -> None:
    """Snippets lose their markup, redirects are followed, a lookup reads the whole page."""
    with wiki() as (url, asked):
        tools = load_tools([f"hotpotqa:{url}"])

        async def call(name: str, **arguments: Any) -> Any:
            return await tools[name].call(tools[name].validate(arguments))

        assert await call("search", query="danube") == [
            {"title": "Ulm", "text": "Ulm & more"},
            {"title": "Danube", "text": "Danube & more"},
        ]
        assert await call("retrieve", entity="City of Ulm") == {
            "title": "Ulm",
            "text": "Ulm is a city. It lies on the Danube.",
        }
        with on_path([PastCall("retrieve", {"entity": "City of Ulm"})]):
            assert (await call("lookup", keyword="minster"))["text"] == "The minster of Ulm was begun in 1377."
        with pytest.raises(ToolError, match="no page 'begun'; similar: Ulm"):
            await call("retrieve", entity="begun")
    assert sum("titles" in options for options in asked) == 2  # the page was remembered for the lookup
    assert tools["search"].effects == {"read", "network"} and tools["search"].source == "hotpotqa (127.0.0.1)"


async def test_a_wiki_that_fails_is_a_failed_call() -> None:
    """Busy passes; a declared error is its reason."""
    with wiki() as (url, _):
        search = hotpotqa_tools(Wikipedia(url))[0]
        busy = await call_tool(search, {"query": "busy"}, timeout=10, max_chars=500)
        broken = await call_tool(search, {"query": "broken"}, timeout=10, max_chars=500)
        nowhere = hotpotqa_tools(Wikipedia(url.replace("api.php", "none.php")))[0]
        missing = await call_tool(nowhere, {"query": "x"}, timeout=10, max_chars=500)
    assert busy.failed and busy.transient
    assert broken.failed and "Search is off" in broken.reason
    assert missing.failed and "404" in missing.reason


@pytest.mark.parametrize("wrong", ["ftp://wiki", "http://", "http://[", "http://a:b"])
def test_an_address_that_is_none(wrong: str) -> None:
    """One line."""
    with pytest.raises(ConfigurationError, match=r"^hotpotqa: [^\n]+$"):
        Wikipedia(wrong)
