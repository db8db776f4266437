"""The values that a text names: texts in quotes, dates, times, identifiers, numbers, names; and the words beside."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from smurfs_graph.offline import words

MONTHS: list[str] = [*"january february march april may june july august september october november december".split()]  # noqa: SIM905
_ORDINARY = words.word_set("i monday tuesday wednesday thursday friday saturday sunday") | {*MONTHS}
"""Capitals that say nothing: months and weekdays need a date."""
_OPENING = (
    words.CLOSED
    | words.LOOKING_UP
    | words.ACTS
    | words.NUMBERS.keys()
    | words.word_set("hi hello hey thanks ok we my our your their its")
)
"""What a sentence may begin with that is no name."""
_SHORTENED = re.compile(r"(?:i|you|he|she|it|we|they|that|what|who|where|when|how|there|here)['’](?:m|s|re|ve|d|ll)")
_BEGINNING = re.compile(r"(?:^|[.?!:;]\s|\n)[\s\"'(\[]*$")
_MONTH = rf"(?P<month>{'|'.join(MONTHS)}|sept\b\.?|(?:{'|'.join(one[:3] for one in MONTHS)})\b\.?)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(?!\d{3}\b)\d+)?"
"""Not "1.200", which is 1.2 for some and 1,200 for others."""
_LEAST = re.compile(r"\b(?:at least|over|more than|above|minimum(?: of)?)\s+$", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:at most|no more than|not more than|up to|under|below|less than|cheaper than|maximum(?: of)?)\s+$",
    re.IGNORECASE,
)
_JOINTS = words.word_set("& de van von der di du la")
_UNIT = re.compile(r"\s*(%|(?:us )?(?:dollars?|euros?|pounds?|usd|eur|gbp|chf|km|miles|percent)\b)", re.IGNORECASE)
_SPELLINGS = tuple(map(words.word_set, ("$ usd dollar", "€ eur euro", "£ gbp pound", "% percent", "km kilometre")))
_JOINT = re.compile(r"(?:,|,?\s+(?P<and>and))\s+(?:(?:the|an?|all)\s+)?$")
_BESIDE = 300
"""Characters around a value that are looked at: reading all of them for each value takes quadratic time."""
_MOST_DIGITS = 100
_NO_IDENTIFIER = re.compile(r"\d+(?:\.\d+)?(?:[a-z]{1,4}|(?:-[a-z]+)+)?|([A-Za-z]+-?)\d+[-/.\u2013]+\1\S*")
_NAME = re.compile(r"[^\W\d_]+(?:[-&\u2013'’][^\W\d_]+)*")
_NUMBERING = words.word_set("number no id code named called name ref reference")


@dataclass(frozen=True)
class Value:
    """A value and where it stands."""

    kind: str
    value: Any = field(hash=False)
    start: int
    end: int
    role: str = ""
    """The preposition before it."""
    labels: tuple[str, ...] = ()
    """The stems of the nouns right before it, the nearest first: "item" in "item A-17"."""
    after: str = ""
    """The stem of the word right after it: "cuisine" in "Italian cuisine"."""
    bound: str = ""
    """"max" or "min" where it is a limit."""
    owned: frozenset[str] = frozenset()
    """The stem of the word before "of", as "price" in "the price of A-17"."""
    units: frozenset[str] = frozenset()
    """The spellings of what a number counts, where that is money, a share or a distance."""
    beside: tuple[tuple[str, int, int], ...] = ()
    """Spans of its role, its labels and the word after it, each with its stem; "" for what every value may have."""
    joint: str = ""
    """"and" or "," where it stands in a row with the value before it, whose role and labels it then has."""


def find_values(text: str, known: frozenset[str]) -> list[Value]:
    """Return the values of a text in their order; a capital at its beginning counts unless that word is known."""
    found: list[Value] = []
    held = bytearray(len(text))
    for kind, pattern, convert in _PATTERNS:
        for match in pattern.finditer(text):
            value = convert(match)
            free = not any(held[match.start() : match.end()])
            if value is not None and free and words.stands_whole(text, *match.span()):
                found.append(Value(kind, value, match.start(), match.end()))
                held[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    found += _names(text, known, held)
    placed: list[Value] = []
    for value in sorted(found, key=lambda one: one.start):
        placed.append(_place(text, value, placed))
    for at in reversed(range(len(placed))):  # "Paris, Texas" is no row: a row ends with "and"
        if placed[at].joint == "," and not any(one.joint for one in placed[at + 1 : at + 2]):
            placed[at] = replace(placed[at], joint="")
    return placed


def _date(match: re.Match[str]) -> str | None:
    month = match["month"]
    number = int(month) if month.isdigit() else [one[:3] for one in MONTHS].index(month[:3].lower()) + 1
    try:
        return date(int(match["year"]), number, int(match["day"])).isoformat()
    except ValueError:
        return None


def _written_date(match: re.Match[str]) -> str | None:
    """Return 29/08/2026 in ISO's form, and 05/06/2026, which is June for some and May for others, as it stands."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if first <= 12 and second <= 12 and first != second:
        return match[0]
    day, month = (first, second) if first > 12 else (second, first)
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _number(match: re.Match[str]) -> int | float | None:
    plain = match["amount"].replace(",", "")
    if len(plain) > _MOST_DIGITS:  # Python refuses to read thousands of digits
        return None
    return float(plain) if "." in plain else int(plain)


def _time(match: re.Match[str]) -> str | None:
    hour, minute = int(match["hour"]), match["minute"] or "00"
    half = (match["half"] or "").lower()
    if hour > (12 if half else 23) or (not half and match["minute"] is None):
        return None
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return f"{hour:02}:{minute}"


def _text(match: re.Match[str]) -> str:
    return match[0]


def _identifier(match: re.Match[str]) -> str | None:
    """Return a token with a digit or, as programs have them, a low line; None for a number, one with its unit or
    ending, and two ids as a range.
    """
    return None if _NO_IDENTIFIER.fullmatch(match[0]) or not re.search(r"[\d_]", match[0]) else match[0]


_PATTERNS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], Any]], ...] = (
    ("quoted", re.compile(
        r"(?<!\w)(?:'(?P<a>(?:[^']|(?<=\w)'(?=\w))+)'|\"(?P<b>[^\"]+)\"|“(?P<c>[^”]+)”|‘(?P<d>[^’]+)’)(?!\w)"),
     lambda match: next(part for part in match.groups() if part)),
    ("email", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), _text),
    ("datetime", re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:\d\d)?"), _text),
    ("date", re.compile(r"\b(?P<year>\d{4})([-/])(?P<month>\d\d)\2(?P<day>\d\d)\b"), _date),
    ("date", re.compile(r"(?<![\d/-])(?P<first>\d\d?)([-/])(?P<second>\d\d?)\2(?P<year>(?:19|20)\d\d)\b"),
     _written_date),
    ("date", re.compile(rf"\b{_DAY}(?: of)? {_MONTH},? ?(?P<year>\d{{4}})\b", re.IGNORECASE), _date),
    ("date", re.compile(rf"\b{_MONTH}\.? ?{_DAY},? ?(?P<year>\d{{4}})\b", re.IGNORECASE), _date),
    ("time", re.compile(r"\b(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d))?(?: ?(?P<half>[ap])\.?m\b)?(?![\w:])"), _time),
    ("sum", re.compile(rf"(?<![\d/.,])(?!\d+/\d+/\d){_AMOUNT}(?:\s*[*/+]\s*{_AMOUNT}|\s+-\s+{_AMOUNT})+"), _text),
    ("id", words.UNCUT, _identifier),
    ("number", re.compile(rf"(?<![\w.,-])[$€£]?(?P<amount>{_AMOUNT})(?![\w-]|[.,:]\d)"), _number),
    ("number", re.compile(rf"\b(?:{'|'.join(words.NUMBERS)})(?= [a-z])"), lambda match: words.NUMBERS[match[0]]),
)  # fmt: skip


def _names(text: str, known: frozenset[str], held: bytearray) -> list[Value]:
    """Return runs of capitalised words."""
    runs: list[list[re.Match[str]]] = []
    for match in words.whole_tokens(text):
        is_held = any(held[match.start() : match.end()])
        plain = re.sub(r"['’]s$", "", match[0].lower())
        if is_held or not match[0][:1].isupper() or not _NAME.fullmatch(plain) or _SHORTENED.fullmatch(plain):
            continue
        parts = words.parts_of(plain)
        begins = bool(_BEGINNING.search(text[: match.start()], max(0, match.start() - _BESIDE)))
        opens = begins and all(words.stem(part) in known or part in _OPENING for part in parts)
        if opens or _ORDINARY.issuperset(parts):
            continue
        between = text[runs[-1][-1].end() : match.start()].strip() if runs else "."
        if not between or between in _JOINTS:
            runs[-1].append(match)
        else:
            runs.append([match])
    spans = [(run[0].start(), run[-1].end()) for run in runs]
    return [Value("name", re.sub(r"['’]s$", "", text[start:end]), start, end) for start, end in spans]


def _place(text: str, value: Value, before: list[Value]) -> Value:
    """Add the words beside a value."""
    lead, bound = text[: value.start], ""
    for name, pattern in (("max", _MOST), ("min", _LEAST)):
        if match := pattern.search(lead, max(0, len(lead) - _BESIDE)):
            lead, bound = lead[: match.start()], name
            break
    end, units = _measure(text, value)
    start = len(lead) if bound else value.start
    placed = _read_lead(lead, replace(value, start=start, end=end, bound=bound, units=units), before)
    following = words.tokens(text[end : end + _BESIDE])[:1]
    joined = bool(following) and not text[end : end + following[0].start()].strip()
    after = following[0][0].lower() if joined else ""
    if not after or after in words.CLOSED:
        return placed
    beside = (words.stem(after), end + following[0].start(), end + following[0].end())
    return replace(placed, after=beside[0], beside=(*placed.beside, beside))


def _read_lead(lead: str, value: Value, before: list[Value]) -> Value:
    """Add the role and the labels that stand before a value."""
    labels: list[str] = []
    beside: list[tuple[str, int, int]] = []
    role, owned, previous = "", frozenset[str](), len(lead)
    last = max((one.end for one in before[-1:]), default=0)
    for match in reversed(words.tokens(lead, len(lead) - _BESIDE)):
        if lead[match.end() : previous].strip() or last > match.start():
            break
        word, previous = match[0].lower(), match.start()
        if word in words.ROLES:
            role = word
            owned = frozenset(
                words.stem(one[0]) for one in words.tokens(lead[: match.start()], match.start() - _BESIDE)[-1:]
            )
            beside.append(("", *match.span()))
            break
        if word in words.ARTICLES:
            continue
        begins = not lead[: match.start()].strip() and word in words.LOOKING_UP | words.ACTS
        if word in words.CLOSED | words.ASKING or begins or len(labels) > 1:
            break
        labels += [] if word in _NUMBERING else [words.stem(word)]
        beside.append(("" if word in _NUMBERING else words.stem(word), *match.span()))
    placed = replace(value, role=role, labels=tuple(labels), owned=owned, beside=tuple(beside))
    return _join(lead, placed, before[-1]) if before else placed


def _join(lead: str, value: Value, last: Value) -> Value:
    """Add how a value is joined to the one right before it, and in a row that one's role and labels."""
    begin = min([start for _, start, _ in value.beside] or [len(lead)])
    joint = _JOINT.match(lead, max([last.end, *(end for _, _, end in last.beside)]), begin)
    if joint is None:
        return value
    beside = (*value.beside, ("", *joint.span("and"))) if joint["and"] else value.beside
    if last.role == "between":
        return replace(value, role="and" if joint["and"] and not value.role else value.role, beside=beside)
    if value.kind != last.kind or value.role not in ("", last.role) or value.labels not in ((), last.labels):
        return replace(value, beside=beside)
    return replace(value, role=last.role, labels=last.labels, beside=beside, joint="and" if joint["and"] else ",")


def _measure(text: str, value: Value) -> tuple[int, frozenset[str]]:
    """Return where a number ends with its unit, and the spellings of that."""
    written = _UNIT.match(text, value.end) if value.kind == "number" else None
    unit = words.stem(written[1].lower().removeprefix("us ")) if written else text[value.start]
    same = next((one for one in _SPELLINGS if unit in one), frozenset({unit} if written else ()))
    return (written.end() if written else value.end), same
