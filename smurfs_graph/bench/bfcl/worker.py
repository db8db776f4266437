"""Serve BFCL's data, worlds and checkers over pipes: a JSON object a line in, one a line out, in order.

`process.py` starts this file with the interpreter of an environment that has `bfcl_eval`, whose requirements contradict
this library's; so it imports that package and the standard library alone. A request names an operation and its
arguments: {"do": "call", "world": "w1", "name": "ls", "arguments": {}}. A reply holds a "result" or an "error".
"""

import ast
import hashlib
import importlib
import inspect
import itertools
import json
import os
import pickle
import sys
import tempfile
import types
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any, NamedTuple, cast

Data = dict[str, Any]
_CHECKER = "bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker"
_EXECUTION = "bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils"
_MODELS = "bfcl_eval.constants.model_config"


class World(NamedTuple):
    """The instances that the calls of one conversation act on."""

    name: str
    entry: Data


class Server:
    """Answers requests; keeps the entries that were read, and the worlds that are open."""

    def __init__(self) -> None:
        """Import the parts of the package that are needed."""
        self._data = importlib.import_module("bfcl_eval.utils")
        self._execution = importlib.import_module(_EXECUTION)
        self._checker = importlib.import_module(_CHECKER)
        self._entries: dict[str, Data] = {}
        self._worlds: dict[str, World] = {}
        self._numbers = itertools.count(1)

    def hello(self) -> Data:
        """Return the package's version and its categories."""
        found = importlib.import_module("bfcl_eval.constants.category_mapping")
        multi, single = list(found.MULTI_TURN_CATEGORY), list(found.SINGLE_TURN_CATEGORY)
        return {"version": version("bfcl_eval"), "multi_turn": multi, "single_turn": single}

    def entries(self, category: str) -> list[Data]:
        """Return a category's entries, each with its functions, turns and gold calls."""
        read = self._data.load_dataset_entry(category)
        gold = self._data.load_ground_truth_entry(category)
        found: list[Data] = []
        for entry, answer in zip(read, gold, strict=True):
            entry["gold"] = answer["ground_truth"]
            self._entries[entry["id"]] = entry
            found.append(self._described(entry))
        return found

    def _described(self, entry: Data) -> Data:
        owners: Mapping[str, str] = {
            name: owner for owner in entry["involved_classes"] for name in _methods_of(self._execution, owner)
        }
        missed: Mapping[str, list[Data]] = entry.get("missed_function", {})
        prompt = importlib.import_module("bfcl_eval.constants.default_prompts")
        added = prompt.DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_FC
        return {
            "id": entry["id"],
            "turns": ["\n".join(said["content"] for said in turn) or added for turn in entry["question"]],
            "functions": [{**each, "owner": owners[each["name"]]} for each in entry["function"]],
            "later": {at: [{**each, "owner": owners[each["name"]]} for each in some] for at, some in missed.items()},
            "gold": [[_parsed(self._execution, owners, call) for call in turn] for turn in entry["gold"]],
        }

    def begin(self, entry: str) -> str:
        """Open a fresh world of an entry; return its name."""
        name = f"w{next(self._numbers)}"
        self._worlds[name] = World(name, self._entries[entry])
        self._execute(self._worlds[name], [])
        return name

    def call(self, world: str, name: str, arguments: Data) -> str:
        """Make a call in a world; return what a model is shown of it."""
        return self._execute(self._worlds[world], [_written(name, arguments)])[0][0]

    def digests(self, world: str) -> dict[str, str]:
        """Return a digest of each instance of a world, private attributes included."""
        _, instances = self._execute(self._worlds[world], [])
        return {name: hashlib.sha256(pickle.dumps(vars(each))).hexdigest() for name, each in instances.items()}

    def end(self, world: str) -> None:
        """Forget a world."""
        self._forget(self._worlds.pop(world).name)

    def check(self, entry: str, made: list[list[Data]]) -> Data:
        """Return the package's verdict on the calls that were made, by turn: valid, error_type, error_message."""
        known, name = self._entries[entry], f"c{next(self._numbers)}"
        steps = [[[_written(call["name"], call["arguments"])] for call in turn] for turn in made]
        try:
            found = self._checker.multi_turn_checker(steps, known["gold"], known, entry.rpartition("_")[0], name)
        finally:
            self._forget(name)
        return {key: str(value) if key != "valid" else value for key, value in found.items() if key != "details"}

    def _execute(self, world: World, calls: list[str]) -> tuple[list[str], Data]:
        given = world.entry
        long = "long_context" in given["id"]
        return self._execution.execute_multi_turn_func_call(
            calls, given["initial_config"], given["involved_classes"], world.name, given["id"], long_context=long
        )

    def _forget(self, name: str) -> None:
        kept = vars(self._execution)
        for each in [known for known in kept if known.startswith(f"{name}_")]:
            del kept[each]


def _methods_of(execution: types.ModuleType, owner: str) -> dict[str, Any]:
    """Return the public methods of one of the package's classes."""
    module = importlib.import_module(execution.CLASS_FILE_PATH_MAPPING[owner])
    found = inspect.getmembers(getattr(module, owner), predicate=inspect.isfunction)
    return {name: method for name, method in found if not name.startswith("_")}


def _parsed(execution: types.ModuleType, owners: Mapping[str, str], written: str) -> Data:
    """Read a gold call; arguments given by place get their names."""
    call = cast("ast.Call", ast.parse(written, mode="eval").body)
    name = ast.unparse(call.func)
    parameters = list(inspect.signature(_methods_of(execution, owners[name])[name]).parameters)[1:]
    given = [*zip(parameters, call.args, strict=False), *((str(each.arg), each.value) for each in call.keywords)]
    return {"name": name, "arguments": {key: ast.literal_eval(value) for key, value in given}}


def _written(name: str, arguments: Data) -> str:
    """Write a call as the package evaluates it. Raises ValueError for a name that is none."""
    for each in (name, *arguments):
        if not each.isidentifier():
            raise ValueError(f"{each!r} is no name")
    return f"{name}({','.join(f'{key}={value!r}' for key, value in arguments.items())})"


def _without_clients() -> None:
    """Stand in for the package's table of models, which imports the client library of every provider.

    Its checkers read one thing from it: whether a model's function names have "_" for ".", as OpenAI's have.
    """
    models = types.ModuleType(_MODELS)
    vars(models)["MODEL_CONFIG_MAPPING"] = {"openai": types.SimpleNamespace(underscore_to_dot=True)}
    sys.modules[_MODELS] = models


def main() -> None:
    """Answer until the input ends."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the package prints is no reply
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BFCL_PROJECT_ROOT"] = folder  # it makes folders where it is imported
        _without_clients()
        server = Server()
        for line in sys.stdin:
            request = json.loads(line)
            operation: Callable[..., Any] = getattr(server, request.pop("do"))
            try:
                reply: Data = {"result": operation(**request)}
            except Exception as error:
                reply = {"error": f"{type(error).__name__}: {error}"}
            out.write(json.dumps(reply) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
