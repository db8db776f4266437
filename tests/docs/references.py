"""The pages that are made from the code: `python -m tests.docs.references` writes them, and a test compares them.

In docs/reference: settings.md from `Settings`, cli.md from the commands, events.md from the events, api.md from the
public names, graph.md from the default strategy, prompts.md from the prompts' front matter; and the
picture of the rooms in ARCHITECTURE.md.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any, get_args

import typer

import smurfs_graph
from smurfs_graph import Settings, build_graph, testing
from smurfs_graph.cli.app import app
from smurfs_graph.events import vocabulary as events
from smurfs_graph.prompting.prompts import parse_prompt
from smurfs_graph.settings import Executor, Heading, Price, Sampling
from tests.benchmarks.way import with_diagram
from tests.docs.pages import ROOT
from tests.packaging.rooms import with_picture

MADE = "<!-- Made by `make references`; edit the code that it is made from. -->"


def settings_page() -> str:
    """Every setting with its values, its default and what it does."""
    schema = Settings.model_json_schema()
    lines = [
        "# Settings",
        "",
        MADE,
        "",
        "In Python arguments of `Settings`, on the command line `--set NAME=VALUE`, in LangGraph Studio a form.",
        'They may differ from call to call: `graph.invoke(..., context={"max_depth": 5})`. Keys and passwords are no',
        "settings.",
    ]
    for heading in Heading:
        lines += ["", f"## {heading}", "", *_HEAD]
        for name, field in Settings.model_fields.items():
            if heading in field.metadata:
                lines.append(_row(name, schema["properties"][name], field.get_default(call_default_factory=True)))
    for model, what in ((Sampling, "Sampling parameters"), (Price, "A price"), (Executor, "An executor")):
        lines += ["", f"## {what}", "", (model.__doc__ or "").strip(), "", *_HEAD]
        required = model.model_json_schema().get("required", [])
        for name, field in model.model_json_schema()["properties"].items():
            default = "required" if name in required else model.model_fields[name].default
            lines.append(_row(name, field, default))
    return "\n".join(lines) + "\n"


def cli_page() -> str:
    """Every command with its arguments and options."""
    root: Any = typer.main.get_command(app)
    lines = [
        "# Commands",
        "",
        MADE,
        "",
        "Exit status: 0 answered, 1 ended without a full answer, 2 usage or configuration error, 130 interrupted (and",
        "resumable).",
    ]
    with root.make_context("smurfs", [], resilient_parsing=True) as context:
        for path, command, inner in _commands(root, context, "smurfs"):
            lines += ["", f"## {path}", "", (command.help or "").strip(), ""]
            usage = " ".join([path, *command.collect_usage_pieces(inner)])
            lines += [f"`{re.sub(r'{(.*?)}', lambda found: found[1].upper(), usage).replace('......', '...')}`"]
            rows = [_option(param) for param in command.params if param.name != "help"]
            if rows:
                lines += ["", "| | |", "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def events_page() -> str:
    """Every event, when it comes and what it carries."""
    lines = [
        "# Events",
        "",
        MADE,
        "",
        'One vocabulary for what happens in a run, in the stream mode `"custom"` of LangGraph: plain dicts, which',
        "`smurfs_graph.parse_event` makes typed. The command and the report know nothing else.",
        "",
        f"Version {events.VERSION}. It is raised where an event or field is taken away or changes its meaning; new",
        "ones may come without. Pass over a kind that you do not know.",
        "",
        "Each event has `kind`, `at` (seconds since 1970) and `sub_task` (empty for the run as a whole). Those of a",
        "step have `step` (which call of its sub-task, from 0) and `depth` (steps before it on its path). A node that",
        "is repeated after an interruption says again what it said; the later one counts.",
        "",
        "| event | when | carries |",
        "|---|---|---|",
    ]
    for event in get_args(events.Event):
        own = [f"`{name}`" for name in event.model_fields if name not in ("kind", "at", "sub_task", "step", "depth")]
        step = "step, depth; " if "depth" in event.model_fields else ""
        told = " ".join((event.__doc__ or "").split())
        lines.append(f"| `{event.model_fields['kind'].default}` | {told} | {step}{', '.join(own)} |")
    return "\n".join(lines) + "\n"


def api_page() -> str:
    """The public names, for mkdocstrings."""
    lines = ["# Python API", "", MADE, "", "What is not on this page is private, and may change without notice."]
    for module, title in ((smurfs_graph, "smurfs_graph"), (testing, "smurfs_graph.testing")):
        lines += ["", f"## {title}", ""]
        for name in sorted(module.__all__, key=lambda name: (_FIRST.get(name, 2), name)):
            lines += [f"::: {title}.{name}", *_OPTIONS.get(name, []), ""]
    return "\n".join(lines).rstrip() + "\n"


def graph_page() -> str:
    """The whole graph, with that of a sub-task in it: each node with the ways that lead on from it."""
    graph = build_graph(Settings(), ["builtin:calc"]).get_graph(xray=True)
    ways: dict[str, list[str]] = {}
    for edge in graph.edges:
        label = f"{edge.data}: " if edge.data else ""
        ways.setdefault(edge.source, []).append(f"{label}`{_node(edge.target)}`")
    inside = sorted((name for name in ways if name.startswith(_INSIDE)), key=lambda name: "__" in name)
    inside = [inside[-1], *inside[:-2], inside[-2]]  # its begin, its nodes, its end
    return "\n".join(
        [
            "# The graph",
            "",
            MADE,
            "",
            "Strategy `full`, the default. Of the ways that lead on from a node a router takes one, or one for each",
            "sub-task; the words before a node are what the router says. `smurfs graph` prints the graph as Mermaid",
            "text, which GitHub draws (`--strategy NAME`: another strategy), and `smurfs studio` shows it.",
            "",
            "## A run",
            "",
            *_ways([name for name in ways if name not in inside], ways),
            "",
            "## A sub-task",
            "",
            "One of these for each sub-task whose turn it is, several at a time.",
            "",
            *_ways(inside, ways),
            "",
        ]
    )


def prompts_page() -> str:
    """Every prompt and the sections that it gets."""
    lines = [
        "# Prompts",
        "",
        MADE,
        "",
        "Each call of a model has a prompt, a Markdown file in `nodes/`. It sees the sections below and nothing else",
        "but the complaint about a wrong reply; an empty one is left out. `tests/prompts/snapshots` has them whole.",
        "",
        "| prompt | sections |",
        "|---|---|",
    ]
    for path in sorted((ROOT / "nodes").glob("*.md")):
        prompt = parse_prompt(path.read_text("utf-8"))
        lines.append(f"| `{prompt.call}` | {', '.join(prompt.variables)} |")
    return "\n".join(lines) + "\n"


def _ways(names: list[str], ways: dict[str, list[str]]) -> list[str]:
    rows = [f"| `{_node(name)}` | {' · '.join(ways[name])} |" for name in names]
    return ["| after | comes |", "|---|---|", *rows]


def _node(name: str) -> str:
    """Return a node's name as a reader knows it; the edges of the inner graph are its begin and end."""
    if name in (f"{_INSIDE}__start__", f"{_INSIDE}__end__"):
        return {"start": "sub-task begins", "end": "sub-task ends"}[name.removeprefix(_INSIDE).strip("_")]
    return {"__start__": "start of the run", "__end__": "end of the run"}.get(name, name.removeprefix(_INSIDE))


PAGES = {
    "docs/reference/graph.md": graph_page,
    "docs/reference/settings.md": settings_page,
    "docs/reference/cli.md": cli_page,
    "docs/reference/events.md": events_page,
    "docs/reference/api.md": api_page,
    "docs/reference/prompts.md": prompts_page,
}

_FIRST = {"build_graph": 0, "Settings": 1}
_INSIDE = "schedule:"
_HEAD = ("| setting | what it does | values | default |", "|---|---|---|---|")
_OPTIONS = {"Settings": ["    options:", "      members: [checked]"]}  # its fields have a page of their own


def _row(name: str, field: dict[str, Any], default: Any) -> str:
    cells = [f"`{name}`", field.get("description", ""), _values(field), _default(default)]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _default(value: Any) -> str:
    if value == "required":
        return "required"
    if isinstance(value, Sampling) or value in (None, {}, [], frozenset()):
        return "none"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _values(field: dict[str, Any]) -> str:
    """Describe a setting's values in words: its type, its range, its choices."""
    if several := field.get("anyOf"):
        return " or ".join(_values(one) for one in several if one.get("type") != "null")
    if "$ref" in field:
        return field["$ref"].rpartition("/")[2]
    if "const" in field:
        return f"`{field['const']}`"
    if choices := field.get("enum"):
        return ", ".join(f"`{choice}`" for choice in choices)
    if field.get("type") == "array":
        return f"list of {_values(field['items'])}"
    if field.get("type") == "object":
        return f"by {'role' if 'propertyNames' in field else 'name'}: {_values(field['additionalProperties'])}"
    kind = {"integer": "integer", "number": "number", "string": "text", "boolean": "`true`, `false`"}[field["type"]]
    return " ".join([kind, _range(field)]).strip()


def _range(field: dict[str, Any]) -> str:
    words = {"exclusiveMinimum": "above", "minimum": "from", "exclusiveMaximum": "below", "maximum": "to"}
    return " ".join(f"{word} {field[key]:,g}" for key, word in words.items() if key in field)


def _commands(command: Any, context: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """A command and those below it, each with the words that call it."""
    yield path, command, context
    for name in getattr(command, "commands", {}):
        inner = command.commands[name]
        with inner.make_context(name, [], parent=context, resilient_parsing=True) as below:
            yield from _commands(inner, below, f"{path} {name}")


def _option(param: Any) -> str:
    names = " ".join(filter(None, [", ".join(param.opts), param.metavar or ""]))
    if param.param_type_name == "argument":
        names = param.metavar or param.name.upper()
    told = (getattr(param, "help", "") or "").replace("|", "\\|")
    return f"| `{names}` | {told} |"


def main() -> None:
    """Write the pages."""
    for name, page in PAGES.items():
        (ROOT / name).parent.mkdir(exist_ok=True)
        (ROOT / name).write_text(page(), "utf-8")
        sys.stdout.write(f"{name}\n")
    house = ROOT / "ARCHITECTURE.md"
    house.write_text(with_diagram(with_picture(house.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
