"""Allowed values as a text writes them in other words: signs, abbreviations, languages, units, professions, none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import WEEKDAYS
from smurfs_graph.offline.documents import Parameter
from smurfs_graph.offline.typed_values import side

TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_TONGUES = {
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "portuguese": "pt", "dutch": "nl",
    "swedish": "sv", "norwegian": "no", "danish": "da", "finnish": "fi", "polish": "pl", "czech": "cs", "russian": "ru",
    "japanese": "ja", "chinese": "zh", "korean": "ko", "turkish": "tr", "greek": "el", "hungarian": "hu",
    "romanian": "ro", "ukrainian": "uk", "arabic": "ar", "icelandic": "is", "welsh": "cy", "irish": "ga",
}  # fmt: skip
_UNITS = {
    "metric": ("celsius", "centigrade", "metric"), "imperial": ("fahrenheit", "imperial"), "c": ("celsius", "centigrade"),
    "f": ("fahrenheit",), "k": ("kelvin",),
}  # fmt: skip
_POSITIVE = re.compile(r"\s?(?:\+|[-–]?\s?(?:positive|plus|pos)\b)", re.IGNORECASE)
_NEGATIVE = re.compile(r"\s?(?:[-–](?!\w)|[-–]?\s?(?:negative|minus|neg)\b)", re.IGNORECASE)
_ENDINGS = re.compile(r"(?:ologists?|ology|ographers?|ography|icians?|ness|ians?|ists?|ics?|ings?|ers?|ors?|als?|y|s)$")
_NONE = frozenset(["none", "no", "nothing"])


@dataclass(frozen=True)
class Hit:
    """One place of a text that speaks of an allowed value, and how sure that is (0 to 1)."""

    value: Any
    fit: float
    start: int
    end: int


def signed(options: Sequence[Any]) -> bool:
    """Whether some allowed values differ in a sign at their end only: "B+" and "B-"."""
    bare = [str(one)[:-1] for one in options if re.search(r"\w[+-]$", str(one))]
    return len(set(bare)) < len(bare)


def by_sign(options: Sequence[Any], text: str) -> list[Hit]:
    """The signed values that a text names with their sign, as a sign or in words; without one it names none."""
    found: list[Hit] = []
    for value in options:
        said = str(value)
        sign = _POSITIVE if said.endswith("+") else _NEGATIVE
        for match in re.finditer(rf"(?<![\w+-]){re.escape(said[:-1])}", text, re.IGNORECASE):
            small = match[0] != said[:-1] and len(match[0]) == 1
            if not small and (behind := sign.match(text, match.end())):
                found.append(Hit(value, 0.95, match.start(), behind.end()))
    return found


def otherwise(parameter: Parameter, text: str) -> list[Hit]:
    """The places where a text writes an allowed value in another way than the value's own words."""
    if any(not isinstance(one, str) for one in parameter.options):
        return []
    tokens = [(match[0].lower(), match.start(), match.end()) for match in TOKEN.finditer(text)]
    found = [hit for value in parameter.options for hit in _numbered(parameter, str(value), tokens)]
    found += _tongues(parameter, text)
    for value in parameter.options:
        names = _UNITS.get(str(value).lower(), ())
        found += [Hit(value, 0.9, start, end) for word, start, end in tokens if word in names]
        if str(value).lower() in _NONE:
            found += _denied(parameter, value, tokens)
    return found + _days(parameter, tokens) + _derived(parameter, tokens)


def said_as(parameter: Parameter, value: Any, text: str) -> list[Hit]:
    """The places where a text writes one allowed value in another way."""
    return [hit for hit in otherwise(parameter, text) if value is not None and hit.value == value]


def _numbered(parameter: Parameter, value: str, tokens: Sequence[tuple[str, int, int]]) -> list[Hit]:
    """ "T3" for "terminal 3", "U12" for "under 12": the first letter of a word, and the number behind it."""
    match = re.fullmatch(r"(?P<letter>[A-Za-z])(?P<number>\d{1,3})", value)
    if match is None:
        return []
    letter, number = match["letter"].lower(), match["number"]
    return [
        Hit(parameter.options[[str(one) for one in parameter.options].index(value)], 0.85, first[1], second[2])
        for first, second in pairwise(tokens)
        if second[0] == number and first[0][0] == letter and len(first[0]) > 3
    ]


def _tongues(parameter: Parameter, text: str) -> list[Hit]:
    """Languages in words where the allowed values are their codes; "from" and "into" tell two of them apart."""
    codes = {str(one).lower(): one for one in parameter.options}
    if sum(one in _TONGUES.values() for one in codes) < 2:
        return []
    end = side(parameter)
    found: list[Hit] = []
    for match in re.finditer(rf"\b(?:{'|'.join(_TONGUES)})\b", text, re.IGNORECASE):
        if (value := codes.get(_TONGUES[match[0].lower()])) is None:
            continue
        left, right = text[: match.start()], text[match.end() :]
        to = re.search(r"\b(?:to|into|in)(?: the)? $", left) or (re.search(r"\w[-–]$", left))
        source = re.search(r"\b(?:from|of)(?: the)? $", left) or re.match(r"[-–]\w|\s\w+", right)
        fit = 0.9 if not end else (0.95 if to else 0.1) if end == "last" else (0.9 if source and not to else 0.1)
        found += [Hit(value, fit, match.start(), match.end())] if fit > 0.3 else []
    return found


def _denied(parameter: Parameter, value: Any, tokens: Sequence[tuple[str, int, int]]) -> list[Hit]:
    """ "No appetite" for a parameter of that name one of whose values is none."""
    own = {word for word in parameter.words if len(word) > 2}
    return [
        Hit(value, 0.85, first[1], last[2])
        for at, first in enumerate(tokens)
        if first[0] in ("no", "without")
        for last in tokens[at + 1 : at + 3]
        if words.stem(last[0]) in own
    ]


def _days(parameter: Parameter, tokens: Sequence[tuple[str, int, int]]) -> list[Hit]:
    """A day of the week where only workdays and weekends are told apart."""
    named = {str(one).lower().removesuffix("s"): one for one in parameter.options}
    if named.keys() & WEEKDAYS:
        return []
    found: list[Hit] = []
    for word, start, end in tokens:
        day = word.removesuffix("s")
        if day not in WEEKDAYS or len(day) < 6:
            continue
        kind = "weekend" if day in ("saturday", "sunday") else "weekday"
        if (value := named.get(kind)) is not None:
            found.append(Hit(value, 0.7, start, end))
    return found


def _derived(parameter: Parameter, tokens: Sequence[tuple[str, int, int]]) -> list[Hit]:
    """Professions and their fields: "photographer" for photography, "musicians" for music."""
    found: list[Hit] = []
    for value in parameter.options:
        low = str(value).lower()
        root = _ENDINGS.sub("", low)
        if " " in low or "_" in low or len(root) < 4:
            continue
        found += [
            Hit(value, 0.65, start, end)
            for word, start, end in tokens
            if word != low and len(word) > 3 and _ENDINGS.sub("", word) == root
        ]
    return found
