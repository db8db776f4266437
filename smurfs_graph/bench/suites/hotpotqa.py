"""HotpotQA (Yang et al. 2018): questions that need two pages; tools search the file's own passages, or Wikipedia."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from smurfs_graph.bench.metrics.answers import exact_match, holds_value, token_f1
from smurfs_graph.bench.suite import Case, Metrics, Suite, SuiteOptions, text_answer
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.hotpotqa.encyclopedia import Page
from smurfs_graph.tools.hotpotqa.passages import Passages, pages_in
from smurfs_graph.tools.hotpotqa.source import hotpotqa_tools
from smurfs_graph.tools.json_files import json_items

from .files import data_file, text_of


class HotpotQA(Suite):
    """F1 of the answer's words is the score, as in Smurfs' section 4; exact match stands beside it.

    The tools are search, retrieve and lookup over all paragraphs of the file, other questions' included, unless
    `--tools` names others (`hotpotqa:wikipedia`). Answers are compared whole: a sentence where a name is asked for
    loses precision, as in the published evaluation.
    """

    name = "hotpotqa"
    main = "F1"

    def __init__(self, options: SuiteOptions) -> None:
        """Take the questions of a file (JSON, or an object a line), or of questions.jsonl in a folder."""
        super().__init__(options)
        self._file = data_file(options.data, "questions.jsonl", "hotpotqa/questions.jsonl")
        self._searches_passages = not self.tools
        self.tools = self.tools or _tools(self._file)

    @property
    def notes(self) -> list[str]:
        """Say what stands in for Wikipedia."""
        return ["tools search the passages of this file, not Wikipedia as in the papers"] * self._searches_passages

    def read(self) -> Iterator[Case]:
        """Yield a case per question."""
        for where, item in json_items(self._file, self.left_out):
            question = text_of(item, "question", where, self.left_out)
            answer = text_of(item, "answer", where, self.left_out)
            if question is not None and answer is not None:
                identity = str(item.get("id") or item.get("_id") or where.rpartition(" ")[2])
                yield Case(identity, question, answer, {"level": item.get("level"), "type": item.get("type")}, where)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score F1, precision, recall and exact match; and whether the answer contains the reference."""
        answer = text_answer(result)
        found = token_f1(answer, str(case.reference))
        return {
            "F1": found.f1,
            "precision": found.precision,
            "recall": found.recall,
            "EM": float(exact_match(answer, str(case.reference))),
            "holds the answer": float(holds_value(answer, str(case.reference))),
        }


def _pages(file: Path) -> Iterator[Page]:
    for where, item in json_items(file, []):
        with suppress(ConfigurationError):  # a context that is none
            yield from pages_in(item, where)


def _tools(file: Path) -> tuple[Any, ...]:
    passages = Passages(_pages(file), f"passages of {file.name}")
    if not len(passages):
        raise ConfigurationError(f"{file} holds no questions with a context; name tools, as --tools hotpotqa:wikipedia")
    return tuple(hotpotqa_tools(passages))


load = HotpotQA
