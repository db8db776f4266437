"""Sentences of a model that are taken for what a response says."""

import pytest

from smurfs_graph.guiding.sentences import in_words, is_faithful

ASKED = ["What is the temperature in Oslo?", 'get_temperature {"city": "Oslo"}']


@pytest.mark.parametrize(
    ("sentence", "response", "taken"),
    [
        ("The temperature in Oslo is 18 degrees Celsius.", "18 degrees Celsius", True),
        ("The temperature in Oslo is 25 degrees Celsius.", "18 degrees Celsius", False),
        ("The temperature in Rome is 18 degrees Celsius.", "18 degrees Celsius", False),
        ("The temperature in Oslo is warm.", "18 degrees Celsius", False),
        ("It didn't provide the temperature, 18 degrees.", "18 degrees Celsius", False),
        ("The museum is closed.", "closed", True),
        ("The museum is open.", "closed", False),
        ("Item A-17 is not in stock.", "A-17 is not in stock", True),
        ("Multiply 14 and 9", "126", False),
        ("The train leaves at 8:05.", "departs 8:05", True),
        ('The answer is "no"', '{"note": "this records calls and returns no data"}', False),
        ("The courier is Nordpost.", '{"city": "Oslo", "courier": "Nordpost"}', True),
        ("The courier is Velox.", '{"city": "Oslo", "courier": "Nordpost"}', False),
        ("", "18 degrees Celsius", False),
        ("The temperature in Oslo is nice.", "", False),
        ("The temperature in Oslo is nice.", '{"items": [{"note": ""}], "next": null}', False),
        ("It has many items.", '{"items": []}', False),
        ("The temperature in Oslo is nice.", "Oslo", False),
        ("It is open today.", "no", False),
        ("No, it is closed today.", "no", True),
    ],
)  # fmt: skip
def test_a_sentence_says_what_the_response_says(sentence: str, response: str, taken: bool) -> None:
    """Neither more, nor less, nor the opposite."""
    assert is_faithful(sentence, [response], ASKED) is taken


@pytest.mark.parametrize(
    ("response", "told"),
    [
        ('{"author": "Frank Herbert", "year_made": 1965}', "author: Frank Herbert, year made: 1965"),
        ('[{"id": "T-1", "open": true}, {"id": "T-2", "open": null}]', "id: T-1, open: true\nid: T-2, open: null"),
        ('"TC-1330"', "TC-1330"),
        ("15.75", "15.75"),
        ("18 degrees", "18 degrees"),
        ('{"deep": {"er": 1}}', '{"deep": {"er": 1}}'),
        ('{"items": [1, 2]}', '{"items": [1, 2]}'),
        ("[]", "[]"),
        ('{"empty": ""}', '{"empty": ""}'),
    ],
)
def test_a_flat_response_is_told_without_its_json(response: str, told: str) -> None:
    """What is deeper stands as it came."""
    assert in_words(response) == told
