"""The typed forms of a constraint: what code can check, over records (plain dicts, one per result or choice).

A record's field may hold a number, a text, a date, or several values (a list, or text with commas).
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from smurfs_graph.planning.lengths import Condition, Label, most

Operator = Literal["<=", "<", ">=", ">", "="]
Scalar = bool | int | float | Label
_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
"""Not with \\d: llama.cpp makes grammars of patterns, and knows no such escape."""


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sum(_Form):
    """The sum of a field over all records, as in a budget."""

    kind: Literal["sum"] = "sum"
    field: Label
    op: Operator = "<="
    value: FiniteFloat
    unit: Label = ""
    """Unit or currency of `value`; a record in another one is a complaint, never a silent comparison."""


class Each(_Form):
    """The field of every single record."""

    kind: Literal["each"] = "each"
    field: Label
    op: Operator
    value: FiniteFloat
    unit: Label = ""


class Count(_Form):
    """The number of records, or of those with a value in a field."""

    kind: Literal["count"] = "count"
    op: Operator
    value: int = Field(ge=0)
    field: Label = ""
    equals: Scalar = ""
    """With `field`: only records that have this value there are counted."""


class OneOf(_Form):
    """Allowed or forbidden values of a field, for every record."""

    kind: Literal["one_of"] = "one_of"
    field: Label
    values: Annotated[tuple[Scalar, ...], most(40)] = Field(min_length=1)
    forbidden: bool = False


class AllDifferent(_Form):
    """No two records have the same value in a field."""

    kind: Literal["all_different"] = "all_different"
    field: Label


class Cover(_Form):
    """Every one of the values stands in the field of at least one record."""

    kind: Literal["cover"] = "cover"
    field: Label
    values: Annotated[tuple[Scalar, ...], most(40)] = Field(min_length=1)


class DateRange(_Form):
    """The field of every record is a date within the range, ends included (ISO 8601)."""

    kind: Literal["date_range"] = "date_range"
    field: Label
    start: str | None = Field(default=None, pattern=_DAY)
    end: str | None = Field(default=None, pattern=_DAY)

    @model_validator(mode="after")
    def _says_something(self) -> "DateRange":
        if self.start is None and self.end is None:
            raise ValueError("a date range needs a start, an end or both")
        if self.start and self.end and self.start > self.end:
            raise ValueError(f"the range starts on {self.start}, after its end on {self.end}")
        return self


class Implies(_Form):
    """For every single record: where the condition holds, the consequence holds too."""

    kind: Literal["implies"] = "implies"
    condition: "RecordCheck"
    consequence: "RecordCheck"


RecordCheck = Annotated[Each | OneOf | DateRange, Field(discriminator="kind")]
"""Forms that speak of one record at a time."""

Check = Annotated[Sum | Each | Count | OneOf | AllDifferent | Cover | DateRange | Implies, Field(discriminator="kind")]

Implies.model_rebuild()


class Constraint(BaseModel):
    """A condition that the user set: in the user's words and, where it can be had, in a form that code checks."""

    model_config = ConfigDict(frozen=True)

    text: Condition
    check: Check | None = None
    """None: untyped; judged by a model and reported as judged, not as checked."""

    @property
    def predicate(self) -> str:
        """Return the typed form, else the text, by which two constraints are the same wish."""
        typed: Any = self.check
        return typed.model_dump_json() if typed is not None else " ".join(self.text.lower().split())
