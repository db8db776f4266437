"""Values that a text gives without a name or a number: options, yes or no, and what is searched for."""

import re
from collections.abc import Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.lexicon import NUMBERED, ORDINARY, PEOPLE, PLACES
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention
from smurfs_graph.offline.options import month as month
from smurfs_graph.offline.options import only as only
from smurfs_graph.offline.options import option as option
from smurfs_graph.offline.options import pair as pair
from smurfs_graph.offline.options import truth as truth
from smurfs_graph.offline.options import weekday as weekday

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SAYING = re.compile(
    r"\b(?:saying|says?(?! for\b)|reading|with the (?:message|text|note|body|content|title|subject|reason)|that reads)(?: that)?:?\s+(?P<rest>.+)$",
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
_COMMON = words.stems(
    """
    first second third last next look need register adopt please thanks tell know make take work live go come use
    play offer run hold happen cost seem keep start end begin want exist belong stay serve teach drive lead full
    exact total current back here there away again too instead onward then today tonight pls asap anyway
    """
)
_SKIP = words.listed(
    """
    find search look get show list give me tell for up some any all the a an please want need i to us my our are
    there which what is do you have can could buy looking related about
    """
)


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
        or words.stem(low) in _COMMON | ORDINARY | PEOPLE | PLACES | NUMBERED
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


def described(parameter: Parameter, document: Document, text: str, used: Sequence[Mention]) -> str:
    """A value that stands right beside the parameter's own noun or before the tool's: "Italian" in "Italian cuisine"."""
    clean = _blank(text, used)
    tokens = [(match[0], words.stem(match[0].lower())) for match in _TOKEN.finditer(clean)]
    own = [word for word in parameter.words if word not in ("name", "type", "id")] or list(parameter.words)
    for at, (token, stem) in enumerate(tokens):
        if own and stem == own[-1] and token.lower() not in PREPOSITIONS:
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
