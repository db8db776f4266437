"""Which records of an answer a text speaks of: superlatives, bounds, and values that it names."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.mentions import Mention, find_mentions
from smurfs_graph.offline.records import Group, Record

_PRICE = "price cost fare rate fee amount total salary rent"
_LENGTH = "duration time length minute hour distance"
_RATING = "rating score star review popularity"
_DATE = "date day year created updated time departure start published"
_BEGINS = words.stems("start starts begin begins from departs departure departing opens leaves checkin")
_SIZE = "size capacity area population surface volume"
_WORDS: dict[str, tuple[str, str]] = {
    "cheapest": ("min", _PRICE), "least expensive": ("min", _PRICE), "lowest-priced": ("min", _PRICE),
    "most affordable": ("min", _PRICE), "most expensive": ("max", _PRICE), "priciest": ("max", _PRICE),
    "dearest": ("max", _PRICE), "nearest": ("min", "distance km"), "closest": ("min", "distance km"),
    "farthest": ("max", "distance km"), "furthest": ("max", "distance km"), "fastest": ("min", _LENGTH),
    "quickest": ("min", _LENGTH), "shortest": ("min", _LENGTH), "longest": ("max", _LENGTH), "newest": ("max", _DATE),
    "latest": ("max", _DATE), "most recent": ("max", _DATE), "oldest": ("min", _DATE), "earliest": ("min", _DATE),
    "soonest": ("min", _DATE), "best-rated": ("max", _RATING), "best rated": ("max", _RATING),
    "top-rated": ("max", _RATING), "top rated": ("max", _RATING), "highest-rated": ("max", _RATING),
    "highest rated": ("max", _RATING), "best-reviewed": ("max", _RATING), "best": ("max", _RATING),
    "lowest-rated": ("min", _RATING), "lowest rated": ("min", _RATING), "worst": ("min", _RATING),
    "most popular": ("max", _RATING), "largest": ("max", _SIZE), "biggest": ("max", _SIZE),
    "smallest": ("min", _SIZE), "heaviest": ("max", "weight mass kg"), "lightest": ("min", "weight mass kg"),
    "tallest": ("max", "height elevation"), "youngest": ("min", "age"), "longest-running": ("max", _LENGTH),
}  # fmt: skip
_NOUNED: dict[str, str] = {
    "highest": "max", "most": "max", "greatest": "max", "maximum": "max", "largest": "max", "biggest": "max",
    "best": "max", "lowest": "min", "least": "min", "fewest": "min", "minimum": "min", "smallest": "min",
    "longest": "max", "shortest": "min", "latest": "max", "earliest": "min", "newest": "max", "oldest": "min",
}  # fmt: skip
SUPERLATIVE = re.compile(
    r"(?<!\bat )\b(?:"
    + "|".join(re.escape(word) for word in sorted({*_WORDS, *_NOUNED}, key=lambda w: (-len(w), w)))
    + r")\b"
    r"(?P<nouns>(?:[ -](?!(?:in|on|at|to|from|for|with|by|of|and|or|the|is|are|that|which|who)\b)[a-z]+){0,3})",
    re.IGNORECASE,
)
_DUE = re.compile(
    r"\b(?P<verb>due|expir\w+|starts?|leav\w+|departs?|arriv\w+|ends?|closes?|opens?)\s+(?P<which>first|soonest|earliest|last|latest)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\bthe (?P<which>first|second|third|fourth|fifth|last)\s+(?P<noun>[a-z]+)(?!\s+name\b)", re.IGNORECASE
)
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_COUNT = re.compile(
    r"\b(?:top|first)\s+(?P<after>\d{1,2}|two|three|four|five|ten)\b|\b(?P<before>\d{1,2}|two|three|four|five|ten)\s+(?=cheapest|nearest|closest|most|best|highest|lowest|largest|latest|newest)",
    re.IGNORECASE,
)
_NUMBER_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_NUMERIC = re.compile(r"^\D{0,4}?(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)\D{0,12}$")
_ISO = re.compile(r"^\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:\d\d.*)?$")
_CLOCK = re.compile(r"^\d{1,2}:\d\d(?::\d\d)?$")


@dataclass(frozen=True)
class Narrowed:
    """The groups left, and whether the text picked out records of a list."""

    groups: tuple[Group, ...]
    picked: bool


def narrow(groups: list[Group], text: str) -> Narrowed:
    """The groups with their lists cut to the records that a text picks out; groups it says nothing of stay whole."""
    picked = False
    result: list[Group] = []
    for group in groups:
        records = group.records
        if len(records) > 1:
            records = by_value(by_bounds(records, text), text)
            records = by_rank(records, text)
            picked = picked or len(records) < len(group.records)
        result.append(Group(group.key, records))
    return Narrowed(tuple(result), picked)


def by_rank(records: list[Record], text: str) -> list[Record]:
    """The records at the top of a superlative's order, ties included, or at an ordinal's place."""
    for match in SUPERLATIVE.finditer(text):
        ranked = _ranked(records, match)
        if ranked:
            count = _COUNT.search(text)
            wanted = _number(count) if count else 1
            values = [value for value, _ in ranked]
            kept = [record for value, record in ranked if value in values[:wanted]]
            return kept if len(kept) < len(records) or wanted >= len(records) else records
    if due := _DUE.search(text):
        key = _key_for(records, (words.stem(due["verb"].lower()), "date", "time"))
        values = [(value, record) for record in records if (value := sortable(record.get(key, ""))) is not None]
        if key and len({type(value) for value, _ in values}) == 1:
            pick: Any = max if due["which"].lower() in ("last", "latest") else min
            best = pick(value for value, _ in values)
            return [record for value, record in values if value == best]
    if (ordinal := _ORDINAL.search(text)) and not SUPERLATIVE.search(text):
        place = _ORDINALS[ordinal["which"].lower()]
        if place < len(records):
            return [records[place]]
    return records


def has_choice(text: str) -> bool:
    """Whether a text picks one out of several: "the cheapest", "the first one"."""
    return bool(SUPERLATIVE.search(text) or _ORDINAL.search(text) or _DUE.search(text))


def _number(match: re.Match[str]) -> int:
    found = (match["after"] or match["before"]).lower()
    return _NUMBER_WORDS.get(found) or max(1, int(found))


def _ranked(records: list[Record], match: re.Match[str]) -> list[tuple[float | str, Record]]:
    phrase = match[0][: match.start("nouns") - match.start()].lower()
    nouns = tuple(words.stem(word) for word in words.words(match["nouns"]))
    direction = _NOUNED.get(phrase) or _WORDS[phrase][0]
    key = _key_for(records, nouns) if phrase in _NOUNED else ""
    if not key and phrase in _WORDS:
        direction, wanted = _WORDS[phrase]
        key = _key_for(records, tuple(words.stem(word) for word in wanted.split()))
        if wanted == _DATE and (not key or len({record.get(key) for record in records}) == 1):
            key = _when(records) or key
    if not key:
        return []
    pairs = [(value, record) for record in records if (value := sortable(record.get(key, ""))) is not None]
    if len({type(value) for value, _ in pairs}) != 1 or len(pairs) < len(records):
        return []
    order: Callable[[tuple[float | str, Record]], float | str] = lambda pair: pair[0]  # noqa: E731
    return sorted(pairs, key=order, reverse=direction == "max")


def _when(records: list[Record]) -> str:
    """The key of all records whose values are dates or times and tell the records apart; of several, what begins."""
    keys = [key for key in records[0] if all(isinstance(sortable(one.get(key, "")), str) for one in records)]
    telling = [key for key in keys if len({one[key] for one in records}) > 1]
    first = [key for key in telling if _BEGINS & {words.stem(part) for part in words.identifier_words(key)}]
    return telling[0] if len(telling) == 1 else first[0] if len(first) == 1 else ""


def _key_for(records: list[Record], wanted: tuple[str, ...]) -> str:
    """The key of all records whose words are nearest to the wanted ones and whose values can be ordered."""
    best, best_score = "", 0.0
    for key in records[0]:
        if any(sortable(record.get(key, "")) is None for record in records):
            continue
        parts = [words.stem(word) for word in words.identifier_words(key)]
        if parts and parts[-1] in ("id", "code"):
            continue
        score = 0.0
        for place, want in enumerate(wanted):
            like = max((words.likeness(want, part) for part in parts), default=0.0)
            score = max(score, like - 0.02 * place)
        if score >= 0.6 and score > best_score + 1e-9:
            best, best_score = key, score
    return best


def sortable(value: str) -> float | str | None:
    """A value that can be put in order: a number, an ISO date, a time; None for other text."""
    text = value.strip()
    if _ISO.match(text) or _CLOCK.match(text):
        return text
    match = _NUMERIC.match(text) if len(text) < 40 else None
    return float(match[1].replace(",", "")) if match else None


def by_bounds(records: list[Record], text: str) -> list[Record]:
    """The records within the bounds that a text sets ("under 50 euros", "at least 4 stars")."""
    for mention in find_mentions(text):
        if not mention.bound or mention.number is None:
            continue
        about = [words.stem(word) for word in mention.after[:2]] + [words.stem(word) for word in mention.before[-4:]]
        wanted = [word for word in about if not word.isdigit()] + (
            ["price"] if mention.currency or _money(mention) else []
        )
        key = _key_for(records, tuple(wanted))
        if key:
            limit, is_max = mention.number, mention.bound == "max"
            kept = [record for record in records if _within(sortable(record.get(key, "")), limit, is_max)]
            records = kept or records
    return records


def _money(mention: Mention) -> bool:
    return bool(set(mention.after[:1]) & {"euros", "euro", "eur", "usd", "gbp", "dollars", "pounds", "chf", "francs"})


def _within(value: float | str | None, limit: float, is_max: bool) -> bool:
    return isinstance(value, float) and (value <= limit if is_max else value >= limit)


def by_value(records: list[Record], text: str) -> list[Record]:
    """The records that hold a value which the text names, where only some of them do."""
    for mention in find_mentions(text):
        if mention.kind in ("name", "quote", "id", "code", "date") and mention.value:
            needle = mention.value.lower()
            records = _some(
                records, lambda record, needle=needle: any(_same(needle, value) for value in record.values())
            )
    plain = [(word, words.stem(word)) for word in words.words(text) if word not in words.STOP and not word.isdigit()]
    for word, stem in plain:
        records = _some(records, lambda record, word=word, stem=stem: _holds(record, word, stem))
    return records


def _same(needle: str, value: str) -> bool:
    text = value.lower()
    return text == needle or bool(len(text) < 120 and re.search(rf"\b{re.escape(needle)}\b", text))


def _holds(record: Record, word: str, stem: str) -> bool:
    for key, value in record.items():
        if value == "yes" and stem in {words.stem(part) for part in words.identifier_words(key)}:
            return True
        text = value.lower()
        if len(text) < 30 and (text == word or [words.stem(part) for part in words.words(text)] == [stem]):
            return True
    return False


def _some(records: list[Record], keep: Callable[[Record], bool]) -> list[Record]:
    kept = [record for record in records if keep(record)]
    return kept or records
