"""Arguments as a request: parameters by their style (OpenAPI 3, Style Values; RFC 6570), the body by its media type.

Whatever would arrive as something else than was meant is refused with the field's name: a path that climbs, a header
that is cut, a cookie that splits.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import quote

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ToolError
from smurfs_graph.tools.openapi.operations import Body, Operation
from smurfs_graph.tools.openapi.parameters import Parameter, is_json

_RESERVED = ":/?[]@!$'()*,;"
"""Characters that allowReserved leaves as they are, without those that would split a query."""
_COOKIE = re.compile(r"[!#$%&'()*+\-./0-9:<=>?@A-Z\[\]^_`a-z{|}~]*")
_SEPARATORS = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}


@dataclass(frozen=True)
class Prepared:
    """A request ready to be sent, but for credentials."""

    method: str
    url: str
    headers: dict[str, str]
    cookies: tuple[tuple[str, str], ...]
    content: bytes | None


def prepare(operation: Operation, arguments: Mapping[str, Any]) -> Prepared:
    """Return the request of a call. Raises ToolError, naming the field, for a value that cannot be sent unchanged."""
    path, _, fixed = operation.path.partition("#")[0].partition("?")
    query: list[str] = [fixed] if fixed else []
    headers: dict[str, str] = {}
    cookies: list[tuple[str, str]] = []
    for parameter in operation.parameters:
        if parameter.argument not in arguments:
            continue
        value = arguments[parameter.argument]
        if value is None and parameter.place != "path":
            continue
        match parameter.place:
            case "path" if f"{{{parameter.name}}}" in path:
                path = path.replace(f"{{{parameter.name}}}", _in_path(parameter, value))
            case "path":
                query = [part.replace(f"{{{parameter.name}}}", _quote(_text(parameter, value))) for part in query]
            case "query":
                query += _in_query(parameter, value)
            case "header":
                headers[parameter.name] = _in_header(parameter, value)
            case "cookie":
                cookies.append((parameter.name, _in_cookie(parameter, value)))
    content: bytes | None = None
    if operation.body is not None and (body := body_value(operation.body, arguments)) is not _ABSENT:
        content, headers["Content-Type"] = _body(operation.body, body)
    url = operation.server + path + (f"?{'&'.join(query)}" if query else "")
    return Prepared(operation.method, url, headers, tuple(cookies), content)


_ABSENT: Any = object()


def body_value(body: Body, arguments: Mapping[str, Any]) -> Any:
    """Return the body that the arguments say, or a mark that there is none."""
    if body.flat is None:
        return arguments.get(body.argument, _ABSENT)
    given = {name: arguments[argument] for argument, name in body.flat.items() if argument in arguments}
    return given if given or body.required else _ABSENT


def _text(parameter: Parameter, value: Any) -> str:
    """Return a value inside a parameter, as text."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case None:
            return ""
        case float() if not math.isfinite(value):
            raise ToolError(f"{parameter.argument}: {value} is no number that can be sent")
        case int() | float():
            return str(value)
        case _:
            return _json(parameter.argument, value)


def _json(field: str, value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError) as error:
        raise ToolError(f"{field}: cannot be written as JSON ({error})") from None


def _quote(text: str, safe: str = "") -> str:
    return quote(text, safe=safe, errors="replace")


def _pairs(value: Any) -> list[tuple[str, Any]]:
    return [(str(key), item) for key, item in cast("Mapping[Any, Any]", value).items()]


def _in_path(parameter: Parameter, value: Any) -> str:
    """Return a path parameter in its style."""
    if parameter.as_json:
        return _segment(parameter, [_json(parameter.argument, value)])
    items = [_text(parameter, item) for item in cast("list[Any]", value)] if isinstance(value, list) else []
    start, separator = {"label": (".", "."), "matrix": (";", ";")}.get(parameter.style, ("", ","))
    name = f"{_quote(parameter.name)}=" if parameter.style == "matrix" else ""
    if isinstance(value, Mapping):
        sign = "=" if parameter.explode else ","
        pairs = [f"{_quote(key)}{sign}{_quote(_text(parameter, item))}" for key, item in _pairs(value)]
        _segment(parameter, [text for key, item in _pairs(value) for text in (key, _text(parameter, item))])
        return start + ("" if parameter.explode else name) + (separator if parameter.explode else ",").join(pairs)
    if isinstance(value, list):
        _segment(parameter, items)
        if parameter.explode and parameter.style != "simple":
            return start + separator.join(name + _quote(item) for item in items)
        return start + name + ",".join(_quote(item) for item in items)
    return start + name + _segment(parameter, [_text(parameter, value)])


def _segment(parameter: Parameter, texts: list[str]) -> str:
    """Write texts as one part of a path. A server may decode what is encoded before it looks at slashes and dots."""
    if not texts or not any(texts):
        raise ToolError(f"{parameter.argument}: must not be empty, for it is a part of the path")
    takes_slashes = parameter.reserved or "path" in parameter.name.lower()
    for text in texts:
        parts = re.split(r"[/\\]", text)
        if len(parts) > 1 and not (takes_slashes and "\\" not in text):
            raise ToolError(f"{parameter.argument}: must not hold a slash or backslash, for it is a part of the path")
        if any(part.partition(";")[0] in (".", "..") for part in parts):
            raise ToolError(f"{parameter.argument}: must not be '.' or '..', for it is a part of the path")
        if any(ord(character) < 32 or ord(character) == 127 for character in text):
            raise ToolError(f"{parameter.argument}: must not hold control characters, for it is a part of the path")
    return ",".join(_quote(text, "/" if parameter.reserved else "") for text in texts)


def _in_query(parameter: Parameter, value: Any) -> Iterator[str]:
    """Yield the pairs of a query parameter in its style."""
    safe = _RESERVED if parameter.reserved else ""
    name = _quote(parameter.name)
    if parameter.as_json:
        yield f"{name}={_quote(_json(parameter.argument, value), safe)}"
    elif parameter.style == "deepObject" and isinstance(value, list | Mapping):
        for keys, item in _leaves(value):
            yield f"{name}{''.join(f'[{_quote(key)}]' for key in keys)}={_quote(_text(parameter, item), safe)}"
    elif isinstance(value, list):
        items = [_quote(_text(parameter, item), safe) for item in cast("list[Any]", value)]
        if parameter.explode:
            yield from (f"{name}={item}" for item in items)
        elif items:
            yield f"{name}={_SEPARATORS.get(parameter.style, ',').join(items)}"
    elif isinstance(value, Mapping):
        yield from _object_in_query(parameter, _pairs(value), safe)
    else:
        yield f"{name}={_quote(_text(parameter, value), safe)}"


def _object_in_query(parameter: Parameter, pairs: list[tuple[str, Any]], safe: str) -> Iterator[str]:
    name = _quote(parameter.name)
    if parameter.explode:
        yield from (f"{_quote(key)}={_quote(_text(parameter, item), safe)}" for key, item in pairs)
    elif pairs:
        separator = _SEPARATORS.get(parameter.style, ",")
        texts = [text for key, item in pairs for text in (_quote(key), _quote(_text(parameter, item), safe))]
        yield f"{name}={separator.join(texts)}"


def _leaves(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the values of a deepObject with their keys, which are places in lists: Rack, PHP and qs read it so."""
    if isinstance(value, Mapping):
        parts = _pairs(value)
    elif isinstance(value, list):
        parts = [(str(place), item) for place, item in enumerate(cast("list[Any]", value))]
    else:
        yield above, value
        return
    for key, item in parts:
        yield from _leaves(item, (*above, key))


def _in_header(parameter: Parameter, value: Any) -> str:
    """Return a header's value. Raises ToolError for what a header cannot hold."""
    if parameter.as_json:
        text = json.dumps(value, allow_nan=False)
    elif isinstance(value, list):
        text = ",".join(_join(parameter, item) for item in cast("list[Any]", value))
    elif isinstance(value, Mapping):
        sign = "=" if parameter.explode else ","
        text = ",".join(f"{_join(parameter, key)}{sign}{_join(parameter, item)}" for key, item in _pairs(value))
    else:
        text = _text(parameter, value)
    if any(not 32 <= ord(character) < 127 for character in text):
        raise ToolError(f"{parameter.argument}: a header takes plain ASCII text without line breaks only")
    if text != text.strip():
        raise ToolError(f"{parameter.argument}: a header's value must not begin or end with a space")
    return text


def _join(parameter: Parameter, value: Any) -> str:
    text = _text(parameter, value)
    if "," in text:
        raise ToolError(f"{parameter.argument}: an item of a list in a header must not hold a comma")
    return text


def _in_cookie(parameter: Parameter, value: Any) -> str:
    """Return a cookie's value. Raises ToolError for what a cookie cannot hold."""
    if isinstance(value, list | Mapping):
        raise ToolError(f"{parameter.argument}: a cookie takes a single value only")
    text = _text(parameter, value)
    if not _COOKIE.fullmatch(text):
        raise ToolError(
            f"{parameter.argument}: a cookie takes letters, digits and simple marks only, no spaces, commas, quotes "
            "or semicolons"
        )
    return text


def _body(body: Body, value: Any) -> tuple[bytes, str]:
    """Return a body in its media type, and the type with its parameters."""
    kind = body.media_type.lower()
    if body.is_json:
        return _json(body.argument, value).encode("utf-8", "replace"), body.media_type
    if kind.startswith("application/x-www-form-urlencoded"):
        return _form(body, value).encode(), body.media_type
    if kind.startswith("multipart/form-data"):
        return _multipart(body, value)
    text = value if isinstance(value, str) else _json(body.argument, value)
    return text.encode("utf-8", "replace"), body.media_type if "*" not in kind else "text/plain; charset=utf-8"


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise ToolError("body: a form takes an object of fields")
    yield from ((name, item) for name, item in _pairs(value) if item is not None)


def _encoding(body: Body, name: str) -> Mapping[str, Any]:
    said: Any = body.encoding.get(name)
    return cast("Mapping[str, Any]", said) if isinstance(said, Mapping) else {}


def _in_form(name: str, encoding: Mapping[str, Any]) -> Parameter:
    """Return a field of a form as the parameter of a query that it is written like (Encoding Object)."""
    style = str(encoding.get("style") or "form")
    return Parameter(
        argument=name,
        name=name,
        place="query",
        schema={},
        style=style,
        explode=bool(encoding.get("explode", style == "form")),
        reserved=bool(encoding.get("allowReserved", False)),
        as_json=is_json(str(encoding.get("contentType") or "")),
    )


def _form(body: Body, value: Any) -> str:
    """Return a body as a URL-encoded form."""
    written: list[str] = []
    for name, item in _fields(value):
        encoding = _encoding(body, name)
        field = _in_form(name, encoding)
        if isinstance(item, Mapping) and encoding.keys().isdisjoint({"style", "explode"}):
            field = replace(field, as_json=True)  # what an object's content type is unless something else is said
        written += _in_query(field, item)
    return "&".join(written)


def _multipart(body: Body, value: Any) -> tuple[bytes, str]:
    """Write fields as parts (RFC 7578): texts, files, and values of a content type of their own."""
    parts: list[bytes] = []
    for name, given in _fields(value):
        shown = re.sub(r"[\r\n\"\\]", "_", name)
        said = str(_encoding(body, name).get("contentType") or "").partition(",")[0].strip()
        kind = said if re.fullmatch(r"[\w.+-]+/[\w.+-]+", said) else "application/octet-stream"
        is_file = name in body.files or (kind == said and not is_json(kind))
        head = f'Content-Disposition: form-data; name="{shown}"'
        head += f'; filename="{shown}"\r\nContent-Type: {kind}' if is_file else ""
        for item in cast("list[Any]", given) if isinstance(given, list) else [given]:
            is_data = not is_file and (kind == said or isinstance(item, Mapping | list))
            text = _json(name, item) if is_data else _text(_in_form(name, {}), item)
            own = f"{head}\r\nContent-Type: application/json" if is_data else head
            parts.append(f"{own}\r\n\r\n{text}".encode("utf-8", "replace"))
    boundary = f"smurfs-{digest(repr(parts))}"
    marked = b"".join(f"--{boundary}\r\n".encode() + part + b"\r\n" for part in parts)
    return marked + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
