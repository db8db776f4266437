"""Effects of calls on the world, declared per tool: the ground of policies, retries, caches and resumption.

    read      looks something up; nothing changes
    write     changes something
    network   speaks to other machines
    money     spends or moves money
    code      runs code that a model wrote

A function says so with a decorator, or with `metadata={"effects": [...]}` on a LangChain tool:

```python
from smurfs_graph import effects

@effects("write", "network", idempotency_key="request_id")
def book(room: str, request_id: str = "") -> str: ...
```

`stateful=True` says that the same call may answer differently the next time although nothing was changed (a cursor, a
clock, a queue): it is made each time. One that says nothing counts as `write`. If its author is the caller, who passed
it on purpose, it is `undeclared` as well, which a policy may treat otherwise: it allows such a call, where a write of a
foreign server would be asked for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast, get_args

from smurfs_graph.errors import ConfigurationError, UnknownNameError

Effect = Literal["read", "write", "network", "money", "code"]
Undeclared = Literal["write", "read"]
"""How functions that declare nothing are taken."""
EFFECTS: tuple[Effect, ...] = get_args(Effect)
READS: frozenset[Effect] = frozenset({"read"})
WRITES: frozenset[Effect] = frozenset({"write"})

F = TypeVar("F", bound=Callable[..., Any])
_ATTRIBUTE = "smurfs_effects"


@dataclass(frozen=True)
class Declared:
    """A tool's declaration by its author."""

    effects: frozenset[Effect]
    idempotent: bool = False
    """Calling it again with the same arguments changes nothing more."""
    idempotency_key: str = ""
    """The parameter that takes a key, equal for a call and its repetition; the models do not see it."""
    stateful: bool = False
    """A repeated call may answer differently, although this run changed nothing."""


def effects(
    *names: Effect, idempotent: bool = False, idempotency_key: str = "", stateful: bool = False
) -> Callable[[F], F]:
    """Declare what calls of a function may do: any of `read`, `write`, `network`, `money`, `code`.

    Args:
        names: at least one.
        idempotent: calling it again with the same arguments changes nothing more.
        idempotency_key: name of a parameter (text) that takes a key, equal for a call and its repetition; the models
            do not see it.
        stateful: the same call may answer differently the next time, although nothing was changed in between.

    Raises:
        ConfigurationError: no name, or an unknown one.
    """
    declared = Declared(check_effects(names), idempotent, idempotency_key, stateful)

    def declare(function: F) -> F:
        setattr(function, _ATTRIBUTE, declared)
        return function

    return declare


def check_effects(names: Iterable[object]) -> frozenset[Effect]:
    """Return the effects of those names. Raises ConfigurationError for none and for unknown ones."""
    found = [str(name) for name in names]
    for name in found:
        if name not in EFFECTS:
            raise UnknownNameError("effect", name, EFFECTS)
    if not found:
        raise ConfigurationError(f"a tool has at least one effect: {', '.join(EFFECTS)}")
    return frozenset(cast("list[Effect]", found))


def declaration_of(function: Any, metadata: Any = None) -> Declared | None:
    """Return the declaration of a function or a LangChain tool's metadata; None where they declare nothing."""
    found = getattr(function, _ATTRIBUTE, None)
    if isinstance(found, Declared):
        return found
    if not isinstance(metadata, dict) or "effects" not in metadata:
        return None
    said = cast("dict[str, Any]", metadata)
    names: Any = said["effects"]
    return Declared(
        check_effects([names] if isinstance(names, str) else names),
        bool(said.get("idempotent", False)),
        str(said.get("idempotency_key", "")),
        bool(said.get("stateful", False)),
    )
