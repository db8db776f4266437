"""Ends of a stay or a span that a text gives by a month, by a number of nights, or by one day."""

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import add_days, month_bounds
from smurfs_graph.offline.leftovers import Work
from smurfs_graph.offline.typed_values import side

_LEAVING = frozenset(["out", "checkout", "departure", "depart"])
_LENGTHS = words.stems("night day week month")


def spans(work: Work) -> None:
    """Ends of a span that the text gives by a month or by a number of nights."""
    dated = {side(one): one for one in work.document.parameters if one.kind == "date"}
    first, last = dated.get("first"), dated.get("last")
    if first is None or last is None:
        return
    months = [one for one in work.found if one.kind == "month"]
    if len(months) == 1 and first.name not in work.arguments and last.name not in work.arguments:
        start, end = month_bounds(months[0].value)
        work.put(first, start)
        work.put(last, end)
    start = work.arguments.get(first.name)
    for mention in work.found if isinstance(start, str) and last.name not in work.arguments else ():
        unit = words.stem(mention.after[0]) if mention.after else ""
        if mention.number and unit in ("night", "day", "week") and mention.number < 400:
            work.put(last, add_days(str(start), int(mention.number) * (7 if unit == "week" else 1)) or None)
            work.used.append(mention)
            return


def lone_day(work: Work) -> None:
    """A look-up of a stay for which the text names one day: one night from that day, unless it says how many."""
    dated = {side(one): one for one in work.open() if one.kind == "date" and one.required}
    first, last = dated.get("first"), dated.get("last")
    days = [one for one in work.found if one.kind in ("date", "datetime", "month")]
    if first is None or last is None or len(days) != 1 or work.document.tool.acts:
        return
    day, lengths = days[0], {words.stem(word) for one in work.found for word in one.after[:1]}
    if day.kind != "date" or not day.value or day.direct_preposition not in ("", "on", "for"):
        return
    if set(words.identifier_words(last.name)) & _LEAVING:
        work.put(first, day.value)
        work.put(last, None if lengths & _LENGTHS else add_days(day.value, 1) or None)
        work.used.append(day)
