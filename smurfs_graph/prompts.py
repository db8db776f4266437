"""Prompts: Markdown files with declared variables, and how their values are laid out in a message.

A prompt file starts with YAML front matter (`call`, the prompt's name, and `variables`, in the order in which they are
laid out: stable ones first, so that a server's prefix cache hits); its body is the system message. The user message
holds each value that is not empty between tags of the variable's name. A tag inside a value is made harmless, at the
beginning of a line whatever its name and elsewhere if it is one of this prompt's own, so that no tool response or query
can open or close a section, neither for the code that reads the sections nor for a model that skims them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

import yaml
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

_COMPLAINT = "complaint"
_FRONT_MATTER = re.compile(r"\A---\n(?P<head>.*?)\n---\n+(?P<body>.*)\Z", re.DOTALL)
_SECTION = re.compile(r"^<(?P<name>[a-z_]+)>\n(?P<value>.*?)\n</(?P=name)>$", re.DOTALL | re.MULTILINE)
_TAG = re.compile(r"^(\s*)<(/?[a-z_]+>)", re.MULTILINE)


@dataclass(frozen=True)
class Prompt:
    """One prompt: the name of the call it belongs to, its variables in order, and the system text."""

    call: str
    variables: tuple[str, ...]
    system: str

    def render(self, values: Mapping[str, str], complaint: str = "") -> list[BaseMessage]:
        """The messages for these values; a complaint about the last reply, if any, comes last.

        Raises KeyError where a value is missing or was not declared: a prompt sees what it declares, no more.
        """
        if undeclared := values.keys() ^ set(self.variables):
            raise KeyError(f"prompt {self.call!r} and its values differ in {sorted(undeclared)}")
        sections = [_section(name, values[name], self._own) for name in self.variables if values[name].strip()]
        if complaint.strip():
            sections.append(_section(_COMPLAINT, complaint, self._own))
        return [SystemMessage(self.system), HumanMessage("\n\n".join(sections))]

    @cached_property
    def _own(self) -> re.Pattern[str]:
        """What could open or close one of this prompt's sections."""
        return re.compile(rf"<(?=\s*/?\s*(?:{'|'.join((*self.variables, _COMPLAINT))})\b)", re.IGNORECASE)


def parse_sections(text: str) -> dict[str, str]:
    """The values of a rendered user message, by variable name: the inverse of `Prompt.render`."""
    return {match["name"]: match["value"] for match in _SECTION.finditer(text)}


@cache
def load_prompt(call: str) -> Prompt:
    """The shipped prompt of a call such as "planner" or "executor.thought"."""
    text = files("smurfs_graph.nodes").joinpath(f"{call}.md").read_text("utf-8")
    return parse_prompt(text)


def parse_prompt(text: str) -> Prompt:
    """A prompt from the text of its file. Raises ValueError where the front matter is missing or incomplete."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        raise ValueError("a prompt file starts with front matter between two lines of ---")
    head = yaml.safe_load(match["head"])
    return Prompt(str(head["call"]), tuple(head["variables"]), match["body"].strip())


def _section(name: str, value: str, own: re.Pattern[str]) -> str:
    harmless = value.strip("\n")
    if "<" in harmless:
        harmless = own.sub("&lt;", _TAG.sub(r"\1&lt;\2", harmless))
    return f"<{name}>\n{harmless}\n</{name}>"
