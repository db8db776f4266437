"""A synthetic world for trainings: tools, requests about made-up names, and a scripted model that knows what to do.

Each of some 200 tools looks up one property of one kind of thing. A request asks for one or two values; three tools
are at hand, among them the right ones. Properties, things and values are made-up words, drawn anew for each request, so
that a model has to copy them. They stand between marks, so that a tokenizer cuts them alike everywhere.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from smurfs_graph.prompting.prompts import load_prompt
from smurfs_graph.tools.effects import READS
from smurfs_graph.tools.tool import Tool, Validated

KINDS = ("city", "film", "river", "firm", "player", "book")
AT_HAND = 3
SHORTENED = (
    *("planner.umi", "caller", "summarizer", "executor.react", "planner", "planner.plan", "executor.thought"),
    *("executor.tool", "executor.arguments", "answer", "verifier", "deliverer"),
)
_FORMS = ("What is {}?", "Tell me {}.", "Find {}.", "I want to know {}.", "Please look up {}.")
_COPIES = ("[{}] of [{}].", 'get_{} "{}"', "[{}] is [{}].", '{{"{}": "{}"}}')
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
WORDS = sorted({"".join(random.Random(at).sample(_SYLLABLES, 2)) for at in range(200)})
"""Few enough that each becomes a token."""
TOOLS = {f"get_{word}": (word, KINDS[at % len(KINDS)]) for at, word in enumerate(WORDS)}
"""Property and kind of each."""


@dataclass(frozen=True)
class Part:
    """One value that is asked for."""

    tool: str
    thing: str
    value: str

    @property
    def words(self) -> str:
        """Return the part in a request's words."""
        return f"[{TOOLS[self.tool][0]}] of [{self.thing}]"

    @property
    def told(self) -> str:
        """Return the part in an answer's words."""
        return f"{self.words} is [{self.value}]."


@dataclass(frozen=True)
class Request:
    """A query, and the tools at hand."""

    query: str
    parts: tuple[Part, ...]
    names: tuple[str, ...]

    def tools(self) -> list[Tool]:
        """The tools at hand; each knows its own part, and nothing of other things."""
        return [self._tool(name) for name in self.names]

    def _tool(self, name: str) -> Tool:
        known = {part.thing: part.value for part in self.parts if part.tool == name}
        noun, kind = TOOLS[name]

        async def call(arguments: Validated) -> Any:
            value = known.get(str(arguments.get(kind)))
            return json.dumps({noun: value}) if value else {"error": f"no such {kind}"}

        return Tool(
            name=name,
            description=describe(name),
            parameters={"type": "object", "properties": {kind: {"type": "string"}}},
            validate=dict,
            call=call,
            effects=READS,
        )

    def is_answered(self, answer: str) -> bool:
        """Return whether every value stands in an answer."""
        return all(part.value in answer for part in self.parts)

    @cached_property
    def record(self) -> dict[str, Any]:
        """The request as one of α-UMi's records, with the steps of the scripted model."""
        said = [{"from": "user", "value": self.query}]
        for part in self.parts:
            kind = TOOLS[part.tool][1]
            call = f"Action: {part.tool} Action Input: {json.dumps({kind: part.thing})}"
            said += [
                {"from": "assistant", "value": f"{needs(part)} Next: caller."},
                {"from": "caller", "value": call},
                {"from": "observation", "value": json.dumps({TOOLS[part.tool][0]: part.value})},
            ]
        said.append({"from": "assistant", "value": f"{ENOUGH} Next: conclusion."})
        said.append({"from": "conclusion", "value": " ".join(part.told for part in self.parts)})
        tools = [{"Name": name, "function": describe(name), "input": {TOOLS[name][1]: "string"}} for name in self.names]
        return {"tools": tools, "instruction": self.query, "conversations": said}


ENOUGH = "All is known."


def needs(part: Part) -> str:
    """The planner's rationale for a call."""
    return f"I need {part.words}: {part.tool}."


def describe(tool: str) -> str:
    """A tool's description."""
    noun, kind = TOOLS[tool]
    return f"Get [{noun}] of a {kind}."


def function_of(tool: Mapping[str, Any]) -> dict[str, Any]:
    """A tool of a record as OpenAI's functions are written."""
    parameters = {"type": "object", "properties": {name: {"type": kind} for name, kind in tool["input"].items()}}
    named = {"name": tool["Name"], "description": tool["function"], "parameters": parameters}
    return {"type": "function", "function": named}


def held_out(seed: int) -> list[str]:
    """A quarter of the tools, for the test alone."""
    return random.Random(seed).sample(sorted(TOOLS), len(TOOLS) // 4)


def draw_requests(seed: int, count: int, tools: Sequence[str], beside: Sequence[str] = ()) -> Iterator[Request]:
    """Requests for some tools; `beside`: those that may be at hand as well."""
    rng = random.Random(f"{seed} {sorted(tools)}")
    for _ in range(count):
        wanted = rng.sample(sorted(tools), 2 if rng.random() < 0.4 else 1)
        parts = tuple(Part(tool, rng.choice(WORDS), rng.choice(WORDS)) for tool in wanted)
        others = rng.sample([tool for tool in sorted({*tools, *beside}) if tool not in wanted], AT_HAND - len(wanted))
        names = [*wanted, *others]
        rng.shuffle(names)
        asked = rng.choice(_FORMS).format(" and ".join(part.words for part in parts))
        yield Request(asked, parts, tuple(names))


def draw_copies(rng: random.Random) -> str:
    """A text that can be continued by who copies: two pairs of words, each in several forms."""
    pairs = [rng.sample(WORDS, 2) for _ in range(2)]
    return " ".join(rng.choice(_COPIES).format(*pair) for pair in [*pairs, *rng.choices(pairs, k=4)])


def replies(request: Request) -> Any:
    """The script of a model that knows the request, for every call of every strategy."""

    def missing(sections: Mapping[str, str]) -> list[Part]:
        task = sections.get("sub_task") or sections.get("query", "")
        seen = " ".join(sections.get(name, "") for name in ("history", "memory", "response", "outcomes"))
        return [part for part in request.parts if part.thing in task and f'"{part.value}"' not in seen]

    def reply(call: str, sections: dict[str, str]) -> Any:
        wanted = missing(sections)
        first = wanted[0] if wanted else request.parts[0]
        arguments = {TOOLS[first.tool][1]: first.thing}
        task = sections.get("sub_task") or request.query
        told = " ".join(part.told for part in request.parts if part.thing in task)
        tasks = [f"Find {part.words}." for part in request.parts]
        finish = {"tool": "Finish", "arguments": {"return_type": "give_answer", "final_answer": told}}
        return {
            "planner": {"needs_tool": True, "sub_tasks": tasks},
            "planner.plan": {
                "needs_tool": True,
                "sub_tasks": [{"id": f"s{at}", "content": task} for at, task in enumerate(tasks, start=1)],
            },
            "executor.thought": {"thought": needs(first)},
            "executor.tool": {"tool": first.tool},
            "executor.arguments": arguments,
            "answer": {"answer": told},
            "verifier": {"hint": "", "status": "solved"},
            "deliverer": {"answer": told},
            "executor.react": {
                "thought": needs(first) if wanted else ENOUGH,
                "call": {"tool": first.tool, "arguments": arguments} if wanted else finish,
            },
            "planner.umi": {
                "rationale": needs(first) if wanted else ENOUGH,
                "next": "caller" if wanted else "conclusion",
            },
            "caller": {"call": {"tool": first.tool, "arguments": arguments}},
            "summarizer": {"answer": told},
        }[call]

    return reply


def write_prompts(folder: Path) -> None:
    """The shipped prompts without what a tiny model has no room for: heading, and what to reply."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SHORTENED:
        prompt = load_prompt(name)
        said = prompt.system.split("\n\n")
        head = f"---\ncall: {prompt.call}\nvariables: [{', '.join(prompt.variables)}]\n---\n"
        (folder / f"{name}.md").write_text(f"{head}{said[0]}\n\n{said[-1]}\n")
