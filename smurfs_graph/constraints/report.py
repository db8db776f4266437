"""The result of a choice, as data that a checkpoint can hold and a deliverer can show."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

ChoiceStatus = Literal["chosen", "infeasible", "unsettled", "missing_data", "unusable"]
"""
chosen: candidates that satisfy every typed constraint. infeasible: proof that there are none. unsettled: time ran out
before either. missing_data: the tools lack what any choice needs, whatever the constraints. unusable: the candidates
are such that no choice can be made among them.
"""


class _FrozenReport(BaseModel):
    model_config = ConfigDict(frozen=True)


class Amount(_FrozenReport):
    """A sum over what was chosen."""

    name: str
    value: float
    unit: str = ""

    @property
    def text(self) -> str:
        """Format the amount for people: 'usd 1,204.5'."""
        return f"{self.name} {self.value:,.12g}{' ' + self.unit if self.unit else ''}"


class Sufficient(_FrozenReport):
    """The least limit that would do in place of one that is too low, with all other constraints kept."""

    text: str
    """The constraint, in the user's words."""
    value: float
    unit: str = ""


class ChoiceReport(_FrozenReport):
    """A choice with its proof, or why there is none. Written by code: no model retypes what stands here."""

    status: ChoiceStatus
    solver: str
    """`cp-sat`, the name of a domain, or `model` where a model chose and code checked."""
    text: str
    """For the person who asked."""
    chosen: dict[str, tuple[dict[str, Any], ...]] = Field(default_factory=dict[str, tuple[dict[str, Any], ...]])
    """By sub-task: the candidates taken, as its tool returned them."""
    names: tuple[str, ...] = ()
    """Names that an answer has to contain if it is to give this choice."""
    amounts: tuple[Amount, ...] = ()
    """Totals, the first objective's first."""
    optimal: bool = False
    """Whether no better choice exists, which was proved."""
    least: Amount | None = None
    """The least value of the first objective, where the choice is allowed to be near it and not at it."""
    conflict: tuple[str, ...] = ()
    """Constraints that cannot be had together, in the user's words."""
    conflict_minimal: bool = False
    """Whether a choice was proved to exist without any one of them."""
    sufficient: tuple[Sufficient, ...] = ()
    set_aside: int = 0
    """Candidates in which something that matters could not be read."""
    complaints: tuple[str, ...] = ()
    """Why, for some of them."""
    data: Any = None
    """The choice in a format of its domain, as JSON-able data."""
