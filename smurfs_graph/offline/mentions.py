"""What a text names: quotes, identifiers, e-mails, dates, times, numbers and proper names, each with its surroundings."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from smurfs_graph.offline import words
from smurfs_graph.offline.bounds import Bound as Bound
from smurfs_graph.offline.bounds import bound_of
from smurfs_graph.offline.currencies import CODES, CURRENCIES, NATIONAL, NATIONS
from smurfs_graph.offline.dates import MONTHS, WEEKDAYS, find_dates, is_first_name
from smurfs_graph.offline.lexicon import ENGLISH_PARTS, NUMBERED, PEOPLE
from smurfs_graph.offline.number_words import CENTS, PARTED, SPELT, SPELT_RUN, SPELT_WORD, amount, parted, spelt
from smurfs_graph.offline.patterns import (
    CAPS_ID,
    DIGITS_ID,
    DOTTED,
    EMAIL,
    FILE,
    HYPHENATED,
    ID,
    LETTERED,
    LONG_NUMBER,
    MODEL,
    NAME_WORD,
    NOT_ID,
    NOT_LETTERED,
    NUMBER,
    NUMBERED_NAME,
    PHONE,
    PLATE,
    QUOTES,
    SPACED_ID,
    STREET,
    URL,
)

Kind = Literal[
    "quote", "email", "url", "phone", "id", "date", "month", "time", "datetime", "number", "name", "code", "words"
]

PREPOSITIONS = words.listed(
    """
    in on at to from for with by of near around about between within into under over until till before after since
    as against than per via through towards toward inside outside regarding concerning using versus vs
    """
)
_DETERMINERS = words.listed(
    """
    the a an this that these those my our your his her its their same is are was were
    """
)
_SUBJECTS = frozenset(["who", "that", "it", "he", "she", "they"])
LINKS = words.listed("number no id ids nr code reference ref named called titled with the named: # s")
_SIGN = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_CONTRACTED = words.listed(
    """
    i'll i'd i'm i've you'll you'd you're we'll we'd we're they'll they're it'd it'll
    """
)
_LABELS = PEOPLE | NUMBERED | words.stems("re question request reminder update sorry urgent booking")
_HAVING = words.listed("has have had is just only want wants need needs like")
_IMPERATIVES = words.listed(
    "enter offer enrol nominate dispatch allot redeem quote pitch lend hire ship deliver print warn block price deduct"
)
_DAY_PARTS = frozenset(MONTHS) | frozenset(day[:3] for day in WEEKDAYS) | WEEKDAYS
_FIRM = re.compile(
    r"(?: [A-Z][\w'-]+){2,4} (?:says?|said|is|are|was|has|have|had|wants?|needs?|asks?|asked|would|will|rang|called|wrote|owes?)\b"
)
_TITLE = words.listed("dr. mr. mrs. ms. st. prof. mt. dr mr mrs ms prof jr. sr.")
_JOINERS = words.listed("of de la del van von der den da di du le al el los las les des dos")


@dataclass(frozen=True)
class Mention:
    """One value that a text names."""

    kind: Kind
    value: str
    """The value as written, or its ISO form for a date or a time; "" where that cannot be known."""
    start: int
    end: int
    before: tuple[str, ...] = ()
    """Up to six words before it, in lower case, the nearest last."""
    after: tuple[str, ...] = ()
    """Up to four words behind it, in lower case."""
    possessive: bool = False
    number: float | None = None
    bound: Bound = ""
    currency: str = ""

    @property
    def preposition(self) -> str:
        """The preposition that governs it ("from" in "from the city of Oslo" is not: there it is "of")."""
        for word in reversed(self.before[-4:]):
            if word in PREPOSITIONS:
                return word
            if word[-1].isdigit() and self.kind in ("date", "month", "time", "datetime"):
                return ""
            if word in words.STOP and word not in _DETERMINERS:
                return ""
        return ""

    @property
    def direct_preposition(self) -> str:
        """The preposition right before it, a determiner aside."""
        near = [word for word in self.before[-2:] if word not in _DETERMINERS]
        return near[-1] if near and near[-1] in PREPOSITIONS else ""

    @property
    def titled(self) -> bool:
        """Whether it is the name of a person with a title."""
        return self.kind == "name" and self.value.split(" ", 1)[0].lower() in _TITLE

    @property
    def noun_before(self) -> bool:
        """Whether the first label stands where only a noun can: behind an article, a preposition or a possessive."""
        plain = [word for word in self.before if word not in LINKS]
        return len(plain) > 1 and (
            plain[-2] in _DETERMINERS - {"is", "are", "was", "were"} or plain[-2] in PREPOSITIONS
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The stems of the words that say what it is: "order" in "order number B-1042", nearest first."""
        found: list[str] = []
        for at in range(len(self.before) - 1, -1, -1):
            word = self.before[at]
            if at and self.before[at - 1] in _SUBJECTS:
                break
            if word in ("with", "the") and at == len(self.before) - 1:
                break
            if not found and (word in LINKS or (word == "of" and self.kind == "number")):
                continue
            if word in words.STOP or word in PREPOSITIONS or word in WEEKDAYS:
                break
            found.append(words.stem(word))
        return tuple(found[:3])


@lru_cache(maxsize=256)
def find_mentions(text: str) -> tuple[Mention, ...]:
    """Everything that a text names, in order; no two overlap."""
    finder = _Finder(text)
    finder.patterns()
    finder.dates()
    finder.identifiers()
    finder.numbers()
    finder.names()
    finder.currencies()
    return tuple(sorted(finder.found, key=lambda mention: (mention.start, mention.value)))


class _Finder:
    """Collects mentions over one text; earlier rules win where two overlap."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.taken = bytearray(len(text))
        self.found: list[Mention] = []

    def add(
        self, kind: Kind, value: str, start: int, end: int, number: float | None = None, currency: str = ""
    ) -> None:
        """Records one mention unless its place is taken."""
        if any(self.taken[start:end]) or start >= end:
            return
        self.taken[start:end] = b"\1" * (end - start)
        left, right = self.text[max(0, start - 120) : start], self.text[end : end + 80]
        right_part = re.split(r"[.;!?](?:\s|$)|\n", right, maxsplit=1)[0]
        left_part = re.split(r"(?<!\bdr)(?<!\bmr)(?<!\bno)(?<!\bnr)(?<!\bNo)[.;!?]\s|\n", left)[-1]
        self.found.append(
            Mention(
                kind, value, start, end,
                before=tuple(words.words(left_part)[-6:]),
                after=tuple(words.words(right_part.removeprefix("'s").removeprefix("’s"))[:4]),
                possessive=right.startswith(("'s", "’s", "' ", "’ ")) and kind in ("name", "id", "code", "quote"),
                number=number,
                bound=bound_of(left.lower(), right.lower()) if number is not None else "",
                currency=currency,
            )
        )  # fmt: skip

    def patterns(self) -> None:
        """Quotes, addresses and files: what is marked by its form alone."""
        for match in QUOTES.finditer(self.text):
            value = next(group for group in match.groups() if group is not None)
            self.add("quote", value.strip(), match.start(), match.end())
        for kind, pattern in (("email", EMAIL), ("url", URL), ("phone", PHONE), ("quote", FILE)):
            for match in pattern.finditer(self.text):
                self.add(kind, match[0], match.start(), match.end())  # pyright: ignore[reportArgumentType]

    def dates(self) -> None:
        """Dates, months and times."""
        for when in find_dates(self.text):
            self.add(when.grain, when.iso, when.start, when.end)

    def identifiers(self) -> None:
        """Tokens such as B-1042 or LH123."""
        for match in STREET.finditer(self.text):
            self.add("name", match[0], match.start(), match.end())
        for match in MODEL.finditer(self.text):
            first = match[0].split()[0].lower()
            if not _starts_sentence(self.text, match.start()) and first not in words.STOP:
                self.add("name", match[0], match.start(), match.end())
        for match in NUMBERED_NAME.finditer(self.text):
            first = match[0].split()[0].lower()
            if not (
                _starts_sentence(self.text, match.start())
                or first in words.STOP
                or first in MONTHS
                or first in WEEKDAYS
            ):
                self.add("name", match[0], match.start(), match.end(), number=float(match["number"]))
        for match in SPACED_ID.finditer(self.text):
            self.add("id", match[0], match.start(), match.end())
        shouted = self.text.isupper()
        for match in LETTERED.finditer(self.text):
            if not (shouted or match["letters"] in CODES or match["letters"] in NOT_LETTERED):
                self.add("id", match[0], match.start(), match.end())
        for match in DIGITS_ID.finditer(self.text):
            self.add("id", match[0], match.start(), match.end())
        for match in LONG_NUMBER.finditer(self.text):
            self.add("id", match[0], match.start(), match.end(), number=float(match[0]))
        for match in ID.finditer(self.text):
            token = match[0]
            bare = token.removeprefix("#")
            has_letter = any(letter.isalpha() for letter in bare)
            if token.startswith("#") and bare.isdigit():
                self.add("id", bare, match.start(), match.end(), number=float(bare))
            elif (NOT_ID.fullmatch(bare) is None or PLATE.fullmatch(bare)) and (
                has_letter or re.fullmatch(r"\d+(?:[-/]\d+)+", bare)
            ):
                self.add("id", bare, match.start(), match.end())
        for match in DOTTED.finditer(self.text):
            if match[0] not in ("e.g", "i.e", "a.m", "p.m"):
                self.add("id", match[0], match.start(), match.end())
        for match in HYPHENATED.finditer(self.text):
            formed = match[0].endswith(("ed", "ing", "ly", "er", "less", "free"))
            formed = formed or any(part in _DAY_PARTS for part in match[0].split("-"))
            if not formed and not any(part in ENGLISH_PARTS for part in match[0].split("-")):
                self.add("name", match[0], match.start(), match.end())
        for match in CAPS_ID.finditer(self.text):
            self.add("id", match[0], match.start(), match.end())

    def numbers(self) -> None:
        """Numbers in digits and, up to twenty, in words."""
        for match in CENTS.finditer(self.text):
            self.add("number", f"{amount(match):g}", *match.span("whole"), amount(match))
            start, end = match.span("cents" if match["cents"] else "coins")
            self.taken[start:end] = b"\1" * (end - start)
        for match in PARTED.finditer(self.text):
            number, unit = parted(match)
            self.add("number", f"{number:g}", match.start(), match.end(), number)
            if unit and self.found[-1].start == match.start():
                self.found[-1] = replace(self.found[-1], after=(unit, *self.found[-1].after))
        for match in NUMBER.finditer(self.text):
            plain = re.sub(r"[,\s]", "", match["value"])
            value = float(plain)
            value *= {"k": 1e3, "m": 1e6}.get((match["scale"] or "").lower(), 1)
            if match["scale"] and match["scale"] in "mM" and not match["sign"]:
                value /= 1e6
            sign = _SIGN.get(match["sign"] or match["tail"] or "", "")
            start = match.start("sign") if match["sign"] else match.start("value")
            self.add("number", plain, start, match.end(), value, sign)
            if match["tail"] == "%" and self.found and self.found[-1].start == start:
                self.found[-1] = replace(self.found[-1], after=("percent", *self.found[-1].after))
        for match in SPELT_RUN.finditer(self.text):
            several = " " in match[0].strip() or "-" in match[0]
            if several and not self._titles(match) and (number := spelt(match[0])) is not None:
                self.add("number", f"{number:g}", match.start(), match.end(), number)
        for match in SPELT_WORD.finditer(self.text):
            if not self._titles(match) and (match[0].lower() != "one" or self._counts(match)):
                number = float(SPELT[match[0].lower()])
                self.add("number", str(int(number)), match.start(), match.end(), number)

    def _titles(self, match: re.Match[str]) -> bool:
        """Whether a number word opens or ends a name: "the Three Fjords tour"."""
        beside = re.match(r" [A-Z][a-z]", self.text[match.end() :]) and not _starts_sentence(self.text, match.start())
        return match[0][0].isupper() and bool(beside or re.search(r"[a-z] [A-Z][a-z]+ $", self.text[: match.start()]))

    def _counts(self, match: re.Match[str]) -> bool:
        """Whether "one" is a number here: "one ticket", not "the cheapest one" or "one of"."""
        before = words.words(self.text[max(0, match.start() - 30) : match.start()])[-1:]
        after = words.words(self.text[match.end() : match.end() + 30])[:1]
        plain = bool(after) and after[0] not in words.STOP and after[0] not in PREPOSITIONS
        aside = self.text[: match.start()].rstrip()[-1:] in (",", "(", "+")
        return plain and (
            not before
            or aside
            or before[0] == "and"
            or before[0] in PREPOSITIONS | _HAVING
            or words.is_asking(before[0])
            or bool(words.action_groups(before[0]))
        )

    def names(self) -> None:
        """Runs of capitalised words, the first word of a sentence aside where it may be an ordinary one."""
        run: list[re.Match[str]] = []
        for match in NAME_WORD.finditer(self.text):
            if any(self.taken[match.start() : match.end()]):
                self._close(run)
                run = []
                continue
            joint = self.text[run[-1].end() : match.start()] if run else " "
            if run and not (joint in (" ", "' ", "’ ") or (joint == " & " and match[0][0].isupper())):
                self._close(run)
                run = []
            if match[0][0].isupper() and not self._ordinary(match, bool(run)):
                run.append(match)
                if match[0].endswith(".") and match[0].lower() not in _TITLE and len(match[0]) > 2:
                    self._close(run)
                    run = []
            elif run and (match[0] in _JOINERS or (match[0] == "the" and self._titled_after(match.end()))):
                run.append(match)
            else:
                self._close(run)
                run = []
        self._close(run)

    def _titled_after(self, at: int) -> bool:
        """Whether a capitalised word follows, as in "All the Way Down"."""
        return bool(re.match(r" [A-Z][a-z]+ [A-Z][a-z]", self.text[at : at + 60]))

    def _firm_after(self, at: int) -> bool:
        """Whether "The" opens a name: two capitalised words and then what somebody says, is or does."""
        return bool(_FIRM.match(self.text, at))

    def _ordinary(self, match: re.Match[str], inside: bool) -> bool:
        word = match[0].rstrip(".").lower().replace("’", "'")
        if word in _CONTRACTED:
            return True
        if match[0] in ("A", "An") and not inside and not _starts_sentence(self.text, match.start()):
            return not re.match(
                r" [A-Z][a-z]+ (?:of |in |at |on |to |and |for )?[A-Z]", self.text[match.end() : match.end() + 40]
            )
        base = word.removesuffix("'s")
        if "-" in base and all(part in _DAY_PARTS for part in base.split("-")):
            return True
        if (
            match[0] in ("I", "A")
            or (base in MONTHS and base != "may" and not is_first_name(self.text, *match.span()))
            or base.removesuffix("s") in WEEKDAYS
            or base in NATIONS
        ):
            return not inside or base in ("i",)
        if base == "the" and not inside and re.match(r" [A-Z]", self.text[match.end() : match.end() + 2]):
            return _starts_sentence(self.text, match.start()) and not self._firm_after(match.end())
        if inside or not _starts_sentence(self.text, match.start()):
            return base in words.STOP and not (match[0].isupper() and len(base) > 1) and not inside
        if match[0].lower() in _TITLE:
            return False
        follows = self.text[match.end() : match.end() + 40]
        if (
            base in words.STOP
            or words.is_asking(base)
            or words.action_groups(base)
            or base in PREPOSITIONS
            or base in words.VERBS
            or base in _IMPERATIVES
        ):
            return True
        if words.stem(base) in _LABELS and not STREET.match(f"1 {self.text[match.start() : match.end() + 40]}"):
            return True
        return not (word.endswith("'s") or re.match(r" (?:& )?[A-Z][a-z]", follows) or match[0].isupper())

    def _close(self, run: list[re.Match[str]]) -> None:
        while run and run[-1][0] in (*_JOINERS, "the"):
            run.pop()
        if not run:
            return
        start, end = run[0].start(), run[-1].end()
        value = self.text[start:end]
        if value.endswith(".") and value.split()[-1].lower() not in _TITLE:
            value = value[:-1]
        for ending in ("'s", "’s"):
            value = value.removesuffix(ending)
        end = start + len(value)
        is_code = value.isupper() and value.isalpha() and 2 <= len(value) <= 5
        if value.lower() in ("id", "ok", "am", "pm"):
            return
        self.add("code" if is_code else "name", value, start, end, currency=value if value in CODES else "")

    def currencies(self) -> None:
        """Currencies named in words: "euros", "Canadian dollars"."""
        previous, start = "", 0
        for match in NAME_WORD.finditer(self.text):
            word = match[0].lower().rstrip(".")
            base = "".join(word.removesuffix("s")) if word not in CURRENCIES else word
            national = NATIONAL.get((previous, base))
            code = national or CURRENCIES.get(base)
            if code and word != "real" and word != "won":
                self.add("code", code, start if national else match.start(), match.end(), currency=code)
            previous, start = word, match.start()


def _starts_sentence(text: str, position: int) -> bool:
    before = text[max(0, position - 4) : position].rstrip(" \"'“(")
    return not before or before[-1] in ".!?:\n-•*"
