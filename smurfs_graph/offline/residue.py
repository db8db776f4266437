"""The words of a text that neither a tool's document nor plain English explains: they are values, in lower case too."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import WEEKDAYS
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.lexicon import ORDINARY, PEOPLE
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.quantities import COUNTS, MEASURES
from smurfs_graph.offline.select import SUPERLATIVE

_TOKEN = re.compile(r"[^\W_]+(?:(?:-|['’](?!s\b))[^\W_]+)*|['’]s\b|[^\w\s]")
_SAMPLE = re.compile(
    r"\(?\b(?:e\.g\.|for example|for instance|such as|like)\s.*$|[\"'`][^\"'`]{1,60}[\"'`]", re.IGNORECASE | re.DOTALL
)
_COMMON = words.stems(
    """
    first second third last next look need please tell know make take work live go come use run hold happen cost
    seem keep start end begin exist belong stay serve full exact total current leave left goes comes gets lives
    often long much many far old big tall high warm cold heavy still already yet ever soon back away down kind sort
    type way thing place time day week month year today number amount set let find found call called see watch
    charge pay paid free good best bad possible available open close closed here there everything all whole complete
    new main same different certain specific anyone anybody someone somebody everyone responsible able allowed per
    each worth own person people get put do done being used have having mine ours yours myself urgent show give want
    whatever whoever whichever doing going coming beg
    because although unless whether either while whilst however therefore besides meanwhile another else sorry hopefully
    wonder afraid glad grateful thankful appreciate pleased curious promise nobody noone chap lady gentleman lad
    like help just also too so quick quickly currently right along including include
    """
)
_ASKED = re.compile(
    r"\b(?:which|what|how many|how much|(?:who|what|which|where) (?:is|are|was|were) (?:the|our|my)|(?:who|what)['’]s (?:the|our)) "
    r"(?P<word>[^\W\d_]+)(?: (?P<next>[^\W\d_]+))?",
    re.IGNORECASE,
)
"""What a question asks for; "which jazz concerts" asks for concerts."""
_CONTRACTED = re.compile(r"['’](?:ve|ll|re|d|m|t)$")
_LOOSE = words.listed(
    """
    next last first same other whole much many more most main current new cost costs lasts left per day week month
    year today tomorrow time times go goes going come comes leave leaves start starts end ends need needs please
    again still yet
    """
)
_NOUN_BEFORE = words.listed("the a an of in for with my our your his her its their some any")
_NOUNS_IN_LY = words.listed("jelly lily holly belly fly butterfly dragonfly firefly family assembly anomaly doily")
_ADJECTIVE = re.compile(
    r"(?:old|new|big|tall|high|low|lower|upper|cold|warm|good|open|main|little|great|black|white|red|green|blue)\s+$",
    re.IGNORECASE,
)


def unexplained(document: Document, text: str, found: Sequence[Mention]) -> tuple[Mention, ...]:
    """The runs of words of a text that are not explained, as mentions; brackets and superlatives are left aside."""
    hidden = bytearray(len(text))
    skip = [(one.start, one.end) for one in found]
    skip += [match.span() for match in re.finditer(r"\([^()]*\)", text)] + [
        match.span() for match in SUPERLATIVE.finditer(text)
    ]
    for start, end in skip:
        hidden[start:end] = b"\1" * (end - start)
    told = _told(document, text)
    runs: list[Mention] = []
    start = end = -1
    before = ""
    for match in _TOKEN.finditer(text):
        plain = not any(hidden[match.start() : match.end()]) and _is_new(match[0], before, told)
        if plain and start < 0:
            own = _ADJECTIVE.search(text[: match.start()])
            start = own.start() if own else match.start()
        if plain:
            end = match.end()
        elif start >= 0 and not (match[0].lower() == "of" and _goes_on(text, match.end(), hidden, told)):
            runs.append(_whole(text, start, end, hidden, told))
            start = -1
        before = match[0].lower()
    if start >= 0:
        runs.append(_whole(text, start, end, hidden, told))
    return tuple(runs)


def _whole(text: str, start: int, end: int, hidden: bytearray, told: tuple[str, ...]) -> Mention:
    """A run with the plain words that stand right beside it: "garden hose", "coffee machine"."""
    left = re.search(r"(?P<word>[a-z]{3,20}) $", text[:start])
    beyond = re.search(r"([^\W_]+) $", text[: left.start()]) if left else None
    if left and beyond and not any(hidden[left.start() : start]):
        noun = beyond[1].lower() in ("a", "an", "the")
        if beyond[1].lower() in _NOUN_BEFORE and _belongs(left["word"], told, noun=noun):
            start = left.start()
    right = re.match(
        r" (?P<word>[a-z]{3,20})(?=\W*$|[,.;?!]| (?:and|in|on|for|to|at|of|with|from|by|is|are|cost|costs)\b)",
        text[end:],
    )
    if right and _belongs(right["word"], told) and not any(hidden[end : end + right.end()]):
        end += right.end()
    return _mention(text, start, end)


def _belongs(word: str, told: tuple[str, ...], *, noun: bool = False) -> bool:
    """Whether a word may be part of a thing's name: a noun or an adjective that the document does not explain.

    `noun`: it stands between an article and a noun, where no verb can: "a sleeping bag", "a water pump".
    """
    small = word in words.STOP or word in PREPOSITIONS or word.endswith(("ly", "ed")) or word in _LOOSE
    verb = words.is_asking(word) or word in words.VERBS or bool(words.action_groups(word)) or word.endswith("ing")
    return not small and not (verb and not noun) and words.best_likeness(words.stem(word), told) < 0.7


def _goes_on(text: str, at: int, hidden: bytearray, told: tuple[str, ...]) -> bool:
    match = _TOKEN.search(text, at)
    return match is not None and not any(hidden[match.start() : match.end()]) and _is_new(match[0], "of", told)


def _told(document: Document, text: str) -> tuple[str, ...]:
    """The stems that the document speaks of, its examples aside, and the nouns beside the text's numbers."""
    parts = [
        one for two in document.parameters for one in (*two.words, *words.topic(_SAMPLE.sub(" ", two.description)))
    ]
    options = [
        words.stem(word)
        for two in document.parameters
        for one in two.options
        for word in words.identifier_words(str(one))
    ]
    beside = [words.stem(one.after[0]) for one in find_mentions(text) if one.number is not None and one.after]
    beside = [one for one in beside if len(one) < 3 or one in MEASURES | COUNTS | PEOPLE | ORDINARY]
    labels = [label for one in find_mentions(text) for label in one.labels[:1]]
    asked = [
        words.stem(match["word"].lower())
        for match in _ASKED.finditer(text)
        if words.stem((match["next"] or "").lower()) not in document.tool.nouns
    ]
    told = [*document.tool.name_words, *document.tool.description_words, *parts, *options, *beside, *labels]
    return tuple(dict.fromkeys([*told, *asked]))


def _is_new(token: str, before: str, told: tuple[str, ...]) -> bool:
    low = token.lower()
    if (
        not token[0].isalnum()
        or low.isdigit()
        or re.fullmatch(r"\d+s", low)
        or low in words.STOP
        or low in PREPOSITIONS
        or low.removesuffix("s") in WEEKDAYS
        or _CONTRACTED.search(low)
    ):
        return False
    stem = words.stem(low)
    if stem in _COMMON or stem in ORDINARY or words.is_asking(low) or words.best_likeness(stem, told) >= 0.7:
        return False
    verb = low in words.VERBS or bool(words.action_groups(low))
    return not (verb and before not in _NOUN_BEFORE) and (low in _NOUNS_IN_LY or not low.endswith("ly"))


def _mention(text: str, start: int, end: int) -> Mention:
    left, right = text[max(0, start - 120) : start], text[end : end + 80]
    return Mention(
        "words", text[start:end], start, end,
        before=tuple(words.words(re.split(r"[.;!?]\s|\n", left)[-1])[-6:]),
        after=tuple(words.words(re.split(r"[.;!?](?:\s|$)|\n", right)[0])[:4]),
    )  # fmt: skip
