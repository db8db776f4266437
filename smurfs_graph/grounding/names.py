"""Find the names in a statement: capitalised words that are no ordinary ones. Pure.

Only in languages that write names, and little else, with a capital and do not inflect them; in German, which writes
nouns so, only where two capitals follow each other.
"""

import re
from collections.abc import Iterator, Mapping, Set
from typing import Literal, NamedTuple

from smurfs_graph.grounding.days import MONTHS
from smurfs_graph.grounding.words import word_lists

Language = Literal["en", "de", "other", ""]
_FUNCTION_WORDS: Mapping[str, Set[str]] = {
    name: {*words.split()} for name, words in word_lists()["function_words"].items()
}
_SHORT = 4
"""Words of a text whose language its function words need not show."""
_ORDINARY = frozenset(word for words in word_lists()["ordinary"].values() for word in words.split())
_WORD = re.compile(r"(?<![^\W_\u2e80-\U0010ffff])(?<!\x00)[^\W\d_]++(?:['.&-]?[^\W\d_]++)*+(?![\d\x00])")
_BETWEEN = re.compile(
    r"\s(?:(?:of|the|de|da|di|do|du|des|del|della|der|den|van|von|zu|zum|y|e|la|le|las|los|al|el|bin|ibn)\s){0,2}|\s?&\s|-"
)
_START = re.compile(r"(?:^|[.:!?;|(\[\]{>=/\n\x00•…]|[-–—]\s|\s[\"“„«'])\s*$")
_NOT_ITS = re.compile(r"'s$|'$", re.IGNORECASE)
_LONGEST = 8
"""Words of one name."""


class Name(NamedTuple):
    """A name as it stands in a statement."""

    text: str
    words: tuple[str, ...]
    """The words with a capital."""
    start: int
    end: int
    begins: bool
    """It begins a sentence, so that its first word may be an ordinary one."""


def language_of(text: str) -> Language:
    """Return in which way a text writes names: "" where that cannot be told."""
    words = [word.lower() for word in _WORD.findall(text)]
    if not text.isascii() and sum(not _is_latin(word) for word in words) * 3 > len(words):
        return ""
    counted = {name: sum(map(known.__contains__, words)) for name, known in _FUNCTION_WORDS.items()}
    best = max(counted, key=lambda name: (counted[name], name == "de"))
    if counted[best] < max(2, len(words) // 10) and len(words) > _SHORT:
        return ""
    if not counted[best]:
        return "en"
    return "de" if best == "de" else "en" if best == "en" else "other"


def is_ordinary(word: str) -> bool:
    """Return whether a capitalised word is none that names something."""
    plain = word.casefold()
    return plain in _ORDINARY or plain in MONTHS or len(plain) < 2 or (plain.endswith("ly") and len(plain) > 6)


def read_names(text: str, language: Language) -> Iterator[Name]:
    """Yield the names of a normalised statement."""
    if not language:
        return
    words = [*_WORD.finditer(text)]
    at = 0
    while at < len(words):
        if not words[at][0][0].isupper():
            at += 1
            continue
        run = [words[at]]
        at += 1
        while at < len(words) and len(run) < _LONGEST:
            upper = next((n for n in range(at, min(at + 3, len(words))) if words[n][0][0].isupper()), None)
            if upper is None or not _goes_on(run[-1][0], text[run[-1].end() : words[upper].start()], words[upper][0]):
                break
            run.append(words[upper])
            at = upper + 1
        yield from _name(text, run, language)


def _goes_on(word: str, between: str, following: str) -> bool:
    """Return whether a name can go on behind a word; initials have a full stop."""
    if _NOT_ITS.search(word):
        return False
    if between in (". ", "."):
        return (len(word) < 3 or "." in word) and not is_ordinary(following)
    return _BETWEEN.fullmatch(between) is not None


def _name(text: str, run: list[re.Match[str]], language: Language) -> Iterator[Name]:
    """Yield the name in a run of capitalised words, without ordinary words at its ends; nothing where none is left."""
    begins = _START.search(_before(text, run[0])) is not None or run[0].start() == 0
    while run and is_ordinary(_NOT_ITS.sub("", run[0][0])):
        run, begins = run[1:], False
    while run and is_ordinary(_NOT_ITS.sub("", run[-1][0])):
        run = run[:-1]
    words = tuple(_NOT_ITS.sub("", word[0]) for word in run)
    if not words or (len(words) == 1 and (begins or language == "de" or (words[0].isupper() and len(words[0]) < 3))):
        return
    if language == "de" and re.search(r"[\d\x00]\s$", _before(text, run[0])):
        return  # an amount of something: "3 Liter Milch"
    yield Name(_NOT_ITS.sub("", text[run[0].start() : run[-1].end()]), words, run[0].start(), run[-1].end(), begins)


def _before(text: str, word: re.Match[str]) -> str:
    return text[max(0, word.start() - 4) : word.start()]


def _is_latin(word: str) -> bool:
    return all(sign < "\u0250" or "\u1e00" <= sign <= "\u1eff" for sign in word)
