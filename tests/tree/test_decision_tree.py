"""The baselines' search against a recursive reference that is written as ToolLLM describes it, and its bounds."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.search.decision_tree import ROOT, DecisionTree, Round, Status, TreeLimits, grown, stopped

REPLIES = st.sampled_from([
    Round(thought="t", tool="f", called=True, observation="o"),
    Round(tool="f", called=True, observation="o"),
    Round(thought="only thinks"),
    Round(thought="t", tool="g", status="failed", observation="no"),
    Round(thought="t", tool="Finish", status="gave_up"),
    Round(status="unreadable"),
])  # fmt: skip
ANSWER = Round(thought="t", tool="Finish", status="answered", answer="42")
LIMITS = st.builds(
    TreeLimits,
    width=st.integers(1, 3),
    chain=st.integers(1, 12),
    queries=st.integers(1, 40),
    levels_up=st.integers(1, 4),
)


@dataclass
class Reference:
    """DFS by recursion: `visit` returns how many levels are to be gone up."""

    limits: TreeLimits
    replies: list[Round]
    expanded: list[int] = field(default_factory=list[int])
    asked: int = 0
    answered: bool = False

    def visit(self, name: int, depth: int) -> int:
        """Expand a node; `name` is the index of the round that made it."""
        for _ in range(self.limits.width):
            reply = self.replies[self.asked % len(self.replies)]
            self.expanded.append(name)
            self.asked += 1
            child, below = self.asked - 1, depth + max(bool(reply.thought) + 2 * bool(reply.tool), 1)
            if reply.status == "answered":
                self.answered = True
                return 10_000
            if self.asked >= self.limits.queries:
                return 10_000
            if reply.status == "gave_up":
                up = self.limits.levels_up
            elif reply.status == "unreadable" or below >= self.limits.chain:
                up = 1
            else:
                up = self.visit(child, below)
            if up > 1:
                return up - 1
        return 1


def run(limits: TreeLimits, replies: list[Round]) -> tuple[DecisionTree, list[int]]:
    """The tree at its end, and the nodes in the order in which they were expanded."""
    tree, expanded = DecisionTree(limits=limits), list[int]()
    while tree.end is None:
        expanded.append(tree.at)
        tree = grown(tree, replies[tree.queries % len(replies)])
    return tree, expanded


@given(LIMITS, st.lists(REPLIES | st.just(ANSWER), min_size=1, max_size=12))
@settings(max_examples=400)
def test_it_expands_what_the_recursion_expands(limits: TreeLimits, replies: list[Round]) -> None:
    """Node by node, to the same end."""
    tree, expanded = run(limits, replies)
    reference = Reference(limits, replies)
    reference.visit(ROOT, 0)
    assert expanded == reference.expanded
    assert (tree.final is not None) == reference.answered


@given(LIMITS, st.integers(0, 4), st.lists(REPLIES, min_size=1, max_size=6))
def test_its_bounds_hold_whatever_the_model_says(limits: TreeLimits, chains: int, replies: list[Round]) -> None:
    """Queries, width and the length of chains; a chain ends where it reaches the limit."""
    limits = limits.model_copy(update={"chains": chains})
    tree, _ = run(limits, replies)
    assert tree.queries <= limits.queries
    widest = max(len(tree.children(node)) for node in range(ROOT, tree.queries))
    assert widest <= (max(limits.width, chains) if chains else limits.width)
    for at, each in enumerate(tree.rounds):
        if each.depth >= limits.chain:
            assert tree.children(at) == []


@pytest.mark.parametrize(("chains", "used"), [(1, 1), (3, 3)])
def test_chains_begin_anew_at_the_root(chains: int, used: int) -> None:
    """CoT@n: no chain is expanded twice, and no earlier chain is shown."""
    tree, expanded = run(TreeLimits(chains=chains, chain=6), [Round(thought="t", tool="f", called=True)])
    assert expanded.count(ROOT) == used
    assert tree.end == "exhausted"
    assert DecisionTree(limits=tree.limits, rounds=tree.rounds, at=ROOT).tried == ()


def test_what_was_tried_is_shown_at_the_next_expansion() -> None:
    """The first call of each earlier branch, also where a thought came first."""
    tree = DecisionTree(limits=TreeLimits(chain=4))
    tree = grown(tree, Round(thought="hm"))
    tree = grown(tree, Round(thought="t", tool="f", called=True, observation="o"))
    assert (tree.at, tree.tried) == (0, (tree.rounds[1],))
    tree = grown(tree, Round(tool="g", called=True))
    tree = grown(tree, Round(tool="h", called=True))
    assert tree.at == 2
    assert [each.tool for each in tree.tried] == ["h"]
    assert [each.tool for each in tree.path] == ["", "g"]


def test_giving_up_at_the_first_round_ends_the_search() -> None:
    """Two levels up from there is beyond the root, as in ToolLLM; a round deeper it goes on at the root."""
    gave_up = Round(thought="t", tool="Finish", status="gave_up")
    assert grown(DecisionTree(), gave_up).end == "gave_up"
    deeper = grown(grown(DecisionTree(), Round(tool="f", called=True)), gave_up)
    assert (deeper.end, deeper.at) == (None, ROOT)


def test_an_ended_search_takes_nothing_more() -> None:
    """And stopping it changes nothing."""
    done = grown(DecisionTree(), ANSWER)
    assert stopped(done) is done
    assert done.final == done.rounds[0]
    assert stopped(DecisionTree()).end == "stopped"
    with pytest.raises(ValueError, match="has ended"):
        grown(done, ANSWER)


STATUSES: list[tuple[Status, bool]] = [("open", True), ("failed", False), ("gave_up", False)]


@pytest.mark.parametrize(("status", "counts"), STATUSES)
def test_evidence_is_what_a_call_brought(status: Status, counts: bool) -> None:
    """Not a failed call, not a thought."""
    tree = grown(DecisionTree(), Round(thought="t", tool="f", called=True, status=status))
    assert bool(tree.evidence) is counts
    assert grown(DecisionTree(), Round(thought="t")).evidence == ()
