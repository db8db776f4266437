"""Damage undone: by the habits of models that a general repairer of JSON gets wrong, then by that repairer, held to a
number of steps, for what it takes is not linear in the length of every text."""

import json
import re
from types import MappingProxyType
from typing import Any, SupportsIndex

import json_repair

from smurfs_graph.models.json_scan import QUOTED, QUOTED_AS_PYTHON, Kinds, replace

STEPS_PER_CHAR = 16
"""Steps of the repairer per character of a text, at most on average. Damage of real models takes it 2 to 6."""
_FEWEST_STEPS = 2_000
_TRIPLE_QUOTED = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', re.DOTALL)
_QUOTED: Kinds = MappingProxyType({"quoted": QUOTED})
_NUMBERS: Kinds = MappingProxyType(
    {
        "quoted": QUOTED,
        "quoted as Python": QUOTED_AS_PYTHON,
        "grouped": r"(?<=:)(?P<number>\s*-?\d{1,3}(?:,\d{3})+)(?=\s*[,}\]\n])",
    }
)
_EQUALS = re.compile(r'([{,]\s*"[^"\n]{1,80}")\s*=>?\s*')
_WIDE_COLON = re.compile('"\\s*\uff1a\\s*')
_WIDE_COMMA = re.compile('(["\\d\\]}el])\\s*\uff0c\\s*(?=["\\[{\\d])')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_VALID_ESCAPES = frozenset('"\\/bfnrtu')


class TooManyStepsError(Exception):
    """A text that cannot be repaired in time linear in its length."""


class StepMeter:
    """The steps that may still be taken, and those that were."""

    def __init__(self, limit: int) -> None:
        """`limit`: steps."""
        self.limit, self.steps = limit, 0

    def count(self, steps: int) -> None:
        """Raises TooManyStepsError once too many steps were taken."""
        self.steps += steps
        if self.steps > self.limit:
            raise TooManyStepsError(f"more than {self.limit} steps")


class MeteredText(str):
    """A text that counts how often somebody looks at it."""

    __slots__ = ("meter",)
    meter: StepMeter

    @classmethod
    def of(cls, text: str, meter: StepMeter) -> "MeteredText":
        """Return the text, counted on that meter."""
        made = cls(text)
        made.meter = meter
        return made

    def __getitem__(self, key: SupportsIndex | slice, /) -> str:
        """Count a part by its length, as what is done with it counts as well."""
        part = super().__getitem__(key)
        if not isinstance(key, slice):
            self.meter.count(1)
            return part
        self.meter.count(1 + len(part) // 8)
        return MeteredText.of(part, self.meter)

    def __add__(self, other: str, /) -> str:
        """Count a text that is put together from parts of this one, too."""
        return MeteredText.of(super().__add__(other), self.meter)


def repair(text: str, meter: StepMeter | None = None) -> Any:
    """Return the value that a damaged text is likely to mean.

    Raises whatever the repairer raises, TooManyStepsError too.
    """
    return json_repair.loads(
        MeteredText.of(text, meter or StepMeter(_FEWEST_STEPS + STEPS_PER_CHAR * len(text))), skip_json_loads=True
    )


def mend(text: str) -> str:
    """Return the text with these habits undone; what is well-formed already stays as it is."""
    text = _TRIPLE_QUOTED.sub(lambda match: json.dumps(match[1] if match[1] is not None else match[2]), text)
    text = _WIDE_COLON.sub('": ', text)
    text = _WIDE_COMMA.sub(r"\1, ", text)
    text = _EQUALS.sub(r"\1: ", text)
    text = replace(text, _NUMBERS, lambda match: match[0].replace(",", "") if match["number"] else match[0])
    return replace(text, _QUOTED, lambda match: _mend_escapes(match[0])) if "\\" in text else text


def _mend_escapes(text: str) -> str:
    """Mend a quoted text: Markdown's escapes lose their backslash; a path or a pattern keeps all of its own."""
    wrong = [escape for escape in _ESCAPE.findall(text) if escape not in _VALID_ESCAPES]
    if any(escape.isalnum() for escape in wrong):
        return _ESCAPE.sub(lambda match: match[0] if match[1] in '"\\' else f"\\\\{match[1]}", text)
    return _ESCAPE.sub(lambda match: match[0] if match[1] in _VALID_ESCAPES else match[1], text) if wrong else text
