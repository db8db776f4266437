"""Habits of published documents: each was met in one, and stands here in a document of its own."""

import base64
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError, ToolError
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.tool import Tool
from tests.tools.http.local import Handler, LocalServer

TEXT: dict[str, Any] = {"type": "string"}
FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
Load = Callable[..., dict[str, Tool]]


def parameter(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    """A parameter, a text unless something else is said."""
    return {"name": name, "in": place, "required": place == "path", "schema": TEXT, **more}


def operation(method: str = "get", path: str = "/a", **said: Any) -> dict[str, Any]:
    """The paths of a document with one operation, `it`."""
    return {path: {method: {"operationId": "it", "responses": {}, **said}}}


def body(kind: str, properties: dict[str, Any], **media: Any) -> dict[str, Any]:
    """A request body that is an object."""
    schema = {"type": "object", "properties": properties}
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema, **media}}}}


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Gives the tools of a document with these paths."""

    def load(paths: dict[str, Any], server: str | None = "https://a.example", **more: Any) -> dict[str, Tool]:
        document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths, **more}
        (tmp_path / "api.json").write_text(json.dumps(document))
        return {tool.name: tool for tool in openapi_tools(str(tmp_path / "api.json"), server=server)}

    return load


async def sent(load: Load, paths: dict[str, Any], arguments: dict[str, Any], **more: Any) -> Handler:
    """Return the request that a call of `it` makes."""
    with LocalServer(lambda handler: handler.reply(200, b"{}", {"Content-Type": "application/json"})) as server:
        tool = load(paths, server.url, **more)["it"]
        await tool.call(tool.validate(arguments))
    [seen] = server.requests
    return seen


async def test_a_forms_encoding_says_how_fields_are_written(load: Load) -> None:
    """Deep objects with the places of lists (Stripe), lists in one field, objects as JSON where nothing is said."""
    anything: dict[str, Any] = {"type": "object"}
    fields = dict.fromkeys(("plain", "deep"), anything) | {name: {"type": "array"} for name in ("one", "items")}
    deep = {"style": "deepObject", "explode": True}
    encoding = {"deep": deep, "items": deep, "one": {"style": "form", "explode": False}}
    arguments = {"plain": {"a": 1}, "deep": {"b": {"c": True}}, "one": ["x", "y"], "items": [{"id": 1, "to": ["z"]}]}
    seen = await sent(load, operation("post", **body(FORM, fields, encoding=encoding)), arguments)
    assert seen.body.decode().split("&") == [
        "plain=%7B%22a%22%3A1%7D", "deep[b][c]=true", "one=x,y", "items[0][id]=1", "items[0][to][0]=z",
    ]  # fmt: skip


async def test_a_list_can_be_a_deep_object(load: Load) -> None:
    """Stripe's `expand`, in a query."""
    expand = parameter("expand", style="deepObject", explode=True, schema={"type": "array", "items": TEXT})
    seen = await sent(load, operation(parameters=[expand]), {"expand": ["a", "b.c"]})
    assert seen.path == "/a?expand[0]=a&expand[1]=b.c"


@pytest.mark.parametrize(
    ("path", "arguments", "target"),
    [
        ("/files/{id}#link", {"id": "7", "fields": "x"}, "/files/7?fields=x"),
        ("/jobs?action=start", {"fields": "x"}, "/jobs?action=start&fields=x"),
        ("/jobs?action={id}&y#z?q", {"id": "a&b", "fields": "x"}, "/jobs?action=a%26b&y&fields=x"),
        ("/{id}?fields=fixed#{no}", {"id": "7"}, "/7?fields=fixed"),
    ],
)
async def test_a_path_may_end_in_a_query_and_in_a_fragment(
    load: Load, path: str, arguments: dict[str, Any], target: str
) -> None:
    """The query is sent with the parameters, none twice; the fragment tells operations of one path apart (AWS, Box)."""
    given = [*([parameter("id", "path")] if "{id}" in path else []), parameter("fields", required=True)]
    seen = await sent(load, operation(path=path, parameters=given), arguments)
    assert seen.path == target


def test_what_stands_in_extensions_is_no_reference(load: Load) -> None:
    """Code samples and notes of vendors hold what looks like one; a property may have such a name all the same."""
    noted: dict[str, Any] = {
        "x-notes": {"$ref": "#/info/x-list"},
        "properties": {"x-mark": {"$ref": "#/components/schemas/Mark"}},
    }
    schemas = {"components": {"schemas": {"Mark": {"type": "integer"}}}, "info": {"title": "t", "x-list": [1]}}
    tool = load(operation("post", **body("application/json", {"a": noted})), **schemas)["it"]
    with pytest.raises(ValueError, match=r"a\.x-mark: must be of type integer"):
        tool.validate({"a": {"x-mark": "many"}})
    noted["properties"]["x-mark"]["$ref"] = "#/nowhere"
    with pytest.raises(ConfigurationError, match="leads nowhere"):
        load(operation("post", **body("application/json", {"a": noted})), **schemas)


async def test_names_that_differ_in_signs_stay_apart(load: Load) -> None:
    """Twilio's times before and after; a parameter without a name cannot be sent, and costs nothing."""
    names = ("Time", "Time<", "Time>", "size<=", "+1", "-1")
    paths = operation(parameters=[*map(parameter, names), parameter("", "header")])
    properties = load(paths)["it"].parameters["properties"]
    assert list(properties) == ["Time", "Time_lt", "Time_gt", "size_lte", "plus_1", "minus_1"]
    seen = await sent(load, paths, {"Time_lt": "1", "Time_gt": "0"})
    assert seen.path == "/a?Time%3C=1&Time%3E=0"


def test_names_of_other_scripts_are_told(load: Load) -> None:
    """A model's server takes no such name for an argument: the description has it, or the body stays an object."""
    paths = operation(
        "post", parameters=[parameter("имя"), parameter("вес")], **body("application/json", {"цвет": TEXT})
    )
    properties = load(paths)["it"].parameters["properties"]
    assert [each.get("description") for each in properties.values()] == ["имя:", "вес:", None]
    assert list(properties["body"]["properties"]) == ["цвет"]


async def test_files_are_sent_as_files(load: Load) -> None:
    """A server that takes an upload refuses a field without a name of a file; objects are sent as JSON."""
    image: dict[str, Any] = {"type": "string", "format": "binary"}
    fields = {"file": image, "pages": {"type": "array", "items": image}, "about": {"type": "object"}, "note": TEXT}
    arguments = {"file": "abc", "pages": ["p", "q"], "about": {"a": 1}, "note": "n"}
    seen = await sent(load, operation("post", **body(PARTS, fields)), arguments)
    heads = [part.partition("\r\n\r\n") for part in seen.body.decode().split("Content-Disposition: form-data; ")[1:]]
    file = '; filename="{0}"\r\nContent-Type: application/octet-stream'
    assert [(head, text.partition("\r\n")[0]) for head, _, text in heads] == [
        ('name="file"' + file.format("file"), "abc"),
        ('name="pages"' + file.format("pages"), "p"),
        ('name="pages"' + file.format("pages"), "q"),
        ('name="about"\r\nContent-Type: application/json', '{"a":1}'),
        ('name="note"', "n"),
    ]


async def test_a_download_is_no_failure(load: Load) -> None:
    """Frameworks declare a file as JSON with the format `binary`."""
    media = {"application/json": {"schema": {"type": "string", "format": "binary"}}}
    paths = operation(responses={"200": {"description": "a file", "content": media}})
    with LocalServer(
        lambda handler: handler.reply(200, b"%PDF\xff\xfe", {"Content-Type": "application/pdf"})
    ) as server:
        assert await load(paths, server.url)["it"].call({}) == "6 bytes of application/pdf, which are no text"


async def test_a_change_that_is_answered_otherwise_is_said_once(load: Load, caplog: pytest.LogCaptureFixture) -> None:
    """In the log, by its fields; values stay out of it."""
    schema = {"type": "object", "properties": {"berth": {"type": "integer"}}, "required": ["dues"]}
    media = {"application/json": {"schema": schema}}
    paths = operation("post", responses={"201": {"description": "made", "content": media}})
    reply = json.dumps({"berth": "secret berth"}).encode()
    with (
        caplog.at_level(logging.WARNING),
        LocalServer(lambda handler: handler.reply(201, reply, {"Content-Type": "application/json"})) as server,
    ):
        tool = load(paths, server.url)["it"]
        assert await tool.call({}) == await tool.call({}) == {"berth": "secret berth"}
    [line] = [record.getMessage() for record in caplog.records]
    assert line == "it answers otherwise than it declares: berth: must be of type integer; dues: is required"


def test_a_server_with_variables_says_how_to_name_one(load: Load) -> None:
    """Sentry's regions have no default."""
    with pytest.raises(ConfigurationError, match=r"variable 'region' has no default; say one, as in openapi:.*@https"):
        load(operation(), None, servers=[{"url": "https://{region}.a.example"}])


async def test_a_key_that_a_service_repeats_reaches_no_model(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither as it is in base64 nor in two fields; nor the password of a pair that was sent encoded, in an error."""
    monkeypatch.setenv("API_USER", "ada-lovelace")
    monkeypatch.setenv("API_PASSWORD", "Zx81-Spectrum-9000")

    def repeat(handler: Handler) -> None:
        sent = handler.headers["Authorization"].removeprefix("Basic ")
        plain = base64.b64decode(sent).decode()
        spelled = "".join(f"\\u{ord(sign):04x}" for sign in plain)
        said = f'{{"sent": "{sent}", "plain": "{spelled}", "parts": ["{plain[13:20]}", "{plain[20:]}"], "berth": "B7"}}'
        handler.reply(status, said.encode(), {"Content-Type": "application/json"})

    schemes = {"securitySchemes": {"login": {"type": "http", "scheme": "basic"}}}
    status = 200
    with LocalServer(repeat) as server:
        tool = load(operation(), server.url, components=schemes, security=[{"login": []}])["it"]
        found = await tool.call({})
        status = 400
        with pytest.raises(ToolError) as refused:
            await tool.call({})
    assert found["berth"] == "B7"
    for said in (json.dumps(found), str(refused.value)):
        assert "[key]" in said
        assert "Spectrum" not in said and "9000" not in said and "WngMS" not in said


async def test_a_path_parameter_may_be_declared_to_hold_slashes(load: Load) -> None:
    """Azure's scopes; it climbs no more than any other."""
    paths = operation(
        path="/{scope}/locks", parameters=[parameter("scope", "path", **{"x-ms-skip-url-encoding": True})]
    )
    assert (await sent(load, paths, {"scope": "groups/a b"})).path == "/groups/a%20b/locks"
    with pytest.raises(ValueError, match="scope: must not be"):
        load(paths)["it"].validate({"scope": "groups/../b"})
