"""The output of programs: bounded, its last lines kept, every cut said."""

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.programs.printed import Printed


def test_a_long_line_does_not_hide_the_one_after_it() -> None:
    """Each line is cut by itself, and says so."""
    printed = Printed(most_chars=1_000, longest_line=50)
    printed.write("stdout", "a" * 200 + "\nshort\n")
    assert printed.text == "a" * 50 + " [… 150 more characters of this line]\nshort"


def test_many_lines_keep_the_first_and_the_last() -> None:
    """The lines between are counted."""
    printed = Printed(most_chars=100, longest_line=50)
    for number in range(1_000):
        printed.write("stdout", f"line {number}\n")
    lines = printed.text.split("\n")
    assert lines[0] == "line 0" and lines[-1] == "line 999"
    gone = [f"line {number}" for number in range(1_000) if f"line {number}" not in lines]
    assert f"[… {len(gone)} lines ({sum(map(len, gone))} characters) left out here]" in lines


@given(st.lists(st.text(alphabet="ab\n", max_size=8), max_size=30))
def test_what_has_room_comes_as_it_was_printed(parts: list[str]) -> None:
    """In whatever pieces it comes."""
    printed = Printed()
    for part in parts:
        printed.write("stdout", part)
    assert printed.text == "".join(parts).removesuffix("\n")


@given(st.lists(st.text(alphabet="ab", max_size=30), min_size=1, max_size=300), st.integers(40, 120))
def test_a_text_at_once_keeps_first_and_last_lines_and_counts_the_rest(lines: list[str], most: int) -> None:
    """The result is that of pieces; the counted lines and characters are those that are missing."""
    printed = Printed(most, 20)
    printed.write("stdout", "\n".join([*lines, "the end\n"]))
    *told, last = printed.text.split("\n")
    gaps = [line for line in told if line.startswith("[… ")]
    assert last == "the end" and len(gaps) <= 1
    at = told.index(gaps[0]) if gaps else len(told)
    shown = [line.partition(" [… ")[0] for line in told]
    left = int(gaps[0].split()[1]) if gaps else 0
    assert shown[:at] == [line[:20] for line in lines[:at]]
    assert at + left + len(shown[at + 1 :]) == len(lines)
    assert shown[at + 1 :] == [line[:20] for line in lines[at + left :]]


def test_a_flood_of_lines_is_passed_over() -> None:
    """Thirty million of them are no work for this process."""
    printed = Printed()
    printed.write("stdout", "\n" * 30_000_000 + "the end")
    assert printed.text.endswith("\nthe end") and len(printed.text) < 40_000
    assert "[… 29" in printed.text


@given(st.lists(st.text(max_size=40), max_size=60), st.integers(10, 200), st.integers(5, 60))
def test_what_is_kept_is_bounded(parts: list[str], most: int, longest: int) -> None:
    """However much is printed."""
    printed = Printed(most, longest)
    for part in parts:
        printed.write("stdout", f"{part}\n")
    assert len(printed.text) <= 3 * most + 60 * (most // 2 + 2) + 200
