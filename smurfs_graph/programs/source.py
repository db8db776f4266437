"""A program's text made ready to run: calls know their line, and what the interpreter lacks is filled in. Pure.

Only names are replaced, none of them across lines: each line keeps its number.
"""

import io
import token
import tokenize
from collections.abc import Collection

from smurfs_graph.programs.names import MODULES

CALL = "_call"
"""The one function outside of the interpreter: line, function, positional and named arguments."""
_FILLED_IN = {"gather": "_gather", "create_task": "_task", "wait_for": "_wait_for"}
PRELUDE = f"""import {", ".join(MODULES)}
def _at(line, name):
    async def call(*args, **kwargs):
        return await {CALL}(line, name, args, kwargs)
    return call
async def _gather(*calls, return_exceptions=False):
    if not return_exceptions:
        return await asyncio.gather(*calls)
    async def settle(call):
        try:
            return await call
        except Exception as error:
            return error
    return await asyncio.gather(*[settle(call) for call in calls])
def _task(call, name=None):
    return call
async def _wait_for(call, timeout=None):
    return await call
"""
"""Code that runs before a program. Calls begin when they are awaited, as in Python, and not when they are written."""
FILLED_IN = frozenset(f"asyncio.{name}" for name in _FILLED_IN)
"""Names that the interpreter lacks, and programs may use all the same."""


def prelude(functions: Collection[str]) -> str:
    """Return what runs before a program that may call these functions."""
    return PRELUDE + "".join(f"{name} = _at(0, {name!r})\n" for name in functions)


def prepared(source: str, functions: Collection[str]) -> str:
    """Return the program as it is run; unchanged where it cannot be read."""
    try:
        tokens = [each for each in tokenize.generate_tokens(io.StringIO(source).readline) if each.type != token.NL]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return source
    own = _defined(tokens) & {*functions, "asyncio"}
    replaced: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    for at, each in enumerate(tokens[:-1]):
        before, after = tokens[at - 1].string if at else "", tokens[at + 1].string
        if each.type != token.NAME or before in (".", "def"):
            continue
        if each.string in functions and each.string not in own and after == "(":
            replaced.append((each.start, each.end, f"_at({each.start[0]}, {each.string!r})"))
        elif each.string == "asyncio" and after == "." and "asyncio" not in own and at + 2 < len(tokens):
            name = tokens[at + 2]
            if ours := _FILLED_IN.get(name.string):
                replaced.append((each.start, name.end, ours))
    return _with(source, replaced)


def _defined(tokens: list[tokenize.TokenInfo]) -> set[str]:
    """Return names that the program gives a meaning of its own."""
    own = set[str]()
    for at, each in enumerate(tokens[:-1]):
        before, after = tokens[at - 1].string if at else "", tokens[at + 1].string
        is_bound = before in ("def", "class", "for", "as") or (after in ("=", ":=") and before not in ("(", ",", "."))
        if each.type == token.NAME and is_bound:
            own.add(each.string)
    return own


def _with(source: str, replaced: list[tuple[tuple[int, int], tuple[int, int], str]]) -> str:
    lines = source.split("\n")
    for (row, start), (last, end), text in reversed(replaced):
        if row == last:
            line = lines[row - 1]
            lines[row - 1] = f"{line[:start]}{text}{line[end:]}"
    return "\n".join(lines)
