"""Speech acts: whether a sentence tells something, asks for something, or only says which of the results are wanted."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, goes_on, is_wish, main_verb, starts_clause, strip_lead
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.tools import Tool

_SUBJECT = frozenset(
    ["i", "we", "you", "he", "she", "it", "they", "there", "this", "that", "who", "somebody", "someone"]
)
_FINITE = words.listed(
    """
    is are was were has have had can could will would should must may might wants want needs says said keeps asks
    asked came comes went goes got gets left lost took takes made sent told rang phoned called wrote agreed dropped
    knocked moved lives live weighs weigh ordered booked rebooked cracked suggested reported mentioned turned borrowed
    returned emptied confirmed decided wonders thinks think feel feels seems looks sounds knows sat stands stood
    complains complained claims claimed insists believes noticed spotted stopped arrived leaks leaked appears appeared
    broke breaks hangs owes gave gives brought bought found saw met ate starts started ran runs isn't aren't wasn't
    hasn't haven't hadn't can't couldn't won't wouldn't don't doesn't didn't
    """
)
_WISHING = words.listed("need want like love wonder would also just")
_SHORT = ("'s", "'ve", "'re", "'ll", "'d", "'m")
_RELATIVE = frozenset(["who", "that", "which", "whose", "whom", "where", "when"])
_LONGEST_SUBJECT = 12
_REPORTED = re.compile(
    r"^(?P<subject>.{0,160}?)\b(?:(?:is|are|was|were)(?: also)? (?:asking|wondering|curious|keen to know|interested to know)|['’](?:s|re|m) (?:asking|wondering|curious)|(?:also )?(?:asks?|asked|wonders?|wondered)"
    r"|(?:wants?|needs?|have|has|(?:woul|['’])d(?: also)? like|(?:wi|['’])ll(?: also)? (?:want|need|like)|(?:woul|['’])d(?: also)? love)"
    r" to (?:know|hear|find out)|(?:wi|['’])ll(?: also)? ask)(?: me| us| you)?(?: anyway)?(?: also)?,?\s+"
    r"(?P<rest>(?:(?:(?:at|in|on|by|until|since|from|to|for|with|of) )?(?:what|which|whom|when)|how|where|who|whose|whether|if|the|his|her|their|our|my|(?-i:[A-Z])[\w.-]*(?: (?-i:[A-Z])[\w.-]*)*['’]s)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
_RANG = re.compile(
    r"\s+(?:(?:has|have|had|is|are|was|were) )?(?:just |only )?(?:rang|rung|ringing|called|calling|phoned|phoning|wrote|written|writing|emailed|mailed|texted|came|here|popped)"
    r"(?: (?:me|us|in|up|over|round|by))*(?: to| and)?\s*$",
    re.IGNORECASE,
)
_AIM = re.compile(
    r"(?:so |but |and |then )*(?:i|we)(?:['’]d| would)? (?:like|want|love|need|have) to (?!know\b|hear\b)(?P<verb>[a-z-]+)\b(?!.*\b(?:what|which|who|when|where|how|whether)\b)",
    re.IGNORECASE,
)
_BIDDEN = re.compile(
    r"^(?P<subject>.{0,160}?)\b(?:(?:has|have|had) )?(?:asked|told|wants?|wanted|needs?|(?:woul|['’])d like) (?:us|me|you) to (?P<rest>[a-z]+\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ASKED_ABOUT = re.compile(
    r"^(?P<subject>.{0,160}?)\b(?:(?:is|are|was|were) )?(?:asking|asks?|asked|enquir(?:ing|ed)|inquir(?:ing|ed)|wants? to know|(?:woul|['’])d like to (?:know|hear))(?: me| us)? about (?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
"""What somebody is said to ask: "A client is asking what three packs come to", "I'd also like to know the price"."""
_RESULT = re.compile(
    r"^(?:(?:i|we)(?:['’]ll|['’]d| will| would)?(?: also)? (?:need|want|like|love)|need|have (?=(?:the|its|his|her|their|an?)\b)|find (?=the\b)|(?:please )?(?:give|tell|read|send|show|get|bring|quote) (?:me|us|him|her|them)(?: back)?"
    r"|let (?:me|us|him|her|them) (?:have|know)|what(?:['’]s| is| are| was| were| do| does| did| will| would)|how (?:much|many|long)|when|which)\b",
    re.IGNORECASE,
)
_ADJUNCT = re.compile(r"^(?P<aside>[^,:.?!]{2,60})[,:]\s+(?P<rest>\S.*)$", re.DOTALL)
_LONG_ADJUNCT = re.compile(r"^(?P<aside>[^:.?!]{2,80}):\s+(?P<rest>\S.*)$", re.DOTALL)
_THINGS = ((), ("things",), ("questions",), ("quick",), ("numbers",), ("points",), ("requests",), ("items",))
_PREPOSED = re.compile(r"^(?:for|on|in|at|after|before|from|by|between|with|until|since)\s", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"(?!(?:for|on|in|at|with|by|from|of|to|about|is|are|was|and|or|but|all|both|not|only|just|also|as|like|than|over|under|after|before|during|since|until|without|here|there|i|we|you|he|she|they|it|that|this|what|which|who|how|when|where|why|if|so)\b)"
    r"[A-Za-z][a-z]{2,12}(?<!ing)(?<!ed) (?:it|them|him|her|that|this|these|those|the|(?-i:an?)|my|our|us|me|his|their|its)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:and )?if (?:so|not|yes|no|there(?:['’]s| is| are) (?:one|any|some)|(?:it|they|he|she|we|you|that|there) (?:is|are|has|have|does|do|did|was|were|can|could|will|would))\s*,\s*",
    re.IGNORECASE,
)


def is_finite(word: str) -> bool:
    """Whether a word is a verb's finite form that a statement is likely to have: "broke", "weighs"."""
    return word in _FINITE


_WHEN = re.compile(
    r"^(?:(?:this|next|last|every) (?:morning|afternoon|evening|week|month|year|\w+day)|today|tomorrow|yesterday|tonight|now|meanwhile|separately),?\s+",
    re.IGNORECASE,
)


@lru_cache(maxsize=512)
def tells(text: str) -> bool:
    """Whether a sentence has a subject with a finite verb: "The lady on agreement 730169 rang"."""
    tokens = re.findall(r"[^\W_][\w.@/-]*(?:['’][^\W_]+)?|[,:;(]", _WHEN.sub("", text))[: _LONGEST_SUBJECT + 1]
    plain = [token.lower().replace("’", "'") for token in tokens]
    for at, token in enumerate(plain):
        if tokens[at] == "May" and at and tokens[at - 1][:1].isdigit():
            continue
        if at and token == "there" and plain[at + 1 : at + 2] in (["is"], ["are"], ["was"], ["were"]):
            return True
        if at and (token in _RELATIVE or (token in _SUBJECT and plain[at - 1] not in (",", ":", ";", "("))):
            return False
        if at == 1 and plain[0] in ("i", "we") and token.isalpha() and token not in _WISHING:
            return True
        if token in _FINITE and (at or token in ("somebody", "someone")):
            return True
        short = token.endswith(_SHORT) and (token.split("'")[0] in _SUBJECT or not token.endswith("'s"))
        copula = token.endswith("'s") and plain[at + 1 : at + 2] and _participle(plain[at + 1])
        if short or copula:
            return True
    return False


def _participle(word: str) -> bool:
    return word in ("been", "got", "just", "not", "after", "coming", "going") or word.endswith("ing")


def is_told(text: str) -> bool:
    """Whether a sentence only tells something: neither a question nor a command nor a wish."""
    body = strip_lead(text.strip())
    asks = starts_clause(body) or _IMPERATIVE.match(body) or _REPORTED.match(body) or _RESULT.match(body)
    if text.rstrip().endswith("?") or asks or is_wish(text):
        return False
    return tells(body) or bool(re.match(r"[A-Z]?[a-z]+ing\b", body))


def commands(text: str) -> bool:
    """Whether a clause is a command by its form: a bare verb and its object."""
    return bool(_IMPERATIVE.match(strip_lead(text)))


def reported(text: str) -> tuple[str, str]:
    """What a sentence tells of somebody who asks something, and what that is; ("", the text) where nobody does."""
    match = _REPORTED.match(text.strip())
    if match is None:
        return "", text
    rest = re.sub(r"^if\b", "whether", match["rest"], flags=re.IGNORECASE)
    subject = re.sub(r",?\s+(?:and|but|so)\s*$", "", _RANG.sub("", match["subject"])).strip(" ,'’")
    return (subject if find_mentions(subject) else ""), rest


def aims(text: str, tools: Sequence[Tool]) -> bool:
    """Whether a sentence only says what the speaker is about to do, and no tool does that: "I'd like to drop him a line"."""
    match = _AIM.match(text.strip())
    if match is None or words.is_asking(match["verb"]):
        return False
    own, groups = words.stem(match["verb"].lower()), words.action_groups(match["verb"].lower())
    return not any(own in one.name_words or groups & _groups(one) for one in tools)


def _groups(tool: Tool) -> frozenset[int]:
    return frozenset(group for word in words.identifier_words(tool.name) for group in words.action_groups(word))


def turned(told: str) -> tuple[str, str]:
    """What is told of somebody who wants something, as who that is and the request; ("", "") where nobody does."""
    if match := _BIDDEN.match(told.strip()):
        return _RANG.sub("", match["subject"]).strip(" ,'’"), match["rest"]
    if (match := _ASKED_ABOUT.match(told.strip())) and find_mentions(match["rest"]):
        return _RANG.sub("", match["subject"]).strip(" ,'’"), "Find " + re.sub(
            r"\babout (?=the\b|an?\b)", "", match["rest"]
        )
    return "", ""


def unwrapped(sentence: str) -> tuple[str, str]:
    """A sentence without an aside before it, and the aside where it names something: "Before I go: what is ...?"."""
    free = _CONDITION.sub("", sentence.strip())
    body = free if starts_clause(strip_lead(free)) else sentence
    longer = _LONG_ADJUNCT.match(body)
    match = longer if longer and starts_clause(strip_lead(longer["rest"])) else _ADJUNCT.match(body)
    if (
        match is None
        or len(match["aside"].split()) > 12
        or re.match(r"(?:and|then|also|so|but)\b", match["rest"], re.I)
        or (re.match(r"please\b", match["rest"], re.I) and not preposed(match["aside"]))
        or re.search(r"\bplease$", match["aside"], re.I)
    ):
        return body, ""
    if body[match.end("aside")] == "," and goes_on(match["aside"], ",", match["rest"]):
        return body, ""
    aside, rest = match["aside"].strip(), strip_lead(match["rest"])
    if _commands(aside) or not (starts_clause(rest) or body[match.end("aside")] == ":"):
        return body, ""
    if _names(aside) and not (starts_clause(rest) or _IMPERATIVE.match(rest)):
        return body, ""
    counted = any(one.kind == "number" and (one.labels or one.after[:1] not in _THINGS) for one in find_mentions(aside))
    small = not (_names(aside) or counted) and (tells(aside) or preposed(aside) or len(aside.split()) == 1)
    return match["rest"], "" if small else aside


def _names(text: str) -> bool:
    """Whether a text names something beside a mere number."""
    return any(one.value and one.kind != "number" for one in find_mentions(text))


def _commands(aside: str) -> bool:
    first = words.words(aside)[:1]
    acts = bool(first) and bool(words.action_groups(first[0])) and not first[0].endswith(("s", "ed", "ing"))
    return acts or starts_clause(strip_lead(aside))


def preposed(aside: str) -> bool:
    """Whether an aside says when, where or for what: "After 14 August 2026", "For performance 328"."""
    return bool(_PREPOSED.match(aside))


def behind(clause: Clause, aside: str) -> Clause:
    """A clause with an aside put behind it."""
    return replace(clause, text=f"{clause.text.rstrip(' .?!')} {aside[:1].lower()}{aside[1:]}")


def wants_result(clause: Clause) -> bool:
    """Whether a clause only says what of a result is wanted: "give me the reference", "Booking number?"."""
    body = strip_lead(clause.text)
    named = [one for one in clause.mentions if not (one.kind == "number" and one.value == "1")]
    if named or not body:
        return False
    if _RESULT.match(body):
        return True
    verb = main_verb(body)
    return not verb and not starts_clause(body) and not tells(body)
