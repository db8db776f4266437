"""Answers are grounded on every path: what no call returned is flagged, never sent back, and the run is partial."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel

from smurfs_graph import ToolError, effects
from tests.scripts import FUSED, Built, Turns, build, calling, finish, script

ASKED = "What does item A-17 cost?"
RIGHT, INVENTED = "A-17 costs 79.50 EUR.", "It sold for 85.20 EUR last year."
CALL = 'get_price(item="A-17")'


@effects("read")
def get_price(item: str) -> dict[str, Any]:
    """Get the price of an item."""
    if item != "A-17":
        raise ToolError(f"there is no item {item!r}")
    return {"item": item, "price": 79.5, "currency": "EUR", "notes": ["list price"] * 3}


def native(*answers: str, **settings: Any) -> Turns:
    """A run in native steps whose model calls once and then gives these answers."""
    return Turns(calling("get_price", {"item": "A-17"}), *answers, tools=[get_price], **settings)


def written(answer: str, strategy: str) -> Built:
    """A graph whose agents find the price and write this answer, whichever of them has to."""
    call = {"thought": "", "tool": "get_price", "arguments": {"item": "A-17"}, "calls": []}
    replies: dict[str, Any] = {
        "executor_fused": {"thought": "", "calls": [{"tool": "get_price", "arguments": {"item": "A-17"}}]},
        "executor_tool": {"tool": "get_price"},
        "executor_arguments": {"item": "A-17"},
        "answer": {"answer": answer},
        "answer_fused": {"answer": answer, "status": "solved", "hint": ""},
        "deliverer": {"answer": f"{answer} [s1]"},
        "executor_react": [call, finish(answer)],
        "caller": {"tool": "get_price", "arguments": {"item": "A-17"}},
        "summarizer": {"answer": answer},
    }
    settings: dict[str, Any] = {
        "fused": FUSED,
        "rich": {**FUSED, "context": "rich"},  # one sub-task has said all: no deliverer is asked
        "split": {**FUSED, "step_shape": "split"},
    }
    return build([get_price], script(**replies), **settings.get(strategy, {"strategy": strategy}))


PLANTED = (
    ("It sold for 85.20 EUR last year.", "85.20"),
    ("The list price was €1,299.00 before.", "1,299.00"),
    ("You save 23 % on it.", "23"),
    ("There are 417 pieces left.", "417"),
    ("It comes with a warranty of 24 months.", "24"),
    ("It weighs about 3.7 kg.", "3.7"),
    ("Eighty-eight customers bought it.", "Eighty-eight"),
    ("It has been in stock since 2019.", "2019"),
    ("It was delivered on 3 May 2026.", "3 May 2026"),
    ("It came in on 2026-02-11.", "2026-02-11"),
    ("The offer ends on December 24th.", "December 24th"),
    ("It is shipped at 17:45.", "17:45"),
    ("Its successor is A-19.", "A-19"),
    ("The receipt has the number R-55821.", "R-55821"),
    ("The batch is XK9042.", "XK9042"),
    ("It was sold to Quentin Ashworth.", "Quentin Ashworth"),
    ("The supplier is Nordlicht GmbH.", "Nordlicht GmbH"),
    ("It is kept in a warehouse in Lyon.", "Lyon"),
    ('The label says "Made with care".', "Made with care"),
    ("Questions go to sales@nordlicht.example.", "sales@nordlicht.example"),
)


@pytest.mark.parametrize("shape", ["native", "fused", "rich", "split"])
def test_twenty_planted_inventions_are_flagged_and_nothing_else(shape: str) -> None:
    """Numbers, dates, times, ids, names, quotations and addresses, each in a claim of its own beside right ones."""
    answer = " ".join([RIGHT, *(text for text, _ in PLANTED), "It is the list price."])
    result = native(answer).result(ASKED) if shape == "native" else written(answer, shape).run(ASKED)
    flagged = {claim.text.rstrip("."): claim.ungrounded for claim in result["claims"] if not claim.supported}
    assert flagged == {text.rstrip("."): (fact,) for text, fact in PLANTED}
    assert result["stop_reason"] == "partial"


STRATEGIES = ["fused", "rich", "split", "smurfs", "react", "dfsdt", "alpha-umi"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_invention_is_flagged_whoever_wrote_it(strategy: str) -> None:
    """The claim that holds it is unsupported, a warning names it, and the run did not answer."""
    result = written(f"{RIGHT} {INVENTED}", strategy).run(ASKED)
    flagged = [claim for claim in result["claims"] if claim.ungrounded]
    assert [(claim.ungrounded, claim.supported) for claim in flagged] == [(("85.20",), False)]
    assert result["stop_reason"] == "partial"
    assert any("85.20" in warning for warning in result["warnings"])


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_right_answer_names_its_calls_and_costs_nothing_more(strategy: str) -> None:
    """No flag, no warning, no further question."""
    built = written(RIGHT, strategy)
    result = built.run(ASKED)
    assert [(claim.calls, claim.supported) for claim in result["claims"]] == [((CALL,), True)]
    assert (result["stop_reason"], result["warnings"]) == ("answered", [])
    assert len(set(built.calls())) == len(built.calls()) or strategy in ("react", "dfsdt", "alpha-umi")


def test_native_steps_are_not_asked_again_for_what_they_invent() -> None:
    """Statement by statement: what was found stays supported."""
    run = native(f"{RIGHT} {INVENTED}")
    result = run.result(ASKED)
    assert [(claim.text, claim.supported) for claim in result["claims"]] == [(RIGHT, True), (INVENTED, False)]
    assert (result["stop_reason"], len(run.seen)) == ("partial", 2)


def test_content_from_reads_that_all_failed_is_no_answer() -> None:
    """Also where earlier turns are known: what they do not hold rests on nothing."""
    asked = {"messages": [("user", "hello"), ("ai", "Hello, how can I help?"), ("user", "What does B-2 cost?")]}
    replies = calling("get_price", {"item": "B-2"}), "It costs 12.80 EUR."
    result = Turns(*replies, tools=[get_price]).graph.invoke(asked)
    assert result["stop_reason"] == "no_evidence"
    assert [claim.supported for claim in result["claims"]] == [False]
    assert result["not_found"][0].reason == "not found: none of its calls returned anything"


def test_what_an_earlier_turn_said_answers_where_every_call_fails() -> None:
    """The conversation holds it."""
    earlier = [("user", "How much?"), ("ai", "B-2 costs 12.80 EUR."), ("user", "What does B-2 cost again?")]
    run = Turns(calling("get_price", {"item": "B-2"}), "B-2 costs 12.80 EUR.", tools=[get_price])
    result = run.graph.invoke({"messages": earlier})
    assert (result["stop_reason"], result["warnings"]) == ("answered_without_tools", [])


def test_a_later_turn_rests_on_calls_of_an_earlier_one() -> None:
    """Without a call of its own; what no result of either turn holds is flagged."""
    run = native(RIGHT, "It was 79.50 EUR, or 71.10 EUR with a discount.", checkpointer=InMemorySaver())
    run.result(ASKED)
    result = run.result("And what did it cost again?")
    assert [(claim.calls, claim.ungrounded) for claim in result["claims"]] == [((CALL,), ("71.10",))]


def test_what_was_flagged_once_is_flagged_when_it_is_said_again() -> None:
    """An answer is no evidence for the next one."""
    run = native(INVENTED, "As I said: 85.20 EUR.", checkpointer=InMemorySaver())
    run.result(ASKED)
    [claim] = run.result("What did it sell for?")["claims"]
    assert claim.ungrounded == ("85.20",)


def test_an_answer_without_tools_makes_no_claims() -> None:
    """Nothing was looked up that it could be held against."""
    run = Turns("Paris has 2.1 million inhabitants.", tools=[get_price], model={"profile": {"tool_calling": True}})
    result = run.result("How many people live in Paris?")
    assert (result["stop_reason"], result["claims"], result["warnings"]) == ("answered_without_tools", [], [])


def test_a_failed_call_supports_what_denies_something_and_nothing_else() -> None:
    """The claim that B-2 is not there rests on the call which said so."""
    for answer, calls in (("B-2 was not found.", ('get_price(item="B-2")',)), ("B-2 was delivered.", ())):
        replies = calling("get_price", {"item": "B-2"}, {"item": "A-17"}), f"A-17 costs 79.50 EUR. {answer}"
        claims = Turns(*replies, tools=[get_price]).result("What do A-17 and B-2 cost?")["claims"]
        assert [claim.calls for claim in claims if claim.text == answer] == [calls]


class Offer(BaseModel):
    """The answer as data."""

    item: str
    price: float
    since: str = ""


@pytest.mark.parametrize(
    ("written", "lacking", "reason"),
    [
        ({"item": "A-17", "price": 79.5}, "", "answered"),
        ({"item": "A-17", "price": 85.2, "since": "2026-02-11"}, "85.2, 2026-02-11", "partial"),
    ],
)
def test_invented_data_is_warned_of_and_not_sent_back(written: Any, lacking: str, reason: str) -> None:
    """The values that neither the answer nor a result has."""
    call = {"thought": "", "calls": [{"tool": "get_price", "arguments": {"item": "A-17"}}]}
    said = {"answer": RIGHT, "status": "solved", "hint": ""}
    replies = script(executor_fused=call, answer_fused=said, deliverer={"answer": f"{RIGHT} [s1]"},
                     deliverer_structured=written)  # fmt: skip
    built = build([get_price], replies, **FUSED, answer_schema=Offer)
    result = built.run(ASKED)
    assert built.calls().count("deliverer.structured") == 1
    assert (result["structured"].price, result["stop_reason"]) == (written["price"], reason)
    warning = f"structured: in no result, request or conversation: {lacking}"
    assert result["warnings"] == ([warning] if lacking else [])
