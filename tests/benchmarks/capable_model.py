"""A deterministic chat model that knows what to do: it calls the right tools in order, and reads what they bring.

It is told a request's `Knowledge` (which tool and arguments, how to know a result, what the answer is) and nothing of
who asks. It goes by what a prompt holds, wherever that stands: tools that are bound, schemas of replies, tools in
texts, results in messages. What a prompt does not show, it does not know: it keeps nothing between calls. So the same
model serves this library's roles and LangChain's `create_agent`, unchanged.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableParallel
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from tests.benchmarks.capable_sight import Data, Intent, Knowledge, Sight
from tests.benchmarks.rounds import Rounds

_TOKEN = re.compile(r"\w{1,8}|[^\w\s]{1,3}")
_PROSE = frozenset({"thought", "rationale", "reasoning", "reason"})
_ANSWERS = frozenset({"answer", "final_answer", "text", "summary"})
_CONTENTS = ("content", "task", "instruction", "text", "description", "question")
_PLANS = frozenset({"sub_tasks", "parts", "tasks"})
_OURS = _PROSE | _ANSWERS | _PLANS | {"tool", "call", "calls", "status", "content", "next", "verdicts", "needs_tool"}
"""What a reply may hold that is no tool's argument."""


def count_tokens(text: str) -> int:
    """Tokens by a fixed rule: words by eight letters, punctuation by three marks."""
    return sum(1 for _ in _TOKEN.finditer(text))


class CapableModel(BaseChatModel):
    """Knows what to do; `tokens` and `calls` count what it was asked, `rounds` the longest chain of its calls."""

    knowledge: Knowledge
    one_call: bool = False
    """Whether a reply holds one call at most."""
    falls_back: bool = False
    """Whether its programs try the other tool where one fails, as an author does who sees that two bring the same."""
    rounds: Any = Field(default_factory=Rounds)
    """None: calls do not wait for each other."""
    calls: int = 0
    tokens: int = 0
    log: list[tuple[str, str]] = Field(default_factory=list[tuple[str, str]])
    """Prompts and replies, as text."""

    profile: Any = Field(default_factory=lambda: {"tool_calling": True, "max_input_tokens": 128_000})

    @property
    def several_calls(self) -> bool:
        """Return whether it declares that a reply may hold independent calls."""
        return not self.one_call

    @property
    def _llm_type(self) -> str:
        return "capable"

    def bind_tools(self, tools: Any, **options: Any) -> Runnable[Any, Any]:
        """The model with tools that it may call."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def with_structured_output(
        self, schema: Any, *, method: str = "json_schema", include_raw: bool = False, **options: Any
    ) -> Runnable[Any, Any]:
        """The model held to a schema; `include_raw` is implied."""
        if method not in ("json_schema", "function_calling"):
            raise NotImplementedError(f"this model has no {method}")
        return RunnableParallel(raw=self.bind(reply_schema=schema, as_call=method == "function_calling"))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> ChatResult:
        schema, bound = options.get("reply_schema"), options.get("tools") or []
        prompt = "\n".join(_texts(messages))
        size = count_tokens(prompt) + count_tokens(json.dumps([schema, bound]) if schema or bound else "")
        reply = self.reply(messages, schema=schema, bound=bound, as_call=bool(options.get("as_call")))
        said = str(reply.text) + json.dumps(reply.tool_calls)
        self.calls, self.tokens = self.calls + 1, self.tokens + size
        self.log.append((prompt, said))
        received = count_tokens(said)
        used = UsageMetadata(input_tokens=size, output_tokens=received, total_tokens=size + received)
        return ChatResult(generations=[ChatGeneration(message=reply.model_copy(update={"usage_metadata": used}))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> ChatResult:
        if self.rounds is not None:
            await self.rounds.enter()
        return self._generate(messages, **options)

    def reply(
        self, messages: list[BaseMessage], *, schema: Data | None, bound: list[Data], as_call: bool = False
    ) -> AIMessage:
        """Reply with calls where tools are bound, an object where a schema or the prompt wants one, else text.

        `as_call`: the object is the arguments of a call of the schema's title.
        """
        system = str(messages[0].text)
        sight = Sight(self.knowledge, "\n".join(str(each.text) for each in messages), bound=bound, schema=schema)
        if bound:
            return self._with_tools(sight, bound)
        if schema is None and "JSON" not in system:
            return AIMessage(sight.answer)
        value = self._object(sight, schema or {"properties": {}})
        if as_call:
            return AIMessage("", tool_calls=[{"name": str((schema or {}).get("title")), "args": value, "id": "call_1"}])
        return AIMessage(json.dumps(value, ensure_ascii=False))

    def _with_tools(self, sight: Sight, bound: list[Data]) -> AIMessage:
        schemas = {tool["function"]["name"]: tool["function"]["parameters"] for tool in bound}
        if "make_plan" in schemas and self.one_call and sight.splits_well:
            calls = [("make_plan", self._object(sight, schemas["make_plan"]))]
        elif "run_python" in schemas:
            calls = [("run_python", {"code": _program(sight, falls_back=self.falls_back)})] if sight.dataflow else []
        else:
            calls = [(each.tool, each.arguments) for each in sight.intents]
        if not calls:
            return AIMessage(sight.answer)
        wanted = calls[:1] if self.one_call else calls
        number = self.calls
        return AIMessage(
            "",
            tool_calls=[
                {"name": name, "args": fitted(arguments, schemas.get(name, {})), "id": f"call_{number}_{at}"}
                for at, (name, arguments) in enumerate(wanted)
            ],
        )

    def _object(self, sight: Sight, schema: Data) -> Data:
        """An object for a schema, by the names of its properties."""
        properties: Data = schema.get("properties") or {}
        if not _OURS & set(properties):
            return _arguments_for(sight, properties, one=self.one_call)
        return {name: self._value(sight, name, resolved(each, schema), schema) for name, each in properties.items()}

    def _value(self, sight: Sight, name: str, schema: Data, root: Data) -> Any:
        intent = sight.intents[0] if sight.intents else sight.end
        if name in _PROSE:
            return sight.thought
        if name in _ANSWERS:
            return sight.answer
        if name in _PLANS:
            return _plan(sight, resolved(schema.get("items", {}), root))
        match name:
            case "tool":
                return intent.tool
            case "call":
                return fitted(intent.as_call, schema, root)
            case "calls":
                several = (sight.intents[:1] if self.one_call else sight.intents) or [sight.end]
                return fitted([each.as_call for each in several], schema, root)
            case "status":
                return "solved" if sight.is_settled else "pending"
            case "next":
                return "caller" if sight.intents else "conclusion" if sight.known else "give up"
            case "hint":
                return "" if sight.is_settled else "Look up what is still missing."
            case "needs_tool":
                return True
            case _:
                return _nothing(schema)


def resolved(schema: Data, root: Data) -> Data:
    """The schema that a reference into `root` names."""
    if "$ref" in schema:
        return root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
    return schema


def fitted(value: Any, schema: Data, root: Data | None = None) -> Any:
    """A value in the form that a schema wants: of several the one whose constants fit; objects as text where asked."""
    whole = schema if root is None else root
    schema = resolved(schema, whole)
    if choices := schema.get("anyOf"):
        fit = [resolved(choice, whole) for choice in choices]
        return fitted(value, next((choice for choice in fit if _is_admitted(value, choice)), fit[0]), whole)
    if schema.get("type") == "string" and isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        named: Data = schema.get("properties") or {}
        return {key: fitted(each, named.get(key, {}), whole) for key, each in cast("Data", value).items()}
    if isinstance(value, list):
        return [fitted(each, schema.get("items") or {}, whole) for each in cast("list[Any]", value)]
    return value


def _is_admitted(value: Any, schema: Data) -> bool:
    """Return whether a form has a place for each of an object's values, and its constants and enumerations fit."""
    if not isinstance(value, dict):
        return schema.get("type") != "object"
    named: Data = schema.get("properties") or {}
    given = cast("Data", value)
    return set(given) <= set(named) and all(
        given[key] == each["const"] if "const" in each else given[key] in each.get("enum", [given[key]])
        for key, each in named.items()
        if key in given and isinstance(given[key], str)
    )


def _arguments_for(sight: Sight, properties: Data, *, one: bool) -> Data:
    """The arguments of the next call that these parameters take; of the next call where nothing is said of them.

    With those of further calls of the tool where there is a place for them, unless it is `one` call at a time.
    """
    fitting = [each for each in sight.intents if not properties or set(each.arguments) <= set(properties)]
    if not fitting:
        return {}
    room = "more" in properties and not one
    more = [each.arguments for each in fitting[1:] if room and each.tool == fitting[0].tool]
    return fitted({**fitting[0].arguments, **({"more": more} if more else {})}, {"properties": properties})


def _plan(sight: Sight, item: Data) -> list[Any]:
    """The parts of the request, as texts or as objects."""
    named: Data = item.get("properties") or {}
    if not named:
        return [part.content for part in sight.plan]
    ids = sight.part_ids
    found: list[Any] = []
    for at, part in enumerate(sight.plan):
        text = next((name for name in _CONTENTS if name in named), "content")
        values: Data = {
            "id": ids[at],
            text: part.content,
            "depends_on": [ids[other] for other in part.depends_on],
            "tools": [name for name in part.tools if sight.shows(name)],
        }
        found.append({name: values.get(name, _nothing(each)) for name, each in named.items()})
    return found


_LOOK = """async def look(calls, *fields):
    for call in calls:
        try:
            found = await call
            break
        except Exception as error:
            print(error)
    else:
        return None
    rows = found if isinstance(found, list) else [found]
    whole = any(name not in row for row in rows for name in fields)
    print(json.dumps(found if whole else [{name: row[name] for name in fields} for row in rows]))
    return rows[0]
"""


def _program(sight: Sight, *, falls_back: bool) -> str:
    """A program that makes the calls which are left, in their order, and prints the records that each brings."""
    lines = list[str]()
    for each in sight.dataflow:
        calls = [each, *each.others] if falls_back else [each]
        written = [f"{one.tool}({', '.join(f'{k}={_written(v)}' for k, v in one.arguments.items())})" for one in calls]
        lines.append(f"{each.id} = await look([{', '.join(written)}], {', '.join(map(repr, each.keep))})")
    return _LOOK + "\n".join(lines)


def _written(value: Any) -> str:
    """An argument as a program writes it; a reference is a field of the record before."""
    if isinstance(value, str) and (found := re.fullmatch(r"\$(c\d+)\.(\w+)", value)):
        return f"{found[1]}[{found[2]!r}]"
    return repr(value)


def _nothing(schema: Data) -> Any:
    """A value that says nothing."""
    kind = schema.get("type")
    empty: Mapping[Any, Any] = {"array": [], "string": "", "boolean": False, "object": {}, "integer": 0, "number": 0}
    return schema["enum"][0] if schema.get("enum") else empty.get(kind)


def _texts(messages: list[BaseMessage]) -> Iterator[str]:
    for message in messages:
        yield str(message.text)
        if isinstance(message, AIMessage) and message.tool_calls:
            yield json.dumps([[call["name"], call["args"]] for call in message.tool_calls])


__all__ = ["CapableModel", "Intent", "count_tokens", "fitted", "resolved"]
