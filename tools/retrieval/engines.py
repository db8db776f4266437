"""The names of the index's engines; imported by settings, so nothing else is in here."""

from typing import Literal, get_args

Engine = Literal["fts5", "bm25s"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
