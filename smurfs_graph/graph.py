"""Building the graph of a strategy; `graph` is the export for LangGraph Studio and servers."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from langchain_core.runnables import Runnable
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore
from pydantic import BaseModel

from smurfs_graph.asking.chat_models import chat_model
from smurfs_graph.asking.middleware import Middleware
from smurfs_graph.asking.resources import Resources
from smurfs_graph.checkpoints import strict
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.prices import refuse_unknown_prices
from smurfs_graph.models.wrapping import AnyModel
from smurfs_graph.prompting.prompts import own_prompts
from smurfs_graph.prompting.structured import check_answer_schema
from smurfs_graph.running.anywhere import ANSWER_SCHEMA, DEFAULT_SETTINGS, TOOL_NAMES, UNNAMED, AnywhereGraph
from smurfs_graph.settings import Settings
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.tools.memory import memory_tool
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import by_name

if TYPE_CHECKING:
    from langchain.agents.middleware import AgentMiddleware

RECURSION_LIMIT = 10**9
"""Beyond what any settings and tools allow: every loop of the graph has a bound of its own, and ends with a stop reason
where LangGraph's limit would end with an exception."""

NO_TOOLS = "there are no tools; give at least one, as in --tools builtin:calc or tools=[my_function]"


def build_graph(
    settings: Settings | None = None,
    tools: Iterable[Any] = (),
    *,
    model: str | AnyModel | None = None,
    models: Mapping[str, AnyModel] | None = None,
    answer_schema: type[BaseModel] | None = None,
    middleware: "Iterable[AgentMiddleware[Any, Any, Any]]" = (),
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    store: BaseStore | None = None,
) -> AnywhereGraph:
    """Return the compiled graph: `invoke`, `ainvoke`, `stream` and `astream` with `{"query": ...}`.

    Args:
        settings: all settings; each call of the graph may pass others as `context=`, and those that it does not name
            stay as they are here.
        tools: specs (text, as for `--tools`), functions, LangChain tools, or lists of those; one alone will do.
        model: the model of every role, as `provider:name`, or an object: a chat model, or any other Runnable that
            answers messages with a message or text. It stands for the setting `model`.
        models: models that are objects already, by the references that the settings use for them, where roles have
            different ones.
        answer_schema: a Pydantic model; `result["structured"]` is then one, or None where the answer does not fit it.
            Streams and `get_state` give it as JSON data.
        middleware: LangChain's, around calls of models (`wrap_model_call`) and tools (`wrap_tool_call`).
        checkpointer: as in LangGraph; none by default.
        store: keeps full tool responses and, with `memory`, what users ask to be remembered; without one the latest
            64 MB of responses are in memory.

    Raises:
        ConfigurationError: what was given cannot work; the text says what to do.
    """
    if settings is not None and not isinstance(settings, Settings):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ConfigurationError(f"settings must be Settings(...), not {type(settings).__name__}")
    settings, models = _with_model(settings or Settings(), model, models or {})
    graph = _assemble(settings, tools, models, answer_schema, middleware)
    return _anywhere(graph, checkpointer, store)


def _with_model(
    settings: Settings, model: str | AnyModel | None, models: Mapping[str, AnyModel]
) -> tuple[Settings, Mapping[str, AnyModel]]:
    """Return settings and models with the model of every role. Raises ConfigurationError where it is named twice."""
    if model is None:
        return settings, models
    if "model" in settings.model_fields_set:
        raise ConfigurationError(f"the model is given twice: {settings.model!r} in the settings, and as model=")
    if not isinstance(model, str):
        name = getattr(model, "model_name", None) or getattr(model, "model", None)
        reference = f"object:{name if isinstance(name, str) else type(model).__name__}"
        model, models = reference, {**models, reference: model}
    return settings.model_copy(update={"model": model}), models


def _assemble(
    settings: Settings,
    tools: Iterable[Any],
    models: Mapping[str, AnyModel],
    answer_schema: object = None,
    middleware: "Iterable[AgentMiddleware[Any, Any, Any]]" = (),
) -> Any:
    """Build the graph of the settings' strategy. Raises ConfigurationError for what could only fail in mid-run."""
    schema = check_answer_schema(answer_schema)
    loaded = load_tools(_several(tools))
    if not loaded:
        raise ConfigurationError(NO_TOOLS)
    if settings.memory:
        loaded = by_name([*loaded.values(), memory_tool()])
    for reference, model in models.items():
        if not isinstance(model, Runnable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ConfigurationError(
                f"models: {reference!r} must be a chat model or another Runnable that answers messages, not "
                f"{model!r:.60}; for a function: RunnableLambda(function)"
            )
    refuse_unknown_prices(settings, settings.references)
    for reference in settings.references - models.keys():
        role = next((role for role in settings.role_base_urls if settings.model_of(role) == reference), "")
        chat_model(reference, settings, role)  # a missing package or key is better known now than in mid-run
    if settings.prompts:
        own_prompts(settings.prompts)
    strategy, around = STRATEGIES[settings.strategy], Middleware(middleware)
    resources = Resources.of(settings, loaded, models, answer_schema=schema, middleware=around, rules=strategy.rules)
    graph = strategy.build(resources)
    setattr(graph, ANSWER_SCHEMA, schema)
    setattr(graph, DEFAULT_SETTINGS, settings)
    setattr(graph, TOOL_NAMES, frozenset(resources.toolset.tools))
    return graph


def _several(tools: Any) -> Iterable[Any]:
    """Return the tools as a caller may have given them: none, one alone, or several."""
    if tools is None:
        return ()
    if isinstance(tools, Iterable) and not isinstance(tools, str | bytes | Mapping):
        return cast("Iterable[Any]", tools)
    return [tools]


def _anywhere(
    graph: Any, checkpointer: BaseCheckpointSaver[Any] | None, store: BaseStore | None, name: str = UNNAMED
) -> AnywhereGraph:
    if not isinstance(checkpointer, BaseCheckpointSaver | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ConfigurationError(f"checkpointer must be a LangGraph checkpointer, not {checkpointer!r:.80}")
    saver = strict(checkpointer) if checkpointer is not None else None
    compiled = graph.compile(checkpointer=saver, store=store, name=name)
    return AnywhereGraph.of(compiled).with_config(recursion_limit=RECURSION_LIMIT)


def export() -> AnywhereGraph:
    """Return the graph for Studio and servers: built-in tools, and no checkpointer or store, which
    the server brings.
    """
    return export_all([Settings()], ["builtin:travel", "builtin:calc", "builtin:dates"])[0]


def export_all(settings: Iterable[Settings], tools: Iterable[Any]) -> list[AnywhereGraph]:
    """Return graphs on the same tools, for servers, which call an assistant as its graph is named: by its strategy."""
    loaded = list(load_tools(_several(tools)).values())
    return [_anywhere(_assemble(each, loaded, {}), None, None, each.strategy) for each in settings]


def __getattr__(name: str) -> Any:
    if name == "graph":
        globals()["graph"] = made = export()
        return made
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
