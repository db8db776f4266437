"""The pages of the documentation, and the code on them.

A block is run unless the line before it says otherwise, in a comment that readers do not see:

    <!-- not run: REASON -->    it cannot run here, and why
    <!-- file: NAME -->         it is the file NAME of the blocks below it
    <!-- continues -->          Python that goes on where the block of Python before it ended

Every page has a folder of its own, which starts with the files of `tests/docs/files`.
"""

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).parent / "files"
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md")))
_BLOCK = re.compile(
    r"(?:<!-- (?P<mark>[^\n]*?) -->\n+)?^(?P<indent> *)```(?P<language>\w+)[^\n]*\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """One fenced block."""

    page: str
    line: int
    language: str
    mark: str
    """What the comment before it says; empty where there is none."""
    body: str

    @property
    def runs(self) -> bool:
        """Return whether the block is code to be run."""
        return not self.mark.startswith(("not run: ", "file: "))


class Command(NamedTuple):
    """A line behind `$`, and the lines below it that it should print."""

    line: str
    output: tuple[str, ...]


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order. Raises ValueError for a mark that means nothing."""
    text = (ROOT / page).read_text("utf-8")
    found = [
        Block(
            page,
            text.count("\n", 0, match.start("body")),
            match["language"],
            match["mark"] or "",
            textwrap.dedent(match["body"]),
        )
        for match in _BLOCK.finditer(text)
    ]
    for block in found:
        if block.mark and not re.match(r"not run: \S|file: [\w.-]+$|continues$", block.mark):
            raise ValueError(f"{page}:{block.line}: what does {block.mark!r} mean?")
    return found


def python(page: str) -> list[tuple[Block, str]]:
    """The blocks of Python that are run, each with its whole code."""
    found: list[tuple[Block, str]] = []
    for block in blocks(page):
        if block.language == "python" and block.runs:
            before = found[-1][1] if block.mark == "continues" else ""
            found.append((block, before + block.body))
    return found


def commands(page: str) -> list[Command]:
    """The commands of a page: lines behind `$` in `console` blocks, and all lines of `sh` blocks."""
    found: list[Command] = []
    for block in blocks(page):
        lines = block.body.replace("\\\n", "").splitlines()
        if block.runs and block.language == "console":
            for line in lines:
                if line.startswith("$ "):
                    found.append(Command(line[2:], ()))
                elif found and line.strip(". "):
                    found[-1] = Command(found[-1].line, (*found[-1].output, line))
        elif block.runs and block.language == "sh":
            found += [Command(line, ()) for line in lines if line.strip() and not line.startswith("#")]
    return found


def written(page: str) -> dict[str, str]:
    """The files that a page shows, by name."""
    return {block.mark[6:]: block.body for block in blocks(page) if block.mark.startswith("file: ")}
