"""API-Bank's level 3 as tools: `apibank:FILE` or `apibank:FILE#SAMPLE` (Li et al., 2023, section 3).

The recorded calls are the environment: a call whose arguments were recorded answers as it did then, any other one fails
and says so. The recorded ToolSearcher calls carry the documents. `FILE#3` has the tools of the whole file and the
records of its third sample.
"""

from pathlib import Path

from smurfs_graph.tools.apibank.replay import replay_tools
from smurfs_graph.tools.apibank.samples import ApiCall, Sample, SampleApi, documents_of, read_samples
from smurfs_graph.tools.tool import Tool

__all__ = ["ApiCall", "Sample", "SampleApi", "documents_of", "load_spec", "read_samples", "replay_tools"]


def load_spec(rest: str) -> list[Tool]:
    """Return the tools of a file. Raises ConfigurationError in one line."""
    from smurfs_graph.errors import ConfigurationError

    name, mark, number = rest.rpartition("#")
    if not mark or not number.isdigit():
        name, number = rest, ""
    samples = read_samples(Path(name).expanduser())
    if number and not 1 <= int(number) <= len(samples):
        raise ConfigurationError(f"apibank: {name!r} has {len(samples)} samples, and no number {number}")
    return replay_tools(documents_of(samples), samples[int(number) - 1 : int(number)] if number else samples)
