"""Talks about the weather, for tests: a tool, and a model that judges by nothing but what its prompts show."""

import re
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import ScriptedModel

DEGREES = {"Oslo": 4, "Rome": 17, "Bergen": 9}
TALK = ("How warm is it in Oslo?", "And in Rome?", "Which of the two is warmer?")
_ASKS = re.compile(r"How warm is it in (\w+)\?")
_MORE = re.compile(r"And in (\w+)\?")
_SAID = re.compile(r"(\w+) has (-?\d+) degrees")


class Weather:
    """The tool, and which cities it was called for."""

    def __init__(self, degrees: dict[str, int] | None = None) -> None:
        self.degrees = degrees or DEGREES
        self.calls: list[str] = []

    def find_temperature(self, city: str) -> dict[str, Any]:
        """Find the temperature of a city, in degrees."""
        self.calls.append(city)
        return {"city": city, "degrees": self.degrees[city]}


def meant(query: str, conversation: str) -> str:
    """The city that a request is about; a follow-up is understood from a conversation alone."""
    if found := _ASKS.search(query):
        return found[1]
    follow_up = _MORE.search(query)
    return follow_up[1] if follow_up and _ASKS.search(conversation) else ""


def compared(query: str, conversation: str) -> str:
    """Return the warmer city by the conversation; empty where that is not asked or not said."""
    said = _SAID.findall(conversation)
    if "warmer" not in query or len({city for city, _ in said}) < 2:
        return ""
    city, degrees = max(said, key=lambda pair: int(pair[1]))
    return f"{city}, with {degrees} degrees."


def reply(call: str, sections: dict[str, str]) -> Any:
    """Reply to each call of the model."""
    query, conversation = sections.get("query", ""), sections.get("conversation", "")
    match call:
        case "planner" | "planner.plan":
            if answer := compared(query, conversation):
                return {"needs_tool": False, "answer": answer}
            if not (city := meant(query, conversation)):
                return {"needs_tool": False, "answer": "What do you mean?"}
            task = f"Find the temperature of {city}."
            return {"needs_tool": True, "sub_tasks": [task], "request": f"How warm is it in {city}?"}
        case "executor.fused":
            return {"thought": "look", "calls": [{"tool": "find_temperature", "arguments": _city_in(sections)}]}
        case "executor.thought":
            return {"thought": "look it up"}
        case "executor.tool":
            return {"tool": "find_temperature"}
        case "executor.arguments":
            return _city_in(sections)
        case "answer" | "answer.fused":
            city, degrees = re.findall(r'"city": "(\w+)", "degrees": (-?\d+)', sections["response"])[0]
            return {"answer": f"{city} has {degrees} degrees.", "status": "solved"}
        case "verifier":
            return {"status": "solved"}
        case _:
            city, degrees = _SAID.findall(sections["outcomes"])[-1]
            return {"answer": f"{city} has {degrees} degrees."}


def _city_in(sections: dict[str, str]) -> dict[str, str]:
    return {"city": re.findall(r"of (\w+)\.", sections["sub_task"])[0]}


def call_or_answer(messages: list[BaseMessage], tools: list[Any]) -> Any:
    """Reply as the same model does where the tools are bound."""
    [sections] = [found for message in messages if (found := parse_sections(str(message.text)))]
    query, conversation = sections["query"], "\n".join(str(message.text) for message in messages[1:])
    if isinstance(messages[-1], ToolMessage):
        city, degrees = re.findall(r'"city": "(\w+)", "degrees": (-?\d+)', str(messages[-1].text))[0]
        return f"{city} has {degrees} degrees."
    if answer := compared(query, conversation):
        return answer
    if not (city := meant(query, conversation)):
        return "What do you mean?"
    return AIMessage("", tool_calls=[{"name": "find_temperature", "args": {"city": city}, "id": f"call-{city}"}])


def weather_model(*, native: bool = False) -> ScriptedModel:
    """The model; `native`: with the tools bound."""
    profile: Any = {"tool_calling": True} if native else None
    return ScriptedModel(reply, caller=call_or_answer if native else None, profile=profile)
