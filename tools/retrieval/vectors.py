"""Word vectors that come with a Python package (extra `vectors`): how near texts are in meaning, without a server.

Guided steps use them. The search over many tools does not: for long requests it ranks better by words (recall@10 of
StableToolBench's three sets .93, .83, .93 by words; .92, .75, .90 with these vectors as a second order).
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGE = "wordllama"
Closeness = Callable[[str, Sequence[str]], Sequence[float]]
"""A function that returns how near each of some texts is to one text: the cosine of their vectors, -1 to 1."""


_MOST_CHARS = 2_000
"""Characters of a text that are compared: a million of them take gigabytes in the package."""


def closeness() -> Closeness | None:
    """Return the function that compares texts by word vectors; None where the extra is not installed."""
    return _near if find_spec(PACKAGE) else None


def _near(text: str, others: Sequence[str]) -> list[float]:
    one = _vector(text[:_MOST_CHARS])
    return [sum(map(float.__mul__, one, _vector(other[:_MOST_CHARS]))) for other in others]


@lru_cache(4_096)
def _vector(text: str) -> tuple[float, ...]:
    """Return the mean of a text's token vectors, 256 numbers of length 1; zeros for a text without tokens."""
    plain = text.encode("utf-8", "replace").decode()  # half a character is none for the tokenizer
    vector: Any = _model().embed([plain], norm=False)[0]
    length = float((vector @ vector) ** 0.5)
    return tuple(float(each) / length if length else 0.0 for each in vector)


@cache
def _model() -> Any:
    """Load the vectors, 16 MB, once. What the package's import does to the application's logging is undone."""
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    package: Any = import_module(PACKAGE)
    root.handlers[:] = handlers
    root.setLevel(level)
    # The package has its files beside its code; without its own folder as the cache it would ask for a download.
    return package.WordLlama.load(cache_dir=Path(package.__file__).parent, disable_download=True)
