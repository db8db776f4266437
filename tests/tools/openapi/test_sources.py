"""Documents of Swagger 2.0, and documents that are spread over files: tools like any other."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.openapi.loading import MAX_BYTES, read_document
from smurfs_graph.tools.tool import Tool
from tests.tools.http.local import Handler, LocalServer

MILL = """
swagger: "2.0"
info: {title: Mill, version: "1"}
host: mill.example
basePath: /v1
schemes: [http, https]
consumes: [application/json]
securityDefinitions:
  login: {type: basic}
  app: {type: oauth2, flow: application, tokenUrl: "https://mill.example/token", scopes: {}}
security: [{login: []}, {app: []}]
parameters:
  Sack: {in: body, name: sack, required: true, schema: {$ref: "#/definitions/Sack"}}
definitions:
  Sack:
    type: object
    required: [grain]
    properties:
      grain: {type: string, enum: [rye, oats]}
      weight: {type: number, minimum: 0, exclusiveMinimum: true}
paths:
  /sacks/{id}:
    parameters: [{in: path, name: id, required: true, type: integer}]
    get:
      operationId: find
      parameters:
      - {in: query, name: marks, type: array, items: {type: string}, collectionFormat: multi}
      - {in: query, name: rows, type: array, items: {type: integer}, collectionFormat: pipes}
      - {in: query, name: plain, type: array, items: {type: integer}}
      responses: {"200": {description: ok, schema: {$ref: "#/definitions/Sack"}}}
    put: {operationId: change, parameters: [{$ref: "#/parameters/Sack"}], responses: {}}
  /bills:
    post:
      operationId: bill
      consumes: [application/x-www-form-urlencoded]
      parameters:
      - {in: formData, name: to, type: string, required: true}
      - {in: formData, name: items, type: array, items: {type: string}, collectionFormat: csv}
      responses: {}
  /scans:
    post:
      operationId: scan
      parameters: [{in: formData, name: page, type: file}]
      responses: {"200": {description: a picture, schema: {type: file}}}
"""


@pytest.fixture
def server() -> Any:
    """Answers with a file."""
    with LocalServer(lambda handler: handler.reply(200, b"\xff\xfe", {"Content-Type": "image/png"})) as made:
        yield made


def mill(tmp_path: Path, server: str | None = None) -> dict[str, Tool]:
    """The tools of a Swagger document."""
    (tmp_path / "mill.yaml").write_text(MILL)
    return {tool.name: tool for tool in openapi_tools(str(tmp_path / "mill.yaml"), server=server)}


async def request(server: LocalServer, tool: Tool, **arguments: Any) -> Handler:
    """Return the request of a call."""
    await tool.call(tool.validate(arguments))
    return server.requests.pop()


async def test_swagger_is_read(server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists in their format, bodies, forms, files, basic credentials."""
    monkeypatch.setenv("MILL_USER", "ada")
    monkeypatch.setenv("MILL_PASSWORD", "flour-flour")
    tools = mill(tmp_path, server.url)
    seen = await request(server, tools["change"], id=7, grain="rye")
    assert (seen.path, seen.body, seen.headers["Authorization"][:6]) == ("/sacks/7", b'{"grain":"rye"}', "Basic ")
    seen = await request(server, tools["bill"], to="Bo", items=["a", "b"])
    assert seen.body == b"to=Bo&items=a,b"
    seen = await request(server, tools["scan"], page="abc")
    assert b'name="page"; filename="page"' in seen.body
    assert await tools["scan"].call({}) == "2 bytes of image/png, which are no text"
    server.behave = lambda handler: handler.reply(200, b'{"grain": "rye"}', {"Content-Type": "application/json"})
    seen = await request(server, tools["find"], id=1, marks=["a", "b"], rows=[1, 2], plain=[3, 4])
    assert seen.path == "/sacks/1?marks=a&marks=b&rows=1%7C2&plain=3,4"


def test_schemas_of_swagger_hold(tmp_path: Path) -> None:
    """Bounds of draft 4, references to definitions, the address made of its parts."""
    tools = mill(tmp_path)
    assert tools["find"].response_fields == ("grain", "weight")
    assert tools["scan"].group == "Mill"
    assert read_document(str(tmp_path / "mill.yaml")).data["servers"] == [{"url": "https://mill.example/v1"}]
    for wrong in ({"grain": "flour"}, {"grain": "rye", "weight": 0}, {"weight": 1}):
        with pytest.raises(ValueError):
            tools["change"].validate({"id": 7, **wrong})


VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=2), max_leaves=3
)


@given(data=st.data())
def test_damaged_swagger_is_refused_in_a_line_or_read(data: st.DataObject, tmp_path_factory: Any) -> None:
    """Whatever stands in place of one of its values."""
    document: Any = yaml.safe_load(MILL)
    node: Any = document
    while True:
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else list(range(len(node)))))
        if not (isinstance(node[key], dict | list) and node[key] and data.draw(st.integers(0, 4))):
            break
        node = node[key]
    node[key] = data.draw(VALUES)
    path = tmp_path_factory.mktemp("mill") / "mill.json"
    path.write_text(json.dumps(document))
    try:
        assert openapi_tools(str(path), server="https://a.example")
    except ConfigurationError as error:
        assert "\n" not in str(error)


FILES: dict[str, Any] = {
    "api.yaml": {
        "openapi": "3.1.0",
        "servers": [{"url": "https://a.example"}],
        "paths": {"/ships": {"$ref": "paths/ships.yaml"}, "/ports": {"$ref": "paths/ships.yaml"}},
        "components": {"schemas": {"Flag": {"enum": ["NO", "SE"]}}},
    },
    "paths/ships.yaml": {
        "post": {
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "../parts.json#/Ship"}}}},
        },
    },
    "parts.json": {
        "Ship": {"type": "object", "properties": {
            "name": {"$ref": "#/Name"}, "flag": {"$ref": "api.yaml#/components/schemas/Flag"},
            "tender": {"$ref": "parts.json#/Ship"}, "example": {"$ref": "#/Name"},
        }},
        "Name": {"type": "string", "maxLength": 5},
    },
}  # fmt: skip


def write(folder: Path, files: dict[str, Any]) -> str:
    """Write files as JSON, which is YAML; returns the first one's path."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content))
    return str(folder / next(iter(files)))


def test_a_document_may_be_spread_over_files(tmp_path: Path) -> None:
    """The files refer to each other, to themselves and back."""
    tools = openapi_tools(write(tmp_path, FILES))
    assert [tool.name for tool in tools] == ["post_ships", "post_ports"]
    for tool in tools:
        assert tool.validate({"name": "Ada", "flag": "NO", "tender": {"name": "Bo"}})
        for wrong in ({"name": "Adalbert"}, {"flag": "US"}, {"tender": {"tender": {"flag": "US"}}}, {"example": 1}):
            with pytest.raises(ValueError):
                tool.validate(wrong)


@pytest.mark.parametrize(
    "reference", ["../secret.json#/Name", "/etc/hosts", "https://a.example/b.json", "link.json", "\0"]
)
def test_a_document_reads_no_file_outside_its_folder(reference: str, tmp_path: Path) -> None:
    """Nor by a link, nor over the network: what a stranger wrote must not show what is on this machine."""
    home = tmp_path / "api"
    (tmp_path / "secret.json").write_text('{"Name": {"type": "string"}}')
    source = write(home, {**FILES, "parts.json": {"Ship": {"$ref": reference}}})
    (home / "link.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises(ConfigurationError, match=r"leads out of the document's folder; bundle it") as caught:
        openapi_tools(source)
    assert "\n" not in str(caught.value)


def test_files_have_one_limit_together(tmp_path: Path) -> None:
    """So that a chain of them does not fill the memory."""
    parts = {f"part{n}.json": {"a": {"$ref": f"part{n + 1}.json#/a"}, "b": "x" * 8_000_000} for n in range(4)}
    source = write(tmp_path, {**FILES, "parts.json": {"Ship": {"$ref": "part0.json#/a"}}, **parts})
    with pytest.raises(ConfigurationError, match="is longer than") as caught:
        openapi_tools(source)
    assert f"{MAX_BYTES:,}" not in str(caught.value)


def test_files_of_a_url_are_fetched_from_its_server_only(tmp_path: Path) -> None:
    """By their addresses, relative to the one that names them."""

    def serve(handler: Handler) -> None:
        content = FILES.get(handler.path.removeprefix("/docs/"), {"Ship": {"$ref": "https://b.example/x.json"}})
        handler.reply(200, json.dumps(content).encode(), {"Content-Type": "application/json"})

    with LocalServer(serve) as server:
        tools = openapi_tools(f"{server.url}/docs/api.yaml")
        assert [tool.name for tool in tools] == ["post_ships", "post_ports"]
        assert sorted(one.path for one in server.requests) == [
            "/docs/api.yaml", "/docs/parts.json", "/docs/paths/ships.yaml",
        ]  # fmt: skip
        server.behave = lambda handler: handler.reply(200, json.dumps(
            {**FILES["api.yaml"], "paths": {"/a": {"$ref": "https://b.example/x.json"}}}).encode())  # fmt: skip
        with pytest.raises(ConfigurationError, match="out of the document's server"):
            openapi_tools(f"{server.url}/docs/api.yaml")
