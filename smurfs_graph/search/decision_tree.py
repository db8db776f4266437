"""The search of the baselines, pure: ToolLLM's DFSDT and CoT@n (ReAct), as `(tree, event) -> tree`.

A round is one reply of the model (a thought, an action and its input) with the observation that followed. ToolLLM keeps
the three parts as three nodes, so a round makes a chain longer by up to three; its limit of a chain counts those nodes.

Rules, as in ToolLLM's `DFS_tree_search` (without its filter) and `single_chain`:

- A node is expanded at most `width` times. Each expansion goes as deep as it can before the next one.
- Finish with `give_answer` ends the search. `give_up_and_restart` goes `levels_up` rounds up and on from there; what
  was passed on the way is not expanded again; beyond the root the search ends.
- A chain at its limit goes one round up.
- CoT@n begins anew at the root after each chain that brought no answer, at most n times.
- Reaching the query limit ends the search.

Departure: a reply that stays unreadable after the restarts ends its chain, where ToolLLM goes on from a pruned node.
"""

from collections.abc import Collection
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.search.state import Decision, Fault, Timing

ROOT = -1
_ROUND = 3
"""Nodes of a whole round."""

Status = Literal["open", "failed", "answered", "gave_up", "unreadable"]
"""Of a round: its call brought something, its call failed, Finish with an answer, Finish without one, or no reply."""
End = Literal["answered", "last_reply", "exhausted", "gave_up", "query_limit", "stopped"]


class TreeLimits(BaseModel):
    """The bounds of the search; the defaults are ToolLLM's for DFSDT."""

    model_config = ConfigDict(frozen=True)

    width: int = Field(default=2, ge=1)
    """Expansions of a node."""
    chain: int = Field(default=12, ge=1)
    """Nodes of one chain: thoughts, actions and inputs."""
    queries: int = Field(default=200, ge=1)
    """Replies of the model."""
    levels_up: int = Field(default=2, ge=1)
    """Rounds that giving up goes back."""
    chains: int = Field(default=0, ge=0)
    """CoT@n: so many chains from the root, each of width 1; 0 for a tree."""


class Round(BaseModel):
    """One reply and what came of it."""

    model_config = ConfigDict(frozen=True)

    parent: int = ROOT
    """Index of the round before it on its chain; `ROOT` for the first."""
    depth: int = 0
    """Nodes of the chain down to here."""
    thought: str = ""
    tool: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    observation: str = ""
    """The response as the model sees it, or why the call failed."""
    reference: str = ""
    """Key of the full response in the store."""
    called: bool = False
    """A tool was really called."""
    answer: str = ""
    """Final answer given to Finish."""
    status: Status = "open"
    timing: Timing = Timing()
    decision: Decision = ""
    """Of a person about the call."""
    fault: Fault = "call"
    """Of a failed call: what is to blame."""
    fingerprint: str = ""
    """Of the arguments as the tool takes them; empty where nobody has validated them."""


class Decided(BaseModel):
    """A decision of α-UMi's planner."""

    model_config = ConfigDict(frozen=True)

    rationale: str
    next: Literal["caller", "conclusion"]
    """Whom it names."""


class DecisionTree(BaseModel):
    """The search so far. `at` is the node that is expanded next."""

    model_config = ConfigDict(frozen=True)

    limits: TreeLimits = TreeLimits()
    rounds: tuple[Round, ...] = ()
    at: int = ROOT
    end: End | None = None

    @property
    def queries(self) -> int:
        """Return the number of replies so far: each made a round."""
        return len(self.rounds)

    @property
    def path(self) -> tuple[Round, ...]:
        """Return the chain from the first round to `at`: the history that the model sees."""
        return tuple(self.rounds[at] for at in self.way_to(self.at))

    @property
    def tried(self) -> tuple[Round, ...]:
        """Return earlier expansions of the node at hand, for the diversity prompt: their first calls. None in CoT@n."""
        if self.limits.chains:
            return ()
        firsts = [self._first_call(child) for child in self.children(self.at)]
        return tuple(self.rounds[first] for first in firsts if first is not None)

    @property
    def evidence(self) -> tuple[Round, ...]:
        """Return the rounds whose call brought something."""
        return tuple(each for each in self.rounds if each.called and each.status == "open")

    @property
    def final(self) -> Round | None:
        """Return the round that gave the answer."""
        return next((each for each in reversed(self.rounds) if each.status == "answered"), None)

    @property
    def chain(self) -> tuple[int, ...]:
        """Return the indices of the rounds that led to the answer, first one first; none without an answer."""
        at = next((at for at in range(self.queries - 1, ROOT, -1) if self.rounds[at].status == "answered"), ROOT)
        return self.way_to(at)

    def way_to(self, at: int) -> tuple[int, ...]:
        """Return the indices of the rounds that lead to one, itself the last; none to `ROOT`."""
        found: list[int] = []
        while at != ROOT:
            found.append(at)
            at = self.rounds[at].parent
        return tuple(reversed(found))

    def children(self, node: int) -> list[int]:
        """Return the expansions of a node, oldest first."""
        return [at for at, each in enumerate(self.rounds) if each.parent == node]

    def _first_call(self, node: int) -> int | None:
        while not self.rounds[node].tool:
            below = self.children(node)
            if not below:
                return None
            node = below[0]
        return node


def grown(tree: DecisionTree, new: Round) -> DecisionTree:
    """Return the tree with one more expansion of the node at hand; `parent` and `depth` of the round are set here.

    Raises:
        ValueError: the search has ended.
    """
    if tree.end is not None:
        raise ValueError(f"the search has ended: {tree.end}")
    last, above = is_last(tree), tree.rounds[tree.at].depth if tree.at != ROOT else 0
    parts = bool(new.thought) + 2 * bool(new.tool)
    new = new.model_copy(update={"parent": tree.at, "depth": above + max(parts, 1)})
    tree = tree.model_copy(update={"rounds": (*tree.rounds, new)})
    if new.status == "answered":
        return _end(tree, "last_reply" if last else "answered")
    if tree.queries >= tree.limits.queries:
        return _end(tree, "query_limit")
    if new.status == "gave_up":
        return _up(tree, tree.limits.levels_up, "gave_up")
    if new.status == "unreadable" or new.depth >= tree.limits.chain:
        return _up(tree, 1, "exhausted")
    return tree.model_copy(update={"at": tree.queries - 1})


def is_last(tree: DecisionTree) -> bool:
    """Return whether the next round is the last one that the limits permit: nothing can be called after it.

    Of a tree, the last query; of chains, the last round of the last one. A round has a thought, an action and an input.
    """
    above = tree.rounds[tree.at].depth if tree.at != ROOT else 0
    if tree.queries + 1 >= tree.limits.queries:
        return True
    on_last = bool(tree.limits.chains) and len(tree.children(ROOT)) >= tree.limits.chains
    first = tree.limits.chains == 1 and tree.at == ROOT
    return (on_last or first) and above + _ROUND >= tree.limits.chain


def repeats_itself(tree: DecisionTree, unlike: Collection[str]) -> bool:
    """Return whether the last round of the path has only made an earlier call of it once more, and got the same.

    `unlike`: tools that may change something, or answer the same call differently each time. Their calls are never
    repetitions, and what was read before one of them may be read again.
    """
    *before, last = tree.path or (Round(),)
    for earlier in reversed(before):
        if last.tool in unlike or earlier.tool in unlike:
            return False
        if (earlier.tool, earlier.arguments) == (last.tool, last.arguments):
            return bool(last.tool) and earlier.observation == last.observation
    return False


def stopped(tree: DecisionTree) -> DecisionTree:
    """Return the tree after a budget ran out, or no model could be asked."""
    return tree if tree.end is not None else _end(tree, "stopped")


def _up(tree: DecisionTree, levels: int, why: End) -> DecisionTree:
    """Go up from the newest round, then on up past nodes that are used up; beyond the root the search has ended."""
    if tree.limits.chains:
        used = len(tree.children(ROOT))
        return _end(tree, why) if used >= tree.limits.chains else tree.model_copy(update={"at": ROOT})
    node = tree.queries - 1
    for _ in range(levels):
        if node == ROOT:
            return _end(tree, why)
        node = tree.rounds[node].parent
    while len(tree.children(node)) >= tree.limits.width:
        if node == ROOT:
            return _end(tree, why)
        node = tree.rounds[node].parent
    return tree.model_copy(update={"at": node})


def _end(tree: DecisionTree, why: End) -> DecisionTree:
    return tree.model_copy(update={"end": why})
