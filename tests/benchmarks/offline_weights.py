"""Fits the weights of the offline model's joint reading on the development requests, and checks them on others.

For each request, as a whole and in the planner's parts, the right calls are made one after the other; at each state all
readings are taken. A log-linear model over readings learns which are right (all calls right, as many as can be), and a
logistic model over what it finds likeliest learns how sure a call is. Prints, for several thresholds of sureness, how
many requests have only right steps and how many a wrong call, each judged by a fit that has not seen its toolset.
`--write` puts the fit on all of them into `smurfs_graph/offline/joint/weights.py`. Deterministic; takes minutes.
"""

import argparse
import importlib
import inspect
import json
import pkgutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import tests.offline.dev as own_sets
from smurfs_graph.nodes.executor import MAX_DOCUMENTS
from smurfs_graph.offline.documents import parse_document
from smurfs_graph.offline.extract import answer
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.engine import TOLD
from smurfs_graph.offline.joint.executing import REFERENCE
from smurfs_graph.offline.joint.instances import Instance
from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.task import FEATURES, Made, Reading, Task
from smurfs_graph.offline.plan import plan
from smurfs_graph.offline.sections import Item
from smurfs_graph.tools.choice import nearest
from smurfs_graph.tools.python import from_file, from_function
from tests.benchmarks.offline_model import ROOT, load

WEIGHTS = Path(inspect.getfile(Reading)).with_name("weights.py")
SETS = ("dev_a", "dev_b", "dev_c", "dev_d", "dev_e", "dev_f", "dev_g")
THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
FOLDS, ROUNDS, DECAY, RIDGE = 3, 160, 2e-4, 5.0
score = load(ROOT / "heldout" / "score.py")
Functions = Mapping[str, Any]


@dataclass(frozen=True)
class State:
    """One decision: all readings of a task, which of them are right, and which calls are."""

    toolset: str
    request: str
    later: bool
    features: np.ndarray
    right: np.ndarray
    calls: tuple[tuple[str, ...], ...]
    good: frozenset[str]
    left: bool


def main() -> None:
    """Collect the states, fit, check, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the weights of all sets into the package")
    options = parser.parse_args()
    found = [
        state
        for toolset, request, tools, functions in requests()
        for state in states(toolset, request, tools, functions)
    ]
    names = sorted({state.toolset for state in found})
    rows: list[tuple[State, np.ndarray | None, bool]] = []
    for fold in range(FOLDS):
        out = set(names[fold::FOLDS])
        weights = fit([state for state in found if state.toolset not in out])
        rows += [(state, *likeliest(state, weights)) for state in found if state.toolset in out]
    check(rows, names)
    if options.write:
        sureness = unscaled(*logistic(*table(rows)))
        WEIGHTS.write_text(source(fit(found), sureness), "utf-8")
        print(f"written: {WEIGHTS.name}")


def requests() -> Iterator[tuple[str, dict[str, Any], list[Any], Functions]]:
    """Every development request with its tools; those of the own sets only in parts."""
    for module in pkgutil.iter_modules(own_sets.__path__):
        if module.name == "case":
            continue
        loaded = importlib.import_module(f"tests.offline.dev.{module.name}")
        functions = {function.__name__: function for function in loaded.TOOLS}
        for number, case in enumerate(loaded.CASES):
            calls = [{"tool": tool, "arguments": dict(given)} for tool, given in case.calls]
            permitted = [{"tool": tool, "arguments": dict(given)} for tool, given in case.permitted]
            request = {
                "id": f"{module.name}-{number}",
                "query": case.query,
                "calls": calls,
                "also_permitted": permitted,
            }
            yield f"own/{module.name}", request, [from_function(function) for function in loaded.TOOLS], functions
    for name in SETS:
        folder = ROOT / "offline" / name
        for line in (folder / "requests.jsonl").read_text("utf-8").splitlines():
            request = json.loads(line)
            path = folder / "toolsets" / f"{request['toolset']}.py"
            functions = {key: value for key, value in vars(load(path)).items() if inspect.isfunction(value)}
            yield f"{name}/{request['toolset']}", request, list(from_file(path)), functions


def states(toolset: str, request: dict[str, Any], tools: list[Any], functions: Functions) -> Iterator[State]:
    """The states of one request: as a whole, and part by part as the planner cuts it."""
    query = request["query"]
    if not toolset.startswith("own/"):
        yield from _driven(toolset, request, query, (), list(request["calls"]), tools, functions, [])
    reply = plan(query, [tool.name for tool in tools])
    parts = reply["sub_tasks"] if reply["needs_tool"] else []
    gold, before = list(request["calls"]), list[Item]()
    for number, part in enumerate(parts if parts != [query] or toolset.startswith("own/") else ()):
        answers: list[str] = []
        named = {**request, "id": f"{request['id']}/{number}"}
        yield from _driven(toolset, named, part, tuple(before), gold, tools, functions, answers)
        before += [Item(part, "\n".join(answers))] if answers else []


def _driven(
    toolset: str, request: dict[str, Any], text: str, before: tuple[Item, ...], gold: list[dict[str, Any]],
    tools: list[Any], functions: Functions, answers: list[str],
) -> Iterator[State]:  # fmt: skip
    """States of one sub-task in which only right calls were made; `gold` loses those calls."""
    memory, made = list[Item](), list[Made]()
    documents = [parse_document(tool.document) for tool in nearest(text, tools, MAX_DOCUMENTS)]
    plain = REFERENCE.sub("", text)
    while len(made) <= 3:
        shown = tuple(one for one in documents if one is not None)
        found = readings(Task(plain, shown, told(memory, before, plain), tuple(made)))
        counts = [_covered(one, gold, request["also_permitted"], functions) for one in found]
        best = max(counts)
        ready = [[_key(call) for call in one.ready] for one in found]
        wanted = [*gold, *request["also_permitted"]]
        good = {_key(call) for one in found for call in one.ready if any(_is(call, each, functions) for each in wanted)}
        right = np.array(
            [count == best if best > 0 else not one.calls for count, one in zip(counts, found, strict=True)]
        )
        features = np.array([one.features for one in found])
        yield State(
            toolset,
            request["id"],
            bool(made),
            features,
            right,
            tuple(map(tuple, ready)),
            frozenset(good),
            best > 0 or ("/" not in request["id"] and bool(gold)),
        )
        ahead = found[counts.index(best)].ready if best > 0 else ()
        hit = next((each for call in ahead for each in gold if _is(call, each, functions)), None)
        if hit is None:
            return
        gold.remove(hit)
        try:
            response = functions[hit["tool"]](**hit["arguments"])
        except Exception:  # a tool that refuses an expected call ends the drive
            return
        answers.append(answer(text, json.dumps(response, ensure_ascii=False, default=str)))
        memory.append(Item(f"Next: `{hit['tool']}`: right.", answers[-1]))
        made.append(Made(hit["tool"], hit["arguments"]))


def _key(call: Instance) -> str:
    return f"{call.document.tool.name} {json.dumps(call.arguments, sort_keys=True, default=str)}"


def _is(call: Instance, wanted: Mapping[str, Any], functions: Functions) -> bool:
    """Whether a call, as far as it is filled, is the wanted one."""
    if call.document.tool.name != wanted["tool"]:
        return False
    function = functions[wanted["tool"]]
    full = score.fill_defaults(wanted["arguments"], function)
    mine = score.fill_defaults(call.arguments, function)
    open_ = {one.name for one in call.open}
    return all(key in full for key in mine) and all(
        key in open_ or (key in mine and score.same_value(value, mine[key])) for key, value in full.items()
    )


def _covered(reading: Reading, gold: list[Any], permitted: list[Any], functions: Functions) -> int:
    """How many wanted calls a reading has; -1 where one of its calls is neither wanted nor permitted."""
    left, count = list(gold), 0
    for call in reading.calls:
        hit = next((each for each in left if _is(call, each, functions)), None)
        if hit is not None:
            left.remove(hit)
            count += 1
        elif not any(_is(call, each, functions) for each in permitted):
            return -1
    return count


def fit(found: list[State]) -> np.ndarray:
    """Weights under which the right readings are likeliest: gradient ascent (Adam) with weight decay."""
    weights, mean, spread = (np.zeros(len(FEATURES)) for _ in range(3))
    for step in range(1, ROUNDS + 1):
        slope = DECAY * weights * len(found)
        for state in found:
            share = np.exp(state.features @ weights - (state.features @ weights).max())
            wanted = np.where(state.right, share, 0.0)
            slope -= (wanted / max(wanted.sum(), 1e-300) - share / share.sum()) @ state.features
        slope /= len(found)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.99 * spread + 0.01 * slope**2
        rate = 0.1 if step < 0.6 * ROUNDS else 0.03
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def likeliest(state: State, weights: np.ndarray) -> tuple[np.ndarray | None, bool]:
    """What the likeliest call (as `engine.choose` finds it) is judged by, and whether it is right."""
    scores = state.features @ weights
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    calls: defaultdict[str, float] = defaultdict(float)
    for share, ready in zip(shares, state.calls, strict=True):
        for key in ready:
            calls[key] += float(share)
    if not calls:
        return None, False
    key = max(calls, key=lambda one: calls[one])
    if calls[key] <= shares[0]:
        return None, False
    rival = max(
        (share for one, share in calls.items() if one != key and one.split(" ")[0] == key.split(" ")[0]), default=0.0
    )
    at = int(np.argmax([share if key in ready else -1.0 for share, ready in zip(shares, state.calls, strict=True)]))
    first = [_logit(calls[key]), _logit(float(shares[0])), rival, float(state.later), 1.0]
    return np.array([*first, *state.features[at]]), key in state.good


def _logit(share: float) -> float:
    return float(np.log(max(share, 1e-4) / max(1 - share, 1e-4)))


def table(rows: list[tuple[State, np.ndarray | None, bool]]) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest calls as rows, and which of them are right."""
    kept = [(row, good) for _, row, good in rows if row is not None]
    return np.array([row for row, _ in kept]), np.array([good for _, good in kept], dtype=float)


def logistic(rows: np.ndarray, good: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A ridge logistic regression on scaled rows (Newton's method): coefficients, means and scales."""
    means, scales = rows.mean(0), rows.std(0) + 1e-9
    means[len(TOLD) - 1], scales[len(TOLD) - 1] = 0.0, 1.0
    scaled, found = (rows - means) / scales, np.zeros(rows.shape[1])
    for _ in range(60):
        sure = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (good - sure) - RIDGE * found
        bend = (scaled * (sure * (1 - sure) + 1e-6)[:, None]).T @ scaled + RIDGE * np.eye(len(found))
        found += np.linalg.solve(bend, slope)
    return found, means, scales


def unscaled(found: np.ndarray, means: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Coefficients for rows as they are."""
    plain = found / scales
    plain[len(TOLD) - 1] -= float((plain * means).sum())
    return plain


def check(rows: list[tuple[State, np.ndarray | None, bool]], names: list[str]) -> None:
    """Print, by threshold, the requests with only right steps and those with a wrong call, by left-out toolsets."""
    sure: dict[int, float] = {}
    for fold in range(FOLDS):
        out = set(names[fold::FOLDS])
        plain = unscaled(*logistic(*table([row for row in rows if row[0].toolset not in out])))
        for at, (state, row, _) in enumerate(rows):
            if state.toolset in out:
                sure[at] = 0.0 if row is None else float(1 / (1 + np.exp(-row @ plain)))
    for least in THRESHOLDS:
        told_: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for at, (state, row, good) in enumerate(rows):
            called = row is not None and sure[at] >= least
            told_[state.toolset, state.request].append(
                ("right" if good else "wrong") if called else "left" if state.left else "right"
            )
        kinds = ["wrong" if "wrong" in one else "left" if "left" in one else "right" for one in told_.values()]
        print(f"sure {least}: " + ", ".join(f"{kind} {kinds.count(kind)}" for kind in ("right", "left", "wrong")))


def source(weights: np.ndarray, sureness: np.ndarray) -> str:
    """The module of the weights."""
    head = (
        '"""Weights of the joint reading, fitted on the development requests by tests/benchmarks/offline_weights.py."""'
    )
    first = "".join(f'    "{name}": {value:.2f},\n' for name, value in zip(FEATURES, weights, strict=True))
    second = "".join(f'    "{name}": {value:.3f},\n' for name, value in zip((*TOLD, *FEATURES), sureness, strict=True))
    return (
        f"{head}\n\nWEIGHTS: dict[str, float] = {{\n{first}}}\n"
        '"""Of the features of a reading; its share grows with the exponential of their sum."""\n'
        f"SURENESS: dict[str, float] = {{\n{second}}}\n"
        '"""Of a logistic model: how likely a call is right."""\n'
    )


if __name__ == "__main__":
    main()
