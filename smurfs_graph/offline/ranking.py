"""Tools by how well their names and descriptions fit a text."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import actions, head, main_verb
from smurfs_graph.offline.documents import Tool
from smurfs_graph.offline.mentions import Mention, find_mentions

_BY_ID = re.compile(
    r"\b(?:by|given|with|for an?) (?:its|their|the|an|a)?\s*(?:\w+\s)?(?:id|identifier|number|code)\b", re.IGNORECASE
)
_UNITS = words.stems(
    """
    cup tablespoon teaspoon gram kilogram milligram ounce pint gallon litre liter millilitre milliliter inch foot
    feet yard mile kilometre kilometer metre meter centimetre centimeter celsius fahrenheit kelvin acre hectare knot
    """
)
_SEARCHING = frozenset(["find", "search", "lookup", "look", "list"])


@dataclass(frozen=True)
class Ranked:
    """A tool, how well it fits, and the words of the text that speak for it."""

    tool: Tool
    score: float
    matched: frozenset[str]
    strong: frozenset[str]
    nouns: int
    sure: bool = True
    """Whether the tool speaks of what is asked for, not only of other words of the text."""


def rank(
    text: str,
    tools: Sequence[Tool],
    *,
    only_lookups: bool = False,
    known_ids: frozenset[str] = frozenset(),
    beside: str = "",
    follows: bool = False,
    acts: frozenset[int | str] | None = None,
) -> list[Ranked]:
    """The tools by how well they fit a text, the best first; a tool that acts fits only a text that asks for the act."""
    asked = _asked_words(text, beside)
    labels = {label for mention in find_mentions(text) for label in mention.labels[:1]}
    heads = frozenset(head(text)) - (labels if follows else frozenset())
    if follows:
        asked = {
            word: factor if word in heads else 0.25 * factor for word, factor in asked.items() if word not in labels
        }
    wanted_acts = actions(text) if acts is None else acts
    verb = main_verb(text)
    spread = _spread(tools)
    ranked: list[Ranked] = []
    for tool in tools:
        if not (not tool.acts if only_lookups else _may_serve(tool, wanted_acts, asked)):
            continue
        fit = _score(tool, asked, spread, len(tools))
        same = _same_verb(tool, verb)
        shared = fit.matched | ({words.stem(verb)} if tool.acts else frozenset[str]())
        bonus = _number_agreement(tool, text, known_ids) + same + _head_in_name(tool, heads)
        ranked.append(replace(fit, score=fit.score + bonus, matched=shared))
    return sorted(ranked, key=lambda one: (-one.score, one.tool.name))


def _may_serve(tool: Tool, wanted: frozenset[int | str], asked: dict[str, float]) -> bool:
    """Whether a tool does the kind of thing that is asked for: the same act, or none where none is asked for."""
    return bool(tool.acts & wanted) if wanted else not tool.acts


def _asked_words(text: str, beside: str = "") -> dict[str, float]:
    """The stems of a text with their weight: what is asked for counts double, values that it names not at all."""
    heads = frozenset(head(text))
    blank = text
    for mention in sorted(find_mentions(text), key=lambda found: -found.start):
        if mention.kind not in ("number",):
            blank = f"{blank[: mention.start]} {blank[mention.end :]}"
    weights: dict[str, float] = {}
    lead = words.stem(main_verb(text))
    for stem in words.content(blank):
        plain = 0.3 if words.is_asking(stem) and heads and stem == lead else 1.0
        weights.setdefault(stem, 2.0 if stem in heads else plain)
    mentions = find_mentions(text)
    if len({unit for unit in weights if unit in _UNITS}) > 1:
        weights |= {"unit": 1.5, words.stem("convert"): 1.0}
    if len({mention.currency for mention in mentions if mention.currency}) > 1:
        weights |= {words.stem("currency"): 1.5, words.stem("convert"): 1.0}
    if any(
        (mention.currency and mention.kind == "number")
        or (mention.currency and mention.before[-1:] and mention.before[-1].isdigit())
        for mention in mentions
    ):
        weights.setdefault("money", 0.5)
        weights.setdefault("amount", 0.5)
    if any(mention.kind == "name" and mention.direct_preposition == "by" for mention in mentions):
        weights.setdefault(words.stem("author"), 0.6)
    for stem in words.topic(beside):
        weights.setdefault(stem, 0.35)
    return weights


def _spread(tools: Sequence[Tool]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for tool in tools:
        for word in dict.fromkeys((*tool.name_words, *tool.description_words)):
            counts[word] = counts.get(word, 0) + 1
    return counts


def _rarity(word: str, spread: dict[str, int], total: int) -> float:
    return math.log(1 + total / spread.get(word, 1)) / math.log(1 + max(total, 1))


def _score(tool: Tool, asked: dict[str, float], spread: dict[str, int], total: int) -> Ranked:
    names, described = tool.name_words, tool.description_words
    covered = weight = 0.0
    matched: set[str] = set()
    strong: set[str] = set()
    for word, factor in asked.items():
        by_name = words.best_likeness(word, names)
        like = max(by_name, 0.8 * words.best_likeness(word, described))
        known = word in spread or like > 0
        value = factor * (_rarity(word, spread, total) if word in spread else 0.8 if known else 0.2)
        weight += value
        covered += value * like
        if like >= 0.55 and not words.is_asking(word):
            matched.add(word)
        if like >= 0.58:
            strong.add(word)
    hits = [
        max(
            (words.likeness(noun, word) * min(1.0, factor * 1.2) for word, factor in asked.items() if factor != 0.3),
            default=0.0,
        )
        * _rarity(noun, spread, total)
        for noun in tool.nouns
    ]
    base = sum(_rarity(noun, spread, total) for noun in tool.nouns) or 1.0
    score = 0.6 * covered / (weight or 1.0) + 0.4 * sum(hits) / base
    return Ranked(tool, score, frozenset(matched), frozenset(strong), sum(1 for hit in hits if hit > 0))


def _number_agreement(tool: Tool, text: str, known_ids: frozenset[str]) -> float:
    """A small bonus: an identifier speaks for a tool that gets one thing, a plural for one that lists or searches."""
    has_id = any(_identifies(mention, tool) for mention in find_mentions(text)) or any(
        noun in known_ids for noun in tool.nouns
    )
    raw = words.identifier_words(tool.name)
    lists = bool(_searches(tool)) or (
        len(raw) > 1 and raw[-1].endswith("s") and not raw[-1].endswith("ss") and raw[-1] not in words.KEEP
    )
    several = _asks_for_several(text, tool)
    if has_id:
        return -0.08 if lists and not several else 0.0 if lists else 0.07
    if not lists:
        return -0.05 if several or _BY_ID.search(tool.description) else 0.0
    return 0.06 if several else 0.03


def _identifies(mention: Mention, tool: Tool) -> bool:
    labelled = bool(mention.labels) and words.best_likeness(mention.labels[0], tool.nouns) >= 0.75
    return labelled and (
        mention.kind == "id" or (mention.kind == "number" and mention.value.isdigit() and not mention.bound)
    )


def _head_in_name(tool: Tool, heads: frozenset[str]) -> float:
    """A bonus where the tool's name has what is asked for: "the venue of the event" speaks for `get_venue`."""
    return 0.15 * max((words.best_likeness(word, tool.nouns) for word in sorted(heads)), default=0.0)


def _same_verb(tool: Tool, verb: str) -> float:
    """A small bonus where the text's verb and the name's are of one kind."""
    if tool.acts:
        return 0.15
    if not verb or not tool.verb:
        return 0.0
    return 0.04 if tool.verb == verb or {tool.verb, verb} <= _SEARCHING - {"list"} else 0.0


def _asks_for_several(text: str, tool: Tool) -> bool:
    heads = set(head(text))
    said = words.words(text)
    nouns = [
        word for at, word in enumerate(said) if not at or said[at - 1] not in ("who", "that", "it", "he", "she", "what")
    ]
    return any(
        words.stem(word) in heads and words.stem(word) in tool.nouns and word.endswith("s") and word not in words.KEEP
        for word in nouns
    )


def _searches(tool: Tool) -> float:
    return 1.0 if tool.verb in ("find", "search", "lookup", "look", "list") else 0.0
