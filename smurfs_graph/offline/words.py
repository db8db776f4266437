"""Plain English as far as the rules know it: words of the grammar, verbs that ask, and verbs that act."""

import re

from smurfs_graph.tools.retrieval.words import singular
from smurfs_graph.tools.retrieval.words import stem as stem_of


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


ARTICLES = word_set("the a an all")
FUNCTION = ARTICLES | word_set("of and is are do does has have me us i please pls plz what which")
"""Words that mean nothing by themselves: they need neither a tool's document nor a value to account for them.

A preposition is none of them: "by price" asks for an order, and "to Bern" for a way.
"""
ASKING = word_set("find get search list look up show tell give fetch display retrieve say know like want need let's")
"""Verbs with which a part of a request begins, whatever it asks for."""
LOOKING_UP = ASKING | word_set(
    """
    query check count name read view calculate compute convert compare estimate describe track browse lookup is has
    how what which who when where days today
    """
)
"""First words of the name or the document of a tool that changes nothing."""
ACTS = word_set(
    """
    accept activate add apply approve archive arrange assign ban block book borrow buy call cancel change charge clear
    close commit confirm copy create deactivate debit delete deploy deposit disable dismiss drop edit email enable
    enrol enroll execute extend file fire forward grant hire hold insert install invite invoice issue join kill launch
    leave lock log mail make mark merge message modify move notify open order pause pay place post print process
    publish purchase push put raise rebook record redeem refund register reject release remind remove rename renew
    rent repair replace report request reschedule reserve reset restart restore return reverse revoke run save
    schedule sell send set share ship sign start stop submit subscribe suspend swap switch text top transfer trigger
    turn uninstall unlock unsubscribe update upgrade upload use validate void wire withdraw write
    """
)
"""Verbs that change something; a tool that begins with one is called only where the request does, too."""
BACK = word_set("it its they them their those these this that he she him his her here there one ones same")
"""Words that stand for something named before."""
ROLES = word_set("of in on at from for to by with near between about into until till since via within around during as")
"""Prepositions that may stand before a value; a parameter has to want each of them."""
CLOSED = FUNCTION | BACK | ROLES | word_set(
    """
    who
    no not never none neither nor without unless if except excluding including but or instead otherwise rather than then
    only maybe perhaps avoid any some such every each both either other another else too also yet still again already
    even just once twice per versus plus minus less fewer more most least much many often over under above below before
    after between beyond against along across behind beside besides toward through throughout out off up down while
    because so though although whether when where why how whose can could cannot will would shall should may might must
    was were been being had did am you your now soon later first last second third half double
    somebody someone something anybody anyone anything everybody everyone everything nobody nothing
    """
)  # fmt: skip
"""Words of the grammar: a tool's document has them without explaining what they do in a request."""
FROM = word_set("from origin start starting departure source begin beginning pickup checkin")
TO = word_set("to destination end ending goal arrival target finish dropoff checkout")
PLACES = word_set(
    "city place location country town area region state station where venue airport island district address port"
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
}
QUOTED = re.compile(r"(?<!\w)(?:'(?:[^']|(?<=\w)'(?=\w))+'|\"[^\"]+\"|“[^”]+”|‘[^’]+’)(?!\w)")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d[\w.,]*")
_HAN = r"[\u3400-\u9fff]"
"""A sign of Chinese: it has no blanks, so that a value may begin and end with any."""
_LETTER = r"[^\W\u3400-\u9fff]"
_JOINT = r"[-/\\.:@+&\u2013'’]"
"""What makes one of the letters and digits around it: srv-mail, 2024/118, a.txt, O'Brien."""
_POSSESSIVE = rf"['’]s(?!{_LETTER})"
_UNCUT = rf"{_LETTER}+(?:(?!{_POSSESSIVE}){_JOINT}+{_LETTER}+)*|{_HAN}+"
UNCUT = re.compile(_UNCUT)
"""A word, a number, an identifier, a path or a date, whatever joins its parts."""
_WITH_OWNERS = re.compile(rf"(?:{_UNCUT})(?:{_POSSESSIVE})?")
_PARTS = re.compile(r"[-/\\.:@+&_\u2013]")
_BEGINS = re.compile(rf"(?={_HAN})|(?<!{_LETTER})(?<![^\s(\[]['’])(?<![-/\\.:@+&\u2013])")
_ENDS = re.compile(rf"(?<={_HAN})|(?!{_LETTER}|[/\\@+&#]|(?!{_POSSESSIVE}){_JOINT}+{_LETTER})")
_SPLIT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


CLAUSE_END = re.compile(
    r"[;:.,()\n]|\b(?:and|or|nor|not|never|no|without|except|excluding|but|unless|if|rather|instead)\b", re.IGNORECASE
)
"""End of a document's first clause: the text behind it is more than the tool does, or what it does not do."""


def tokens(text: str, start: int = 0) -> list[re.Match[str]]:
    """Return the words and numbers of a text from `start` on, where they stand."""
    return list(_TOKEN.finditer(text, max(0, start)))


def stands_whole(text: str, start: int, end: int) -> bool:
    """Return whether what stands there is no part of a longer word, identifier, number, path or date."""
    return bool(_BEGINS.match(text, start) and _ENDS.match(text, end))


def whole_tokens(text: str) -> list[re.Match[str]]:
    """Return the words, numbers and identifiers of a text, none of them cut: "srv-mail" is one, "O-5's" too."""
    return [match for match in _WITH_OWNERS.finditer(text) if stands_whole(text, *match.span())]


def parts_of(token: str) -> list[str]:
    """Return the parts of a token between its hyphens, slashes and the like, in small letters and without "'s"."""
    return [part for part in _PARTS.split(without_possessive(token.lower())) if part]


def said_words(text: str, own: frozenset[str] = frozenset()) -> list[str]:
    """Return the stems of a text's words; those within a token only where `own` has all of them: "round-trip"."""
    found: list[str] = []
    for match in whole_tokens(text):
        parts = [stem(part) for part in parts_of(match[0])]
        is_own = own.issuperset(parts) and len({*parts}) == len(parts)
        found += parts if is_own else [stem(match[0])]
    return found


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of an identifier: `find_stock`, `findStock` and `find-stock` have two."""
    return tuple(part.lower() for part in _SPLIT.split(name) if part)


def stem(word: str) -> str:
    """Return a word without its ending, so that "prices" and "price" are the same."""
    return stem_of(without_possessive(word.lower()))


def form(word: str) -> str:
    """Return a word in the singular: "prices" and "price" are the same, "priced" and "pricing" are not."""
    return singular(without_possessive(word.lower()))


def without_possessive(text: str) -> str:
    """Return a text without "'s" at its end."""
    return re.sub(r"['’]s?$", "", text)


def forms(text: str) -> tuple[str, ...]:
    """Return the words of a document's first clause, in their order and in the singular, without
    words of the grammar.
    """
    said = (match[0].lower() for match in tokens(CLAUSE_END.split(text, maxsplit=1)[0]))
    return tuple(form(word) for word in said if word not in CLOSED)


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words; those of identifiers in it, too."""
    return frozenset(stem(part) for match in tokens(text.replace("_", " ")) for part in name_words(match[0]))
