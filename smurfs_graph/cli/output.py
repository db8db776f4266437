"""Standard output: what a command answers with, and nothing that a tool prints."""

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import Any


def print_json(value: Any, *, indent: int | None = None) -> None:
    """Print JSON that standard output can hold, whatever its encoding."""
    in_utf8 = sys.stdout is not None and sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not in_utf8, indent=indent))


@contextmanager
def kept_clean() -> Generator[None]:
    """What is printed meanwhile, by tools and the files they are in, goes to standard error."""
    with redirect_stdout(sys.stderr):
        yield
