"""Prompts made to fit a model's window, by rule and never silently: what was cut is returned in words.

In this order: the tool's response is capped, older memory is summarised and then dropped, tools are shortlisted, and at
last every other section is shortened. Sizes are estimated tokens.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage

from smurfs_graph.models.reasoning import reasoning_of, without_reasoning
from smurfs_graph.models.window import CHARS_PER_TOKEN, estimate_tokens, text_tokens
from smurfs_graph.tools.output import cap_text, cut

Rank = Callable[[list[str]], list[str]]
"""Lines that name tools, the most relevant first."""

_ENTRIES = ("earlier_calls", "attempts", "memory", "history", "tried", "dependencies", "dependants", "outcomes")
_KEPT_WHOLE = frozenset({"outcomes"})
"""Entries of these are shortened but never dropped: each is a sub-task of the answer."""
_TOOL_LINES = ("tools", "other_tools", "documents")
_ENTRY = re.compile(r"^(?=\d+\. |- )", re.MULTILINE)
_LEAST_RESPONSE = 400
_SUMMARY_CHARS = 240
_LEAST_SECTION = 160
_TAG_TOKENS = 8
_LEAST_RESULT = 400
"""Characters that are left of a result."""


ENTRY_SHARE = 3 / 16
"""Of the window: what one answer, reason or outcome may take up in another prompt."""
_CAPPED = ("earlier_calls", "memory", "attempts", "dependencies", "outcomes", "tried")


class Fitted(NamedTuple):
    """The sections of a prompt that fits, as far as that can be, and what was cut from them."""

    values: dict[str, str]
    cuts: tuple[str, ...]


def cap_entries(values: Mapping[str, str], limit: int) -> Fitted:
    """Cut sections so that no entry has more than `limit` characters."""
    capped_ones, cuts = dict(values), list[str]()
    for name in _CAPPED:
        if len(text := values.get(name, "")) > limit:
            entries = _entries(text)
            short = [cut(entry, limit) for entry in entries]
            if short != entries:
                capped_ones[name] = "\n".join(short)
                changed = sum(a != b for a, b in zip(short, entries, strict=True))
                cuts.append(f"{name}: {changed} entries shortened to {limit} characters each")
    return Fitted(capped_ones, tuple(cuts))


def fit(values: Mapping[str, str], limit: int, fixed: int, rank: Rank) -> Fitted:
    """Cut sections to at most `limit` tokens together with the `fixed` tokens that cannot be cut."""
    work = _Work(dict(values), limit - fixed, rank)
    if work.excess > 0:
        work.cap_response()
    for rule in (work.summarise_entries, work.drop_entries, work.shortlist_tools, work.shorten_others):
        if work.excess > 0:
            rule()
    return Fitted(work.values, tuple(work.cuts))


class _Work:
    """The sections on their way to fitting; every rule takes away what it may, and no more than is needed."""

    def __init__(self, values: dict[str, str], limit: int, rank: Rank) -> None:
        self.values = values
        self.cuts: list[str] = []
        self._limit = limit
        self._rank = rank

    @property
    def excess(self) -> int:
        """Return the tokens that are too many."""
        return sum(text_tokens(text) + _TAG_TOKENS for text in self.values.values() if text) - self._limit

    def cap_response(self) -> None:
        """Cap the response; data stays valid JSON."""
        text = self.values.get("response", "")
        wanted = max(_LEAST_RESPONSE, len(text) - self.excess * CHARS_PER_TOKEN)
        if wanted < len(text):
            self.values["response"] = cap_text(text, wanted)
            self.cuts.append(f"the response lost {len(text) - wanted} characters")

    def summarise_entries(self) -> None:
        """Keep the beginning and end of every long entry but the newest."""
        for name in _ENTRIES:
            entries = _entries(self.values.get(name, ""))
            short = [cut(entry, _SUMMARY_CHARS) for entry in entries[:-1]] + entries[-1:]
            if self.excess > 0 and short != entries:
                self._put(name, short)
                self.cuts.append(
                    f"{name}: {sum(a != b for a, b in zip(short, entries, strict=True))} entries shortened"
                )

    def drop_entries(self) -> None:
        """Drop the oldest entries; shorten the newest at last."""
        for name in _ENTRIES:
            entries = _entries(self.values.get(name, ""))
            total = len(entries)
            while self.excess > 0 and len(entries) > 1 and name not in _KEPT_WHOLE:
                entries = entries[1:]
                self._put(name, entries)
            if len(entries) < total:
                self.cuts.append(f"{name}: the oldest {total - len(entries)} of {total} entries left out")

    def shortlist_tools(self) -> None:
        """Keep the tools that are nearest to the sub-task, in their order."""
        for name in _TOOL_LINES:
            lines = self.values.get(name, "").splitlines()
            if len(lines) < 2 or self.excess <= 0:
                continue
            room = text_tokens(self.values[name]) - self.excess
            kept: set[str] = set()
            for line in self._rank(lines):
                room -= text_tokens(line) + 1
                if room < 0 and kept:
                    break
                kept.add(line)
            self.values[name] = "\n".join(line for line in lines if line in kept)
            self.cuts.append(f"{name}: {len(kept)} of {len(lines)} tools shown")

    def shorten_others(self) -> None:
        """Cut whatever is longest, again and again, as long as there is something to cut."""
        while self.excess > 0:
            name = max(self.values, key=lambda name: len(self.values[name]))
            text = self.values[name]
            wanted = max(_LEAST_SECTION, min(len(text) * 3 // 4, len(text) - self.excess * CHARS_PER_TOKEN // 2))
            if wanted >= len(text):
                return
            self.values[name] = cut(text, wanted)
            if not any(said.startswith(f"{name} ") for said in self.cuts):
                self.cuts.append(f"{name} was shortened")

    def _put(self, name: str, entries: list[str]) -> None:
        self.values[name] = "\n".join(entry.rstrip("\n") for entry in entries)


def _entries(text: str) -> list[str]:
    return [entry.rstrip("\n") for entry in _ENTRY.split(text) if entry.strip()]


def fit_history(
    earlier: Sequence[BaseMessage], history: Sequence[BaseMessage], limit: int
) -> tuple[list[BaseMessage], list[BaseMessage], tuple[str, ...]]:
    """Return the messages of earlier turns and of this one in about `limit` estimated tokens, and what was cut.

    The reasoning of the oldest replies goes first. Then results of calls are shortened, the oldest ones before others,
    for the model has answered to them before; then the oldest turns are left out.
    """
    messages, bare = _without_old_reasoning([*earlier, *history], limit)
    messages, cuts = shorten_results(messages, limit)
    if bare:
        cuts = (f"{bare} of the earlier replies lost their reasoning", *cuts)
    begins = [at for at, message in enumerate(messages[: len(earlier)]) if isinstance(message, HumanMessage)]
    excess, dropped = estimate_tokens(messages) - limit, 0
    for begin, end in pairwise([*begins, len(earlier)]):
        if excess > 0:
            excess, dropped = excess - estimate_tokens(messages[begin:end]), end
    if dropped:
        cuts = (*cuts, f"{sum(at < dropped for at in begins)} of {len(begins)} earlier turns left out")
    return messages[dropped : len(earlier)], messages[len(earlier) :], cuts


def _without_old_reasoning(messages: list[BaseMessage], limit: int) -> tuple[list[BaseMessage], int]:
    """Return the conversation in at most `limit` estimated tokens, as far as less reasoning can bring that about, and
    how many replies lost theirs.
    """
    bare, excess = 0, estimate_tokens(messages) - limit
    for at, message in enumerate(messages):
        if excess > 0 and reasoning_of(message):
            messages[at] = without_reasoning(message)
            excess -= estimate_tokens([message]) - estimate_tokens([messages[at]])
            bare += 1
    return messages, bare


def shorten_results(history: list[BaseMessage], limit: int) -> tuple[list[BaseMessage], tuple[str, ...]]:
    """Return the conversation in at most `limit` estimated tokens, as far as shorter results of calls can bring that
    about.

    The oldest are cut first, for the model has answered to them before; what was cut is said.
    """
    shortened, excess = 0, estimate_tokens(history) - limit
    for at, message in enumerate(history):
        if excess <= 0:
            break
        if isinstance(message, ToolMessage):
            text = str(message.text)
            kept = cap_text(text, max(_LEAST_RESULT, len(text) - excess * CHARS_PER_TOKEN))
            if kept != text:
                history[at], shortened = message.model_copy(update={"content": kept}), shortened + 1
                excess -= text_tokens(text) - text_tokens(kept)
    return history, ((f"{shortened} of the earlier results were shortened",) if shortened else ())
