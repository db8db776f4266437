"""A request as text of which every word is explained or not, and the numbers that people write in words."""

import re
from collections.abc import Iterator

_WORDS_OF_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNT = rf"(?:\d{{1,3}}|{'|'.join(reversed(_WORDS_OF_NUMBERS))})"
"""A pattern for a small number, in digits or as a word."""
AMOUNT = r"(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ?k\b)?)"
"""A pattern for an amount of money, without its currency."""

_TYPOGRAPHY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u2010": "-", "\u2011": "-", "\u2013": "-", "\u2014": " - "}
)
_CLAUSES = re.compile(
    r"(?<!\bSt)(?<!\bSte)(?<!\bFt)(?<!\bMt)(?<!\b[A-Z])[.;!?]+(?= |$)| - |: |, (?=(?:we|i|no|which|who)\b)"
    r"|, (?:but|although|though|while|yet|so|and)\b| (?:but|however|although|though|and|plus) ",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]+(?:['.,-][^\W_]+)*")


def regex(pattern: str) -> re.Pattern[str]:
    """A pattern in small or capital letters; texts have single spaces."""
    return re.compile(pattern, re.IGNORECASE)


class Text:
    """A request in one kind of quote, dash and space; what a reader understands it marks as explained."""

    def __init__(self, query: str) -> None:
        """Nothing is explained yet."""
        lines = re.sub(r"(?<![.,;:!?\s])[ \t]*\n\s*", "; ", query.translate(_TYPOGRAPHY).strip())
        self.plain = " ".join(lines.split())
        self._explained = bytearray(len(self.plain))

    def explain(self, start: int, end: int) -> None:
        """Mark a stretch as understood."""
        self._explained[start:end] = b"\1" * (end - start)

    def find(self, *shapes: re.Pattern[str]) -> list[re.Match[str]]:
        """All matches, which are explained by it."""
        found = [match for shape in shapes for match in shape.finditer(self.plain)]
        for match in found:
            self.explain(*match.span())
        return found

    def clauses(self) -> Iterator[tuple[int, int]]:
        """Where each clause begins and ends."""
        at = 0
        for match in _CLAUSES.finditer(self.plain):
            yield at, match.start()
            at = match.end()
        yield at, len(self.plain)

    def unexplained_clauses(self, plain_words: frozenset[str]) -> list[str]:
        """Clauses in which something is neither explained nor a word that says nothing by itself."""
        return [
            self.plain[start:end].strip(" ,")
            for start, end in self.clauses()
            if not all(self._is_plain(word, plain_words) for word in _WORDS.finditer(self.plain, start, end))
        ]

    def _is_plain(self, word: re.Match[str], plain_words: frozenset[str]) -> bool:
        parts = re.split(r"['.,-]", word[0].lower())
        return all(self._explained[slice(*word.span())]) or plain_words.issuperset(parts)


def number(text: str) -> float:
    """The value of what `COUNT` or `AMOUNT` matches."""
    plain = text.lower().replace(",", "")
    if plain in _WORDS_OF_NUMBERS:
        return 1 + _WORDS_OF_NUMBERS.index(plain)
    return float(plain.rstrip("k ")) * (1000 if plain.endswith("k") else 1)
