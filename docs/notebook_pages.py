"""A notebook as a page of the site: its text, its code and what is stored of what the code has printed."""

import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "notebooks"


def notebooks() -> list[Path]:
    """The notebooks, in order."""
    return sorted(FOLDER.glob("*.ipynb"))


def page(path: Path) -> str:
    """The page in Markdown, with a link to the notebook beside it. Raises ValueError for an output that is no text."""
    cells: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    first, *others = [part for cell in cells for part in _parts(cell)]
    return "\n\n".join([first, _source(path.name), *others]) + "\n"


def _source(name: str) -> str:
    return f"This page is the notebook [{name}]({name}), with what it prints. The tests run it as it stands."


def _parts(cell: dict[str, Any]) -> list[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [text]
    printed = "".join(_printed(output) for output in cell["outputs"])
    return [_fenced(text, "python"), *([_fenced(printed, "text .printed")] if printed.strip() else [])]


def _printed(output: dict[str, Any]) -> str:
    if output["output_type"] != "stream" or output["name"] != "stdout":
        raise ValueError(f"no page can show an output of type {output['output_type']!r}: print it")
    return "".join(output["text"])


def _fenced(text: str, classes: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence} {{ .{classes} }}\n{text.rstrip()}\n{fence}"
