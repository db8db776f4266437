"""Verifier: whether an answer speaks of everything that a sub-task asks for."""

import re
from collections.abc import Collection, Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import REFERENCE, actions, clauses, head, main_verb, sentences
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.records import read_groups

_GAP = re.compile(r"^Not in this response: (?P<gap>.+?)\.?$", re.MULTILINE)
_EMPTY = re.compile(
    r"^\W*(?:nothing (?:was )?found|no (?:results?|matches|records?|data)\b.{0,40}$|not found|missing\b|unknown$|could not be found|i do not know|i don't know|none$)",
    re.IGNORECASE,
)
_NESTED = re.compile(
    r"\b(?:who|whom|whose|which|where|that)\b|'s\b|’s\b|\b(?:of|for|in|at|by|from|to) (?:the|a|an|this|that|my|our|his|her|its|their)\b",
    re.IGNORECASE,
)
_QUALIFIED = re.compile(
    r"\b(?:after|before|net of|excluding|including|minus|less|plus)\s+(?:all |any |the )?"
    r"(tax(?:es)?|vat|fees?|discounts?|deductions?|shipping|interest|commission)\b",
    re.IGNORECASE,
)
"""An amount with something taken off or put on is another amount."""
_WHERE = "city location address place country venue region town branch room latitude position"
_OWNER = re.compile(
    r"\b(?:of|for) (?:the|an?|this|that|its|his|her|their|my|our) (?P<noun>[a-z]+(?: (?!(?:who|whom|whose|which|that|where|in|on|of|for|at|by|with|from|to)\b)[a-z]+)?)",
    re.IGNORECASE,
)
"""What something is asked of: "the doctor" in "the phone number of the doctor who ..."."""
_WHEREABOUTS = re.compile(
    r"\W*where (?:is|are|was|were) (?:the|an?|my|our|his|her|their) (?P<noun>[a-z]+)\b", re.IGNORECASE
)
_WH = {"when": "date day time start departure arrival deadline due at"}
_DATED = re.compile(r": (?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d)")
_IDS = words.listed(
    """
    id ids ref reference code sku isbn username login host hostname email number key slug uuid latitude longitude
    coordinates
    """
)
_WHO_IS = re.compile(
    r"\W*(?:tell me )?who(?:['’]s| is| was| are| were) (?:the|our|its|their|his|her|my) (?:\w+ )?(?P<noun>(?!(?:of|in|on|at|for|to|from|with|by)\b)[a-z]+)\b(?! on (?:call|duty)\b)"
)
_WHO_DOES = re.compile(r"\W*(?:tell me )?who (?!is\b|was\b|are\b|were\b|has\b|will\b|did\b)(?P<verb>[a-z]+)\b")
_DESCRIBED = re.compile(
    r"\b(?:the|its|their|his|her) (?:[a-z]+ed |main |current |latest )?(?P<noun>[a-z]+)\b(?= (?:where|that|which|who|in|on|of|with|[a-z]+ed\b)|[ ?]|$)"
)
_PERFECT = re.compile(
    r"\b(?:that|which) (?:\w+ ){1,3}(?:has|have|had) (?:(?:already|ever|not|never|just|yet) )?(?P<verb>\w+(?:ed|en|ght|ead|een|one|ept))\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(
    r"\W*(?:tell me |find out )?how (?:many|much) (?!is\b|are\b|does\b|do\b|did\b|was\b|will\b|would\b)(?P<noun>[a-z]+)"
)
_WHAT_TIME = re.compile(r"\W*(?:tell me )?(?:from |on |at |by |until )?(?:what|which) (?:date|day|time)\b")
_YES_NO = re.compile(r"\W*(?:is|are|was|were|has|have|does|do|did)\b")
_TIMES = frozenset(words.stem(word) for word in ["date", "day", "time", "deadline"])
_ID_FORM = re.compile(r"[A-Z]{1,4}-?\d{1,8}[A-Z]?")
_CONFIRMED = words.stems(
    """
    confirmation reference confirmed confirm booking booked reserved reservation success successful sent created ok
    done receipt cancelled canceled updated added deleted removed submitted scheduled accepted
    """
)
_NAMES = tuple(words.stem(word) for word in ("name", "title", "author", "person"))
_NAMING = frozenset(words.stem(word) for word in ["address", "number", "name", "time", "date", "level"])
_VAGUE = words.stems("number id name details info information data record")
_SUMMED = words.stems("total average sum mean overall combined")
_NUMERIC_ASK = re.compile(r"^\W*how (?:many|much|long|far|old|big|tall|high|fast|heavy|often)\b", re.IGNORECASE)


def verdict(sub_task: str, answer: str, constraints: str = "") -> dict[str, str]:
    """The verifier's reply."""
    text = answer.strip()
    if not text:
        return {"status": "pending", "hint": "The answer is empty."}
    if match := _GAP.search(text):
        return {"status": "pending", "hint": match["gap"]}
    if _EMPTY.match(text):
        return {"status": "pending", "hint": "Nothing was found."}
    if " " not in text and text.lower() in ("none", "unknown", "n/a"):
        return {"status": "pending", "hint": "The answer says nothing."}
    return {"status": "solved", "hint": ""}


def uncovered(sub_task: str, answer: str, earlier: Sequence[str] = ()) -> str:
    """The first part of a sub-task that the answer and the earlier ones do not speak of, or "".

    A sub-task that asks for one thing of one thing is covered by any answer that leads no further: its noun
    ("weather") need not be a key. An identifier that neither the text nor an earlier answer has leads further.
    """
    further = leads_further(sub_task, answer, earlier)
    if earlier and not further and " and " not in sub_task:
        return ""
    body = REFERENCE.sub("", sub_task)
    parts = [clause.text.strip(" ?.!") for sentence in sentences(body) for clause in clauses(sentence)]
    whole = "\n".join([answer, *earlier])
    told = _told(whole)
    if (match := _QUALIFIED.search(body)) and words.best_likeness(words.stem(match[1].lower()), told) < 0.75:
        return match[0]
    for place, part in enumerate(parts):
        if actions(part):
            continue
        later = len(parts) > 1 and place > 0
        if not (later or further or (not earlier and _is_nested(part))):
            continue
        if not _covers(part, told, whole) or (further and only_identified(part, answer)):
            return part
    return ""


def not_done(sub_task: str, answer: str, *, listed: bool) -> str:
    """The act that a sub-task asks for, where the answer does not confirm it: a list, or a record of something else."""
    body = REFERENCE.sub("", sub_task)
    acts = [clause.text for sentence in sentences(body) for clause in clauses(sentence) if actions(clause.text)]
    if not acts:
        return ""
    parts = {
        words.stem(word)
        for group in read_groups(answer)
        for record in group.records
        for key in record
        for word in words.identifier_words(key)
    }
    verb, thing = words.stem(main_verb(acts[0])), head(acts[0])
    told = tuple(sorted(parts))
    named = [word for word in (*thing, verb) if words.best_likeness(word, told) >= (1 if word == verb else 0.75)]
    if not listed and (parts & _CONFIRMED or named):
        return ""
    return acts[0].strip(" ?.!")


def confirms(answer: str) -> bool:
    """Whether an answer has a key that a confirmation has: a reference, a booking, what was created or sent."""
    keys = [key for group in read_groups(answer) for record in group.records for key in record]
    return bool({words.stem(word) for key in keys for word in words.identifier_words(key)} & _CONFIRMED)


def told_already(sub_task: str, earlier: str) -> bool:
    """Whether an earlier answer has exactly what a sub-task that points back asks for, in one record."""
    asked = [word for word in head(sub_task) if word not in _VAGUE]
    groups = [group for group in read_groups(earlier) if len(group.records) == 1]
    parts = [words.identifier_words(key.rsplit(".", 1)[-1]) for group in groups for key in group.records[0]]
    keys = {words.stem(word) for part in parts if part[-1:] != ("id",) for word in part}
    if (
        len(asked) == 2
        and any(len(part) == 1 and words.stem(part[0]) == asked[0] for part in parts)
        and asked[1] in _NAMING
    ):
        return True
    return (
        bool(asked)
        and not re.match(r"\W*(?:how|where|when|why)\b", sub_task.lower())
        and all(word in keys for word in asked)
        and not _told_apart(sub_task, keys)
    )


def told_of_each(sub_task: str, earlier: str) -> bool:
    """Whether an earlier list tells of each of its records what a sub-task asks for each of them."""
    if "each of these" not in sub_task or actions(sub_task):
        return False
    asked = [word for word in head(sub_task) if word not in _VAGUE and word not in _SUMMED]
    lists = [group for group in read_groups(earlier) if len(group.records) > 1]
    keys = [{words.stem(part) for key in group.records[0] for part in words.identifier_words(key)} for group in lists]
    return bool(asked) and any(set(asked) <= told for told in keys)


def _told_apart(sub_task: str, keys: Collection[str]) -> bool:
    """Whether a clause with a perfect ("the books that Ana has already read") says which things are meant; no key does."""
    clause = _PERFECT.search(sub_task)
    return clause is not None and words.stem(clause["verb"].lower()) not in keys


def leads_further(sub_task: str, answer: str, earlier: Sequence[str] = ()) -> bool:
    """Whether one record answers with an identifier of something that was not known before."""
    before = " ".join((sub_task, *earlier)).lower()
    asked = head(sub_task)[:1]
    described = {words.stem(match["noun"]) for match in _DESCRIBED.finditer(sub_task.lower())} - set(asked)
    for group in read_groups(answer):
        for key, value in group.records[0].items() if len(group.records) == 1 else ():
            parts = words.identifier_words(key)
            if not parts or value.lower() in before or value in ("none", "yes", "no", ""):
                continue
            if parts[-1] in _IDS or _ID_FORM.fullmatch(value) or words.stem(parts[-1]) in described:
                return True
    return False


def asked_of(part: str) -> frozenset[str]:
    """The nouns of what something is asked of, where the text does not name it: "the total of the open invoices"."""
    match = _WHEREABOUTS.match(part) or _OWNER.search(part)
    labels = {label for one in find_mentions(part) for label in one.labels[:1]}
    return frozenset({words.stem(word) for word in match["noun"].lower().split()} - labels if match else ())


def only_identified(part: str, answer: str) -> frozenset[str]:
    """The nouns of the thing that something is asked of, where a record of another thing only tells which one it is.

    "The phone number of the doctor who treats patient P-33": a patient's record with a `doctor_id` tells no more of
    the doctor.
    """
    owner = asked_of(part)
    if not owner or all(word in _VAGUE for word in head(part)):
        return frozenset()
    for group in read_groups(answer):
        keys = [words.identifier_words(key) for key in group.records[0]] if len(group.records) == 1 else []
        stems = [{words.stem(word) for word in key} for key in keys]
        spoken = [at for at, found in enumerate(stems) if owner & found]
        if spoken and 0 not in spoken and all(keys[at][-1] in _IDS or stems[at] <= owner for at in spoken):
            return owner
    return frozenset()


def _is_nested(part: str) -> bool:
    """Whether what is asked for belongs to something that the text only describes."""
    asked = head(part)
    match = _NESTED.search(part, 5) if asked else None
    if match is None:
        return False
    rest = part[match.end() :]
    first = find_mentions(part)
    named = any(mention.start >= match.end() - 1 and mention.start - match.end() < 3 for mention in first)
    return bool(set(words.topic(rest)) - set(asked)) and not (named and not words.topic(rest))


def _told(answer: str) -> tuple[str, ...]:
    """The stems of what an answer speaks of: its keys, and its short values."""
    found: list[str] = []
    for group in read_groups(answer):
        found += [words.stem(word) for word in words.identifier_words(group.key)]
        for record in group.records[:20]:
            for key in record:
                parts = words.identifier_words(key)
                found += (
                    [words.stem(word) for word in parts]
                    if parts[-1:] and parts[-1] not in ("id", "ids", "uuid")
                    else [words.stem("id")]
                )
    return tuple(dict.fromkeys(found or (words.stem(word) for word in words.words(answer)[:300])))


def _identified(answer: str) -> tuple[str, ...]:
    """The stems of the things that an answer gives an identifier of."""
    keys = [key for group in read_groups(answer) for record in group.records[:20] for key in record]
    return tuple(dict.fromkeys(words.stem(word) for key in keys for word in words.identifier_words(key)))


def _names_somebody(asked: tuple[str, ...], told: tuple[str, ...], answer: str, part: str) -> bool:
    """Whether an answer to "who" tells the one that is asked for, or any person whom the text does not name itself."""
    lower = part.lower()
    verb = _WHO_DOES.match(lower)
    wanted = (words.stem(verb["verb"]),) if verb else asked[:1]
    if any(words.best_likeness(word, told) >= 0.75 for word in wanted):
        return True
    noun = _WHO_IS.match(lower)
    if noun and words.stem(noun["noun"]) in asked:
        return False
    for group in read_groups(answer):
        for record in group.records[:5]:
            for key, value in record.items():
                last = words.stem((words.identifier_words(key.rsplit(".", 1)[-1]) or ("",))[-1])
                if (
                    (last in PEOPLE or (last in _NAMES and _plainly(key)))
                    and not _ID_FORM.fullmatch(value)
                    and value.lower() not in lower
                ):
                    return True
    return False


def _plainly(key: str) -> bool:
    """Whether a key that ends in "name" may hold a person's: `name`, `full_name`, `driver_name`, not `latin_name`."""
    before = words.identifier_words(key.rsplit(".", 1)[-1])[:-1]
    return all(word in ("full", "first", "last") or words.stem(word) in PEOPLE for word in before)


def _covers(part: str, told: tuple[str, ...], answer: str) -> bool:
    asked = head(part)
    lower = part.lower()
    if any(label in asked for mention in find_mentions(part) for label in mention.labels[:1]) and len(asked) == 1:
        return True
    if main_verb(part) in ("find", "search", "look", "list", "locate") and not _is_nested(part):
        return True
    if re.match(r"\W*(?:tell me )?who(?:'s|’s)?\b", lower):
        return _names_somebody(asked, told, answer, part)
    if re.match(r"\W*(?:tell me )?(?:which|whose)\b", lower):
        return any(words.best_likeness(word, told) >= 0.75 for word in asked[:1])
    if re.match(r"\W*(?:tell me )?(?:when|what time)\b", lower) and (
        _DATED.search(answer) or any(word in told for word in asked)
    ):
        return True
    if _WHAT_TIME.match(lower):
        return bool(_DATED.search(answer))
    if (many := _HOW_MANY.match(lower)) and words.stem(many["noun"]) in asked:
        return words.best_likeness(words.stem(many["noun"]), told) >= 0.7
    values = {
        words.stem(word)
        for group in read_groups(answer)
        for record in group.records[:20]
        for value in record.values()
        for word in (words.words(value) if len(value) < 40 else ())
    }
    if asked and asked[0] in values:
        return True
    named = find_mentions(part)
    if _YES_NO.match(lower) and named and (rest := words.topic(part[named[-1].end :])):
        return any(words.best_likeness(word, told) >= 0.7 for word in rest)
    if re.match(r"\W*where\b", lower):
        return any(words.best_likeness(words.stem(key), told) == 1 for key in _WHERE.split())
    told = (*told, *_identified(answer))
    for word, keys in _WH.items():
        if re.match(rf"\W*{word}\b", lower):
            return any(words.best_likeness(words.stem(key), told) == 1 for key in keys.split())
    if _NUMERIC_ASK.match(part) and not asked:
        return any(char.isdigit() for char in answer)
    if asked and asked[-1] in _TIMES:
        which = [word for word in asked[:-1] if word not in _TIMES]
        return bool(_DATED.search(answer)) and (not which or words.best_likeness(which[-1], told) >= 0.7)
    telling = [word for word in asked if word not in _VAGUE] or list(asked)
    if not telling:
        return True
    return words.best_likeness(telling[-1], told) >= 0.7 or (
        len(telling) > 1 and words.best_likeness(telling[0], told) >= 1
    )
