"""Try a failed call again with another value, which its own error may name. Pure."""

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Any

from smurfs_graph.canonical import canonical_json
from smurfs_graph.guiding.argument_filling import MOST_CHOICES, Filling, Open, Sources
from smurfs_graph.guiding.fitting import Offered
from smurfs_graph.guiding.spans import NOTHING, Span, phrases_of, spans_of, spans_of_response
from smurfs_graph.guiding.steps import Aim, MadeCall
from smurfs_graph.guiding.units import end_of_unit, in_all_units, unit_behind
from smurfs_graph.offline import words

VALUED = frozenset(
    {"quoted", "email", "id", "name", "number", "date", "datetime", "time", "url", "formula", "list", "unclear"}
)
"""Kinds of what is a value by its form."""
_ALIKE = 0.72
"""How alike a value and one that an error names are, for the second to be meant by the first."""
_SAID = 0.74
"""How alike a value and a word of the request are, for the request to say it: "daily" and "day"."""
_SPELT = 0.85
"""How alike an item of an error's list and words of the request are, for these to be a spelling of it."""
_SHORTEST = 4
"""Letters up to which an item has no other spelling."""
_LISTING = re.compile(
    r"(?:[:\[(]|\b(?:are|include|includes|has|have|one of|use|try|either|allowed|supported|expected|mean))\s+"
    r"(?=(?P<rest>[^:;\n]{3,}))"
)
_ITEM_END = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+|\s*[|/]\s*")
_SUGGESTS = re.compile(r"\bdid you mean\b|\bdo you mean\b|\bmaybe\b|\bperhaps\b", re.IGNORECASE)
_CLASS = re.compile(r"^\w*(?:Error|Exception): ")
"""The class of an error before its text."""
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_MOST_ITEMS, _LONGEST_ITEM, _MOST_CHARS = 200, 6, 6_000
_LISTS = re.compile(r"[^.;]*\b(?:are|one of|use|try|mean|expected|allowed|supported|instead of)\b:?(?P<rest>[^.;]*)")


def other_choice(clause: str, tool: Offered, filling: Filling, failed: Sequence[MadeCall], request: str) -> Aim | None:
    """Return the aim of calling the tool once more with values that have not failed; None where none are left.

    A parameter's own choices come first, then the values that the errors named.
    """
    named = [span.value for each in failed for span in _named_in(each.text)]
    left: list[Open] = []
    numeric = {one.name for one in tool.document.parameters or () if one.kind == "number"}
    for one in filling.open:
        alike = [value for value in named if isinstance(value, int | float) == (one.name in numeric)]
        tried = {canonical_json(each.arguments.get(one.name)) for each in failed}
        for choices in (one.choices, [] if one.free else _said_first(alike, request)):
            fresh = _with_choices(one, [value for value in choices if canonical_json(value) not in tried])
            if fresh.choices:
                break
        left.append(fresh)
    return Aim(clause, tool, filling.calls, tuple(left)) if all(one.choices or one.free for one in left) else None


def _with_choices(one: Open, choices: Iterable[Any]) -> Open:
    """Return an open parameter with other choices."""
    distinct = {canonical_json(value): value for value in choices}
    return one._replace(choices=tuple(distinct.values())[:MOST_CHOICES])


def _named_in(reason: str) -> list[Span]:
    """Return the values that an error names: in quotes, as names, and the words after "are" or "use"."""
    reason = _CLASS.sub("", reason)
    if len(reason) > 1 and reason[0] == reason[-1] and reason[0] in "'\"":  # Python quotes the text of a KeyError
        reason = reason[1:-1]
    spans = [span for span in spans_of(reason) if span.kind in VALUED]
    rest = _listed_in(reason)
    return [*spans, *phrases_of(rest, spans_of(rest), NOTHING)]


def _listed_in(reason: str) -> str:
    """Return the part of an error that lists what is allowed."""
    found = [match["rest"] for match in _LISTS.finditer(reason)]
    return found[-1] if found else ""


def _said_first(values: Sequence[Any], request: str) -> list[Any]:
    """Return the values that a request says; all of them where it says none."""
    said = [word[0].lower() for word in words.tokens(request)]
    plain = [value for value in values if str(value).lower() in said]
    like = [value for value in values if difflib.get_close_matches(str(value).lower(), said, 1, _SAID)]
    return plain or like or [*values]


def named_right(clause: str, tool: Offered, made: Sequence[MadeCall], request: str) -> Aim | None:
    """Return a failed call with the value that its error lists and the request says, in the error's spelling."""
    own = [each for each in made if each.tool == tool.name]
    taken = {canonical_json(dict(each.arguments)) for each in own}
    for failed in reversed([each for each in own if not each.ok]):
        items = items_of(failed.text)
        listed = [one for one in items if says(request, one)] or _of_one_kind(items, failed.arguments.values())
        texts = {name: value for name, value in failed.arguments.items() if isinstance(value, str)}
        about = [name for name, value in texts.items() if value not in items and _is_about(failed.text, name, value)]
        for name in about if len(texts) > 1 else texts:
            held = {str(value).lower() for other, value in failed.arguments.items() if other != name}
            calls = [{**failed.arguments, name: one} for one in listed if one.lower() not in held]
            calls = [call for call in calls if canonical_json(call) not in taken]
            if len(calls) == 1:
                return Aim(clause, tool, (calls[0],))
    return None


def _of_one_kind(items: Sequence[str], values: Iterable[Any]) -> list[str]:
    """Return the one item in small letters that ends as a value does: "cement mixer" for a concrete mixer."""
    ends = {words.stem(str(value).split()[-1]) for value in values if isinstance(value, str) and " " in value.strip()}
    alike = [one for one in items if one.islower() and " " in one and words.stem(one.split()[-1]) in ends]
    return alike if len(alike) == 1 else []


def items_of(reason: str) -> list[str]:
    """Return what an error lists: the items after a colon or a word such as "include", with commas between them."""
    found: list[str] = []
    for match in _LISTING.finditer(reason[:_MOST_CHARS]):
        items = [one.strip(" '\"`[](){}.…") for one in _ITEM_END.split(match["rest"])]
        found += [one for one in items if one and len(one.split()) <= _LONGEST_ITEM] if len(items) > 1 else []
    return [*dict.fromkeys(found)][:_MOST_ITEMS]


def says(request: str, item: str) -> bool:
    """Return whether a request says an item, however it spells it: in small letters, in the plural, with a typo."""
    wanted = [words.stem(match[0]) for match in words.tokens(item)]
    said = words.said_words(request[:_MOST_CHARS], frozenset(wanted))
    tokens = [match[0] for match in words.whole_tokens(request[:_MOST_CHARS])]
    if not wanted:
        return False
    if any(said[at : at + len(wanted)] == wanted for at in range(len(said) - len(wanted) + 1)):
        return True
    plain = "".join(item.lower().split())
    runs = ("".join(tokens[at : at + size]).lower() for size in {len(wanted), max(1, len(wanted) - 1)}
            for at in range(len(tokens) - size + 1))  # fmt: skip
    return len(plain) > _SHORTEST and any(
        run[0] == plain[0] and difflib.SequenceMatcher(None, plain, run).ratio() >= _SPELT for run in runs
    )


def mended(clause: str, tool: Offered, failed: Sequence[MadeCall], known: Sources) -> Aim | None:
    """Return a failed call with another value of the parameter that its error is about."""
    last = failed[-1]
    tried = {canonical_json(dict(each.arguments)) for each in failed}
    named = [span.value for span in _named_in(last.text)]
    allowed = {word[0].lower() for word in words.tokens(_listed_in(last.text))}
    about = [
        name
        for name, value in last.arguments.items()
        if _is_about(last.text, name, value) and str(value).lower() not in allowed
    ]
    for name in about or (list(last.arguments) if len(last.arguments) == 1 else []):
        value = last.arguments[name]
        held = list(last.arguments.values())  # another parameter has it: it is named as right, or as the other end
        held += [str(each).upper() for each in held]  # an error may say a value in capitals: it is the same one
        others = [each for each in named if type(each) is type(value) and each not in held]
        if isinstance(value, str):
            near = difflib.get_close_matches(value.lower(), [str(each).lower() for each in others], 1, _ALIKE)
            meant = [
                str(each).lower() for each in others if _shares_word(value, str(each), _SUGGESTS.search(last.text))
            ]
            near = near or (meant if len(meant) == 1 else [])
            others.sort(key=lambda each: str(each).lower() not in near)
            if near:
                others = others[:1]
            elif _is_a_name(value, known) or any(not str(each).islower() for each in others):
                others = []  # somebody or something else is not what was asked for; a unit may be
            else:
                others.sort(key=lambda each: -difflib.SequenceMatcher(None, value, str(each)).ratio())
                others = _said_first(others, known.request)
        calls = [{**last.arguments, name: each} for each in others]
        calls = [call for call in calls if canonical_json(call) not in tried]
        if len(calls) == 1:
            return Aim(clause, tool, (calls[0],))
        if calls:
            rest = {key: each for key, each in last.arguments.items() if key != name}
            return Aim(clause, tool, (rest,), (Open(name, tuple(call[name] for call in calls)[:MOST_CHOICES]),))
    return None


def _shares_word(value: str, other: str, suggested: object) -> bool:
    """Return whether a name of several words has another one of one word, however it is spelt: "Harriet Loxley" and
    Loxley; or, where an error suggests the other, whether both have a word: "Mrs Okonkwo" and "Adaeze Okonkwo".
    """
    own, others = value.lower().split(), other.lower().split()
    if len(own) > 1 and len(others) == 1:
        return bool(difflib.get_close_matches(others[0], own, 1, _SPELT))
    return bool(suggested) and any(word in others for word in own if len(word) > _SHORTEST)


def guesses(made: Sequence[MadeCall], request: str) -> list[str]:
    """Return the values of successful calls that nothing in the request says: only an error has named them, or they
    are numbers that nobody has.
    """
    known, reasons, found = request.lower(), "", list[str]()
    said = [word[0].lower() for word in words.tokens(request)]
    numbers = _numbers_in(request)
    for each in made:
        if not each.ok:
            reasons += each.text.lower()
            continue
        for name, value in each.arguments.items():
            plain = str(value).lower()
            if (isinstance(value, int | float) and not isinstance(value, bool) and value not in numbers) or (
                plain in reasons and plain not in known and not difflib.get_close_matches(plain, said, 1, _ALIKE)
            ):
                found.append(f"{name}: {value}")
        known += each.text.lower()
        numbers |= _numbers_in(each.text)
    return [*dict.fromkeys(found)]


def _numbers_in(text: str) -> set[float]:
    """Return the numbers that a text has, in all units that they may be meant in."""
    spans = spans_of_response(text) or spans_of(text)
    said = [(span.value, unit_behind(span.text, span.end)) for span in spans]
    digits = [match for match in _DIGITS.finditer(text[:_MOST_CHARS]) if _is_whole(text, match)]
    said += [(float(match[0]), unit_behind(text, match.end())) for match in digits]
    found = {1.0}  # "one" and "a" are no values of their own
    for value, unit in said:
        if isinstance(value, int | float):
            found |= {float(value), value / 100, *(in_all_units(value, unit) if unit else ())}
    return found


def _is_whole(text: str, number: re.Match[str]) -> bool:
    """Return whether digits are no part of a longer number, identifier or date; a unit may stand right behind."""
    return words.stands_whole(text, number.start(), end_of_unit(text, number.end()))


def _is_a_name(value: str, known: Sources) -> bool:
    """Return whether a value is a name or an identifier that the request says."""
    return any(str(span.value) == value and span.kind in ("name", "id", "quoted") for span in spans_of(known.request))


def _is_about(reason: str, name: str, value: Any) -> bool:
    """Return whether an error names a parameter or its value."""
    plain = reason.lower()
    own = {words.stem(part) for part in words.name_words(name)}
    return str(value).lower() in plain or bool(own & words.stems(plain))
