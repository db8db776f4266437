"""Under published chat templates a training learns replies with their ends, behind prompts as servers show them."""

import json
import subprocess
from typing import Any

import pytest

from tests.training.environment import training_environment, training_python

CALL = '<tool_call>\n{"name": "find_stock", "arguments": {"item": "A-1"}}\n</tool_call>'


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, Any]]:
    """What the environment of trainings says of each template."""
    command = [training_python(), "-m", "tests.training.chat_templates"]
    done = subprocess.run(command, env=training_environment(), capture_output=True, text=True, check=True, cwd="/")
    lines = map(json.loads, done.stdout.splitlines())
    return {line["template"]: line for line in lines}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("template", "before", "end"),
    [
        ("SmolLM2", "", "<|im_end|>"),
        ("Llama-2-chat", " ", " </s>"),
        ("Mistral-Instruct-v0.2", "", "</s>"),
        ("Mistral-Instruct, system last", " ", "</s>"),
        ("llama3_1", "", "<|eot_id|>"),
    ],
)
def test_every_reply_is_learnt_with_its_end(
    template: str, before: str, end: str, found: dict[str, dict[str, Any]]
) -> None:
    """A trajectory is one row, with calls as text where the template shows none, or not what was said beside them."""
    replies = [f"I look.\n{CALL}", "There are 7.", "With pleasure."]
    assert found[template]["trajectory"] == [[f"{before}{reply}{end}" for reply in replies]]
    assert found[template]["reply"] == [f'{before}{{"answer": "7"}}{end}']


@pytest.mark.slow
@pytest.mark.parametrize("template", ["SmolLM2", "Llama-2-chat", "Mistral-Instruct, system last", "llama3_1", "qwen3"])
def test_a_prompt_is_the_one_that_a_server_shows(template: str, found: dict[str, dict[str, Any]]) -> None:
    """Byte for byte as the model's own template writes it, though it may write it otherwise before an answer."""
    assert found[template]["prompt"] == found[template]["served"]


@pytest.mark.slow
def test_without_a_system_role_its_text_is_the_users(found: dict[str, dict[str, Any]]) -> None:
    """As the client does it for servers that refuse the role."""
    assert found["Mistral-Instruct-v0.2"]["prompt"] == "<s>[INST] Be brief.\n\nHow many A-1? [/INST]"


@pytest.mark.slow
def test_turns_that_are_written_otherwise_later_are_rows_of_their_own(found: dict[str, dict[str, Any]]) -> None:
    """Qwen 3 drops the thoughts of all replies but the last, so that each is learnt as the last."""
    rows = found["qwen3"]["trajectory"]
    assert [len(row) for row in rows] == [1, 1, 1]
    assert rows[1] == ["<think>\n\n</think>\n\nThere are 7.<|im_end|>"]


@pytest.mark.slow
def test_a_template_without_ends_is_refused(found: dict[str, dict[str, Any]]) -> None:
    """A model would never stop."""
    assert "no token of its own ends the assistant's turn" in found["no end"]["refused"]
