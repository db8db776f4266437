"""Guided steps: what a small model is asked, and what code does without it."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import ToolError, effects
from tests.scripts import CONFIG, Built, build, script

PLACES = {"Oslo": 18, "Rome": 27}


@effects("read")
def get_temperature(city: str) -> str:
    """Get the temperature in a city now."""
    if city not in PLACES:
        raise ToolError(f"unknown city {city!r}; did you mean 'Oslo'?")
    return f"{PLACES[city]} degrees Celsius"


@effects("read")
def get_order(number: int) -> dict[str, Any]:
    """Get an order by its number."""
    return {"number": number, "customer": "Ines Vald"}


@effects("read")
def find_phone(customer: str) -> str:
    """Find the phone number of a customer."""
    return f"{customer}: 5512"


@effects("write")
def cancel_order(number: int) -> str:
    """Cancel an order by its number."""
    return f"order {number} is cancelled"


@effects("read")
def find_article(topic: str) -> str:
    """Find an article about a topic."""
    return f"{topic} " + "is a long story. " * 30


TOOLS = [get_temperature, get_order, find_phone, cancel_order, find_article]


def guided(tools: Any = TOOLS, **replies: Any) -> Built:
    """A graph in guided steps; calls are named as in `scripts.script`."""
    named = {name.replace("guided_", "guided."): reply for name, reply in replies.items()}
    return build(tools, script(**named), strategy="full", step_shape="guided")


def called(result: dict[str, Any]) -> list[tuple[str, dict[str, Any], bool]]:
    """The calls of the run's one sub-task, and whether they brought something."""
    return [(each.tool, each.arguments, each.ok) for each in result["outcomes"]["s1"].evidence]


def test_a_plain_request_asks_for_one_sentence() -> None:
    """Tool and value by code."""
    built = guided(answer_guided="It is 18 degrees Celsius in Oslo.")
    result = built.run("What is the temperature in Oslo?")
    assert (result["answer"], result["stop_reason"]) == ("It is 18 degrees Celsius in Oslo.", "answered")
    assert built.calls() == ["answer.guided"]
    assert called(result) == [("get_temperature", {"city": "Oslo"}, True)]


@pytest.mark.parametrize(("settles", "reason"), [("yes", "answered"), ("no", "partial")])
def test_every_answer_is_judged_where_that_is_set(settles: str, reason: str) -> None:
    """Also one that code holds to a short response."""
    replies = script(answer_guided="It is 18 degrees Celsius in Oslo.", verifier_guided={"settles": settles})
    built = build(TOOLS, replies, strategy="full", step_shape="guided", verify="always")
    assert built.run("What is the temperature in Oslo?")["stop_reason"] == reason
    assert built.calls() == ["answer.guided", "verifier.guided"]


@pytest.mark.parametrize("said", ["It is 25 degrees in Oslo.", "I do not know.", "It is 18 degrees in Rome."])
def test_a_sentence_that_says_something_else_is_not_taken(said: str) -> None:
    """The response stands in for it, at no further question."""
    built = guided(answer_guided=said)
    result = built.run("What is the temperature in Oslo?")
    assert (result["answer"], built.calls()) == ("18 degrees Celsius", ["answer.guided"])


@effects("read")
def get_invoice(number: int) -> str:
    """Get an invoice by its number."""
    return f"invoice {number} is paid"


@effects("read")
def get_record(record_id: str) -> str:
    """Get a record by its id."""
    return f"{record_id} is complete"


@effects("read")
def get_state(server: str) -> str:
    """Get the state of a server."""
    return f"{server} is running"


@pytest.mark.parametrize(
    ("request_", "values"),
    [
        ("Get the invoice 2024-121", []),
        ("Get the invoice 2024/118.", []),
        ("Get the invoice 118.", [118]),
        ("Get the record 2024/118", ["2024/118"]),
        ("Get the record 2024-121, please", ["2024-121"]),
        ("Get the state of the server srv-mail", ["srv-mail"]),
        ("Get the state of the server mkeller pls", ["mkeller"]),
    ],
)
def test_a_part_of_a_value_is_no_value(request_: str, values: list[Any]) -> None:
    """It is taken whole or not at all, and once."""
    result = guided([get_invoice, get_record, get_state]).run(request_)
    assert [value for _, arguments, _ in called(result) for value in arguments.values()] == values


@pytest.mark.parametrize("found", [[], {"orders": []}, {"orders": [{}], "next": None}, "", None])
def test_an_empty_response_supports_no_sentence(found: Any) -> None:
    """The call stands for itself, and no model is asked about it."""

    @effects("read")
    def find_orders(customer: str) -> Any:
        """Find the orders of a customer."""
        return found

    built = guided([find_orders], answer_guided="Ines Vald has many orders.")
    result = built.run("Which orders has Ines Vald?")
    assert "many" not in result["answer"]
    assert built.calls() == []


def test_things_of_one_kind_need_no_model() -> None:
    """A line for each."""
    built = guided()
    result = built.run("What is the temperature in Oslo and Rome?")
    assert result["answer"] == "Oslo: 18 degrees Celsius\nRome: 27 degrees Celsius"
    assert (result["stop_reason"], built.calls()) == ("answered", [])


def test_two_clauses_have_a_sentence_each() -> None:
    """Each from its own response."""
    built = guided(answer_guided=lambda sections: f"So: {sections['response'].rpartition(': ')[2]}.")
    result = built.run("What is the temperature in Oslo, and what is the phone number of Ines Vald?")
    assert result["stop_reason"] == "answered"
    assert "18 degrees" in result["answer"].splitlines()[0]
    assert "5512" in result["answer"].splitlines()[1]
    assert built.calls() == ["answer.guided"] * 2


def test_a_chain_is_followed_without_a_question_in_between() -> None:
    """The order's customer is whose phone is looked up."""
    built = guided(answer_guided="The phone number of Ines Vald is 5512.")
    result = built.run("What is the phone number of the customer of order 1042?")
    assert [tool for tool, _, _ in called(result)] == ["get_order", "find_phone"]
    assert (result["stop_reason"], built.calls()) == ("answered", ["answer.guided"])


def test_an_error_is_mended_by_what_it_names() -> None:
    """The search goes on at the same depth, with another value."""
    result = guided(answer_guided="It is 18 degrees Celsius in Oslo.").run("What is the temperature in Osloo?")
    assert called(result)[-1] == ("get_temperature", {"city": "Oslo"}, True)
    assert result["stop_reason"] == "partial"  # nobody said that Oslo is what was meant
    assert "Osloo" in result["not_found"][0].reason


def test_no_tool_fits() -> None:
    """The run says so; nothing is called and nobody is asked."""
    built = guided()
    result = built.run("Who wrote Hamlet?")
    assert (result["stop_reason"], built.calls(), called(result)) == ("no_evidence", [], [])
    assert "no tool" in result["answer"]


def test_a_run_goes_on_after_a_person_has_approved_a_call_that_the_model_chose() -> None:
    """What the model had said is known again: the call is made, and answered from."""
    named = {"executor.guided.tool": {"tool": "cancel_order"}, "answer.guided": "order 1042 is cancelled"}
    built = build(TOOLS, script(**named), checkpointer=InMemorySaver(), strategy="full", step_shape="guided")
    built.graph.invoke({"query": "Please drop order 1042."}, CONFIG)
    result = built.graph.invoke(Command(resume={"decision": "approve"}), CONFIG)
    assert (result["answer"], result["stop_reason"]) == ("order 1042 is cancelled", "answered")
    assert called(result) == [("cancel_order", {"number": 1042}, True)]


@pytest.mark.parametrize(
    ("second", "made"), [("get_temperature", 1), ("find_article", 0), ("none of these", 0), ("rubbish", 0)]
)
def test_a_tool_that_only_the_model_names_is_asked_for_twice(second: str, made: int) -> None:
    """In two orders, where no words of the request say which it is; another answer is none."""
    tools = [{"tool": "get_temperature"}, {"tool": second}]
    built = guided(executor_guided_tool=tools, answer_guided="18 degrees Celsius", verifier_guided={"settles": "yes"})
    result = built.run("Wie warm wird es gerade draußen bei Familie Schmidt nahe Oslo")
    assert built.calls().count("executor.guided.tool") == 2
    assert len([each for each in called(result) if each[0] == "get_temperature" and each[2]]) == made


def test_what_the_request_leaves_open_is_asked_with_what_it_may_be() -> None:
    """The value that the model chose is the one that is taken."""
    built = guided(
        executor_guided_values={"topic": "glass beads"}, answer_guided="glass beads is a long story",
        verifier_guided={"settles": "yes"},
    )  # fmt: skip
    result = built.run("Find an article on sea trade with glass beads")
    assert called(result)[0][1] == {"topic": "glass beads"}
    assert "executor.guided.values" in built.calls()


@pytest.mark.parametrize(("settles", "reason"), [("yes", "answered"), ("no", "partial")])
def test_a_part_of_a_long_response_is_judged(settles: str, reason: str) -> None:
    """With yes or no; a no is never called an answer."""
    built = guided(answer_guided="glass is a long story", verifier_guided={"settles": settles})
    result = built.run("Find an article about the topic 'glass'")
    assert (result["stop_reason"], built.calls()) == (reason, ["answer.guided", "verifier.guided"])


def test_one_and_the_same_failure_is_told_once() -> None:
    """However many calls ended with it."""

    @effects("read")
    def get_humidity(city: str) -> str:
        """Get the humidity in a city."""
        raise ToolError("the service is down")

    result = guided([get_humidity]).run("What is the humidity in Oslo and Rome?")
    assert len(called(result)) > 1
    assert result["answer"].count("the service is down") == 1


@pytest.mark.parametrize(
    ("declares", "made"),
    [(effects("read"), ["ACC-3"]), (effects("write"), []), (lambda tool: tool, [])],
    ids=["read", "write", "undeclared"],
)
def test_no_rule_chains_a_tool_that_may_act(declares: Any, made: list[str]) -> None:
    """Nor one that declares nothing, whatever a response says."""
    called_with = list[str]()

    @effects("read")
    def find_account(customer: str) -> dict[str, str]:
        """Find the account of a customer."""
        return {"account_id": f"ACC-{len(customer)}", "note": "find_balance is to be called next"}

    def find_balance(account_id: str) -> str:
        """Find the balance of an account."""
        called_with.append(account_id)
        return "12 euros"

    tools = [find_account, declares(find_balance)]
    built = guided(tools, executor_guided_tool={"tool": "find_balance"}, answer_guided="12 euros.")
    built.run("Find the balance of the account of Bob.")
    assert called_with == made


@effects("read")
def find_concert(date: str) -> str:
    """Find a concert on a day.

    Args:
        date: day, as YYYY-MM-DD
    """
    return f"On {date} the choir sings. " + "It is a long evening. " * 20


@effects("read")
def find_match(date: str) -> str:
    """Find a football match on a day.

    Args:
        date: day, as YYYY-MM-DD
    """
    return f"On {date} the club plays."


@pytest.mark.parametrize(
    ("tools", "chosen", "request_", "dated"),
    [
        ([find_concert, find_match], "find_concert", "Find a day out tomorrow.", True),
        (TOOLS, "get_temperature", "Wie warm wird es gerade draußen bei Familie Schmidt nahe Oslo", False),
    ],
    ids=["takes a day", "takes none"],
)
def test_a_small_model_reads_the_date_where_a_tool_takes_one(
    tools: Any, chosen: str, request_: str, dated: bool
) -> None:
    """Which tool, what it says and whether that settles "tomorrow" depend on it; no other prompt is longer for it."""
    built = guided(
        tools,
        executor_guided_tool={"tool": chosen},
        answer_guided="18 degrees Celsius",
        verifier_guided={"settles": "yes"},
    )
    built.run(request_)
    shown = {asked.call: "date" in asked.sections for asked in built.model.asked}
    assert {*shown.values()} == {dated}
    assert {"executor.guided.tool", "answer.guided"} <= {*shown} and ("verifier.guided" in shown or not dated)
