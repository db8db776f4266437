"""Find the values that a text names, each with its place, and the words beside it. Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any, cast

from smurfs_graph.guiding.units import end_of_unit, is_unit
from smurfs_graph.offline import words
from smurfs_graph.offline.values import MONTHS, Value, find_values

_NUMBER = re.compile(
    r"(?P<sign>[-\u2212]|(?<!\d )\bminus )?[$€£]?(?P<amount>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<percent> ?%)?(?:\s?(?P<scale>thousand|million|billion)\b)?"
)
_COMMA = re.compile(r"(?<![\w.,(\[])[$€£]?(?:\d{1,3}(?:\.\d{3})+|\d+),(?:\d{1,2}|\d{4,})(?![\w,])")
"""A number with a comma that parts no thousands: 12.5 for some, and 12 and 5 for others."""
_POWER = re.compile(r"(?<![\w.])-?\d{1,15}(?:\.\d{1,15})?[eE][-+]?\d{1,3}(?![\w.]*\d|\w)")
_FORMULA = re.compile(r"(?<![\w.])(?:\d+[a-z]|\b[a-z]\b|\d)(?:\s*[-+*/^]+\s*(?:\d+[a-z]?|[a-z]\b))+")
_LIST = re.compile(r"\[[^\[\]]*\]")
_HAN = r"\u3400-\u9fff"
_TITLED = re.compile(r"[《「『](?P<title>[^《》「」『』]+)[》」』]")
_LATIN = re.compile(
    rf"(?<=[{_HAN}])[A-Za-z][\w.'’-]*(?: [\w.'’-]+)*|\b[A-Za-z][\w.'’-]*(?: [\w.'’-]+)*(?=[{_HAN}])", re.ASCII
)
"""A name in Latin letters within Chinese: there are no blanks around it."""
_HAN_GRAMMAR = re.compile(
    "的|是|在|有|了|吗|呢|谁|哪(?:个|里|儿)?|多(?:少|大|高|长)?|几|什么|怎么|请问?|查(?:一下)?|看看|帮我|告诉我?|一[下份个]"
    "|谢谢|和|与|我|你|他|她|它|这本?|那里?|个"
)
"""Words of Chinese grammar: what stands between them may be a value."""
_URL = re.compile(r"\bhttps?://[^\s\"'<>]+")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NAMES_OF_MONTHS = "|".join(MONTHS)
_MONTH = re.compile(
    rf"\b(?:in|for|of|since|until|last|next|during|every)\s+(?P<month>(?i:{_NAMES_OF_MONTHS}))\b(?!\s\d)"
    rf"|\b(?P<month_>{'|'.join(one.title() for one in MONTHS)})(?=['’]s\b|\s+[a-z])"
)
_GRADE = re.compile(r"(?<![\w.,-])\d{1,3}(?P<letter>[a-z])(?![\w-])")
"""An identifier of a number and a letter, as "6b": a unit is none."""
_NO_NAME = re.compile(r"(?:I|It|He|She|We|They|You|That|There|What|Who|Where|When|How)['’](?:m|s|re|ve|d|ll)\b")
"""Words in capitals at the beginning of a sentence, with what follows them: "I'm worried" is nobody's name."""
_RELATIVE = re.compile(
    rf"\b(?P<word>today|tonight|tomorrow|yesterday)\b|\b(?:in (?P<count>\d+) days)\b"
    rf"|\b(?:(?:next|this|coming) )?(?P<day>{'|'.join(DAYS)})s?\b",
    re.IGNORECASE,
)
_WORDS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_OF = re.compile(r" of (?:the )?")
_ROW = re.compile(
    r"\s*(?:,|;|/|&|,?\s*\b(?:and|or|as well as)\b)\s*(?:also\s+)?"
    r"(?:(?:in|for|of|to|at|from|the|ones?|an?|with|by)\s+)*"
)
_COUNTED = re.compile(r" \d{1,2}(?=[,.?!;]?(?:\s+(?:and|or|with|on|in|for|to)\b|\s*$|[,.?!;]))")
_COUNTED_NOUN = re.compile(r"(?P<ordinal>st|nd|rd|th)\b|-(?P<noun>[^\W\d_]+)")
_PLACE_BEFORE = re.compile(r"\b(?:in|near|from|to|between)\s+$", re.IGNORECASE)
_REGION_AFTER = re.compile(r"\s*(?:[.?!]|$|(?!and\b|or\b)[a-z])")
_REGION = re.compile(r",\s*")
NOTHING: frozenset[str] = frozenset()
_MOST_CHARS = 6_000
_MOST_DIGITS = 100
BESIDE = 400
"""Characters around a value that are looked at: reading all of them for each value takes quadratic time."""
_MOST = 200
"""Values of a text."""
_ACRONYM = re.compile("[A-Z]{2,5}s?")
_IDENTIFIER = re.compile(r"\d|^[A-Z]{1,6}$")
_PLAIN = words.word_set("my our your its") | words.CLOSED | words.ASKING | words.ACTS | words.LOOKING_UP
"""Words that are no values by themselves."""
_UNIT_AFTER = re.compile(r"\s*(?P<word>[^\W\d_]+)")
_LONGEST_PHRASE = 6


@dataclass(frozen=True)
class Span:
    """A value and where its text has it."""

    kind: str
    value: Any = field(hash=False)
    start: int
    end: int
    text: str = ""
    """The text that it stands in."""
    labels: frozenset[str] = frozenset()
    """Stems of the key that a response has it under."""

    @property
    def written(self) -> str:
        """Return the value as it stands."""
        return self.text[self.start : self.end]

    @property
    def lead(self) -> str:
        """Return the text right before it."""
        return self.text[max(0, self.start - BESIDE) : self.start]


def spans_of(text: str, known: frozenset[str] = frozenset(), today: str = "") -> tuple[Span, ...]:
    """Return the values of a text in their order.

    `known`: stems of words that are no names, though they begin with a capital; `today`: has the date that relative
    ones are counted from.
    """
    return _spans_of(text[:_MOST_CHARS], known, today)


@lru_cache(256)
def _spans_of(text: str, known: frozenset[str], today: str) -> tuple[Span, ...]:
    """Find the values of a text kind by kind: characters that one kind has taken are left out by those that follow.

    Whatever finds them, none is a part of a longer word, identifier, number, path or date.
    """
    found: list[Span] = []
    held = bytearray(len(text))

    def add(kind: str, value: Any, start: int, end: int) -> None:
        if value is not None and not any(held[start:end]) and _stands_whole(kind, text, start, end, known):
            found.append(Span(kind, value, start, end, text))
            held[start:end] = b"\1" * (min(end, len(text)) - start)

    for match in _LIST.finditer(text):
        add("list", _as_list(match[0]), *match.span())
    for match in _TITLED.finditer(text):
        add("quoted", match["title"], *match.span())
    for match in _LATIN.finditer(text):
        add("name", match[0], *match.span())
    for match in _URL.finditer(text):
        add("url", match[0].rstrip(".,;?!"), *match.span())
    named = [_sum_as_id(each, text) for each in find_values(text, known) if each.kind != "number"]
    for kind in ("quoted", "email", "datetime", "date", "time"):
        for each in named:
            if each.kind == kind and not (kind == "time" and text[each.start : each.end].isdigit()):
                add(kind, each.value, *_place_of(each, text))
    for match in _COMMA.finditer(text):
        add("unclear", match[0], *match.span())
    for match in _POWER.finditer(text):
        add("number", float(match[0]) if isfinite(float(match[0])) else None, *match.span())
    for match in _FORMULA.finditer(text):
        add("formula", match[0], *match.span())
    now = _day_of(today)
    for match in _RELATIVE.finditer(text):
        add("day", _relative(match, now) if now else match[0], *match.span())
    for match in _MONTH.finditer(text):
        group = "month" if match["month"] else "month_"
        add("month", match[group], *match.span(group))
    for match in _GRADE.finditer(text):
        if not is_unit(match["letter"]):
            add("id", match[0], *match.span())
    for each in _joined(named, text):
        add(each.kind, each.value, each.start, each.end)
    for match in _NUMBER.finditer(text):
        add("number", _number(match), *match.span())
    for word, number in words.NUMBERS.items():
        for match in re.finditer(rf"\b{word}\b(?= [a-z])", text):
            add("number", number, *match.span())
    return tuple(sorted(found, key=lambda one: one.start)[:_MOST])


def _sum_as_id(value: Value, text: str) -> Value:
    """Return a sum without blanks as the identifier that it may be, "2024/118"; any other value as it is."""
    written = text[value.start : value.end]
    is_one = value.kind == "sum" and words.UNCUT.fullmatch(written)
    return replace(value, kind="id", value=written) if is_one else value


def _stands_whole(kind: str, text: str, start: int, end: int, known: frozenset[str]) -> bool:
    """Return whether a value is no part of a longer one: a number may have its unit right behind, or what it counts,
    a word of the tool's own: "5kg", "2-night".
    """
    if kind == "number":
        counted = _COUNTED_NOUN.match(text, end)
        if counted and (counted["ordinal"] or words.stem(counted["noun"]) in known):
            end = counted.end()
        else:
            end = end_of_unit(text, end)
    return words.stands_whole(text, start, end)


def opens_sentence(span: Span) -> bool:
    """Return whether a name is one word at the beginning of a sentence, where any word has a capital."""
    lead = span.text[: span.start].rstrip(" \"'([")
    return span.kind == "name" and " " not in span.written and (not lead or lead[-1] in ".?!:;\n")


def is_acronym(written: str) -> bool:
    """Return whether a word in capitals may as well be said of things: "the SKU of it", "their IDs"."""
    return bool(_ACRONYM.fullmatch(written))


def is_identifier(value: Any) -> bool:
    """Return whether a value looks like an identifier: it has a digit, or is a few capitals."""
    return bool(_IDENTIFIER.search(str(value)))


def _place_of(value: Any, text: str) -> tuple[int, int]:
    return value.start, min(value.end, len(text))


def _joined(named: Sequence[Any], text: str) -> Iterator[Span]:
    """Yield identifiers and names; "United States of America" and "Austin, TX" are one each."""
    waiting: Span | None = None
    for each in named:
        if each.kind not in ("id", "name") or (each.kind == "name" and _NO_NAME.match(str(each.value))):
            continue
        span = Span(each.kind, each.value, each.start, each.end, text)
        if span.kind == "name":  # the limit, the role: what stands before belongs to no value here
            start = text.find(str(span.value).split()[0], span.start)
            span = Span("name", span.value, max(start, span.start), max(start, span.start) + len(str(span.value)), text)
        if span.kind == "name" and (counted := _COUNTED.match(text, span.end)):  # "Maroon 5", "Terminal 2"
            span = Span("name", text[span.start : counted.end()], span.start, counted.end(), text)
        between = text[waiting.end : span.start] if waiting else ""
        region = _REGION.fullmatch(between) and waiting is not None and _is_region(waiting, span)
        of = waiting is not None and bool(_OF.fullmatch(between)) and not is_acronym(waiting.written)
        if waiting and waiting.kind == span.kind == "name" and (of or region):
            waiting = Span("name", text[waiting.start : span.end], waiting.start, span.end, text)
            continue
        if waiting:
            yield waiting
        waiting = span
    if waiting:
        yield waiting


def _is_region(place: Span, region: Span) -> bool:
    """Return whether a name says where the place before it is: "Austin, TX"; "in Seattle, Washington", and no list."""
    if re.fullmatch(r"[A-Z]{2,3}", str(region.value)):
        return True
    return bool(_PLACE_BEFORE.search(place.text[: place.start]) and _REGION_AFTER.match(place.text[region.end :]))


def _number(match: re.Match[str]) -> int | float | None:
    """Return the number that a match stands for; None for one too long to be read."""
    plain = match["amount"].replace(",", "")
    if len(plain) > _MOST_DIGITS:  # Python refuses to read thousands of digits
        return None
    number: int | float = float(plain) if "." in plain else int(plain)
    if match["scale"]:
        number = number * _SCALES[match["scale"]]
        number = int(number) if float(number).is_integer() else number
    return -number if match["sign"] else number


@lru_cache(16)
def _day_of(today: str) -> date | None:
    """Return the day that a text names."""
    found = [each.value for each in find_values(today, frozenset()) if each.kind == "date"]
    return date.fromisoformat(found[0]) if found else None


def _relative(match: re.Match[str], now: date) -> str | None:
    """Return the date that a day such as "tomorrow" or "Friday" stands for; None where there is no such date."""
    try:
        if match["word"]:
            ahead = _WORDS[match["word"].lower()]
        elif match["count"]:
            ahead = int(match["count"])
        else:
            ahead = (DAYS.index(match["day"].lower()) - now.weekday() - 1) % 7 + 1
        return (now + timedelta(days=ahead)).isoformat()
    except (OverflowError, ValueError):
        return None


def _as_list(written: str) -> list[Any] | None:
    for text in (written, written.replace("'", '"')):
        try:
            return cast("list[Any]", json.loads(text))
        except (ValueError, RecursionError):
            continue
    inner = [one.strip() for one in written[1:-1].split(",")]
    return inner if inner != [""] else None


def rows_of(spans: Sequence[Span], *, mixed: bool = False) -> list[list[Span]]:
    """Group the values of one text that stand in a row, as "A, B and C"; one that stands alone is a row of its own.

    `mixed`: values of different kinds may stand in one row.
    """
    rows: list[list[Span]] = []
    for span in spans:
        last = rows[-1][-1] if rows else None
        alike = last is not None and (mixed or last.kind == span.kind) and last.text == span.text
        if last is not None and alike and _ROW.fullmatch(_without_unit(span.text, last.end, span)):
            rows[-1].append(span)
        else:
            rows.append([span])
    return rows


def _without_unit(text: str, start: int, span: Span) -> str:
    """Return what stands between two values, without a word that follows both: "20 minutes and 15 minutes"."""
    between, unit = text[start : span.start], _UNIT_AFTER.match(text[span.end :])
    first = _UNIT_AFTER.match(between)
    same = unit is not None and first is not None and words.stem(unit["word"]) == words.stem(first["word"])
    return between[first.end() :] if same and first is not None else between


def phrases_of(text: str, taken: Sequence[Span], known: frozenset[str], kind: str = "phrase") -> tuple[Span, ...]:
    """Return the runs of words that are no grammar, no values and not `known`: what else may be meant."""
    found: list[Span] = []
    run: list[re.Match[str]] = []

    def close() -> None:
        if run:
            start = run[0].start()
            end = start + len(words.without_possessive(text[start : run[-1].end()]))
            found.extend(_without_grammar(Span(kind, text[start:end], start, end, text)))
            run.clear()

    for match in words.whole_tokens(text[:_MOST_CHARS]):
        parts = words.parts_of(match[0])
        held = any(match.start() < one.end and one.start < match.end() for one in taken)
        plain = all(part in _PLAIN or words.stem(part) in known for part in parts)
        plain = plain or bool(_NO_NAME.match(match[0].capitalize()))
        joined = not run or not text[run[-1].end() : match.start()].strip()
        if held or plain or not joined or len(run) >= _LONGEST_PHRASE:
            close()
        if not (held or plain):
            run.append(match)
    close()
    return tuple(found)


def _without_grammar(span: Span) -> Iterator[Span]:
    """Yield a phrase as it is, or, of Chinese, what its grammar leaves of it."""
    if not re.search(f"[{_HAN}]", span.value):
        yield span
        return
    at = 0
    for match in (*_HAN_GRAMMAR.finditer(span.value), None):
        end = match.start() if match else len(span.value)
        if end > at:
            yield Span(span.kind, span.value[at:end], span.start + at, span.start + end, span.text)
        at = match.end() if match else end


def spans_of_response(text: str, known: frozenset[str] = frozenset()) -> tuple[Span, ...]:
    """Return the values of a tool's response: of JSON data with their keys, else as of any text."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return spans_of(text, known)
    leaves = islice(_leaves(data, frozenset(), 0), _MOST)
    return tuple(Span(_kind_of(value), value, 0, 0, str(value), stems) for stems, value in leaves)


def _kind_of(value: Any) -> str:
    if isinstance(value, int | float):
        return "number"
    inner = find_values(str(value)[:200], frozenset())
    whole = [one for one in inner if one.end - one.start == len(str(value)) and one.kind != "number"]
    return whole[0].kind if whole else "name"


def _leaves(data: Any, stems: frozenset[str], depth: int) -> Iterator[tuple[frozenset[str], Any]]:
    """Yield the values of nested data, with the stems of the key that each stands under."""
    if depth > 8:
        return
    if isinstance(data, Mapping):
        for key, value in cast("Mapping[str, Any]", data).items():
            own = frozenset(words.stem(part) for part in words.name_words(str(key)))
            yield from _leaves(value, own or stems, depth + 1)
    elif isinstance(data, list):
        for value in cast("list[Any]", data)[:_MOST]:
            yield from _leaves(value, stems, depth + 1)
    elif isinstance(data, str | int | float) and not isinstance(data, bool):
        yield stems, data
