"""Find calls that a program never awaits: printed, counted, compared, as a condition, or left. Pure.

Only the type checker knows what a variable holds, and it passes over most of these uses. So it is given the program
once more, with a probe around each expression whose value is used: `reveal_type((line, is_shown, expression))[2]`.
"""

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, cast

from smurfs_graph.programs.check import NOT_AWAITED, Diagnostic, parts_of_union

_COROUTINES = ("CoroutineType[", "_Future[")
_REVEALED = re.compile(r"Revealed type: `tuple\[Literal\[(?P<line>\d+)\], Literal\[(?P<shown>\w+)\], (?P<kind>.*)\]`$")
_ONE = "a call that is not awaited is not made and has no result; write await before it"
_SEVERAL = "calls that are not awaited are not made and have no results; await them, as by asyncio.gather(*calls)"
_USED_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Attribute: ("value",),
    ast.AugAssign: ("value",),
    ast.BinOp: ("left", "right"),
    ast.Compare: ("left", "comparators"),
    ast.Dict: ("keys",),
    ast.For: ("iter",),
    ast.Match: ("subject",),
    ast.Subscript: ("value", "slice"),
    ast.comprehension: ("iter",),
}
"""What each kind of expression or statement does more with than to hand it on."""
_CONDITIONS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Assert: ("test",),
    ast.If: ("test",),
    ast.IfExp: ("test",),
    ast.UnaryOp: ("operand",),
    ast.While: ("test",),
    ast.comprehension: ("ifs",),
}
_SHOWING = frozenset({"all", "any", "format", "len", "print", "repr", "str"})
"""Functions that take a list of calls for what it holds; others may hand it on."""
_FILLING = frozenset({"add", "append", "extend", "insert", "setdefault", "update"})
_BEGINNING = frozenset({"create_task", "ensure_future", "wait_for"})
"""Functions of asyncio that the interpreter lacks: programs are given some that hand on the call (`source.py`)."""


def with_probes(source: str) -> str:
    """Return a program with a probe around each value that it uses; empty where it cannot be read."""
    try:
        tree = ast.parse(source)
        reads = _reads(tree)
        handed_on = frozenset(name for name, count in reads.items() if count > 0)
        probes = _Probes(handed_on, read=frozenset(reads))
        return ast.unparse(probes.visit(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def unawaited(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return a diagnostic for each line with a probe that holds a call, or shows a value that holds some.

    `findings`: of the type checker, about a program with probes.
    """
    found = dict[int, Diagnostic]()
    for finding in findings:
        revealed = _REVEALED.match(finding.message)
        if revealed is None:
            continue

        kind = revealed["kind"]
        is_call = all(part.startswith(_COROUTINES) for part in parts_of_union(kind))
        is_function = "->" in kind
        holds_calls = revealed["shown"] == "True" and _COROUTINES[0] in kind and not is_function

        line = int(revealed["line"])
        if is_call:
            found[line] = Diagnostic(NOT_AWAITED, _ONE, line, 0)
        elif holds_calls:
            found.setdefault(line, Diagnostic(NOT_AWAITED, _SEVERAL, line, 0))
    return list(found.values())


class _Probes(ast.NodeTransformer):
    """Puts a probe around each expression whose value is used."""

    def __init__(self, handed_on: frozenset[str], read: frozenset[str]) -> None:
        """`handed_on`: names of variables whose lists of calls may be awaited elsewhere; `read`: of all that are read,
        for what nobody reads nobody awaits.
        """
        self._handed_on = handed_on
        self._read = read

    def visit(self, node: ast.AST) -> Any:
        """Return a node with probes in it."""
        if isinstance(node, ast.MatchValue):  # a pattern takes names and numbers only
            return node
        self.generic_visit(node)
        if _fills(node):  # the checker knows what a list holds by what is plainly appended to it
            return node

        kind = type(node)
        for name in _USED_FIELDS.get(kind, ()):
            _replace(node, name, self._used)
        for name in _CONDITIONS.get(kind, ()):
            _replace(node, name, self._condition)

        match node:
            case ast.BoolOp():  # its last operand may be its value
                node.values[:-1] = map(self._used, node.values[:-1])
            case ast.Expr(value=ast.Call(func=function)) if _fills(function):
                pass
            case ast.Expr():
                node.value = self._shown(node.value)
            case ast.Assign(targets=[ast.Name(id=name)]) if name not in self._read:
                node.value = self._shown(node.value)
            case ast.JoinedStr():  # positions in it are not known before Python 3.12
                return self._as_text(node)
            case ast.Call(func=ast.Attribute(attr=name), args=[call, *_]) if name in _BEGINNING:
                return call
            case ast.Call():
                self._probe_arguments(node)
            case _:
                pass
        return node

    def _probe_arguments(self, node: ast.Call) -> None:
        name = _name_of_function(node)
        if not hasattr(builtins, name):
            return
        probe = self._shown if name in _SHOWING else self._used
        for at, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                argument.value = probe(argument.value)
            else:
                node.args[at] = probe(argument)

    def _as_text(self, node: ast.JoinedStr) -> ast.expr:
        """Return a text of the same values."""
        values = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
        shown = [self._shown(ast.copy_location(value, node)) for value in values]
        return ast.copy_location(ast.Call(ast.Name("str"), [ast.Tuple(shown)], []), node)

    def _condition(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            node.values[-1] = self._condition(node.values[-1])
            return node
        return self._used(node)

    def _used(self, node: ast.expr) -> ast.expr:
        return _probe(node, is_shown=False)

    def _shown(self, node: ast.expr) -> ast.expr:
        is_handed_on = isinstance(node, ast.Name) and node.id in self._handed_on
        return _probe(node, is_shown=not is_handed_on)


def _reads(tree: ast.AST) -> Counter[str]:
    """Return how often each name is read otherwise than to be shown or filled: what it holds may be awaited there."""
    reads = Counter[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            reads[node.id] += 1
        for part in _not_handed_on(node):
            if isinstance(part, ast.Name):
                reads[part.id] -= 1
    return reads


def _not_handed_on(node: ast.AST) -> Iterator[ast.expr]:
    """Return what a node shows or fills."""
    match node:
        case ast.FormattedValue() | ast.Expr():
            yield node.value
        case ast.Call() if _name_of_function(node) in _SHOWING:
            yield from (each.value if isinstance(each, ast.Starred) else each for each in node.args)
        case ast.Attribute() | ast.Subscript() if _fills(node):
            yield node.value
        case _:
            pass


def _fills(node: ast.AST) -> bool:
    """Return whether a node puts something into a list, set or dict."""
    is_filling_method = isinstance(node, ast.Attribute) and node.attr in _FILLING
    is_assigned = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    return is_filling_method or is_assigned


def _name_of_function(node: ast.Call) -> str:
    """Return the name of a called function, or of the method `format`; empty for other methods."""
    match node.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr="format"):
            return "format"
        case _:
            return ""


def _replace(node: ast.AST, name: str, probe: Any) -> None:
    """Put probes around what stands in a field of a node: an expression, or several."""
    held: Any = getattr(node, name)
    if isinstance(held, list):
        several = cast("list[ast.expr | None]", held)
        setattr(node, name, [probe(each) if each is not None else None for each in several])
    else:
        setattr(node, name, probe(held))


def _probe(node: ast.expr, *, is_shown: bool) -> ast.expr:
    """Return an expression of the same value, whose type the checker tells with its line."""
    if isinstance(node, ast.Slice):
        return node
    told = ast.Tuple([ast.Constant(node.lineno), ast.Constant(is_shown), node])
    revealed = ast.Call(ast.Name("reveal_type"), [told], [])
    return ast.copy_location(ast.Subscript(revealed, ast.Constant(2)), node)
