"""ParallelQA (LLMCompiler, Kim et al. 2024): questions with two to five independent branches and a short answer."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from smurfs_graph.bench.metrics import holds_value, same_answer
from smurfs_graph.bench.suite import Case, Metrics, SuiteOptions, Toolset, distinct, text_answer
from smurfs_graph.errors import ConfigurationError

from .reading import data_file, json_list, text_of


class ParallelQA:
    """The score is LLMCompiler's comparison: numbers within 10 % of the reference, other answers by exact match."""

    name = "parallelqa"
    main = "accuracy"

    def __init__(self, file: Path, tools: tuple[str, ...]) -> None:
        """`tools` should find facts and calculate; the paper used a Wikipedia search and a calculator."""
        if not tools:
            raise ConfigurationError("say which tools find the facts, as in --tools search.py --tools builtin:calc")
        self._file, self._tools = file, tools
        self.left_out: list[str] = []

    def cases(self) -> Iterator[Case]:
        """One per question, with its number of branches."""
        self.left_out.clear()
        return distinct(self._read(), self.left_out, self._file.name)

    def _read(self) -> Iterator[Case]:
        for where, item in json_list(self._file, self.left_out):
            question = text_of(item, "question", where, self.left_out)
            answer = text_of(item, "answer", where, self.left_out)
            if question is not None and answer is not None:
                identity = str(item.get("id", where.rpartition(" ")[2]))
                yield Case(identity, question, answer, {"branches": item.get("branch")}, where)

    def toolset(self, case: Case) -> Toolset:
        """The same for all."""
        return Toolset(self._tools, key="all")

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Whether the answer is the reference; and whether that stands in what was said."""
        answer, reference = text_answer(result).strip(), str(case.reference)
        held = float(holds_value(answer, reference))
        return {"accuracy": float(same_answer(answer, reference)), "holds the answer": held}


def load(options: SuiteOptions) -> ParallelQA:
    """The questions of a file, or of questions.json in a folder."""
    return ParallelQA(data_file(options.data, "questions.json", "parallelqa/questions.json"), options.tools)
