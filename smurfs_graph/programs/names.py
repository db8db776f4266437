"""Names of tools, parameters and fields as Python writes them, and back."""

import builtins
import keyword
import re
import unicodedata
from collections.abc import Collection, Iterable

RUN_PYTHON = "run_python"
"""The tool by which a step is a program; its one argument, `code`, is shown as code."""
MODULES = (
    "asyncio", "collections", "datetime", "decimal", "functools", "itertools", "json", "math", "random", "re", "time",
)  # fmt: skip
"""Modules that are imported before a program begins."""
TAKEN = frozenset({*dir(builtins), *MODULES, "Any", "Literal", "NotRequired", "TypedDict"})
"""Names that no tool may have in a program."""
_OTHER = re.compile(r"[^A-Za-z0-9_]+")


def identifier(name: str) -> str:
    """Return a name as a Python identifier: other characters become underscores."""
    plain = _OTHER.sub("_", name).strip("_") or "unnamed"
    if plain[0].isdigit():
        plain = f"_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def identifiers(names: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """Return an identifier of its own for each name, in their order; none of `taken`."""
    names = list(dict.fromkeys(names))
    used = {*taken, *(name for name in names if _is_plain(name, taken))}
    found = dict[str, str]()
    for name in names:
        if _is_plain(name, taken):
            found[name] = name
            continue
        plain, number = identifier(name), 2
        wanted = f"{plain}_" if plain in taken else plain
        while wanted in used:
            wanted, number = f"{plain}_{number}", number + 1
        used.add(wanted)
        found[name] = wanted
    return found


def class_name(*words: str) -> str:
    """Return a name for a class of records, of the words that lead to it: `list_orders`, `lines` -> ListOrdersLines."""
    parts = [part for word in words for part in re.split(r"[^A-Za-z0-9]+", word) if part]
    return identifier("".join(f"{part[0].upper()}{part[1:]}" for part in parts) or "Record")


def _is_plain(name: str, taken: Collection[str]) -> bool:
    stays = name.isidentifier() and unicodedata.normalize("NFKC", name) == name  # as Python reads it
    return stays and not keyword.iskeyword(name) and name not in taken and not name.startswith("_")
