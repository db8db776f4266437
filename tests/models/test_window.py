"""Prompts that are made to fit: by rule, within any window, and never silently."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Settings, build_graph
from smurfs_graph.models.window import Window, text_tokens
from smurfs_graph.prompting.truncation import fit
from smurfs_graph.testing import ScriptedModel
from tests.servers.hostile import honest_script, translators


def by_name(lines: list[str]) -> list[str]:
    """A ranking: the last names first."""
    return sorted(lines, reverse=True)


def entries(count: int, chars: int = 600) -> str:
    """A memory of so many entries, numbered from the oldest on."""
    return "\n".join(f"{at}. step {at}\n   answer: {'x' * chars}" for at in range(1, count + 1))


def test_what_fits_is_left_alone() -> None:
    """No cut without need."""
    values = {"sub_task": "Add 2 and 3.", "memory": entries(2)}
    assert fit(values, 10_000, 100, by_name) == (values, ())


def test_the_response_is_capped_first_and_stays_data() -> None:
    """A long list of records loses its end, and is still JSON."""
    response = json.dumps([{"city": f"city {at}", "price": at} for at in range(500)])
    fitted = fit({"response": response, "memory": entries(2)}, 1500, 100, by_name)
    assert json.loads(fitted.values["response"])
    assert fitted.values["memory"] == entries(2)
    assert "response lost" in fitted.cuts[0]


def test_older_memory_goes_before_newer() -> None:
    """Older entries are summarised, then dropped; the newest stays whole the longest."""
    summarised = fit({"memory": entries(6), "sub_task": "s"}, 600, 50, by_name)
    assert "6. step 6\n   answer: " + "x" * 600 in summarised.values["memory"]
    assert "1. step 1" in summarised.values["memory"]
    dropped = fit({"memory": entries(30), "sub_task": "s"}, 400, 50, by_name)
    assert "30. step 30" in dropped.values["memory"]
    assert "1. step 1\n" not in dropped.values["memory"]
    assert any("left out" in cut for cut in dropped.cuts)


def test_tools_are_shortlisted_by_relevance() -> None:
    """The best ranked tools stay, in the order in which they were listed."""
    tools = "\n".join(f"- tool_{at:03}: does thing number {at} with care and at length" for at in range(200))
    fitted = fit({"tools": tools, "sub_task": "s"}, 400, 50, by_name)
    kept = fitted.values["tools"].splitlines()
    assert 0 < len(kept) < 40
    assert kept == sorted(kept)
    assert kept[-1].startswith("- tool_199")
    assert fitted.cuts == (f"tools: {len(kept)} of 200 tools shown",)


def test_no_outcome_is_dropped() -> None:
    """The deliverer hears of every sub-task, shortened if need be."""
    outcomes = "\n".join(f"- s{at} [solved] question {at}\n   answer: {'y' * 900}" for at in range(12))
    fitted = fit({"query": "q", "outcomes": outcomes}, 1300, 50, by_name)
    assert all(f"- s{at} [solved]" in fitted.values["outcomes"] for at in range(12))


@given(
    st.dictionaries(
        st.sampled_from(["response", "memory", "tools", "query", "sub_task", "documents", "attempts"]),
        st.text(max_size=3000) | st.integers(0, 40).map(entries) | st.just("- add: x\n" * 300),
    ),
    st.integers(600, 4000),
)
def test_whatever_comes_fits(values: dict[str, str], limit: int) -> None:
    """Any sections, any window that is not tiny: it fits, and nothing is cut without being named."""
    fitted = fit(values, limit, 100, by_name)
    assert sum(text_tokens(text) for text in fitted.values.values()) <= limit
    assert bool(fitted.cuts) == (fitted.values != values)


def test_a_window_is_learned_from_overflows() -> None:
    """The size that a server names is taken; without one, what was tried is shrunk."""
    told, untold = Window(), Window(8000)
    told.learn(2048, 5000)
    untold.learn(None, 5000)
    assert told.tokens == 2048
    assert untold.tokens is not None
    assert untold.tokens < 5000


def test_counts_correct_the_estimates() -> None:
    """A tokenizer that needs twice as many tokens halves what a prompt may have."""
    window = Window(4000)
    before = window.prompt_limit(None) or 0
    window.calibrate(1000, 2000)
    assert (window.prompt_limit(None) or 0) < before * 0.6
    assert window.expected(1000) == 2000


@pytest.mark.parametrize("strategy", ["smurfs", "full"])
def test_a_run_works_in_a_window_of_2048_tokens(strategy: Any) -> None:
    """Eighty tools, long responses, many steps: every prompt fits, the run ends, the cuts are on record."""

    def search(text: str) -> str:
        """Find text."""
        return "A long response about everything there is to say. " * 400

    tools: list[Any] = [search, *translators(80)]
    replies: dict[str, Any] = {
        "executor.tool": {"tool": "search"},
        "answer": {"answer": "It is a long story. " * 120},
        "answer.fused": {"answer": "It is a long story. " * 120, "status": "pending"},
        "verifier": {"status": "pending", "hint": "look further"},
    }
    texts = iter(range(1000))

    def script(call: str, sections: dict[str, str]) -> Any:
        if call == "executor.arguments":
            return {"text": f"something {next(texts)}"}
        return replies.get(call) or honest_script(call, sections)

    model = ScriptedModel(script, profile={"max_input_tokens": 2048})
    settings = Settings(model="scripted:x", strategy=strategy, max_depth=6, max_restarts=0, shortlist_over=1000)
    result = build_graph(settings, tools=tools, models={"scripted:x": model}).invoke({"query": "Tell me all."})
    assert result["stop_reason"] == "partial"
    assert max(len(asked.system) + len(asked.user) for asked in model.asked) // 4 <= 2048 - 512
    assert any("tools shown" in warning for warning in result["warnings"])
    assert any("characters came back, prompts show" in warning for warning in result["warnings"])
