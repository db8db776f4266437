"""The weights of readings: a log-linear model learns which readings of a request, and of its parts, are right.

For each request, as a whole and in the planner's parts, the right calls are made one after the other; at each state all
readings are taken. Right are those with right calls only, as many as can be.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from smurfs_graph.nodes.executor import MAX_DOCUMENTS
from smurfs_graph.offline.documents import parse_document
from smurfs_graph.offline.extract import answer
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.instances import MOST_CALLS, Instance
from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.task import FEATURES, Made, Reading, Task
from smurfs_graph.offline.plan import plan
from smurfs_graph.offline.sections import POINTER, Item
from smurfs_graph.tools.choice import nearest
from tests.benchmarks.offline_fit.requests import Case, Functions, score

ROUNDS, DECAY = 160, 2e-4


@dataclass(frozen=True)
class State:
    """One decision: the features of all readings of a task (readings x features), and which of them are right."""

    features: np.ndarray
    right: np.ndarray


def states(case: Case) -> list[tuple[Task, State]]:
    """The states of one request: as a whole, and part by part as the planner cuts it."""
    query, found = case.request["query"], list[tuple[Task, State]]()
    if case.path is not None:
        found += _Drive(case, list(case.request["calls"])).run(query, ())[0]
    reply = plan(query, [tool.name for tool in case.tools])
    parts = reply["sub_tasks"] if reply["needs_tool"] else []
    drive, before = _Drive(case, list(case.request["calls"])), list[Item]()
    for part in parts if parts != [query] or case.path is None else ():
        told_, answers = drive.run(part, tuple(before))
        found += told_
        before += [Item(part, "\n".join(answers))] if answers else []
    return found


@dataclass(frozen=True)
class _Drive:
    """Makes only right calls; `left` loses those that were made."""

    case: Case
    left: list[dict[str, Any]]

    def run(self, text: str, before: tuple[Item, ...]) -> tuple[list[tuple[Task, State]], list[str]]:
        """The states of one sub-task, and the answers of its calls."""
        states_, answers = list[tuple[Task, State]](), list[str]()
        memory, made = list[Item](), list[Made]()
        documents = tuple(
            one for tool in nearest(text, self.case.tools, MAX_DOCUMENTS) if (one := parse_document(tool.document))
        )
        plain = POINTER.sub("", text)
        while len(made) <= MOST_CALLS:
            task = Task(plain, documents, told(memory, before, plain), tuple(made))
            found, _ = readings(task)
            state, hit = self._state(found)
            states_.append((task, state))
            response = self._called(hit)
            if hit is None or response is None:
                break
            answers.append(answer(text, response))
            memory.append(Item(f"Next: `{hit['tool']}`: right.", answers[-1]))
            made.append(Made(hit["tool"], hit["arguments"]))
        return states_, answers

    def _state(self, found: Sequence[Reading]) -> tuple[State, dict[str, Any] | None]:
        """Which readings are right, and a call that can be made now."""
        functions = self.case.functions
        counts = [_covered(one, self.left, self.case.request["also_permitted"], functions) for one in found]
        best = max(counts)
        right = [count == best if best > 0 else not one.calls for count, one in zip(counts, found, strict=True)]
        ahead = found[counts.index(best)].ready if best > 0 else ()
        hit = next((each for call in ahead for each in self.left if _is(call, each, functions)), None)
        return State(np.array([one.features for one in found]), np.array(right)), hit

    def _called(self, hit: dict[str, Any] | None) -> str | None:
        """What a call returns, as a tool's response; None where it refuses."""
        if hit is None:
            return None
        self.left.remove(hit)
        try:
            response = self.case.functions[hit["tool"]](**hit["arguments"])
        except Exception:  # a tool that refuses an expected call ends the drive
            return None
        return json.dumps(response, ensure_ascii=False, default=str)


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
