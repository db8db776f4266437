"""One server for each kind of model, started when a test first needs it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers.llama.server import LlamaServer, find_server
from tests.servers.llama.tiny import Kind, make_tiny


class Servers:
    """The servers of a test session."""

    def __init__(self, program: Path, folder: Path, stack: ExitStack) -> None:
        """`folder`: where models and logs go; `stack`: what stops the servers in the end."""
        self._program = program
        self._folder = folder
        self._stack = stack
        self._running: dict[Kind, LlamaServer] = {}

    def one(self, kind: Kind) -> LlamaServer:
        """The server of a kind of model, which all tests share."""
        if kind not in self._running:
            self._running[kind] = self._stack.enter_context(self.fresh(kind))
        return self._running[kind]

    def fresh(self, kind: Kind) -> LlamaServer:
        """A server of its own, not started yet."""
        model = self._folder / f"{kind}.gguf"
        if not model.exists():
            make_tiny(model, kind)
        return LlamaServer(self._program, model, self._folder / f"{kind}.log")


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The real servers; tests that need them are skipped where none has been built."""
    program = find_server()
    if program is None:
        pytest.skip("llama-server is not built; make test-servers builds it")
    with ExitStack() as stack:
        yield Servers(program, tmp_path_factory.mktemp("llama"), stack)
