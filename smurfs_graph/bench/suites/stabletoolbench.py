"""StableToolBench (Guo et al. 2024): solvable queries over ToolBench's APIs."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, cast

from smurfs_graph.bench.suite import Case, CaseTools, Metrics, Suite, SuiteOptions, calls_of, text_answer
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.planning.outcome import ANSWERED
from smurfs_graph.tools.json_files import json_list
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.toolbench import VARIABLE, toolbench_tools
from smurfs_graph.tools.toolbench.documents import documents_of_query
from smurfs_graph.tools.toolbench.environments import environment_of

from .files import text_of, write_json

SETS = ("G1_instruction", "G1_category", "G1_tool", "G2_instruction", "G2_category", "G3_instruction")
FINISH: Mapping[str, Any] = {
    "name": "Finish",
    "description": "Ends the work: with the answer for the user, or with the wish to begin anew.",
    "parameters": {
        "type": "object",
        "properties": {
            "return_type": {"type": "string", "enum": ["give_answer", "give_up_and_restart"]},
            "final_answer": {"type": "string", "description": "The answer, where one is given."},
        },
        "required": ["return_type"],
    },
}
"""ToolEval counts a call of a tool that is not among the available ones as made up, this one included."""


class StableToolBench(Suite):
    """StableToolBench: the share of runs that say they answered, and the recall of relevant APIs; neither is a pass
    rate.

    The query's authors marked the relevant APIs. With `--judge`, SoPR stands beside these figures.
    """

    name = "stabletoolbench"
    main = "said answered"
    brings_tools = True
    ratios: ClassVar = {"recall of relevant APIs": ("relevant called", "relevant")}

    def __init__(self, options: SuiteOptions) -> None:
        """Take a set of queries, or the sets in a folder.

        Where calls go is said by SMURFS_TOOLBENCH, as for `toolbench:` tools.
        """
        super().__init__(options)
        self._files = _sets_in(options.data)
        self._environment = environment_of(os.environ.get(VARIABLE, ""))

    @property
    def notes(self) -> list[str]:
        """Say which environment answers for the APIs."""
        return [f"APIs are answered by: {self._environment.name} ({VARIABLE})"]

    def read(self) -> Iterator[Case]:
        """Yield a case per query, named by its set and its number."""
        for file in self._files:
            for where, item in json_list(file, self.left_out):
                query = text_of(item, "query", where, self.left_out)
                if query is None:
                    continue
                if not documents_of_query(item, where):
                    self.left_out.append(f"{where} has no usable document in its api_list")
                    continue
                number = item.get("query_id", where.rpartition(" ")[2])
                data = {"item": item, "set": file.stem, "query_id": str(number)}
                yield Case(f"{file.stem}/{number}", query, None, data, where)

    def toolset(self, case: Case) -> CaseTools:
        """Return the APIs of the query."""
        return CaseTools((self._tools(case),))

    def _tools(self, case: Case) -> list[Tool]:
        return toolbench_tools(documents_of_query(case.data["item"], case.id), self._environment)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score whether the run says that it answered; count the relevant APIs called, whatever came of the calls."""
        tools = {tool.name: (tool.group, tool.title) for tool in self._tools(case)}
        called = {tools[call.tool] for call in calls_of(result) if call.tool in tools}
        relevant = _relevant(case.data["item"])
        return {
            "said answered": float(result.get("stop_reason") in ANSWERED),
            "relevant called": float(len(called & relevant)),
            "relevant": float(len(relevant)),
        }

    def missed(self, case: Case) -> Metrics:
        """Return the number of relevant APIs, none of them called."""
        relevant = float(len(_relevant(case.data["item"])))
        return {"said answered": 0.0, "relevant called": 0.0, "relevant": relevant}

    def prediction(self, case: Case, result: Mapping[str, Any]) -> Any:
        """Return ToolEval's record of an answer."""
        record = answer_record(case.query, self._tools(case), result)
        return {"set": case.data["set"], "query_id": case.data["query_id"], "record": record}

    def write_official(self, predictions: Mapping[str, Any], folder: Path) -> list[Path]:
        """Return a file for each set, as ToolEval's `eval_pass_rate` and `eval_preference` take converted answers."""
        sets: dict[str, dict[str, Any]] = {}
        for each in predictions.values():
            sets.setdefault(each["own"]["set"], {})[each["own"]["query_id"]] = each["own"]["record"]
        return [write_json(folder / f"{name}.json", records) for name, records in sets.items()]


def answer_record(query: str, tools: list[Tool], result: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer as ToolEval's converter writes it: query, available tools, and the chain of messages down to
    Finish.

    Messages of tools are Python's texts of dicts, as its evaluators search them. The converter cuts them at 100
    characters; here they are whole, as far as a run keeps them.
    """
    functions: list[Mapping[str, Any]] = [
        {"name": each.name, "description": each.description, "parameters": each.parameters} for each in tools
    ]
    answer = text_answer(result)
    final = {"return_type": "give_answer", "final_answer": answer} if answer else {"return_type": "give_up"}
    steps: list[tuple[str, str]] = [("system", ""), ("user", query)]
    for call in calls_of(result):
        given = json.dumps(call.arguments, ensure_ascii=False, default=str)
        steps.append(("tool", str({"name": call.tool, "arguments": given, "response": call.text})))
    if answer:
        ended = {"name": "Finish", "arguments": json.dumps(final, ensure_ascii=False), "response": ""}
        steps.append(("tool", str(ended)))
    chain: list[dict[str, Any]] = []
    for role, message in reversed(steps):
        chain = [{"role": role, "message": message, "next": chain}]
    return {
        "query": query,
        "available_tools": [*functions, FINISH],
        "answer": {
            "method": "smurfs-graph",
            "total_steps": len(steps),
            "final_answer": json.dumps(final, ensure_ascii=False) if answer else "",
            "answer_details": chain,
        },
    }


def _relevant(item: Mapping[str, Any]) -> set[tuple[str, str]]:
    listed: Any = item.get("relevant APIs")
    pairs = cast("list[Any]", listed) if isinstance(listed, list) else []
    return {
        (str(cast("list[Any]", pair)[0]), str(cast("list[Any]", pair)[1]))
        for pair in pairs
        if isinstance(pair, list) and len(cast("list[Any]", pair)) == 2
    }


def _sets_in(data: Path) -> list[Path]:
    if data.is_file():
        return [data]
    for folder in (data, data / "stabletoolbench"):
        if files := [folder / f"{name}.json" for name in SETS if (folder / f"{name}.json").is_file()]:
            return files
    raise ConfigurationError(f"{data} is no set of queries, and no folder with {', '.join(SETS)}")


load = StableToolBench
