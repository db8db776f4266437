"""A request as clauses: sentences, coordinated requests, what is asked first, and what points backwards."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from smurfs_graph.offline import words
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.sections import BESIDE

REFERENCE = re.compile(r"\s*\((?:about|using|for|context)\b[^()]*\)", re.IGNORECASE)
_WH = words.listed(
    """
    what which who whom whose when where why how whether what's who's where's when's how's
    """
)
_AUX = words.listed("is are does do did can could will would has have was were should")
_VERBS = words.stems(
    """
    convert translate calculate compute compare summarize summarise estimate measure count rank sort list work
    recommend suggest pick choose select let verify confirm track identify determine lookup geocode predict forecast
    plan rate quote generate draft play filter exclude omit
    """
)
_NOUN_VERBS = words.listed(
    """
    order rate address time stock name place record charge rent review report note text contact plan return store
    file show list book quote track cost weight price email mail message request schedule transfer set sign hold
    loan forecast estimate measure count rank sort play move open start log post view check study display project
    answer wire drop change update close register complete
    """
)
_OBJECT_START = words.listed(
    """
    a an the me my us our his her its their all any each every it them him this that these those for to up another
    one two three four five six some both if what which who how when where whether
    """
)
_ANYBODY = words.listed(
    "anybody anyone anything somebody someone something everybody everyone everything nobody enough"
)
_NOT_OBJECT = words.listed("number id status date total details history code of is are was name list")
_AHEAD = 300
"""Characters behind a joint that tell whether a new request starts there."""
_LINKS = words.listed("in on at to from for with by of until till since under about through")
_ARTICLES = words.listed("the a an its their his her my our your")
_VIEWS = words.listed("view views show shows display displays want wants interest interests name names") - {
    "name",
    "names",
}
_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|please|thanks|and|also|then|next|finally|afterwards|lastly|first|firstly|second|secondly|so|but|after that|with that|once done|once you have it|in addition|additionally|now|plus)\b[\s,!:]*|(?:i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|(?:can|could|would|will) you(?: please)?|(?:i|we)(?:'d| would| should) like to know|i should like to|let me know|i(?:'d| would) love to know|could i|i'd like|let's|while (?:you(?:'re| are)|we(?:'re| are)) at it,?|help me|i have to|we need to|we want to|i also need to|i also want to|you should|go ahead and)\s+)+",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"^(?:(?:give|show|get|send|bring|find) (?:me |us )?)?(?:an?|the) (?:full |complete |short )?list of (?:all )?(?:the )?",
    re.IGNORECASE,
)
_LOOKING = re.compile(r"^(?:i am|i'm|we are|we're) (?:looking|searching) for\s+", re.IGNORECASE)
_LEFT_OUT = re.compile(r"^(?:leave|filter|sort|weed) out\s+", re.IGNORECASE)
_SENTENCE = re.compile(
    r"(?<=[.!?])[\"”']?\s+(?=[\"“A-Z0-9(])|(?<=[?!])\s+(?=[a-z])|(?<=[a-z0-9]\.)\s+(?=(?:how|what|which|when|where|who|is|are|does|do|can|could|also|need|please|then)\s)|\n+|;\s*"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|prof|no|nr|vs|approx|e\.g|i\.e|inc|ltd|co|mt|jr|sr)|\b[A-Z])\.$", re.IGNORECASE
)
_JOINT = re.compile(
    r"(?:,\s*|\s+)(?:and then|and also|and after that|after that|and|then|also|but|plus|as well as|before|so that i can|so)\s+|,\s+|:\s+|\s+[-–—]\s+",
    re.IGNORECASE,
)
_HOW = re.compile(r"^how (?!many\b|much\b|long\b|far\b)\w+(?= (?:is|are|was|were)\b)", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:each of the two|(?:of )?the (?:two|three)(?= *[,.?!;]|$)|of both|it|its|his|her|hers|their|theirs|them|he|she|him|they|that|this|those|these|there|ones|one(?!(?: and a half)? (?!(?:is|was|has|had|does|did|do|will|would|can|could|for|in|on|at|of|with|from|to|by|as|that|which|who|where|when|and|or|but|then|please|costs?|instead|there|here|out|off|up|down)\b)[a-z0-9])|the (?:same|former|latter|result|answer|one))\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\b(?:who|whom|whose|which|that|where|when)\b", re.IGNORECASE)
_STATEMENT = re.compile(
    r"^(?:i am|i'm|i will|i'll|we are|we're|we will|we'll|my|our|it is|it's|there is|there's|this is|i have|i've|we have|i was|for context|context:|today is|note that)\b",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"^(?:[A-Z][\w'.-]+ ){1,3}(?:is|are|was|has|have|had|wants?|needs?|will|would|called|moved|lives?)\b"
)
_FINITE = re.compile(
    r"^(?:(?:a|an|the|one of|some|our|my|his|her)\s)?(?:(?!who|which|that|whose|of\b|to\b)[\w'’.&-]+\s){1,5}?"
    r"(?:is|are|was|were|has|have|had|wants?|needs?|says?|said|should|must|will|would|left|lost|sent|told|made|took|came|went|(?:is|are|was|were|has|have|had|did|does|do|ca|wo)n['’]t|[a-z]{3,}ed)\b"
)
_NEED = re.compile(
    r"^(?:(?:for|on|in|at|before|after)\b[^,.?!]{2,60}?,? )?(?:and |so |but |also |then )*(?:i|we)(?:['’](?:d|ll)| would| should| will)?"
    r"(?: also| just| still| really| only)* (?:need|want|like|love|wonder)\b",
    re.IGNORECASE,
)
"""A wish: "I need the invoice", "For the meeting we'd like two prices"."""
_WISH = re.compile(
    r"^(?:i|we)(?:['’](?:d|ll)| would| should| will)?(?: also| just| still| really| only)* (?:need|want|like|love)\b(?! to (?!know\b|hear\b|see\b))",
    re.IGNORECASE,
)
_WISH_GOES_ON = re.compile(r"^(?:need|want|would like|['’]d like) (?!to (?!know\b|hear\b)|it\b)\w", re.IGNORECASE)
_SPEAKER = re.compile(r"^(?:i|we)\b(?!['’](?:d|ll)\b| would\b)", re.IGNORECASE)
_HAVE = re.compile(r"^have (?:an?|the|some|no|two|three|four|been|just|to)\b", re.IGNORECASE)
_RELATIVE_CLAUSE = re.compile(
    r"^(?:which (?:i|we|he|she|it|they|you|is|are|was|were|has|have|had|will|would|should|can|could|may|must|needs?|worries|means|makes|[a-z]{3,}s (?:me|us|to|on|in|at|a|an|the))\b"
    r"|who(?:['’]s|['’]ll|['’]d)? [a-z]+\b|whose [a-z]+ |where (?:i|we|he|she|it|they|you|the)\b)",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"^(?:another(?: one)?|the other(?: one)?|he|she|they|(?:his|her|their|the|my) [a-z]+)(?: also)? "
    r"(?:(?:would like|wants?|needs?) to know|asks?|asked|wonders?|wondered|(?:is|are) (?:asking|wondering|curious))\b",
    re.IGNORECASE,
)
_IF_SO = re.compile(r",?\s+(?:and )?if (?:so|yes|there is|there are|it is|they are),?\s*$", re.IGNORECASE)
_BACK = re.compile(r"\b(?:it|that|this|them|there)\b", re.IGNORECASE)
_ASKING_WORD = re.compile(r"\b(?:what|which|who|whose|where|when|how|whether)\b", re.IGNORECASE)


_HOW_MUCH = tuple(
    (re.compile(rf"(?:tell me |and )?how (?:{said})\b", re.IGNORECASE), noun)
    for said, noun in (
        (r"much (?=is|are|was|were|does|do|did|would|will|should|must|can|it)", "price"),
        (r"expensive|cheap", "price"),
        (r"far", "distance"),
        (r"long (?=does|do|did|will|would|is|was|it)", "duration"),
        (r"old", "age"),
        (r"tall|high", "height"),
        (r"deep", "depth"),
        (r"heavy", "weight"),
        (r"warm|cold|hot|cool", "temperature"),
        (r"fast|quick", "speed"),
        (r"big|large", "size"),
    )
)
_MEASURED = (*_HOW_MUCH, (re.compile(r"what (?:does|do|did|would|will) .*\bcosts?\b", re.IGNORECASE), "price"))
"""What a question with "how" asks for, and "what does it cost"."""


@dataclass(frozen=True)
class Clause:
    """One request, as text; `joint` is what stood before it."""

    text: str
    joint: str = ""
    topic: tuple[str, ...] = ()
    """What stood before it and names what it is about: "HIS-5" in "HIS-5, when is the exam?"."""
    near: bool = False
    """Whether the topic was told right before it, so that its pronouns mean that."""

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """What it names."""
        return find_mentions(self.text)

    @property
    def anchors(self) -> tuple[Mention, ...]:
        """What it names that says which thing is meant."""
        return tuple(
            found
            for found in self.mentions
            if found.kind in ("name", "id", "quote", "email", "code") and not found.currency
        )

    @property
    def points_back(self) -> bool:
        """Whether it speaks of something by a pronoun."""
        return bool(_PRONOUN.search(_THIS_DAY.sub(" ", _RELATIVE_THAT.sub(" ", self.text))))


_THIS_DAY = re.compile(
    r"\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b|\b(?:how \w+|much|far|long|time) (?:is|was|will) it\b(?= (?:in|at|on|there)\b)|\b(?:far|much|long|time) is it\b|\bis it (?:from|to|that)\b|\bit (?:(?:will|would|does|did) )?(?:costs?|takes?) to\b|\b(?:cost|take) to\b|\bthose (?=(?:who|that|which|with|in|on|at|from|of|already|still)\b)|\bthis (?:week\w*|month|year|morning|afternoon|evening|\w+day)s?\b",
    re.IGNORECASE,
)
_RELATIVE_THAT = re.compile(r"\b(?!does\b|is\b|was\b|has\b)\w+s that\b", re.IGNORECASE)


def strip_lead(text: str) -> str:
    """A clause without what only opens it ("please", "and then", "could you")."""
    body = _LISTED.sub("List ", _LOOKING.sub("Find ", _LEAD.sub("", text.strip())))
    body = _LEFT_OUT.sub("Exclude ", body)
    return body.strip(" ,.;:")


def is_statement(text: str) -> bool:
    """Whether a sentence tells something instead of asking for it."""
    body = text.strip()
    opens = starts_clause(strip_lead(body))
    told = _STATEMENT.match(body) or (not opens and (_TELLING.match(body) or _FINITE.match(body)))
    return bool(told) and not _LOOKING.match(body) and not body.endswith("?") and not _NEED.match(body)


def is_wish(text: str) -> bool:
    """Whether a text says what the speaker wants: "I need the invoice", "we'd also like two prices"."""
    return bool(_NEED.match(text.strip()))


def sentences(text: str) -> list[str]:
    """The sentences of a text; the end of an abbreviation or a quotation is not one's end."""
    quoted = [
        (found.start, found.end) for found in find_mentions(text) if found.kind in ("quote", "name", "url", "email")
    ]
    parts: list[str] = []
    start = 0
    for match in _SENTENCE.finditer(text):
        inside = any(left < match.start() < right for left, right in quoted)
        if inside or _ABBREVIATION.search(text[start : match.start()].rstrip()):
            continue
        parts.append(text[start : match.start()])
        start = match.end()
    parts.append(text[start:])
    return [part.strip(" \t-•*") for part in parts if part.strip(" \t-•*.!?")]


def clauses(sentence: str, tool_verbs: frozenset[str] = frozenset()) -> list[Clause]:
    """The requests that one sentence joins: a new one starts where a verb or a question word follows a joint."""
    quoted = [(found.start, found.end) for found in find_mentions(sentence)]
    found: list[Clause] = []
    start, joint = 0, ""
    if re.match(r"\s*if\b", sentence, re.IGNORECASE):
        return [Clause(sentence.strip())]
    for match in _JOINT.finditer(sentence):
        if any(left <= match.start() < right for left, right in quoted) or match.start() <= start:
            continue
        rest = strip_lead(sentence[match.end() : match.end() + _AHEAD])
        bidden = bool(re.match(r"please\s+[a-z-]+\s+\w", sentence[match.end() : match.end() + _AHEAD], re.IGNORECASE))
        if goes_on(sentence[start : match.start()], match[0], sentence[match.end() :]):
            continue
        bidden = bidden or _wishes(sentence[start : match.start()], rest)
        if rest and (bidden or starts_clause(rest, tool_verbs)) and _can_end(sentence[start : match.start()], match[0]):
            found.append(Clause(sentence[start : match.start()].strip(), joint))
            start, joint = match.end(), match[0].strip(" ,").lower()
    found.append(Clause(sentence[start:].strip(), joint))
    found = [replace(clause, text=_IF_SO.sub("", clause.text)) for clause in found]
    return [clause for clause in found if strip_lead(clause.text)]


def goes_on(left: str, joint: str, rest: str) -> bool:
    """Whether what follows a joint goes on with what is told: a relative clause, or a second verb of "I" or "we"."""
    told = bool(_SPEAKER.match(left.strip()))
    if told and joint.strip(" ,") in ("and", "but") and _HAVE.match(rest):
        return True
    relative = _RELATIVE_CLAUSE.match(rest) if joint.strip() == "," else None
    if relative is None:
        return False
    last = find_mentions(left)[-1:]
    named = bool(last) and last[0].end >= len(left.rstrip())
    asks = left.rstrip().endswith("?") or (bool(_ASKING_WORD.search(left)) and not rest.lower().startswith("which"))
    if asks:
        back = _BACK.search(rest.split(",", 1)[0])
        return named and not back and "," in rest and rest.lower().startswith(("who ", "whose "))
    body = strip_lead(left)
    if starts_clause(body) or body != left.strip():
        return True
    return not rest.rstrip().endswith("?") and not _BACK.search(rest.split(",", 1)[0])


def _wishes(left: str, rest: str) -> bool:
    """Whether a wish follows: "keep a copy, I'll need the number", "I'm writing an offer and need the price"."""
    return bool(_WISH.match(rest) or _ANOTHER.match(rest)) or (
        bool(_SPEAKER.match(left.strip())) and bool(_WISH_GOES_ON.match(rest))
    )


def _can_end(text: str, joint: str = "") -> bool:
    last = text.split()[-1:] if text.split() else []
    if last and last[0].lower() in _WH | {"whether"}:
        return False
    if "," in joint and last and last[0].lower() in ("on", "off", "in", "out", "up", "down", "over"):
        return len(strip_lead(text)) > 2
    stranded = bool(re.search(r"\b(?:which|what|who|where|whom|when)\b", text, re.IGNORECASE))
    return bool(last) and (stranded or last[0].lower() not in PREPOSITIONS) and len(strip_lead(text)) > 2


@lru_cache(maxsize=2048)
def starts_clause(text: str, tool_verbs: frozenset[str] = frozenset()) -> bool:
    """Whether a text begins like a request: a question word, an auxiliary with its subject, or a command."""
    tokens = re.findall(r"[^\s,.;:!?]+", text)[:3]
    if not tokens:
        return False
    first, second = tokens[0].lower().replace("’", "'"), tokens[1] if len(tokens) > 1 else ""
    if first in _WH:
        return bool(second)
    if first in _LINKS and second.lower() in _WH:
        return len(tokens) > 2
    if first in _AUX:
        return (
            second.lower() in _OBJECT_START | {"there", "they", "he", "she", "you", "i", "we"} | _ANYBODY
            or second[:1].isupper()
        )
    stem = words.stem(first)
    if text.rstrip().endswith("?") and second.lower() in ("on", "of", "for", "at", "in") and not words.is_asking(first):
        return False
    is_verb = (
        words.is_asking(first)
        or bool(words.action_groups(first))
        or stem in _VERBS
        or stem in tool_verbs
        or first in words.VERBS
    )
    if not is_verb or (first.endswith(("ing", "ed", "s")) and first not in ("address", "express", "access", "process")):
        return False
    if first in _NOUN_VERBS or first in ("name", "detail", "details", "information"):
        if stem in tool_verbs and second and second.lower() not in _NOT_OBJECT | words.STOP:
            return True
        return bool(second) and (
            second.lower() in _OBJECT_START
            or not second[0].islower()
            or (second.lower() in PREPOSITIONS and second.lower() in ("for",))
            or _plural(second)
        )
    return bool(second)


def _plural(word: str) -> bool:
    return len(word) > 4 and word.endswith("s") and not word.endswith("ss")


def main_verb(text: str) -> str:
    """The verb that a command begins with, or ""."""
    body = strip_lead(REFERENCE.sub("", text))
    tokens = re.findall(r"[^\s,.;:!?]+", body)[:2]
    first = tokens[0].lower() if tokens else ""
    if (
        first in _NOUN_VERBS
        and len(tokens) > 1
        and tokens[1].lower() not in _NOT_OBJECT | PREPOSITIONS - {"for", "up", "in"}
    ):
        return first
    return first if first and starts_clause(body) and first not in _WH | _AUX else ""


def acts(clause: Clause) -> bool:
    """Whether a clause is a command to do something, not to look something up."""
    verb = main_verb(clause.text)
    return bool(verb and words.action_groups(verb) and not words.is_asking(verb))


def actions(text: str) -> frozenset[int | str]:
    """The kinds of action that a text asks for, by the verbs at the head of its clauses."""
    found: set[int | str] = set()
    for sentence in sentences(BESIDE.sub("", text)):
        if is_statement(sentence):
            continue
        for clause in clauses(sentence):
            verb = main_verb(clause.text)
            if verb and not words.is_asking(verb):
                found |= words.action_groups(verb) | ({words.stem(verb)} if _is_act(verb) else set())
    return frozenset(found)


def _is_act(verb: str) -> bool:
    return bool(words.action_groups(verb)) or (verb in words.VERBS and words.stem(verb) not in _VERBS)


def head(text: str) -> tuple[str, ...]:
    """The stems of what a clause asks for: its first noun phrase, before any preposition or relative pronoun."""
    named = tuple(words.stem(word) for word in raw_head(text).split())
    meant = tuple(words.stem(noun) for pattern, noun in _MEASURED if pattern.match(strip_lead(REFERENCE.sub("", text))))
    return tuple(dict.fromkeys((*meant, *named)))


@lru_cache(maxsize=512)
def raw_head(text: str) -> str:
    """The words of what a clause asks for, in lower case."""
    body = strip_lead(REFERENCE.sub("", text))
    mentioned = [(found.start, found.end) for found in find_mentions(body) if found.kind != "number"]
    how = body.lower().startswith("how ")
    body = _HOW.sub("how", body)
    before = ""
    found: list[str] = []
    for match in re.finditer(r"[^\W_]+(?:['’][^\W_]+)?", body):
        word = match[0].lower().replace("’", "'").removesuffix("'s")
        inside = any(left <= match.start() < right for left, right in mentioned)
        copula = word in ("is", "are", "does", "do", "was") and not how
        if found and (word in PREPOSITIONS or _RELATIVE.fullmatch(word) or copula or word == "of"):
            break
        if inside and found and match[0][-2:] not in ("'s", "’s"):
            break
        asking = words.is_asking(word) and not (
            match.start() and (word in _VIEWS or before in PREPOSITIONS or before in _ARTICLES)
        )
        before = word
        if not (inside or word in words.STOP or asking or word.isdigit()):
            found.append(word)
    return " ".join(found)
