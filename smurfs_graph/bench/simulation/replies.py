"""What the simulated model says in each role: the right thing, and by chance something else."""

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from smurfs_graph.bench.simulation.task import OUT_OF_ORDER, ErrorRates, Item, SimulatedTask
from smurfs_graph.tools.choice import NONE_OF_THESE

Sections = Mapping[str, str]
FINISH = "finish"
_LISTED = re.compile(r"^- ([^\s:]+)", re.MULTILINE)
_BROKEN = re.compile(rf"call: (\S+) [^\n]*\n\s*observation: error: {re.escape(OUT_OF_ORDER)}")
_WITH = re.compile(r"\bwith (\w+)\.\Z")
_NOTHING = "Nothing of it was found."


class Replies:
    """The replies to one prompt."""

    def __init__(self, task: SimulatedTask, rates: ErrorRates, tokens: int, chance: random.Random) -> None:
        """`tokens`: the length of the prompt, on which errors depend."""
        self._task, self._rates, self._tokens, self._chance = task, rates, tokens, chance

    def to(self, heading: str, sections: Sections) -> dict[str, Any]:
        """The reply of the role that a prompt's heading names; an error text for a prompt that is none of ours."""
        roles: Mapping[str, Callable[[Sections], dict[str, Any]]] = {
            "Planner": self._planner,
            "Manager": self._manager,
            "Manager: task graph": self._task_graph,
            "Supervisor": self._supervisor,
            "Executor: thought": self._thought,
            "Executor: tool": self._tool,
            "Executor: arguments": self._arguments,
            "Executor: next call": self._fused_step,
            "Answer": self._answer,
            "Answer and verdict": self._answer_and_verdict,
            "Answer: closing": self._closing,
            "Verifier": self._verifier,
            "Deliverer": self._deliverer,
            "Deliverer: decision": self._deliverer,
            "Judge": lambda sections: {"verdicts": []},
            "Executor: ReAct": self._react,
            "Executor: ReAct by PMC's rules": self._react,
            "Planner: next step": self._next,
            "Caller": self._caller,
            "Summarizer": self._summarizer,
        }
        role = roles.get(heading)
        return role(sections) if role is not None else {"error": f"the simulated model has no role {heading!r:.60}"}

    def _errs(self, kind: str, options: int = 2) -> bool:
        return self._chance.random() < self._rates.chance(kind, self._tokens, options)

    def _split(self, sections: Sections) -> list[Item]:
        items = self._task.named_in(sections.get("query", ""))
        return items[:-1] if len(items) > 1 and self._errs("premature") else items

    def _planner(self, sections: Sections) -> dict[str, Any]:
        return {"needs_tool": True, "reason": "", "sub_tasks": [item.text for item in self._split(sections)]}

    def _manager(self, sections: Sections) -> dict[str, Any]:
        lines = [line[2:].partition(": ") for line in sections.get("sub_tasks", "").splitlines() if line[:2] == "- "]
        return {"sub_tasks": self._plan_entries([(name, text) for name, _, text in lines], sections)}

    def _task_graph(self, sections: Sections) -> dict[str, Any]:
        texts = [item.text for item in self._split(sections)]
        return {"sub_tasks": self._plan_entries([(f"s{at}", text) for at, text in enumerate(texts, 1)], sections)}

    def _plan_entries(self, tasks: Sequence[tuple[str, str]], sections: Sections) -> list[dict[str, Any]]:
        names = _LISTED.findall(sections.get("tools", ""))
        owner = {item.name: name for name, text in tasks for item in self._task.named_in(text)}
        planned: list[dict[str, Any]] = []
        for name, text in tasks:
            items = self._task.named_in(text)
            needed = {owner[item.after] for item in items if item.after in owner} - {name}
            fits = [tool for item in items for tool in (item.tool, item.spare) if tool in names]
            if fits and self._errs("wrong_tool", len(names)):
                fits = [self._chance.choice(names)]
            planned.append({"id": name, "content": text, "depends_on": sorted(needed), "tools": fits})
        return planned

    def _supervisor(self, sections: Sections) -> dict[str, Any]:
        text, shown = sections.get("sub_task", ""), sections.get("dependencies", "")
        content = text.splitlines()[0] if text else "the sub-task"
        for item in self._task.named_in(content):
            before = self._task.items.get(item.after)
            if before is not None and before.value in shown:
                content = content.replace(f"the answer of item {item.after} as its key", f"key {before.value}")
        return {"content": content}

    def _thought(self, sections: Sections) -> dict[str, Any]:
        item = self._missing(sections)
        return {"thought": f"Find item {item.name} next." if item else "All of it is known."}

    def _tool(self, sections: Sections) -> dict[str, Any]:
        names = _LISTED.findall(sections.get("tools", ""))
        said = self._task.named_in(sections.get("thought", ""))
        return {"tool": self._choose(said[0] if said else None, names)}

    def _arguments(self, sections: Sections) -> dict[str, Any]:
        said = self._task.named_in(sections.get("thought", ""))
        return self._key(said[0] if said else self._missing(sections), sections)

    def _fused_step(self, sections: Sections) -> dict[str, Any]:
        names = self._document_names(sections)
        item = self._missing(sections)
        tool = self._choose(item, names)
        return {
            "thought": f"Find item {item.name} next." if item else "",
            "tool": tool,
            "arguments": self._key(item, sections),
        }

    def _missing(self, sections: Sections) -> Item | None:
        """The first item of the sub-task that nothing in the prompt tells."""
        known = self._task.known_in(f"{sections.get('memory', '')}\n{sections.get('history', '')}")
        wanted = self._task.named_in(sections.get("sub_task", ""))
        return next((item for item in wanted if item.name not in known), None)

    def _choose(self, item: Item | None, names: Sequence[str], failed: frozenset[str] = frozenset()) -> str:
        if item is None:
            return FINISH if FINISH in names else NONE_OF_THESE
        if FINISH in names and self._errs("premature"):
            return FINISH
        fits = [name for name in (item.tool, item.spare) if name in names and name not in failed]
        others = [name for name in names if name not in (item.tool, item.spare, FINISH)]
        if others and self._errs("wrong_tool", len(names)):
            return self._chance.choice(others)
        return fits[0] if fits else NONE_OF_THESE

    def _key(self, item: Item | None, sections: Sections) -> dict[str, Any]:
        seen = "\n".join(sections.get(name, "") for name in ("sub_task", "dependencies", "memory", "history"))
        if item is None or item.key not in seen or self._errs("wrong_argument"):
            return {"key": f"K0-{self._chance.randrange(1000)}"}
        return {"key": item.key}

    def _tell(self, items: Sequence[Item], shown: str) -> str:
        """Say what the answer to these items is, as far as it is shown; each value may get lost."""
        known = self._task.known_in(shown)
        found = [item for item in items if item.name in known and not self._errs("lost")]
        return " ".join(f"The value of {item.name} is {item.value}." for item in found) or _NOTHING

    def _answer(self, sections: Sections) -> dict[str, Any]:
        items = self._task.named_in(sections.get("sub_task", ""))
        return {"answer": self._tell(items, f"{sections.get('memory', '')}\n{sections.get('response', '')}")}

    def _answer_and_verdict(self, sections: Sections) -> dict[str, Any]:
        answer = self._answer(sections)
        return answer | self._verifier({**sections, **answer})

    def _verifier(self, sections: Sections) -> dict[str, Any]:
        wanted = {item.name for item in self._task.named_in(sections.get("sub_task", ""))}
        missing = sorted(wanted - self._task.known_in(sections.get("answer", "")))
        if not missing or self._errs("premature"):
            return {"status": "solved", "hint": ""}
        return {"status": "pending", "hint": f"item {missing[0]} is missing"}

    def _closing(self, sections: Sections) -> dict[str, Any]:
        items = self._task.named_in(sections.get("sub_task", ""))
        return {"answer": self._tell(items, sections.get("attempts", ""))}

    def _deliverer(self, sections: Sections) -> dict[str, Any]:
        return {"answer": self._tell(self._task.named_in(sections.get("query", "")), sections.get("outcomes", ""))}

    def _react(self, sections: Sections) -> dict[str, Any]:
        items = self._task.named_in(sections.get("sub_task", ""))
        history, names = sections.get("history", ""), self._document_names(sections)
        item = self._missing(sections)
        if item is None or (history and self._errs("premature")):
            final = {"return_type": "give_answer", "final_answer": self._tell(items, history)}
            return {"thought": "That is enough.", "tool": "Finish", "arguments": final}
        tool = self._choose(item, names, _broken_tools(sections))
        if tool == NONE_OF_THESE:
            return {
                "thought": "No tool is left.",
                "tool": "Finish",
                "arguments": {"return_type": "give_up_and_restart"},
            }
        return {"thought": f"Find item {item.name} next.", "tool": tool, "arguments": self._key(item, sections)}

    def _next(self, sections: Sections) -> dict[str, Any]:
        item = self._missing(sections)
        if item is None or (sections.get("history") and self._errs("premature")):
            return {"rationale": "That is enough.", "next": "conclusion"}
        broken = _broken_tools(sections)
        fits = [
            name for name in (item.tool, item.spare) if name in self._document_names(sections) and name not in broken
        ]
        if not fits:
            return {"rationale": "No tool is left.", "next": "give up"}
        return {"rationale": f"Find item {item.name} next, with {fits[0]}.", "next": "caller"}

    def _caller(self, sections: Sections) -> dict[str, Any]:
        said = self._task.named_in(sections.get("rationale", ""))
        item = said[0] if said else self._missing(sections)
        names = self._document_names(sections)
        named = _WITH.search(sections.get("rationale", ""))
        others = {item.tool, item.spare} - {named[1]} if item is not None and named else set[str]()
        return {"tool": self._choose(item, names, frozenset(others)), "arguments": self._key(item, sections)}

    def _summarizer(self, sections: Sections) -> dict[str, Any]:
        items = self._task.named_in(sections.get("sub_task", ""))
        return {"answer": self._tell(items, sections.get("history", ""))}

    def _document_names(self, sections: Sections) -> list[str]:
        return [str(json.loads(line)["name"]) for line in sections.get("documents", "").splitlines() if line[:1] == "{"]


def _broken_tools(sections: Sections) -> frozenset[str]:
    """Tools that were seen to be out of order; one that was asked with a wrong key is not."""
    return frozenset(_BROKEN.findall(f"{sections.get('history', '')}\n{sections.get('tried', '')}"))
