"""A service whose requests are carried out by workers: it enqueues, tells what became of them, and takes answers.

SMURFS_CHECKPOINT=postgresql://... uvicorn queued_service:app, beside `smurfs worker --tools ...` on as many machines as
you like. Whom the user name stands for is the business of your authentication.
"""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel

from smurfs_graph import SmurfsError
from smurfs_graph.runs.saved import latest_of
from smurfs_graph.workers.queue import Queue, open_queue


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Open the queue for the time of the service."""
    with open_queue(os.environ["SMURFS_CHECKPOINT"]) as queue:
        app.state.queue = queue
        yield


app = FastAPI(lifespan=lifespan)


class Message(BaseModel):
    """A request: the first of a thread, or the next turn of one."""

    query: str
    thread: str | None = None


def the_queue() -> Queue:
    return app.state.queue


def the_user(x_user: Annotated[str, Header()]) -> str:
    """Your authentication goes here."""
    return x_user


TheQueue = Annotated[Queue, Depends(the_queue)]
TheUser = Annotated[str, Depends(the_user)]


def owned(queue: Queue, thread: str, user: str) -> dict[str, Any]:
    """What has become of a run of this user: its state, its answer, its questions."""
    try:
        end = queue.end_of(thread)
    except SmurfsError as error:
        raise HTTPException(404, str(error)) from None
    if end.user != user:
        raise HTTPException(404, "there is no such run")
    saved = latest_of(queue.storage, thread) if end.state in ("finished", "waiting") else None
    answer = saved.values.get("answer") if saved and end.state == "finished" else None
    questions = queue.questions(thread)[1] if end.state == "waiting" else {}
    return {"thread": thread, "state": end.state, "reason": end.reason, "answer": answer, "questions": questions}


@app.post("/messages")
def send(message: Message, queue: TheQueue, user: TheUser) -> dict[str, str]:
    """Enqueue a request."""
    try:
        return {"thread": queue.enqueue(message.query, thread=message.thread, user=user)}
    except SmurfsError as error:
        raise HTTPException(409, str(error)) from None


@app.get("/runs/{thread}")
async def look(thread: str, queue: TheQueue, user: TheUser, wait: float = 0) -> dict[str, Any]:
    """Say what has become of a run; `wait`: seconds to wait for its end."""
    if wait and (await run_in_threadpool(owned, queue, thread, user))["state"] in ("queued", "running"):
        with suppress(TimeoutError):
            await run_in_threadpool(queue.wait, thread, min(wait, 60))
    return await run_in_threadpool(owned, queue, thread, user)


@app.post("/runs/{thread}/answers")
def answer(thread: str, answers: dict[str, Any], queue: TheQueue, user: TheUser) -> dict[str, Any]:
    """Take a person's answers, by the questions' ids; a worker goes on."""
    owned(queue, thread, user)
    try:
        queue.answer(thread, answers)
    except SmurfsError as error:
        raise HTTPException(409, str(error)) from None
    return owned(queue, thread, user)


@app.delete("/runs/{thread}")
def cancel(thread: str, queue: TheQueue, user: TheUser) -> dict[str, Any]:
    """Cancel a run."""
    owned(queue, thread, user)
    try:
        queue.cancel(thread)
    except SmurfsError as error:
        raise HTTPException(409, str(error)) from None
    return owned(queue, thread, user)
