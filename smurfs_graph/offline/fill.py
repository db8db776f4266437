"""The arguments of one call: from the sub-task's words, the earlier answers and the earlier sub-tasks, never made up."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from smurfs_graph.offline import phrases, words
from smurfs_graph.offline.allowed import said_as
from smurfs_graph.offline.assignment import Option, assign
from smurfs_graph.offline.convert import convert, fits_shape, typed
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import attributive, beside, fitness, is_coded, placed
from smurfs_graph.offline.given import Filled, Given, like_examples
from smurfs_graph.offline.known import Found, find_known
from smurfs_graph.offline.leftovers import FREE, unplaced
from smurfs_graph.offline.lexicon import ORDINARY, PEOPLE
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.passing import findings, of_each, thing
from smurfs_graph.offline.quantities import COUNTS
from smurfs_graph.offline.residue import unexplained
from smurfs_graph.offline.stays import lone_day, spans
from smurfs_graph.offline.units import conversion

_REQUIRED, _OPTIONAL = 0.4, 0.6
_SAME = re.compile(r"\b(?:same|that|this)\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:which|what|who is|who's|what is|what's|whose)(?: the| a| an)? (?P<nouns>[^\W\d_]+(?: [^\W\d_]+)?)",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"\b(?:the|its|that|his|her|their|which|whose) (?P<noun>[a-z]+)\b")
_ANAPHORA = re.compile(
    r"\b(?:it|its|his|her|their|them|he|she|they|there|that|this|those|the same|same)\b", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"(?<!\bme )(?<!\bknow )(?<!\bout )(?<!\band )(?<!\bcheck )(?<!\bsee )(?<=[\w] )(?:who|whoever|whom|whose|which|that|where)\b"
    r"(?! (?:is|are|was) (?:called|named)\b)",
    re.IGNORECASE,
)
_INTRODUCING = frozenset(["a", "an", "of", "with", "for", "on", "about"])


def fill(document: Document, given: Given) -> Filled:
    """The arguments of one call of a tool."""
    work = _Filling(document, given)
    work.stated()
    work.units()
    work.options()
    lone_day(work)
    work.arguments |= thing(given, work.open())
    work.values()
    work.lists()
    spans(work)
    work.texts()
    work.earlier()
    work.arguments |= thing(given, work.open()) | findings(given, document, work.open())
    if work.ambiguous:
        return Filled({f"several_values_for_{work.ambiguous}": True}, (work.ambiguous,))
    missing = tuple(one.name for one in document.parameters if one.required and one.name not in work.arguments)
    if not missing and (left := unplaced(work)):
        return Filled({f"no_place_for_{left}": True}, (left,))
    if not missing and not work.arguments and document.parameters and len(words.topic(work.given.text)) > 1:
        return Filled({"nothing_to_search_for": True}, ("anything to search for",))
    ordered = {one.name: work.arguments[one.name] for one in document.parameters if one.name in work.arguments}
    return Filled(ordered, missing)


class _Filling:
    """One call's arguments while they are being collected; a value goes to one parameter only."""

    def __init__(self, document: Document, given: Given) -> None:
        self.document = document
        self.given = given
        self.arguments: dict[str, Any] = {}
        text = re.sub(r"\((?!context)[^()]*\)", lambda found: " " * len(found[0]), given.text)
        named = tuple(phrases.whole(one, document, text) for one in find_mentions(text))
        self.found = like_examples(document, text, named)
        kept = {value.lower() for value in given.kept}
        self.found = tuple(one for one in self.found if one.value.lower() not in kept)
        self.residue = tuple(one for one in unexplained(document, text, self.found) if one.value.lower() not in kept)
        self.context = text.find("(context:") if "(context:" in text else len(text)
        self.used: list[Mention] = []
        self.ambiguous = ""

    def open(self) -> list[Parameter]:
        """The parameters without a value yet, in the document's order."""
        return [one for one in self.document.parameters if one.name not in self.arguments]

    def put(self, parameter: Parameter, value: Any) -> None:
        """Sets one argument."""
        if value is not None:
            self.arguments[parameter.name] = value

    def stated(self) -> None:
        """Values that the plan already names."""
        try:
            data = json.loads(self.given.stated) if self.given.stated else None
        except ValueError:
            return
        if isinstance(data, Mapping):
            values = cast("Mapping[str, Any]", data)
            for parameter in self.open():
                if parameter.name in values:
                    self.put(parameter, values[parameter.name])

    def units(self) -> None:
        """A conversion between units."""
        found, used = conversion(
            self.document,
            self.given.about or self.given.text,
            self.found,
            [one for source in self.given.known for one in source.groups],
        )
        self.arguments |= found
        self.used += used

    def options(self) -> None:
        """Allowed values and yes-or-no."""
        for parameter in self.open():
            if parameter.options and parameter.kind == "currency":
                continue
            if parameter.kind == "enum" and (pair := phrases.pair(parameter, self.document, self.given.text)):
                self.put(parameter, pair)
            elif parameter.kind == "enum":
                texts = (self.given.text[: self.context], self.given.text)
                told = (phrases.option(parameter, text, self.found) for text in texts)
                self.put(parameter, next((one for one in told if one is not None), None))
                hits = said_as(parameter, self.arguments.get(parameter.name), self.given.text)
                self.used += [one for hit in hits for one in self.found if one.start < hit.end and hit.start < one.end]
            elif parameter.kind == "weekday":
                self.put(parameter, phrases.weekday(self.given.text))
            elif parameter.type == "integer" and parameter.words[-1:] == ("month",):
                self.put(parameter, phrases.month(self.given.text))
            elif parameter.kind == "bool":
                self.put(parameter, phrases.truth(parameter, self.given.text))
            taken = str(self.arguments.get(parameter.name, "")).lower()
            self.used += [
                one for one in self.found if taken and one.value.lower() in (taken, f"{parameter.name} {taken}")
            ]

    def values(self) -> None:
        """The best assignment of what the text names and the earlier answers tell to the open parameters."""
        options: list[Option] = []
        candidates = [*(one for one in self.found if one not in self.used), *self._words()]
        for place, parameter in enumerate(self.open()):
            tried = (self._option(parameter, mention, at) for at, mention in enumerate(candidates))
            options += [option for option in tried if option]
            if known := self._known(parameter):
                options.append(Option(parameter.name, known[0], known[1], -1 - place))
        if not options:
            return
        chosen, doubtful = assign(options)
        required = {one.name for one in self.document.parameters if one.required}
        for name, option in chosen.items():
            if name in doubtful and name in required:
                self.ambiguous = name
            elif name not in doubtful:
                self.arguments[name] = option.value
                self.used += [candidates[option.place]] if option.place >= 0 else []

    def _words(self) -> list[Mention]:
        """The unexplained words, where they can only be one value."""
        if self.given.points_back or (
            (self.given.known and not self.given.helps) and _ANAPHORA.search(self.given.text)
        ):
            return [one for one in self.residue if one.before[-1:] and one.before[-1] in _INTRODUCING]
        return list(self.residue) if len(self.residue) <= 2 else []

    def _option(self, parameter: Parameter, mention: Mention, at: int) -> Option | None:
        score = fitness(parameter, mention, self.document)
        if self._only_asked(parameter, mention) or self._elsewhere(parameter, mention):
            return None
        if self._bare(parameter, mention) or of_each(parameter, mention, self.given.text):
            return None
        if (
            self.given.doubtful
            and mention.kind in ("name", "words", "number")
            and not self._told_apart(parameter, mention)
        ):
            return None
        if mention.start >= self.context:
            score -= 0.15
        if mention.kind == "words" and not (parameter.required and self._sole(parameter)):
            score -= 0.1
        if not parameter.required and mention.kind in ("words", "name") and not self._spoken(parameter, mention):
            score -= 0.2
        if score < (_REQUIRED + 0.05 * self.given.helps if parameter.required else _OPTIONAL):
            return None
        value = convert(parameter, mention)
        return None if value is None or value == "" else Option(parameter.name, value, score, at)

    def _told_apart(self, parameter: Parameter, mention: Mention) -> bool:
        """Whether the form of a value or the noun beside it says that it is the parameter's."""
        near = beside(parameter, mention, self.document) >= 0.7 or placed(parameter, mention, self.document) >= 0.2
        after = [words.stem(word) for word in mention.after[:1]]
        return near or fits_shape(parameter, mention) or bool(set(after) & set(self.document.tool.nouns))

    def _bare(self, parameter: Parameter, mention: Mention) -> bool:
        """Whether a helper that finds nothing by name would take a name that nothing else speaks for."""
        tool = self.document.tool
        if not self.given.helps or tool.finds or is_coded(parameter):
            return False
        if mention.kind == "name" and " " in mention.value and set(parameter.words) & PEOPLE:
            return False
        return mention.kind in ("name", "words") and not self._told_apart(parameter, mention)

    def _elsewhere(self, parameter: Parameter, mention: Mention) -> bool:
        """Whether a name belongs to something else than what the call is about: "whoever handles Joan Petrie's case"."""
        if self.given.helps or mention.kind not in ("name", "words", "quote") or is_coded(parameter):
            return False
        near = beside(parameter, mention, self.document) >= 0.7
        if not near and _RELATIVE.search(self.given.text[: mention.start]):
            return True
        noun = next(iter(mention.after[:1]), "")
        plain = noun and noun not in words.STOP and noun not in PREPOSITIONS and not words.action_groups(noun)
        if near or not plain or not (mention.possessive or mention.before[-1:] == ("the",)):
            return False
        told = (*self.document.tool.name_words, *self.document.tool.description_words, *parameter.words)
        stems = [words.stem(word) for word in mention.after[:2]]
        known = max(words.best_likeness(stem, told) for stem in stems) >= 0.7
        return not known and stems[0] not in ORDINARY

    def _spoken(self, parameter: Parameter, mention: Mention) -> bool:
        """Whether the words beside a value, or its form, say that it is an optional parameter's."""
        near = beside(parameter, mention, self.document) >= 0.7 or placed(parameter, mention, self.document) >= 0.2
        return near or fits_shape(parameter, mention) or attributive(parameter, mention, self.document)

    def _sole(self, parameter: Parameter) -> bool:
        """Whether no other required text is open."""
        return not any(
            one.required and one is not parameter and one.kind in FREE and not is_coded(one) for one in self.open()
        )

    def _only_asked(self, parameter: Parameter, mention: Mention) -> bool:
        """Whether the text asks for what the parameter takes: a value beside it says something else then."""
        own = {word for word in parameter.words if word not in ("name", "id", "number", "code", "titl", "title")}
        own = own or {word for word in self.document.tool.nouns if word in PEOPLE}
        if not own or parameter.kind not in FREE:
            return False
        after = {words.stem(word) for word in mention.after[:3]}
        if mention.possessive and after & own:
            return True
        labels = (*mention.labels[:1], *(words.stem(word) for word in mention.before[-1:]))
        if beside(parameter, mention, self.document) >= 0.9 and own & set(labels):
            return False
        if mention.before[-1:] in (("in",), ("at",)) and words.stem(mention.before[-2:][0]) in own - PEOPLE:
            return False
        asked = {
            words.stem(word.lower()) for match in _ASKED.finditer(self.given.text) for word in match["nouns"].split()
        }
        pointed = {words.stem(match["noun"].lower()) for match in _DEFINITE.finditer(self.given.text)}
        return bool((asked | pointed) & own)

    def _owns(self, mention: Mention, parameter: Parameter) -> bool:
        """Whether the text speaks of somebody's own ("Ana's tags"): who it is is none of the tags."""
        return mention.possessive and bool({words.stem(word) for word in mention.after[:3]} & set(parameter.words))

    def _known(self, parameter: Parameter) -> tuple[Any, float] | None:
        """What earlier answers tell for a required parameter, with how sure that is."""
        own = any(source.own for source in self.given.known)
        pointed = self.given.points_back or bool(_ANAPHORA.search(self.given.text))
        counts = parameter.words[0] in COUNTS or bool(set(parameter.words) & COUNTS - {"number"})
        counted = parameter.kind == "number" and counts
        if (
            not self.given.known
            or counted
            or not (parameter.required or (pointed and parameter.kind in ("place", "date")))
        ):
            return None
        known = [source for source in self.given.known if source.own or not self.given.helps]
        if not own and not pointed:
            known = known if self._definite(parameter) else []
        this = known[:1] if self.given.rounds else []
        found = find_known(parameter, self.document.tool, this) or find_known(parameter, self.document.tool, known)
        if found and not found.value and parameter.required and not self._named(parameter):
            self.ambiguous = parameter.name
        value = self._taken(parameter, found) if found and found.value else None
        if value is None or found is None:
            return None
        return value, found.score * (0.9 if own else 0.75 if pointed else 0.5)

    def _definite(self, parameter: Parameter) -> bool:
        """Whether the text speaks of "the" thing whose value the parameter takes, without naming it."""
        nouns = {words.stem(match["noun"].lower()) for match in _DEFINITE.finditer(self.given.text)}
        own = (*parameter.words, *self.document.tool.nouns)
        return any(words.best_likeness(noun, own) >= 0.75 for noun in nouns)

    def _named(self, parameter: Parameter) -> bool:
        return any(fitness(parameter, one, self.document) >= 0.6 for one in self.found)

    def _taken(self, parameter: Parameter, found: Found) -> Any | None:
        if parameter.kind == "enum":
            return next((one for one in parameter.options if str(one).lower() == found.value.lower()), None)
        return typed(parameter, found.value)

    def lists(self) -> None:
        """Lists: every mention that fits one item."""
        for parameter in self.open():
            item = parameter.item
            if parameter.kind != "list" or item is None:
                continue
            if item.kind == "enum":
                values = [
                    one
                    for one in item.options
                    if phrases.option(phrases.only(item, one), self.given.text, self.found) is not None
                ]
            else:
                least = _REQUIRED if parameter.required else _OPTIONAL
                candidates = [*self.found, *(one for one in self.residue if one.before[-1:] != ("the",))]
                hits = [
                    one
                    for one in candidates
                    if one not in self.used
                    and fitness(item, one, self.document) >= least
                    and not self._owns(one, parameter)
                ]
                hits.sort(key=lambda one: one.start)
                values = [value for one in hits if (value := convert(item, one)) is not None]
                self.used += hits if values else []
            if values:
                self.put(parameter, values)

    def texts(self) -> None:
        """Free text: what is said or described beside the parameter's own noun."""
        for parameter in self.open():
            value = phrases.said(self.given.text) if parameter.kind == "text" else ""
            if not value and not parameter.required and parameter.kind in ("other", "name", "text"):
                said = f" {' '.join(words.words(self.given.text))} "
                value = next((one for one in parameter.examples if one and f" {one.lower()} " in said), "")
            if not value and parameter.kind == "other":
                value = phrases.described(parameter, self.document, self.given.text, self.used)
            if value and len(value) < 400:
                self.put(parameter, value)

    def earlier(self) -> None:
        """What the earlier sub-tasks name, for what is still open and required."""
        if not (self.given.points_back or _ANAPHORA.search(self.given.text)) or self.ambiguous:
            return
        same = bool(_SAME.search(self.given.text))
        for text in self.given.earlier[:2] if not self.given.helps else ():
            for parameter in [one for one in self.open() if self._earlier_may(one, same=same)]:
                fits = [(fitness(parameter, one, self.document), one) for one in find_mentions(text)]
                good = [
                    (score, one)
                    for score, one in fits
                    if score >= (0.6 if same else 0.7) and not self._only_asked(parameter, one)
                ]
                values = {
                    str(convert(parameter, one)): one
                    for score, one in good
                    if score >= max(item[0] for item in good) - 0.05
                }
                if len(values) == 1:
                    self.put(parameter, convert(parameter, next(iter(values.values()))))

    def _earlier_may(self, parameter: Parameter, *, same: bool) -> bool:
        """Whether an earlier sub-task's own words may give a parameter."""
        if parameter.required:
            return parameter.kind != "number" or same
        spoken = re.search(r"\b(?:that|same|those|then)\b", self.given.text, re.IGNORECASE)
        return (
            bool(spoken)
            and parameter.kind in ("date", "place")
            and bool(re.search(r"\b(?:day|date|dates|city|town|place)\b", self.given.text))
        )
