"""Usage of a run: a ledger of rows, one per role, model and sub-task, added up by its reducer."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict


class UsageRow(BaseModel):
    """Usage of one model by one role for one sub-task (empty names: tools have no model, outer roles no sub-task)."""

    model_config = ConfigDict(frozen=True)

    role: str
    model: str = ""
    sub_task: str = ""
    calls: int = 0
    """Calls of the model, answered or not."""
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    """The part of `input_tokens` that the server took from its cache."""
    estimated: int = 0
    """Calls whose tokens were estimated, because the server did not count them."""
    replayed: int = 0
    """Calls that the response cache answered; they are in none of the other counts and cost nothing."""
    restarts: int = 0
    cut: int = 0
    """Calls whose prompt had to be cut to fit the model's window."""
    seconds: float = 0.0
    cost: float = 0.0
    """US dollars; 0 where the model has no price."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the names by which rows are added up: role, model, sub-task."""
        return self.role, self.model, self.sub_task

    def __add__(self, other: "UsageRow") -> "UsageRow":
        """Return the sum of two rows of one key."""
        used = {name: getattr(self, name) + getattr(other, name) for name in _COUNTS}
        return UsageRow(role=self.role, model=self.model, sub_task=self.sub_task, **used)


_COUNTS = tuple(name for name in UsageRow.model_fields if name not in ("role", "model", "sub_task"))


class Usage(BaseModel):
    """The ledger of a run or of a part of it."""

    model_config = ConfigDict(frozen=True)

    rows: tuple[UsageRow, ...] = ()
    elapsed: float = 0.0
    """Seconds since the run began, on the clock on the wall, when the ledger was last written."""

    def __add__(self, other: "Usage") -> "Usage":
        """Join both ledgers, rows of the same key added up."""
        return Usage.total((self, other))

    @classmethod
    def total(cls, ledgers: "Iterable[Usage]") -> "Usage":
        """Join all ledgers in one pass."""
        rows: dict[tuple[str, str, str], UsageRow] = {}
        elapsed = 0.0
        for ledger in ledgers:
            elapsed = max(elapsed, ledger.elapsed)
            for row in ledger.rows:
                key = row.key
                before = rows.get(key)
                rows[key] = row if before is None else before + row
        return cls(rows=tuple(rows.values()), elapsed=elapsed)

    def by_sub_task(self) -> "dict[str, Usage]":
        """Return the rows of each sub-task, by its id."""
        rows: dict[str, list[UsageRow]] = {}
        for row in self.rows:
            rows.setdefault(row.sub_task, []).append(row)
        return {name: Usage(rows=tuple(several)) for name, several in rows.items()}

    @property
    def calls(self) -> int:
        """Return the number of model calls."""
        return sum(row.calls for row in self.rows)

    @property
    def replies(self) -> int:
        """Count model calls, those that the response cache answered as well: of two states, the later one has more."""
        return sum(row.calls + row.replayed for row in self.rows)

    @property
    def tool_calls(self) -> int:
        """Return the number of tool calls that were really made."""
        return sum(row.tool_calls for row in self.rows)

    @property
    def tokens(self) -> int:
        """Return the tokens in both directions."""
        return sum(row.input_tokens + row.output_tokens for row in self.rows)

    @property
    def cost(self) -> float:
        """Return the cost in US dollars."""
        return sum(row.cost for row in self.rows)

    @property
    def seconds(self) -> float:
        """Return the seconds spent waiting for models and tools, added up over parallel branches."""
        return sum(row.seconds for row in self.rows)

    def summary(self) -> dict[str, float | int]:
        """Return the totals, as JSON-able values."""
        return {
            "llm_calls": self.calls,
            "tool_calls": self.tool_calls,
            "input_tokens": sum(row.input_tokens for row in self.rows),
            "output_tokens": sum(row.output_tokens for row in self.rows),
            "cached_tokens": sum(row.cached_tokens for row in self.rows),
            "estimated_calls": sum(row.estimated for row in self.rows),
            "replayed_calls": sum(row.replayed for row in self.rows),
            "restarts": sum(row.restarts for row in self.rows),
            "cut_prompts": sum(row.cut for row in self.rows),
            "cost_usd": round(self.cost, 6),
            "seconds": round(self.seconds, 3),
            "elapsed_seconds": round(self.elapsed, 3),
        }


_NOTHING = Usage()


def add_usage(old: Usage | None, new: Usage | None) -> Usage:
    """Add up ledgers, as the state's reducer."""
    if new is None:
        return old or Usage()
    if (old is None or old == _NOTHING) and len(new.rows) < 2:
        return new
    return (old or _NOTHING) + new
