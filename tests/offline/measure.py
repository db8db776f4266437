"""Runs requests of the development set through the real graph and judges calls, arguments and facts."""

import argparse
import asyncio
import functools
import importlib
import importlib.util
import inspect
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from smurfs_graph import Settings, build_graph
from tests.offline.dev.case import Case

Grade = Literal["right", "declined", "wrong", "facts"]
Function = Callable[..., Any]
Shape = Literal["auto", "split", "fused"]


@dataclass(frozen=True)
class Run:
    """What one request came to."""

    case: Case
    grade: Grade
    calls: tuple[tuple[str, dict[str, Any]], ...]
    answer: str
    plan: tuple[str, ...] = ()


def recorded(function: Function, calls: list[tuple[str, dict[str, Any]]]) -> Function:
    """The function, noting each call."""

    @functools.wraps(function)
    def noting(**arguments: Any) -> Any:
        defaults = {name: one.default for name, one in inspect.signature(function).parameters.items()}
        told = {key: value for key, value in arguments.items() if value != defaults[key]}
        calls.append((function.__name__, told))
        return function(**arguments)

    return noting


def without_defaults(case: Case, tools: Sequence[Function]) -> Case:
    """The case with calls that do not name what a parameter has by default anyway."""
    defaults = {
        tool.__name__: {name: one.default for name, one in inspect.signature(tool).parameters.items()} for tool in tools
    }

    def slim(calls: tuple[tuple[str, dict[str, Any]], ...]) -> tuple[tuple[str, dict[str, Any]], ...]:
        return tuple(
            (name, {key: value for key, value in given.items() if value != defaults[name][key]})
            for name, given in calls
        )

    return replace(case, calls=slim(case.calls), permitted=slim(case.permitted))


def canonical(call: tuple[str, dict[str, Any]]) -> str:
    """A call in a form that does not depend on the order of arguments or on 3 against 3.0."""
    name, arguments = call
    known = {key: float(value) if type(value) is int else value for key, value in arguments.items()}
    known = {key: value.casefold() if isinstance(value, str) else value for key, value in known.items()}
    return json.dumps([name, known], sort_keys=True, ensure_ascii=False)


def grade(case: Case, calls: Sequence[tuple[str, dict[str, Any]]], answer: str) -> Grade:
    """Right; declined (calls are missing, none is wrong); wrong (a call that is not expected); facts (missing in the answer)."""
    made, wanted = {canonical(call) for call in calls}, {canonical(call) for call in case.calls}
    permitted = {canonical(call) for call in case.permitted}
    if len(calls) > len(made) or made - wanted - permitted:
        return "wrong"
    replaced = sum(name == other for name, _ in calls for other, _ in case.permitted)
    if len(wanted - made) > replaced:
        return "declined"
    return "right" if all(fact.lower() in answer.lower() for fact in case.facts) else "facts"


async def run(tools: Sequence[Function], case: Case, shape: Shape = "auto") -> Run:
    """One request through the graph with the offline model."""
    calls: list[tuple[str, dict[str, Any]]] = []
    case = without_defaults(case, tools)
    settings = Settings(model="offline:rules", step_shape=shape)
    graph = build_graph(settings, tools=[recorded(tool, calls) for tool in tools])
    result: Any = await graph.ainvoke({"query": case.query})
    plan = result.get("plan")
    tasks = tuple(task.content for task in plan.sub_tasks) if plan else ()
    return Run(case, grade(case, calls, result["answer"]), tuple(calls), result["answer"], tasks)


def public_functions(path: Path) -> list[Function]:
    """The public functions of a tool file, loaded afresh: no request sees what another one changed."""
    spec = importlib.util.spec_from_file_location(f"dev_tools_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return [
        value
        for name, value in vars(module).items()
        if inspect.isfunction(value) and not name.startswith("_") and value.__module__ == module.__name__
    ]


def read_case(data: dict[str, Any]) -> Case:
    """A case from one line of a `requests.jsonl`."""
    permitted = tuple((one["tool"], one["arguments"]) for one in data.get("also_permitted", ()))
    calls = tuple((one["tool"], one["arguments"]) for one in data["calls"])
    return Case(data["query"], calls, tuple(map(str, data["facts"])), permitted)


async def run_lines(folder: Path, shape: Shape = "auto") -> list[Run]:
    """All requests of a folder with a `requests.jsonl` and its toolsets."""
    lines = (folder / "requests.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    tools = [public_functions(folder / "toolsets" / f"{one['toolset']}.py") for one in cases]
    return [await run(given, read_case(one), shape) for given, one in zip(tools, cases, strict=True)]


async def run_set(name: str, shape: Shape = "auto") -> list[Run]:
    """All requests of one toolset of the development set, or of a folder of requests."""
    if (folder := Path(__file__).parent / name / "requests.jsonl").is_file():
        return await run_lines(folder.parent, shape)
    module = importlib.import_module(f"tests.offline.dev.{name}")
    return [await run(module.TOOLS, case, shape) for case in module.CASES]


def main() -> None:
    """Prints the score of the toolsets named on the command line, and what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--all", action="store_true", help="print the right ones too")
    options = parser.parse_args()
    total: list[Run] = []
    for name in options.sets:
        runs = asyncio.run(run_set(name))
        total += runs
        for one in runs:
            if one.grade != "right" or options.all:
                print(
                    f"[{name}] {one.grade}: {one.case.query}\n   plan: {one.plan}\n   made: {one.calls}\n   want: {one.case.calls}\n   {one.answer!r}"
                )
    counts = {kind: sum(one.grade == kind for one in total) for kind in ("right", "declined", "facts", "wrong")}
    print(f"{len(total)} requests: {counts}")


if __name__ == "__main__":
    main()
