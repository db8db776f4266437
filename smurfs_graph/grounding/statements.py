"""Split a text into its statements: lines and sentences. Pure."""

import re

from smurfs_graph.grounding.facts import QUOTED
from smurfs_graph.grounding.texts import flat_text

_END = re.compile(
    r"(?<=[。\uff01\uff1f])\s*"
    r"|(?<=[^\W\d_][.!?])[\s]+(?=[\"“„«(*]?[^\W\d_a-zß-öø-ÿ])"  # not behind a digit: "3. Mai"
    r"|(?<=[\d)\]\"”»%€$£][.!?])\s+(?=[\"“„«(*]?[A-Z][a-z]+ [a-z])"
)
_ABBREVIATED = re.compile(r"(?:^|[\s(])(?:[A-Za-z]|St|Mr|Mrs|Ms|Dr|Prof|Nr|No|Nos|ca|bzw|approx|incl|vs|etc|Jr|Sr)\.$")
_LONGEST_ABBREVIATION = 8
_MARKS = re.compile(r"^(?:[-*•–]|\d{1,3}[.)])\s+|^#+\s*|^>\s*")
_OF_JSON = ("{", "[")
_RULE = re.compile(r"[\W_]*")


def split_statements(text: str) -> list[str]:
    """Return the lines and sentences of a text, without the marks of lists and headings, each once.

    Of JSON, each value with its name.
    """
    found: list[str] = []
    data = text.strip().removeprefix("```json").removesuffix("```").strip()
    for line in [data] if data[:1] in _OF_JSON else text.split("\n"):
        if line[:1] in _OF_JSON and (flat := flat_text(line)) != line:
            found += [each for each in flat.split("\n") if not each.endswith(":")]
        else:
            for each in line.split("\n"):
                found += _sentences(_MARKS.sub("", each.strip()))
    return list(dict.fromkeys(found))


def _sentences(line: str) -> list[str]:
    sentences: list[list[str]] = []
    for part in _split_outside_quotations(line):
        if sentences and _ABBREVIATED.search(sentences[-1][-1][-_LONGEST_ABBREVIATION:]):
            sentences[-1].append(part)
        else:
            sentences.append([part])
    joined = [" ".join(parts).strip() for parts in sentences]
    return [sentence for sentence in joined if not _RULE.fullmatch(sentence)]


def _split_outside_quotations(line: str) -> list[str]:
    """Return the parts of a line between the ends of sentences; what is quoted has none."""
    quotations = QUOTED.finditer(line)
    quoted = next(quotations, None)
    parts: list[str] = []
    start = 0
    for end in _END.finditer(line):
        while quoted and quoted.end() <= end.start():
            quoted = next(quotations, None)
        if quoted is None or end.start() <= quoted.start():
            parts.append(line[start : end.start()])
            start = end.end()
    return [*parts, line[start:]]
