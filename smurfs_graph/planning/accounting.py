"""What of a request nothing in its run accounts for: numbers, ids and names. Pure, and no model.

It errs to the side of silence: a number counts in any unit that it may have been turned into, a name by one of its
words, and in languages that begin every noun with a capital no name is looked for.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import Plan

LONGEST = 2_000
"""Characters of a request that is looked at: a longer one brings material along, which need not come back."""
_SHOWN = 6
_DIGITS = r"(?:\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,:’']\d+)*)"
_NUMBER = re.compile(rf"(?<![\w.,:/-]){_DIGITS}")
_LIMIT = re.compile(
    r"(?:\b(?:at least|at most|over|under|above|below|more than|less than|fewer than|up to|within|minimum|maximum|min"
    r"|max|limit|budget|for|with|mindestens|höchstens|unter|über)\b[\w ]{0,12}?|[$€£<>≤≥=]) ?\Z",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\A ?(?:%|per ?cent\b)")
_TIME = re.compile(r"\A[ -]?(?:h|hours?|min|minutes?|seconds?|days?|weeks?|nights?)\b", re.IGNORECASE)
_METRIC = re.compile(r"\A[ -]?(?:k|[km]?[gml]|t|tonnes?|(?:kilo)?(?:grams?|met(?:re|er)s?))\b", re.IGNORECASE)
_MONEY = re.compile(r"\A ?(?:[$€£]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)\b)", re.IGNORECASE)
_COUNTED = 12
"""Numbers up to this that are no limit and no amount are not looked for: they count what the request lists."""
_ID = re.compile(r"\S+@\w[\w.-]*\w|https?://\S+\w|(?<![\w@./-])(?!(?:mid|pre|post)-)[A-Za-z][\w./-]*\d[\w-]*")
_QUOTED = re.compile(r"(?<!\w)[\"“„«]([^\"”“»\n]{2,80})[\"”“»](?!\w)|(?<!\w)'([^'\n]{2,80})'(?!\w)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BEGINS = re.compile(r"(?:^|[.?!:;\n(\"“„«•*–—]|\s-)\s*(?:\d+[.)]\s*)?$")
_GERMAN = re.compile(r"\b(?:und|der|die|das|den|ist|sind|für|nicht|ein|eine|mit|von|auf|welche|wie|ich|bitte)\b")
_SKIPPED = re.compile(
    r"\A\s*(?:hi|hello|hey|dear)\b[^,.!\n]*[,.!\n]|\b(?:thanks|thank you|regards|cheers)\b[\W\w]{0,40}\Z"
    r"|^\s*\(?\d+[.)]\s|\s\d[.)](?=\s[a-z])",
    re.IGNORECASE | re.MULTILINE,
)
"""Greetings, and the numbers of a list."""
_NOT = r"\b(?:not|no|never|without|except|exclud\w+|other than|instead of|avoid\w*|ohne|nicht|sans|sauf)\b"
_CALENDAR = re.compile(
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|i)(?:['’]\w+)?",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"\bin (?:english|german|french|spanish|italian|dutch|russian|chinese|japanese)\b", re.IGNORECASE
)


def find_left_out(request: str, done: Iterable[str], said: Iterable[str], seen: Iterable[str] = ()) -> list[str]:
    """Return the numbers, ids and names of a request that nothing accounts for, as they are written there.

    `done`: the plan's conditions and the arguments of calls; `said`: the answer; `seen`: what the calls brought. That
    does not account for a limit or an amount ("at least 40"), nor for a name that the request excludes ("not the
    Attic"): a record may have it by chance, or against the request. An answer accounts for an excluded name only where
    it excludes it, too.
    """
    if len(request) > LONGEST:
        return []
    acts, answers = "\n".join(done), "\n".join(said)
    everything = "\n".join([acts, answers, *seen])
    plain, words, wanted, known = (
        _plain(everything),
        _words(everything),
        _values(f"{acts}\n{answers}"),
        _values(everything),
    )
    text = _SKIPPED.sub(_blank, request)
    found = [(at, name, _plain(name) in plain) for at, name in _matches(_ID, text)]
    text = _LANGUAGE.sub(_blank, _ID.sub(_blank, text))
    for at, number in _matches(_NUMBER, text):
        rest = text[at + len(number) :]
        limit = _LIMIT.search(text[:at]) or any(unit.match(rest) for unit in (_SHARE, _TIME, _METRIC, _MONEY))
        if limit or min(_values(number)) > _COUNTED:
            found.append((at, number, _is_counted(number, rest, wanted if limit else known)))
    excluded = _words(" ".join(re.findall(rf"{_NOT}((?:\W+\w+){{1,4}})", answers, re.IGNORECASE)))
    for at, name in _names(text):
        denied = re.search(rf"{_NOT}(?:\W+\w+){{0,2}}\W*\Z", text[:at], re.IGNORECASE)
        found.append((at, name, _is_named(name, _words(acts) + excluded if denied else words)))
    return list(dict.fromkeys(written for _, written, accounted in sorted(found) if not accounted))


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
    more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
    listed = ", ".join(map(repr, left[:_SHOWN]))
    return (
        [f"no condition, call or answer mentions {listed}{more} of the request; check that it was heeded"]
        if left
        else []
    )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    yield from ((match.start(), match[0]) for match in pattern.finditer(text))


def _names(text: str) -> Iterator[tuple[int, str]]:
    """Quoted texts, and runs of words with a capital; a word that begins a sentence is none."""
    for match in _QUOTED.finditer(text):
        yield match.start(), match[1] or match[2]
    text = _QUOTED.sub(_blank, text)
    if len(set(_GERMAN.findall(text))) > 1 or text.isupper():
        return
    run: list[re.Match[str]] = []
    for match in [*_WORD.finditer(text), None]:
        if run and (match is None or text[run[-1].end() : match.start()] != " " or not _is_name(text, match)):
            yield run[0].start(), text[run[0].start() : run[-1].end()]
            run = []
        if match is not None and _is_name(text, match):
            run.append(match)


def _is_name(text: str, match: re.Match[str]) -> bool:
    word = match[0]
    short = len(word) < 5 and word.isupper()  # a currency, a format, a unit
    begins = _BEGINS.search(text[: match.start()])
    return word[0].isupper() and not (short or begins or _CALENDAR.fullmatch(word))


def _is_named(name: str, told: str) -> bool:
    """Return whether one of a name's words is told, with whatever ending its language gives it."""
    parts = _words(name).split()
    telling = [part for part in parts if len(part) > 3] or parts
    return any(
        f" {part[: max(4, len(part) - 2)]}" in told if len(part) > 4 else f" {part} " in told for part in telling
    )


def _is_counted(written: str, rest: str, known: frozenset[float]) -> bool:
    """Return whether a number is known, in a unit that the one behind it is turned into; a share also as a factor."""
    values = _values(written)
    if _SHARE.match(rest):
        values |= {wanted for value in values for wanted in (value / 100, 1 + value / 100, 1 - value / 100)}
    times = (60.0, 24.0, 7.0) if _TIME.match(rest) else (1000.0,) if _METRIC.match(rest) else ()
    values |= {wanted for value in values for factor in times for wanted in (value * factor, value / factor)}
    return min(values) in (0, 1) or any(abs(value - one) <= 1e-6 * max(1.0, one) for value in values for one in known)


def _values(text: str) -> frozenset[float]:
    """Return the numbers of a text; of "1.400" both readings, of a date or a time each part."""
    found: set[float] = set()
    for written in re.findall(rf"(?<![a-z_\d]){_DIGITS}", text):
        parts = re.fullmatch(r"(.*?)(?:([.,])(\d+))?", written)
        whole, mark, rest = parts.groups() if parts else (written, None, None)
        if re.fullmatch(r"\d{1,3}(?:[ .,’']\d{3})+", written):
            found.add(float(re.sub(r"\D", "", written)))
            found |= {float(written)} if written.count(".") == 1 and "," not in written else set()
        elif mark and re.fullmatch(r"\d{1,3}(?:[ .,’']\d{3})*|\d+", whole):
            found.add(float(f"{re.sub(r'[^0-9]', '', whole)}.{rest}"))
        else:
            found |= {float(part) for part in re.split(r"\D", written)}
    return frozenset(found)


def _words(text: str) -> str:
    """Return the words of a text with a blank on either side, in small letters without marks."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    found = (re.sub(r"['’]s$", "", word) for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", plain))
    return f" {' '.join(found)} "


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text.casefold())
