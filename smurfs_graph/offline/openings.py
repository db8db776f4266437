"""What a sentence says beside its request: courtesies, tag questions, and requests that only point to one told before."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.mentions import find_mentions

_FRONT = r"(?P<front>^|[,;:–—] |\b(?:and|so|but|then|also) )"
_COURTESIES = (
    (re.compile(r"\b(I|we|he|she|they)((?:['’](?:d|ll|ve)| would| should| will| have|['’]m| am| was)?) also\b", re.I), r"\1\2"),
    (re.compile(r"\b((?:can|could|would|will) you)(?: (?:please|also|kindly|just|perhaps|possibly|maybe|then))+\b", re.I), r"\1"),
    (re.compile(r"\b(please) (?:also|then|just|kindly)\b", re.I), r"\1"),
    (
        re.compile(
            rf"{_FRONT}(?:I|we)(?:['’]d| would) (?:be (?:[a-z]+ )?(?:grateful|glad|happy|thankful|obliged|pleased)|appreciate it) if you (?:could|would|can) ",
            re.I,
        ),
        r"\g<front>please ",
    ),
    (re.compile(rf"{_FRONT}(?:so |very )?sorry (?:to|for|about) [^,.?!]{{2,60}},? but ", re.I), r"\g<front>"),
    (re.compile(rf"{_FRONT}what an? [a-z]+ [a-z]+[,!] (?=[A-Z])", re.I), r"\g<front>"),
    (re.compile(rf"{_FRONT}if I(?: remember| recall| am not mistaken|['’]m not mistaken)(?: rightly| correctly| right)?,? ", re.I), r"\g<front>"),
    (re.compile(rf"{_FRONT}it(?:['’]d| would) be (?:[a-z]+ )?[a-z]+ (?:if you (?:could|would)|to know) ", re.I), r"\g<front>"),
    (
        re.compile(
            rf"{_FRONT}(?:(?:would|could|can|will) you )?(?:please )?(?:be (?:so kind|kind enough|so good|good enough|able)(?: as)? to|help me(?: to)? (?=(?:find|get|see|check|book|work|look|understand)\b)) ?",
            re.I,
        ),
        r"\g<front>",
    ),
    (re.compile(rf"{_FRONT}(?:kindly|oh|ah|well|right|okay|anyway|actually),? ", re.I), r"\g<front>"),
    (re.compile(r"\b(?:while|whilst|since) (?:you['’]re|you are|we['’]re|we are) (?:at it|there|on it|in there),?\s*", re.I), ""),
)  # fmt: skip
_ASIDE = re.compile(
    r"[,–—]?\s*(?<![\w'’])(?:if (?:you don['’]t mind|I may|you would|you please|you can|you could|that['’]s (?:ok|okay|all right|possible)|possible)"
    r"|by the way|you see|when you (?:have|get) a (?:moment|minute|second|chance)|(?:so )?(?:please )?bear with me"
    r"|thanks? (?:ever )?so much|thank you (?:so|very) much|many thanks|no (?:hurry|rush)(?: at all| whatsoever)?)(?=\s*(?:[,.?!;–—]|$))",
    re.I,
)
_TAG = re.compile(
    r",\s*(?:(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n['’]t|is|are|was|were|do|does|did|has|have|had|can|could|will|would)"
    r" (?:it|there|he|she|they|we|you|i|this|that)(?: [a-z]+)?\s*\?\s*$",
    re.I,
)
_MIND = re.compile(r"(?:would|do) you mind (?=[a-z]+ing\b)", re.I)
_GERUND = re.compile(r"(^|\band |, )([a-z]{2,}ing)\b", re.I)
_COUNT = re.compile(
    r"(?:(?:just|only|i have|i['’]ve got|there are|we have) )*(?:an? (?:couple|few|bit)(?: of)?|one|two|three|four|five|some|several)\s+"
    r"(?:(?:more|other|quick|small|little|short|last|further|unrelated)\s+)*"
    r"(?:things?|questions?|matters?|points?|requests?|jobs?|items?|numbers?|figures?|bits?|favours?|favors?)\b[^,.:;?!]{0,40}\W*",
    re.I,
)
_HELP = re.compile(
    r"(?:(?:please|can|could|would|will|you|i|we|['’]d|need|want|like|love|some|your|a bit of|a little) ?)*\bhelp\b(?: (?:me|us))?(?: out)?(?: with [a-z ]{1,40})?(?: (?:please|here))?\W*",
    re.I,
)
_ELLIPTIC = re.compile(
    r"(?:and|also|plus)\b,? (?:the|an?|his|her|their|its)\b|(?:(?!\b(?:is|are|was|were)\b).)*\b(?:please|thanks)\W*$",
    re.I,
)
_GENERIC = re.compile(
    r"(?:(?:please|now|just|then|so|can|could|would|will|you|do) )*(?:find|look|check|see|do|sort|work|dig|get|handle|take care of|deal with)"
    r"(?: (?:out|up|into|on|at|for))?(?: (?:it|this|that|these|those|them|both|all|one|the (?:two|three|lot)|everything)){0,2}"
    r"(?: of (?:it|this|that|these|those|them))?(?: (?:out|up|done|now|too|as well|for (?:me|us|him|her|them)|please))*\W*",
    re.I,
)


def plain(sentence: str) -> str:
    """A sentence without courtesies and asides; a tag question is the statement before it, "would you mind" a command."""
    text = sentence
    for pattern, said in _COURTESIES:
        text = pattern.sub(said, text)
    text = _TAG.sub(".", _ASIDE.sub("", text))
    if match := _MIND.search(text):
        text = text[: match.start()] + _GERUND.sub(_commanded, text[match.end() :])
    return text.strip(" ,") if re.search(r"\w", text) else ""


def _commanded(match: re.Match[str]) -> str:
    """A gerund as the verb that it comes from: "finding" as "find", "giving" as "give"."""
    base = match[2][:-3]
    known = [one for one in (base, f"{base}e", base[:-1]) if _is_verb(one)]
    return f"{match[1]}{known[0] if known else match[2]}"


def _is_verb(word: str) -> bool:
    low = word.lower()
    return low in words.VERBS or low in words.ASKING or any(low in group for group in words.ACTIONS)


def only_counts(text: str) -> bool:
    """Whether a text only says that several things follow: "Three things", "Two quick questions for you"."""
    return bool(_COUNT.fullmatch(text.strip()) or _HELP.fullmatch(text.strip())) and not any(
        one.kind != "number" for one in find_mentions(text)
    )


def is_elliptic(text: str) -> bool:
    """Whether a sentence without a verb is a wish: "And the shelf for Carnival, thanks."."""
    return bool(_ELLIPTIC.match(text.strip()))


def is_generic(text: str) -> bool:
    """Whether a request only points to what was told or asked before: "Could you look these up for me?"."""
    return bool(_GENERIC.fullmatch(text.strip())) and not find_mentions(text)
