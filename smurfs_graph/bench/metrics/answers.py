"""Short answers: HotpotQA's normalisation, exact match and token F1, LLMCompiler's comparison; values in sentences."""

import re
import string
from collections import Counter
from decimal import Decimal
from typing import NamedTuple

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED = frozenset({"yes", "no", "noanswer"})
_WRITTEN = re.compile(
    r"(?<![\w.,])(?P<sign>[-\u2212]?)[$€£]?(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,40})(?:\.(?P<part>\d{1,40}))?(?!\w*\d)"
    r"(?:\s*(?P<scale>thousand|million|billion)\b)?",
    re.IGNORECASE,
)
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_ENOUGH_DIGITS = 3


class TokenScores(NamedTuple):
    """Shares from 0 to 1."""

    f1: float
    precision: float
    recall: float


def normalize_answer(text: str) -> str:
    """Normalise an answer as HotpotQA does: lower case, no ASCII punctuation, no articles, single spaces.

    Traps that are kept: other marks stay (a typographic apostrophe, an en dash), so do accents, and 'Vitamin A' loses
    its last letter as an article.
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split())


def exact_match(prediction: str, reference: str) -> bool:
    """Return whether two answers are equal after normalisation; two empty ones are."""
    return normalize_answer(prediction) == normalize_answer(reference)


def token_f1(prediction: str, reference: str) -> TokenScores:
    """Compute HotpotQA's F1 over the bags of normalised tokens.

    'yes', 'no' and 'noanswer' are right as a whole or not at all, on either side.
    """
    found, wanted = normalize_answer(prediction), normalize_answer(reference)
    if found != wanted and _CLOSED & {found, wanted}:
        return TokenScores(0.0, 0.0, 0.0)
    tokens, needed = found.split(), wanted.split()
    shared = sum((Counter(tokens) & Counter(needed)).values())
    if not shared:
        return TokenScores(0.0, 0.0, 0.0)
    precision, recall = shared / len(tokens), shared / len(needed)
    return TokenScores(2 * precision * recall / (precision + recall), precision, recall)


def holds_value(prediction: str, reference: str) -> bool:
    """Return whether a sentence contains the expected value.

    A number however it is grouped, to the digits that the reference has or, where it is rounded, to three digits at
    least; yes or no as the first word; any other text as whole words after normalisation. A sentence that holds other
    values as well, or denies this one, holds it too: read such answers.
    """
    wanted, text = normalize_answer(reference), normalize_answer(prediction)
    if wanted in _CLOSED:
        return text.split()[:1] == [wanted]
    if (number := _WRITTEN.fullmatch(reference.strip())) is not None:
        aim, finest = _value(number)
        return any(_is_near(found, aim, finest) for found in _WRITTEN.finditer(prediction))
    return bool(wanted) and f" {wanted} " in f" {text} "


def _is_near(found: re.Match[str], aim: Decimal, finest: Decimal) -> bool:
    value, step = _value(found)
    digits = len((found["whole"].replace(",", "") + (found["part"] or "")).lstrip("0"))
    return abs(value - aim) * 2 <= max(finest, step if digits >= _ENOUGH_DIGITS else Decimal(0))


def _value(written: re.Match[str]) -> tuple[Decimal, Decimal]:
    """Return a number, and the step between numbers that are written with as many digits."""
    scale, part = _SCALES.get((written["scale"] or "").lower(), 1), written["part"] or ""
    value = Decimal(f"{written['whole'].replace(',', '')}.{part or 0}") * scale
    return -value if written["sign"] else value, Decimal(scale).scaleb(-len(part))


def same_answer(prediction: str | None, reference: str) -> bool:
    """Compare as LLMCompiler does for ParallelQA: numbers within 10 % of the reference, other texts by exact match.

    No prediction at all is wrong.

    Traps that are kept: the interval is open, so that no prediction equals a reference of 0 or below, and a number
    with thousands separators is no number, hence wrong where the reference is one.
    """
    if prediction is None:
        return False
    wanted = _number(reference)
    if wanted is None:
        return exact_match(prediction, reference)
    found = _number(prediction)
    return found is not None and 0.9 * wanted < found < 1.1 * wanted


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
