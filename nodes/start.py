"""The first node of every run: checks the query, names the run and, without a planner, makes the query its plan.

No model is asked.
"""

from datetime import datetime
from typing import Any, Literal
from uuid import uuid4

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.asking.undeclared import LOGGER, undeclared_tools
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.events.vocabulary import PlanMade, RunStarted
from smurfs_graph.models.window import chars_of
from smurfs_graph.nodes.base import Node, awaits, review_by
from smurfs_graph.nodes.search_moves import is_guided, may_be_native
from smurfs_graph.nodes.speak import CALLS_SHARE
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.prompting.conversation import earlier_turns, with_request
from smurfs_graph.prompting.images import images_in
from smurfs_graph.settings import Settings
from smurfs_graph.state import Memories, RunState, whole_query
from smurfs_graph.tools.memory import recall
from smurfs_graph.tools.output import clean

CONVERSATION_SHARE = 1 / 8
"""Of the window, for the earlier turns of a conversation."""
MEMORY_SHARE = 1 / 16
"""Of the window, for what the user asked to be remembered."""


def today() -> str:
    """Return the date as prompts show it."""
    return datetime.now().astimezone().strftime("%A, %d %B %Y")


def start(calling: Calling, rules: StrategyRules, *, unplanned: bool = False) -> Node[RunState]:
    """Check the query; a new one on an old thread is the next turn: it sees the conversation, and starts afresh.

    `unplanned`: its plan is the query, whatever the model; else where the model may just begin.
    """

    told = set[str]()  # lines on tools that declare nothing, each once in the life of a graph

    async def start(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        settings, run_id = calling.settings_of(runtime), uuid4().hex
        query = checked_query(state.get("query"), settings.max_query_chars)
        emit(runtime, RunStarted(run_id=run_id, query=query, strategy=settings.strategy, model=settings.model))
        line = "" if settings.undeclared else undeclared_tools(calling.toolset.offered.values(), rules.undeclared)
        if line and line not in told:
            told.add(line)
            LOGGER.warning(line)
        said, new = with_request(state.get("messages", []), query)
        window = min(calling.askers.window(settings, role) for role in ("planner", "executor"))
        _, unread = images_in(state.get("messages", ()))
        misspelt = calling.rules.warnings(settings, calling.toolset.tools)
        earlier, warnings = earlier_turns(said, chars_of(window, CONVERSATION_SHARE), chars_of(window, CALLS_SHARE))
        most = chars_of(window, MEMORY_SHARE)
        memories, unshown = await recall(most, settings.memory_user) if settings.memory else (Memories(), ())
        begun = unplanned or begins_unplanned(calling.toolset, calling.askers, rules, settings)
        return {
            "query": query,
            "messages": new,
            "earlier": earlier,
            "run_id": run_id,
            "today": today(),
            "instead": None,
            "outcomes": Overwrite({}),
            "usage": Overwrite(Usage()),
            "warnings": Overwrite([*misspelt, *warnings, *unread, *unshown]),
            "choice": None,
            "constraints": [],
            "max_replans": 0 if begun and is_guided(calling.askers, rules, settings) else settings.max_replans,
            "answer": "",
            "sources": [],
            "claims": [],
            "not_found": [],
            "structured": None,
            "stop_reason": None,
            **{name: value for name, value in _of_an_earlier_run().items() if name in state},
            **({"memories": memories} if memories.user else {}),
            **(_begun(query, runtime, settings) if begun else {"plan": Plan(sub_tasks=())}),
        }

    return start


def whole(settings_of: RunSettings) -> Node[RunState]:
    """Make the node that takes the query as the one sub-task of the plan."""

    async def whole(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return _begun(whole_query(state), runtime, settings_of(runtime))

    return whole


def _begun(query: str, runtime: Runtime[Settings], settings: Settings) -> dict[str, Any]:
    """Return the update that makes a query the one sub-task of the plan."""
    plan = Plan(sub_tasks=(SubTask(id="s1", content=query, whole=True),))
    emit(runtime, PlanMade(plan=plan))
    return {"plan": plan, "review": review_by(settings)}


def after_whole(state: RunState) -> Literal["approve", "start"]:
    """Have the plan approved by a person, or start it."""
    return "approve" if awaits(state, "person") else "start"


def begins_unplanned(toolset: GraphTools, askers: Askers, rules: StrategyRules, settings: Settings) -> bool:
    """Return whether the model may just begin: it calls tools, and nobody wants to see a plan before.

    Not where bound tools were too many once and a domain's would be one of them: it is asked first.
    """
    if not rules.begins_at_once:
        return False
    planned = settings.planning == "always" or "plan" in settings.approve or bool(settings.executors)
    if not planned and is_guided(askers, rules, settings):
        return not toolset.domains
    if planned or not may_be_native(askers, rules, settings):
        return False
    return not (toolset.domains and askers.first("executor", settings).knowledge.too_many)


def _of_an_earlier_run() -> dict[str, Any]:
    """Reset keys left by an earlier run of the thread."""
    return {
        "replans": 0,
        "replaced": [],
        "repairs": 0,
        "searched_again": False,
        "approved_tools": None,
        "plan_decisions": [],
        "review": None,
        "restart": None,
        "stop": None,
        "memories": Memories(),
        "request": "",
        "question": "",
        "clarifications": [],
        "declined": [],
    }


def checked_query(query: object, limit: int) -> str:
    """Return the query, cleaned of control characters.

    Raises ConfigurationError where it is empty, too long or no text.
    """
    if not isinstance(query, str):
        raise ConfigurationError(f"the query must be text, not {type(query).__name__}")
    text = clean(query).strip()
    if not text:
        raise ConfigurationError("the query is empty; say what you want to know or to have done")
    if len(text) > limit:
        raise ConfigurationError(
            f"the query has {len(text)} characters, the limit is {limit}; shorten it, put long text into a file that a "
            "tool can read, or raise max_query_chars"
        )
    return text
