"""A request as text of which every word is explained or not, and the numbers that people write in words."""

import re
from collections.abc import Iterator

ONES = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SMALL = dict(zip(ONES, range(1, 20), strict=True)) | dict(zip(TENS, range(20, 100, 10), strict=True))
_LARGE = {"hundred": 100, "thousand": 1000, "grand": 1000, "k": 1000}
_WORD = "|".join((*TENS, *reversed(ONES)))
COUNT = rf"(?:\d{{1,3}}|(?:{'|'.join(TENS)})-(?:{'|'.join(ONES[:9])})|{_WORD}|single)"
"""A pattern for a small number, in digits or as a word."""
AMOUNT = (
    r"(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ?(?:k|grand|thousand|hundred)\b)?"
    rf"|\b(?:{_WORD}|a(?= (?:hundred|thousand|grand)\b))(?:[ -](?:and )?(?:{_WORD}|hundred|thousand|grand))*\b)"
)
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
        found: list[str] = []
        for start, end in self.clauses():
            words = _WORDS.finditer(self.plain, start, end)
            if any(
                not all(self._explained[slice(*word.span())]) and not _says_nothing(word[0], plain_words)
                for word in words
            ):
                found.append(self.plain[start:end].strip(" ,"))
        return found


def _says_nothing(word: str, plain_words: frozenset[str]) -> bool:
    return all(part in plain_words for part in re.split(r"['.,-]", word.lower()))


def number(text: str) -> float:
    """The value of what `COUNT` or `AMOUNT` matches."""
    total, current = 0.0, 0.0
    for word in re.findall(r"[\d.]+|[a-z]+", text.lower().replace(",", "")):
        if word in _LARGE:
            current = max(current, 1) * _LARGE[word]
            if _LARGE[word] == 1000:
                total, current = total + current, 0.0
        elif word not in ("and", "a"):
            current += 1 if word == "single" else _SMALL.get(word) or float(word)
    return total + current
