"""A user's own cases: JSON lines with `query` and, where there are any, `id`, `reference` and `checker`."""

from collections.abc import Iterator, Mapping
from typing import Any

from smurfs_graph.bench.suite import Case, Metrics, Suite, SuiteOptions, text_answer
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.planning.outcome import ANSWERED
from smurfs_graph.tools.json_files import json_lines

from .checkers import CHECKERS, DEFAULT, checker_of, run_checker
from .files import data_file, text_of

_READ = ("id", "query", "reference", "checker")
_FOR_PEOPLE = "note"


class JsonLines(Suite):
    """Each case is scored by its checker: its own by name, or the one of the command line, or token F1.

    A file of cases is data: only checkers that ship with the library can be named in it. Code comes from the command
    line alone. Without a reference the score is whether the run said that it answered.
    """

    name = "jsonl"
    main = "score"

    def __init__(self, options: SuiteOptions) -> None:
        """Take the cases of a file, or of cases.jsonl in a folder; a checker of the options overrules what they say."""
        super().__init__(options)
        if not self.tools:
            raise ConfigurationError("say which tools the cases may use, as in --tools builtin:calc")
        self._file, self._checker = data_file(options.data, "cases.jsonl"), options.checker
        if self._checker:
            checker_of(self._checker)
        self._unchecked = 0
        self._unread: dict[str, None] = {}

    def cases(self) -> Iterator[Case]:
        """Yield a case per line."""
        self._unchecked = 0
        self._unread.clear()
        for case in super().cases():
            self._unchecked += case.reference is None
            yield case

    @property
    def notes(self) -> list[str]:
        """Say how many cases have no reference to be checked against, and which of their fields are not read."""
        told = "without a reference: scored by whether the run said that it answered"
        notes = [f"{self._unchecked:,} of the cases {told}"] if self._unchecked else []
        unread = ", ".join(f"{name!r:.40}" for name in [*self._unread][:6])
        return [*notes, f"not read of the cases: {unread}; what is read is {', '.join(_READ)}"] if unread else notes

    def read(self) -> Iterator[Case]:
        """Yield a case per line, also with an id that an earlier one has."""
        for where, item in json_lines(self._file, self.left_out):
            query = text_of(item, "query", where, self.left_out)
            self._unread |= dict.fromkeys(item.keys() - {*_READ, _FOR_PEOPLE})
            checker = item.get("checker", DEFAULT)
            if not isinstance(checker, str) or checker not in CHECKERS:
                self.left_out.append(f"{where}: {UnknownNameError('checker', str(checker), CHECKERS)}")
            elif query is not None:
                identity = str(where.rpartition(" ")[2] if item.get("id") is None else item["id"])
                data = {"checker": self._checker or checker}
                yield Case(identity, query, item.get("reference"), data, where)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score an answer by the case's checker; without a reference, by whether the run answered."""
        if case.reference is None:
            return {"score": float(result.get("stop_reason") in ANSWERED)}
        return run_checker(checker_of(case.data["checker"]), text_answer(result), case.reference)


load = JsonLines
