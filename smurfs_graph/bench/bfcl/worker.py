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
_CONSTANTS = "bfcl_eval.constants."
_MODELS = f"{_CONSTANTS}model_config"
_AST = "bfcl_eval.eval_checker.ast_eval.ast_checker"
_CHECKER = "bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker"
_EXECUTION = "bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils"
_MODEL = "openai"
"""Names of functions have "_" for ".", as in this one's table."""


class World(NamedTuple):
    """The instances that the calls of one conversation act on."""

    name: str
    entry: Data


class BfclWorker:
    """Answers requests; keeps the entries that were read, and the worlds that are open."""

    def __init__(self) -> None:
        """Import the parts of the package that are needed."""
        self._data = importlib.import_module("bfcl_eval.utils")
        self._execution = importlib.import_module(_EXECUTION)
        self._checker = importlib.import_module(_CHECKER)
        self._ast = importlib.import_module(_AST)
        self._entries: dict[str, Data] = {}
        self._worlds: dict[str, World] = {}
        self._numbers = itertools.count(1)

    def hello(self) -> Data:
        """Return the package's version and its categories."""
        found = importlib.import_module(f"{_CONSTANTS}category_mapping")
        multi, single = list(found.MULTI_TURN_CATEGORY), list(found.SINGLE_TURN_CATEGORY)
        return {"version": version("bfcl_eval"), "multi_turn": multi, "single_turn": single}

    def cases(self, category: str) -> list[Data]:
        """Return the entries of a category: id, all that the user says, and what is expected."""
        return [
            {
                "id": entry["id"],
                "query": "\n".join(said["content"] for turn in entry["question"] for said in turn),
                "expected": json.dumps(entry["gold"], ensure_ascii=False) if entry["gold"] is not None else "",
            }
            for entry in self._load(category)
        ]

    def entry(self, entry: str) -> Data:
        """Return an entry: its turns, the functions of each, and gold calls where conversations have them."""
        known = self._entry(entry)
        prompts = importlib.import_module(f"{_CONSTANTS}default_prompts")
        added = [["user", prompts.DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_FC]]
        owners = self._owners(known)

        def owned(functions: list[Data]) -> list[Data]:
            return [{**each, "owner": owners.get(each["name"], "")} for each in functions]

        found = {
            "id": known["id"],
            "turns": [_spoken(turn) or added for turn in known["question"]],
            "functions": owned(known["function"]),
            "later": {at: owned(some) for at, some in known.get("missed_function", {}).items()},
            "has_world": bool(owners),
        }
        gold = [[_parsed(self._execution, owners, call) for call in turn] for turn in known["gold"]] if owners else []
        return {**found, "gold": gold}

    def begin(self, entry: str) -> str:
        """Open a fresh world of an entry; return its name."""
        name = f"w{next(self._numbers)}"
        self._worlds[name] = World(name, self._entry(entry))
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
        """Return the package's verdict on the calls that were made, by turn: whether they are valid, and why not."""
        known = self._entry(entry)
        if self._owners(known):
            found = self._check_conversation(known, made)
        else:
            found = self._check_calls(known, [{call["name"]: call["arguments"]} for turn in made for call in turn])
        said = found.get("error_message") or "; ".join(map(str, found.get("error", [])))
        return {"valid": found["valid"], "why": "" if found["valid"] else f"{found['error_type']}: {said}"}

    def _check_conversation(self, entry: Data, made: list[list[Data]]) -> Data:
        name = f"c{next(self._numbers)}"
        steps = [[[_written(call["name"], call["arguments"])] for call in turn] for turn in made]
        try:
            return self._checker.multi_turn_checker(steps, entry["gold"], entry, entry["category"], name)
        finally:
            self._forget(name)

    def _check_calls(self, entry: Data, made: list[Data]) -> Data:
        category = entry["category"]
        if self._data.is_relevance_or_irrelevance(category):
            wanted = "irrelevance" not in category
            said = {"error_type": "relevance_error" if wanted else "irrelevance_error", "error": [f"{len(made)} calls"]}
            return {"valid": bool(made) is wanted, **said}
        languages = importlib.import_module(f"{_CONSTANTS}enums").Language
        is_java, is_js = self._data.is_java(category), self._data.is_js(category)
        language = languages.JAVA if is_java else languages.JAVASCRIPT if is_js else languages.PYTHON
        return self._ast.ast_checker(entry["plain"], made, entry["gold"], language, category, _MODEL)

    def _entry(self, name: str) -> Data:
        if name not in self._entries:
            self._load(self._data.extract_test_category_from_id(name))
        return self._entries[name]

    def _load(self, category: str) -> list[Data]:
        """Read a category's entries, with gold calls (None: there are none) and functions as the checker takes them."""
        read = self._data.load_dataset_entry(category)
        plain = self._data.load_dataset_entry(category, include_language_specific_hint=False)
        without = self._data.is_relevance_or_irrelevance(category)
        gold = [{"ground_truth": None}] * len(read) if without else self._data.load_ground_truth_entry(category)
        for entry, answer, other in zip(read, gold, plain, strict=True):
            entry |= {"category": category, "gold": answer["ground_truth"], "plain": other["function"]}
            self._entries[entry["id"]] = entry
        return read

    def _owners(self, entry: Data) -> Mapping[str, str]:
        """Return the class of each function; none where functions are documents alone."""
        classes = entry.get("involved_classes", ())
        return {name: owner for owner in classes for name in _methods_of(self._execution, owner)}

    def _execute(self, world: World, calls: list[str]) -> tuple[list[str], Data]:
        given = world.entry
        long = "long_context" in given["category"]
        return self._execution.execute_multi_turn_func_call(
            calls, given["initial_config"], given["involved_classes"], world.name, given["id"], long_context=long
        )

    def _forget(self, name: str) -> None:
        kept = vars(self._execution)
        for each in [known for known in kept if known.startswith(f"{name}_")]:
            del kept[each]


def _spoken(turn: list[Data]) -> list[list[str]]:
    """Return a turn's messages as role and text; instructions stand before the user's first words."""
    system = [said["content"] for said in turn if said["role"] == "system"]
    others = [[said["role"], said["content"]] for said in turn if said["role"] != "system"]
    if system and others:
        others[0][1] = "\n\n".join([*system, others[0][1]])
    return others


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
    vars(models)["MODEL_CONFIG_MAPPING"] = {_MODEL: types.SimpleNamespace(underscore_to_dot=True)}
    sys.modules[_MODELS] = models


def main() -> None:
    """Answer until the input ends."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the package prints is no reply
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BFCL_PROJECT_ROOT"] = folder  # it makes folders where it is imported
        _without_clients()
        server = BfclWorker()
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
