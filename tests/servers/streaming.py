"""A server of OpenAI's chat interface that writes its replies piece by piece where it is asked to."""

import json
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.servers.hostile import Body, Handler, HostileServer, completion


class Reply(NamedTuple):
    """A reply of the model: pieces of text, then calls of tools."""

    pieces: tuple[str, ...] = ()
    calls: tuple[tuple[str, Body], ...] = ()
    breaks: bool = False
    """The connection breaks off behind the text."""


class StreamingServer(HostileServer):
    """Replies as `reply` says, which is given the request's body; `pause`: seconds after each piece of text."""

    def __init__(self, reply: Callable[[Body], Reply], pause: float = 0.0) -> None:
        """On a free port."""
        super().__init__(self._speak)
        self._reply, self._pause = reply, pause

    def _speak(self, handler: Handler, body: Body) -> None:
        """A completion, whole or as events."""
        reply = self._reply(body)
        calls = [
            {"index": at, "id": f"call_{len(self.requests)}_{at}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for at, (name, arguments) in enumerate(reply.calls)
        ]  # fmt: skip
        finish = "tool_calls" if calls else "stop"
        if not body.get("stream"):
            handler.send(200, completion("".join(reply.pieces) or None, tool_calls=calls, finish=finish))
            return
        handler.begin_events()
        for piece in reply.pieces:
            handler.write_delta({"role": "assistant", "content": piece})
            time.sleep(self._pause)
        if reply.breaks:
            handler.close_connection = True
            return
        for call in calls:
            handler.write_delta({"tool_calls": [call]})
        handler.end_events(finish)
