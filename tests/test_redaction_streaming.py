"""A text that is masked while it is written."""

from hypothesis import example, given
from hypothesis import strategies as st

from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.redaction.streaming import StreamedText

KNOWN = ("correct horse battery staple", "Kö8nig-geheim-42", "hunter2-hunter2")
SECRETS = (
    *KNOWN, "sk-abcdefghijklmnop1234", "ghp_abcdefghijklmnop0123", "AKIAABCDEFGHIJKL1234",
    "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl",
)  # fmt: skip
NAMED = ("password: {}", "the api_key is {}", '"token": "{}"', "client_secret={}")
VALUES = ("gh7Kq2pZ", "aaaaAAAA11112", "open sesame now")
words = st.sampled_from(
    ["The", "price", "is", "12.50", "€", "[note]", "\n", "- item", "東京まで", "it's", '"quoted"', "a:b", "…"]
)
secrets = st.sampled_from([*SECRETS, *(name.format(value) for name in NAMED for value in VALUES[:2])])
texts = st.lists(st.one_of(words, secrets), max_size=30).map(" ".join)
redactor = Redactor(KNOWN, environment={})


def stream(text: str, cuts: list[int], *, marks: bool = False) -> list[str]:
    edit = (lambda whole: whole.replace(" [s1]", "")) if marks else str
    streamed, at, given_out = StreamedText(redactor, edit), 0, list[str]()
    for cut in [*sorted(each % (len(text) + 1) for each in cuts), len(text)]:
        given_out.append(streamed.add(text[at:cut]))
        at = cut
    return [*given_out, streamed.end()]


@given(texts, st.lists(st.integers(0, 2_000), max_size=40))
@example('"token": "open sesame now" it', list(range(30)))
@example("correct horse battery staple", list(range(30)))
def test_chunks_are_masked_as_the_whole_is(text: str, cuts: list[int]) -> None:
    assert "".join(stream(text, cuts)) == redactor.text(text)


@given(texts)
def test_chunks_of_one_character_each_are_masked_as_the_whole_is(text: str) -> None:
    assert "".join(stream(text, list(range(len(text))))) == redactor.text(text)


def test_a_word_is_shown_as_soon_as_the_next_one_begins() -> None:
    assert stream("The price is 12", [4, 10, 13]) == ["The", " price", " is", "", " 12"]


def test_a_mark_is_taken_out_whole_and_other_brackets_stay() -> None:
    text = "It leaves at 8:02 [s1]. See [the timetable] too."
    chunks = stream(text, list(range(len(text))), marks=True)
    assert "".join(chunks) == "It leaves at 8:02. See [the timetable] too."


def test_a_language_without_blanks_is_not_held_back() -> None:
    assert stream("東京から大阪まで", [4]) == ["東京から", "大阪まで", ""]


def test_a_long_text_is_given_out_whole_with_its_secrets_masked() -> None:
    text = ("This line is one of many, and there is nothing secret in it at all.\n" * 20 + KNOWN[0] + ". ") * 3
    assert "".join(stream(text, list(range(0, len(text), 7)))) == redactor.text(text)
