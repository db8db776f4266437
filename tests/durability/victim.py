"""A run that is going to be killed: 12 model calls, 4 sub-tasks side by side, each with one call of a tool with a log.

`look` only reads. `book` writes, and must not be called twice. `pay` writes, and takes an idempotency key.
"""

import asyncio
import contextvars
import json
import mmap
import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult
from langgraph.types import Command

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.models import journal
from smurfs_graph.models.journal import JournalEntry
from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import ScriptedModel, call_of

WORK = {"a": "look", "b": "look", "c": "book", "d": "pay"}
"""The sub-tasks and their tools."""
MODEL_CALLS = 12
MODEL_SECONDS, TOOL_SECONDS = 0.02, 0.02


class Log:
    """A file of lines that outlives whoever writes them."""

    def __init__(self, path: Path) -> None:
        """`path`: made when the first line is written."""
        self.path = path
        self._descriptor: int | None = None
        self.announced, self.to = "", -1
        """A word, and a descriptor that gets a byte before each line that begins with it."""

    def write(self, *words: str) -> None:
        """Append a line, in one write, which is the last thing that is done."""
        if self._descriptor is None:
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        line = (" ".join(words) + "\n").encode()
        if words[0] == self.announced:
            os.write(self.to, b".")
        os.write(self._descriptor, line)

    def lines(self) -> list[tuple[str, ...]]:
        """The lines in the order in which they were written, as words."""
        text = self.path.read_text() if self.path.exists() else ""
        return [tuple(line.split()) for line in text.splitlines()]

    def count(self) -> Counter[tuple[str, ...]]:
        """The lines, counted."""
        return Counter(self.lines())


class Returned:
    """Tools that have come to their end: memory that outlives the process, written without a system call."""

    def __init__(self, path: Path) -> None:
        """`path`: made when first needed."""
        path.touch()
        with path.open("r+b") as file:
            file.truncate(len(WORK))
            self._bytes = mmap.mmap(file.fileno(), len(WORK))

    def mark(self, name: str) -> None:
        """The tool's last step."""
        self._bytes[[*WORK].index(name)] = 1

    def has(self, name: str) -> bool:
        """Return whether the tool's last step was taken in any life."""
        return bool(self._bytes[[*WORK].index(name)])


class LoggedModel(ScriptedModel):
    """Logs the life of a call: asked, sent by the model, handed over by its client, kept in the journal."""

    log: Any

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        name = _name_of(messages)
        self.log.write("asked", *name)
        result = await super()._agenerate(messages, *args, **kwargs)
        self.log.write("sent", *name)
        return result

    async def ainvoke(self, input: Any, *args: Any, **kwargs: Any) -> AIMessage:
        """Its client, which this library calls."""
        message = await super().ainvoke(input, *args, **kwargs)
        under_way.set(name := _name_of(input))
        self.log.write("handed", *name)
        return message


under_way: contextvars.ContextVar[tuple[str, ...]] = contextvars.ContextVar("under_way")


class LoggedEntry(JournalEntry):
    """A journal's entry that logs when it was written."""

    log: Log

    async def write(self, message: AIMessage) -> None:
        """Write the reply, and then the line."""
        await super().write(message)
        self.log.write("kept", *under_way.get())


def _name_of(messages: list[BaseMessage]) -> tuple[str, ...]:
    sections = parse_sections(str(messages[-1].text))
    words = sections.get("sub_task", "").split()
    again = "again" if "complaint" in sections else "first"
    return call_of(str(messages[0].text)), words[1] if words else "-", again


class Scene(NamedTuple):
    """The address, thread and log of a victim."""

    address: str
    thread: str
    log: Log
    approve: bool = False

    def tools(self) -> list[Any]:
        """The tools, on this scene's log."""
        log, returned = self.log, Returned(self.log.path.with_suffix(".returned"))

        @effects("read")
        def look(name: str) -> dict[str, str]:
            """Look something up."""
            log.write("start", name)
            if returned.has(name):
                log.write("repeated", name)
            time.sleep(TOOL_SECONDS)
            found = {"found": name}
            log.write("end", name)
            returned.mark(name)
            return found

        @effects("write")
        def book(name: str) -> dict[str, str]:
            """Book something."""
            log.write("start", name)
            time.sleep(TOOL_SECONDS)
            log.write("end", name)
            return {"found": name}

        @effects("write", idempotency_key="key")
        def pay(name: str, key: str) -> dict[str, str]:
            """Pay for something."""
            time.sleep(TOOL_SECONDS)
            if not log.count()["paid", name, key]:
                log.write("paid", name, key)
            return {"found": name}

        return [look, book, pay]

    def reply(self, call: str, sections: dict[str, str]) -> Any:
        """Reply as the model; the manager has to be asked twice."""
        words = sections.get("sub_task", "").split()
        match call:
            case "planner":
                return {"needs_tool": True, "sub_tasks": [f"work {name}" for name in WORK]}
            case "manager" if "complaint" not in sections:
                return {"sub_tasks": [{"id": "a", "content": "work a", "depends_on": ["nobody"]}]}
            case "manager":
                return {"sub_tasks": [{"id": name, "content": f"work {name}", "tools": [WORK[name]]} for name in WORK]}
            case "executor.fused":
                return {"thought": "do it", "tool": WORK[words[1]], "arguments": {"name": words[1]}}
            case "answer.fused":
                return {"answer": f"result of {json.loads(sections['response'])['found']}", "status": "solved"}
            case _:
                return {"answer": sections["outcomes"]}

    async def live(self, on_put: Callable[[bool], None] | None = None, chance: Any = None) -> dict[str, Any]:
        """Start the run, or go on with it, to its end. `on_put`: called before (False) and after every checkpoint."""
        config: Any = {"configurable": {"thread_id": self.thread}}
        model = LoggedModel(script=self.reply, latency=MODEL_SECONDS, log=self.log)
        LoggedEntry.log, journal.JournalEntry = self.log, LoggedEntry
        options: dict[str, Any] = {"approve": {"tools"} if self.approve else set[str]()}
        settings = Settings(model="scripted:x", step_shape="fused", max_restarts=1, **options)
        with open_storage(self.address) as storage:
            if on_put is not None:
                _watch(storage.checkpointer, on_put)
            kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
            graph = build_graph(settings, self.tools(), models={"scripted:x": model}, **kept)
            state = await graph.aget_state(config)
            start: Any = None if state.values.get("query") or state.next else {"query": "q"}
            while True:
                if state.interrupts:
                    start = self._answers(state.interrupts, chance)
                result = await graph.ainvoke(start, config)
                state = await graph.aget_state(config)
                if not state.interrupts:
                    return result

    def _answers(self, questions: Any, chance: Any) -> Command[Any]:
        """Answer as a person who looks at the tool's log: some of the questions, in any order."""
        some = list(questions) if chance is None else chance.sample(list(questions), chance.randint(1, len(questions)))
        return Command(resume={question.id: self._answer(question.value) for question in some})

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["kind"] != "call_in_doubt":
            return {"decision": "approve"}
        name, said = question["arguments"]["name"], self.log.count()
        if said["end", name]:
            return {"decision": "made", "response": json.dumps({"found": name})}
        if said["start", name]:  # it was begun and not ended: it is known to have had no effect
            self.log.write("undone", name)
        return {"decision": "repeat"}


def _watch(checkpointer: Any, on_put: Callable[[bool], None]) -> None:
    put = checkpointer.aput

    async def watched(*args: Any, **kwargs: Any) -> Any:
        on_put(False)
        result = await put(*args, **kwargs)
        on_put(True)
        return result

    checkpointer.aput = watched


def live(scene: Scene, on_put: Callable[[bool], None] | None = None, chance: Any = None) -> dict[str, Any]:
    """One life in this process, as `Scene.live`."""
    return asyncio.run(scene.live(on_put, chance))
