"""Policies: what may be called without asking, what a person is asked about, and what is refused (docs/policy.md).

A policy is code's decision over (tool, effects, arguments); no model and no tool output has a part in it. It is read
once for a graph. What it does not understand it refuses: a rule errs towards asking and denying, never towards
allowing.
"""

import re
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal, NamedTuple, cast

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from smurfs_graph.canonical import canonical_json
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.complaints import Globs, as_several, complaint_of_yaml, explain_yaml, read_file
from smurfs_graph.tools.effects import Effect
from smurfs_graph.tools.hidden import hide_too_much, read_forms, with_read_names
from smurfs_graph.tools.tool import Tool

Decision = Literal["allow", "ask", "deny"]
_STRICTNESS: dict[Decision, int] = {"allow": 0, "ask": 1, "deny": 2}

_LIMITED = ("concurrency", "per_minute", "timeout")
MAX_FILE_BYTES = 200_000
MAX_MATCHED_CHARS = 20_000
"""An argument longer than this is not searched: it does not pass an `allow`, and it does trip an `ask` or `deny`."""


class Ruling(NamedTuple):
    """A policy's decision on a call, and why."""

    decision: Decision
    reason: str

    @property
    def refusal(self) -> str:
        """Return why a call is not made that no person has approved; empty where it may be made."""
        if self.decision == "deny":
            return f"the policy forbids this call ({self.reason})"
        if self.decision == "ask":
            return f"a person has to approve this call, and nobody has ({self.reason})"
        return ""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Limit(_Part):
    """Limits on the rate, concurrency and time of some tools' calls."""

    tools: Globs = Field(default=("*",), description="Globs of names; any may match.")
    concurrency: int | None = Field(default=None, ge=1, description="Calls of one tool under way at once.")
    per_minute: float | None = Field(default=None, gt=0, description="Calls of one tool that may start per minute.")
    timeout: float | None = Field(default=None, gt=0, le=3600, description="Seconds that one call may take.")

    def speaks_of(self, tool: Tool) -> bool:
        """Return whether the limit is for this tool."""
        return _any_glob(self.tools, tool.name)

    def unknown_names(self, tools: Collection[Tool]) -> Iterator[str]:
        """Yield what is named and none of the tools has."""
        yield from _unknown_globs("tool", self.tools, {tool.name for tool in tools})


NO_LIMIT = Limit()


class Rule(_Part):
    """A decision for the calls that it speaks of; the first such rule of a policy counts.

    `allow` has to cover a call entirely: every effect, the whole text of every named argument. `ask` and `deny` speak
    of a call as soon as anything fits: one effect, a part of an argument.
    """

    decision: Decision
    tools: Globs = Field(default=("*",), description="Globs of names; any may match.")
    sources: Globs = Field(default=("*",), description="Globs of where tools come from.")
    effects: Annotated[frozenset[Effect] | None, BeforeValidator(as_several)] = Field(
        default=None, min_length=1, description="Effects."
    )
    arguments: dict[str, str] = Field(default={}, description="Regular expressions by argument; `*` is any of them.")
    because: str = Field(default="", max_length=300, description="Said with the decision.")

    @field_validator("arguments")
    @classmethod
    def _patterns(cls, value: dict[str, str]) -> dict[str, str]:
        for name, pattern in value.items():
            try:
                re.compile(pattern)
            except (re.error, RecursionError, OverflowError) as error:
                raise ValueError(f"{name}: {pattern!r} is no regular expression: {error}") from None
        return value

    def speaks_of(self, tool: Tool) -> bool:
        """Return whether calls of this tool may fall under the rule, going by all but their arguments."""
        if not (_any_glob(self.tools, tool.name) and _any_glob(self.sources, tool.source)):
            return False
        if self.effects is None:
            return True
        if self.decision == "allow":
            return tool.effects <= self.effects and not tool.undeclared
        return bool(tool.effects & self.effects)

    def fits(self, arguments: Mapping[str, Any], *, hidden: bool = False) -> bool:
        """Return whether a call with these canonical arguments falls under the rule.

        `hidden`: an `ask` or `deny` also looks at what is left without the characters that nobody sees.
        """
        return all(self._argument_fits(name, pattern, arguments, hidden) for name, pattern in self.arguments.items())

    def unknown_names(self, tools: Collection[Tool]) -> Iterator[str]:
        """Yield what is named and none of the tools has."""
        yield from _unknown_globs("tool", self.tools, {tool.name for tool in tools})
        yield from _unknown_globs("source", self.sources, {tool.source for tool in tools})
        meant = [tool for tool in tools if _any_glob(self.tools, tool.name) and _any_glob(self.sources, tool.source)]
        for name in self.arguments if meant else ():
            if name != "*" and not any(_takes(tool, name) for tool in meant):
                yield f"no tool that it speaks of has an argument {name!r}"

    def _argument_fits(self, name: str, pattern: str, arguments: Mapping[str, Any], hidden: bool) -> bool:
        """Return whether an argument is one that the rule is about: to allow, all of its texts have to match in full;
        to ask or to deny, a part of one is enough.

        `hidden`: see `fits`.
        """
        texts = list(_texts(arguments if name == "*" else _at(arguments, name)))
        if self.decision == "allow":
            return bool(texts) and all(
                len(text) <= MAX_MATCHED_CHARS and re.fullmatch(pattern, text, re.DOTALL) for text in texts
            )
        if hidden:
            texts += _texts(_at(with_read_names(arguments), name)) if name != "*" else ()
        return (hidden and hide_too_much(texts)) or any(
            len(text) > MAX_MATCHED_CHARS
            or any(re.search(pattern, form, re.DOTALL) for form in (read_forms(text) if hidden else (text,)))
            for text in texts
        )


class Policy(_Part):
    """Rules, and what holds where no rule speaks."""

    read: Decision = Field(default="allow", description="Calls that only read, the network included.")
    undeclared: Decision = Field(
        default="allow", description="Functions of the caller's own that declare no effects; they count as writes too."
    )
    default: Decision = Field(default="ask", description="All other calls.")
    rules: tuple[Rule, ...] = ()
    limits: tuple[Limit, ...] = ()

    def decide(self, tool: Tool, arguments: Mapping[str, Any]) -> Ruling:
        """Rule on a call with these canonical arguments.

        The stricter ruling holds: of what the arguments are and what they hide, of the tool's name and its source's.
        """
        if not self.rules:
            return self._otherwise(tool)
        rulings = [self._ruling(each, arguments, hidden) for each in _under_its_names(tool) for hidden in (False, True)]
        found = [ruling for ruling in rulings if ruling is not None]
        if None in rulings[:2]:
            found.append(self._otherwise(tool))
        return max(found, key=lambda ruling: _STRICTNESS[ruling.decision])

    def _ruling(self, tool: Tool, arguments: Mapping[str, Any], hidden: bool) -> Ruling | None:
        for number, rule in enumerate(self.rules, 1):
            if rule.speaks_of(tool) and rule.fits(arguments, hidden=hidden):
                return Ruling(rule.decision, rule.because or f"rule {number} of the policy")
        return None

    def forbids(self, tool: Tool) -> bool:
        """Return whether every call of the tool is denied, whatever its arguments; such a tool need not be shown."""
        found = [self._forbids(each) for each in _under_its_names(tool)]
        return any(found) or (found[0] is None and self._otherwise(tool).decision == "deny")

    def looks_at_arguments(self, tool: Tool) -> bool:
        """Return whether the ruling on a call of the tool may depend on its arguments."""
        return any(rule.arguments and rule.speaks_of(each) for each in _under_its_names(tool) for rule in self.rules)

    def _forbids(self, tool: Tool) -> bool | None:
        """Return whether the rules deny every call; None where no rule settles it."""
        for rule in self.rules:
            if rule.speaks_of(tool):
                if rule.decision != "deny":
                    return False
                if not rule.arguments:
                    return True
        return None

    def limit(self, tool: Tool) -> Limit:
        """Return the first limit that speaks of the tool, of its name and its source's the lower; without one, none."""
        if not self.limits:
            return NO_LIMIT
        found = [
            next((limit for limit in self.limits if limit.speaks_of(each)), Limit()) for each in _under_its_names(tool)
        ]
        values = {name: [value for limit in found if (value := getattr(limit, name)) is not None] for name in _LIMITED}
        return found[0].model_copy(update={name: min(given, default=None) for name, given in values.items()})

    def unknown_names(self, tools: Collection[Tool]) -> list[str]:
        """Return a line for each name in a rule or limit that no tool has: a misspelt rule denies nothing."""
        known = [each for tool in tools for each in _under_its_names(tool)]
        lines: list[str] = []
        for kind, parts in (("rule", self.rules), ("limit", self.limits)):
            for number, part in enumerate(parts, 1):
                lines += [f"policy, {kind} {number}: {text}" for text in part.unknown_names(known)]
        return lines

    def _otherwise(self, tool: Tool) -> Ruling:
        if tool.undeclared:
            return Ruling(self.undeclared, "it does not declare its effects")
        effects = ", ".join(sorted(tool.effects))
        return Ruling(self.read if tool.reads_only else self.default, f"its effects are {effects}")


DEFAULT = Policy()
"""Reading is allowed, the caller's own undeclared functions are, everything else is asked."""


def load_policy(path: str) -> Policy:
    """Return the policy of a YAML file.

    Raises ConfigurationError, in one line, for whatever is not a whole, valid policy.
    """
    return parse_policy(read_file(path, "policy", MAX_FILE_BYTES), path)


def parse_policy(raw: str | bytes, name: str) -> Policy:
    """Return the policy of a YAML text; `name` is for messages. Raises ConfigurationError as `load_policy` does."""
    try:
        written: Any = yaml.load(raw, _Strict)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"policy {name!r}: {explain_yaml(error)}") from None
    if not isinstance(written, dict) or not written:
        raise ConfigurationError(f"policy {name!r} says nothing; see docs/policy.md for what it can say")
    try:
        return Policy.model_validate(written)
    except ValidationError as error:
        keys = {"": [*Policy.model_fields], "rules": [*Rule.model_fields], "limits": [*Limit.model_fields]}
        raise ConfigurationError(f"policy {name!r}: {complaint_of_yaml(error, raw, keys)}") from None


class _Strict(yaml.SafeLoader):
    """YAML in which a key stands once: of two `rules`, the first would silently be lost. Nor are there aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = cast("Any", self.peek_event()).start_mark
            raise yaml.MarkedYAMLError(problem="aliases (*name) are not allowed here", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys: set[Any] = set()
        for written, _ in node.value:
            key = self.construct_object(written, deep=True)
            if not isinstance(key, Hashable):  # refused by whoever makes a mapping of it
                continue
            if key in keys:
                raise yaml.MarkedYAMLError(problem=f"{key!r} stands twice", problem_mark=written.start_mark)
            keys.add(key)
        return super().construct_mapping(node, deep)


def _under_its_names(tool: Tool) -> list[Tool]:
    """Return a tool under its name and, where that is another one, under the name that its source has for it."""
    return [tool, replace(tool, name=tool.title, title="")] if tool.title else [tool]


def _unknown_globs(kind: str, globs: tuple[str, ...], names: Collection[str]) -> Iterator[str]:
    for glob in globs:
        if not any(fnmatchcase(name, glob) for name in names):
            yield f"there is no {kind} {glob!r}"


def _takes(tool: Tool, path: str) -> bool:
    """Return whether a tool has an argument of this name, or one into which this dotted name may lead."""
    parts = path.split(".")
    names: Mapping[str, Any] = tool.parameters.get("properties", {})
    return bool(tool.parameters.get("additionalProperties")) or any(
        ".".join(parts[:end]) in names for end in range(1, len(parts) + 1)
    )


def _any_glob(globs: tuple[str, ...], name: str) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)


def _at(arguments: Any, path: str) -> list[Any]:
    """Return the values under a name, and under a dotted path through objects and lists."""
    if isinstance(arguments, list | tuple):
        return [found for item in cast("list[Any]", arguments) for found in _at(item, path)]
    if not isinstance(arguments, Mapping):
        return []
    inside = cast("Mapping[str, Any]", arguments)
    dots = [at for at, character in enumerate(path) if character == "."]
    found = [inside[path]] if path in inside else []
    return found + [one for at in dots if path[:at] in inside for one in _at(inside[path[:at]], path[at + 1 :])]


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in canonical data: every leaf, and every key of a nested object."""
    if isinstance(value, Mapping):
        for key, item in cast("Mapping[str, Any]", value).items():
            yield str(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in cast("list[Any]", value):
            yield from _texts(item)
    else:
        yield value if isinstance(value, str) else canonical_json(value)
