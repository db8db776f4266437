"""Budgets: what a run and each of its sub-tasks may use, what they have used, and what must be left for the end.

A call is reserved before it is made. A search call leaves enough for its sub-task's closing answer and the delivery, a
closing answer leaves enough for the delivery, as far as the run can come to need them; so a run that is out still says
what it found. Pure arithmetic here; `smurfs_graph.budgets.meter` adds the clock and the calls in flight.
"""

from typing import Literal, NamedTuple

from smurfs_graph.planning.outcome import StopReason
from smurfs_graph.settings import Settings

Purpose = Literal["opening", "search", "verdict", "closing", "delivery"]
"""An opening call is made before anything is found, and its reply may be the answer: nothing is kept for an end.
A verdict is on an answer that closes its own search; only others may have to be closed after it.
"""

_ENDING_SHARE = 0.1
"""Share of a token, cost or time budget that is kept for each call that has to stay possible."""
_MOST_KEPT = 0.5
"""However many sub-tasks are under way, no more than this share is kept."""


class Ending(NamedTuple):
    """The model calls with which a run is going to end."""

    branches: int = 1
    """Sub-tasks under way."""
    closes: bool = True
    """A model closes a search that runs out; else code does."""
    delivers: bool = True
    """A model delivers what was found; else a sub-task's own answer is the run's."""


class Spent(NamedTuple):
    """Totals that a budget is compared with."""

    calls: int = 0
    tool_calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class Budget(NamedTuple):
    """The most that may be used; None: no limit."""

    calls: int | None = None
    tool_calls: int | None = None
    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None


NO_BUDGET = Budget()
WHOLE_ENDING = Ending()


def sub_task_budget(settings: Settings) -> Budget | None:
    """Return the budget of each sub-task; None where nothing limits one."""
    budget = Budget(
        settings.sub_task_max_llm_calls,
        settings.sub_task_max_tool_calls,
        settings.sub_task_max_tokens,
        settings.sub_task_max_cost,
        settings.sub_task_max_seconds,
    )
    return None if budget == NO_BUDGET else budget


def kept_calls(purpose: Purpose, ending: Ending = WHOLE_ENDING) -> int:
    """Return the model calls that must stay possible after one of this purpose."""
    open_ = {"search": max(1, ending.branches), "verdict": max(1, ending.branches) - 1}.get(purpose, 0)
    return open_ * ending.closes + int(ending.delivers and purpose in ("search", "verdict", "closing"))


def usable_share(kept: int) -> float:
    """Return the share of a budget that is left when so many ending calls are kept."""
    return 1 - min(_MOST_KEPT, _ENDING_SHARE * kept)


def exceeded(
    budget: Budget, spent: Spent, kept: int, *, tokens: int = 0, cost: float = 0.0, tool: bool = False
) -> StopReason | None:
    """Return the budget that one more call would break, if any, with `kept` model calls reserved for the end.

    `tokens` and `cost` (US dollars): the call's estimates; `tool`: it is a tool's, not a model's.
    """
    usable = usable_share(kept)
    if tool and budget.tool_calls is not None and spent.tool_calls >= budget.tool_calls:
        return "tool_call_budget"
    if not tool and budget.calls is not None and spent.calls + 1 + kept > budget.calls:
        return "llm_call_budget"
    if budget.tokens is not None and spent.tokens + tokens > budget.tokens * usable:
        return "token_budget"
    if budget.cost is not None and (spent.cost >= budget.cost * usable or spent.cost + cost > budget.cost * usable):
        return "cost_budget"
    if budget.seconds is not None and spent.seconds >= budget.seconds * usable:
        return "time_budget"
    return None


def out_of_budget(
    settings: Settings,
    spent: Spent,
    purpose: Purpose,
    *,
    tokens: int = 0,
    cost: float = 0.0,
    tool: bool = False,
    ending: Ending = WHOLE_ENDING,
) -> StopReason | None:
    """Return the budget of the run that one more call would break, if any."""
    budget = Budget(
        settings.max_llm_calls, settings.max_tool_calls, settings.max_tokens, settings.max_cost, settings.max_seconds
    )
    return exceeded(budget, spent, kept_calls(purpose, ending), tokens=tokens, cost=cost, tool=tool)


def out_of_sub_task_budget(
    budget: Budget,
    spent: Spent,
    purpose: Purpose,
    *,
    tokens: int = 0,
    cost: float = 0.0,
    tool: bool = False,
    ending: Ending = WHOLE_ENDING,
) -> StopReason | None:
    """Return the budget of its sub-task that one more call would break, if any; a search leaves one closing answer."""
    return exceeded(budget, spent, kept_calls(purpose, _own(ending)), tokens=tokens, cost=cost, tool=tool)


def seconds_left(
    settings: Settings, spent: Spent, purpose: Purpose, of_sub_task: Spent | None, ending: Ending = WHOLE_ENDING
) -> float | None:
    """Return the seconds that one call may take within the time budgets; None: no limit."""
    left: list[float] = []
    if settings.max_seconds is not None:
        left.append(settings.max_seconds * usable_share(kept_calls(purpose, ending)) - spent.seconds)
    if of_sub_task is not None and settings.sub_task_max_seconds is not None:
        usable = usable_share(kept_calls(purpose, _own(ending)))
        left.append(settings.sub_task_max_seconds * usable - of_sub_task.seconds)
    return max(0.0, min(left)) if left else None


def _own(ending: Ending) -> Ending:
    """Return what of a run's end a sub-task's own budget has to pay for."""
    return ending._replace(branches=1, delivers=False)
