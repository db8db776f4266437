"""α-UMi's static evaluation on ToolBench: the next step on an annotated history, without calling anything."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from langchain_core.language_models import BaseChatModel

from smurfs_graph.bench.metrics.planner_caller import ParsedStep, score_step
from smurfs_graph.bench.static_steps import NO_STEP, STRATEGIES, next_step, steps_of
from smurfs_graph.bench.suite import Case, Metrics, Suite, SuiteOptions
from smurfs_graph.settings import Settings
from smurfs_graph.tools.json_files import json_items

from .files import data_file


class ToolBenchStatic(Suite):
    """Table 1 of α-UMi: plan accuracy, action exact match, hallucination, argument F1, ROUGE-L of answers.

    Every annotated step is a case. α-UMi's agents, or those of `react` and `dfsdt`, see the annotated history and say
    what comes next; other strategies have no agent that does.
    """

    name = "toolbench-static"
    main = "plan accuracy"
    brings_tools = True
    asks_for_steps = True
    ratios: ClassVar = {
        "action EM": ("actions right", "actions"),
        "hallucination": ("actions invented", "steps"),
        "argument F1": ("argument F1 sum", "argument pairs"),
        "ROUGE-L": ("ROUGE-L sum", "answers"),
    }

    def __init__(self, options: SuiteOptions) -> None:
        """Take the records of a file, or of all JSON files in a folder."""
        super().__init__(options)
        self._files = sorted(options.data.glob("*.json")) or [data_file(options.data)]

    @property
    def notes(self) -> list[str]:
        """Say how steps are asked for, and of which strategies."""
        return [f"one step at a time on the annotated history; for strategies {', '.join(STRATEGIES)}"]

    def read(self) -> Iterator[Case]:
        """Yield a case per annotated step."""
        for file in self._files:
            for where, record in json_items(file, self.left_out):
                for number, step in steps_of(record, where, self.left_out):
                    name = f"{file.stem}/{where.rpartition(' ')[2]}#{number}"
                    yield Case(name, step.instruction, step.reference, {"step": step}, where)

    def expected(self, case: Case) -> str:
        """Return the annotated step."""
        wanted: ParsedStep = case.reference
        return " ".join(filter(None, (wanted.decision, wanted.action, wanted.arguments, wanted.answer)))

    async def run(self, case: Case, settings: Settings, models: Mapping[str, BaseChatModel]) -> Mapping[str, Any]:
        """Ask for the next step."""
        return await next_step(case.data["step"], settings, models)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score the step against the annotated one."""
        return score_step(result["step"], case.reference, [str(tool["Name"]) for tool in case.data["step"].tools])

    def missed(self, case: Case) -> Metrics:
        """Return a step that was not made: a call of nothing."""
        return {**self.score(case, {"step": NO_STEP}), "plan accuracy": 0.0}


load = ToolBenchStatic
