"""Values that earlier answers gave: which of them a parameter may take."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import head
from smurfs_graph.offline.documents import Parameter, Tool
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.quantities import MEASURES
from smurfs_graph.offline.records import Group, read_groups
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.select import has_choice, narrow

_ID_ENDS = words.stems(
    """
    id ids code number no ref reference sku isbn identifier key iata symbol ticker slug nr
    """
)
_CODE_ENDS = words.stems("code iata symbol ticker isbn sku slug")
_PLACE_ENDS = words.stems(
    """
    city town location place country region destination origin address venue station airport headquarters hq
    """
)
_BARE = words.stems("id ids code number no ref reference identifier key name")
_DAY = re.compile(r"^\d{4}-\d\d-\d\d")
_THAT = re.compile(r"\b(?:it|that|this|them)\b", re.IGNORECASE)
_ENOUGH = 0.7
_UNITS = MEASURES | words.stems("eur usd gbp chf mm cm ml mg m2 km2 min mins secs kmh kwh celsius percentage pct")


@dataclass(frozen=True)
class Source:
    """One earlier answer: what was asked, what was found."""

    question: str
    groups: tuple[Group, ...]
    answer: str
    own: bool
    """Whether it belongs to the same sub-task."""
    heads: frozenset[str] = frozenset()
    """What the present sub-task asks for."""


@dataclass(frozen=True)
class Found:
    """A value for a parameter, and how sure that is; `value` is "" where several would fit."""

    value: str
    score: float


def sources(memory: Sequence[Item], dependencies: Sequence[Item], text: str) -> tuple[Source, ...]:
    """The earlier answers, nearest first, cut to the records that the text picks out."""
    found: list[Source] = []
    said = text if has_choice(text) else _chosen_before(dependencies, text) or text
    for item, own in [
        *((item, True) for item in reversed(memory)),
        *((item, False) for item in reversed(dependencies)),
    ]:
        if item.answer.startswith("not found") or not item.answer:
            continue
        groups = narrow(read_groups(item.answer), said).groups
        found.append(Source(item.text, groups, item.answer, own, frozenset(head(text))))
    return tuple(found)


def _chosen_before(dependencies: Sequence[Item], text: str) -> str:
    """The latest earlier question that picked one of a list, where the text points to that: "book that class"."""
    if not _THAT.search(text):
        return ""
    return next((item.text for item in reversed(dependencies) if has_choice(item.text)), "")


def find_known(parameter: Parameter, tool: Tool, known: Sequence[Source]) -> Found | None:
    """The value that earlier answers give a parameter: the best match of the nearest answer that has one."""
    best: Found | None = None
    for source in known:
        found = _in_source(parameter, tool, source)
        if found and (best is None or found.score > best.score + 0.1):
            best = found
    return best or _in_prose(parameter, tool, known)


def _in_source(parameter: Parameter, tool: Tool, source: Source) -> Found | None:
    best_score, values = 0.0, list[str]()
    for group in source.groups:
        keys = dict.fromkeys(key for record in group.records for key in record)
        for key in keys:
            score = max(
                key_likeness(parameter, tool, key, group, source),
                _formed(parameter, key, [record[key] for record in group.records if key in record]),
            )
            if score < _ENOUGH or score < best_score - 1e-9:
                continue
            told = [one for record in group.records if key in record for one in _single(parameter, key, record[key])]
            got = [one for one in told if fits(parameter, one)]
            if not got:
                continue
            if score > best_score + 1e-9:
                best_score, values = score, []
            values += got
    distinct = list(dict.fromkeys(values))
    if not distinct:
        return None
    return Found(distinct[0] if len(distinct) == 1 else "", best_score)


def _single(parameter: Parameter, key: str, value: str) -> list[str]:
    """The values of a record that one parameter may take: each one of a list written with commas."""
    last, name = words.identifier_words(key)[-1:], words.identifier_words(parameter.name)[-1:]
    several = bool(last) and last[0].endswith("s") and not (name and name[0].endswith("s"))
    return value.split(", ") if several and parameter.kind not in ("list", "text") and ", " in value else [value]


def _formed(parameter: Parameter, key: str, values: Sequence[str]) -> float:
    """How sure the form of the values is: they are written like the examples of the parameter's document."""
    samples = [re.sub(r"\d+", "9", one) for one in parameter.examples if re.search(r"\d", one)]
    written = [re.sub(r"\d+", "9", one) for one in values]
    if not samples or not written or not all(one in samples for one in written):
        return 0.0
    if not any(re.search(r"[A-Za-z]", one) for one in samples):
        return 0.0
    path = tuple(words.stem(part) for part in words.identifier_words(key))
    return 0.9 if any(words.best_likeness(word, parameter.entity) >= 0.75 for word in path) else 0.75


def fits(parameter: Parameter, value: str) -> bool:
    """Whether a value has a form that the parameter can take."""
    text = value.strip()
    if not text or text == "none" or len(text) > 200:
        return False
    if parameter.type in ("integer", "number"):
        return bool(re.fullmatch(r"-?\d+(?:\.\d+)?", text.replace(",", "")))
    if parameter.kind == "date":
        return bool(_DAY.match(text))
    if parameter.kind == "id":
        return len(text.split()) <= 2 and len(text) < 60
    if parameter.kind == "email":
        return "@" in text
    return True


def key_likeness(parameter: Parameter, tool: Tool, key: str, group: Group, source: Source) -> float:
    """How sure it is that a record's key holds what a parameter takes (0 to 1)."""
    path = tuple(words.stem(part) for part in words.identifier_words(key))
    last = tuple(words.stem(part) for part in words.identifier_words(key.rsplit(".", 1)[-1]))
    wanted = parameter.words
    if not path:
        return 0.0
    if wanted in (last, path):
        return _exact(parameter, tool, path, group, source)
    if parameter.kind == "id":
        if (
            last[-1] in _ID_ENDS
            and parameter.entity
            and any(word in source.heads and words.best_likeness(word, parameter.entity) == 0.75 for word in last[:-1])
        ):
            return 1.15
        return _id_likeness(parameter, tool, path, key, group, source)
    if parameter.kind == "place":
        return _place_likeness(wanted, last) or (0.72 if len(path) == 1 and path[0] in tool.nouns[:1] else 0.0)
    if parameter.kind in ("email", "phone", "url", "currency"):
        to_end = bool({"to", "target", "quot"} & set(wanted))
        hit = parameter.kind in path or words.stem(parameter.kind) in path
        return (0.4 if to_end and parameter.kind == "currency" else 0.9) if hit else 0.0
    if last[-1] in _ID_ENDS:
        return 0.0
    return _plain_likeness(parameter, tool, path, group, source)


def _exact(parameter: Parameter, tool: Tool, path: tuple[str, ...], group: Group, source: Source) -> float:
    bare = not parameter.entity or parameter.words == ("name",)
    if bare and set(parameter.words) <= _BARE and not _about(tool.nouns, path, group, source):
        return 0.6
    if bare and len(path) == 1 and _has_own(tool, group):
        return 0.6
    return 1.0 if len(path) == len(parameter.words) else 0.95


def _has_own(tool: Tool, group: Group) -> bool:
    """Whether a record names the tool's thing under a key of its own, so that its bare `name` is another's."""
    keys = [words.identifier_words(key) for record in group.records[:1] for key in record]
    return any(words.stem(parts[-1]) in tool.nouns[:1] for parts in keys if parts)


def _about(entity: tuple[str, ...], path: tuple[str, ...], group: Group, source: Source) -> bool:
    """Whether a record with a bare `id` or `name` is one of the entity."""
    told = [*path[:-1], *(words.stem(word) for word in words.identifier_words(group.key))]
    if told:
        return any(words.best_likeness(word, entity) >= 0.75 for word in told)
    asked = tuple(words.topic(source.question))
    return any(words.best_likeness(word, asked) >= 0.75 for word in entity)


def _coded(value: str) -> bool:
    return " " not in value.strip() and any(not char.isalpha() for char in value)


def _id_likeness(
    parameter: Parameter, tool: Tool, path: tuple[str, ...], key: str, group: Group, source: Source
) -> float:
    if path[-1] not in _ID_ENDS:
        coded = all(_coded(record.get(key, "")) for record in group.records)
        hit = words.best_likeness(path[-1], parameter.entity) >= 0.75
        return (0.7 if len(path) == 1 else 0.75) if hit and coded else 0.0
    ends = {parameter.words[-1], path[-1]}
    if ends & _CODE_ENDS and len(ends) > 1:
        return 0.0
    entity = parameter.entity or tool.nouns
    theirs = path[:-1]
    if theirs:
        hit = all(words.best_likeness(word, theirs) >= 0.75 for word in parameter.entity) and bool(parameter.entity)
        return 0.9 if hit else 0.7 if not parameter.entity and words.best_likeness(theirs[-1], entity) == 1 else 0.0
    if _about(entity, path, group, source):
        return 0.85
    return 0.0


def _place_likeness(wanted: tuple[str, ...], last: tuple[str, ...]) -> float:
    theirs = [word for word in last if word in _PLACE_ENDS]
    if last == ("capital",) and "city" in wanted:
        return 0.75
    if not theirs or last[-1] in _ID_ENDS:
        return 0.0
    if theirs[-1] in wanted:
        return 0.92
    if "address" in (theirs[-1], *wanted):
        return 0.75 if {theirs[-1], *wanted} <= {"address", words.stem("location")} else 0.0
    return 0.75 if any(words.likeness(theirs[-1], word) >= 0.75 for word in wanted) else 0.0


def _plain_likeness(parameter: Parameter, tool: Tool, path: tuple[str, ...], group: Group, source: Source) -> float:
    wanted = parameter.words
    if parameter.kind in ("text", "bool"):
        return 0.0
    if path[-1:] == ("name",) and parameter.kind in ("name", "other"):
        entity = tuple(word for word in wanted if word != "name") or tool.nouns
        return 0.8 if _about(entity, path, group, source) or words.best_likeness(path[0], entity) >= 0.75 else 0.0
    if wanted == ("name",) and path[-1] in tool.nouns:
        return 0.85
    if wanted == ("name",) and path[-1] in PEOPLE and PEOPLE & {*tool.nouns, *tool.description_words}:
        return 0.75
    if len(path) == 1 and path[0] in tool.nouns[:1] and parameter.required:
        return 0.72
    hits = [words.best_likeness(word, path) for word in wanted]
    if parameter.kind == "number" and path[-1] not in _UNITS and words.best_likeness(path[-1], wanted) < 0.75:
        return 0.0
    if hits and min(hits) >= 0.75:
        return 0.85 if min(hits) == 1 else 0.75
    if parameter.kind == "number" and hits and hits[-1] >= 0.75:
        return 0.72
    return 0.0


def _in_prose(parameter: Parameter, tool: Tool, known: Sequence[Source]) -> Found | None:
    """An identifier that an answer in prose names with the parameter's own noun ("customer C-17")."""
    entity = parameter.entity or tool.nouns
    if parameter.kind != "id":
        return None
    for source in known:
        if source.groups:
            continue
        hits = [
            mention.value
            for mention in find_mentions(source.answer[:2000])
            if mention.kind in ("id", "number")
            and any(words.best_likeness(label, entity) >= 0.75 for label in mention.labels[:1])
        ]
        if distinct := list(dict.fromkeys(hits)):
            return Found(distinct[0] if len(distinct) == 1 else "", 0.75)
    return None
