"""The process that has BFCL: started once, asked by JSON lines over pipes, in the order of the calls."""

import asyncio
import json
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from smurfs_graph.errors import ConfigurationError, SmurfsError

WORKER = Path(__file__).with_name("worker.py")
_MOST_SAID = 500


class BfclError(SmurfsError):
    """The process refused a request, or has ended."""


class BfclProcess:
    """A worker in an environment of its own. Requests are answered one after the other, in the order made."""

    def __init__(self, python: Path, worker: Path = WORKER) -> None:
        """Start `worker` with the interpreter `python`. Raises ConfigurationError where it does not begin to answer."""
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process is
        self._thread = ThreadPoolExecutor(max_workers=1)
        command = [str(python), "-I", str(worker)]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints, text=True
            )
        except OSError as error:
            raise ConfigurationError(f"{python} cannot be started: {error.strerror}") from None
        try:
            self.hello: dict[str, Any] = self.ask("hello")
        except BfclError as error:
            self.close()
            raise ConfigurationError(f"{python} has no usable bfcl_eval: {error}") from None

    def __enter__(self) -> Self:
        """Return the process, for `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def close(self) -> None:
        """End the process; requests under way are answered first."""
        self._thread.shutdown()
        self._process.communicate()
        self._complaints.close()

    def ask(self, operation: str, **given: Any) -> Any:
        """Return the result of an operation. Raises BfclError where it is refused, or the process has ended."""
        return self._thread.submit(self._exchange, operation, given).result()

    async def ask_async(self, operation: str, **given: Any) -> Any:
        """Return the result of an operation, in order with all others, from an event loop."""
        return await asyncio.wrap_future(self._thread.submit(self._exchange, operation, given))

    def _exchange(self, operation: str, given: dict[str, Any]) -> Any:
        """Have the process do an operation. Raises BfclError where it has ended or says that it cannot."""
        sent, received = self._process.stdin, self._process.stdout
        assert sent is not None and received is not None
        try:
            sent.write(json.dumps({"do": operation, **given}) + "\n")
            sent.flush()
            line = received.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise BfclError(f"the process of BFCL has ended: {self._last_words()}")
        reply = json.loads(line)
        if "error" in reply:
            raise BfclError(f"{operation}: {reply['error']}")
        return reply["result"]

    def _last_words(self) -> str:
        self._complaints.seek(0)
        said = self._complaints.read().decode(errors="replace").strip().splitlines()
        return said[-1][:_MOST_SAID] if said else "it said nothing"
