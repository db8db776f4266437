"""Small random choice problems."""

from hypothesis import strategies as st

from smurfs_graph import Constraint
from smurfs_graph.constraints.candidate_pool import Scoped, Slot
from smurfs_graph.constraints.records import Record
from smurfs_graph.planning.forms import AllDifferent, Check, Count, Cover, DateRange, Each, Implies, OneOf, Sum
from smurfs_graph.planning.plan import Goal

_KINDS = ("red", "green", "blue")
_OPERATORS = st.sampled_from(["<=", "<", ">=", ">", "="])
_TENTHS = st.integers(0, 300).map(lambda tenths: tenths / 10)
_DAYS = st.sampled_from(["2024-02-28", "2024-02-29", "2024-03-01"])


def _priced(price: float, style: int) -> object:
    return (price, f"${price:,.1f}", f"{price:.2f} USD")[style]


RECORDS: st.SearchStrategy[Record] = st.fixed_dictionaries(
    {
        "price": st.builds(_priced, _TENTHS, st.integers(0, 2)),
        "stars": st.integers(0, 5),
        "kinds": st.lists(st.sampled_from(_KINDS), max_size=2),
        "day": _DAYS,
    }
)

_SUMS = st.builds(Sum, field=st.just("price"), op=_OPERATORS, value=_TENTHS, unit=st.sampled_from(["", "USD"]))
_EACH = st.builds(Each, field=st.just("stars"), op=_OPERATORS, value=st.integers(0, 5))
_ONE_OF = st.builds(
    OneOf,
    field=st.just("kinds"),
    values=st.lists(st.sampled_from(_KINDS), min_size=1, max_size=2).map(tuple),
    forbidden=st.booleans(),
)
_DATES = st.builds(DateRange, field=st.just("day"), start=_DAYS)
FORMS: st.SearchStrategy[Check] = st.one_of(
    _SUMS,
    _EACH,
    _ONE_OF,
    _DATES,
    st.builds(Count, op=_OPERATORS, value=st.integers(0, 4)),
    st.builds(Count, op=_OPERATORS, value=st.integers(0, 2), field=st.just("kinds"), equals=st.sampled_from(_KINDS)),
    st.just(AllDifferent(field="stars")),
    st.builds(Cover, field=st.just("kinds"), values=st.lists(st.sampled_from(_KINDS), min_size=1).map(tuple)),
    st.builds(Implies, condition=_EACH, consequence=_ONE_OF),
)

SLOTS = st.lists(
    st.tuples(st.lists(RECORDS, max_size=4), st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=2
).map(
    lambda parts: [
        Slot(name=f"slot {at}", candidates=tuple(records), least=least, most=least + more)
        for at, (records, least, more) in enumerate(parts)
    ]
)
OBJECTIVES = st.lists(
    st.builds(
        Goal,
        field=st.sampled_from(["price", "stars"]),
        sense=st.sampled_from(["minimise", "maximise"]),
        sub_tasks=st.sampled_from([(), ("slot 0",)]),
    ),
    max_size=2,
)


@st.composite
def constraints(draw: st.DrawFn) -> list[Scoped]:
    """Up to four constraints, some on one slot alone."""
    forms = draw(st.lists(FORMS, max_size=4))
    scopes = st.sampled_from([(), ("slot 0",)])
    return [Scoped(Constraint(text=f"{at}: {form.kind}", check=form), draw(scopes)) for at, form in enumerate(forms)]
