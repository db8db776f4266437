"""Policies: what is allowed, asked and denied, and that a policy that is not understood is no policy."""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.effects import EFFECTS, Effect
from smurfs_graph.tools.policy import DEFAULT, MAX_MATCHED_CHARS, Policy, Rule, load_policy, parse_policy
from smurfs_graph.tools.tool import Tool


async def nothing(arguments: dict[str, Any]) -> str:
    """Do nothing."""
    return ""


def made(name: str = "tool", *effects: Effect, source: str = "mcp:files", undeclared: bool = False) -> Tool:
    """A tool with these effects."""
    return Tool(
        name,
        "A tool.",
        {"type": "object", "properties": {}},
        dict,
        nothing,
        source=source,
        effects=frozenset[Effect](effects or ("write",)),
        undeclared=undeclared,
    )


def decision(text: str, tool: Tool, **arguments: Any) -> str:
    """Return a policy's decision on a call."""
    return parse_policy(text, "policy.yaml").decide(tool, arguments).decision


BY_EFFECTS: dict[tuple[Effect, ...], str] = {
    ("read",): "allow",
    ("read", "network"): "allow",
    ("network",): "ask",
    ("write",): "ask",
    ("read", "write"): "ask",
    ("read", "money"): "ask",
    ("read", "code"): "ask",
}


def test_without_a_policy_reading_is_allowed_and_the_rest_asks() -> None:
    """The network does not make a look-up more than a look-up; the caller's own functions are his business."""
    assert {effects: DEFAULT.decide(made("tool", *effects), {}).decision for effects in BY_EFFECTS} == BY_EFFECTS
    assert DEFAULT.decide(made(undeclared=True), {}).decision == "allow"


def test_the_first_rule_that_speaks_of_a_call_counts() -> None:
    """Exceptions stand before the rule that they are exceptions from, as in a firewall."""
    text = """
    rules:
      - {decision: allow, tools: mail_draft}
      - {decision: deny, tools: ["mail_*", "post_?"], because: nothing leaves the house}
    """
    assert decision(text, made("mail_draft")) == "allow"
    assert decision(text, made("mail_send")) == "deny"
    assert decision(text, made("post_x")) == "deny"
    assert decision(text, made("post_it")) == "ask"
    ruling = parse_policy(text, "p").decide(made("mail_send"), {})
    assert ruling.reason == "nothing leaves the house"


def test_an_allowed_effect_covers_no_other_and_a_denied_one_catches_all() -> None:
    """A tool that writes and spends is not allowed by a rule on writing, and denied by one on spending."""
    text = "rules: [{decision: allow, effects: [write]}, {decision: deny, effects: money}]"
    assert decision(text, made("t", "write")) == "allow"
    assert decision(text, made("t", "write", "money")) == "deny"
    assert decision(text, made("t", "write", "code")) == "ask"


def test_what_is_undeclared_counts_as_a_write_for_ask_and_deny_only() -> None:
    """Nobody knows what it does: a rule that allows writes does not allow it, one that denies them does deny it."""
    allow = "{undeclared: ask, rules: [{decision: allow, effects: [write]}]}"
    deny = "rules: [{decision: deny, effects: [write]}]"
    assert decision(allow, made(undeclared=True)) == "ask"
    assert decision(deny, made(undeclared=True)) == "deny"


def test_sources_tell_servers_apart() -> None:
    """A glob over where a tool comes from."""
    text = 'rules: [{decision: allow, sources: "mcp:mine"}]'
    assert decision(text, made(source="mcp:mine")) == "allow"
    assert decision(text, made(source="mcp:mine-too")) == "ask"


def test_an_argument_is_allowed_whole_and_denied_in_part() -> None:
    """`allow` of a folder lets nothing ride along, and `deny` of a word finds it anywhere."""
    text = r"""
    rules:
      - {decision: deny, arguments: {"*": "secret"}}
      - {decision: allow, tools: write_file, arguments: {path: 'notes/[a-z]+\.txt'}}
    """
    write = made("write_file")
    assert decision(text, write, path="notes/a.txt") == "allow"
    assert decision(text, write, path="notes/a.txt\n../etc") == "ask"
    assert decision(text, write, path="notes/../../etc/passwd") == "ask"
    assert decision(text, write) == "ask"
    assert decision(text, write, path="notes/a.txt", body=["deep", {"in": "a secret place"}]) == "deny"
    assert decision(text, write, path="notes/a.txt", body={"secret": 1}) == "deny"


def test_nested_arguments_and_numbers() -> None:
    """A dotted path leads into objects and through lists; numbers are matched as they are written."""
    text = r'{default: deny, rules: [{decision: allow, arguments: {"order.items.price": "[0-9]{1,2}"}}]}'
    assert decision(text, made(), order={"items": [{"price": 5}, {"price": 70}]}) == "allow"
    assert decision(text, made(), order={"items": [{"price": 5}, {"price": 700}]}) == "deny"
    assert decision(text, made(), order={"items": []}) == "deny"


def test_an_argument_too_long_to_be_searched_is_not_allowed_and_is_denied() -> None:
    """In doubt, no."""
    long = "a" * (MAX_MATCHED_CHARS + 1)
    assert decision('rules: [{decision: allow, arguments: {x: "a*"}}]', made(), x=long) == "ask"
    assert decision('rules: [{decision: deny, arguments: {x: "b"}}]', made(), x=long) == "deny"


def test_a_tool_that_is_denied_whatever_it_is_called_with_is_forbidden() -> None:
    """A denial by argument leaves the tool in the list; a possible exception does too."""
    text = """
    rules:
      - {decision: allow, tools: b, arguments: {x: "1"}}
      - {decision: deny, tools: [a, b]}
      - {decision: deny, tools: c, arguments: {x: "1"}}
    """
    policy = parse_policy(text, "p")
    assert [name for name in "abcd" if policy.forbids(made(name))] == ["a"]
    assert parse_policy("default: deny", "p").forbids(made("d"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "allow",
        "{}",
        "rules: {a: b}",
        "rules: [{decision: yes}]",
        "default: no",
        "rules: [{decision: deny, effects: []}]",
        "rules: []\nrules: [{decision: allow}]",
        "rules: [{decision: deny, decision: allow}]",
        "!!python/object/apply:os.system ['true']",
        "\x00",
        "a: " + "[" * 500,
        "{? [1]: 2}",
    ],
    ids=lambda text: text[:30],
)
def test_a_policy_that_is_not_whole_is_refused_in_one_line(text: str) -> None:
    """Never half a policy, never the default instead."""
    with pytest.raises(ConfigurationError) as caught:
        parse_policy(text, "policy.yaml")
    assert "policy.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("defualt: deny", "line 1: defualt: no such key; did you mean 'default'? allowed: read, undeclared, default,"),
        ("rules:\n- decison: allow", "line 2: rule 1, decison: no such key; did you mean 'decision'?"),
        ("rules:\n- decision: deny\n  tool: x", "line 3: rule 1, tool: no such key; did you mean 'tools'?"),
        ("limits:\n- tools: x\n- rate: 3", "line 3: limit 2, rate: no such key; allowed: tools, concurrency,"),
        ("rules:\n- decision: alow", "line 2: rule 1, decision: 'alow' is not allowed here; did you mean 'allow'?"),
        ("rules:\n- decision: ask\n  effects: [reed]", "line 3: rule 1, effects: 'reed' is not allowed here; did you"),
        ("rules:\n- decision: ask\n  effects: 3", "line 3: rule 1, effects: a list is needed, not 3"),
        ("read: yes", "line 1: read: true is not allowed here; allowed: allow, ask, deny"),
        ("rules:\n- tools: x", "line 2: rule 1, decision: this key is missing"),
        ("rules: allow", "line 1: rules: a list is needed, not 'allow'"),
        ("rules:\n- allow", "line 2: rule 1: a mapping (NAME: VALUE) is needed, not 'allow'"),
        ("rules:\n- decision: deny\n  arguments: {n: 4}", "n: a text is needed, not 4; put it in quotation marks"),
        ("rules:\n- decision: deny\n  arguments: {n: '('}", "line 3: rule 1, arguments: n: '(' is no regular"),
        ("rules:\n- decision: deny\n  tools: []", "line 3: rule 1, tools: at least one is needed, or leave the key"),
        ("limits:\n- concurrency: 0", "line 2: limit 1, concurrency: at least 1 is needed, not 0"),
        ("limits:\n- timeout: 9999", "line 2: limit 1, timeout: at most 3600 is needed, not 9999"),
        ("limits:\n- concurrency: many", "line 2: limit 1, concurrency: a whole number is needed, not 'many'"),
        ("default: deny\ndefault: allow", "line 2: is no YAML: 'default' stands twice"),
        ("read: &a deny\ndefault: *a", "line 2: is no YAML: aliases (*name) are not allowed here"),
        ("read: deny\nrules: [", "line 2: is no YAML: while parsing a flow node"),
        ("1: 2", "line 1: a text as key is needed, not 1"),
    ],
)
def test_a_mistake_is_told_by_its_line_its_place_and_what_is_allowed(text: str, said: str) -> None:
    """In the words of the file, not in those of the library that reads it."""
    with pytest.raises(ConfigurationError) as caught:
        parse_policy(text, "policy.yaml")
    assert str(caught.value).startswith("policy 'policy.yaml': line ")
    assert said in str(caught.value)
    assert not re.search(r"Value error|Input should|Extra inputs|valid dictionary", str(caught.value))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    """Missing, a folder, too long, not text."""
    (tmp_path / "long.yaml").write_text("#" * 300_000)
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00rules")
    for name in ("missing.yaml", ".", "long.yaml", "bytes.yaml", "a\0b"):
        with pytest.raises(ConfigurationError):
            load_policy(str(tmp_path / name))


@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=60))
def test_any_text_is_a_policy_or_refused(text: str) -> None:
    """No text brings another exception."""
    with suppress(ConfigurationError):
        assert isinstance(parse_policy(text, "p"), Policy)


decisions = st.sampled_from(["allow", "ask", "deny"])
effect_sets = st.frozensets(st.sampled_from(EFFECTS), min_size=1)
patterns = st.sampled_from(["a", "b", "a|b", ".*", "[ab]+"])
rules = st.builds(
    Rule,
    decision=decisions,
    tools=st.lists(st.sampled_from(["*", "x", "y", "x*"]), min_size=1, max_size=2).map(tuple),
    effects=st.none() | effect_sets,
    arguments=st.dictionaries(st.sampled_from(["p", "*"]), patterns, max_size=1),
)
policies = st.builds(
    Policy, read=decisions, undeclared=decisions, default=decisions, rules=st.lists(rules, max_size=4).map(tuple)
)
tools = st.builds(
    lambda name, effects, undeclared: made(name, *effects, undeclared=undeclared),
    st.sampled_from(["x", "y", "xy"]),
    effect_sets,
    st.booleans(),
)
calls = st.dictionaries(st.sampled_from(["p", "q"]), st.sampled_from(["a", "b", "ab", "c"]), max_size=2)


@given(policies, tools, calls)
def test_a_forbidden_tool_is_denied_with_any_arguments(policy: Policy, tool: Tool, call: dict[str, str]) -> None:
    """Hiding a tool takes nothing away that could have been called."""
    if policy.forbids(tool):
        assert policy.decide(tool, call).decision == "deny"


@given(policies, tools, calls, st.sampled_from(EFFECTS))
def test_one_more_effect_never_makes_a_matched_call_freer(
    policy: Policy, tool: Tool, call: dict[str, str], extra: Effect
) -> None:
    """A rule that allows a call allows it with fewer effects too; one that denies it denies it with more."""
    for rule in policy.rules:
        more = made(tool.name, *tool.effects, extra, undeclared=tool.undeclared)
        if rule.decision == "allow" and rule.speaks_of(more):
            assert rule.speaks_of(tool)
        if rule.decision != "allow" and rule.speaks_of(tool):
            assert rule.speaks_of(more)


@given(policies, tools, calls)
def test_a_policy_survives_being_written_down(policy: Policy, tool: Tool, call: dict[str, str]) -> None:
    """Written as YAML (JSON is YAML) and read again, it decides alike."""
    again = parse_policy(policy.model_dump_json(), "p")
    assert again.decide(tool, call) == policy.decide(tool, call)


@given(policies, tools, calls, st.sampled_from(["x", "y", "xy"]))
def test_a_name_that_the_source_has_never_makes_a_call_freer(
    policy: Policy, tool: Tool, call: dict[str, str], own: str
) -> None:
    """A tool that was given another name is still under what its own name is denied or asked about."""
    strictness = {"allow": 0, "ask": 1, "deny": 2}
    renamed, under_own = replace(tool, title=own), replace(tool, name=own)
    decided = strictness[policy.decide(renamed, call).decision]
    assert decided >= strictness[policy.decide(tool, call).decision]
    if any(rule.speaks_of(under_own) and rule.fits(call) for rule in policy.rules):
        assert decided >= strictness[policy.decide(under_own, call).decision]
    if policy.forbids(renamed):
        assert decided == 2


def test_a_renamed_tool_keeps_to_both_names() -> None:
    """Denials, questions and limits do; an allow is for the name that it has here."""
    text = """
    rules: [{decision: deny, tools: delete}, {decision: allow, tools: [find, notes_list]}]
    limits: [{tools: "notes_*", per_minute: 30, timeout: 9}, {tools: delete, per_minute: 1}]
    """
    delete, find, listing = (replace(made(f"notes_{name}"), title=name) for name in ("delete", "find", "list"))
    assert decision(text, delete) == "deny" and parse_policy(text, "p").forbids(delete)
    assert (decision(text, find), decision(text, listing)) == ("ask", "allow")
    limit = parse_policy(text, "p").limit(delete)
    assert (limit.per_minute, limit.timeout, limit.concurrency) == (1, 9, None)


def test_names_that_nothing_has_are_told() -> None:
    """Tools, sources and arguments of rules, tools of limits; a glob that fits anything, and `*`, are none."""
    text = """
    rules:
      - {decision: deny, tools: [delte, "note*"], sources: "mcp:*"}
      - {decision: deny, tools: note, arguments: {adress: x, "lines.item": x, "a.b": x, "*": x}}
      - {decision: ask, tools: delete, sources: nowhere}
    limits: [{tools: serch}]
    """
    parameters = {"type": "object", "properties": {"lines": {}, "a.b": {}}}
    known = [replace(made("notes_note", source="mcp:n"), title="note", parameters=parameters), made("delete")]
    assert parse_policy(text, "p").unknown_names(known) == [
        "policy, rule 1: there is no tool 'delte'",
        "policy, rule 2: no tool that it speaks of has an argument 'adress'",
        "policy, rule 3: there is no source 'nowhere'",
        "policy, limit 1: there is no tool 'serch'",
    ]
    assert not DEFAULT.unknown_names(known)
