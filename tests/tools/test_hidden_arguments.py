"""The call that is decided on is the one made: nothing in an argument hides from a rule, an approval or a person."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, SecretStr

from smurfs_graph import effects
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.calling import Terms, call_tool
from smurfs_graph.tools.hidden import read_forms
from smurfs_graph.tools.policy import Policy, Rule, parse_policy
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool

NO_DELETING = parse_policy('{default: allow, rules: [{decision: deny, arguments: {"*": "rm -rf|[.][.]/"}}]}', "p")
HOSTILE = [
    "echo \x1b]; rm -rf x; echo \x07",
    "echo \x9d; rm -rf x\x9c",
    "\x1b]0;r\u200bm -rf x\x07",
    "\x1b]0;r\x1b[0mm -rf x\x07",
    "\x1bPr\x00m -rf x\x1b\\",
    "r\u200bm -rf x",
    "rm\u200d -rf x",
    "rm\u3164-rf x",
    "r\u202em\u202c -rf x",
    "r\u00adm\ufe0f -rf x",
    "r\U000e0041m -rf x",
    "rm\x1b[1;31m -rf\x1b[0m x",
    "rm\x00 -rf x",
    "r\u200bm\x0b-rf x",
    "r\u2060m\u2028-rf x",
    "a/\x1b]/../../../x\x07",
    ".\u2060./x",
]
LEGITIMATE = ["one\n\ttwo\r\n", "می‌خواهم", "👩‍👩‍👧 ❤️", "क्‍ष", "a\u00a0b"]
done: list[str] = []


@effects("write")
def shell(command: str) -> str:
    """Run a command."""
    done.append(command)
    return command


async def _reason(tool: Tool, policy: Policy, arguments: dict[str, Any]) -> str:
    response = await call_tool(tool, arguments, timeout=20, max_chars=1000, terms=Terms(policy=policy))
    return response.reason


@pytest.mark.parametrize("text", HOSTILE)
async def test_nothing_hides_from_a_deny(text: str) -> None:
    """Sequences, zero-width and direction marks, fillers, NUL: in them, between them, or by them."""
    done.clear()
    assert "forbids" in await _reason(from_function(shell), NO_DELETING, {"command": text})
    assert not done


@pytest.mark.parametrize("text", LEGITIMATE)
async def test_text_that_people_write_arrives_as_it_is(text: str) -> None:
    """Line breaks, tabs, and the joiners of Persian, Hindi and emoji."""
    done.clear()
    assert not await _reason(from_function(shell), NO_DELETING, {"command": text})
    assert done == [text]


def test_an_allow_covers_the_very_value_and_hidden_characters_loosen_nothing() -> None:
    """Neither an allow nor an ask before a deny is reached by what is not there."""
    tool = from_function(shell)
    allow = parse_policy("rules: [{decision: allow, arguments: {command: 'ls [a-z]+'}}]", "p")
    assert allow.decide(tool, {"command": "ls home"}).decision == "allow"
    assert {allow.decide(tool, {"command": f"ls{mark} home"}).decision for mark in "\x00\u200b\u200d"} == {"ask"}
    order = parse_policy("{default: deny, rules: [{decision: ask, arguments: {command: '^ls'}}]}", "p")
    assert order.decide(tool, {"command": "ls"}).decision == "ask"
    assert order.decide(tool, {"command": "\u200bls"}).decision == "deny"


@pytest.mark.parametrize(
    "texts", [["\u200b" * 20_000] * 50, ["\u200ba"] * 50_000, {"\x1b]" * 9_000 + "a": 1, "b" * 99: "\0" * 99_000}]
)
def test_what_hides_too_much_to_be_judged_is_not_judged(texts: Any) -> None:
    """It fits every ask and deny, and no form of it is made."""
    policy = parse_policy("{default: allow, rules: [{decision: deny, arguments: {'*': 'never there'}}]}", "p")
    assert policy.decide(from_function(shell), {"command": texts}).decision == "deny"
    assert policy.decide(from_function(shell), {"command": ["ab" * 5_000] * 50}).decision == "allow"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("path", {"pa\u200bth": "/etc"}),
        ("a.path", {"a.path": "/etc", "a": {"path": "x"}}),
        ("a.path", {"a": {"path": "/etc"}, "a.path": "x"}),
        ("a.path", {"a": [[{"path": "/etc"}]]}),
        ("a.path", {"a": {"pa\u2060th": "/etc"}}),
    ],
)
def test_a_deny_finds_its_argument_wherever_its_name_leads(name: str, arguments: dict[str, Any]) -> None:
    """Names with hidden characters, dots in names, lists in lists."""
    policy = Policy(default="allow", rules=(Rule(decision="deny", arguments={name: "etc"}),))
    assert policy.decide(from_function(shell), arguments).decision == "deny"


class Secret(BaseModel):
    """Fields that a dump would leave out or hide."""

    key: SecretStr = SecretStr("")
    apart: str = Field(default="", exclude=True)


def many(values: list[int] | None = None, deep: Any = None, by: dict[Any, str] | None = None, raw: bytes = b"") -> str:
    """Take much."""
    return ""


def secret(given: Secret, like: re.Pattern[str] = re.compile("")) -> str:
    """Take a secret."""
    return ""


def prints(function: Any, *calls: dict[str, Any]) -> int:
    """Count the different calls among these."""
    tool = from_function(function)
    return len({fingerprint(tool, canonical_arguments(tool, call)) for call in calls})


def test_calls_that_differ_anywhere_differ() -> None:
    """Past any length, under stars, in fields that are not dumped, in a pattern's tail, by a hidden character."""
    assert prints(many, *({"values": [0] * 150_000 + [last]} for last in (1, 2))) == 2
    assert prints(many, *({"raw": raw} for raw in (b"\xff", b"\xfe", "\ufffd", "\\xff"))) == 4
    assert prints(shell, *({"command": text} for text in (*HOSTILE, *LEGITIMATE, "rm -rf x"))) == 23
    assert prints(secret, *({"given": {"key": key, "apart": apart}} for key in "ab" for apart in "cd")) == 4
    assert prints(secret, *({"given": {}, "like": "a" * 300 + end} for end in "bc")) == 2


@pytest.mark.parametrize(
    "arguments", [{"deep": [[]]}, {"by": {1: "a", "1": "b"}}, {"deep": "\ud800"}, {"deep": {"\udfff": 1}}]
)
def test_what_cannot_be_told_apart_is_no_call(arguments: dict[str, Any]) -> None:
    """Too deep, two keys of one spelling, half a character."""
    if "deep" in arguments and isinstance(arguments["deep"], list):
        for _ in range(60):
            arguments["deep"] = [arguments["deep"]]
    with pytest.raises(ValueError, match=r"levels|two keys|half a character"):
        canonical_arguments(from_function(many), arguments)


@given(
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\x1b\x9d\x9c\x07[];\u200b\u200d"), max_size=40)
)
def test_the_first_form_is_the_value_itself_and_no_form_hides_letters(text: str) -> None:
    """Whatever else a deny looks at, plain letters of the value are in the value's own form."""
    first, *others = read_forms(text)
    assert first == text
    if not others:
        assert not set(text) & set("\x00\x1b\x07\x9d\u200b\u200d\u202e\u2060\ufeff")
