"""ParallelQA (LLMCompiler, Kim et al. 2024): questions with two to five independent branches and a short answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from smurfs_graph.bench.metrics.answers import holds_value, same_answer
from smurfs_graph.bench.suite import Case, Metrics, Suite, SuiteOptions, text_answer
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.json_files import json_list

from .files import data_file, text_of


class ParallelQA(Suite):
    """The score is LLMCompiler's comparison: numbers within 10 % of the reference, other answers by exact match."""

    name = "parallelqa"
    main = "accuracy"

    def __init__(self, options: SuiteOptions) -> None:
        """Take the questions of a file, or of questions.json in a folder.

        Its tools should find facts and calculate; the paper used a Wikipedia search and a calculator.
        """
        super().__init__(options)
        if not self.tools:
            raise ConfigurationError("say which tools find the facts, as in --tools search.py --tools builtin:calc")
        self._file = data_file(options.data, "questions.json", "parallelqa/questions.json")

    def read(self) -> Iterator[Case]:
        """Yield a case per question, with its number of branches."""
        for where, item in json_list(self._file, self.left_out):
            question = text_of(item, "question", where, self.left_out)
            answer = text_of(item, "answer", where, self.left_out)
            if question is not None and answer is not None:
                identity = str(item.get("id", where.rpartition(" ")[2]))
                yield Case(identity, question, answer, {"branches": item.get("branch")}, where)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score whether the answer equals the reference, and whether it contains it."""
        answer, reference = text_answer(result).strip(), str(case.reference)
        held = float(holds_value(answer, reference))
        return {"accuracy": float(same_answer(answer, reference)), "holds the answer": held}


load = ParallelQA
