"""The features of a reading: what speaks for a set of calls, and what against it."""

import math
import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import actions
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.joint.answers import keys_of
from smurfs_graph.offline.joint.candidates import Candidate, named
from smurfs_graph.offline.joint.coverage import coverage, said
from smurfs_graph.offline.joint.instances import Instance
from smurfs_graph.offline.joint.links import LEAST_LINK, plausible
from smurfs_graph.offline.joint.pairs import WHICH
from smurfs_graph.offline.joint.parts import asked_parts
from smurfs_graph.offline.joint.sense import sense
from smurfs_graph.offline.joint.task import FEATURES, Task
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import Mention, find_mentions
from smurfs_graph.offline.residue import unexplained

_RIVAL = 0.1
_TELLING = 0.7
_LONELY = 0.3
_NEAR = 0.9
_LOOSE = ("name", "words", "quote")
_BARE = words.stems("name id number code title no")
_CHUNK = re.compile(r"[.?!;:,]\s|\s(?:and|then|but|plus)\s|\s[-–—]\s")
SENTENCE = re.compile(r"[.?!;]\s|\s\(")
"""Where a sentence of a sub-task ends, or a note begins."""
_WORD = re.compile(r"[^\W\d_]+")
_EXPLAINED = 0.5
_ASKED = re.compile(
    r"\b(?:which|what|who is|who's|what is|what's|whose)(?: the| a| an)? (?P<nouns>[^\W\d_]+(?: [^\W\d_]+)?)",
    re.IGNORECASE,
)


class Measure:
    """Computes the features of any set of calls for one task."""

    def __init__(self, task: Task, offered: Sequence[Sequence[Candidate]], made: Sequence[Instance]) -> None:
        self.task = task
        self.offered = offered
        self.made = tuple(made)
        self.said = said(task.text)
        self.coverage = coverage(task.documents, self.said.stems)
        self.place = {document.tool.name: at for at, document in enumerate(task.documents)}
        self.link = {
            (source.tool.name, target.tool.name, one.name): plausible(source, one, target)
            for target in task.documents
            for one in target.parameters
            if one.required
            for source in task.documents
        }
        self._acts = actions(task.text)
        self._parts = asked_parts(task.text)
        keys = keys_of(task.known)
        self.told_before = frozenset(
            at for at, stem in enumerate(self.said.stems) if words.best_likeness(stem, keys) >= 0.75
        )
        self._rest = _unexplained(task)
        self._chunks = [match.start() for match in _CHUNK.finditer(task.text)]
        self._asked_nouns = {
            words.stem(word.lower()) for match in _ASKED.finditer(task.text) for word in match["nouns"].split()
        }
        self._words = [
            (match.start(), words.stem(match[0].lower().removesuffix("'s")))
            for match in re.finditer(r"[^\W_]+(?:'s)?", task.text)
        ]
        self._best_fit = _best_fits(offered)
        self.mentions = [mentions_of(document, task.text) for document in task.documents]
        self.sense = sense(task.text, task.documents)
        self._best_chance: dict[int, float] = {}
        for one in (each for found in offered for each in found):
            self._best_chance[one.start] = max(self._best_chance.get(one.start, 0.0), one.chance or 0.0)

    def supply(self, call: Instance, parameter: str, calls: Sequence[Instance]) -> float:
        """How plausible it is that another of the calls tells what a call's parameter lacks."""
        name = call.document.tool.name
        return max(
            (self.link[one.document.tool.name, name, parameter] for one in calls if one is not call), default=0.0
        )

    def features(self, calls: Sequence[Instance]) -> tuple[float, ...]:
        """The features of these new calls, with those made before, in the order of `FEATURES`."""
        every = (*self.made, *calls)
        told = self._counts(calls) | self._words_told(calls, every) | self._fits(calls)
        told |= self._unplaced(every) | self._acted(every, calls) | self._doubts(calls, every)
        told |= self._unlikely(calls) | self._unsaid(calls, every)
        return tuple(told[name] for name in FEATURES)

    def lead(self, call: Instance, filled: Candidate) -> float:
        """How much likelier a value of the text is its parameter's than another parameter's, or another tool's."""
        others = [
            one.chance or 0.0
            for document, found in zip(self.task.documents, self.offered, strict=True)
            for one in found
            if one.start == filled.start and (document is not call.document or one.parameter != filled.parameter)
        ]
        return (filled.chance or 0.0) - max(others, default=0.0)

    def unfilled(self, call: Instance) -> float:
        """How likely the likeliest value is that a parameter which the call leaves open might have taken."""
        told = {one.parameter for one in call.filled}
        free = [
            one.chance or 0.0
            for one in self.offered[self.place[call.document.tool.name]]
            if one.parameter not in told and not any(one.overlaps(other) for other in call.filled)
        ]
        return max(free, default=0.0)

    def rest(self, call: Instance) -> tuple[str, ...]:
        """The telling words of the sentence that a call's values stand in which neither they nor its tool explain."""
        spans = [(one.start, one.end) for one in call.filled if one.start >= 0]
        if not spans:
            return ()
        text, strengths = self.task.text, self.coverage.strengths[self.place[call.document.tool.name]]
        begin = max((match.end() for match in SENTENCE.finditer(text, 0, min(spans)[0])), default=0)
        behind = SENTENCE.search(text, max(end for _, end in spans))
        strong = dict(zip(self.said.stems, strengths, strict=True))
        left: list[str] = []
        for match in _WORD.finditer(text, begin, behind.start() if behind else len(text)):
            stem = words.stem(match[0].lower())
            if strong.get(stem, 1.0) < _EXPLAINED and not _placed(match.start(), match.end(), spans):
                left.append(stem)
        return tuple(dict.fromkeys(left))

    def _unlikely(self, calls: Sequence[Instance]) -> dict[str, float]:
        """How unlikely the values are for the parameters that take them, as negative logarithms."""
        hard = soft = worst = beaten = 0.0
        for call in calls:
            required = {one.name for one in call.document.parameters if one.required}
            for one in call.filled:
                if (likely := one.chance) is None:
                    continue
                doubt = -math.log(likely)
                hard, soft = (hard + doubt, soft) if one.parameter in required else (hard, soft + doubt)
                worst = max(worst, doubt)
                best = max(likely, self._best_chance.get(one.start, 0.0))
                beaten += math.log(best / likely) if one.start >= 0 else 0.0
        return {"unlikely": hard, "unlikely_optional": soft, "unlikeliest": worst, "unlike_best": beaten}

    def _unsaid(self, calls: Sequence[Instance], every: Sequence[Instance]) -> dict[str, float]:
        """How little the clauses speak of the tools, and what they speak of that no call is about."""
        new = {self.place[one.document.tool.name] for one in calls}
        surprises = [self.sense.surprise(place) for place in sorted(new)]
        return {
            "unsaid": sum(surprises),
            "most_unsaid": max(surprises, default=0.0),
            "clauses_left": self.sense.left({self.place[one.document.tool.name] for one in every}),
            "said": sum(max(0.0, self.sense.nearest(place) - _NEAR) for place in sorted(new)),
        }

    def _counts(self, calls: Sequence[Instance]) -> dict[str, float]:
        """How many calls there are, against those made and the parts that are asked for."""
        made = [one.tool for one in self.task.made]
        total = len(calls) + len(made)
        links = [self.supply(call, parameter.name, calls) for call in calls for parameter in call.open]
        filled = [one for one in calls if one.filled]
        return {
            "none": float(not calls and not made),
            "stop": float(not calls and bool(made)),
            "calls": float(len(calls)),
            "again": float(len(calls) - len({one.document.tool.name for one in calls})),
            "remade": float(sum(one.document.tool.name in made for one in calls)),
            "short": float(max(0, self._parts - total)),
            "over": float(max(0, total - self._parts)),
            "bare": float(len(calls) - len(filled)),
            "unspoken": float(sum(all(each.start < 0 for each in one.filled) for one in filled)),
            "known": float(sum(each.start < 0 for one in calls for each in one.filled)),
            "links": float(len(links)),
            "weak_links": sum(1 - one for one in links),
        }

    def _words_told(self, calls: Sequence[Instance], every: Sequence[Instance]) -> dict[str, float]:
        """How much of the text's words the calls explain, and each of them beyond the others."""
        places = sorted({self.place[one.document.tool.name] for one in every})
        new = sorted({self.place[one.document.tool.name] for one in calls})
        whole = self.coverage.gain(places, self.told_before)
        helpers = {
            self.place[one.document.tool.name]
            for call in calls
            for parameter in call.open
            for one in calls
            if self.link[one.document.tool.name, call.document.tool.name, parameter.name] >= LEAST_LINK
        }
        own = {
            place: whole - self.coverage.gain([one for one in places if one != place], self.told_before)
            for place in new
        }
        return {
            "words": whole,
            "least_words": min((self.coverage.best(place, self.told_before) for place in new), default=0.0),
            "lonely": float(sum(gain < _LONELY for place, gain in own.items() if place not in helpers)),
            "apart": sum(self._apart(one) for one in calls),
        }

    def _fits(self, calls: Sequence[Instance]) -> dict[str, float]:
        """How well the values fit the parameters that take them."""
        hard: list[Candidate] = []
        soft: list[Candidate] = []
        for call in calls:
            required = {one.name for one in call.document.parameters if one.required}
            for one in call.filled:
                (hard if one.parameter in required else soft).append(one)
        spoken = [one for one in (*hard, *soft) if one.start >= 0]
        return {
            "misfit": sum(1 - one.fit for one in hard),
            "weakest": max((1 - one.fit for one in hard), default=0.0),
            "optional": float(len(soft)),
            "optional_misfit": sum(1 - one.fit for one in soft),
            "regret": sum(max(0.0, self._best_fit.get(one.start, 0.0) - one.fit) for one in spoken),
            "loose": float(sum(one.sort == "words" for one in spoken)),
        }

    def _unplaced(self, every: Sequence[Instance]) -> dict[str, float]:
        """The values of the text that no call takes, by their sort."""
        spans = [(one.start, one.end) for call in every for one in call.filled if one.start >= 0]
        told = {str(value).lower() for made in self.task.made for value in made.arguments.values()}
        told |= {str(one.value).lower() for call in every for one in call.filled}
        counts: dict[str, float] = {"id": 0.0, "number": 0.0, "date": 0.0, "name": 0.0}
        for value in self.said.values:
            if value.text.lower() not in told and not _placed(value.start, value.end, spans):
                counts[value.sort] += 1
        rest = sum(not _placed(start, end, spans) for start, end in self._rest)
        return {f"unplaced_{sort}": count for sort, count in counts.items()} | {"unplaced_words": float(rest)}

    def _acted(self, every: Sequence[Instance], calls: Sequence[Instance]) -> dict[str, float]:
        """Acts that no verb asks for, that only some verb asks for, and whether an act asked for is left out."""
        unasked = weak = 0.0
        for call in calls:
            acts = call.document.tool.acts
            if not acts or acts & self._acts:
                continue
            verb = call.document.tool.name_words[:1]
            named_ = any(words.best_likeness(stem, verb) >= 0.75 for stem in self.said.stems)
            weak += float(bool(self._acts) or named_)
            unasked += float(not (self._acts or named_))
        left = bool(self._acts) and not any(one.document.tool.acts for one in every)
        return {"unasked_act": unasked, "weak_act": weak, "left_act": float(left)}

    def _doubts(self, calls: Sequence[Instance], every: Sequence[Instance]) -> dict[str, float]:
        """Values that are perhaps meant for something else."""
        pairs = [(call, one) for call in calls for one in call.filled]
        return {
            "produced": float(sum(self._produced(call, one) for call, one in pairs)),
            "asked": float(sum(self.asked(call, one) for call, one in pairs)),
            "twice": float(sum(self._twice(call, one, every) for call, one in pairs)),
            "rivals": float(sum(self._rivals(call, one, every) for call, one in pairs)),
        }

    def _produced(self, call: Instance, filled: Candidate) -> bool:
        """Whether a mere name fills what another tool is there to find from that very name: a zone, a lot."""
        if filled.sort not in _LOOSE:
            return False
        entity = set(_parameter(call.document, filled.parameter).words) - {"name", "id", "number", "code"}
        return any(
            document.tool.name != call.document.tool.name
            and entity & set(document.tool.nouns)
            and not any(set(one.words) & entity for one in document.parameters)
            and any(one.overlaps(filled) and one.fit >= 0.4 for one in found)
            for document, found in zip(self.task.documents, self.offered, strict=True)
        )

    def asked(self, call: Instance, filled: Candidate) -> bool:
        """Whether the text asks for what the parameter takes ("Ana's trainer", "which squad"), so that this is none."""
        parameter = _parameter(call.document, filled.parameter)
        mention = self.mentions[self.place[call.document.tool.name]].get(filled.start)
        if mention is None or parameter.type != "string" or parameter.options:
            return False
        own = set(parameter.words) - _BARE or set(call.document.tool.nouns) & PEOPLE
        if mention.possessive and {words.stem(word) for word in mention.after[:3]} & own:
            return True
        inquired = mention.before[-2:-1] and mention.before[-2] in WHICH
        labels = {*mention.labels[:1], *(words.stem(word) for word in mention.before[-1:])}
        return bool(self._asked_nouns & own) and (bool(inquired) or not own & labels)

    def _twice(self, call: Instance, filled: Candidate, every: Sequence[Instance]) -> bool:
        """Whether a name serves a differently named parameter of another call too."""
        return filled.sort in _LOOSE and any(
            other.overlaps(filled) and other.parameter != filled.parameter
            for another in every
            if another is not call
            for other in another.filled
        )

    def _rivals(self, call: Instance, filled: Candidate, every: Sequence[Instance]) -> int:
        """How many values that no call takes would fill the parameter just as well."""
        taken = [one for each in every for one in each.filled]
        return sum(
            not other.unsaid
            and other.parameter == filled.parameter
            and other.value != filled.value
            and other.fit >= filled.fit - _RIVAL
            and (other.start < 0) == (filled.start < 0)
            and not any(other.overlaps(each) or other == each for each in taken)
            for other in self.offered[self.place[call.document.tool.name]]
        )

    def _apart(self, call: Instance) -> float:
        """How many commas and joints part a call's values from the nearest telling word of its tool, on the average."""
        starts = [one.start for one in call.filled if one.start >= 0]
        row = self.coverage.strengths[self.place[call.document.tool.name]]
        telling = {
            stem
            for stem, weight, strength in zip(self.said.stems, self.coverage.weights, row, strict=True)
            if weight * strength >= _TELLING
        }
        places = [at for at, stem in self._words if stem in telling]
        if not starts or not places:
            return 2.0 if starts else 0.0
        return sum(min(2, min(self._parted(start, place) for place in places)) for start in starts) / len(starts)

    def _parted(self, first: int, second: int) -> int:
        low, high = sorted((first, second))
        return sum(low <= place < high for place in self._chunks)


def _placed(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first < end and start < last for first, last in spans)


def _parameter(document: Document, name: str) -> Parameter:
    return next(one for one in document.parameters if one.name == name)


def mentions_of(document: Document, text: str) -> dict[int, Mention]:
    """The mentions of a text by where they start, as the document makes them whole."""
    found = named(document, text)
    return {one.start: one for one in (*unexplained(document, text, found), *found)}


def _unexplained(task: Task) -> tuple[tuple[int, int], ...]:
    """The places of words that no document explains and no plain English: values in lower case."""
    found = find_mentions(task.text)
    runs = [{(one.start, one.end) for one in unexplained(document, task.text, found)} for document in task.documents]
    common = runs[0].intersection(*runs[1:]) if runs else set[tuple[int, int]]()
    return tuple(sorted(common))


def _best_fits(offered: Sequence[Sequence[Candidate]]) -> dict[int, float]:
    """How well each place of the text fits the parameter that it fits best, over all documents."""
    best: dict[int, float] = {}
    for one in (each for found in offered for each in found if not each.unsaid):
        best[one.start] = max(best.get(one.start, 0.0), one.fit)
    return best
