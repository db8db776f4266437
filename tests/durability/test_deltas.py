"""Differences: what is kept of a version and its predecessor makes the version again, whatever they are."""

import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zstandard import ZstdCompressor

from smurfs_graph.checkpoints.deltas import apply, difference
from smurfs_graph.checkpoints.versions import Encoded, Version, Versions, whole_version

PIECE = st.binary(max_size=80) | st.sampled_from([b"a" * 70, bytes(range(200)), b"\0" * 33])
TEXT = st.lists(PIECE, max_size=12).map(b"".join)


@given(TEXT, TEXT)
def test_a_difference_makes_any_version_from_any_other(old: bytes, new: bytes) -> None:
    """The two need not be related."""
    assert apply(old, difference(old, new)) == new


@given(st.lists(PIECE, min_size=1, max_size=12), st.data())
def test_a_difference_makes_an_edited_version(pieces: list[bytes], data: st.DataObject) -> None:
    """Pieces inserted, removed, moved and repeated."""
    new = data.draw(st.lists(st.sampled_from(pieces) | PIECE, max_size=14))
    assert apply(b"".join(pieces), difference(b"".join(pieces), b"".join(new))) == b"".join(new)


@given(st.binary(max_size=100), st.binary(max_size=100))
def test_hostile_bytes_are_refused_or_harmless(old: bytes, changes: bytes) -> None:
    """Nothing but ValueError."""
    try:
        apply(old, changes)
    except ValueError:
        return


@pytest.mark.parametrize(
    "changes",
    [
        b"",
        b"text",
        difference(b"1", b"x")[:-1],
        difference(b"1", b"x") + b"more",
        difference(bytes(range(99)), bytes(range(99))),
    ],
)
def test_what_is_no_difference_from_the_old_version_is_refused(changes: bytes) -> None:
    """Cut off, with something behind it, or with what another version had."""
    with pytest.raises(ValueError, match="no difference"):
        apply(b"1", changes)


def test_differences_that_make_too_much_are_refused() -> None:
    """A few bytes cannot fill the memory; how much they make has to be said in front."""
    assert apply(b"", difference(b"", b"x" * 10_000), most=10_000)
    for bomb in (difference(b"", b"x" * 10_001), ZstdCompressor(write_content_size=False).compress(b"x")):
        with pytest.raises(ValueError, match="more than"):
            apply(b"", bomb, most=10_000)


@pytest.mark.parametrize("size", [100, 3000, 30_000, 100_000])
def test_a_change_costs_the_same_in_a_small_state_and_in_a_large_one(size: int) -> None:
    """A new time in front, an entry in the middle, versions that count on at the end."""
    chance = random.Random(size)
    body = chance.randbytes(size // 2).hex().encode()
    old = b"time 1" + body[: size // 2] + body[size // 2 :] + b"version 000001.abcdef" * 3
    new = b"time 2" + body[: size // 2] + b"entry" * 10 + body[size // 2 :] + b"version 000002.fedcba" * 3
    assert apply(old, difference(old, new)) == new
    assert len(difference(old, new)) < 150


@given(st.lists(TEXT, min_size=1, max_size=20), st.integers(0, 3))
def test_a_chain_of_versions_is_read_back(raws: list[bytes], forgotten: int) -> None:
    """Whole ones and differences, with a memory that is lost now and then."""
    versions, kept, parent = Versions(), dict[str, tuple[str | None, bytes]](), None
    for number, raw in enumerate(raws):
        before = versions.find(("t", ""), parent)
        version, data = (before.next if before else whole_version)(f"{number:03}", raw)
        kept[version.id] = (version.base, data)
        versions.keep(("t", ""), version, instead_of=parent)
        parent = version.id
        if forgotten and number % (forgotten + 1) == forgotten:
            versions.forget_run("t")

    def read(name: str) -> bytes:
        base, data = kept[name]
        return apply(read(base) if base else b"", data)

    assert [read(f"{number:03}") for number in range(len(raws))] == raws


def test_what_is_remembered_has_a_bound() -> None:
    """Of the memory that it takes, not of the values alone; the least recently written run is forgotten first."""
    versions = Versions(most_bytes=500_000)
    tracemalloc.start()
    for number in range(1000):
        channels = {f"channel {at}": Encoded(f"{number:032}.{at:08}", b"x" * 10) for at in range(20)}
        versions.keep((f"t{number}", ""), Version("1", None, 0, 0, b"x" * 300, channels))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 500_000
    known = [number for number in range(1000) if versions.find((f"t{number}", ""), "1")]
    assert known == [*range(known[0], 1000)]
    assert len(known) > 20
