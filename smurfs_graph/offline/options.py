"""Values from a closed list: allowed values, days of the week, months, yes or no."""

import re
from collections.abc import Sequence
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.allowed import by_sign, otherwise, signed
from smurfs_graph.offline.dates import MONTHS, WEEKDAYS
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.quantities import measured
from smurfs_graph.offline.typed_values import side

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MONTH = re.compile(
    r"(?<!\d )\b(?:in|of|for|during|last|this|next)\s+(?P<month>"
    + "|".join(name for name in MONTHS if len(name) > 3 or name == "may")
    + r")\b(?!\s+\d{1,2}\b(?!\d))",
    re.IGNORECASE,
)
_DENYING = words.listed("avoid no exclude without skip hide disable")
"""Words of a parameter's name that make it true where the text denies the rest: `avoid_tolls`, "without tolls"."""
_NEGATION = words.listed(
    """
    no not without never exclude excluding except non skip nothing none neither minus clear lift unset don't doesn't
    didn't isn't aren't wasn't won't wouldn't needn't can't cannot
    """
)
_PARTICLES = words.listed("off out up down")
_ALSO = re.compile(r"\b(?:too|also|as well|including|both)\b", re.IGNORECASE)
_ALONG = re.compile(
    r"\b(?P<link>with|without) (?:an? |any )?(?P<noun>[^\W\d_]{3,})(?=\s*$|[,.;?!)]|\s+(?:and|for|on|at|in|from|to|please)\b)",
    re.IGNORECASE,
)
_REFLEXIVE = words.listed("myself yourself himself herself itself ourselves themselves")
_VERSUS = re.compile(r"\b(?:vs|versus|with and without|with or without|either)\b", re.IGNORECASE)
_IGNORED = words.stems("include is has with only show flag need want allow enable us") | words.stems(" ".join(_DENYING))
_WEEK = re.compile(r"\b(?:week ?days?|mon(?:day)?s?(?: ?- ?| to | till | through )fri(?:day)?s?)\b", re.IGNORECASE)
_LOW = words.listed("lowest coldest least smallest weakest cheapest shortest slowest quietest minimum fewest calmest")
_HIGH = words.listed(
    "highest hottest warmest most largest biggest greatest strongest longest fastest loudest maximum peak windiest"
)
_FLOORS = {"basement": -1, "cellar": -1, "ground": 0, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_WINDOW = 4
"""How near to one another the words of one allowed value stand."""


def option(parameter: Parameter, text: str, mentions: Sequence[Mention]) -> Any | None:
    """The one allowed value that the text names, by its words or their near forms; None where it is none or several."""
    if signed(parameter.options):
        told = {str(hit.value): hit.value for hit in by_sign(parameter.options, text)}
        return next(iter(told.values())) if len(told) == 1 else None
    tokens = [words.stem(word) for word in words.words(text)]
    hidden = {
        words.stem(word) for mention in mentions if mention.kind in ("quote",) for word in words.words(mention.value)
    }
    hits: list[tuple[float, Any]] = []
    for value in parameter.options:
        parts = [words.stem(word) for word in words.identifier_words(str(value))]
        if parts and (score := _named(parts, tokens, hidden)):
            hits.append((score, value))
    hits = hits or [(1.0, one) for one in (*_units(parameter, tokens), *_special(parameter, text))]
    hits = hits or [(1.0, one) for one in _numbered(parameter, mentions)]
    hits = hits or [(hit.fit, hit.value) for hit in otherwise(parameter, text)]
    if not hits and parameter.required:
        hits = [(1.0, one) for one in parameter.options if _meant(str(one), tokens)]
    if not hits:
        return None
    best = max(score for score, _ in hits)
    found = [value for score, value in hits if score == best]
    return found[0] if len(found) == 1 else _nearest_to_name(parameter, found, tokens)


def _named(parts: list[str], tokens: list[str], hidden: set[str]) -> float:
    """How clearly a text names an allowed value: its words in a row, close together, or a near form of its one word."""
    if _run_in(parts, tokens) and not set(parts) <= hidden:
        return 2.0 + len(parts)
    if len(parts) > 1 and set(parts) <= set(tokens):
        places = [[at for at, token in enumerate(tokens) if token == part] for part in parts]
        if any(
            max(abs(at - min(others, key=lambda one: abs(one - at))) for others in places) < _WINDOW for at in places[0]
        ):
            return 1.5 + len(parts)
    near = len(parts) == 1 and len(parts[0]) > 3 and any(words.likeness(parts[0], token) == 0.7 for token in tokens)
    return 1.0 if near else 0.0


def _meant(value: str, tokens: list[str]) -> bool:
    """Whether a text has a near-synonym of an allowed value of one word."""
    parts = words.identifier_words(value)
    return len(parts) == 1 and any(words.likeness(words.stem(parts[0]), token) == 0.75 for token in tokens)


def _special(parameter: Parameter, text: str) -> list[Any]:
    """Allowed values that are written in another way: days of the week, the ends of a scale, floors of a house."""
    said = [word.lower() for word in _TOKEN.findall(text)]
    days = {word.removesuffix("s") for word in said if word.removesuffix("s") in WEEKDAYS}
    week = bool(_WEEK.search(text))
    found: list[Any] = []
    for value in parameter.options:
        low = str(value).lower()
        short = len(low) in (2, 3) and any(day.startswith(low) for day in days)
        workday = low in ("weekday", "weekdays", "mon-fri") and week
        scale = (low in ("lowest", "min", "minimum", "low") and bool(_LOW & set(said))) or (
            low in ("highest", "max", "maximum", "high") and bool(_HIGH & set(said))
        )
        if short or workday or scale:
            found.append(value)
    if {"level", "floor", "storey"} & set(words.identifier_words(parameter.name)):
        named = [_FLOORS[one] for at, one in enumerate(said) if one in _FLOORS and _on_floor(said, at)]
        found += [value for value in parameter.options if value in named and type(value) is int]
    return found


def _on_floor(said: list[str], at: int) -> bool:
    return said[at] in ("basement", "cellar") or said[at + 1 : at + 2] in (["floor"], ["level"])


def _numbered(parameter: Parameter, mentions: Sequence[Mention]) -> list[Any]:
    """Allowed numbers: the one number of the text that is among them and measures nothing."""
    if any(type(one) not in (int, float) for one in parameter.options):
        return []
    plain = [one.number for one in mentions if one.kind == "number" and not measured(one) and not one.currency]
    found = [value for value in parameter.options if value in plain]
    return found if len(found) == 1 else []


def pair(parameter: Parameter, document: Document, text: str) -> Any | None:
    """One end of a conversion between two options of the same list: the one beside a number is the source."""
    twins = [one for one in document.parameters if one.options and one.options == parameter.options]
    if len(twins) != 2 or {side(one) for one in twins} != {"first", "last"}:
        return None
    tokens = [words.stem(word) for word in words.words(text)]
    stems = {words.stem(str(value)): value for value in parameter.options}
    named = [(at, stems[token]) for at, token in enumerate(tokens) if token in stems]
    if len({str(value) for _, value in named}) != 2:
        return None
    source = [value for at, value in named if at and tokens[at - 1].replace(".", "").isdigit()]
    if len(source) != 1:
        return None
    return source[0] if side(parameter) == "first" else next(value for _, value in named if value != source[0])


def _run_in(parts: list[str], tokens: list[str]) -> bool:
    return any(tokens[at : at + len(parts)] == parts for at in range(len(tokens) - len(parts) + 1))


def _units(parameter: Parameter, tokens: list[str]) -> list[Any]:
    meaning = {
        "metric": {"celsius", "centigrad", "metric"},
        "imperial": {"fahrenheit", "imperial"},
        "c": {"celsius"},
        "f": {"fahrenheit"},
    }
    return [value for value in parameter.options if meaning.get(str(value).lower(), set[str]()) & set(tokens)]


def _nearest_to_name(parameter: Parameter, found: list[Any], tokens: list[str]) -> Any | None:
    """Of several options named, the one that stands right beside the parameter's own word."""
    own = parameter.words[-1] if parameter.words else ""
    beside = [
        value
        for value in found
        for part in [words.stem(word) for word in words.identifier_words(str(value))][:1]
        if any({tokens[at], tokens[at + 1]} == {part, own} for at in range(len(tokens) - 1))
    ]
    return beside[0] if len(set(map(str, beside))) == 1 else None


def truth(parameter: Parameter, text: str) -> bool | None:
    """True where the text names what the parameter switches on, False where it denies it, else None."""
    parts = words.identifier_words(parameter.name)
    wanted = [words.stem(part) for part in parts if words.stem(part) not in _IGNORED and part not in words.STOP]
    tokens = words.words(text)
    if _PARTICLES & set(parts) - set(tokens) or ("too" in parts and not _ALSO.search(text)):
        return None
    if parts[-1:] == ("weekend",) and {one.removesuffix("s") for one in tokens} & {"saturday", "sunday"}:
        return True
    stems = [words.stem(word) for word in tokens]
    if "same" in parts and not _run_in([words.stem(part) for part in parts], stems):
        return None
    places = {word: at for word in wanted if (at := _place(word, stems)) is not None}
    if not places or _VERSUS.search(text):
        return None
    if (given := _given_along(wanted, text)) is not None and not _DENYING & set(parts):
        return given
    if len(places) < len(wanted):
        told = [word for word in words.topic(parameter.description) if word in stems and len(word) > 3]
        whole = len(told) > 1 and len(told) == len(
            [word for word in words.topic(parameter.description) if len(word) > 3]
        )
        if not whole and (wanted[0] not in places or not set(told) - set(places)):
            return None
    at = min(places.values())
    if stems[at] != wanted[0] and _REFLEXIVE & set(tokens):
        return None
    denied = any(_NEGATION & set(tokens[max(0, one - 3) : one]) for one in places.values()) or tokens[at].startswith(
        "un" + wanted[0][:4]
    )
    return denied if _DENYING & set(parts) else not denied


def _given_along(wanted: Sequence[str], text: str) -> bool | None:
    """Whether the noun of a switch is all that a thing is wanted with or without: "with a mat" for `rent_mat`."""
    for match in _ALONG.finditer(text):
        if words.stem(match["noun"].lower()) == wanted[-1]:
            return match["link"].lower() == "with"
    return None


def _place(word: str, stems: list[str]) -> int | None:
    """Where a text has a word of a switch: itself, a near form, or what undoes it ("uninsured")."""
    if word in stems:
        return stems.index(word)
    for at, stem in enumerate(stems):
        near = words.likeness(word, stem) if len(word) > 3 else 0.0
        if near >= 0.7 or (len(word) > 3 and stem.startswith("un") and words.likeness(word, stem[2:]) in (0.7, 1.0)):
            return at
    return None


def only(item: Parameter, value: Any) -> Parameter:
    """An item with one allowed value."""
    return Parameter(item.name, "enum", item.type, item.required, item.description, (value,))


def weekday(text: str) -> str | None:
    """The one day of the week that the text names."""
    found = [match[0] for match in _TOKEN.finditer(text) if match[0].lower().removesuffix("s") in WEEKDAYS]
    return found[0].removesuffix("s") if len(found) == 1 else None


def month(text: str) -> int | None:
    """The number of the one month that the text names: "in March", "for March 2026"."""
    found = {MONTHS[match["month"].lower()] for match in _MONTH.finditer(text)}
    return found.pop() if len(found) == 1 else None
