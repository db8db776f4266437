"""A page that talks to AG-UI's endpoint; it can be imported where `ag-ui-langgraph` is not installed."""

import json
from typing import Any

from fastapi.testclient import TestClient


class Page:
    """A client: it keeps the messages of its thread, and sends them all."""

    def __init__(self, client: TestClient) -> None:
        """Nothing has been said."""
        self._client = client
        self.messages: list[Any] = []

    def say(self, text: str) -> list[Any]:
        """Send a message; the events that come of it."""
        self.messages.append({"id": text, "role": "user", "content": text})
        return self.send()

    def send(self, **more: Any) -> list[Any]:
        """Send the conversation; the events that come of it."""
        body = {"threadId": "t", "runId": "r", "state": {}, "messages": self.messages, "tools": [], "context": [],
                "forwardedProps": {}, **more}  # fmt: skip
        lines = self._client.post("/agent", json=body).text.splitlines()
        events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
        shown = [event["messages"] for event in events if event["type"] == "MESSAGES_SNAPSHOT"]
        self.messages = [*shown[-1]] if shown else self.messages
        return events
