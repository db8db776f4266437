"""An MCP server as a process: its messages line by line, none longer than a limit.

In place of the SDK's stdio client, which keeps what it reads until a line ends, however long. The process ends as the
protocol's shutdown says (2025-06-18, Lifecycle): its input is closed, then its process group is asked, then killed;
so are the processes that it leaves behind in its group.
"""

import os
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, TextIO

import anyio
from anyio.abc import Process
from mcp.client.stdio import StdioServerParameters, get_default_environment, stdio_client
from mcp.os.posix.utilities import terminate_posix_process_tree

from smurfs_graph.tools.mcp.broken import read_message

MAX_MESSAGE_BYTES = 50_000_000
_ORPHAN_LOOKS, _ORPHAN_SECONDS = 10, 0.05
_GRACE_SECONDS = 2.0


class MessageTooLongError(Exception):
    """A line without an end, or one that is too long to be read."""

    def __init__(self) -> None:
        """Its text is for the model and the user."""
        super().__init__(f"it wrote a message of more than {MAX_MESSAGE_BYTES} bytes")


@asynccontextmanager
async def process_streams(parameters: StdioServerParameters, errors: TextIO) -> AsyncGenerator[tuple[Any, Any]]:
    """Lend the two message streams of a server that is started for them. Other output comes as an exception.

    Raises OSError where the command cannot be started.
    """
    if sys.platform == "win32":  # its processes are ended by job objects, which the SDK knows
        async with stdio_client(parameters, errlog=errors) as streams:
            yield streams
        return
    process = await anyio.open_process(
        [parameters.command, *parameters.args],
        env={**get_default_environment(), **(parameters.env or {})},
        stderr=errors,
        cwd=parameters.cwd,
        start_new_session=True,
    )
    send_in, from_server = anyio.create_memory_object_stream[Any](0)
    to_server, read_out = anyio.create_memory_object_stream[Any](0)
    async with AsyncExitStack() as stack:
        for stream in (from_server, to_server, send_in, read_out):
            stack.push_async_callback(stream.aclose)
        async with process, anyio.create_task_group() as group:
            group.start_soon(_read, process, send_in)
            group.start_soon(_write, process, read_out)
            try:
                yield from_server, to_server
            finally:
                with anyio.CancelScope(shield=True):
                    await _end(process)
                group.cancel_scope.cancel()


async def lines(chunks: AsyncIterable[bytes], most: int = MAX_MESSAGE_BYTES) -> AsyncIterator[bytes]:
    """Yield the lines of a stream of bytes. Raises MessageTooLongError for one of more than `most` bytes, finished or
    not.
    """
    begun: list[bytes] = []
    size = 0
    async for chunk in chunks:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            if size + len(end) > most:
                raise MessageTooLongError
            yield b"".join([*begun, end])
            begun, size = [], 0
        begun.append(rest)
        size += len(rest)
        if size > most:
            raise MessageTooLongError


async def _read(process: Process, send: Any) -> None:
    assert process.stdout is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
        async with send:
            try:
                async for line in lines(process.stdout):
                    await send.send(read_message(line.decode("utf-8", "replace")))
            except MessageTooLongError as error:
                await send.send(error)


async def _write(process: Process, read: Any) -> None:
    assert process.stdin is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
        async with read:
            async for message in read:
                text: str = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                await process.stdin.send(text.encode("utf-8", "replace") + b"\n")


async def _end(process: Process) -> None:
    """Ask the process to end, the harder the longer it takes; its children go with it."""
    if process.stdin is not None:
        with suppress(OSError, anyio.ClosedResourceError, anyio.BrokenResourceError):
            await process.stdin.aclose()
    with anyio.move_on_after(_GRACE_SECONDS):
        await process.wait()
        await _end_orphans(process.pid)
        return
    await terminate_posix_process_tree(process)


async def _end_orphans(group: int) -> None:
    """End what a server that has ended left behind in its process group: it was started for this session only."""
    with suppress(ProcessLookupError, PermissionError):
        for sent in (signal.SIGTERM, signal.SIGKILL):
            os.killpg(group, sent)
            for _ in range(_ORPHAN_LOOKS):
                await anyio.sleep(_ORPHAN_SECONDS)
                os.killpg(group, 0)
