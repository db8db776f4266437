"""A program's text made ready to run: calls know their line, and what the interpreter lacks is filled in. Pure.

Only names are replaced, none of them across lines: each line keeps its number.
"""

import ast
import io
import token
import tokenize
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from smurfs_graph.programs.names import MODULES, TAKEN

Variables = Mapping[str, str]
"""Variables of a program by name, their values as Python writes them."""
NO_VARIABLES: Variables = MappingProxyType({})
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
_next = next
def next(values, *otherwise):
    if not isinstance(values, list):
        return _next(values, *otherwise)
    if values:
        return values.pop(0)
    if otherwise:
        return otherwise[0]
    raise StopIteration
"""
"""Code that runs before a program. Calls begin when they are awaited, as in Python, and not when they are written.

The interpreter makes lists of what Python computes as it goes (generators, `map`, `filter`, `zip`): `next` takes their
first item off, so that they are used up as in Python.
"""
MOST_KEPT = 50_000
"""Characters of the variables that a failed program leaves to the next one: checkpoints hold them."""
TELL_VARIABLES = f"""_told = {{}}
for _name, _value in {{**locals()}}.items():
    try:
        _text = f"{{_value!r}}"
    except Exception:
        continue
    if len(_text) <= {MOST_KEPT}:
        _told[_name] = _text
_told
"""
"""Code that tells a program's variables when it has ended, those that can be written: a huge number cannot."""
FILLED_IN = frozenset(f"asyncio.{name}" for name in _FILLED_IN)
"""Names that the interpreter lacks, and programs may use all the same."""


def prelude(functions: Collection[str], variables: Variables) -> str:
    """Return what runs before a program that may call these functions, and is given these variables."""
    called = [f"{name} = _at(0, {name!r})\n" for name in functions]
    given = [f"{name} = {text}\n" for name, text in variables.items()]
    return PRELUDE + "".join([*called, *given])


def plain_variables(told: Mapping[str, str], taken: Collection[str]) -> Variables:
    """Return the variables that hold plain data (text, numbers, lists, sets, records), as many as are kept.

    `told`: all of a program's, as `TELL_VARIABLES` tells them; `taken`: names that mean something else to programs.
    """
    kept = dict[str, str]()
    left = MOST_KEPT
    for name, text in told.items():
        is_own = not name.startswith("_") and name not in TAKEN and name not in taken
        if is_own and len(text) <= left and _is_literal(text):
            kept[name] = text
            left -= len(text)
    return kept


def _is_literal(text: str) -> bool:
    try:
        tree = ast.parse(text, mode="eval")
        ast.literal_eval(tree)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False

    # A list that holds itself is written [...], which is another list.
    constants = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
    return Ellipsis not in constants


def instrument(source: str, functions: Collection[str]) -> str:
    """Rewrite a program so that its calls of these functions know their line, and asyncio has what it lacks.

    Names to which the program gives a meaning of its own stay. A program that cannot be read is returned as it is.
    """
    try:
        tokens = [each for each in tokenize.generate_tokens(io.StringIO(source).readline) if each.type != token.NL]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return source
    rewritten = {*functions, "asyncio"} - _names_bound_in(tokens)
    replacements: list[_Replacement] = []
    for at, each in enumerate(tokens[:-1]):
        before, after = _neighbours(tokens, at)
        if each.type != token.NAME or each.string not in rewritten or before in (".", "def"):
            continue
        if each.string in functions and after == "(":
            replacements.append(_Replacement(each.start, each.end, f"_at({each.start[0]}, {each.string!r})"))
        elif each.string == "asyncio" and after == "." and at + 2 < len(tokens):
            attribute = tokens[at + 2]
            if substitute := _FILLED_IN.get(attribute.string):
                replacements.append(_Replacement(each.start, attribute.end, substitute))
    return _replace(source, replacements)


class _Replacement(NamedTuple):
    """A text for what stands between two positions (line from 1, column from 0)."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def _neighbours(tokens: list[tokenize.TokenInfo], at: int) -> tuple[str, str]:
    """Return the tokens before and after one; empty before the first."""
    return tokens[at - 1].string if at else "", tokens[at + 1].string


def _names_bound_in(tokens: list[tokenize.TokenInfo]) -> set[str]:
    """Return the names that the program binds: definitions, loop variables, imports under a name, assignments."""
    bound = set[str]()
    for at, each in enumerate(tokens[:-1]):
        before, after = _neighbours(tokens, at)
        is_keyword_argument = before in ("(", ",", ".")
        is_bound = before in ("def", "class", "for", "as") or (after in ("=", ":=") and not is_keyword_argument)
        if each.type == token.NAME and is_bound:
            bound.add(each.string)
    return bound


def _replace(source: str, replacements: list[_Replacement]) -> str:
    """Make the replacements from the last to the first, which keeps the positions of those to come."""
    lines = source.split("\n")
    for (row, start), (last, end), text in reversed(replacements):
        if row == last:
            line = lines[row - 1]
            lines[row - 1] = f"{line[:start]}{text}{line[end:]}"
    return "\n".join(lines)
