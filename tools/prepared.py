"""A call as it is decided on, compared, shown and made: prepared once, and passed on."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.tools.arguments import complete, fingerprint, validate
from smurfs_graph.tools.policy import Policy, Ruling
from smurfs_graph.tools.tool import Tool, Validated

EVERY_CALL = "every call is asked about"
CHOSEN_BY_RULES = (
    "rules chose it, and call unasked only what declares that it reads, "
    'by @effects("read") or the setting undeclared="read"'
)
"""Reasons to ask a person about a call that the policy allows."""


@dataclass(frozen=True)
class PreparedCall:
    """A call whose arguments are valid. All arguments that leave it are copies: a tool may change what it gets."""

    tool: Tool
    written: Mapping[str, Any]
    """The arguments as they were written; JSON data."""
    fingerprint: str
    """A digest that equal calls share, and no others."""
    policy: Policy
    ruling: Ruling
    """Of this policy."""
    _canonical: dict[str, Any]
    _validated: Validated

    @property
    def canonical(self) -> dict[str, Any]:
        """Return the arguments in one spelling, defaults included; JSON data."""
        return deepcopy(self._canonical)

    def arguments(self) -> Validated:
        """Return the arguments as the tool takes them."""
        return deepcopy(self._validated)

    @property
    def subject(self) -> str:
        """Return a digest of the call and of its tool's document: what a person's decision on it covers."""
        return digest(f"{digest(self.tool.document)} {self.fingerprint}")

    def stands_for(self, tool: Tool, written: Mapping[str, Any], policy: Policy) -> bool:
        """Return whether this is a call with these arguments, ruled on by this policy."""
        same = canonical_json(self.written) == canonical_json(written)  # in Python 1 equals true
        return same and self.tool is tool and self.policy is policy


def prepare(tool: Tool, arguments: Mapping[str, Any], policy: Policy) -> PreparedCall:
    """Validate and spell a model's arguments, and rule on them.

    Raises ValueError where they are not valid; its text names the field.
    """
    validated = validate(tool, arguments)
    canonical = complete(tool, validated)
    ruling = policy.decide(tool, canonical)
    written = deepcopy(dict(arguments))
    return PreparedCall(tool, written, fingerprint(tool, canonical), policy, ruling, canonical, validated)


def ruling_on(call: PreparedCall, policy: Policy, *, asked: str = "") -> Ruling:
    """Return what a policy says of a call; `asked`: why a person has to approve what it allows, too, if one has to."""
    ruling = call.ruling if call.policy is policy else policy.decide(call.tool, call.canonical)
    if asked and ruling.decision == "allow":
        return Ruling("ask", asked)
    return ruling
