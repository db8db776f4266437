"""HotpotQA's tools over a live wiki: a server on loopback that answers as MediaWiki's API does."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.calling import call_tool
from smurfs_graph.tools.hotpotqa import hotpotqa_tools
from smurfs_graph.tools.hotpotqa.wikipedia import Wikipedia
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.tools.specs import load_tools
from tests.tools.http.local import Handler, LocalServer

PAGES = {
    "Ulm": "Ulm is a city. It lies on the Danube.\n\n\n== History ==\nThe minster of Ulm was begun in 1377.",
    "Danube": "The Danube is a river.",
}


def wiki(handler: Handler) -> None:
    """Answer as `api.php` does with formatversion 2."""
    address = urlsplit(handler.path)
    options = dict(parse_qsl(address.query))
    if address.path != "/w/api.php" or options.get("srsearch") == "busy":
        handler.reply(404 if "none" in address.path else 503, b"later")
    elif options.get("srsearch") == "broken":
        handler.send_data({"error": {"code": "x", "info": "Search is off"}})
    elif options.get("list") == "search":
        hits = [
            {"title": title, "snippet": f'<span class="m">{title}</span> &amp; more'}
            for title, text in PAGES.items()
            if options["srsearch"].lower() in text.lower()
        ]
        handler.send_data({"query": {"search": hits[: int(options["srlimit"])]}})
    else:
        title = {"City of Ulm": "Ulm"}.get(options["titles"], options["titles"])
        known = {"extract": PAGES[title]} if title in PAGES else {"missing": True}
        handler.send_data({"query": {"pages": [{"title": title, **known}]}})


async def test_pages_are_searched_retrieved_and_looked_up() -> None:
    """Snippets lose their markup, redirects are followed, a lookup reads the whole page."""
    with LocalServer(wiki) as server:
        tools = load_tools([f"hotpotqa:{server.url}/w/api.php"])

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
        assert await call("retrieve", entity="begun") == {"no_page": "begun", "similar": ["Ulm"]}
    assert all("format=json&formatversion=2" in seen.path for seen in server.requests)
    assert sum("titles=" in seen.path for seen in server.requests) == 2  # the page was remembered for the lookup
    assert tools["search"].effects == {"read", "network"} and tools["search"].source == "hotpotqa (127.0.0.1)"


async def test_a_wiki_that_fails_is_a_failed_call() -> None:
    """Busy passes; a declared error is its reason."""
    with LocalServer(wiki) as server:
        search = hotpotqa_tools(Wikipedia(f"{server.url}/w/api.php"))[0]
        busy = await call_tool(search, {"query": "busy"}, timeout=10, max_chars=500)
        broken = await call_tool(search, {"query": "broken"}, timeout=10, max_chars=500)
        nowhere = hotpotqa_tools(Wikipedia(f"{server.url}/w/none.php"))[0]
        missing = await call_tool(nowhere, {"query": "x"}, timeout=10, max_chars=500)
    assert busy.failed and busy.transient
    assert broken.failed and "Search is off" in broken.reason
    assert missing.failed and "404" in missing.reason


@pytest.mark.parametrize("wrong", ["ftp://wiki", "http://", "http://[", "http://a:b"])
def test_an_address_that_is_none(wrong: str) -> None:
    """One line."""
    with pytest.raises(ConfigurationError, match=r"^hotpotqa: [^\n]+$"):
        Wikipedia(wrong)
