"""Whether what an answer states stands anywhere in what it rests on. Pure, and no model.

Looked at are numbers, dates, ids and quoted names. A number may also be computed: a sum or difference of amounts of one
unit, or an amount times a count. Amounts per night or person are no part of a sum.
"""

import re
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

_NUMBER = re.compile(r"(?<![\w.,-])[-\u2212]?\d[\d ,.’']*(?<=\d)(?!\w)|(?<![\w.])\d+(?:[.,]\d+)?")
_ID = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]+\b")
_QUOTED = re.compile(r"[\"“„«]([^\"”“»\n]{2,80})[\"”“»]")
_BEFORE = re.compile(r"([A-Za-z]{2,4}|[^\w\s.,;:()\"'-])\s?$")
_AFTER = re.compile(r"^\s?([A-Za-z%€$£°]+)")
_PER = re.compile(
    r"^[^.;,\n]{0,12}?(?:\bper\b|/|\ba (?:night|person|day|week|month|head|piece)\b|\beach\b)", re.IGNORECASE
)
_UNIT_CHARS = 64
"""Characters behind a number that may hold its unit, and what it is for."""
_SMALL = 12
"""Counts up to this are not looked for: lists are numbered, and things counted."""
_MOST_TIMES = 60
"""Nights, people or pieces that an amount is multiplied with."""
_MOST_AMOUNTS = 12
"""Amounts of one unit whose sums are tried."""


class _Amount(NamedTuple):
    value: float
    unit: str
    each: bool
    """It is per night, person or the like."""


def find_ungrounded(text: str, sources: Iterable[str]) -> list[str]:
    """The facts of a text that stand in none of the sources and cannot be computed from them."""
    told = "\n".join(sources)
    plain = _plain(told)
    amounts = _amounts(told)
    values = {amount.value for amount in amounts}
    lacking = [name for name in _QUOTED.findall(text) if _plain(name) not in plain]
    ids = [found for found in _ID.findall(text) if not _is_amount(found)]
    lacking += [found for found in ids if _plain(found) not in plain]
    for amount, written in _written_amounts(_ID.sub(" ", text)):
        small = float(amount.value).is_integer() and 0 <= amount.value <= _SMALL
        if not (small or _has(values, amount.value) or _is_computed(amount, amounts)):
            lacking.append(written)
    return list(dict.fromkeys(lacking))


def standing_in(facts: Iterable[str], text: str) -> list[str]:
    """Those facts, as `ungrounded` gives them, that stand in a text, which may be long: nothing is computed."""
    plain, values = _plain(text), {amount.value for amount, _ in _written_amounts(text)}
    found: list[str] = []
    for fact in facts:
        amounts = _amounts(fact) if not _ID.search(fact) else []
        stands = amounts[0].value in values if amounts else _plain(fact) in plain
        found += [fact] if stands else []
    return found


def facts(text: str) -> list[str]:
    """Numbers, ids and quoted names of a text, as they are compared."""
    numbers = [f"{amount.value:g}" for amount, _ in _written_amounts(_ID.sub(" ", text))]
    return [*numbers, *map(_plain, [*_QUOTED.findall(text), *_ID.findall(text)])]


def _is_computed(wanted: _Amount, amounts: list[_Amount]) -> bool:
    """Whether a number is a sum, a difference or a multiple; what is each one's enters a sum as a multiple only."""
    counts = {amount.value for amount in amounts if amount.value.is_integer() and 1 < amount.value <= _MOST_TIMES}
    for unit in {amount.unit for amount in amounts if not wanted.unit or amount.unit in ("", wanted.unit)}:
        alike = [amount for amount in amounts if amount.unit == unit]
        times = [amount.value * count for amount in alike for count in counts]
        single = [amount.value for amount in alike if not amount.each]
        pool = [*single, *(amount.value * count for amount in alike if amount.each for count in counts)][:_MOST_AMOUNTS]
        sums = (sum(part) for size in range(2, len(pool) + 1) for part in combinations(pool, size))
        differences = (abs(one - other) for one, other in combinations(single, 2))
        if _has(times, wanted.value) or _has(differences, wanted.value) or _has(sums, wanted.value):
            return True
    return False


def _has(values: Iterable[float], wanted: float) -> bool:
    return any(abs(value - wanted) <= 0.006 * max(1.0, abs(wanted) / 100) for value in values)


def _amounts(text: str) -> list[_Amount]:
    return list(dict.fromkeys(amount for amount, _ in _written_amounts(text)))


def _written_amounts(text: str) -> list[tuple[_Amount, str]]:
    found: list[tuple[_Amount, str]] = []
    for match in _NUMBER.finditer(text):
        value = _value(match[0])
        if value is None:
            continue
        before, after = text[max(0, match.start() - 6) : match.start()], text[match.end() : match.end() + _UNIT_CHARS]
        unit = _AFTER.match(after) or _BEFORE.search(before)
        found.append((_Amount(value, unit[1].lower() if unit else "", bool(_PER.match(after))), match[0].strip()))
    return found


def _value(written: str) -> float | None:
    """The number that was meant: "1,234.50", "1.234,50" and "1 234" are read as people write them."""
    text = re.sub(r"[ ’']", "", written).replace("\u2212", "-")
    last = max(text.rfind("."), text.rfind(","))
    if last >= 0:
        mark, tail = text[last], text[last + 1 :]
        grouped = len(tail) == 3 and (text.count(mark) > 1 or ("," if mark == "." else ".") not in text)
        decimal = not (grouped and mark == ",") and text.count(mark) == 1
        whole = re.sub(r"[.,]", "", text[:last])
        text = f"{whole}.{tail}" if decimal else re.sub(r"[.,]", "", text)
    try:
        return float(text)
    except ValueError:
        return None


def _is_amount(text: str) -> bool:
    """Whether what looks like an id is a number with its unit, as in 39EUR or 7th."""
    return bool(re.fullmatch(r"\d+(?:[.,]\d+)?[A-Za-z]{1,4}", text))


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text.casefold())
