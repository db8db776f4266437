"""Documents of the kinds that services publish: what becomes of them, and what they would send."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.openapi.document import Document
from smurfs_graph.tools.openapi.loading import read_document
from smurfs_graph.tools.openapi.operations import Operation, Operations
from smurfs_graph.tools.openapi.references import References
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.serialise import Prepared, prepare
from smurfs_graph.tools.openapi.shown import Shown
from smurfs_graph.tools.tool import Tool

FOLDER = Path(__file__).parent / "documents"
HARBOUR, WEATHER = str(FOLDER / "harbour.yaml"), str(FOLDER / "weather.json")
TEXTS: dict[str, Any] = {"type": "string"}


@cache
def harbour() -> dict[str, Tool]:
    """Tools of the 3.0 document."""
    return {tool.name: tool for tool in openapi_tools(HARBOUR)}


@cache
def weather() -> dict[str, Tool]:
    """Tools of the 3.1 document."""
    return {tool.name: tool for tool in openapi_tools(WEATHER, server="https://weather.example/api/")}


@cache
def operations(source: str, server: str | None = None) -> dict[str, Operation]:
    """Return the operations of a document by name."""
    document = read_document(source)
    references = References(document)
    shown = Shown(Schemas(references, is_3_0=document.is_3_0))
    return {operation.name: operation for operation in Operations(document, references, shown, server)}


def sent(name: str, **arguments: Any) -> Prepared:
    """Return the request that a valid call would send."""
    tools, known = (harbour(), operations(HARBOUR))
    if name not in tools:
        tools, known = weather(), operations(WEATHER, "https://weather.example/api")
    return prepare(known[name], tools[name].validate(arguments))


def test_every_operation_is_a_tool() -> None:
    """With a name that is unique and safe, from its id or from method and path."""
    assert list(harbour()) == [
        "listBerths", "createBerth", "getBerth", "changeBerth", "deleteBerth", "listVisits", "announceVisit",
        "addPaper", "quoteDues", "quoteDues_2", "get_chart",
    ]  # fmt: skip
    assert list(weather()) == [
        "readings_list", "get_stations", "post_stations", "stations_count", "stations_close", "search", "notes_put",
    ]  # fmt: skip


def test_descriptions_are_short_and_say_what_there_is() -> None:
    """Summary and first paragraph; method and path where there is nothing."""
    tools = harbour() | weather()
    assert tools["listBerths"].description == "List berths. Berths that fit a ship and are free."
    assert tools["deleteBerth"].description == "Close a berth (deprecated)"
    assert tools["get_stations"].description == "GET /stations"
    assert (tools["listBerths"].group, tools["listBerths"].category) == ("Harbour office", "berths")
    assert tools["listBerths"].response_fields == ("berths", "next")
    assert "-> ListBerthsResult: ..." in Stubs([tools["listBerths"]]).for_model()
    country = tools["listBerths"].parameters["properties"]["filter"]["properties"]["country"]
    assert country["enum"] == ["NO", "SE", "DK"], "plain values of YAML are those of JSON"


def test_servers_have_variables_and_can_be_given() -> None:
    """Defaults are filled in; a relative address needs one from the caller."""
    assert sent("getBerth", berthId="A1").url == "https://north.harbour.example/v2/berths/A1"
    assert sent("get_stations").url == "https://weather.example/api/stations"
    with pytest.raises(ConfigurationError, match=r"names no server .*openapi:.*@https://api\.example\.com"):
        openapi_tools(WEATHER)


@pytest.mark.parametrize(
    ("name", "arguments", "target"),
    [
        ("listBerths", {"filter": {"depth": {"min": 2}, "kind": "buoy"}}, "?filter[depth][min]=2&filter[kind]=buoy"),
        ("listBerths", {"fields": ["id", "kind"]}, "?fields=id,kind"),
        ("listBerths", {"near": [1.5, 2]}, "?near=1.5%7C2"),
        ("listBerths", {"limit": "5", "cursor": "a=b&c"}, "?cursor=a%3Db%26c&limit=5"),
        ("listVisits", {"ship": {"imo": "IMO1234567"}}, "?ship=%7B%22imo%22%3A%22IMO1234567%22%7D"),
        ("get_chart", {"area": "north sea"}, "/charts/north%20sea.png"),
        (
            "readings_list",
            {"station": "a b", "range": {"from": "2024-01-01", "to": "2024-01-02"}, "station_in_query": "c"},
            "/stations/.a%20b/readings;from=2024-01-01;to=2024-01-02?station=c",
        ),
        (
            "readings_list",
            {"station": "x", "range": {"from": "2024-01-01"}, "select": ["wind"], "bbox": [1, 2, 3, 4]},
            "/stations/.x/readings;from=2024-01-01?%24select=wind&bbox=1,2,3,4",
        ),
        (
            "readings_list",
            {"station": "x", "range": {"from": "2024-01-01"}, "where": {"a": 1, "b c": 2}},
            "?a=1&b%20c=2",
        ),
    ],
)
def test_parameters_are_written_in_their_style(name: str, arguments: dict[str, Any], target: str) -> None:
    """Styles follow OpenAPI's table of them."""
    assert target in sent(name, **arguments).url


def test_bodies_are_written_by_their_media_type() -> None:
    """JSON, merge patch, form, multipart and text."""
    assert json.loads(sent("createBerth", length=12, kind="quay").content or b"") == {"length": 12, "kind": "quay"}
    patch = sent("changeBerth", berthId="A1", open=False)
    assert (patch.content, patch.headers["Content-Type"]) == (b'{"open":false}', "application/merge-patch+json")
    assert sent("changeBerth", berthId="A1").content is None
    assert sent("quoteDues", length=9.5, extras=["water", "power"]).content == b"length=9.5&extras=water&extras=power"
    paper = sent("addPaper", visit=1, kind="crew", file="Ann\nBo")
    assert b'name="file"; filename="file"\r\nContent-Type: text/plain\r\n\r\nAnn\nBo\r\n' in (paper.content or b"")
    assert paper.headers["Content-Type"].startswith("multipart/form-data; boundary=")
    assert sent("notes_put", body="ä").content == "ä".encode()
    both = {"all": [{"field": "a"}, {"all": []}]}
    assert json.loads(sent("search", body=both).content or b"") == both


def test_header_parameters_arrive_and_reserved_ones_do_not() -> None:
    """Authorization is not a parameter."""
    known = weather()["readings_list"].parameters["properties"]
    assert "X-Units" in known
    assert "Authorization" not in known
    assert sent("getBerth", berthId="A1", **{"X-Request-ID": "7"}).headers == {"X-Request-ID": "7"}


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("getBerth", {"berthId": "a1"}, "berthId: breaks pattern"),
        ("get_chart", {"area": ".."}, "area: must not be '.' or '..'"),
        ("get_chart", {"area": "a/../b"}, "area: must not hold a slash"),
        ("get_chart", {"area": "a\\b"}, "area: must not hold a slash"),
        ("get_chart", {"area": "..;x"}, "area: must not be '.' or '..'"),
        ("get_chart", {"area": "a\nb"}, "area: must not hold control characters"),
        ("get_chart", {"area": ""}, "area: must not be empty"),
        ("listBerths", {"limit": 0}, "limit: breaks minimum 1"),
        ("listBerths", {"filter": {"depth": {"min": 0}}}, "filter.depth.min: breaks exclusiveMinimum 0"),
        ("listBerths", {"filter": {"country": False}}, "filter.country: must be"),
        ("listBerths", {"near": [1]}, "near: breaks minItems 2"),
        ("createBerth", {}, "length: is required"),
        ("createBerth", {"length": 1, "id": "x"}, "unknown parameter 'id'"),
        ("createBerth", {"length": 1, "neighbour": {"length": "x"}}, "neighbour.length: must be of type number"),
        ("addPaper", {"visit": 2**63, "kind": "crew", "file": ""}, "visit: breaks maximum"),
        ("announceVisit", {"ship": {"imo": "1"}, "arrival": "2024-01-01T00:00:00Z"}, "ship"),
        ("announceVisit", {"ship": {"name": "A", "flag": "NO"}, "arrival": "today"}, "arrival: breaks format"),
        ("search", {"body": {"all": [{"nofield": 1}]}}, "body"),
        ("readings_list", {"station": "x", "range": {"from": "2024-01-01"}, "bbox": [1, 2, 3, 4, 5]}, "bbox: "),
        ("post_stations", {"name": "a", "place": {"lat": 91, "lon": 0}}, "place.lat: breaks maximum 90"),
        ("post_stations", {"name": "a", "place": {"lat": 1, "lon": 0, "alt": 5}}, "place: Additional properties"),
    ],
)
def test_arguments_are_held_to_the_original_schema(name: str, arguments: dict[str, Any], complaint: str) -> None:
    """Not to the short one that the model sees; read-only properties are not required."""
    with pytest.raises(ValueError) as caught:
        (harbour() | weather())[name].validate(arguments)
    assert str(caught.value).startswith(complaint)


def test_an_idempotency_key_is_not_the_models_business() -> None:
    """The call brings it along."""
    tool = harbour()["announceVisit"]
    assert tool.idempotency_key == "Idempotency-Key"
    assert "Idempotency-Key" not in tool.document
    arguments = {"ship": {"imo": "IMO1234567"}, "arrival": "2024-01-01T00:00:00Z"}
    with pytest.raises(ValueError, match="unknown parameter"):
        tool.validate({**arguments, "Idempotency-Key": "7"})
    made = prepare(operations(HARBOUR)["announceVisit"], {**tool.validate(arguments), "Idempotency-Key": "7"})
    assert made.headers["Idempotency-Key"] == "7"


def minimal(**changes: Any) -> dict[str, Any]:
    """A document with one operation."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "servers": [{"url": "https://a.example"}],
        "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "ok"}}}}},
    }
    return {**document, **changes}


def with_parameter(parameter: Any) -> dict[str, Any]:
    """A document whose operation has a parameter."""
    return minimal(paths={"/a": {"get": {"parameters": [parameter], "responses": {}}}})


LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(12)
)


def nested(depth: int) -> Any:
    """Objects in objects."""
    return {"a": nested(depth - 1)} if depth else 1


BAD: dict[str, tuple[Any, str]] = {
    "empty": (b"", "not an object"),
    "not text": (b"\xff\xfe\x00", "no UTF-8 text"),
    "half a JSON document": (b'{"openapi": "3.1.0", ', "is no JSON"),
    "bad YAML": (b"openapi: 3.1.0\npaths: [", "is no YAML"),
    "a tag that builds objects": (b"openapi: !!python/object/apply:os.system ['true']", "is no YAML"),
    "a list": (b"[]", "not an object"),
    "a word": (b"hello", "not an object"),
    "billion laughs": (LAUGHS.encode(), "holds more than 2,000,000 values"),
    "a document that contains itself": (b"openapi: 3.1.0\npaths: &p {a: *p}", "contains itself"),
    "deep JSON": (b"[" * 100_000, "nested too deeply"),
    "deep YAML": (b"a:\n  " + b"- " * 5_000, "nested more than 100 levels"),
    "deep objects": (minimal(x=nested(300)), "levels deep"),
    "Swagger 1": ({"swagger": "1.2", "paths": {}}, "is Swagger 1.2; 2.0 and OpenAPI 3 are understood"),
    "OpenAPI 4": (minimal(openapi="4.0.0"), "is OpenAPI 4.0.0; 3.0 and 3.1 are understood"),
    "no version": ({"info": {}}, "no field 'openapi'"),
    "no paths": ({"openapi": "3.1.0"}, "has no operation"),
    "empty paths": (minimal(paths={}), "has no operation"),
    "paths as a list": (minimal(paths=[1]), "has no operation"),
    "an operation that is none": (minimal(paths={"/a": {"get": 3}}), "an object is needed"),
    "a reference to a missing file": (with_parameter({"$ref": "other.yaml#/a"}), "other.yaml"),
    "a reference out of the folder": (
        with_parameter({"$ref": "../other.yaml#/a"}),
        "leads out of the document's folder",
    ),
    "a reference to the network": (with_parameter({"$ref": "http://127.0.0.1:1/a"}), "out of the document's folder"),
    "a reference to nowhere": (with_parameter({"$ref": "#/components/parameters/none"}), "leads nowhere"),
    "a reference to itself": (
        minimal(
            paths={"/a": {"get": {"parameters": [{"$ref": "#/components/parameters/b"}]}}},
            components={"parameters": {"b": {"$ref": "#/components/parameters/b"}}},
        ),
        "leads back to itself",
    ),
    "a schema that is only itself": (
        minimal(
            paths={
                "/a": {
                    "get": {"parameters": [{"name": "q", "in": "query", "schema": {"$ref": "#/components/schemas/b"}}]}
                }
            },
            components={"schemas": {"b": {"$ref": "#/components/schemas/b"}}},
        ),
        "leads back to itself",
    ),
    "a schema that leads nowhere": (
        with_parameter({"name": "q", "in": "query", "schema": {"type": "array", "items": {"$ref": "#/x"}}}),
        "leads nowhere",
    ),
    "a parameter in no place": (with_parameter({"name": "q", "in": "body"}), "which is no place"),
    "an unknown kind of credentials": (
        minimal(components={"securitySchemes": {"x": {"type": "magic"}}}),
        "the security scheme 'x' is of type 'magic'",
    ),
    "an undefined security scheme": (minimal(security=[{"x": []}]), "needs the unknown security scheme 'x'"),
    "a server that is none": (minimal(servers=[{"url": "ftp://a.example"}]), "names no server"),
    "a server with a password": (minimal(servers=[{"url": "https://a:b@a.example"}]), "user name or password"),
    "a server variable without default": (
        minimal(servers=[{"url": "https://{x}.example"}]),
        "no default; say one, as in",
    ),
    "no server": (minimal(servers=[]), "names no server"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_document_that_cannot_be_used_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    """The line says what is wrong, and where."""
    content, complaint = BAD[kind]
    path = tmp_path / "api.yaml"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    with pytest.raises(ConfigurationError) as caught:
        openapi_tools(str(path))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("source", ["", "missing.yaml", "/", "a\0b", "x" * 5_000, "http://", "http://127.0.0.1:1/x"])
def test_a_document_that_cannot_be_read_is_refused_in_one_line(source: str) -> None:
    """Whatever the name."""
    with pytest.raises(ConfigurationError) as caught:
        openapi_tools(source)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """No further than its bound."""
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(25_000_001)
    with pytest.raises(ConfigurationError, match="longer than 25,000,000 bytes"):
        openapi_tools(str(path))


def test_names_of_two_sources_can_be_kept_apart(tmp_path: Path) -> None:
    """By what stands before `=` in the spec."""
    from smurfs_graph.tools.specs import load_tools

    path = tmp_path / "a.json"
    path.write_text(json.dumps(minimal()))
    assert list(load_tools([f"openapi:one={path}", f"openapi:two={path}@http://127.0.0.1:1/x"])) == ["one_a", "two_a"]
    with pytest.raises(ConfigurationError, match="two tools are called 'a'"):
        load_tools([f"openapi:{path}", f"openapi:{path}"])


async def test_a_document_cannot_reach_the_callers_own_network(tmp_path: Path) -> None:
    """A file that names a local server is no permission; naming the server is."""
    path = tmp_path / "a.json"
    path.write_text(json.dumps(minimal(servers=[{"url": "http://127.0.0.1:9"}])))
    [tool] = openapi_tools(str(path))
    with pytest.raises(Exception, match="loopback"):
        await tool.call({})
    [tool] = openapi_tools(str(path), server="http://127.0.0.1:9")
    with pytest.raises(Exception, match="no connection"):
        await tool.call({})


@pytest.mark.parametrize(
    ("server", "operation", "said"),
    [
        ("http://a.example", {}, r"credentials are not sent to http://a\.example without TLS"),
        (
            "https://a.example",
            {"servers": [{"url": "https://evil.example"}]},
            r"credentials are for https://a\.example, not for https://evil\.example",
        ),
    ],
)
async def test_credentials_are_for_the_service_itself_and_need_tls(
    server: str, operation: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Or a server that was allowed by name; not one that a single operation names."""
    scheme = {"securitySchemes": {"t": {"type": "http", "scheme": "bearer"}}}
    paths = {"/a": {"get": {"operationId": "stray", **operation}}}
    document = minimal(servers=[{"url": server}], paths=paths, components=scheme, security=[{"t": []}])
    (tmp_path / "shop.json").write_text(json.dumps(document))
    monkeypatch.setenv("SHOP_TOKEN", "secret")
    [tool] = openapi_tools(str(tmp_path / "shop.json"))
    with pytest.raises(Exception, match=said):
        await tool.call({})


def test_schemas_of_3_0_are_read_in_its_dialect() -> None:
    """`nullable`, boolean bounds, and nothing beside a reference."""
    given: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True},
            "b": {"$ref": "#/components/schemas/B", "type": "integer"},
            "c": {"nullable": True, "enum": ["x"], "type": "string"},
        },
    }
    document = Document({"openapi": "3.0.0", "components": {"schemas": {"B": TEXTS}}}, "x")
    whole = Schemas(References(document), is_3_0=True).whole(given, "request")
    properties = whole["allOf"][0]["properties"]
    assert properties["a"] == {"type": ["integer", "null"], "exclusiveMinimum": 1}
    assert properties["b"] == {"$ref": "#/$defs/d0"}
    assert properties["c"] == {"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "null"}]}
    assert whole["$defs"] == {"d0": TEXTS}


def test_parts_of_an_optional_body_are_required_together() -> None:
    """None is needed; where one is given, the others are. Null is none."""
    dues = harbour()["quoteDues"]
    assert "required" not in dues.parameters
    assert dues.validate({}) == dues.validate({"extras": None}) == {}
    with pytest.raises(ValueError, match="length: is required"):
        dues.validate({"extras": ["water"]})
