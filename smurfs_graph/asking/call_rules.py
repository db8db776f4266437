"""State shared by the tool calls of one graph: its policies, the traffic of its calls, its recorded responses."""

from collections.abc import Mapping
from typing import Any

from smurfs_graph.asking.people import can_be_asked
from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.refs import OFFLINE
from smurfs_graph.settings import Role, Settings
from smurfs_graph.state import TaskState
from smurfs_graph.tools.around import Around
from smurfs_graph.tools.call_cache import CallCache
from smurfs_graph.tools.calling import Response, Terms
from smurfs_graph.tools.policy import DEFAULT, Policy, Ruling, load_policy
from smurfs_graph.tools.prepared import CHOSEN_BY_RULES, EVERY_CALL, PreparedCall, prepare, ruling_on
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.traffic import Traffic

_MOST_PREPARED = 1_000
"""Calls that are kept from their decision until they are made."""


def is_chosen_by_rules(settings: Settings, state: TaskState) -> bool:
    """Return whether rules choose a sub-task's calls: in guided steps, and wherever `offline:rules` is the model."""
    role: Role = "caller" if settings.strategy == "alpha-umi" else "executor"
    model = settings.of_executor(state["sub_task"].executor).model_of(role)
    return state["shape"] == "guided" or model == OFFLINE


class CallRules:
    """Policies and caches by their files. A policy is read once: nothing that a run writes can widen it."""

    def __init__(self, around: Around | None = None) -> None:
        """Read nothing yet. `around`: middleware around every call."""
        self._around = around
        self._policies: dict[str, Policy] = {}
        """By file."""
        self._forbidden: dict[tuple[str | None, int], tuple[Mapping[str, Tool], frozenset[str]]] = {}
        """By the policy's file and the identity of the tools, which are kept beside it: no others get it."""
        self._warnings: dict[tuple[str | None, int], tuple[Mapping[str, Tool], list[str]]] = {}
        self._caches: dict[tuple[str, str], CallCache] = {}
        """By file and mode."""
        self._traffic: Traffic[Response] = Traffic()
        self._prepared: BoundedDict[str, PreparedCall] = BoundedDict(_MOST_PREPARED)

    def policy(self, settings: Settings) -> Policy:
        """Return the policy that a run goes by. Raises ConfigurationError where it is named and cannot be had."""
        if settings.policy is None:
            return DEFAULT
        if settings.policy not in self._policies:
            self._policies[settings.policy] = load_policy(settings.policy)
        return self._policies[settings.policy]

    def forbidden(self, settings: Settings, tools: Mapping[str, Tool]) -> frozenset[str]:
        """Return the names of the tools that the policy denies whatever their arguments, found once for a graph."""
        key = (settings.policy, id(tools))
        if key not in self._forbidden:
            policy = self.policy(settings)
            self._forbidden[key] = (tools, frozenset(name for name, tool in tools.items() if policy.forbids(tool)))
        return self._forbidden[key][1]

    def warnings(self, settings: Settings, tools: Mapping[str, Tool]) -> list[str]:
        """Return what the policy speaks of and the tools do not have, a line each."""
        key = (settings.policy, id(tools))
        if key not in self._warnings:
            self._warnings[key] = (tools, self.policy(settings).unknown_names(tools.values()))
        return self._warnings[key][1]

    def check(self, settings: Settings) -> None:
        """Raises ConfigurationError for a policy or a cache that cannot be had, before anything is done."""
        self.policy(settings)
        self._cache(settings)

    def prepare(self, settings: Settings, tool: Tool, arguments: Mapping[str, Any], identity: str = "") -> PreparedCall:
        """Return a call as it is decided on and made; for one `identity` it is prepared once in a process.

        Raises ValueError where the arguments are not valid; its text names the field.
        """
        policy, known = self.policy(settings), self._prepared.get(identity)
        if known is not None and known.stands_for(tool, arguments, policy):
            return known
        made = prepare(tool, arguments, policy)
        if identity:
            self._prepared[identity] = made
        return made

    def forget(self, identity: str) -> None:
        """Let go of a call that has been made."""
        self._prepared.pop(identity, None)

    def asks_about(self, settings: Settings, state: TaskState, call: PreparedCall) -> bool:
        """Return whether a person has to approve a sub-task's call, and can; not of what is denied."""
        return self.ruling(settings, state, call).decision == "ask" and can_be_asked(settings)

    def ruling(self, settings: Settings, state: TaskState, call: PreparedCall) -> Ruling:
        """Return what holds for a sub-task's call as long as nobody has approved it, and why."""
        return ruling_on(call, call.policy, asked=self.asked(settings, state, call.tool))

    def asked(self, settings: Settings, state: TaskState, tool: Tool) -> str:
        """Return why a person has to approve what the policy allows, too; empty where nobody has to."""
        if "tools" in settings.approve:
            return EVERY_CALL
        is_read = tool.reads_only or (tool.undeclared and settings.undeclared == "read")
        return CHOSEN_BY_RULES if not is_read and is_chosen_by_rules(settings, state) else ""

    def terms(self, settings: Settings) -> Terms:
        """Return the terms that all calls of a run have."""
        return Terms(
            policy=self.policy(settings),
            asked=EVERY_CALL if "tools" in settings.approve else "",
            traffic=self._traffic,
            cache=self._cache(settings),
            around=self._around,
        )

    def _cache(self, settings: Settings) -> CallCache | None:
        path, mode = settings.tool_cache, settings.tool_cache_mode
        if path is None and mode == "replay":  # who replays wants no tool called
            raise ConfigurationError("tool_cache_mode 'replay' needs the file to replay: set tool_cache")
        if path is None or mode == "off":
            return None
        if (path, mode) not in self._caches:
            self._caches[path, mode] = CallCache(path, mode)
        return self._caches[path, mode]
