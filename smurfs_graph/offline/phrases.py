"""Values that a text gives without a name or a number: options, yes or no, and what is searched for."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import starts_clause
from smurfs_graph.offline.dates import MONTHS, WEEKDAYS
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.select import SUPERLATIVE
from smurfs_graph.offline.typed_values import side

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MONTH = re.compile(
    r"(?<!\d )\b(?:in|of|for|during|last|this|next)\s+(?P<month>"
    + "|".join(name for name in MONTHS if len(name) > 3 or name == "may")
    + r")\b(?!\s+\d{1,2}\b(?!\d))",
    re.IGNORECASE,
)
_DENYING = words.listed("avoid no exclude without skip hide disable")
"""Words of a parameter's name that make it true where the text denies the rest: `avoid_tolls`, "without tolls"."""
_NEGATION = words.listed("no not without never exclude excluding except non skip")
_SAYING = re.compile(
    r"\b(?:saying|says?|reading|with the (?:message|text|note|body|content|title|subject|reason)|that reads)(?: that)?:?\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT = re.compile(
    r"\b(?:about|on the topic of|on the subject of|regarding|concerning|related to|containing|covering|dealing with|matching|that mentions?|that contain|mentioning|on)\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_BREAK = words.listed(
    """
    and then from in at by under over below above for on to until before after since with without that which who
    where whose when is are was were has have published written using via than or of between within near available
    costing priced
    """
)
_SEARCH = words.stems("query keyword keywords term search q text topic subject phrase")
_ASKED = re.compile(r"\W*(?:in |on |at |to )?(?:which|what) (\w+)", re.IGNORECASE)
_COMMON = words.stems(
    """
    first second third last next look need register adopt please thanks tell know make take work live go come use
    play offer run hold happen cost seem keep start end begin want exist belong stay serve teach drive lead full
    exact total current
    """
)
_SKIP = words.listed(
    """
    find search look get show list give me tell for up some any all the a an please want need i to us my our are
    there which what is do you have can could buy looking related about
    """
)


def option(parameter: Parameter, text: str, mentions: Sequence[Mention]) -> Any | None:
    """The one allowed value that the text names, by its words or their near forms; None where it is none or several."""
    tokens = [words.stem(word) for word in words.words(text)]
    hidden = {
        words.stem(word) for mention in mentions if mention.kind in ("quote",) for word in words.words(mention.value)
    }
    hits: list[tuple[float, Any]] = []
    for value in parameter.options:
        parts = [words.stem(word) for word in words.identifier_words(str(value))]
        if not parts:
            continue
        if _run_in(parts, tokens) and not set(parts) <= hidden:
            hits.append((2.0 + len(parts), value))
        elif len(parts) == 1 and len(parts[0]) > 3 and any(words.likeness(parts[0], token) == 0.7 for token in tokens):
            hits.append((1.0, value))
    hits += [] if hits else _units(parameter, tokens)
    if not hits:
        return None
    best = max(score for score, _ in hits)
    found = [value for score, value in hits if score == best]
    return found[0] if len(found) == 1 else _nearest_to_name(parameter, found, tokens)


def pair(parameter: Parameter, document: Document, text: str) -> Any | None:
    """One end of a conversion between two options of the same list: the one beside a number is the source."""
    twins = [one for one in document.parameters if one.options and one.options == parameter.options]
    if len(twins) != 2 or {side(one) for one in twins} != {"first", "last"}:
        return None
    tokens = [words.stem(word) for word in words.words(text)]
    stems = {words.stem(str(value)): value for value in parameter.options}
    named = [(at, stems[token]) for at, token in enumerate(tokens) if token in stems]
    if len({str(value) for _, value in named}) != 2:
        return None
    source = [value for at, value in named if at and tokens[at - 1].replace(".", "").isdigit()]
    if len(source) != 1:
        return None
    return source[0] if side(parameter) == "first" else next(value for _, value in named if value != source[0])


def _run_in(parts: list[str], tokens: list[str]) -> bool:
    return any(tokens[at : at + len(parts)] == parts for at in range(len(tokens) - len(parts) + 1))


def _units(parameter: Parameter, tokens: list[str]) -> list[tuple[float, Any]]:
    meaning = {
        "metric": {"celsius", "centigrad", "metric"},
        "imperial": {"fahrenheit", "imperial"},
        "c": {"celsius"},
        "f": {"fahrenheit"},
    }
    return [(1.0, value) for value in parameter.options if meaning.get(str(value).lower(), set[str]()) & set(tokens)]


def _nearest_to_name(parameter: Parameter, found: list[Any], tokens: list[str]) -> Any | None:
    """Of several options named, the one that stands right beside the parameter's own word."""
    own = parameter.words[-1] if parameter.words else ""
    beside = [
        value
        for value in found
        for part in [words.stem(word) for word in words.identifier_words(str(value))][:1]
        if any({tokens[at], tokens[at + 1]} == {part, own} for at in range(len(tokens) - 1))
    ]
    return beside[0] if len(set(map(str, beside))) == 1 else None


def truth(parameter: Parameter, text: str) -> bool | None:
    """True where the text names what the parameter switches on, False where it denies it, else None."""
    ignored = {
        "includ",
        "include",
        "is",
        "has",
        "with",
        "only",
        "show",
        "flag",
        "need",
        "want",
        "allow",
        "enable",
        "us",
    }
    ignored |= {words.stem(word) for word in _DENYING}
    wanted = [word for word in parameter.words if word not in ignored and word not in words.STOP]
    tokens = words.words(text)
    stems = [words.stem(word) for word in tokens]
    hits = [word for word in wanted if word in stems]
    told = [word for word in words.topic(parameter.description) if word in stems and word not in hits and len(word) > 3]
    if not hits or (len(hits) < len(wanted) and not told):
        return None
    at = stems.index(hits[0])
    denied = bool(_NEGATION & set(tokens[max(0, at - 3) : at]))
    return denied if _DENYING & set(words.identifier_words(parameter.name)) else not denied


def whole_name(value: str, mention: Mention, document: Document, text: str) -> str:
    """A name with the plain noun that belongs to it ("English lavender"), without a title where it is looked up."""
    if not document.tool.acts:
        value = re.sub(r"^(?:Mr|Mrs|Ms|Miss)\.? (?=\w)", "", value)
    match = re.match(
        r" (?P<noun>[a-z]{3,20})(?=\W*$|[,.;?!]| (?:and|in|on|for|to|at|of|with|from|by)\b)", text[mention.end :]
    )
    if match is None or mention.possessive or " " in value:
        return value
    low = match["noun"]
    labels = (*document.tool.name_words, *document.tool.description_words)
    known = words.best_likeness(words.stem(low), labels) >= 0.7 or any(
        words.best_likeness(words.stem(low), one.words) >= 0.7 for one in document.parameters
    )
    ordinary = (
        low in words.STOP
        or low in words.VERBS
        or words.is_asking(low)
        or words.action_groups(low)
        or words.stem(low) in _COMMON
    )
    return value if known or ordinary or low.endswith(("s", "ed", "ing")) else f"{value} {low}"


def whole(mention: Mention, document: Document, text: str) -> Mention:
    """A mention with the whole of its name."""
    if mention.kind != "name":
        return mention
    value = whole_name(mention.value, mention, document, text)
    if not value.startswith(mention.value) or value == mention.value:
        return replace(mention, value=value)
    longer = len(value) - len(mention.value)
    return replace(mention, value=value, end=mention.end + longer, after=mention.after[1:])


def only(item: Parameter, value: Any) -> Parameter:
    """An item with one allowed value."""
    return Parameter(item.name, "enum", item.type, item.required, item.description, (value,))


def weekday(text: str) -> str | None:
    """The one day of the week that the text names."""
    found = [match[0] for match in _TOKEN.finditer(text) if match[0].lower().removesuffix("s") in WEEKDAYS]
    return found[0].removesuffix("s") if len(found) == 1 else None


def month(text: str) -> int | None:
    """The number of the one month that the text names: "in March", "for March 2026"."""
    found = {MONTHS[match["month"].lower()] for match in _MONTH.finditer(text)}
    return found.pop() if len(found) == 1 else None


def said(text: str) -> str:
    """The words of a message that the text gives: what follows "saying" or "with the message"."""
    match = _SAYING.search(text)
    return match["rest"].strip().strip("\"“”'").rstrip(".") if match else ""


def searched(parameter: Parameter, document: Document, text: str, used: Sequence[Mention]) -> str:
    """What a search is for, as written: the words after "about", or those that neither ask nor name the tool's things."""
    clean = _blank(text, used)
    if match := _ABOUT.search(clean):
        phrase = _noun_phrase(match["rest"], frozenset())
        if phrase and not phrase[0].isdigit():
            return phrase
    generic = frozenset(document.tool.nouns) | _SEARCH
    return _noun_phrase(clean, generic)


def residual(parameter: Parameter, document: Document, text: str, used: Sequence[Mention]) -> str:
    """The one thing that a text speaks of besides what the tool's document says already; "" where there are several."""
    runs = _unknown_runs(document, text, used)
    strong = [value for where, value in runs if where in ("with", "for", "of", "about", "on", "containing", "using")]
    if len(runs) == 1:
        return runs[0][1]
    return strong[0] if len(strong) == 1 else ""


def _unknown_runs(document: Document, text: str, used: Sequence[Mention]) -> list[tuple[str, str]]:
    """The runs of words that a tool's document does not hold, each with the word before it."""
    clean = re.sub(r"\([^()]*\)", " ", SUPERLATIVE.sub(_without_rank, _blank(text, used)))
    labels = tuple(label for mention in find_mentions(text) for label in mention.labels[:1])
    named = tuple(one for two in document.parameters for one in two.words)
    units = tuple(words.stem(one.after[0]) for one in find_mentions(text) if one.number is not None and one.after)
    asked = _ASKED.match(text)
    units += tuple(words.stem(word) for word in words.words(asked[1])[:1]) if asked else ()
    told = (*document.tool.name_words, *document.tool.description_words, *named, *labels, *units)
    runs: list[tuple[str, str]] = []
    run: list[str] = []
    link = before = ""
    for piece in [*re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]", clean), "|"]:
        low = piece.lower()
        plain = piece[0].isalnum() and not (
            low in words.STOP
            or low in PREPOSITIONS
            or low in _SKIP
            or low.isdigit()
            or low in _BREAK
            or low.removesuffix("s") in WEEKDAYS
        )
        verb = (
            not run
            and not before
            and (words.is_asking(low) or bool(words.action_groups(low)) or starts_clause(f"{low} the thing"))
        )
        known = words.best_likeness(words.stem(low), told) >= 0.7 or words.is_asking(low) or words.stem(low) in _COMMON
        if plain and not known and not verb:
            link, run = (link, run) if run else (before, run)
            run.append(piece)
        elif run and low == "of" and link not in ("of", "with"):
            run.append(piece)
        elif run:
            if run[-1] == "of":
                run.pop()
            runs.append((link, " ".join(run)))
            run = []
        before = low
    return runs


def _without_rank(match: re.Match[str]) -> str:
    """A superlative taken away: "highest" goes with its noun, "cheapest" leaves the thing behind it."""
    ranked = match[0].split()[0].lower() in (
        "highest",
        "lowest",
        "most",
        "least",
        "fewest",
        "greatest",
        "best",
        "top",
        "longest",
        "largest",
    )
    return " , " if ranked else f" , {match['nouns']}"


def described(parameter: Parameter, document: Document, text: str, used: Sequence[Mention]) -> str:
    """A value that stands right beside the parameter's own noun or before the tool's: "Italian" in "Italian cuisine"."""
    clean = _blank(text, used)
    tokens = [(match[0], words.stem(match[0].lower())) for match in _TOKEN.finditer(clean)]
    own = [word for word in parameter.words if word not in ("name", "type", "id")] or list(parameter.words)
    for at, (_, stem) in enumerate(tokens):
        if own and stem == own[-1]:
            before = tokens[at - 1][0] if at else ""
            if before and _is_value(before):
                return before
    return ""


_POINTING = words.listed(
    """
    home away main next current last first second new old same other own right wrong best nearest closest whole
    affected assigned responsible respective relevant latest previous following original usual normal local exact
    full total final
    """
)


def _is_value(word: str) -> bool:
    low = word.lower()
    ordinary = not low[0].isalnum() or low in words.STOP or low in PREPOSITIONS or words.is_asking(low) or low in _SKIP
    return (
        not ordinary
        and low not in _POINTING
        and not low.endswith("ed")
        and not low.isdigit()
        and not low.endswith("est")
        and words.stem(low) not in ("avail", "availab", "open")
    )


def _blank(text: str, used: Sequence[Mention]) -> str:
    """The text with the used mentions replaced by a mark that ends a phrase."""
    for mention in sorted(used, key=lambda found: -found.start):
        text = f"{text[: mention.start]} | {text[mention.end :]}"
    return text


def _noun_phrase(text: str, generic: frozenset[str]) -> str:
    """The first run of words that are neither small, nor asking, nor the tool's own nouns."""
    run: list[str] = []
    for piece in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]", text):
        low = piece.lower()
        if not run and (low in _SKIP or words.stem(low) in generic or low in words.STOP):
            continue
        if not piece[0].isalnum() or low in _BREAK or low in words.STOP:
            if run:
                break
            continue
        if words.stem(low) in generic:
            break
        run.append(piece)
    return " ".join(run)
