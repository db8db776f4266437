"""The values that a text names, in English and in Chinese."""
# ruff: noqa: RUF001

import pytest

from smurfs_graph.guiding.spans import NOTHING, phrases_of, spans_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It is late. What about Oslo?", ["Oslo"]),
        ("My dog and I'm in Rome. Two of us. Is Lima far?", ["Rome", "Lima"]),
        ("Lima's weather. The same for Quito", ["Lima", "Quito"]),
    ],
)
def test_a_word_that_begins_a_sentence_is_no_name(text: str, names: list[str]) -> None:
    """Where it is a word of the grammar, a verb that asks, or a number."""
    assert [span.value for span in spans_of(text) if span.kind == "name"] == names


def test_names_in_chinese() -> None:
    """Titles stand in their own marks, names in Latin letters have no blanks around them."""
    assert [(each.kind, each.value) for each in spans_of("《茶馆》和Night Ferry的作者")] == [
        ("quoted", "茶馆"),
        ("name", "Night Ferry"),
    ]
    assert [each.value for each in spans_of("Zugspitze有多高？")] == ["Zugspitze"]


def test_grammar_parts_what_may_be_a_value_in_chinese() -> None:
    """Each part stands where it says it does."""
    text = "长江的水位是多少？"
    found = phrases_of(text, spans_of(text), NOTHING)
    assert [each.value for each in found] == ["长江", "水位"]
    assert all(each.written == each.value for each in found)
