"""`smurfs tools list` and `smurfs tools call`."""

import asyncio
import json
import sys
from typing import Any

from smurfs_graph.asking.undeclared import undeclared_tools
from smurfs_graph.cli.options import pair, parse_value
from smurfs_graph.cli.output import keep_clean, print_json
from smurfs_graph.cli.questions import can_ask
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.describing import WHOLE, arguments_shown
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.calling import MAX_STORED_CHARS, Terms, call_tool
from smurfs_graph.tools.mcp.keeping import keep_sessions
from smurfs_graph.tools.policy import DEFAULT, Policy, load_policy
from smurfs_graph.tools.specs import BUILTIN, load_tools
from smurfs_graph.tools.tool import Tool

TIMEOUT = 60.0
"""Seconds that a tool called by hand may take."""


FOUND = 20
"""Tools that a search of the list shows."""
LISTED = 200
"""Tools that the list shows without a search."""


def list_tools(
    specs: list[str], *, as_json: bool, policy: str | None = None, search: str | None = None, limit: int | None = None
) -> int:
    """Print the tools of the specs, and what the policy says to them; without any, the built-in toolsets.

    `search`: only the tools nearest to these words, the best first; `limit`: how many.
    """
    rules = load_policy(policy) if policy is not None else DEFAULT
    if not specs:
        if as_json:
            raise ConfigurationError("--json lists documents of tools; say which, as in --tools builtin:calc")
        for name, purpose in BUILTIN.items():
            print(f"builtin:{name:8} {purpose}")
        return 0
    with keep_clean():
        tools = load_tools(specs)
    _warn(rules, tools)
    count = len(tools)
    tools = _search(tools, search, limit or FOUND) if search is not None else tools
    if as_json:
        documents = [json.loads(tool.document) | _facts_of(tool, rules) for tool in tools.values()]
        print_json(documents, indent=2)
        return 0
    shown = list(tools.values())[: limit or LISTED]
    for tool in shown:
        required = set(tool.parameters.get("required", []))
        names = [name if name in required else f"[{name}]" for name in tool.parameters.get("properties", {})]
        print(f"{tool.name}({', '.join(names)})  [{_nature(tool)}: {_usual(tool, rules)}]\n    {tool.description}")
    if told := undeclared_tools(tools.values()):
        print(f"smurfs: {told}", file=sys.stderr)
    if len(shown) < count:
        more = "--search WORDS finds others, --limit N shows more"
        print(f"smurfs: {len(shown)} of {count} tools are shown; {more}", file=sys.stderr)
    return 0


def _nature(tool: Tool) -> str:
    """Return what a call may do: its effects, whether it may change something, and whether each call counts."""
    effects = "may change something, undeclared" if tool.undeclared else ", ".join(sorted(tool.effects))
    return f"{effects}, stateful" if tool.stateful else effects


def _warn(rules: Policy, tools: dict[str, Tool]) -> None:
    for line in rules.unknown_names(tools.values()):
        print(f"smurfs: warning: {line}", file=sys.stderr)


def _search(tools: dict[str, Tool], text: str, count: int) -> dict[str, Tool]:
    from smurfs_graph.tools.retrieval.retriever import ToolRetriever

    return {name: tools[name] for name in ToolRetriever(tools.values()).search(text, count)}


def _facts_of(tool: Tool, rules: Policy) -> dict[str, Any]:
    """Return what `--json` says of a tool besides its document."""
    return {
        "source": tool.source,
        "effects": sorted(tool.effects),
        "undeclared": tool.undeclared,
        "may_change": not tool.reads_only,
        "stateful": tool.stateful,
        "policy": _usual(tool, rules),
    }


def _usual(tool: Tool, rules: Policy) -> str:
    """Return the policy's decision on the tool's calls; "by argument" where a rule looks at arguments."""
    if rules.forbids(tool):
        return "deny"
    return "by argument" if rules.looks_at_arguments(tool) else rules.decide(tool, {}).decision


@keep_sessions()
def call(name: str, arguments: list[str], specs: list[str], *, policy: str | None = None, yes: bool = False) -> int:
    """Call one tool; its response goes to stdout, a failure's reason to stderr (status 1).

    `yes`: the person who calls it approves of what the policy would ask about.
    """
    rules = load_policy(policy) if policy is not None else DEFAULT
    if not specs:
        raise ConfigurationError("say where the tool comes from, as in --tools builtin:calc")
    with keep_clean():
        tools = load_tools(specs)
    _warn(rules, tools)
    if name not in tools:
        raise UnknownNameError("tool", name, tools)
    tool = tools[name]
    properties = tool.parameters.get("properties", {})
    given = dict(pair(text, name, "NAME=VALUE") for text in arguments)
    texts = {key for key in given if properties.get(key, {}).get("type") == "string"}
    typed = {key: text if key in texts else parse_value(text) for key, text in given.items()}
    try:
        canonical = canonical_arguments(tool, typed)
    except ValueError as error:
        raise ConfigurationError(f"{name}: {error}") from None
    approved = ""
    if rules.decide(tool, canonical).decision == "ask" and (yes or _confirm(tool, canonical)):
        approved = fingerprint(tool, canonical)
    terms = Terms(policy=rules, approved=approved)
    with keep_clean():
        response = asyncio.run(call_tool(tool, typed, timeout=TIMEOUT, max_chars=MAX_STORED_CHARS, terms=terms))
    if response.failed:
        print(f"smurfs: {name} failed: {Redactor().text(response.reason)}", file=sys.stderr)
        return 1
    print(response.full)
    return 0


def _confirm(tool: Tool, arguments: dict[str, Any]) -> bool:
    """Ask whether the person at the terminal says yes; nobody is there: no."""
    if not can_ask():
        print("smurfs: this call has to be approved: repeat it with --yes, or allow it by --policy", file=sys.stderr)
        return False
    effects = ", ".join(sorted(tool.effects))
    call = f"{tool.name}({arguments_shown(arguments, WHOLE)}) [{effects}]"
    print(f"{call}: call it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
