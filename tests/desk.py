"""A talk at an order desk, for tests: each turn needs values that only the result of an earlier turn's call showed.

Answers are a word long. The model knows which call a request needs, and takes every value from the prompt before it.
"""

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from smurfs_graph import effects
from smurfs_graph.models.window import estimate_tokens
from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import ScriptedModel

WANTED: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "Look up the customer Ada.": ("find_customer", (), "Found."),
    "Order a lamp for her.": ("place_order", ("customer_id",), "Ordered."),
    "Where is the parcel?": ("track_parcel", ("order_id",), "On its way."),
    "Have it kept there.": ("keep_parcel", ("parcel_id", "depot_id"), "Kept."),
    "Write to her that it is there.": ("write_to", ("customer_id", "parcel_id"), "Written."),
}
"""By request: the tool, the parameters whose values earlier results have shown, the answer."""
TALK = tuple(WANTED)


def value_of(kind: str, seed: str) -> str:
    """An id that nobody can guess."""
    return f"{kind[:1].upper()}-{sha256(f'{kind} {seed}'.encode()).hexdigest()[:8]}"


class Desk:
    """The tools, and the calls that were made."""

    def __init__(self, seed: str = "1", padding: int = 0) -> None:
        """`padding`: characters that each result has besides its ids."""
        self._seed, self._padding = seed, padding
        self.calls: list[tuple[str, dict[str, str]]] = []

    def values(self, *kinds: str) -> dict[str, str]:
        """The ids of these kinds that the desk gives out."""
        return {kind: value_of(kind, self._seed) for kind in kinds}

    def _made(self, tool: str, given: dict[str, str], *kinds: str) -> dict[str, str]:
        self.calls.append((tool, given))
        wrong = [name for name, value in given.items() if value != value_of(name, self._seed)]
        if wrong:
            raise ValueError(f"no such {wrong[0]}: {given[wrong[0]]!r}")
        return self.values(*kinds) | ({"note": "n" * self._padding} if self._padding else {})

    @property
    def made(self) -> list[str]:
        """The tools that were called."""
        return [tool for tool, _ in self.calls]

    @property
    def tools(self) -> list[Any]:
        """Return the tools as functions."""

        @effects("read")
        def find_customer() -> dict[str, str]:
            """Find a customer by name."""
            return self._made("find_customer", {}, "customer_id")

        def place_order(customer_id: str) -> dict[str, str]:
            """Order a lamp for a customer."""
            return self._made("place_order", {"customer_id": customer_id}, "order_id")

        @effects("read")
        def track_parcel(order_id: str) -> dict[str, str]:
            """Find where the parcel of an order is."""
            return self._made("track_parcel", {"order_id": order_id}, "parcel_id", "depot_id")

        def keep_parcel(parcel_id: str, depot_id: str) -> dict[str, str]:
            """Have a parcel kept at a depot."""
            return self._made("keep_parcel", {"parcel_id": parcel_id, "depot_id": depot_id})

        def write_to(customer_id: str, parcel_id: str) -> dict[str, str]:
            """Write to a customer about a parcel."""
            return self._made("write_to", {"customer_id": customer_id, "parcel_id": parcel_id})

        return [find_customer, place_order, track_parcel, keep_parcel, write_to]


class Clerk:
    """The model; `missing` tells which values of a turn its first prompt lacked."""

    def __init__(self, *, native: bool) -> None:
        profile: Any = {"tool_calling": True} if native else None
        self.model = ScriptedModel(self._reply, caller=self._call if native else None, profile=profile)
        self.prompts: list[str] = []
        self.sent: list[list[BaseMessage]] = []
        self.missing: list[str] = []
        self.before: Callable[[], None] = lambda: None
        """Is called whenever the model is asked."""
        self._seen = ""

    def _values(self, request: str, prompt: str) -> dict[str, str]:
        """The arguments of the call that a request needs; of several values, the one that was shown last."""
        self.before()
        self.prompts.append(prompt)
        found = {name: re.findall(rf'"{name}": "([^"]+)"', prompt) for name in WANTED[request][1]}
        if request != self._seen:
            self._seen = request
            self.missing += [f"{request} {name}" for name, values in found.items() if not values]
        return {name: values[-1] if values else "unknown" for name, values in found.items()}

    @property
    def tokens(self) -> list[int]:
        """Estimated, of each prompt, its tools not counted."""
        return [estimate_tokens(messages) for messages in self.sent]

    def _call(self, messages: list[BaseMessage], tools: list[Any]) -> Any:
        self.sent.append(messages)
        [sections] = [found for message in messages if (found := parse_sections(str(message.text)))]
        request = sections["query"]
        arguments = self._values(request, "\n".join(f"{message.text} {_calls(message)}" for message in messages))
        if isinstance(messages[-1], ToolMessage):
            return WANTED[request][2]
        return AIMessage(
            "", tool_calls=[{"name": WANTED[request][0], "args": arguments, "id": f"c{len(self.prompts)}"}]
        )

    def _reply(self, call: str, sections: dict[str, str]) -> Any:
        self.sent.append([HumanMessage("\n".join(sections.values()))])
        asked = f"{sections.get('sub_task', '')} {sections.get('query', '')}"
        request = next(each for each in TALK if each in asked)
        tool, _, answer = WANTED[request]
        arguments = self._values(request, "\n".join(sections.values()))
        match call:
            case "planner" | "planner.plan":
                task = f"{request} {json.dumps(arguments)}"
                several = task if call == "planner" else {"id": "s1", "content": task}
                return {"reason": "", "needs_tool": True, "sub_tasks": [several], "request": task}
            case "executor.fused":
                return {"thought": "x", "calls": [{"tool": tool, "arguments": arguments}]}
            case "executor.thought":
                return {"thought": "x"}
            case "executor.tool":
                return {"tool": tool}
            case "executor.arguments":
                return arguments
            case "executor.react":
                if "history" in sections:
                    given = {"return_type": "give_answer", "final_answer": answer}
                    return {"thought": "x", "call": {"tool": "Finish", "arguments": given}}
                return {"thought": "x", "call": {"tool": tool, "arguments": arguments}}
            case "planner.umi":
                return {"rationale": "x", "next": "conclusion" if "history" in sections else "caller"}
            case "caller":
                return {"call": {"tool": tool, "arguments": arguments}}
            case _:
                return {"answer": answer, "status": "solved", "hint": ""}


def _calls(message: BaseMessage) -> str:
    return json.dumps(message.tool_calls) if isinstance(message, AIMessage) else ""
