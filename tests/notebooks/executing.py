"""Executing the notebooks: `python -m tests.notebooks.executing` runs them all and stores what they print.

Each runs in a kernel and a folder of its own, without a key, and with no model that is not on this machine.
"""

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
TIMEOUT = 60
"""Seconds that a cell may take."""
_DATE = """
from smurfs_graph.nodes import start

start.today = lambda: "Monday, 23 November 2026"
"""
"""Every prompt shows the date, and a longer one is more tokens."""
_VARYING = (
    (re.compile(r"\d+(\.\d+)?( ms| s)\b"), "TIME"),
    (re.compile(r" *\b\d+\.\dk\b"), " TOKENS"),  # a command that a notebook starts shows today's date in its prompts
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{12,64}\b"), "ID"),
    (re.compile(r"\b(127\.0\.0\.1|localhost):\d+"), "HOST"),
)


def executed(path: Path) -> Any:
    """The notebook with fresh outputs. Raises nbclient's CellExecutionError where a cell fails."""
    notebook: Any = nbformat.read(path, as_version=4)  # pyright: ignore[reportUnknownMemberType]
    with tempfile.TemporaryDirectory() as folder:
        begun = Path(folder) / "profile_default" / "startup"  # what kernels of this folder run first
        begun.mkdir(parents=True)
        (begun / "date.py").write_text(_DATE, "utf-8")
        client = NotebookClient(
            notebook,
            timeout=TIMEOUT,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,  # else what was flushed together would differ from run to run
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=_environment(folder))
    notebook.metadata = nbformat.from_dict(  # pyright: ignore[reportUnknownMemberType]
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    return notebook


def shown(notebook: Any) -> list[str]:
    """Return what each cell of code has printed, without what differs from run to run."""
    return [_plain(_text(cell)) for cell in notebook.cells if cell.cell_type == "code"]


def written(notebook: Any) -> str:
    """The notebook as its file."""
    return nbformat.writes(notebook) + "\n"  # pyright: ignore[reportUnknownMemberType]


def _text(cell: Any) -> str:
    parts: list[str] = []
    for output in cell.outputs:
        said = output.text if output.output_type == "stream" else output.get("data", {}).get("text/plain", "")
        parts.append(f"{output.get('name', output.output_type)}: {said}")
    return "".join(parts)


def _plain(text: str) -> str:
    for pattern, name in _VARYING:
        text = pattern.sub(name, text)
    return text


def _environment(folder: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith(("_KEY", "_TOKEN", "_SECRET"))}
    return {
        **kept,
        "SMURFS_FORBID_REAL_MODELS": "1",
        "SMURFS_HOME": folder,
        "IPYTHONDIR": folder,
        "LANGSMITH_TRACING": "false",
        "PYTHONPATH": str(ROOT),
    }


def main() -> None:
    """Execute every notebook and store it."""
    for path in NOTEBOOKS:
        path.write_text(written(executed(path)), "utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
