"""English words: tokens, stems, stop words and a small general table of near-synonyms.

Nothing here knows a tool or a domain. The table holds everyday English ("price" and "cost"), so that a request and a
tool's document can differ in their wording.
"""

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def listed(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


STOP = listed(
    """
    a an the and or but if so then also too as of in on at to from for with without by into onto over under about
    between among within near around through during after before until since than is are was were be been being am
    do does did done has have had having will would can could shall should may might must i me my mine we us our
    ours you your yours he him his she her hers it its they them their theirs this that these those there here what
    which who whom whose when where why how all any both each every some no not only same such just please now once
    per via up out off again more most other own very let's lets i'd i'm i've what's who's where's when's how's it's
    that's there's one ones according based together along kindly thanks thank hi hello currently current right like
    many much few lot lots plus
    """
)
ASKING = listed(
    """
    find get show tell give look lookup search fetch retrieve list need want know see check provide display return
    obtain read bring pull view help say ask wonder interest detail information info something anything thing using
    use determine identify locate figure learn discover name named call called titled include filter exclude omit
    """
)
ACTIONS: tuple[tuple[str, ...], ...] = (
    ("book", "reserve", "reservation", "booking"),
    ("create", "make", "put", "open", "add", "new", "register", "insert", "log", "file", "raise", "start", "set"),
    ("schedule", "arrange", "appoint", "book"),
    ("send", "email", "mail", "message", "notify", "text", "post", "forward"),
    ("cancel", "delete", "remove", "drop", "revoke"),
    ("update", "change", "modify", "edit", "set", "rename", "reschedule", "move"),
    ("order", "buy", "purchase", "place", "reorder"),
    ("pay", "transfer", "send", "refund", "charge", "wire"),
    ("submit", "request", "report", "apply", "put", "enroll", "enrol", "register", "sign", "subscribe", "join"),
    ("assign", "allocate", "delegate"),
    ("close", "resolve", "complete", "finish", "approve", "reject"),
    ("upload", "save", "store", "write", "record", "log", "add"),
    ("borrow", "lend", "renew", "rent", "return", "loan", "checkout"),
    ("start", "stop", "enable", "disable", "turn", "restart", "activate", "lock", "unlock"),
    ("hold", "reserve", "keep", "store", "set", "put"),
    ("redirect", "reroute", "divert", "forward", "send"),
    ("freeze", "suspend", "pause"),
    ("adopt", "sponsor"),
    ("collect", "pickup", "fetch"),
    ("extend", "prolong", "renew"),
    ("request",),
)
_SYNONYMS = """
price cost fare fee charge amount expensive cheap
phone telephone mobile call contact
email mail
search lookup find query
location address place where city town venue
city town place
country nation
date day when
time hour when schedule
book reserve reservation
customer client buyer shopper
employee staff worker colleague manager person
doctor physician clinician gp
order purchase
shipment package parcel delivery ship deliver tracking track send
item product article goods
product article goods model
movie film
photo picture image
song track music tune
weather forecast temperature temp rain sunny climate
buy purchase
convert conversion exchange change
currency money exchange
author writer written wrote
teacher instructor lecturer professor teach
student pupil learner
car vehicle automobile
flight fly plane
trip travel journey route
hotel accommodation stay room lodging
restaurant eat dining dinner lunch table
meal dish recipe food
invoice bill billing
payment pay paid
job position vacancy role
company firm business organisation organization
stock inventory availability available quantity
stock share ticker
salary pay wage earn
distance far kilometre kilometer mile
duration long length
ticket issue bug incident
meeting appointment event
appointment visit slot
event show concert gig performance
illness disease condition
drug medication medicine
balance money
opening open hour
rating score review star rated
status state progress track tracking
guest people person traveler traveller passenger adult attendee head pax diner party
quantity unit piece copy count number
size large small big
start begin depart departure from leave
end finish arrive arrival until
origin from source start departure
destination to target arrival end
translate translation
definition define mean meaning
population inhabitant people
language speak spoken tongue
house home property apartment flat
manager boss supervisor manage
team group squad
department division unit
holiday vacation leave
class course lesson lecture
exam test
book title novel
branch library office
depot warehouse
tax vat
speed fast quick
height tall high
weight heavy weigh
kilo kilogram kg kilos kilograms
harvest yield crop
age old
description describe
route direction way
ingredient contain
nutrition calorie nutritional
total sum
average mean
owner own belong
member membership
plan subscription
account profile
headquarter headquartered hq based
birth born birthday
death die died
founded found establish
trail hike hiking
match game fixture play
score result
league competition tournament
nearby near nearest close closest
begin start
amount quantity
reader member patron borrower
loan borrow lend lent
repair fix service
collect pick pickup
waste bin rubbish garbage trash recycling
host hostname server machine
user username login assignee account owner
supplier vendor provider supply
discount coupon promotion
attendee participant
contact person
id identifier number code reference
animal pet
symbol ticker
train rail railway
station stop
timetable schedule departure
shift rota
budget money cost
power electricity electric mains
insurance insure insured cover
""".strip()

KEEP = listed(
    """
    news status address bus gas series species analysis class access express business process always this yes
    previous campus bonus virus famous serious various press progress success less wireless chess glass grass mass
    pass loss boss red bed need speed feed seed bring king ring spring string thing wing sing during listing viewing
    setting meeting training parking reading morning evening building ceiling table cable able available
    """
)
_VOWELS = "aeiou"
_IRREGULAR = {
    "rated": "rating", "rating": "rating", "ratings": "rating",
    "people": "person", "men": "man", "women": "woman", "children": "child", "cheapest": "cheap", "cheaper": "cheap",
    "costs": "cost", "wrote": "write", "written": "write", "paid": "pay", "shipping": "ship", "shipped": "ship",
    "sent": "send", "bought": "buy", "sold": "sell", "taught": "teach", "held": "hold", "made": "make", "spoken":
    "speak", "driven": "drive", "flown": "fly", "met": "meet", "booking": "book", "bookings": "book", "news": "news",
    "available": "availab", "availability": "availab", "payment": "pay", "payments": "pay", "shipment": "ship",
    "shipments": "ship", "treatment": "treat", "treatments": "treat", "delivery": "deliver", "deliveries": "deliver",
    "reservation": "reserv", "reservations": "reserv", "conversion": "convert", "lent": "lend", "located": "locat",
    "location": "locat", "locations": "locat", "locate": "locat", "ran": "run", "won": "win",
    "quantities": "quantity", "qty": "quantity", "temp": "temperature", "num": "number", "no": "number",
    "addr": "address", "tel": "phone", "desc": "description", "dept": "department", "max": "max", "min": "min",
    "forecasts": "forecast", "arrival": "arriv", "departure": "depart", "departures": "depart",
    "taken": "take", "took": "take", "given": "give", "hotels": "hotel", "assignee": "assign",
}  # fmt: skip


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order; a possessive ending is dropped."""
    return [match[0].lower().replace("’", "'").removesuffix("'s") for match in _WORD.finditer(text)]


@lru_cache(maxsize=4096)
def identifier_words(name: str) -> tuple[str, ...]:
    """The words of an identifier: "getOrder_byId" gives get, order, by, id."""
    return tuple(words(_CAMEL.sub(" ", name.replace("_", " ").replace("-", " ").replace(".", " "))))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A short form shared by a word's inflections; it need not be a word."""
    word = word.removesuffix("'s")
    if word in _IRREGULAR:
        return _strip_e(_IRREGULAR[word])
    if word in KEEP or len(word) < 4 or not word.isalpha():
        return _strip_e(word)
    return _strip_e(_strip_suffix(word))


def _strip_suffix(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        singular = word[:-1]
        return singular if singular in KEEP else _strip_suffix(singular) if len(singular) > 4 else singular
    for suffix, least in (("ational", 4), ("ation", 4), ("ion", 5), ("ing", 3), ("ied", 2), ("ed", 3), ("ly", 4)):
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            base = word[: -len(suffix)]
            return base + "y" if suffix == "ied" else _undouble(base)
    return word


def _undouble(base: str) -> str:
    doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz"
    if doubled:
        return base[:-1]
    short = len(base) == 3 and base[0] not in _VOWELS and base[1] in _VOWELS and base[2] not in f"{_VOWELS}wxy"
    return f"{base}e" if short else base


def _strip_e(word: str) -> str:
    if len(word) > 4 and word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_SYNONYMS.splitlines()):
        for word in line.split():
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


_GROUP = _groups()


@lru_cache(maxsize=65536)
def likeness(first: str, second: str) -> float:
    """How alike two stems are: 1 for the same, 0.75 for near-synonyms, 0.7 for a long common beginning, else 0."""
    if first == second:
        return 1.0
    if _GROUP.get(first, frozenset()) & _GROUP.get(second, frozenset()):
        return 0.75
    shorter, longer = sorted((first, second), key=len)
    if longer in (f"{shorter}er", f"{shorter}or", f"{shorter}r"):
        return 0.75
    if len(shorter) >= 5 and longer.startswith(shorter[: max(5, round(len(longer) * 0.7))]):
        return 0.7
    return 0.0


def stems(text: str) -> frozenset[str]:
    """The stems of the words of a list."""
    return frozenset(stem(word) for word in text.split())


def best_likeness(word: str, others: tuple[str, ...]) -> float:
    """The highest likeness of a stem to any of some others."""
    return max((likeness(word, other) for other in others), default=0.0)


def content(text: str) -> list[str]:
    """The stems of a text's words that carry meaning, in order, repeats kept."""
    return [stem(word) for word in words(text) if word not in STOP]


def topic(text: str) -> list[str]:
    """Like `content`, without the words that only ask for something ("find", "tell", "information")."""
    return [stem(word) for word in words(text) if word not in STOP and stem(word) not in ASKING_STEMS]


@lru_cache(maxsize=4096)
def action_groups(word: str) -> frozenset[int]:
    """The kinds of action that a verb names; empty for a verb that only looks something up."""
    key = stem(word)
    return frozenset(number for number, group in enumerate(_ACTION_STEMS) if key in group)


VERBS = listed(
    """
    adopt track move swap compare hire invite ask remind calculate compute convert translate freeze pause extend
    sell ship deliver print scan verify confirm count rank sort recommend suggest pick choose select prepare
    generate draft mark flag escalate reset deploy install plot summarise summarize analyse analyze monitor measure
    plan organise organize estimate quote let call ring phone contact work play keep take leave come go hold try use
    run turn combine inspect fly drive visit meet feed water plant cook bake weigh teach enrol test release
    discharge admit prescribe inform alert reply answer archive restore export import publish merge split deposit
    clear withdraw lend donate bid sponsor rate review grade score train fill empty clean wash fix repair replace
    """
)


def is_asking(word: str) -> bool:
    """Whether a word only asks for something to be found."""
    return stem(word) in ASKING_STEMS


ASKING_STEMS = frozenset(stem(word) for word in ASKING)
_ACTION_STEMS = tuple(frozenset(stem(word) for word in group) for group in ACTIONS)
