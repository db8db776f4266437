"""Results in pages: how a tool tells the next one, and all of them as one result. Pure."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast


class Paging(NamedTuple):
    """How a tool tells its next page."""

    field: str
    """The path of the field of its result that leads there; empty, 0 or missing on the last page."""
    parameter: str
    """The parameter that takes the field's value."""
    counted: bool = False
    """Whether the field has the number of the last page instead, and the parameter takes the next number."""


def next_page(page: Any, paging: Paging, given: Any) -> Any:
    """What the parameter is given to get the next page, after it was `given` for this one; None after the last one."""
    for name in paging.field.split("."):
        page = cast("Mapping[str, Any]", page).get(name) if isinstance(page, Mapping) else None
    if paging.counted:
        return given + 1 if isinstance(page, int) and isinstance(given, int) and given < page else None
    return page if isinstance(page, str | int) and page else None


def drop_paging(result: Any, paging: Paging) -> Any:
    """A result of all pages without the fields that led through them."""
    head, _, rest = paging.field.partition(".")
    if not isinstance(result, Mapping):
        return result
    record = cast("Mapping[str, Any]", result)
    if rest and head in record:
        return {**record, head: drop_paging(record[head], paging._replace(field=rest))}
    return {name: each for name, each in record.items() if name not in (head, paging.parameter)}


def join_pages(one: Any, other: Any) -> Any:
    """Two pages as one result: lists one behind the other, at whatever depth; all else as the later page has it."""
    if isinstance(one, list) and isinstance(other, list):
        return [*cast("list[Any]", one), *cast("list[Any]", other)]
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        first, later = cast("Mapping[str, Any]", one), cast("Mapping[str, Any]", other)
        return {**first, **{name: join_pages(first.get(name), each) for name, each in later.items()}}
    return other
