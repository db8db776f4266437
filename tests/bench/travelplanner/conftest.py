"""The judge of the small sandbox."""

import pytest

from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.planner_csv import load_directory
from tests.bench.travelplanner.scenario import Judge, write_files


@pytest.fixture(scope="session")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Judges plans in the sandbox of `scenario`."""
    directory = tmp_path_factory.mktemp("sandbox")
    write_files(directory)
    return Judge(Sandbox.from_database(load_directory(directory)))
