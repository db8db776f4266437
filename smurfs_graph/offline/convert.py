"""Values in the type, and numbers in the unit, that a parameter asks for."""

import re
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Parameter
from smurfs_graph.offline.measures import factor, unit_of
from smurfs_graph.offline.mentions import Mention


def convert(parameter: Parameter, mention: Mention) -> Any | None:
    """A mention as a value of the parameter's type; None where it has no such form."""
    if parameter.kind == "currency":
        allowed = not parameter.options or mention.currency in parameter.options
        return mention.currency or None if allowed else None
    if parameter.type in ("integer", "number") and mention.number is not None:
        number = _scaled(parameter, mention)
        if parameter.type == "integer":
            return int(number) if number == int(number) else None
        return int(number) if number == int(number) else number
    if parameter.kind == "datetime" and mention.kind == "date":
        return None
    if mention.kind == "name" and parameter.type == "string":
        return _name_part(parameter, mention.value)
    return typed(parameter, mention.value)


def _name_part(parameter: Parameter, value: str) -> str:
    """The part of a person's name that a parameter takes, without a title where that is a surname."""
    own = words.identifier_words(parameter.name)
    plain = re.sub(r"^(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? (?=\w)", "", value)
    if own[-1:] == ("surname",) or own[-2:] in (("last", "name"), ("family", "name")):
        return plain.rsplit(" ", 1)[-1]
    if own[-1:] == ("forename",) or own[-2:] in (("first", "name"), ("given", "name")):
        return plain.split(" ", 1)[0]
    surname = re.match(r"(?:sur|last |family )name\b", parameter.description, re.IGNORECASE)
    return plain.rsplit(" ", 1)[-1] if surname else value


def typed(parameter: Parameter, text: str) -> Any | None:
    if parameter.type in ("integer", "number"):
        try:
            number = float(text.replace(",", ""))
        except ValueError:
            return None
        whole = number == number // 1 and abs(number) < 1e15
        return int(number) if whole else number if parameter.type == "number" else None
    if parameter.kind == "list" and parameter.item is not None:
        parts = [typed(parameter.item, part.strip()) for part in text.split(",") if part.strip()]
        return parts or None
    if parameter.kind == "bool":
        return {"yes": True, "no": False, "true": True, "false": False}.get(text.lower())
    if parameter.type == "object":
        return None
    return text[:10] if parameter.kind == "date" else text


def _scaled(parameter: Parameter, mention: Mention) -> float:
    """The number in the unit that the parameter's name or description speaks of."""
    number = mention.number or 0.0
    scale = factor(parameter, unit_of(mention.after))
    if scale is not None:
        return round(number * scale, 6)
    if "cent" in parameter.words and mention.currency:
        return number * 100
    return number


def fits_shape(parameter: Parameter, mention: Mention) -> bool:
    """Whether a value is written like one of the parameter's examples, where those are no plain words."""
    shapes = {shape(one) for one in parameter.examples}
    return bool(re.search(r"[\d._-]", mention.value)) and shape(mention.value) in shapes


def shape(text: str) -> str:
    """The form of a value: small letters as one, digits as one, the rest as it is."""
    return re.sub(r"\d+", "9", re.sub(r"[a-z]+", "a", text))
