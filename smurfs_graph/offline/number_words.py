"""Numbers in words: "twenty-five", "a hundred and fifty", "half a dozen"."""

import re

SPELT = {word: number for number, word in enumerate(
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"])} | {"dozen": 12, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}  # fmt: skip


SPELT_WORD = re.compile(r"\b(?:" + "|".join(SPELT) + r")\b", re.IGNORECASE)


_TENS = {
    word: 10 * at
    for at, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}


_INNER = "|".join((*SPELT, *_TENS, "hundred", "thousand", "half"))


SPELT_RUN = re.compile(
    rf"\b(?:a dozen|a couple of|half a dozen|(?:a (?=hundred|thousand))?(?:{'|'.join((*SPELT, *_TENS, 'thousand'))})"
    rf"(?:(?:[ -]|,? and (?:a )?)(?:{_INNER})\b)*)",
    re.IGNORECASE,
)


_UNIT = (
    r"(?P<unit>(?:hour|minute|day|week|month|year|kilo|kilogram|kilometre|kilometer|mile|metre|litre|tonne|pound)s?)\b"
)
_WHOLE = "|".join((*list(SPELT)[1:13], "an?", r"\d{1,3}"))
PARTED = re.compile(
    rf"\b(?:(?P<half>half(?: of)?|(?:a |one )?quarter of|three quarters of) (?:an? |one )(?={_UNIT})"
    rf"|(?P<whole>{_WHOLE}) {_UNIT.replace('unit', 'whose')} and a (?P<part>half|quarter)\b"
    rf"|(?<=\bfor )(?P<one>an?(?: full| whole)?) (?={_UNIT.replace('unit', 'once')})|(?P<fortnight>a fortnight)\b)",
    re.IGNORECASE,
)
"""Measures with halves and quarters: "half an hour", "a kilo and a half", "for a week", "a fortnight"."""


_COIN = r"(?:euros?|pounds?|dollars?|francs?|quid)"
_SAID = rf"(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(list(SPELT)[1:10])}))?|{'|'.join(list(SPELT)[1:20])}"
CENTS = re.compile(
    rf"\b(?P<whole>\d{{1,6}}|{_SAID}) {_COIN}(?: (?P<cents>\d\d|{_SAID})(?: cents?| pence|p\b)?| and (?P<coins>\d\d|{_SAID})(?: cents?| pence|p\b))"
    r"(?=\s*(?:$|[,.;?!)]|(?:on|for|to|at|in|from|per|and|of|by|as|is|please|a)\b))",
    re.IGNORECASE,
)
"""Amounts with their small coins: "fifty-two euros fifty", "5 pounds and 20 pence"."""


def amount(match: re.Match[str]) -> float:
    """The number of a match of `CENTS`."""
    whole, cents = (
        float(one) if one.isdigit() else spelt(one) or 0.0 for one in (match["whole"], match["cents"] or match["coins"])
    )
    return whole + cents / 100


def parted(match: re.Match[str]) -> tuple[float, str]:
    """The number of a match of `PARTED`, and its unit where that stands within the match."""
    if match["fortnight"]:
        return 2.0, "weeks"
    if match["one"]:
        return 1.0, ""
    if said := match["half"]:
        return {"h": 0.5, "t": 0.75}.get(said[0].lower(), 0.25), ""
    whole = match["whole"].lower()
    number = 1.0 if whole in ("a", "an") else float(whole) if whole.isdigit() else float(SPELT[whole])
    return number + (0.5 if match["part"].lower() == "half" else 0.25), match["whose"].lower()


def spelt(text: str) -> float | None:
    """The number of several number words ("twenty-five", "a hundred and fifty", "two and a half"), or None."""
    said = text.lower()
    fixed = {"half a dozen": 6.0, "a dozen": 12.0, "a couple of": 2.0}
    if said in fixed:
        return fixed[said]
    total = part = 0.0
    last = 0.0
    for word in re.findall(r"[a-z]+", said):
        if word in ("and", "a"):
            continue
        if word == "half":
            part, last = part + 0.5, 0.5
        elif word in ("hundred", "thousand"):
            factor = 100.0 if word == "hundred" else 1000.0
            part = max(part, 1.0) * factor
            if word == "thousand":
                total, part = total + part, 0.0
            last = factor
        else:
            value = float(_TENS.get(word) or SPELT.get(word, 0))
            if last and not (value < last and (last >= 20 and last != 0.5)):
                return None
            part, last = part + value, value
    return total + part
