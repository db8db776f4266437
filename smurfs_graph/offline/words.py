"""Plain English as far as the rules know it: small words, verbs that ask, verbs that act, and words that forbid."""

import re

from smurfs_graph.tools.retrieval.words import stem as stem_of


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


ARTICLES = word_set("the a an my our your his her its their some any")
PREPOSITIONS = word_set(
    "of in on at from for to by with near between about into until since via within around during as"
)
SMALL = ARTICLES | PREPOSITIONS | word_set(
    """
    i me we us you is are was were be been am do does did has have had can could would will shall should may might
    what which who whom whose when where how many much long often there and also then please now all every each both
    that it they them those these this he she him here one ones same
    """
)  # fmt: skip
"""Words that need no document to explain them."""
ASKING = word_set(
    "find get search list look up show tell give fetch see display retrieve say know like want need let's"
)
"""Verbs that ask for something to be found, whatever it is."""
LOOKING_UP = ASKING | word_set(
    """
    query check count name read view calculate compute convert compare estimate describe track browse lookup is has
    how what which who when where days today
    """
)
"""What the name or the document of a tool begins with that changes nothing."""
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
FORBIDDING = word_set(
    """
    not no never none neither nor without unless if except but or instead otherwise don't doesn't didn't isn't aren't
    won't wouldn't can't cannot rather only maybe perhaps avoid
    """
)
"""Words that turn a request round or set a condition, which rules cannot weigh."""
BACK = word_set("it its they them their those these this that he she him his her here there one ones same")
"""Words that stand for something named before."""
FROM = word_set("from origin start starting departure source begin beginning since pickup checkin first")
TO = word_set("to destination end ending goal arrival target until finish dropoff checkout last")
PLACES = word_set(
    "city place location country town area region state station where venue airport island district address port"
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
}
QUOTED = re.compile(r"(?<!\w)(?:'[^']+'|\"[^\"]+\"|“[^”]+”|‘[^’]+’)(?!\w)")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?|\d[\w.,]*")
_SPLIT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


def tokens(text: str) -> list[re.Match[str]]:
    """The words and numbers of a text, where they stand."""
    return list(_TOKEN.finditer(text))


def name_words(name: str) -> tuple[str, ...]:
    """The words of an identifier: `find_stock`, `findStock` and `find-stock` have two."""
    return tuple(part.lower() for part in _SPLIT.split(name) if part)


def stem(word: str) -> str:
    """A word without its ending, so that "prices" and "price" are the same."""
    return stem_of(re.sub(r"['’]s?$", "", word.lower()))


def stems(text: str) -> frozenset[str]:
    """The stems of a text's words; those of identifiers in it, too."""
    return frozenset(stem(part) for match in tokens(text.replace("_", " ")) for part in name_words(match[0]))
