"""The ladder of formats: what is asked for, what is learned, and what a weak model's replies come to."""

import threading
from typing import Any, ClassVar, Self

import pytest
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage, BaseMessage
from pydantic import model_validator

from smurfs_graph import ModelError
from smurfs_graph.models.asking import LADDER, READ_AT_ONCE, Asker, QuestionOutcome
from smurfs_graph.models.registry import Ladder, Registry, Rung
from smurfs_graph.prompting.prompts import load_prompt
from smurfs_graph.prompting.replies import ArgumentsReply, PlannerReply, Reply, ThoughtReply, ToolReply, VerdictReply
from smurfs_graph.testing import ScriptedModel

ALL: frozenset[Rung] = frozenset(LADDER)


def messages() -> list[BaseMessage]:
    """A prompt that scripted models know."""
    return load_prompt("executor.tool").render({"tools": "- add: x", "sub_task": "s", "thought": "t"})


async def ask(asker: Asker, schema: type[Reply] = ToolReply) -> QuestionOutcome[Any]:
    """One question."""
    return await asker.ask(messages(), schema, role="executor")


async def read(text: Any, schema: type[Reply]) -> QuestionOutcome[Any]:
    """Ask a model that writes a reply without any format, and return the outcome."""
    return await ask(Asker(ScriptedModel(lambda call, sections: text), "scripted:x", timeout=5), schema)


class LengthFinishReasonError(Exception):
    """The error of OpenAI's client for a formatted reply that reached its limit; known by its name and shape."""

    def __init__(self, text: str) -> None:
        super().__init__("Could not parse response content as the length limit was reached")
        message = type("Message", (), {"content": text})
        usage = type("Usage", (), {"prompt_tokens": 30, "completion_tokens": 9})
        choice = type("Choice", (), {"message": message})
        self.completion = type("Completion", (), {"choices": [choice], "usage": usage})


async def test_the_native_format_comes_first_and_is_kept() -> None:
    """A model that has it is asked for a JSON schema."""
    model = ScriptedModel(lambda call, sections: {"tool": "add"}, formats=ALL, profile={"max_input_tokens": 32_000})
    asker = Asker(model, "scripted:x", timeout=5)
    assert not asker.manages_fused_steps
    assert (await ask(asker)).reply == ToolReply(tool="add")
    assert [asked.rung for asked in model.asked] == ["json_schema"]
    assert asker.manages_fused_steps


async def test_refused_formats_are_left_one_by_one_and_for_good() -> None:
    """400 for a format, or a client that has not got it, leads to the next one down; the next question starts there."""
    model = ScriptedModel(
        lambda call, sections: {"tool": "add"}, refused_formats=frozenset({"json_schema", "function_calling"}),
        formats=frozenset({"json_mode"}),
    )  # fmt: skip
    asker = Asker(model, "scripted:x", timeout=5)
    assert (await ask(asker)).reply
    assert asker.rung == "json_mode"
    assert (await ask(asker)).row.calls == 1
    assert [asked.rung for asked in model.asked] == ["json_mode", "json_mode"]


async def test_an_ignored_schema_is_noticed_after_repeated_failure() -> None:
    """200 OK with prose is a restart; twice in a row on one rung, the next one down is taken."""
    model = ScriptedModel(lambda call, sections: "Certainly! I would use add.", formats=ALL)
    asker = Asker(model, "scripted:x", timeout=5)
    seen: list[Rung] = []
    for _ in range(8):
        seen.append(asker.rung)
        assert "JSON" in (await ask(asker)).complaint
    assert seen == [rung for rung in LADDER for _ in range(2)]
    assert asker.rung == "prompted"


@pytest.mark.parametrize(
    ("replies", "schema"),
    [
        (["oh", {"tool": "add"}, "oh", {"tool": "add"}, "oh"], ToolReply),
        ([{"needs_tool": True, "sub_tasks": []}] * 4, PlannerReply),
    ],
    ids=["forgiven by a valid one", "of the right shape, and refused by code"],
)
async def test_a_bad_reply_that_is_no_sign_of_an_ignored_schema_does_not_cost_the_rung(
    replies: list[Any], schema: type[Reply]
) -> None:
    """Twice in a row, and not of its shape: only that is one."""
    left = iter(replies)
    asker = Asker(ScriptedModel(lambda call, sections: next(left), formats=ALL), "scripted:x", timeout=5)
    complaints = [(await ask(asker, schema)).complaint for _ in replies]
    assert any(complaints)
    assert asker.rung == "json_schema"


async def test_what_was_learned_serves_the_next_asker_of_the_same_server() -> None:
    """The process remembers, by server and model; another server is asked anew."""
    registry, refuses = Registry(), ALL - {"prompted"}
    model = ScriptedModel(lambda call, sections: {"tool": "add"}, refused_formats=refuses)
    for server, expected in (("a", "json_schema"), ("a", "prompted"), ("b", "json_schema")):
        asker = Asker(model, "scripted:x", timeout=5, registry=registry, server=server)
        assert asker.rung == expected
        await ask(asker)
        assert asker.rung == "prompted"


async def test_a_preset_is_where_it_starts() -> None:
    """A setting spares the tries."""
    model = ScriptedModel(lambda call, sections: {"tool": "add"}, formats=ALL)
    await ask(Asker(model, "scripted:x", timeout=5, start="json_mode"))
    assert model.asked[0].rung == "json_mode"


def test_errors_on_a_format_count_from_the_second_time_on() -> None:
    """500 on a rung may be a bad moment; when it happens again the rung is left."""
    ladder = Ladder()
    ladder.note_success("prompted", instead_of="json_schema")
    assert ladder.rung == "json_schema"
    ladder.note_success("prompted", instead_of="json_schema")
    assert ladder.rung == "prompted"


@pytest.mark.parametrize(("text", "reply"), [('{"tool": "ad', None), ('{"tool": "add"}', ToolReply(tool="add"))])
async def test_a_reply_that_reached_its_limit_is_a_complaint_unless_it_is_whole(text: str, reply: Any) -> None:
    """LengthFinishReasonError is no error of the run, and half a value is no value."""

    def cut(call: str, sections: dict[str, str]) -> Any:
        raise LengthFinishReasonError(text)

    asked = await ask(Asker(ScriptedModel(cut, formats=ALL), "scripted:x", timeout=5))
    assert asked.reply == reply
    assert ("cut off" in asked.complaint) == (reply is None)
    assert (asked.row.input_tokens, asked.row.output_tokens, asked.row.estimated) == (30, 9, 0)


async def test_a_truncated_tool_call_is_a_complaint() -> None:
    """A number may have lost its last digits."""
    call = {"name": "reply", "args": '{"a": 2, "b": 3', "id": "1", "error": None, "type": "invalid_tool_call"}
    message = AIMessage("", invalid_tool_calls=[call], response_metadata={"finish_reason": "length"})  # pyright: ignore
    asked = await read(message, ArgumentsReply)
    assert asked.reply is None
    assert "cut off" in asked.complaint


async def test_an_invalid_tool_call_that_is_whole_is_repaired() -> None:
    """Python literals in a tool call's arguments are no reason to ask again."""
    call = {"name": "reply", "args": "{'tool': 'add', 'sure': True,}", "id": "1", "error": None}
    message = AIMessage("", invalid_tool_calls=[{**call, "type": "invalid_tool_call"}])  # pyright: ignore
    assert (await read(message, ToolReply)).reply == ToolReply(tool="add")


@pytest.mark.parametrize(
    ("text", "schema", "expected"),
    [
        ('<think>{"tool": "sub"}?</think>{"tool": "add"}', ToolReply, {"tool": "add"}),
        ('Let me see, {"tool": "sub"}...</think>\n{"tool": "add"}', ToolReply, {"tool": "add"}),
        (
            '{"properties": {"tool": {"type": "string"}}, "type": "object"}\n{"tool": "add"}',
            ToolReply,
            {"tool": "add"},
        ),
        ('{"properties": {"tool": "add"}, "type": "object"}', ToolReply, {"tool": "add"}),
        ("{'status': 'Solved', 'hint': None or ''}", VerdictReply, None),
        ("{'status': 'solved', 'sure': True, 'why': None}", VerdictReply, {"status": "solved", "hint": ""}),
        ('Sure! I choose {this}:\n{"tool": "add"}\nHope that helps.', ToolReply, {"tool": "add"}),
        ('{"thought": "first"}{"tool": "add"}', ToolReply, {"tool": "add"}),
        ('{"tool": 7}', ToolReply, {"tool": "7"}),
        ('{"tool": "7"}', ToolReply, {"tool": "7"}),
        ('<tool_call>{"name": "x", "arguments": {"tool": "add"}}</tool_call>', ToolReply, {"tool": "add"}),
        (
            '{"type": "function", "function": {"name": "x", "arguments": "{\\"tool\\": \\"add\\"}"}}',
            ToolReply,
            {"tool": "add"},
        ),
        ('[{"tool": "add"}]', ToolReply, {"tool": "add"}),
        ('{"thought": "..."}', ThoughtReply, None),
        ('{"tool": "\\ud800add"}', ToolReply, {"tool": "?add"}),
        ("__import__('os').system('true')", ToolReply, None),
    ],
)  # fmt: skip
async def test_what_weak_models_write(text: str, schema: type[Reply], expected: dict[str, Any] | None) -> None:
    """Thoughts, echoes, literals, prose, several objects, numbers for names: read where it can be, else refused."""
    asked = await read(text, schema)
    assert (asked.reply.model_dump() if asked.reply else None) == expected
    assert bool(asked.complaint) == (expected is None)


class WhereRead(Reply):
    """A reply that knows which thread read it."""

    text: str
    thread: str = ""

    @model_validator(mode="after")
    def _note(self) -> Self:
        return self.model_copy(update={"thread": threading.current_thread().name})


async def test_a_long_reply_is_not_read_on_the_event_loop() -> None:
    """It serves other runs meanwhile."""
    asked = [await read({"text": "x" * length}, WhereRead) for length in (10, 10 * READ_AT_ONCE)]
    here, elsewhere = (getattr(each.reply, "thread", "") for each in asked)
    assert here == threading.current_thread().name != elsewhere


async def test_a_complaint_names_field_expectation_and_value() -> None:
    """The model is told what was wrong, so that it can do better."""
    asked = await read({"status": "maybe", "hint": 3}, VerdictReply)
    assert "status" in asked.complaint
    assert "'solved' or 'pending'" in asked.complaint
    assert "'maybe'" in asked.complaint


async def test_a_wrong_key_is_no_reason_to_try_other_formats() -> None:
    """401 ends the asking at once."""

    class UnauthorisedError(Exception):
        status_code = 401

    calls: list[str] = []

    def refuse(call: str, sections: dict[str, str]) -> Any:
        calls.append(call)
        raise UnauthorisedError("Incorrect API key")

    with pytest.raises(ModelError, match="Incorrect API key"):
        await ask(Asker(ScriptedModel(refuse, formats=ALL), "scripted:x", timeout=5))
    assert len(calls) == 1


async def test_a_window_that_is_set_counts_for_the_shape_of_steps() -> None:
    """A server of one's own has no profile; what its owner says about its window is believed, and else assumed."""
    for window, fused in ((32_768, True), (4096, False), (None, True)):
        model = ScriptedModel(lambda call, sections: {"tool": "add"}, formats=ALL)
        asker = Asker(model, "scripted:x", timeout=5, window=window)
        await ask(asker)
        assert asker.manages_fused_steps is fused


def test_a_class_may_declare_what_it_manages() -> None:
    """True and False are declarations; anything else says nothing."""

    class Able(FakeListChatModel):
        fused_steps: ClassVar[bool] = True

    class Vague(FakeListChatModel):
        fused_steps: ClassVar[str] = "yes"

    able, vague = (Asker(one(responses=["{}"]), "fake:x", timeout=5) for one in (Able, Vague))
    assert (able.declares_fused_steps, able.manages_fused_steps) == (True, True)
    assert (vague.declares_fused_steps, vague.manages_fused_steps) == (None, False)
