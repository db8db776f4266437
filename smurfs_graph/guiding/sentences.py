"""Decide by rule whether a model's sentence says what a response says, and tell a response in words. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from smurfs_graph.grounding.facts import Fact, read_facts
from smurfs_graph.grounding.ground import Source, missing_in
from smurfs_graph.guiding.spans import spans_of_response

SHORT = 200
"""Characters of a response whose facts an answer has to hold."""
_MOST_FACTS = 3
_SHORT_WORD = 2
"""Letters of words that say little: is, of, it."""
_MOST_CHARS = 20_000
"""Characters of JSON that are read."""
_DENIES = re.compile(
    r"\b(?:no|not|none|nothing|never|cannot|unable|unknown|unavailable|sorry|unfortunately|without|didn|doesn|isn|wasn"
    r"|couldn|can't|don)\b|n[’']t\b",
    re.IGNORECASE,
)


def is_faithful(sentence: str, responses: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether every fact of a sentence stands somewhere, none of a short response is left out, and it denies
    nothing that the responses do not deny.

    `told`: the request and the calls, which it may take facts from as well.
    """
    plain = " ".join(responses)
    if not sentence.strip() or all(map(says_nothing, responses)):
        return False
    if _DENIES.search(sentence) and not _DENIES.search(plain):
        return False
    if missing_in(sentence, [*(Source(text) for text in told), *(Source(text) for text in responses)]):
        return False
    if len(plain) > SHORT:
        return True
    values = ". ".join(text for response in responses for text in _values(response))
    known = " ".join(told).lower()
    needed = [fact for fact in read_facts(values) if fact.text.lower() not in known]
    if not needed:
        return _shares_words(sentence, values, told)
    absent = [fact for fact in needed if not _says(sentence, fact)]
    return not absent if len(needed) <= _MOST_FACTS else len(absent) * 2 < len(needed)


def says_nothing(response: str) -> bool:
    """Return whether a response holds no value at all, however its data is nested: {"orders": []}."""
    text = response.strip()
    if text[:1] not in ("[", "{", '"'):
        return text in ("", "null", "None")
    try:
        return _is_hollow(json.loads(text[:_MOST_CHARS]))
    except (ValueError, RecursionError):
        return False


def _is_hollow(data: Any) -> bool:
    if isinstance(data, Mapping):
        return all(map(_is_hollow, cast("Mapping[str, Any]", data).values()))
    if isinstance(data, list):
        return all(map(_is_hollow, cast("list[Any]", data)))
    return data is None or data == ""


def _values(response: str) -> list[str]:
    """Return the values of a response that is data; a text as it is."""
    spans = spans_of_response(response)
    return [str(span.value) for span in spans] if spans and all(span.labels for span in spans) else [response]


def _says(sentence: str, fact: Fact) -> bool:
    """Return whether a sentence holds a fact, in its words or, of a number, a day or a time, in other ones."""
    if fact.text.lower() in sentence.lower():
        return True
    said = read_facts(sentence)
    if fact.number is not None:  # not what may be computed from the sentence's own numbers
        return any(each.number is not None and each.number.value == fact.number.value for each in said)
    return fact.kind in ("date", "time") and any(
        (each.days, each.minutes) == (fact.days, fact.minutes) for each in said
    )


def _shares_words(sentence: str, response: str, told: Sequence[str]) -> bool:
    """Return whether a sentence has a word of a response that holds no fact, and that the request has not.

    Never of a response that says nothing new, as an empty one: it stands for itself.
    """
    new = _words_in(response) - _words_in(" ".join(told))
    telling = {word for word in new if len(word) > _SHORT_WORD} or new  # "no" tells where it stands alone
    return bool(telling & _words_in(sentence))


def _words_in(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def in_words(response: str) -> str:
    """Return a response without its JSON: "author: Frank Herbert, year: 1965"; any other text as it is."""
    if len(response) > _MOST_CHARS:
        return response
    try:
        data: Any = json.loads(response)
    except (ValueError, RecursionError):
        return response
    rows = cast("list[Any]", data) if isinstance(data, list) else [data]
    told = [_told(row) for row in rows]
    return "\n".join(told) if told and all(told) else response


def _told(row: Any) -> str:
    """Return a value or a flat object in words; "" for anything deeper."""
    if isinstance(row, Mapping):
        pairs = cast("Mapping[str, Any]", row).items()
        told = [(key.replace("_", " "), _told(value) if not isinstance(value, Mapping) else "") for key, value in pairs]
        return ", ".join(f"{key}: {value}" for key, value in told) if all(value for _, value in told) else ""
    return str(row) if isinstance(row, str) else "" if isinstance(row, list) else json.dumps(row)
