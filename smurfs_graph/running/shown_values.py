"""What clients see of a state beside what it holds: chat clients above all, which show messages and nothing else."""

from collections.abc import AsyncIterator
from typing import Any, cast

from langgraph.types import StateSnapshot

from smurfs_graph.prompting.conversation import asking_message


def with_questions(snapshot: StateSnapshot) -> StateSnapshot:
    """A snapshot whose messages end with the questions that a person is to answer.

    Chat clients show a question beside the last message, and beside none that is the user's.
    """
    values = cast("dict[str, Any]", snapshot.values)
    if not snapshot.interrupts or "messages" not in values:
        return snapshot
    asked = [asking_message(*_id_and_value(each)) for each in snapshot.interrupts]
    return snapshot._replace(values={**values, "messages": [*values["messages"], *asked]})


async def with_conversation(stream: AsyncIterator[Any], mode: Any) -> AsyncIterator[Any]:
    """A stream with the items of inner graphs (`subgraphs`), whose values get the messages of the run's conversation.

    Chat clients take the values that came last for the state, whichever graph they are of. `mode`: the caller's.
    """
    messages: Any = None
    async for item in stream:
        if not isinstance(item, tuple) or (mode if len(cast("tuple[Any, ...]", item)) == 2 else item[1]) != "values":
            yield item
            continue
        namespace, *kind, values = cast("tuple[Any, ...]", item)
        messages = values.get("messages", messages) if not namespace else messages
        is_inner = namespace and messages and "__interrupt__" not in values
        yield (namespace, *kind, {"messages": messages, **values}) if is_inner else item


def _id_and_value(question: Any) -> tuple[str, Any]:
    """Of an interrupt, which a server may have as a mapping."""
    if isinstance(question, dict):
        return str(cast("dict[str, Any]", question).get("id")), cast("dict[str, Any]", question).get("value")
    return question.id, question.value
