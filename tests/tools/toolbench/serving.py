"""A server as StableToolBench's: `POST /virtual`, on loopback, in a thread."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel

from tests.servers.applications import running


class Info(BaseModel):
    """The body of a call, as the published server declares it."""

    category: str
    tool_name: str
    api_name: str
    tool_input: str | dict[str, Any]
    strip: str
    toolbench_key: str


class VirtualServer:
    """What the server was asked, and where it listens."""

    def __init__(self) -> None:
        """Nothing has been asked."""
        self.calls: list[Info] = []
        self.url = ""

    def answer(self, info: Info) -> Response:
        """By the API's name: an error, rubbish, a price of 1500, a busy server, or what it was asked."""
        match info.api_name:
            case "broken":
                return JSONResponse({"error": "Rate limit exceeded", "response": ""})
            case "price":
                return JSONResponse({"error": "", "response": "{'price': 1500, 'parameter': 'timed out'}"})
            case "busy":
                return PlainTextResponse("later", status_code=503)
            case "rubbish":
                return PlainTextResponse("<html>")
            case _:
                return JSONResponse({"error": "", "response": {"asked": info.tool_input, "of": info.tool_name}})


@contextmanager
def virtual_server() -> Generator[VirtualServer]:
    """The server, running."""
    server = VirtualServer()
    app = FastAPI()

    @app.post("/virtual")
    def virtual(info: Info) -> Response:
        server.calls.append(info)
        return server.answer(info)

    with running(app) as server.url:
        yield server
