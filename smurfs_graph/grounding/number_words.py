"""Read numbers that are written in words: English, German, French, Spanish, Italian, Chinese and Japanese. Pure."""

import re
from collections.abc import Iterator, Mapping

from smurfs_graph.grounding.numerals import Number, unit_behind
from smurfs_graph.grounding.words import word_lists

_WORDS = word_lists()["numbers"]
_SIZES: Mapping[str, int] = {word: int(size) for size, words in _WORDS["sizes"].items() for word in words.split()}
_ONES = frozenset(_WORDS["one"].split())
_SMALL: Mapping[str, int] = {
    **{word: value for value, words in enumerate(_WORDS["units"]) for word in words.split()},
    **{word: 20 + 10 * at for at, words in enumerate(_WORDS["tens"]) for word in words.split()},
}
_DIGIT = "|".join(word for words in _WORDS["units"][2:10] for word in words.split()[1:2])
_GERMAN = re.compile(rf"(?P<one>ein|{_DIGIT})und(?P<ten>(?:zwan|drei|vier|fünf|sech|sieb|acht|neun)\w*zig|dreißig)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_JOINING = re.compile(r"\s+(?:(?:and|und|et|y|e)\s+)?|-")
_LONGEST = 12
"""Words of one number."""
_CJK_DIGITS: Mapping[str, int] = _WORDS["cjk_digits"]
_CJK_SIZES: Mapping[str, int] = _WORDS["cjk_sizes"]
_CJK = re.compile(f"[{''.join(_CJK_DIGITS)}{''.join(_CJK_SIZES)}]{{2,}}")


def read_number_words(text: str) -> Iterator[Number]:
    """Yield the numbers from two on that a normalised text writes in words."""
    at = 0
    for found in _WORD.finditer(text):
        word = found[0].casefold()
        if found.start() < at or not (word in _SMALL or word in _ONES or "und" in word or "-" in word):
            continue
        value, at = _compound(text, found)
        if value > 1:
            yield _number(text, value, found.start(), at)
    for found in _CJK.finditer(text):
        if value := _chinese(found[0]):
            yield _number(text, value, *found.span())


def _compound(text: str, first: re.Match[str]) -> tuple[int, int]:
    """Return the number that begins with a word, 0 where none does, and where the text goes on."""
    total, part, end = 0, 0, first.start()
    found: re.Match[str] | None = first
    for _ in range(_LONGEST):
        if found is None:
            break
        word = found[0].casefold()
        value = _value(word)
        if value is None and word in _ONES and (part or _size_follows(text, found.end())):
            value = 1
        if value is not None and _may_follow(value, part):
            part += value
        elif word in _SIZES and (part or word == "dozen"):
            part = max(part, 1) * _SIZES[word]
            total, part = (total + part, 0) if _SIZES[word] >= 1000 else (total, part)
        else:
            break
        end = found.end()
        gap = _JOINING.match(text, end)
        found = _WORD.match(text, gap.end()) if gap else None
    return total + part, max(end, first.end())


def _may_follow(value: int, part: int) -> bool:
    """Return whether a word can go on a number: "twenty five" and "hundred twelve" can, "five six" cannot."""
    if part == 0:
        return True
    return (value < 10 and part % 100 >= 20 and part % 10 == 0) or (value < 100 and part >= 100 and part % 100 == 0)


def _value(word: str) -> int | None:
    """Return the number that a word is; None for any other word."""
    if word in _SMALL:
        return _SMALL[word]
    if german := _GERMAN.fullmatch(word):
        return _SMALL.get(german["one"], 1) + _SMALL[german["ten"]] if german["ten"] in _SMALL else None
    tens, _, ones = word.rpartition("-")
    if tens in _SMALL and (ones in _SMALL or ones in _ONES):
        return _SMALL[tens] + (_SMALL.get(ones) or 1)
    return None


def _size_follows(text: str, at: int) -> bool:
    """Return whether the next word is a size, such as "thousand"."""
    gap = _JOINING.match(text, at)
    following = _WORD.match(text, gap.end()) if gap else None
    return following is not None and following[0].casefold() in _SIZES


def _chinese(text: str) -> int:
    """Return what a numeral in characters is; digits in a row, as in a year, are read one by one."""
    if not any(sign in _CJK_SIZES for sign in text):
        return int("".join(str(_CJK_DIGITS[sign]) for sign in text)) if len(text) < 12 else 0
    total = part = digit = 0
    for sign in text:
        if sign in _CJK_DIGITS:
            digit = _CJK_DIGITS[sign]
        elif (size := _CJK_SIZES[sign]) < 10_000:
            part, digit = part + max(digit, 1) * size, 0
        else:
            total, part, digit = (total + part + digit) * size, 0, 0
    return total + part + digit


def _number(text: str, value: int, start: int, end: int) -> Number:
    return Number((float(value),), (1.0,), unit_behind(text[end : end + 24]), text[start:end], start, end)
