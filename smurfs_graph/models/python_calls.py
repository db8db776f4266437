"""Read calls as Python writes them. They are parsed and never run: a value has to be written out."""

import ast
from collections.abc import Iterator
from typing import Any, cast

from smurfs_graph.canonical import fit_for_state
from smurfs_graph.models.found_calls import MOST_CALLS, WORDS, FoundCall, Offer, clean_name

_MOST_CHARS = 20_000
"""Characters of calls in Python that are parsed."""
_DEEPEST = 20
"""Brackets in brackets of calls in Python."""


def calls_in_python(piece: str, offer: Offer) -> Iterator[FoundCall]:
    """Yield the calls of a piece of Python that is calls and nothing else, with values that are written out."""
    if "(" not in piece or len(piece) > _MOST_CHARS or _depth(piece) > _DEEPEST:
        return
    try:
        body = ast.parse(piece).body
        nodes = [call for statement in body for call in _expressions(statement)]
        found = [_python_call(node, offer) for node in nodes]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    yield from found[:MOST_CALLS]


def _depth(text: str) -> int:
    """Return how many brackets stand open at once at most, those in texts too."""
    depth = deepest = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _expressions(statement: ast.stmt) -> list[ast.expr]:
    if not isinstance(statement, ast.Expr | ast.Assign):
        raise ValueError("no call")
    value = statement.value
    return list(value.elts) if isinstance(value, ast.List | ast.Tuple) else [value]


def _python_call(node: ast.expr, offer: Offer) -> FoundCall:
    """Return a call as it is written. Raises ValueError for anything else."""
    node = node.value if isinstance(node, ast.Await) else node
    if not isinstance(node, ast.Call):
        raise ValueError("no call")
    name = clean_name(ast.unparse(node.func), offer)
    if name == "print" and name not in offer and len(node.args) == 1:
        return _python_call(node.args[0], offer)
    properties: Any = offer.get(name, {}).get("properties") or {}
    if len(node.args) > len(properties):
        raise ValueError("more values than parameters")
    arguments = {key: _literal(value) for key, value in zip(properties, node.args, strict=False)}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise ValueError("no written argument")
        arguments[keyword.arg] = _literal(keyword.value)
    return FoundCall(name, fit_for_state(arguments))


class _Words(ast.NodeTransformer):
    """Takes JSON's words for true, false and null for Python's."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(WORDS[node.id]) if node.id in WORDS else node


def _literal(node: ast.expr) -> Any:
    """Return a value that is written out. Raises ValueError for any other."""
    return _as_json(ast.literal_eval(_Words().visit(node)))


def _as_json(value: Any) -> Any:
    """Return a Python literal as JSON data. Raises ValueError for one that has no such form."""
    if isinstance(value, tuple | set | frozenset):
        return [_as_json(each) for each in cast("Any", value)]
    if isinstance(value, list):
        return [_as_json(each) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {str(key): _as_json(each) for key, each in cast("dict[Any, Any]", value).items()}
    if isinstance(value, bytes | complex) or value is Ellipsis:
        raise ValueError("no JSON")
    return value
