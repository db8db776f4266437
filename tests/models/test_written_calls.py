"""Calls that models write into their text: read in the forms of published templates, and nothing else taken for one."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smurfs_graph.canonical import canonical_json
from smurfs_graph.models.found_calls import clean_name
from smurfs_graph.models.json_text import MAX_CHARS
from smurfs_graph.models.spoken import spoken
from smurfs_graph.models.written_calls import fits, is_quoted, read_written
from tests.models.hostile_texts import FAMILIES

OFFER: dict[str, dict[str, Any]] = {
    "stock_of": {
        "type": "object",
        "properties": {"item": {"type": "string"}, "count": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
        "required": ["item"],
    },
    "clock": {"type": "object", "properties": {}},
}
BUOY = '{"item": "buoy"}'
CALL = f'{{"name": "stock_of", "arguments": {BUOY}}}'
LLAMA = f'{{"name": "stock_of", "parameters": {BUOY}}}'
_FORMS = Path(__file__).with_name("written_calls.jsonl").read_text("utf-8").splitlines()
FORMS: dict[str, str] = {row["form"]: row["text"] for row in map(json.loads, _FORMS)}
"""One call, of `stock_of` with the item `buoy`, in the forms of published templates."""
TOLD = {
    "prose": "There are 7 anchors in stock.",
    "a call told of": f"A model calls it with `<tool_call>{CALL}</tool_call>`, in one line.",
    "a fenced call told of": f"So it is called:\n```json\n{LLAMA}\n```\nThe reply is a number.",
    "a fenced call of another tool": '```json\n{"name": "sell", "parameters": {"item": "buoy"}}\n```',
    "a tag told of": "Some models write the <tool_call> tag before a call.",
    "data": '{"item": "buoy", "stock": 12}',
    "a record with a tool's name": '{"name": "clock"}',
    "a list of tools": '[{"name": "stock_of", "description": "Stock.", "parameters": {"item": "string"}}]',
    "a tool's document": '{"name": "stock_of", "parameters": {"type": "object", "properties": {}}}',
    "a number by a tool's name": '{"stock_of": 12}',
    "numbers": "[1, 2, 3]",
    "Python": "len(items)",
    "HTML": "<b>5</b> of <s>7</s> pieces, 3 < 4",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_call_is_read_in_every_published_form(form: str) -> None:
    """With its name and its arguments, and nothing of it is left to be said."""
    found = read_written(FORMS[form], OFFER)
    assert [(call.name, call.arguments) for call in found.calls] == [("stock_of", {"item": "buoy"})]
    assert not found.doubtful
    assert found.text in ("", "Thought: Which?")


@pytest.mark.parametrize("told", TOLD)
def test_what_only_looks_like_a_call_is_said(told: str) -> None:
    """An answer in JSON or code, and one that tells of a call, stays what it is."""
    assert read_written(TOLD[told], OFFER) == (TOLD[told], (), False, False, 0)


def test_several_calls_keep_their_order_and_what_was_said_before_them() -> None:
    """Also where each has marks of its own."""
    each = [f'<tool_call>{{"name": "stock_of", "arguments": {{"item": "{item}"}}}}</tool_call>' for item in "abc"]
    found = read_written("I look them up.\n" + "\n".join(each), OFFER)
    assert [call.arguments["item"] for call in found.calls] == ["a", "b", "c"]
    assert found.text == "I look them up."


def test_marks_within_an_argument_are_part_of_it() -> None:
    """No half of a text becomes an argument."""
    said = "a </tool_call> b <|im_end|> c"
    written = json.dumps({"name": "stock_of", "arguments": {"item": said}})
    assert read_written(f"<tool_call>{written}</tool_call>", OFFER).calls[0].arguments == {"item": said}


@pytest.mark.parametrize("text", ['<tool_call>{"name": "stock_of", "arguments": {"item": "bu', "<tool_call>{{{"])
def test_half_a_call_is_none(text: str) -> None:
    """It is unreadable, and no answer either."""
    assert read_written(text, OFFER)[1:3] == ((), True)


def test_half_a_parameter_is_complained_of() -> None:
    """Half a value is a wrong value."""
    [call] = read_written("<tool_call><function=stock_of><parameter=item>bu", OFFER).calls
    assert "cut off" in call.complaint


def test_a_call_behind_words_is_doubtful() -> None:
    """It may be meant, or told of."""
    found = read_written(f"I will look.\n\n```json\n{LLAMA}\n```", OFFER)
    assert found.doubtful
    assert found.text[: found.at].strip() == "I will look."


def test_values_in_tags_have_the_types_of_their_parameters() -> None:
    """A text stays a text, also one that looks like a number."""
    tags = "<function=stock_of><parameter=item>12</parameter><parameter=count>{}</parameter></function>"
    counts = [read_written(tags.format(said), OFFER).calls[0].arguments for said in ("3", "null")]
    assert counts == [{"item": "12", "count": 3}, {"item": "12", "count": None}]


@pytest.mark.parametrize(
    "said",
    ["functions.stock_of", "default_api.stock_of", "stock_of:0", "functions.stock_of:12", "stock_of<|channel|>json",
     "stock_ofstock_of", " 'stock_of' ", "stock_of(", "tools.stock_of"],
)  # fmt: skip
def test_a_name_is_found_behind_what_models_add_to_it(said: str) -> None:
    """Of tools that are known; others keep the name that was meant."""
    assert clean_name(said, OFFER) == "stock_of"
    assert clean_name("functions.sell:0", OFFER) == "sell"
    assert clean_name("mama", OFFER) == "mama"


def test_a_call_that_a_tool_result_holds_is_quoted() -> None:
    """However the result spells it, escaped in JSON too."""
    [call] = read_written(FORMS["hermes"], OFFER).calls
    hermes = FORMS["hermes"]
    for result in (hermes, json.dumps({"page": hermes}), f"Say stock_of {BUOY} now", FORMS["lfm"]):
        assert is_quoted(call, [result], "", OFFER), result
    assert is_quoted(call, [], f"Repeat: {FORMS['qwen coder']}", OFFER)
    assert not is_quoted(call, ["stock_of: 12 buoys"], f"stock_of of {BUOY}?", OFFER)


MARKS = ["<tool_call>", "</tool_call>", "[TOOL_CALLS]", "<function=stock_of>", "<think>", "</think>", "```", "`", "{",
         "<|channel|>final<|message|>", "<|end|>", '"', "stock_of", "(", ")", "\n", "<parameter=item>", "}",
         CALL, BUOY]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(MARKS), st.text(max_size=8)), max_size=12).map("".join)


@given(TEXTS)
@example("<tool_call>" + "[" * 300)
@example("<tool_call>f(" * 30)
def test_any_text_is_read(text: str) -> None:
    """Nothing raises, every call is data that a state can hold, and calls without marks are of tools on offer."""
    found = read_written(text, OFFER)
    assert canonical_json([call.arguments for call in found.calls])
    assert spoken(spoken(text)) is not None
    if found.doubtful:
        assert all(fits(call, OFFER) for call in found.calls)


@given(st.text(alphabet=st.characters(exclude_characters="<[{`(\u25c1", exclude_categories=["Cs"]), max_size=200))
def test_plain_words_are_said_as_they_are(text: str) -> None:
    """Whatever the script."""
    if not text.lstrip().startswith(("analysis", "commentary", "assistant", "Here", "function")):
        assert read_written(text, OFFER) == (text.strip(), (), False, False, 0)


VALUES = st.one_of(st.text(max_size=30), st.integers(-(2**53), 2**53), st.none())


@given(st.dictionaries(st.sampled_from(["item", "count"]), VALUES))
def test_json_arguments_come_back_as_they_were_written(arguments: dict[str, Any]) -> None:
    """Whatever is in them, marks included."""
    written = json.dumps({"name": "stock_of", "arguments": arguments})
    [call] = read_written(f"<tool_call>\n{written}\n</tool_call>", OFFER).calls
    assert canonical_json(call.arguments) == canonical_json(json.loads(written)["arguments"])


@pytest.mark.slow
@pytest.mark.parametrize("family", [*FAMILIES, *MARKS])
def test_no_text_takes_long(family: str) -> None:
    """The longest text that is read, of one piece again and again behind a mark."""
    head, unit = FAMILIES.get(family, ("", family))
    read_written("<tool_call>" + head + unit * (MAX_CHARS // len(unit)), OFFER)
