"""Files of requests: every form is read whole, or refused before anything is begun."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError
from smurfs_graph.batch.requests import BatchRequest, read_requests


def read(text: str | bytes, name: str = "requests.jsonl") -> list[BatchRequest]:
    """Read a text as if it stood in a file of that name."""
    return read_requests(io.BytesIO(text if isinstance(text, bytes) else text.encode()), name)


def pairs(text: str | bytes, name: str = "requests.jsonl") -> list[tuple[str, str]]:
    """The ids and queries."""
    return [(each.id, each.query) for each in read(text, name)]


def test_json_lines_keep_their_other_keys() -> None:
    """Empty lines and a byte-order mark are passed over; numbers are ids too."""
    text = b'\xef\xbb\xbf{"id": 7, "query": "one", "tag": [1]}\n\n{"query": "two"}\n'
    assert pairs(text) == [("7", "one"), ("3", "two")]
    assert read(text)[0].data == {"id": 7, "query": "one", "tag": [1]}


def test_tables_and_lines_of_text_are_read() -> None:
    """A cell may hold a line's end; without an ending, the first character tells."""
    assert pairs('id,query,tag\na,"two\nlines",x\n', "r.csv") == [("a", "two\nlines")]
    assert pairs("one\r\n\ntwo\n", "r.txt") == [("1", "one"), ("3", "two")]
    assert pairs('{"query": "one"}\n', "standard input") == [("1", "one")]


def test_a_line_without_an_id_takes_none_that_another_line_has() -> None:
    """Its number may be one; its run is the same in any case."""
    text = '{"query": "a", "id": 2}\n{"query": "b"}\n{"query": "c", "id": "line 2"}\n'
    assert [each.id for each in read(text)] == ["2", "line line 2", "line 2"]
    assert read(text)[1].key == read('{"query": "b"}\n')[0].key


def nested(levels: int) -> str:
    """Write a request with lists in lists."""
    return '{"query": "a", "x": ' + "[" * levels + "]" * levels + "}"


@pytest.mark.parametrize(
    ("text", "name", "complaint"),
    [
        ('{"query": "a"}\n{"query": \n', "r.jsonl", "line 2: no JSON"),
        ('{"query": "a"}\n["a"]\n', "r.jsonl", "line 2: no JSON object"),
        ('\n["a"]\n', "r.jsonl", "^r.jsonl is an array; give JSON lines"),
        ('[\n  {"query": "a"}\n]\n', "r.json", "^r.json is an array; give JSON lines"),
        ('[{"query": "a"}]\n', "standard input", "^standard input is an array; give JSON lines"),
        ('{"query": "a", "query": "b"}\n', "r.jsonl", "line 1: the key 'query' stands twice"),
        ('{"query": "a", "x": {"": 1, "": 2}}\n', "r.jsonl", "line 1: the key '' stands twice"),
        ("query,tag,query\na,x,b\n", "r.csv", "r.csv has the column 'query' twice"),
        *[(f'{{"query": "a"}}\n{nested(n)}\n', "r.jsonl", "line 2: .*deep") for n in (70, 210, 950, 100_000)],
        ('{"question": "a"}\n', "r.jsonl", "line 1: there is no text 'query'"),
        ('{"query": " "}\n', "r.jsonl", "there is no text 'query'"),
        ('{"id": [1], "query": "a"}\n', "r.jsonl", "neither a text nor a number"),
        ('{"id": 1, "query": "a"}\n{"id": "1", "query": "b"}\n', "r.jsonl", "line 2: the id '1' stands in line 1"),
        ("\n\n", "r.txt", "holds no request"),
        (b"\xff\xfe\n", "r.txt", "no text in UTF-8"),
        ("question\na\n", "r.csv", "no column 'query'"),
        ("id,query\n1,a,b\n", "r.csv", "more cells than columns"),
        ('query\n"a\n', "r.csv", "no CSV table"),
        (b"query\n\xff\n", "r.csv", "no CSV table"),
    ],
)
def test_what_cannot_be_read_is_named(text: str | bytes, name: str, complaint: str) -> None:
    """With its line; nothing is begun then."""
    with pytest.raises(ConfigurationError, match=complaint):
        read(text, name)


def test_a_query_that_cannot_be_answered_is_named() -> None:
    """Whoever reads the file says which."""

    def check(query: str) -> None:
        raise ConfigurationError(f"{query} is too long")

    with pytest.raises(ConfigurationError, match=r"line 1: a is too long.*\(and 1 more lines\).*nothing was begun"):
        read_requests(io.BytesIO(b"a\n" * 6), "r.txt", check)


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip), min_size=1, max_size=8), st.data())
def test_requests_are_known_again_wherever_they_stand(queries: list[str], data: st.DataObject) -> None:
    """Keys are distinct, and those of lines without ids outlast a change of their order."""
    lines = [json.dumps({"query": query}) for query in queries]
    found = read("\n".join(lines))
    assert [each.query for each in found] == queries
    assert len({each.key for each in found}) == len(queries)
    mixed = read("\n".join(data.draw(st.permutations(lines))))
    assert {each.key for each in mixed} == {each.key for each in found}


def test_another_query_under_an_id_is_another_request() -> None:
    """So that its old answer does not stand for it."""
    one, other = (read(f'{{"id": 1, "query": "{query}"}}\n')[0].key for query in ("a", "b"))
    assert one != other
