"""A folder of prompts: single ones take the place of the shipped ones; a wrong one is refused before any run."""

from pathlib import Path

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.prompting.prompts import load_prompt
from tests.scripts import build, script

HEAD = "---\ncall: executor.tool\nvariables: [thought, sub_task, tools]\n---\n"


def look() -> str:
    """Look."""
    return "x"


def other() -> str:
    """Another one."""
    return "y"


def test_a_prompt_of_ones_own_is_sent_and_the_others_are_as_shipped(tmp_path: Path) -> None:
    """In its own order of sections."""
    (tmp_path / "executor.tool.md").write_text(f"{HEAD}# Executor: tool\n\nPick one. Reply with JSON.")
    built = build([look, other], prompts=str(tmp_path))
    built.graph.invoke({"query": "q"})
    by_call = {asked.call: asked for asked in built.model.asked}
    assert by_call["executor.tool"].system == "# Executor: tool\n\nPick one. Reply with JSON."
    assert [*by_call["executor.tool"].sections] == ["thought", "sub_task", "tools"]
    assert by_call["executor.thought"].system == load_prompt("executor.thought").system


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        *(
            ("executor.tool.md", text, "front matter between two lines of ---")
            for text in ("", "no front matter", "---\ncall: x\nvariables: [a]\n")
        ),
        ("executor.tool.md", "---\ncall: [\n---\nx", "executor.tool.md"),
        (
            "executor.tool.md",
            HEAD.replace("thought, ", "") + "# Executor: tool",
            r"variables: \[tools, sub_task, thought\]",
        ),
        ("executor.tool.md", HEAD + "# Something else", "begins with the line '# Executor: tool'"),
        ("executer.tool.md", HEAD + "# Executor: tool", "did you mean 'executor.tool'"),
    ],
)
def test_a_prompt_that_cannot_be_one_is_refused_at_once(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    """With its file and what to do."""
    (tmp_path / name).write_text(text)
    with pytest.raises(ConfigurationError, match=complaint):
        build([look], prompts=str(tmp_path))


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    """Likewise an empty one."""
    for folder in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(ConfigurationError, match="prompts: "):
            build([look], prompts=str(folder))


def test_conditions_and_their_forms_are_there_only_where_the_request_sets_some() -> None:
    """The manager sees those that the planner found; else nothing is said of them."""
    for constraints, call in (([], "manager"), (["at most 500 EUR in total"], "manager.conditions")):
        plan = {"needs_tool": True, "sub_tasks": ["x", "y"], "constraints": constraints}
        built = build([look], script(planner=plan), strategy="full", planning="always", delivery="reporting")
        built.graph.invoke({"query": "q"})
        (asked,) = (each for each in built.model.asked if each.call.startswith("manager"))
        assert asked.call == call and ('"check"' in asked.system) == bool(constraints)
        assert asked.sections.get("constraints", "") == "".join(f"- {text}" for text in constraints)
