"""docs/events.md, written from the code: python -m tests.report.event_page > docs/events.md"""

import inspect
import typing

from smurfs_graph import events

_HEAD = """# Events

What happens in a run, in one vocabulary (version {version}). The command line and the report read nothing else, and
neither need you. Events come out of LangGraph's stream as plain dicts; `parse_event` makes them typed:

```python
from smurfs_graph import Settings, build_graph
from smurfs_graph.events import parse_event

graph = build_graph(Settings(), ["builtin:dates"])
query = {{"query": "How many days are there between 2026-12-01 and 2026-12-24?"}}
for _, data in graph.stream(query, stream_mode="custom", subgraphs=True):
    event = parse_event(data)
    print(event.kind, event.sub_task)
```

- Every event has `kind`, `at` (seconds since 1970) and `sub_task` (its id; empty for the run as a whole).
- Events of a step have `step`, which call of its sub-task it is, from 0, and `depth`, the steps before it on its path.
- After an interruption a node may say again what it had said: same kind, sub-task and step. The later one counts.
- `smurfs_graph.history.history` tells the events of a run again from its storage.
- Streamed events are as models and tools wrote them: `parse_masked` masks secrets.
- New kinds and fields may come without a new version: leave out what you do not know.
- To follow a run in a list of its sub-tasks and steps, feed its events to `smurfs_graph.run_view.RunView`.

| kind | what happened | fields |
|---|---|---|
"""


def events_page() -> str:
    """The page."""
    rows: list[str] = []
    common = set(events.StepEvent.model_fields) | {"kind"}
    for kind in typing.get_args(events.Event):
        name = kind.model_fields["kind"].default
        own = [field for field in kind.model_fields if field not in common]
        where = ["step", "depth"] if issubclass(kind, events.StepEvent) else []
        says = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
        rows.append(f"| `{name}` | {says} | {', '.join(f'`{field}`' for field in [*where, *own])} |")
    return _HEAD.format(version=events.VERSION) + "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(events_page(), end="")
