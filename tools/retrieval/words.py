"""Words for the index: split as people and programmers write them, without what every request says, and stemmed."""

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_VOWEL = re.compile(r"[aeiouy]")
_MAX_WORD = 40

_CLOSED = """
a about above after again all also am an and any are as at be because been before being below between both but by can
could d did do does doing down during each few for from further had has have having he her here hers him his how i if in
into is it its itself let ll m me more most my myself no nor not of off on once only or other our ours out over own re s
same she should so some such t than that the their them then there these they this those through to too under until up
us ve very was we were what when where which while who whom why will with would you your yours
"""
_OF_REQUESTS = """
additionally assist check details fetch find get give help include including information interested know latest like
looking need plan planning please provide retrieve show suggest tell thank thanks use using want
"""
STOP = frozenset((_CLOSED + _OF_REQUESTS).split())
"""Words of the grammar, and what requests say whatever they ask for: nothing is found by them."""


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order; `camelCase`, `snake_case` and `v2` come apart."""
    words = (word.lower() for word in _WORD.findall(_JOINT.sub(" ", text)))
    return [stem(word[:_MAX_WORD]) for word in words if word not in STOP and (len(word) > 1 or not word.isascii())]


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Return an English word without plural, `-ing`, `-ed` and a final vowel; words of other scripts as they are."""
    if len(word) <= 3 or not word.isascii():
        return word
    word = singular(word)
    for suffix in ("ing", "ed"):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and _VOWEL.search(word[: -len(suffix)]):
            word = word[: -len(suffix)]
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def singular(word: str) -> str:
    """Return an English noun without its plural ending."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
