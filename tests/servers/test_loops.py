"""Connections and event loops: an application's own clients and this library's do not get into each other's way."""

import asyncio

from langchain.chat_models import init_chat_model

from smurfs_graph import Settings, build_graph
from tests.servers import behaviours
from tests.servers.hostile import HostileServer, add


async def test_an_application_may_ask_the_same_server_on_its_own_loop() -> None:
    """LangChain shares connections between clients of one address and timeout; they belong to one loop each."""
    with HostileServer(behaviours.honest) as server:
        settings = Settings(model="openai:any", base_url=server.base_url, model_retries=0)
        own = init_chat_model(
            "any",
            model_provider="openai",
            base_url=server.base_url,
            api_key="none",
            timeout=settings.model_timeout,
            stream_usage=True,
        )
        graph = build_graph(settings, tools=[add])
        for _ in range(3):
            await asyncio.gather(*(own.ainvoke("<query>x</query>") for _ in range(8)))
            assert (await graph.ainvoke({"query": "What is 2 + 3?"}))["stop_reason"] == "answered"
