"""Every setting of a run, with its range and default. LangGraph Studio shows this as a form."""

from collections.abc import Iterable
from enum import Enum, StrEnum
from typing import Any, Literal, Self, TypeVar, cast, get_args
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.search.state import Limits

T = TypeVar("T")
Role = Literal[
    "planner", "manager", "supervisor", "executor", "answer", "verifier", "deliverer", "judge", "caller", "summarizer"
]
Rung = Literal["json_schema", "function_calling", "json_mode", "prompted"]
"""Formats of structured output, from the native one down."""
Approval = Literal["plan", "tools", "programs"]
Delivery = Literal["auto", "reporting", "inference"]
StepShape = Literal["auto", "guided", "split", "fused", "native", "code"]
Planning = Literal["auto", "always"]
Verify = Literal["auto", "always"]
Context = Literal["auto", "lean", "rich"]
AnswerStyle = Literal["full", "short"]
Tracing = Literal["environment", "off", "langsmith", "otel", "both"]
StrategyName = Literal[
    "full", "smurfs", "pmc", "alpha-umi", "dfsdt", "react",
    "smurfs-no-answer", "smurfs-no-verifier", "smurfs-no-planner", "smurfs-no-planner-no-verifier",
    "smurfs-no-answer-no-verifier",
]  # fmt: skip


STEPS, NATIVE_STEPS = 12, 50
"""Tool call attempts of a sub-task, where nothing is set."""
DEPTH, PUBLISHED_DEPTH, NATIVE_DEPTH = 8, 3, 25
"""Steps on one path, where nothing is set."""

CHAIN, PUBLISHED_CHAIN = 36, 12
"""Nodes of one chain of rounds, where nothing is set."""


class Heading(StrEnum):
    """Heading that a setting is documented under."""

    STRATEGY = "Strategy and search"
    PAPERS = "Strategies of the papers"
    PLANS = "Plan and answer"
    MODELS = "Models"
    LIMITS = "Limits"
    PEOPLE = "People"
    TOOLS = "Tools"
    RECORDING = "Recording"


class Mark(Enum):
    """Who may set a setting besides the user."""

    FOREIGN = "reaches no server, file or code: runs from elsewhere and queued requests may set it without being asked"
    DOCTOR = "the tasks of `smurfs doctor` take it over from the user's settings"


STRATEGY, PAPERS, PLANS, MODELS, LIMITS, PEOPLE, TOOLS, RECORDING = Heading
FOREIGN, DOCTOR = Mark


def _setting(default: T, description: str, heading: Heading, *marks: Mark, **limits: float) -> T:
    """Return a field of `Settings`; `limits` are pydantic's (`ge`, `max_length` and the like)."""
    field: Any = Field(default=default, description=description, **cast("Any", limits))
    field.metadata.extend((heading, *marks))
    return field


class Sampling(BaseModel):
    """Sampling of a model's replies; what is not set is the server's choice."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: float | None = Field(default=None, ge=0, le=2, description="Sampling temperature.")
    top_p: float | None = Field(default=None, gt=0, le=1, description="Share of the likeliest words to draw from.")
    seed: int | None = Field(default=None, description="Seed, for servers that take one.")
    max_output_tokens: int | None = Field(
        default=None, ge=1, description="Tokens that a reply may have [as its role needs]."
    )


class Price(BaseModel):
    """Prices of a model, in US dollars per million tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float = Field(ge=0, description="Tokens of prompts.")
    output: float = Field(ge=0, description="Tokens of replies.")
    cached_input: float | None = Field(default=None, ge=0, description="Cached tokens of prompts [as input].")


class Executor(BaseModel):
    """An executor that a manager can assign sub-tasks to (PMC section 4.1.2)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    description: str = Field(min_length=1, description="What it is for, as the manager reads it.")
    tools: list[str] = Field(default=[], description="Names of its tools; it sees no others [all].")
    instructions: str = Field(default="", description="What it is told with every sub-task.")
    model: str | None = Field(default=None, description="Model of its executor role, as provider:name.")


class Settings(BaseModel):
    """Settings of a run. Secrets are never settings: they come from the environment."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    strategy: StrategyName = _setting("full", "How a request is planned and solved.", STRATEGY, FOREIGN)
    step_shape: StepShape = _setting(
        "auto",
        "What a step is: guided (one or two model calls; code finds tool and values, for very small "
        "models), split (five, for weak models), fused (two), native (one, tools bound), code (one, a program over the "
        "tools; needs the extra `programs`), or auto.",
        STRATEGY,
        FOREIGN,
    )
    planning: Planning = _setting(
        "auto", "full: plan always, or only where native steps cannot just begin (auto).", STRATEGY
    )
    verify: Verify = _setting(
        "auto",
        "When a verifier judges the answer to a sub-task in native, code and guided steps: always, or where code alone "
        "cannot (auto). It always does in split and fused steps.",
        STRATEGY,
        FOREIGN,
    )
    context: Context = _setting(
        "auto",
        "What prompts show: lean (what each role needs), rich (more, in fewer calls), or auto: rich where "
        "the model's window is known to hold 32,768 tokens. smurfs is always lean.",
        STRATEGY,
    )
    prompts: str | None = _setting(
        None, "Folder with prompts of your own; each takes the place of the shipped file of its name.", STRATEGY, DOCTOR
    )
    max_depth: int | None = _setting(
        None, "Steps on one path of a search [8; 3 in smurfs; 25 where native or code].", STRATEGY, FOREIGN, ge=1, le=50
    )
    max_steps: int | None = _setting(
        None,
        "Tool call attempts per sub-task [12; 50 where native or code, programs being one].",
        STRATEGY,
        FOREIGN,
        ge=1,
        le=1000,
    )
    max_program_calls: int = _setting(
        100, "Tool calls of one program, where steps are programs.", STRATEGY, FOREIGN, ge=1, le=10_000
    )
    max_restarts: int = _setting(2, "Restarts of a call whose reply was wrong.", STRATEGY, FOREIGN, ge=0, le=10)
    exhaustive: bool = _setting(False, "At max_depth, roll back and search elsewhere.", STRATEGY, FOREIGN)
    repeated_reads: Literal["end", "go on"] = _setting(
        "end",
        "react, dfsdt, alpha-umi: what follows a look-up that was made before on its chain and brought the "
        "same: an answer or giving up (end), or any call, as published (go on).",
        PAPERS,
    )
    passes: int = _setting(1, "react: chains that may be tried (CoT@n).", PAPERS, ge=1, le=100)
    inner_search: Literal["dfsdt", "react"] = _setting(
        "dfsdt", "alpha-umi: whether its steps form a tree or chains.", PAPERS
    )
    tree_width: int = _setting(2, "dfsdt: expansions of each node.", PAPERS, ge=1, le=20)
    chain_nodes: int | None = _setting(
        None, "react, dfsdt: thoughts, actions and inputs on a chain [36; 12 in dfsdt].", PAPERS, ge=1, le=300
    )
    max_queries: int = _setting(200, "react, dfsdt: replies in all.", PAPERS, FOREIGN, ge=1, le=10_000)
    levels_up: int = _setting(2, "dfsdt: rounds that giving up goes back.", PAPERS, ge=1, le=100)
    max_concurrency: int = _setting(8, "Sub-tasks that are solved at once.", PLANS, FOREIGN, ge=1, le=1000)
    max_sub_tasks: int = _setting(20, "Sub-tasks that a plan may have.", PLANS, FOREIGN, ge=1, le=1000)
    max_replans: int = _setting(1, "Revisions of a plan that did not work out.", PLANS, FOREIGN, ge=0, le=20)
    max_repairs: int = _setting(
        2, "Times that an answer which breaks a constraint or its choice is sent back.", PLANS, FOREIGN, ge=0, le=10
    )
    solver_seconds: float = _setting(15.0, "Seconds that the choice among candidates may take.", PLANS, gt=0, le=3600)
    delivery: Delivery = _setting(
        "auto", "What the deliverer does: reporting, inference (make the decision or plan), or auto.", PLANS
    )
    answer_style: AnswerStyle = _setting(
        "full", "full, or short: the bare name, number, date or yes/no that was asked for.", PLANS
    )
    model: str = _setting(
        "offline:rules", "Model of every role, as provider:name. The default is a rule-based stand-in.", MODELS, DOCTOR
    )
    role_models: dict[Role, str] = _setting({}, "Models of single roles, where they differ.", MODELS)
    executors: dict[str, Executor] = _setting(
        {}, "full, pmc: those that the manager assigns sub-tasks to, by name [one, with all tools].", MODELS
    )
    fallbacks: list[str] = _setting([], "Models that are asked in turn when a role's own cannot be.", MODELS)
    role_fallbacks: dict[Role, list[str]] = _setting({}, "Fallbacks of single roles, where they differ.", MODELS)
    base_url: str | None = _setting(None, "Address of an OpenAI-compatible server.", MODELS, DOCTOR)
    role_base_urls: dict[Role, str] = _setting({}, "Addresses of single roles' servers, where they differ.", MODELS)
    openai_api: Literal["chat", "responses"] = _setting(
        "chat", "Which of OpenAI's interfaces to use; other servers know chat only.", MODELS, DOCTOR
    )
    structured_output: Literal["auto", Rung] = _setting(
        "auto", "Format of replies to start with; auto tries the native one and learns what works.", MODELS
    )
    temperature: float | None = _setting(
        0.0, "Sampling temperature of every role.", MODELS, FOREIGN, DOCTOR, ge=0, le=2
    )
    sampling: Sampling = _setting(Sampling(), "Other sampling parameters of every role.", MODELS, DOCTOR)
    role_sampling: dict[Role, Sampling] = _setting(
        {}, "Sampling parameters of single roles, where they differ.", MODELS
    )
    context_window: int | None = _setting(
        None, "Tokens that the models take at once [as their profiles say, or learned].", MODELS, DOCTOR, ge=512
    )
    image_inputs: bool | None = _setting(
        None, "Whether the models take images [as their profiles say; else no].", MODELS
    )
    model_timeout: float = _setting(120.0, "Seconds that one model call may take.", MODELS, DOCTOR, gt=0, le=3600)
    model_retries: int = _setting(2, "Further attempts where a server does not answer.", MODELS, DOCTOR, ge=0, le=10)
    model_retry_wait: float = _setting(
        0.5, "Seconds before the first of them; later ones wait twice as long each.", MODELS, DOCTOR, ge=0, le=60
    )
    max_concurrent_calls: int | None = _setting(
        None,
        "Calls under way at once, per server. By default 64 to a provider and 8 to a server of your own, and fewer "
        "while it answers that these are too many.",
        MODELS,
        FOREIGN,
        DOCTOR,
        ge=1,
        le=1000,
    )
    calls_per_minute: float | None = _setting(None, "Calls started per minute and server.", MODELS, DOCTOR, gt=0)
    breaker_failures: int = _setting(
        5, "Failed attempts in a row after which a server is left alone for a while.", MODELS, ge=1, le=1000
    )
    breaker_seconds: float = _setting(30.0, "How long it is left alone, seconds.", MODELS, ge=0, le=3600)
    max_tokens: int | None = _setting(None, "Token budget of the run, both directions.", LIMITS, FOREIGN, DOCTOR, ge=1)
    max_cost: float | None = _setting(None, "Cost budget of the run, US dollars.", LIMITS, FOREIGN, DOCTOR, gt=0)
    max_seconds: float | None = _setting(
        600.0, "Time budget of the run, seconds; waiting for a person takes none.", LIMITS, FOREIGN, gt=0
    )
    max_llm_calls: int | None = _setting(500, "Model calls of the run.", LIMITS, FOREIGN, ge=1)
    max_tool_calls: int | None = _setting(200, "Tool calls of the run.", LIMITS, FOREIGN, ge=1)
    sub_task_max_tokens: int | None = _setting(None, "Token budget of each sub-task.", LIMITS, FOREIGN, ge=1)
    sub_task_max_cost: float | None = _setting(None, "US dollars that each sub-task may cost.", LIMITS, FOREIGN, gt=0)
    sub_task_max_seconds: float | None = _setting(None, "Seconds that each sub-task may take.", LIMITS, FOREIGN, gt=0)
    sub_task_max_llm_calls: int | None = _setting(None, "Model calls of each sub-task.", LIMITS, FOREIGN, ge=1)
    sub_task_max_tool_calls: int | None = _setting(None, "Tool calls of each sub-task.", LIMITS, FOREIGN, ge=1)
    prices: dict[str, Price] = _setting({}, "Prices by model reference [as genai-prices says].", LIMITS, DOCTOR)
    max_query_chars: int = _setting(20_000, "Characters of a query.", LIMITS, FOREIGN, ge=1, le=1_000_000)
    max_response_chars: int | None = _setting(
        None,
        "Characters of a response in a prompt [a share of the window; 49152 if unknown].",
        LIMITS,
        FOREIGN,
        ge=200,
        le=10**6,
    )
    approve: frozenset[Approval] = _setting(
        frozenset(), "What a person approves before it runs: plan, tools, programs.", PEOPLE
    )
    max_questions: int = _setting(
        0, "Questions about the request that a person may be asked; 0: nobody is there.", PEOPLE, FOREIGN, ge=0, le=10
    )
    unattended: bool = _setting(
        False, "Nobody is there: calls that the policy would ask about are refused, not waited for.", PEOPLE
    )
    instructions: str = _setting(
        "", "House rules and persona: part of every role's system message.", PEOPLE, max_length=20_000
    )
    memory: bool = _setting(
        False, "Keep what users ask to be remembered, and show it in later conversations (tool `remember`).", PEOPLE
    )
    memory_user: str = _setting(
        "", "Whose memories these are, where a call's `configurable` names no `user_id`.", PEOPLE, max_length=500
    )
    policy: str | None = _setting(None, "YAML file that says which calls are allowed, asked about and denied.", TOOLS)
    undeclared: Literal["write", "read"] | None = _setting(
        None,
        "How functions that declare no effects are taken: write (each call may change something: made in order, as "
        "often as asked, and never rolled back) or read (calls run together, and a repeated one is answered from its "
        "record) [write; strategies of the papers also roll back past them and run sub-tasks with them side by side].",
        TOOLS,
    )
    tool_timeout: float = _setting(30.0, "Seconds that one tool call may take.", TOOLS, FOREIGN, gt=0, le=3600)
    tool_retries: int = _setting(
        2, "Further attempts where a tool's connection fails or its server is busy.", TOOLS, ge=0, le=10
    )
    shortlist_over: int = _setting(
        30, "With more tools than this, prompts name the nearest ones only.", TOOLS, ge=1, le=1000
    )
    shortlist_size: int = _setting(
        10, "Tools that a sub-task starts with where not all are named.", TOOLS, ge=1, le=100
    )
    tool_index_folder: str | None = _setting(None, "Folder that keeps indexes of tools [in memory].", TOOLS)
    tool_embeddings: str | None = _setting(
        None, "Embeddings that reorder the tools found, as provider:model [none].", TOOLS
    )
    record: bool = _setting(
        False, "Keep prompts and replies, masked, with the run (`smurfs runs show --calls`).", RECORDING
    )
    tracing: Tracing = _setting(
        "environment",
        "Where runs are traced: langsmith, otel (OpenTelemetry), both, off, or as LANGSMITH_TRACING says.",
        RECORDING,
    )
    response_cache: str | None = _setting(
        None, "SQLite file that keeps models' replies, so that a run can be replayed at no cost.", RECORDING
    )
    tool_cache: str | None = _setting(
        None, "SQLite file that keeps tools' responses, for later runs and for replays.", RECORDING
    )
    tool_cache_mode: Literal["off", "record", "replay"] = _setting(
        "record", "record: use and keep them; replay: call no tool at all; off.", RECORDING
    )

    @field_validator("base_url", "role_base_urls")
    @classmethod
    def _no_secret_in_addresses(cls, value: str | dict[Role, str] | None) -> str | dict[Role, str] | None:
        for address in value.values() if isinstance(value, dict) else [value]:
            parts = urlsplit(address) if address else None
            if parts and (parts.scheme not in ("http", "https") or not parts.hostname):
                raise ValueError("an address starts with http:// or https://")
            if parts and (parts.username or parts.password or parts.query):
                raise ValueError("an address holds no name, password or query; keys go into environment variables")
        return value

    def over(self, others: "Settings") -> "Settings":
        """Return other settings, replaced by those that were named in these."""
        named = self.model_fields_set & Settings.model_fields.keys()
        return others.model_copy(update={name: getattr(self, name) for name in named})

    def limits(self, *, published: bool = False, native: bool = False) -> Limits:
        """Return the bounds of one sub-task's search; `native`: a step is a reply, which may hold many calls."""
        depth = PUBLISHED_DEPTH if published else NATIVE_DEPTH if native else DEPTH
        return Limits(
            max_depth=self.max_depth or depth,
            max_steps=self.max_steps or (NATIVE_STEPS if native else STEPS),
            exhaustive=self.exhaustive,
            published=published,
        )

    def model_of(self, role: str) -> str:
        """Return the model reference of a role."""
        return cast("dict[str, str]", self.role_models).get(role, self.model)

    def fallbacks_of(self, role: str) -> list[str]:
        """Return the references that are asked in turn when a role's own model cannot be."""
        return cast("dict[str, list[str]]", self.role_fallbacks).get(role, self.fallbacks)

    def base_url_of(self, role: str) -> str | None:
        """Return the address of a role's server."""
        return cast("dict[str, str]", self.role_base_urls).get(role, self.base_url) or None

    def sampling_of(self, role: str) -> Sampling:
        """Return the sampling parameters of a role: its own where they are set, else everybody's."""
        everybody = {"temperature": self.temperature} | self.sampling.model_dump(exclude_none=True)
        own = cast("dict[str, Sampling]", self.role_sampling).get(role, Sampling())
        return Sampling.model_validate(everybody | own.model_dump(exclude_none=True))

    @property
    def references(self) -> set[str]:
        """Return every model that a run with these settings may ask."""
        fallbacks = [reference for several in self.role_fallbacks.values() for reference in several]
        own = [executor.model for executor in self.executors.values() if executor.model]
        return {self.model, *self.role_models.values(), *self.fallbacks, *fallbacks, *own}

    def of_executor(self, name: str) -> "Settings":
        """Return the settings of a sub-task that is assigned to an executor, whose model serves the executor role."""
        model = self.executors[name].model if name in self.executors else None
        return self.model_copy(update={"role_models": {**self.role_models, "executor": model}}) if model else self

    @model_validator(mode="before")
    @classmethod
    def _name_the_nearest(cls, values: Any) -> Any:
        """Refuse what is no setting as pydantic does, but with a did-you-mean."""
        if not isinstance(values, dict):
            return values
        unknown = [str(name) for name in cast("dict[str, Any]", values) if name not in cls.model_fields]
        if hasattr(cast("Any", values).get("model"), "invoke"):
            raise ValueError("settings are data and hold no objects: pass it on as build_graph(model=...)")
        if unknown:
            raise ValidationError.from_exception_data(
                cls.__name__, [_unknown(name, cls.model_fields) for name in unknown]
            )
        return cast("Any", values)

    @classmethod
    def checked(cls, **values: Any) -> Self:
        """Make settings from values that a person wrote. Raises ConfigurationError in one line, with a did-you-mean."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise _complaint(error, list(cls.model_fields)) from None


def marked(mark: Mark) -> frozenset[str]:
    """Return the names of the settings that carry a mark."""
    return frozenset(name for name, field in Settings.model_fields.items() if mark in field.metadata)


def _kind(where: tuple[int | str, ...]) -> str:
    """Return what a name was meant to name, from where it stands: the setting, for an entry too; for a key, a role."""
    return "role" if where[-1] == "[key]" else ".".join(part for part in where if isinstance(part, str))


def _unknown(name: str, known: Iterable[str]) -> InitErrorDetails:
    text = str(UnknownNameError("setting", name, known))
    return {"type": PydanticCustomError("extra_forbidden", "{text}", {"text": text}), "loc": (name,), "input": ""}


def _complaint(error: ValidationError, known: list[str]) -> ConfigurationError:
    """Return the error for a setting that does not fit, with its name, its value and what it may be."""
    first = error.errors(include_url=False)[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return UnknownNameError("setting", name, known)
    if first["type"] == "literal_error":
        expected = str(first.get("ctx", {}).get("expected", ""))
        choices = [choice.strip("' ") for choice in expected.replace(" or ", ",").split(",")]
        return UnknownNameError(_kind(first["loc"]), str(first["input"]), choices)
    said = first["msg"].replace("valid list", 'list, as ["one", "two"]')
    said = said.replace("valid frozenset", f'list of any of {", ".join(get_args(Approval))}, as ["plan"]')
    shown = "" if "base_url" in name else f" (got {first['input']!r})"
    return ConfigurationError(f"setting {name!r}: {said}{shown}")
