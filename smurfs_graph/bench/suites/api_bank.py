"""API-Bank, level 3 (Li et al. 2023): requests that take several calls, answered from the recorded calls."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

from smurfs_graph.bench.metrics.rouge import rouge_l_or_0
from smurfs_graph.bench.suite import Called, Case, CaseTools, Metrics, Suite, SuiteOptions, calls_of, text_answer
from smurfs_graph.canonical import canonical_json
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.apibank import Sample, documents_of, replay_tools
from smurfs_graph.tools.apibank.replay import same_arguments
from smurfs_graph.tools.apibank.samples import SEARCHER, returned_documents, sample_of
from smurfs_graph.tools.json_files import json_list
from smurfs_graph.tools.retrieval.retriever import ToolRetriever

from .files import data_file, write_lines


class ApiBank(Suite):
    """Correctness and completeness as in PMC's section 5.1.2: sums over all samples, one divided by the other.

    Both with ToolSearcher's calls and without. A run has the documents of all samples at hand; a search is counted for
    each sub-task that it began. The score of a single case, for intervals and comparisons, is its
    own completeness without searches.
    """

    name = "api-bank"
    main = "completeness per case"
    brings_tools = True
    ratios: ClassVar = {
        "correctness": ("correct", "made"),
        "completeness": ("correct", "required"),
        "correctness, searches too": ("correct and found", "made and searched"),
        "completeness, searches too": ("correct and found", "required and searches"),
    }

    def __init__(self, options: SuiteOptions) -> None:
        """Take the samples of a file, or of level-3.json in a folder."""
        super().__init__(options)
        self._file = file = data_file(options.data, "level-3.json", "api_bank/level-3.json")
        samples: list[Sample] = [case.reference for case in self.cases()]
        if not samples:
            raise ConfigurationError(f"{file} holds no sample{f' ({self.left_out[0]})' if self.left_out else ''}")
        self._documents = documents_of(samples)
        if not self._documents:
            raise ConfigurationError(
                f"{file} documents no API: no ToolSearcher call in it has a document as its output"
            )
        self._nearest = ToolRetriever(replay_tools(self._documents, ()))

    @property
    def notes(self) -> list[str]:
        """Say how searches are counted."""
        return ["a search is counted for each sub-task begun; rows without a plan begin one"]

    def read(self) -> Iterator[Case]:
        """Yield a case per sample, named by its place in the file, from 1."""
        for where, item in json_list(self._file, self.left_out):
            try:
                sample = sample_of(item, where)
            except ConfigurationError as error:
                self.left_out.append(str(error))
            else:
                yield Case(where.rpartition(" ")[2], sample.request, sample, where=where)

    def toolset(self, case: Case) -> CaseTools:
        """Return all APIs, answering from this sample's records."""
        return CaseTools((replay_tools(self._documents, [case.reference]),))

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Return counts for the ratios, repeats, and ROUGE-L of the answer."""
        made = [(call.tool, call.arguments) for call in calls_of(result)]
        plan, outcomes = result["plan"], result["outcomes"]
        begun = [each for each in plan.sub_tasks if each.id in outcomes and outcomes[each.id].status != "blocked"]
        searches = [next(iter(self._nearest.search(task.content, 1)), "") for task in begun]
        rouge = rouge_l_or_0(text_answer(result), case.reference.response)
        return score_calls(case.reference, made, searches) | {"ROUGE-L": rouge}

    def expected(self, case: Case) -> str:
        """Return the annotated response, and the calls that it comes from."""
        calls = ", ".join(f"{call.api} {canonical_json(call.arguments)}" for call in case.reference.calls)
        return f"{case.reference.response} [{calls}]"

    def missed(self, case: Case) -> Metrics:
        """Return the score of a run that broke off."""
        return score_calls(case.reference, (), ()) | {"ROUGE-L": 0.0}

    def prediction(self, case: Case, result: Mapping[str, Any]) -> Any:
        """Return the response and the call that stands for each annotated one."""
        return {
            "sample_id": int(case.id) - 1,
            "output": case.reference.response,
            "pred": text_answer(result),
            "calls": _align(case.reference, calls_of(result)),
        }

    def write_official(self, predictions: Mapping[str, Any], folder: Path) -> list[Path]:
        """Write `responses.jsonl` and `calls.jsonl`, as level 3's evaluator reads them.

        Rows have `output` and `pred`, or `sample_id`, `api_id` (place among the sample's calls, from 0) and `pred`.

        ToolSearcher's calls are left out: a run has all documents.
        """
        own = sorted((each["own"] for each in predictions.values()), key=lambda each: each["sample_id"])
        responses = [{name: each[name] for name in ("sample_id", "output", "pred")} for each in own]
        calls = [{"sample_id": each["sample_id"], **call} for each in own for call in each["calls"]]
        return [write_lines(folder / "responses.jsonl", responses), write_lines(folder / "calls.jsonl", calls)]


def score_calls(
    sample: Sample, made: Sequence[tuple[str, Mapping[str, Any]]], searches: Sequence[str]
) -> dict[str, float]:
    """Score a run's calls (tool and arguments) and its searches (the name of the document ranked first).

    A call is correct if API-Bank's own check would pass it (tools/apibank), and counts once; a correct one that is made
    again is a repeat. ToolSearcher's calls are required and counted apart: a search of the index of documents stands
    for one, and is correct if the document that it ranks first is one that the sample's own searches returned.
    """
    required = [call for call in sample.calls if call.api != SEARCHER]
    met: set[int] = set()
    repeats = 0
    for tool, arguments in made:
        fitting = [
            at for at, call in enumerate(required) if call.api == tool and same_arguments(arguments, call.arguments)
        ]
        new = next((at for at in fitting if at not in met), None)
        if new is not None:
            met.add(new)
        elif fitting:
            repeats += 1
    wanted = [{document.name for document in returned_documents(call)} for call in sample.calls if call.api == SEARCHER]
    found: set[int] = set()
    for name in searches:
        at = next((at for at, names in enumerate(wanted) if name in names and at not in found), None)
        if at is not None:
            found.add(at)
    return {
        "completeness per case": len(met) / len(required) if required else 1.0,
        "correct": len(met),
        "made": len(made),
        "required": len(required),
        "correct and found": len(met) + len(found),
        "made and searched": len(made) + len(searches),
        "required and searches": len(required) + len(wanted),
        "repeats": repeats,
    }


def _align(sample: Sample, made: list[Called]) -> list[dict[str, Any]]:
    """Find for each annotated call the one that was made for it: an equal one, else the next of that API, else none."""
    left = list(made)
    found: dict[int, Called] = {}
    annotated = [(at, call) for at, call in enumerate(sample.calls) if call.api != SEARCHER]
    for exact in (True, False):
        for at, call in annotated:
            if at in found:
                continue
            fits = (
                each
                for each in left
                if each.tool == call.api and (not exact or same_arguments(each.arguments, call.arguments))
            )
            if (one := next(fits, None)) is not None:
                left.remove(one)
                found[at] = one
    return [{"api_id": at, "pred": _write(found.get(at))} for at, _ in annotated]


def _write(call: Called | None) -> str:
    if call is None:
        return ""
    given = {name: _value(value) for name, value in call.arguments.items() if value != ""}
    lists_last = sorted(given.items(), key=lambda pair: pair[1].startswith("["))
    return f"API-Request: [{call.tool}({', '.join(f'{name}={value}' for name, value in lists_last)})]"


def _value(value: Any) -> str:
    """Write a value as the evaluator's pattern reads it: a number or a text in quotes, or a list.

    An empty text would swallow what follows and is left out; a quote within a text ends it there, whatever is written.
    """
    if isinstance(value, list):
        return " ".join(repr(cast("list[Any]", value)).split())
    return f"'{' '.join(str(value).split())}'"


load = ApiBank
