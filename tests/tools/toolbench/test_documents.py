"""ToolBench documents, as they are found in the wild and as they should not be."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.toolbench.documents import read_documents, standardize

API = {
    "category_name": "Logistics",
    "tool_name": "Parcel Post",
    "api_name": "Track by ID",
    "api_description": "Where a parcel is.\n\nAnd more.",
    "required_parameters": [{"name": "id", "type": "NUMBER", "description": "Number", "default": 12}],
    "optional_parameters": [{"name": "lang", "type": "STRING", "description": "", "default": ""}],
    "method": "GET",
    "template_response": {"status": "str", "stops": [{"city": "str", "_list_length": 3}]},
}
TOOL_FILE = {
    "tool_name": "Parcel Post",
    "tool_description": "Parcels",
    "api_list": [{"name": "from", "description": "Senders", "method": "POST", "required_parameters": []}],
}


def write(path: Path, data: Any) -> Path:
    """A file of JSON, or of the text given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def test_a_query_file_is_a_source(tmp_path: Path) -> None:
    """Every document of its queries, once."""
    file = write(tmp_path / "q.json", [{"query": "?", "api_list": [API]}, {"query": "?", "api_list": [API]}])
    tools = load_tools([f"toolbench:{file}"])
    tool = tools["track_by_id_for_parcel_post"]
    assert tool.parameters["required"] == ["id"] and set(tool.parameters["properties"]) == {"id", "lang"}
    assert (tool.title, tool.group, tool.category) == ("Track by ID", "Parcel Post", "Logistics")
    assert tool.description == "Parcel Post: Where a parcel is."
    assert set(tool.response_fields) == {"status", "stops", "city"}


def test_a_folder_of_tool_files_is_a_source(tmp_path: Path) -> None:
    """ToolBench ships one folder a category."""
    write(tmp_path / "Logistics" / "parcel_post.json", TOOL_FILE)
    (document,) = read_documents(tmp_path)
    assert (document.category, document.tool, document.api) == ("Logistics", "Parcel Post", "from")
    assert document.function_name == "is_from_for_parcel_post" and document.parameters == ()


def test_documents_of_one_name_get_numbers(tmp_path: Path) -> None:
    """Two APIs that spell the same are two tools."""
    alike = [{**API, "api_name": name} for name in ("Track by ID", "track-by-id", "Track by ID!")]
    tools = load_tools([f"toolbench:{write(tmp_path / 'd.json', {'tool_name': 'T', 'api_list': alike})}"])
    assert list(tools) == [
        "track_by_id_for_parcel_post", "track_by_id_for_parcel_post_2", "track_by_id_for_parcel_post_3"
    ]  # fmt: skip


def test_no_such_file() -> None:
    """Said with its name."""
    with pytest.raises(ConfigurationError, match=r"no file or folder 'nowhere\.json'"):
        read_documents(Path("nowhere.json"))


def test_one_broken_file_does_not_lose_a_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is left out, with a line; so is a broken document among good ones."""
    write(tmp_path / "A" / "good.json", {**TOOL_FILE, "api_list": [*TOOL_FILE["api_list"], {"name": ""}, "x"]})
    write(tmp_path / "A" / "cut.json", '{"tool_name": "x", "api_l')
    with caplog.at_level(logging.WARNING):
        assert len(read_documents(tmp_path)) == 1
    assert [("cut.json" in line, "left out" in line) for line in caplog.messages].count((True, True)) == 1
    assert len(caplog.messages) == 3


@pytest.mark.parametrize(
    ("written", "spelt"),
    [("2nd API!", "get_2nd_api"), (" Kick.com | API ", "kick_com_api"), ("👋", ""), ("a__b", "a_b")],
)
def test_names_are_spelt_as_toolbench_does(written: str, spelt: str) -> None:
    """So that its server finds them."""
    assert standardize(written) == spelt


def test_odd_parameters_are_kept_or_dropped(tmp_path: Path) -> None:
    """No list, no name, twice the same, an unknown type."""
    wild = {
        **API,
        "required_parameters": [{"name": "a", "type": "DATE (YYYY-MM-DD)"}, {"type": "STRING"}, 5, {"name": "a"}],
        "optional_parameters": None,
    }
    (document,) = read_documents(write(tmp_path / "d.json", wild))
    assert [(item.name, item.schema["type"], item.required) for item in document.parameters] == [("a", "string", True)]
