"""Values that no rule speaks for, but whose type a parameter takes: what is learnt of values judges them alone."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.convert import convert
from smurfs_graph.offline.currencies import CURRENCIES
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import fitness, is_coded
from smurfs_graph.offline.forms import told_form
from smurfs_graph.offline.joint.choices import Candidate
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.quantities import labelled_elsewhere

FIT = 0.3
"""What such a value is said to fit."""
_LESS = 0.04
_MOST_FIT = 0.85
_FREE = ("name", "other", "place", "text", "id")
_SPOKEN = ("name", "words", "quote", "id", "code")
_LEAST_DIGITS = 3
_UNIT = words.stem("unit")
_WHEN = words.listed("after before from until till to since start end begin at on when by latest earliest slot")


def unsaid(
    parameter: Parameter, document: Document, found: Sequence[Mention], others: Sequence[Mention]
) -> list[Candidate]:
    """The candidates of a parameter of a plain type among the mentions of a text and their other cuts."""
    if parameter.options or parameter.type not in ("string", "integer", "number") or _UNIT in parameter.words:
        return []  # a unit is taken as it is written
    offered = [_candidate(parameter, one, FIT) for one in found if _takes(parameter, one, document)]
    for one in others:
        if _takes(parameter, one, document):
            fit = min(fitness(parameter, one, document), _MOST_FIT) - _LESS
            offered.append(_candidate(parameter, one, max(FIT, fit)))
    return [one for one in offered if one is not None]


def _candidate(parameter: Parameter, mention: Mention, fit: float) -> Candidate | None:
    value = convert(parameter, mention)
    if value is None or value == "":
        return None
    return Candidate(parameter.name, value, fit, mention.start, mention.end, mention.kind, mention=mention, unsaid=True)


def _takes(parameter: Parameter, mention: Mention, document: Document) -> bool:
    """Whether the type of a value is a parameter's."""
    if parameter.type in ("integer", "number"):
        return _number(parameter, mention) and not labelled_elsewhere(parameter, mention, document)
    if parameter.kind not in _FREE:
        return False
    if mention.kind in ("date", "time"):
        return bool(mention.value) and bool(_WHEN & set(words.identifier_words(parameter.name)))
    form = None if parameter.examples else told_form(parameter.description)
    if form is not None and not form.fullmatch(mention.value):
        return False
    if not is_coded(parameter):
        return mention.kind in _SPOKEN and not mention.currency
    if mention.kind == "number":
        plain = re.fullmatch(r"\d+(?:\.\d+)?", mention.value) and not mention.currency
        return bool(plain) and len(mention.value) >= _LEAST_DIGITS
    return mention.kind in ("id", "code", "quote", "name") and bool(re.search(r"\d", mention.value))


def _number(parameter: Parameter, mention: Mention) -> bool:
    """Whether a number may be a parameter's: an amount of money for one that counts things is none."""
    if mention.number is None or mention.kind not in ("number", "id"):
        return False
    coded = parameter.kind == "id" or (parameter.words[-1:] and parameter.words[-1] in _NUMBERING)
    if mention.kind == "id":
        return bool(coded)
    if coded:
        return len(mention.value) >= _LEAST_DIGITS and not mention.currency
    coins = mention.after[:1] and mention.after[0].removesuffix("s") in CURRENCIES
    return not (parameter.type == "integer" and (mention.currency or coins))


_NUMBERING = words.stems("no nr id code ref reference")
