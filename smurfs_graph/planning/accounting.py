"""Find what of a request nothing in its run accounts for: numbers, dates, ids, addresses and names. Pure, and no model.

It errs to the side of silence: an amount counts in any unit that it may have been turned into, a limit where the answer
keeps to it, a name by one of its words.
"""

import re
from collections.abc import Iterable

from smurfs_graph.grounding.facts import Fact, read_facts
from smurfs_graph.grounding.numerals import Number, normalise, read_numbers
from smurfs_graph.grounding.texts import Text, fold
from smurfs_graph.grounding.units import UNITS
from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import Plan

LONGEST = 2_000
"""Characters of a request that is looked at: a longer one brings material along, which need not come back."""
_MOST, _MOST_OF_ANSWER = 1_000_000, 20_000
"""Characters of a run, and of its answer for amounts, that are looked through; of a longer run nothing is said."""
_SHOWN = 6
_LIMIT = re.compile(
    r"(?:\b(?:(?P<least>at least|over|above|more than|minimum|min|mindestens|über)|at most|under|below|less than"
    r"|fewer than|up to|within|maximum|max|limit|budget|höchstens|unter)\b[\w ]{0,12}?|\b(?:for|with)|[<>≤≥=])"
    r" ?[$€£]?\Z",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:\A|[.?!;,]|\band\b)\s*(?:does|do|did|is|are|was|can|could|will|would|has|have|should|may)\b[^.?!;]*\Z",
    re.IGNORECASE,
)
"""The beginning of a question that yes or no answers, with what it compares."""
_LETTER = re.compile(
    r"\A\s*(?:hi|hello|hey|dear)\b[^,.!\n]*[,.!\n]|\b(?:thanks|thank you|regards|cheers)\b[\W\w]{0,40}\Z", re.IGNORECASE
)
_NOT = r"\b(?:not|no|never|without|except|exclud\w+|other than|instead of|avoid\w*|ohne|nicht|sans|sauf)\b"
_EXCLUDED = re.compile(rf"{_NOT}(?:\W+\w+){{0,2}}\W*\Z", re.IGNORECASE)
_EXCLUDING = re.compile(rf"{_NOT}(?:\W+\w+){{1,4}}", re.IGNORECASE)


def find_left_out(request: str, done: Iterable[str], said: Iterable[str], seen: Iterable[str] = ()) -> list[str]:
    """Return the facts of a request that nothing accounts for, as they are written there.

    `done`: the plan's conditions and the arguments of calls; `said`: the answer; `seen`: what the calls brought. That
    does not account for a limit or an amount ("at least 40"), nor for a name that the request excludes ("not the
    Attic"): a record may have it by chance, or against the request. An answer accounts for an excluded name only where
    it excludes it, too.
    """
    told = ["\n".join(texts) for texts in (done, said, seen)]
    if len(request) > LONGEST or sum(map(len, told)) > _MOST:
        return []
    text = _LETTER.sub(lambda match: " " * len(match[0]), normalise(request).replace("**", ""))
    acts, answer, results = map(Text, told)
    excluding = Text("\n".join(_EXCLUDING.findall(answer.text)))
    left: list[str] = []
    for fact in read_facts(text):
        before, where = text[: fact.start], [acts, answer, results]
        limit = _LIMIT.search(before) if fact.number else None
        if fact.kind in ("name", "quotation") and _EXCLUDED.search(before):
            where = [acts, excluding]
        elif fact.number and (limit or fact.number.unit.kind not in ("", "time")):
            where = [acts, answer]
        if (fact.small and not limit) or (fact.kind == "name" and text.isupper()):
            continue
        if not (_is_told(fact, where) or (limit and _is_kept(fact, limit, text, answer))):
            left.append(fact.text)
    return list(dict.fromkeys(left))


def warn_of_left_out(request: str, plan: Plan, outcomes: Iterable[Outcome], answer: str) -> list[str]:
    """Return the warning about what a request asks and neither plan, calls nor answer mention; none without a call."""
    found = [*outcomes]
    calls = [item for outcome in found for item in outcome.evidence if item.called]
    if not calls:
        return []
    own = [item for task in plan.sub_tasks for item in task.local_constraints]
    conditions = [f"{item.text} {item.check or ''}" for item in (*own, *plan.global_constraints)]
    chosen = [str(plan.choice.facts)] if plan.choice else []
    unsolved = {outcome.sub_task for outcome in found if outcome.status != "solved"}
    left = find_left_out(
        request,
        [plan.form, *conditions, *chosen, *(str(item.arguments) for item in calls)],
        [answer, *(task.content for task in plan.sub_tasks if task.id in unsolved)],
        [*(item.text for item in calls), *(outcome.answer for outcome in found)],
    )
    listed = ", ".join(map(repr, left[:_SHOWN])) + (f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else "")
    said = f"no condition, call or answer mentions {listed} of the request; check that it was heeded"
    return [said] if left else []


def _is_told(fact: Fact, where: Iterable[Text]) -> bool:
    """Return whether a fact stands in one of the texts: an amount in any unit, a name by one of its words."""
    if fact.number:
        same = _in_other_units(fact.number)
        return fact.number.value in (0, 1) or any(text.holds_number(same) for text in where)
    if fact.kind == "name":
        telling = [word for word in fact.words if len(word) > 3] or fact.words
        begin = "|".join(re.escape(fold(word)[: max(4, len(word) - 2)]) for word in telling)
        return any(text.holds(fact) or re.search(rf"(?<![^\W\d_])(?:{begin})", text.folded) for text in where)
    return any(text.holds(fact) for text in where)


def _in_other_units(number: Number) -> Number:
    """Return a number with what it is in the other units of its kind as further readings; a share also as a factor."""
    unit, more = number.unit, list[float]()
    if unit.kind == "share":
        more = [1 + number.value / 100, 1 - number.value / 100]
    elif unit.size:
        sizes = {other.size for other in UNITS.values() if other.kind == unit.kind and other.size}
        more = [number.value * unit.size / size for size in sizes]
    steps = (*number.steps, *[1e-9] * len(more))
    return number._replace(values=(*number.values, *more), steps=steps, about=False)


def _is_kept(fact: Fact, limit: re.Match[str], text: str, answer: Text) -> bool:
    """Return whether an answer keeps to a limit that it does not mention, or says yes or no to it."""
    end = fact.start + len(fact.text)
    if _ASKED.search(text[: fact.start]) and re.match(r"[^.!;]*\?", text[end:]):
        return True
    own = fact.number
    if own is None or not own.unit.kind:
        return False
    alike = [one for one in read_numbers(answer.text[:_MOST_OF_ANSWER]) if one.unit.kind == own.unit.kind]
    sign = 1 if limit["least"] else -1
    return bool(alike) and all(
        (one.unit.name == own.unit.name or one.unit.size > 0)
        and sign * (one.value * (one.unit.size or 1) - own.value * (own.unit.size or 1)) >= 0
        for one in alike
    )
