"""Values that no rule speaks for: other cuts of names, noun phrases and plain numbers, kept few by what is learnt."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.candidates import candidates, tried
from smurfs_graph.offline.joint.features import mentions_of
from smurfs_graph.offline.joint.likely import MOST, likely
from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.task import Task
from smurfs_graph.offline.joint.variants import MOST as MOST_CUTS
from smurfs_graph.offline.joint.variants import variants
from smurfs_graph.offline.mentions import find_mentions

TEXT: dict[str, Any] = {"type": "string"}


def document(tool: str, description: str, required: str = "", /, **properties: Any) -> Document:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    found = parse_document(json.dumps({"name": tool, "description": description, "parameters": schema}))
    assert found is not None
    return found


SHOW = document("find_show", "Finds a show by its title.", "title", title=TEXT)
SAW = document("rent_tool", "Rents a tool. Tools: band saw, floor sander.", "tool days", tool=TEXT,
               days={"type": "integer"})  # fmt: skip
GLAZE = document("glaze_price", "Price of a glaze.", "panes", panes={"type": "integer"})


def values(one: Document, parameter: str, text: str) -> list[Any]:
    return [each.value for each in tried(one, text) if each.parameter == parameter]


def cuts(one: Document, text: str) -> set[str]:
    return {each.value for each in variants(one, text, find_mentions(text))}


def test_names_are_tried_joined_opened_and_in_parts() -> None:
    assert "The Owl and the Anchor" in cuts(SHOW, "How long is The Owl and the Anchor on 3 May 2026?")
    assert "Corner Press" in cuts(SHOW, "The Corner Press called about a show.")
    assert {"Ida Voss", "Halden Freight"} <= cuts(SHOW, "Put Ida Voss of Halden Freight on the list.")
    assert "Haldane" in cuts(SHOW, "Ask Judge Haldane about it.")
    assert "Tin lens" in cuts(SHOW, "Who gave us the Tin lens?")
    assert {"Paper Kites", "104"} <= cuts(SHOW, "Have we got Paper Kites 104?")
    assert "Crumpet" in cuts(SHOW, "Crumpet, the baker's dog, is lost.")


def test_noun_phrases_are_tried_whole_and_in_the_singular() -> None:
    assert "band saw" in values(SAW, "tool", "Rent a band saw for 3 days.")
    assert "floor sander" in values(SAW, "tool", "Two floor sanders, please.")
    assert not {"rent", "please"} & set(map(str.lower, values(SAW, "tool", "Rent it for 3 days please.")))


def test_a_plain_number_is_tried_where_no_noun_speaks_for_it() -> None:
    assert values(GLAZE, "panes", "What is the price for 40 skylights?") == [40]
    assert values(GLAZE, "panes", "What is the price, if I have 40 euros?") == []
    assert [one.value for one in candidates(GLAZE, "What is the price for 40 skylights?")] == []


def test_what_is_not_likely_enough_is_left_out() -> None:
    text = "Rent a band saw, a garden hose, a long ladder, a paint gun, a cable drum and a water pump for 3 days."
    found = likely(SAW, text, tried(SAW, text), mentions_of(SAW, text))
    assert 0 < sum(one.unsaid and one.parameter == "tool" for one in found) <= MOST
    assert all(one.chance is not None for one in found if one.unsaid)


def test_a_reading_takes_such_a_value() -> None:
    found, _ = readings(Task("What is the price of a glaze for 40 skylights?", (GLAZE,)))
    assert {"panes": 40} in [call.arguments for one in found for call in one.ready]


@given(
    st.lists(st.sampled_from(["Owl", "and", "the", "of", "lamps", "The", "12", "in", "Bo", "K-7", ".", "dry", "'s"]))
)
def test_cuts_are_few_and_stand_in_the_text(parts: list[str]) -> None:
    text = " ".join(parts)
    found = variants(SHOW, text, find_mentions(text))
    assert len(found) <= MOST_CUTS + len(parts)
    assert all(0 <= one.start < one.end <= len(text) and one.value for one in found)
