"""The errors of this library, split by who is meant to read them.

SmurfsError
├── ConfigurationError    the caller's mistake: settings, tools, model or files; the CLI prints it and exits with 2
│   ├── AnswerError       a person's answer to a question of a run: it does not fit, or the question does not wait
│   ├── MissingThreadError  no thread_id for a graph with a checkpointer; a ValueError, as LangGraph's
│   ├── UnknownNameError  a name that is not known, with the nearest ones that are
│   ├── StorageError      checkpoints or payloads that cannot be read or written; what was saved before is kept
│   └── RunBusyError      a run that is under way already
├── ToolError             a tool's own refusal; its text is shown to the model, so that it can do better
└── ModelError            a model that could not be asked at all (not: one that answered badly, which is a restart)
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal


class SmurfsError(Exception):
    """Base of every error that this library raises on purpose."""

    def _asdict(self) -> dict[str, str]:
        """Return the error as LangGraph's server writes it for clients; it withholds texts of foreign errors."""
        from smurfs_graph.redaction.redactor import Redactor

        return {"error": type(self).__name__, "message": Redactor().text(str(self))}


class ConfigurationError(SmurfsError):
    """The caller's input cannot work; the text says what, where, and what to do."""


class AnswerError(ConfigurationError):
    """A person's answer that cannot be used; nothing was resumed, and what waits goes on waiting."""


_MOST_NAMES = 20
"""Known names that an error lists; of more, the nearest."""


class UnknownNameError(ConfigurationError):
    """A name that is not among the known ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """`kind` is what the name was meant to name, as in "strategy"."""
        names = sorted(known)
        near = get_close_matches(name, names, n=1)
        if near:
            hint = f"did you mean {near[0]!r}?"
        elif len(names) <= _MOST_NAMES:
            hint = f"known: {', '.join(names) or 'none'}"
        else:
            nearest = get_close_matches(name, names, n=5, cutoff=0)
            hint = f"of the {len(names)} that are known, the nearest: {', '.join(nearest)}"
        super().__init__(f"unknown {kind} {name!r}; {hint}")


class MissingThreadError(ConfigurationError, ValueError):
    """A graph with a checkpointer was called without the name of a run; LangGraph raises a ValueError for it."""

    def __init__(self) -> None:
        """Take LangGraph's words, and add what to do."""
        super().__init__(
            "Checkpointer requires one or more of the following 'configurable' keys: thread_id, checkpoint_ns, "
            'checkpoint_id; call the graph with config={"configurable": {"thread_id": "..."}}'
        )


class StorageError(ConfigurationError):
    """Checkpoints or payloads that cannot be read or written; what was saved before is kept."""


class RunBusyError(ConfigurationError):
    """A run that is under way already, in this process or in another one."""


class ToolError(SmurfsError):
    """Raised by a tool to fail with a reason that a model can use ("no direct flight on that day")."""

    def __init__(
        self,
        *args: object,
        transient: bool = False,
        retry_after: float | None = None,
        fault: Literal["call", "tool"] | None = None,
    ) -> None:
        """`transient`: the same call may work in a moment; `retry_after`: not before this many seconds.

        `fault`: whether other arguments may do better ("call") or the tool does not work ("tool", if transient).
        """
        super().__init__(*args)
        self.transient = transient
        self.retry_after = retry_after
        self.fault: Literal["call", "tool"] = fault or ("tool" if transient else "call")


class ModelError(SmurfsError):
    """A model could not be asked: no connection, no key, a refused request."""


def how_to_install(extra: str) -> str:
    """Return the commands that install an extra: from a clone, which is how the library comes, and where it is
    installed.
    """
    return f"pip install '.[{extra}]' in a clone, pip install 'smurfs-graph[{extra}]' where smurfs-graph is installed"
