"""Values that a policy decides on, a person sees and a cache compares are those the tool gets, whatever their types."""

from collections import deque
from collections.abc import Generator, Iterable
from typing import Annotated, Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool, Tool, ToolException
from langgraph.prebuilt import ToolRuntime
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Secret,
    SecretStr,
    WithJsonSchema,
    model_validator,
)

from smurfs_graph import ConfigurationError, effects
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.call_cache import CallCache
from smurfs_graph.tools.calling import Response, Terms, call_tool
from smurfs_graph.tools.policy import parse_policy
from smurfs_graph.tools.python import from_object
from tests.scripts import build, script

NO_MALLORY = parse_policy('{default: allow, rules: [{decision: deny, arguments: {"*": mallory}}]}', "p")
got: list[Any] = []


@pytest.fixture(autouse=True)
def nothing_got() -> None:
    """Every test starts with an empty record."""
    got.clear()


@effects("write")
def send(to: Iterable[str]) -> str:
    """Send."""
    got.append(list(to))
    return "sent"


@effects("write")
def send_each(to: list[Iterable[str]] | None) -> str:
    """Send."""
    got.append([list(each) for each in to or ()])
    return "sent"


@effects("write")
def send_queue(to: deque[str]) -> str:
    """Send."""
    got.append(list(to))
    return "sent"


@effects("write")
def send_secretly(to: Secret[str]) -> str:
    """Send."""
    got.append([to.get_secret_value()])
    return "sent"


@effects("write")
def send_secret_list(to: Secret[list[SecretStr]]) -> str:
    """Send."""
    got.append([each.get_secret_value() for each in to.get_secret_value()])
    return "sent"


MALLORY = SecretStr("mallory")


@effects("write")
def send_by_default(to: SecretStr = MALLORY) -> str:
    """Send."""
    got.append([to.get_secret_value()])
    return "sent"


class Masked(str):
    """A text that prints as stars."""

    def __str__(self) -> str:
        return "***"


@effects("write")
def send_masked(to: Annotated[str, AfterValidator(Masked)]) -> str:
    """Send."""
    got.append(["".join(to)])
    return "sent"


WAYS: dict[str, tuple[Any, dict[str, Any]]] = {
    "iterable": (send, {"to": ["ada", "mallory"]}),
    "nested iterable": (send_each, {"to": [["ada"], ["mallory"]]}),
    "deque": (send_queue, {"to": ["ada", "mallory"]}),
    "secret": (send_secretly, {"to": "mallory"}),
    "secret list": (send_secret_list, {"to": ["ada", "mallory"]}),
    "secret default": (send_by_default, {}),
    "text that prints as another": (send_masked, {"to": "mallory"}),
}


async def call(thing: Any, arguments: dict[str, Any], terms: Terms | None = None) -> Response:
    """Call something as a tool."""
    terms = terms or Terms(policy=NO_MALLORY)
    [tool] = from_object(thing)
    return await call_tool(tool, arguments, timeout=20, max_chars=1000, terms=terms)


@pytest.mark.parametrize("way", WAYS)
async def test_a_rule_sees_every_value_that_a_tool_gets(way: str) -> None:
    """Lazy sequences, queues, secrets, also within others and as defaults."""
    function, arguments = WAYS[way]
    response = await call(function, arguments)
    assert (response.made, got) == (False, []) and "forbids" in response.reason


@pytest.mark.parametrize("way", ["iterable", "nested iterable", "deque", "secret", "secret list"])
def test_different_values_have_different_fingerprints_and_plain_spellings(way: str) -> None:
    """A person's approval names the values; two calls are never taken for one."""
    function, arguments = WAYS[way]
    [tool] = from_object(function)
    spelled = canonical_arguments(tool, arguments)
    assert spelled == arguments
    changed = {"to": _renamed(arguments["to"])}
    assert fingerprint(tool, canonical_arguments(tool, changed)) != fingerprint(tool, spelled)


def _renamed(value: Any) -> Any:
    return "eve" if value == "mallory" else [_renamed(each) for each in value] if isinstance(value, list) else value


class Opaque:
    """Says nothing of what it holds, as an array that prints its first and last items."""

    def __init__(self, items: list[str]) -> None:
        self.items = items

    def __str__(self) -> str:
        return f"[{self.items[0]} ... {self.items[-1]}]"


Array = Annotated[Opaque, BeforeValidator(Opaque), WithJsonSchema({"type": "array", "items": {"type": "string"}})]


class Loose(BaseModel):
    """Takes what has no spelling, directly or further in."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    to: list[Array] | None = None


class Post(BaseModel):
    """A model with a lazy field of its own."""

    to: Iterable[str]


def of(schema: type[BaseModel], **more: Any) -> StructuredTool:
    """A tool with a schema of its own, whose function takes whatever it gets."""

    def act(**given: Any) -> str:
        """Act."""
        got.append(given)
        return f"done with {given}"

    options: dict[str, Any] = {"metadata": WRITES, **more}
    return StructuredTool.from_function(act, name="act", args_schema=schema, **options)


WRITES = {"effects": ["write"]}


def test_a_type_without_a_spelling_is_refused_when_the_tool_is_loaded() -> None:
    """In a line that names tool, parameter and type, wherever in the parameter it is."""

    class Nested(BaseModel):
        inner: dict[str, Loose]

    def later(to: Post) -> None:
        """Send."""

    for thing, named in ((of(Loose), "Opaque"), (of(Nested), "Opaque"), (later, "Iterable")):
        with pytest.raises(ConfigurationError, match=rf"cannot be a tool: in its parameter .*\({named}\)"):
            from_object(thing)


async def test_a_value_without_a_spelling_is_not_handed_on() -> None:
    """Only a validator knows what it makes of the argument."""

    class Hiding(BaseModel):
        to: Annotated[Any, AfterValidator(Opaque)]

    response = await call(of(Hiding), {"to": ["ada", "mallory", "eve"]})
    assert (response.made, got) == (False, []) and "of type Opaque cannot be written down" in response.reason


async def test_equal_looking_calls_do_not_share_a_recorded_answer(tmp_path: Any) -> None:
    """A lazy argument was the same text for all of them."""

    @effects("read")
    def look(names: Iterable[str]) -> str:
        """Look names up."""
        return " ".join(names)

    terms = Terms(cache=CallCache(str(tmp_path / "calls.sqlite"), "record"))
    assert [(await call(look, {"names": [name]}, terms)).text for name in ("ada", "bob")] == ["ada", "bob"]


@pytest.mark.parametrize(
    "lazy", [Iterable[int] | None, Generator[int, None, None], Annotated[list[Iterable[int]], "x"]]
)
async def test_lazy_arguments_are_checked_at_once(lazy: Any) -> None:
    """A wrong item is a complaint, and no failure in the midst of the tool."""

    def add(numbers: Any) -> str:
        """Add."""
        return str(numbers)

    add.__annotations__["numbers"] = lazy
    response = await call(add, {"numbers": ["one"]})
    assert not response.made and "numbers" in response.reason


def test_a_secret_is_decided_on_in_clear_and_masked_where_texts_are_masked() -> None:
    """Its name need not say that it is one."""
    from smurfs_graph.redaction.redactor import Redactor

    [tool] = from_object(send_secretly)
    assert canonical_arguments(tool, {"to": "violets-4711"}) == {"to": "violets-4711"}
    assert "4711" not in Redactor().text("sent to violets-4711")


def decode(text: Any) -> Any:
    """Undo one layer of a code."""
    return bytes.fromhex(text).decode() if isinstance(text, str) else text


class Payment(BaseModel):
    """Values that change each time that they are validated."""

    amount: Annotated[int, AfterValidator(lambda amount: amount * 100)]
    to: Annotated[str, BeforeValidator(decode)] = "616461"
    tags: list[str] = Field(default_factory=lambda: ["new"])
    note: str | None = None


class Pays(BaseTool):
    """A tool as a class, with a schema of its own."""

    name: str = "pays"
    description: str = "Pay."
    args_schema: Any = Payment
    metadata: dict[str, Any] | None = WRITES

    def _run(self, amount: int, to: str, run_manager: Any = None, **more: Any) -> str:
        got.append({"amount": amount, "to": to, **more})
        return f"paid {bool(run_manager)}"


class PaysLater(Pays):
    """`Pays` for the event loop."""

    async def _arun(self, amount: int, to: str, **more: Any) -> str:
        return self._run(amount, to, **more)


class PaysWithin(Pays):
    """Runs in a way of its own."""

    def run(self, *args: Any, **kwargs: Any) -> Any:
        """Run."""
        return f"within {super().run(*args, **kwargs)}"


async def pays_async(**given: Any) -> str:
    """Pay."""
    got.append(given)
    return "paid"


def fails(**given: Any) -> str:
    """Fail."""
    got.append(given)
    raise ToolException("no money")


def with_artifact(**given: Any) -> tuple[str, int]:
    """Pay."""
    got.append(given)
    return "paid", 7


def with_config(config: RunnableConfig, **given: Any) -> str:
    """Pay."""
    got.append(given)
    return f"paid in {type(config).__name__}"


def with_runtime(runtime: ToolRuntime[Any, Any], **given: Any) -> str:
    """Pay."""
    got.append(given)
    return f"paid in {type(runtime).__name__}"


class PaymentInARun(Payment):
    """With what the run brings."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    runtime: ToolRuntime[Any, Any]


def paying(function: Any = None, **more: Any) -> StructuredTool:
    """A tool of a function with the schema above."""
    options: dict[str, Any] = {"args_schema": Payment, "metadata": WRITES, **more}
    return StructuredTool.from_function(function, name="pay", description="Pay.", **options)


PAYING: dict[str, tuple[Any, str]] = {
    "function": (of(Payment), "done with"),
    "handled error": (paying(fails, handle_tool_error=True), "no money"),
    "artifact": (paying(with_artifact, response_format="content_and_artifact"), "paid"),
    "async": (paying(coroutine=pays_async, handle_tool_error=True), "paid"),
    "config": (paying(with_config), "paid in dict"),
    "runtime": (paying(with_runtime, args_schema=PaymentInARun), "paid in ToolRuntime"),
    "runtime, handled": (
        paying(with_runtime, args_schema=PaymentInARun, handle_tool_error=True),
        "paid in ToolRuntime",
    ),
    "class": (Pays(), "paid True"),
    "async class": (PaysLater(), "paid False"),
    "class with a run of its own": (PaysWithin(), "within paid True"),
}


@pytest.mark.parametrize("way", PAYING)
async def test_a_langchain_tool_gets_the_values_that_were_decided_on(way: str) -> None:
    """Validated once: nothing is multiplied, decoded or completed again on the way to its code."""
    thing, said = PAYING[way]
    [tool] = from_object(thing)
    arguments = {"amount": 5, "to": "6d616c6c6f7279"}
    response = await call(thing, arguments)
    assert "forbids" in response.reason and got == []
    arguments["to"] = "626f62"
    spelled = canonical_arguments(tool, arguments)
    assert spelled == {"amount": 500, "to": "bob", "tags": ["new"]}
    response = await call(thing, arguments)
    assert said in response.text and got == [{**spelled, "note": None}]


async def test_a_handler_hears_what_the_tool_gets() -> None:
    """The tool's own handlers of LangChain's; what a run brings is not among it."""

    class Heard(BaseCallbackHandler):
        def on_tool_start(self, serialized: Any, input_str: str, **more: Any) -> None:
            heard.append(more["inputs"])

    heard: list[Any] = []
    await call(paying(with_runtime, args_schema=PaymentInARun, callbacks=[Heard()]), {"amount": 5, "to": "626f62"})
    assert heard == [{"amount": 500, "to": "bob", "tags": ["new"], "note": None}]


async def test_a_tool_of_one_text_takes_it() -> None:
    """LangChain's oldest kind of tool calls its function with the text alone."""
    thing = Tool(name="spell", description="Spell.", func=lambda word: "-".join(word), handle_tool_error=True)
    [tool] = from_object(thing)
    assert list(tool.parameters["properties"]) == ["tool_input"]
    assert (await call(thing, {"tool_input": "ab"})).text == "a-b"


class Order(BaseModel):
    """Fields that are written under other names."""

    to_: str = Field(alias="to")
    count: int = Field(1, validation_alias="how many")
    unit: str = Field("box", validation_alias=AliasChoices("unit", "measure"))


class Lines(BaseModel):
    """Orders within an order."""

    first: Order


async def test_aliased_arguments_arrive_under_the_names_of_the_document() -> None:
    """In the document, in policies and questions by alias; in the code by the field's name."""
    [tool] = from_object(of(Order))
    arguments = {"to": "ada", "how many": 2, "unit": "kg"}
    assert [*tool.parameters["properties"]] == [*arguments]
    assert canonical_arguments(tool, arguments) == arguments
    assert not (await call(of(Order), arguments)).failed
    assert got == [{"to_": "ada", "count": 2, "unit": "kg"}]
    within = {"first": arguments}
    assert canonical_arguments(from_object(of(Lines))[0], within) == within


@pytest.mark.parametrize(
    ("schema", "arguments", "named"),
    [
        (Order, {"to": "ada", "count": 2}, "unknown parameter 'count'"),
        (Lines, {"first": {"to": "ada", "count": 2}}, "first.count"),
    ],
)
async def test_an_argument_that_validation_would_ignore_is_refused(
    schema: Any, arguments: dict[str, Any], named: str
) -> None:
    """Also within others: a call without it may be another one than was meant."""
    response = await call(of(schema), arguments)
    assert not response.made and named in response.reason and got == []


async def test_a_schema_that_takes_any_names_keeps_doing_so() -> None:
    """Extra arguments are decided on, too; a parameter read by a path has no name to be documented by."""

    class Open(BaseModel):
        model_config = ConfigDict(extra="allow")

        to: str

    class ByPath(BaseModel):
        to: str = Field(validation_alias=AliasPath("people", 0))

    class ByName(BaseModel):
        model_config = ConfigDict(validate_by_alias=False, validate_by_name=True)

        to: str = Field(alias="whom")

    assert not (await call(of(Open), {"to": "ada", "cc": "bob"})).failed
    assert "forbids" in (await call(of(Open), {"to": "ada", "cc": "mallory"})).reason
    assert not (await call(of(ByName), {"to": "ada"})).failed
    assert got == [{"to": "ada", "cc": "bob"}, {"to": "ada"}]
    with pytest.raises(ConfigurationError, match="'to' is read from within another one"):
        from_object(of(ByPath))


async def test_a_check_that_needs_all_fields_is_made_where_something_is_injected() -> None:
    """The validators of a schema hold, beside what the run brings."""

    class Checked(PaymentInARun):
        @model_validator(mode="after")
        def _small(self) -> "Checked":
            if self.amount > 1000:
                raise ValueError("too much")
            return self

    response = await call(paying(with_runtime, args_schema=Checked), {"amount": 11})
    assert not response.made and "too much" in response.reason


async def test_what_a_tool_changes_in_place_changes_nothing_else() -> None:
    """Neither the arguments of the caller, nor those of the next attempt."""

    @effects("read")
    def look(order: dict[str, Any], anything: Any) -> str:
        """Look."""
        got.append(sorted(order))
        order["changed"] = anything["changed"] = True
        return "looked"

    arguments: dict[str, Any] = {"order": {"a": [1]}, "anything": {"a": [1]}}
    for _ in range(2):
        assert not (await call(look, arguments)).failed
    assert arguments == {"order": {"a": [1]}, "anything": {"a": [1]}} and got == [["a"], ["a"]]


def test_evidence_says_what_was_called() -> None:
    """In a run, whatever the tool does with what it got."""

    def look(order: Any) -> str:
        """Look."""
        order["to"] = "nobody"
        return "looked"

    built = build([look], script(executor_arguments={"order": {"to": "ada"}}))
    [evidence] = built.run()["outcomes"]["s1"].evidence
    assert evidence.arguments == {"order": {"to": "ada"}}
