"""Tools as the model sees them: names and descriptions, and the one full document with its parameters."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from smurfs_graph.offline import words
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.tools import Tool

Kind = Literal["id", "date", "month", "time", "datetime", "number", "bool", "enum", "email", "phone", "url", "currency",
               "weekday", "place", "name", "text", "list", "other"]  # fmt: skip

_ID = words.listed(
    """
    id ids code number no ref reference sku isbn identifier uuid key iata symbol ticker barcode vin plate iban slug
    pnr
    """
)
_DATE = words.listed("date day deadline checkin checkout since until birthday dob on")
_SPAN = words.listed(
    """
    start end from to begin departure arrival return check in out due since until before after
    """
)
_PLACE = words.listed(
    """
    city country location place town region destination origin airport station area venue address port district
    neighbourhood neighborhood quarter zone suburb where state island
    """
)
_NAME = words.listed(
    """
    name person author artist director customer employee patient player team company brand manufacturer owner guest
    doctor student teacher user member title actor publisher supplier assignee recipient attendee speaker visitor
    tenant buyer seller caller applicant organizer organiser reader borrower passenger traveller traveler client
    contact subscriber agent driver instructor nurse holder keeper donor sender receiver addressee payee payer
    trainer coach councillor assessor chef winemaker grower
    """
)
_WHEN = words.listed(
    "born due night after before until departure arrival arrive leave depart start end from since to by expiry at on"
)
_TRAVELLED = words.listed("arrival departure arrive leave depart")
_DAYS = re.compile(r"\b(?:two|both|ISO|between) (?:ISO )?(?:dates|days)\b", re.IGNORECASE)
_ISO = re.compile(r"\b(?:YYYY-MM-DD|ISO|like \d{4}-\d\d-\d\d)\b")
_CLOCK = re.compile(r"\bHH:MM\b|\blike \d\d:\d\d\b")
_SAMPLED: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"[0-2]\d:[0-5]\d"), "time"),
    (re.compile(r"(?:19|20)\d\d-[01]\d-[0-3]\d"), "date"),
    (re.compile(r"(?:19|20)\d\d-[01]\d"), "month"),
)
_TEXT = words.listed(
    """
    query keyword keywords text term search message body note notes description reason content comment subject
    summary question phrase q topic
    """
)
_NUMERIC = ("integer", "number")
_PLAIN_KINDS: tuple[tuple[str, Kind], ...] = (
    ("currency", "currency"),
    ("email", "email"),
    ("phone", "phone"),
    ("url", "url"),
)
_LISTED = re.compile(
    r"(?:one of|either|can be|may be|options?(?: are)?|values?(?: are)?|allowed|choose from|choices)[:\s]+(?P<rest>[^.;()\n]{3,160})",
    re.IGNORECASE,
)
_PLAIN_WORDS = words.listed("name full first last given family display new main own target complete exact")
_EXAMPLE = re.compile(
    r"(?:e\.?g\.?,?|such as|for example,?|for instance,?|like|example:?|format:?)\s+(?P<rest>[^.;\n]{1,120})",
    re.IGNORECASE,
)
_SAMPLE = re.compile(
    r"[\"'`“‘](?P<quoted>[^\"'`”’]{1,60})[\"'`”’]|(?P<bare>\b[A-Za-z]{0,8}[-_#]?[A-Za-z]{0,3}\d[\w-]*\b|\b[A-Z]{2,6}\b|\b[a-z]+(?:[._-][a-z0-9]+)+\b)"
)


@dataclass(frozen=True)
class Parameter:
    """One parameter of a tool's document."""

    name: str
    kind: Kind
    type: str
    required: bool
    description: str = ""
    options: tuple[Any, ...] = field(default=(), hash=False)
    examples: tuple[str, ...] = ()
    item: "Parameter | None" = None
    default: Any = field(default=None, hash=False)
    end: Literal["", "first", "last", "none"] = ""
    """Which end of a span it is, where only the other parameters tell; "none": neither."""

    @property
    def words(self) -> tuple[str, ...]:
        """The stems of its name."""
        return tuple(words.stem(word) for word in words.identifier_words(self.name))

    @property
    def entity(self) -> tuple[str, ...]:
        """The stems that say whose value it is: "order" in `order_id`; empty for a bare `id`."""
        return tuple(
            words.stem(word)
            for word in words.identifier_words(self.name)
            if word not in _ID and word not in words.STOP and word not in _PLAIN_WORDS
        )


@dataclass(frozen=True)
class Document:
    """A tool with its parameters."""

    tool: Tool
    parameters: tuple[Parameter, ...]


def parse_document(text: str) -> Document | None:
    """The document from its JSON line, or None where it is not one."""
    try:
        data = json.loads(text.strip().splitlines()[0]) if text.strip() else None
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    record = cast("dict[str, Any]", data)
    tool = Tool(str(record.get("name", "")), str(record.get("description") or ""))
    schema = _mapping(record.get("parameters"))
    listed = schema.get("required")
    required = {str(name) for name in cast("list[Any]", listed)} if isinstance(listed, list) else set[str]()
    definitions = _mapping(schema.get("$defs")) or _mapping(schema.get("definitions"))
    properties = _mapping(schema.get("properties"))
    names = [str(name) for name in properties]
    parameters = tuple(
        _parameter(
            str(name),
            _described(str(name), _resolve(_mapping(raw), definitions), tool, names),
            str(name) in required,
            definitions,
        )
        for name, raw in properties.items()
    )
    return Document(tool, tuple(_ended(one, parameters) for one in parameters))


def _ended(parameter: Parameter, parameters: tuple[Parameter, ...]) -> Parameter:
    """An arrival or a departure with the end of the span that it is: a stay begins with what a journey ends with."""
    if parameter.kind != "date" or not _TRAVELLED & set(words.identifier_words(parameter.name)):
        return parameter
    days = [one for one in parameters if one.kind == "date"]
    return replace(parameter, end="none" if len(days) == 1 else "first" if days[0] is parameter else "last")


def parse_documents(text: str) -> tuple[Document, ...]:
    """The documents of a section with one per line."""
    return tuple(document for line in text.splitlines() if (document := parse_document(line)) is not None)


def _described(name: str, raw: Mapping[str, Any], tool: Tool, names: Sequence[str]) -> Mapping[str, Any]:
    """A property without a description of its own gets what the tool's says in brackets behind its name."""
    if raw.get("description"):
        return raw
    spoken = re.escape(name.replace("_", " "))
    match = re.search(rf"\b{spoken}s?`?\s*(?:is|:)?\s*\(([^()]{{3,160}})\)", tool.description, re.IGNORECASE)
    match = match or re.search(
        rf"(?<!\ba )(?<!\ban )\b{re.escape(name)} is (?:an? )?([^.,;]{{3,60}})", tool.description
    )
    if match is None and len(names) == 1:
        match = re.search(r"\b(?:takes|expects|needs|given) ((?:the|a|an|its) [\w-]+ (?:code|number|id|digits|letters)\b)",
                          tool.description, re.IGNORECASE)  # fmt: skip
    if match is None and (sample := _sampled(name, raw, tool, names)):
        return {**raw, "description": f'e.g. "{sample}"'}
    if match is None and (form := _form(name, spoken, tool, names)):
        return {**raw, "description": form}
    return {**raw, "description": match[1]} if match else raw


def _sampled(name: str, raw: Mapping[str, Any], tool: Tool, names: Sequence[str]) -> str:
    """The example that the tool's description gives behind a parameter's noun: "of a rack, e.g. R-B07"."""
    own = {words.stem(word) for word in words.identifier_words(name)}
    if raw.get("type", "string") != "string" or raw.get("enum"):
        return ""
    for match in _BEHIND.finditer(tool.description):
        alone = len(names) == 1 and not own & {"name", "titl", "title"}
        if alone or words.stem(match["noun"].lower()) in own:
            return match["quoted"] or match["sample"]
    return ""


_BEHIND = re.compile(
    r"(?P<noun>[^\W\d_]+)(?:,? \(?(?:e\.g\.,?|such as|like|for example,?) | \()(?:[\"'`](?P<quoted>(?=[\w -]*\d)\w[\w -]*)[\"'`]|(?P<sample>(?=[\w-]*\d)\w[\w-]*))"
)


def _form(name: str, spoken: str, tool: Tool, names: Sequence[str]) -> str:
    """The format of a day or a time that only the tool's description tells, where one parameter must be meant."""
    parts = words.identifier_words(name)
    if parts[-1:] and parts[-1] not in _WHEN:
        return ""
    if _CLOCK.search(tool.description) and re.search(rf"\b{spoken} time\b", tool.description, re.IGNORECASE):
        return "HH:MM"
    others = [one for one in names if one != name and (_DATE | _WHEN) & set(words.identifier_words(one))]
    several = len(others) == 1 and bool(_DAYS.search(tool.description))
    return "ISO date" if _ISO.search(tool.description) and (several or not others) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _resolve(raw: Mapping[str, Any], definitions: Mapping[str, Any], depth: int = 0) -> Mapping[str, Any]:
    """A property with its references and its "or null" taken away."""
    if depth > 4:
        return raw
    if isinstance(raw.get("$ref"), str):
        target = _mapping(definitions.get(str(raw["$ref"]).rsplit("/", 1)[-1]))
        return _resolve(
            {**target, **{key: value for key, value in raw.items() if key != "$ref"}}, definitions, depth + 1
        )
    for key in ("anyOf", "oneOf", "allOf"):
        options = raw.get(key)
        if isinstance(options, list):
            kept = [_mapping(option) for option in cast("list[Any]", options)]
            kept = [option for option in kept if option.get("type") != "null"]
            if kept:
                rest = {name: value for name, value in raw.items() if name != key}
                return _resolve({**kept[0], **rest}, definitions, depth + 1)
    return raw


def _parameter(name: str, raw: Mapping[str, Any], required: bool, definitions: Mapping[str, Any]) -> Parameter:
    kinds = raw.get("type")
    if isinstance(kinds, list):
        kinds = next((str(kind) for kind in cast("list[Any]", kinds) if kind != "null"), "string")
    description = str(raw.get("description") or raw.get("title") or "")[:600]
    options = raw.get("enum") or ([raw["const"]] if "const" in raw else [])
    options = tuple(cast("list[Any]", options))[:200] if isinstance(options, list) else ()
    options = options or _soft_options(str(kinds or "string"), description)
    type_ = str(kinds or ("string" if options or not raw.get("properties") else "object"))
    item = None
    if type_ == "array":
        inner = _resolve(_mapping(raw.get("items")), definitions)
        singular = name[:-1] if name.endswith("s") and not name.endswith("ss") else name
        item = _parameter(singular, {"description": description, **inner}, required, {})
    kind = _kind(name, type_, str(raw.get("format") or ""), description, bool(options))
    kind = _kind_of_default(kind, raw.get("default"))
    return Parameter(
        name, kind, type_, required, description, options, _examples(description), item, default=raw.get("default")
    )


def _kind_of_default(kind: Kind, default: object) -> Kind:
    """The kind of a text that nothing else tells, by the form of its default value."""
    if kind not in ("other", "place", "text") or not isinstance(default, str):
        return kind
    if re.fullmatch(r"\d\d:\d\d", default):
        return "time"
    return "date" if re.fullmatch(r"\d{4}-\d\d-\d\d", default) else kind


def _kind(name: str, type_: str, format_: str, description: str, has_options: bool) -> Kind:
    parts = words.identifier_words(name)
    flat, text = set(parts), description.lower()
    if has_options:
        return "currency" if "currency" in flat else "enum"
    plain: dict[str, Kind] = {"boolean": "bool", "array": "list", "object": "other"}
    if type_ in plain:
        return plain[type_]
    formats: dict[str, Kind] = {"date": "date", "date-time": "datetime", "time": "time", "email": "email", "uri": "url"}
    if format_ in formats:
        return formats[format_]
    if type_ in _NUMERIC:
        return (
            "id"
            if flat & (_ID - {"number", "no", "key"}) or (parts[-1:] == ("number",) and "number of" not in text)
            else "number"
        )
    return _string_kind(parts, flat, text, description)


def _string_kind(parts: tuple[str, ...], flat: set[str], text: str, description: str) -> Kind:
    if "weekday" in flat or "day of the week" in text:
        return "weekday"
    for found, kind in _PLAIN_KINDS:
        if found in flat:
            return kind
    if re.search(r"\be-?mail address", text):
        return "email"
    if "%y-%m-%d" in text:
        return "datetime" if "%h" in text else "date"
    if ("hh:mm" in text and "yyyy" in text) or "datetime" in flat or "timestamp" in flat or "thh" in text:
        return "datetime"
    if (
        "yyyy-mm-dd" in text
        or (parts in (("check", "in"), ("check", "out")) and "time" not in text)
        or "iso date" in text
        or "iso 8601" in text
        or (flat & _DATE and "time" not in flat)
        or re.match(r"(?:the )?(?:day|date) (?:of|on|when|from|until|that)\b(?! (?:the )?week\b)", text)
        or (re.search(r"\biso\b", text) and (flat & (_SPAN | _WHEN) or re.search(r"\bdate\b", text)))
        or (flat & _SPAN and "date" in text)
    ):
        return "date"
    if "yyyy-mm" in text or flat == {"month"}:
        return "month"
    if "hh:mm" in text or ("time" in flat and "hh" in text) or parts[-1:] in (("time",), ("hour",)):
        return "time"
    if re.match(r"(?:the )?(?:start(?:ing)? )?time\b", text) and re.search(r"\b\d\d:\d\d\b|\b24[- ]h", text):
        return "time"
    if parts[-1:] and (parts[-1] in _ID or (parts[-1].endswith("id") and parts[-1][:-2])):
        return "currency" if "currency" in text and parts[-1] == "code" else "id"
    if re.search(r"\b(?:iso 4217|currency code)\b", text):
        return "currency"
    coded = re.search(r"\b(?:id|identifier|code)s?\b|(?<!house )\bnumber\b(?! of)|\breference\b", text)
    samples = _examples(description)
    for form, kind in _SAMPLED:
        if samples and all(form.fullmatch(sample) for sample in samples):
            return kind
    if samples and all(re.search(r"\d", sample) and " " not in sample for sample in samples):
        return "id"
    if coded and not re.search(r"\bname\b", text) and not flat & _TEXT:
        return "id"
    if parts[-1:] == ("name",) and len(parts) > 1:
        return "place" if parts[-2] in _PLACE else "name"
    if flat & _TEXT and not flat & {"title"}:
        return "text"
    if re.match(r"(?:place )?where\b", text) and "date" not in flat and "time" not in flat:
        return "place"
    if set(parts) <= _SPAN and re.search(r"\b(?:where|place|city|town|point|address|location|station|stop)\b", text):
        return "place"
    if flat & _PLACE or (flat & {"from", "to"} and re.search(r"\b(?:city|airport|station|place|town)\b", text)):
        return "place"
    person = bool(parts) and (words.stem(parts[-1]) in PEOPLE or parts[-1] == "surname")
    return "name" if flat & _NAME or (person and not re.search(r"\bnumber\b", text)) else "other"


def _soft_options(type_: str, description: str) -> tuple[str, ...]:
    """Allowed values that only the description lists: "one of open, closed or waiting", "metric or imperial"."""
    if type_ != "string" or re.search(
        r"\b(?:e\.g|example|such as|for instance|like [\"'`])", description, re.IGNORECASE
    ):
        return ()
    quoted = re.findall(r"[\"'`]([\w -]{1,30})[\"'`]", description)
    if len(quoted) >= 2:
        return tuple(dict.fromkeys(quoted))
    listed = _LISTED.search(description)
    rest = listed["rest"] if listed else description.split(":")[-1].split("(")[-1].strip(" .)")
    parts = [part.strip() for part in re.split(r",\s*(?:or\s+)?|\s+or\s+|\s*[/|]\s*", rest) if part.strip()]
    plain = len(parts) >= 2 and all(re.fullmatch(r"[a-z][a-z_-]{0,20}", part) for part in parts)
    return tuple(parts) if plain else ()


def _examples(description: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in _EXAMPLE.finditer(description):
        found += [sample["quoted"] or sample["bare"] for sample in _SAMPLE.finditer(match["rest"])]
    found += [match["quoted"] for match in _SAMPLE.finditer(description) if match["quoted"]]
    return tuple(dict.fromkeys(found))[:8]


def shape(text: str) -> str:
    """The form of an identifier: letters as A or a, digits as 9, runs of digits folded."""
    folded = "".join(
        "9" if char.isdigit() else "A" if char.isupper() else "a" if char.isalpha() else char for char in text
    )
    return re.sub(r"9+", "9", folded)
