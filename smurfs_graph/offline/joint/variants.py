"""Other cuts of what a text names: names that small words join or plain nouns complete, and the noun phrases of a text.

They are candidates of the second rank: what is learnt of values judges them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import MONTHS, WEEKDAYS
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.joint.lists import singular
from smurfs_graph.offline.lexicon import ORDINARY, PEOPLE
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention
from smurfs_graph.offline.select import SUPERLATIVE
from smurfs_graph.offline.titles import stretched

MOST = 60
"""How many other cuts of one text are tried."""
_MOST_WORDS, _MOST_JOINED, _MOST_GROWN = 4, 3, 2
_JOINT = re.compile(r" (?:and|&|of|in|on|at|with|for|to|from|or|without)(?: (?:the|a|an|our|my))? | (?:the|a) ")
_INSIDE = re.compile(r" (?:of|in|at|on|from|for|with|and)(?: the)? ")
_TOKEN = re.compile(r"\d{1,3}[a-z]{1,3}\b|[^\W\d_]+(?:[-'’][^\W_]+)*|[^\w\s]|\d+")
_CONTRACTED = re.compile(r"['’](?:ve|ll|re|d|m|t|s)$")
_HONORIFIC = words.listed("dr mr mrs ms st prof sir lady lord")
_RANKS = words.listed("first second third last next other same whole total number numbers pair kind kinds sort sorts")
_TIMES = frozenset(MONTHS) | WEEKDAYS
_NOT_NOUN = words.listed(
    "please pls thanks thank ok okay hello hi hey sorry yes no there here now then just also only too today tomorrow "
    "has have had was were been being am are is does did would could should might shall got gets wants needs asks says "
    "said came went rang wrote called goes comes looks takes starts ends runs opens closes leaves"
)


def variants(document: Document, text: str, found: Sequence[Mention]) -> tuple[Mention, ...]:
    """What a text may name beside its mentions, each with the words around it; the likelier cuts first."""
    names = [one for one in found if one.kind in ("name", "code", "id") and one.end <= len(text)]
    hidden = bytearray(len(text))
    for one in found:
        if one.kind != "words":
            hidden[one.start : one.end] = b"\1" * (one.end - one.start)
    told = {(one.start, one.end, one.value) for one in found}
    kept: dict[tuple[int, int, str], Mention] = {}
    for one in (*_of_names(names, text), *_openings(text, hidden), *_phrases(document, text, hidden)):
        for each in (one, *_singular(one)):
            key = (each.start, each.end, each.value)
            if key not in told and each.value and len(kept) < MOST:
                kept.setdefault(key, each)
    kept |= {
        (each.start, each.end, each.value): each for one in found if one.kind == "words" for each in _singular(one)
    }
    return tuple(kept.values())


def _cut(mention: Mention, text: str, start: int, end: int) -> Mention:
    one = stretched(mention, text, start, end)
    return replace(one, number=None, possessive=text.startswith(("'s", "’s"), end), bound="", currency="")


def _of_names(names: Sequence[Mention], text: str) -> Iterator[Mention]:
    """Names joined, opened by "The", completed by nouns or a number, and parts of them."""
    for at, one in enumerate(names):
        yield from _opened(one, text)
        end = one.end
        for other in names[at + 1 : at + _MOST_JOINED]:
            if not _JOINT.fullmatch(text[end : other.start]) or one.kind != "name" or other.kind != "name":
                break
            end = other.end
            joined = _cut(one, text, one.start, end)
            yield joined
            yield from _opened(joined, text)
        yield from _grown(one, text)
        yield from _parts(one, text)


def _opened(one: Mention, text: str) -> Iterator[Mention]:
    if text[max(0, one.start - 4) : one.start] == "The " and one.kind == "name":
        yield _cut(one, text, one.start - 4, one.end)


def _grown(one: Mention, text: str) -> Iterator[Mention]:
    """A name with the nouns, the number or the single letters behind it: "Fog bell", "Breeze 10", "LX-7 plasma A"."""
    end = one.end
    owned = re.match(r"['’]s(?= [a-z])", text[end : end + 4])
    end += len(owned[0]) if owned and one.kind == "name" else 0
    for _ in range(_MOST_GROWN):
        behind = re.match(r" (?P<word>[a-z]{3,20}|[A-Z]{1,4}|\d{1,4})(?![\w:/-]|[.,]\d)", text[end : end + 24])
        if behind is None or not _noun(behind["word"]):
            return
        end += behind.end()
        yield _cut(one, text, one.start, end)


def _parts(one: Mention, text: str) -> Iterator[Mention]:
    """A name without its article, title or number, and what stands on the sides of a small word within it."""
    if one.value != text[one.start : one.end] or one.kind == "code":
        return
    first, _, rest = one.value.partition(" ")
    low = first.lower().rstrip(".")
    if rest and (low in ("the", "a", "an", *_HONORIFIC) or words.stem(low) in PEOPLE):
        yield _cut(one, text, one.end - len(rest), one.end)
    if tail := re.search(r" \d{1,4}$", one.value):
        yield _cut(one, text, one.start, one.end - len(tail[0]))
        number = _cut(one, text, one.end - len(tail[0]) + 1, one.end)
        yield replace(number, kind="number", number=float(number.value))
    if inner := _INSIDE.search(one.value):
        yield _cut(one, text, one.start, one.start + inner.start())
        yield _cut(one, text, one.start + inner.end(), one.end)


def _openings(text: str, hidden: bytearray) -> Iterator[Mention]:
    """A capitalised word at the beginning of a sentence that may be a name: "Biscuit, the dog of …"."""
    for match in re.finditer(r"(?:^|(?<=[.?!:] )|(?<=\n))(?P<word>[A-Z][^\W\d_]{2,20})(?!\w|['’-]\w)", text):
        low = match["word"].lower()
        plain = _does(low) or words.stem(low) in ORDINARY or low.endswith("ly")
        if not hidden[match.start()] and _noun(low) and not plain:
            yield _cut(Mention("name", match["word"], match.start(), match.end()), text, match.start(), match.end())


def _phrases(document: Document, text: str, hidden: bytearray) -> Iterator[Mention]:
    """The noun phrases in small letters, whole and without what the document itself says at their ends."""
    said = {
        *document.tool.name_words,
        *document.tool.nouns,
        *(word for one in document.parameters for word in one.words),
    }
    options = (str(option) for one in document.parameters for option in one.options)
    said |= {words.stem(word) for option in options for word in words.identifier_words(option)}
    run: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        free = not any(hidden[match.start() : match.end()])
        if free and match[0][0].isalnum() and not match[0].isdigit() and _noun(match[0]):
            run.append(match.span())
            continue
        yield from _cuts(run, text, said)
        run = []
    yield from _cuts(run, text, said)


def _cuts(run: Sequence[tuple[int, int]], text: str, said: set[str]) -> Iterator[Mention]:
    """A run of nouns: whole, and cut where it begins or ends in what the document says or in what acts."""
    first, last = 0, len(run)
    if not run:
        return
    ends: list[tuple[int, int]] = [(first, last)] if last <= _MOST_WORDS else []
    while last - first > 1 and _aside(text[slice(*run[last - 1])], said):
        last -= 1
        ends.append((first, last))
    while last - first > 1 and _aside(text[slice(*run[first])], said):
        first += 1
        ends += [(first, last), (first, len(run))]
    for low, high in dict.fromkeys(ends):
        start, end = run[low][0], run[high - 1][1]
        own = [words.stem(word) for word in words.words(text[start:end])]
        if high - low <= _MOST_WORDS and not set(own) <= said and not (high - low == 1 and _does(text[start:end])):
            yield _cut(Mention("words", text[start:end], start, end), text, start, end)


def _aside(word: str, said: set[str]) -> bool:
    """Whether a word at the end of a run may be none of the thing's name."""
    low = word.lower()
    stem = words.stem(low)
    return stem in said or _does(low) or stem in ORDINARY or low.endswith(("ed", "ing", "ly"))


def _does(word: str) -> bool:
    """Whether a word asks or acts, or ranks: no thing's name by itself."""
    low = word.lower()
    acts = low in words.VERBS or bool(words.action_groups(low)) or words.is_asking(low)
    return acts or bool(SUPERLATIVE.fullmatch(low)) or low in _RANKS


def _noun(word: str) -> bool:
    """Whether a word may be a noun or an adjective of a name."""
    low = word.lower()
    small = low in words.STOP or low in PREPOSITIONS or low in _NOT_NOUN or low.removesuffix("s") in _TIMES
    return not (small or low in MONTHS or _CONTRACTED.search(low)) and len(low) < 25


def _singular(one: Mention) -> Iterator[Mention]:
    """The same with its last noun in the singular: "two club sandwiches" are of one sort."""
    if one.kind in ("words", "name") and (value := singular(one.value)) != one.value:
        yield replace(one, value=value)
