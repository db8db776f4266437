"""Tools as the model sees them: what a tool's name says it is about, whether it acts, and what its parameters take."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile, pairwise, takewhile
from typing import Any, Literal, cast

from smurfs_graph.offline import words

Kind = Literal["id", "text", "date", "datetime", "time", "number", "bool", "enum", "email", "sum", "object"]
_IDS = words.word_set("id ids code number no ref reference sku isbn key identifier")
_DATES = words.word_set("date day deadline checkin checkout birthday")
_CUT = words.word_set("by in for of from with between on at to and")
_COUNTS = re.compile(r"\b(?:how many|counts?|number of|amount|quantity)\b", re.IGNORECASE)
_MEASURED = re.compile(r"\b(?:in|how many|number of)\s+((?:(?!per\b)\w+ ?)+)", re.IGNORECASE)
_GENERIC = _IDS | words.word_set("name title query q keyword keywords term text search full")


@dataclass(frozen=True)
class ToolParameter:
    """One parameter of a tool."""

    name: str
    kind: Kind
    required: bool
    description: str = ""
    options: tuple[str, ...] = ()
    many: bool = False
    whole: bool = False
    """Whether its number is an integer."""
    most: float | None = None
    """The largest number that its schema allows."""

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the stems of its name; `check_in` is one word, too."""
        parts = words.name_words(self.name)
        return frozenset(words.stem(part) for part in (*parts, "".join(parts)))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Return the stems of its name and of its description."""
        return self.words | words.stems(self.description)

    @cached_property
    def forms(self) -> frozenset[str]:
        """Return the words of its name and of its description's first clause, in the singular."""
        parts = words.name_words(self.name)
        return frozenset(map(words.form, (*parts, "".join(parts), *words.forms(self.description))))

    @cached_property
    def units(self) -> frozenset[str]:
        """Return the stems of what its number counts: the words of its name, and what its description says that it is
        in.
        """
        return self.words.union(*(words.stems(match[1]) for match in _MEASURED.finditer(self.description)))

    @property
    def generic(self) -> bool:
        """Return whether its name does not say whose value it is, as a bare `id` or `name`."""
        return all(part in _GENERIC for part in words.name_words(self.name))

    def speaks_of(self, names: frozenset[str]) -> bool:
        """Return whether its name has one of these words."""
        return bool(self.words & {words.stem(name) for name in names})


@dataclass(frozen=True)
class ToolDocument:
    """One tool; without its parameters where only its line in a list is known."""

    name: str
    description: str
    parameters: tuple[ToolParameter, ...] | None = None

    @cached_property
    def verb(self) -> str:
        """Return the verb that its name begins with, or ""."""
        first = words.name_words(self.name)[:1]
        return first[0] if first and first[0] in words.LOOKING_UP | words.ACTS else ""

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """Return the stems of what its name is about: without its verb, and up to a preposition."""
        parts = words.name_words(self.name)
        rest = parts[1:] if self.verb and len(parts) > 1 and parts[1] not in _CUT else parts
        cut = next((at for at, part in enumerate(rest) if part in _CUT and at), len(rest))
        return tuple(words.stem(part) for part in rest[:cut] if part != self.verb or len(rest) == 1)

    @cached_property
    def name_forms(self) -> frozenset[str]:
        """Return the nouns of its name in the singular."""
        return frozenset(
            form for part in words.name_words(self.name) if words.stem(form := words.form(part)) in self.nouns
        )

    @cached_property
    def object_forms(self) -> frozenset[str]:
        """Return the words for what it finds or changes: of its name, and of its description up to a preposition."""
        begun = dropwhile(lambda word: word in words.FUNCTION | words.ROLES | words.ASKING, self._clause_words)
        said = takewhile(lambda word: word not in words.ROLES, begun)
        return self.name_forms.union(map(words.form, said))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Return the stems of all that its document says."""
        own = words.stems(f"{self.name} {self.description}")
        return own.union(*(one.vocabulary for one in self.parameters or ()))

    @cached_property
    def _clause_words(self) -> tuple[str, ...]:
        beginning = words.CLAUSE_END.split(self.description, maxsplit=1)[0]
        return tuple(match[0].lower() for match in words.tokens(beginning))

    @cached_property
    def clause(self) -> tuple[str, ...]:
        """Return the words of the clause that its description begins with, as `words.forms` has them."""
        return words.forms(self.description)

    @cached_property
    def prepositions(self) -> frozenset[tuple[str, str]]:
        """Return each preposition of that clause with the noun after it, in the singular."""
        said = [word for word in self._clause_words if word in words.ROLES or word not in words.CLOSED]
        return frozenset((word, words.form(after)) for word, after in pairwise(said) if word in words.ROLES)

    @cached_property
    def lists(self) -> bool:
        """Return whether its name says that it finds several things."""
        return self.verb in words.ASKING and any(re.search("[^s]s$", word) for word in words.name_words(self.name)[1:])

    @cached_property
    def counts(self) -> bool:
        """Return whether it can tell how many there are."""
        return self.lists or bool(_COUNTS.search(f"{self.name.replace('_', ' ')} {self.description}"))

    @cached_property
    def acts(self) -> bool:
        """Return whether a call may change something, going by the tool's name and its document's first word."""
        parts = words.name_words(self.name)
        said = [match[0].lower() for match in words.tokens(self.description)]
        first = said[0] if said else ""
        if parts and parts[0] in words.LOOKING_UP:
            return parts[:2] in (("check", "in"), ("check", "out")) or "and" in parts
        if any(part in words.ACTS for part in parts):
            return True
        after = [match[0].lower() for match in words.tokens(self.description)[1:2]]
        is_noun = bool(after) and words.stem(first) in self.nouns and after[0] in words.ROLES | {"of"}
        return first not in words.LOOKING_UP | words.ARTICLES and not is_noun

    @property
    def acting_verbs(self) -> frozenset[str]:
        """Return the verbs with which a request may ask for what it does."""
        named = words.name_words(self.name)[:1]
        said = [one[0].lower() for one in words.tokens(self.description)[:1]]
        return frozenset(word for word in (*named, *said) if word in words.ACTS or [*named] == said)


def parse_documents(section: str) -> tuple[ToolDocument, ...]:
    """Return the documents of a section, one JSON object a line."""
    found = (_parse(line) for line in section.splitlines())
    return tuple(document for document in found if document)


def _parse(line: str) -> ToolDocument | None:
    """Return the tool that a line of JSON describes; None where it describes none."""
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or "name" not in data:
        return None
    raw = cast("dict[str, Any]", data)
    schema = _mapping(raw.get("parameters"))
    required = cast("Sequence[str]", schema.get("required") or ())
    parameters = parse_parameters(schema, required)
    return ToolDocument(str(raw["name"]), str(raw.get("description") or ""), parameters)


def parse_parameters(schema: Mapping[str, Any], required: Sequence[str]) -> tuple[ToolParameter, ...]:
    """Return the members of a JSON schema of type object."""
    members = _mapping(schema.get("properties"))
    return tuple(_parameter(name, resolve(raw, schema), name in required) for name, raw in members.items())


def resolve(raw: Any, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow the reference and the "or null" of a part of a schema."""
    given = _mapping(raw)
    for choice in cast("list[Any]", given.get("anyOf") or []):
        if _mapping(choice).get("type") != "null":
            given = {**_mapping(choice), **{key: value for key, value in given.items() if key != "anyOf"}}
            break
    if isinstance(reference := given.get("$ref"), str):
        return _mapping(_mapping(schema.get("$defs")).get(reference.rsplit("/", 1)[-1]))
    return given


def _parameter(name: str, raw: Mapping[str, Any], required: bool) -> ToolParameter:
    """Return a parameter by its schema, or by its items' schema for one that takes several values."""
    description = str(raw.get("description") or "")[:600]
    many = raw.get("type") == "array"
    inner = _mapping(raw.get("items")) if many else raw
    options = tuple(str(one) for one in cast("list[Any]", inner.get("enum") or []) if one is not None)[:200]
    whole = inner.get("type") == "integer"
    kind = "enum" if options else _kind(name, inner, description)
    most = inner.get("maximum", inner.get("exclusiveMaximum"))
    bound = float(most) if isinstance(most, int | float) and not isinstance(most, bool) else None
    return ToolParameter(name, kind, required, description, options, many, whole, bound)


def _kind(name: str, raw: Mapping[str, Any], description: str) -> Kind:
    """Return the kind of a parameter's values, by its type, its name and its description."""
    plain: dict[str, Kind] = {"boolean": "bool", "object": "object", "array": "object"}
    kind = str(raw.get("type") or "string")
    parts = words.name_words(name)
    text = description.lower()
    if kind in plain or (kind != "string" and kind not in ("integer", "number")):
        return plain.get(kind, "object")
    last = parts[-1] if parts else ""
    if kind in ("integer", "number"):
        return "id" if last in ("id", "code") else "number"
    if "hh:mm" in text or raw.get("format") in ("date-time", "time"):
        return "datetime" if "yyyy" in text or raw.get("format") == "date-time" else "time"
    if "yyyy-mm-dd" in text or raw.get("format") == "date" or last in _DATES or parts[-2:-1] == ("check",):
        return "date"
    if "email" in parts:
        return "email"
    if "expression" in parts:
        return "sum"
    coded = text.removeprefix("the ").split(" ")[0].strip(",.:") in _IDS
    return "id" if last in _IDS or coded else "time" if last == "time" else "text"


def parse_list(section: Sequence[tuple[str, str]]) -> tuple[ToolDocument, ...]:
    """Return the tools of a list of names and descriptions."""
    return tuple(ToolDocument(name, text) for name, text in section)


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
