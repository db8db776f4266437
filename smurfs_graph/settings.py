"""Every setting of a run, with its range and default. LangGraph Studio shows this as a form."""

from collections.abc import Iterable
from typing import Any, Literal, Self, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.search.state import Limits

Role = Literal[
    "planner", "manager", "supervisor", "executor", "answer", "verifier", "deliverer", "judge", "caller", "summarizer"
]
Rung = Literal["json_schema", "function_calling", "json_mode", "prompted"]
"""Formats of structured output, from the native one down."""
Approval = Literal["plan", "tools", "programs"]
Delivery = Literal["auto", "reporting", "inference"]
StepShape = Literal["auto", "guided", "split", "fused", "native", "code"]
Planning = Literal["auto", "always"]
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


HARMLESS = ("max_", "sub_task_max_", "exhaustive", "step_shape", "strategy", "temperature", "tool_timeout")
"""Settings that reach no server, file or code, by how their names start: a foreign run may set them."""


class Settings(BaseModel):
    """Settings of a run. Secrets are never settings: they come from the environment."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    strategy: StrategyName = Field(default="full", description="How a request is planned and solved.")
    model: str = Field(
        default="offline:rules",
        description="Model of every role, as provider:name. The default is a rule-based stand-in.",
    )
    role_models: dict[Role, str] = Field(default={}, description="Models of single roles, where they differ.")
    executors: dict[str, Executor] = Field(
        default={}, description="full, pmc: those that the manager assigns sub-tasks to, by name [one, with all tools]."
    )
    fallbacks: list[str] = Field(default=[], description="Models that are asked in turn when a role's own cannot be.")
    role_fallbacks: dict[Role, list[str]] = Field(
        default={}, description="Fallbacks of single roles, where they differ."
    )
    base_url: str | None = Field(default=None, description="Address of an OpenAI-compatible server.")
    role_base_urls: dict[Role, str] = Field(
        default={}, description="Addresses of single roles' servers, where they differ."
    )
    openai_api: Literal["chat", "responses"] = Field(
        default="chat", description="Which of OpenAI's interfaces to use; other servers know chat only."
    )
    structured_output: Literal["auto", Rung] = Field(
        default="auto", description="Format of replies to start with; auto tries the native one and learns what works."
    )
    temperature: float | None = Field(default=0.0, ge=0, le=2, description="Sampling temperature of every role.")
    sampling: Sampling = Field(default=Sampling(), description="Other sampling parameters of every role.")
    role_sampling: dict[Role, Sampling] = Field(
        default={}, description="Sampling parameters of single roles, where they differ."
    )
    context_window: int | None = Field(
        default=None, ge=512, description="Tokens that the models take at once [as their profiles say, or learned]."
    )
    image_inputs: bool | None = Field(
        default=None, description="Whether the models take images [as their profiles say; else no]."
    )
    step_shape: StepShape = Field(
        default="auto",
        description="What a step is: guided (one or two model calls; code finds tool and values, for very small "
        "models), split (five, for weak models), fused (two), native (one, tools bound), code (one, a program over the "
        "tools; needs the extra `programs`), or auto.",
    )
    planning: Planning = Field(
        default="auto", description="full: plan always, or only where native steps cannot just begin (auto)."
    )
    context: Context = Field(
        default="auto",
        description="What prompts show: lean (what each role needs), rich (more, in fewer calls), or auto: rich where "
        "the model's window is known to hold 32,768 tokens. smurfs is always lean.",
    )
    prompts: str | None = Field(
        default=None,
        description="Folder with prompts of your own; each takes the place of the shipped file of its name.",
    )
    max_depth: int | None = Field(
        default=None,
        ge=1,
        le=50,
        description="Steps on one path of a sub-task's search [8; 3 in smurfs; 25 where steps are native or code].",
    )
    max_steps: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="Tool call attempts per sub-task, a program being one [12; 50 where steps are native or code].",
    )
    max_program_calls: int = Field(
        default=100, ge=1, le=10_000, description="Tool calls of one program, where steps are programs."
    )
    max_restarts: int = Field(default=2, ge=0, le=10, description="Restarts of a call whose reply was wrong.")
    exhaustive: bool = Field(default=False, description="At max_depth, roll back and search elsewhere.")
    repeated_reads: Literal["end", "go on"] = Field(
        default="end",
        description="react, dfsdt, alpha-umi: what follows a look-up that was made before on its chain and brought the "
        "same: an answer or giving up (end), or any call, as published (go on).",
    )
    passes: int = Field(default=1, ge=1, le=100, description="react: chains that may be tried (CoT@n).")
    inner_search: Literal["dfsdt", "react"] = Field(
        default="dfsdt", description="alpha-umi: whether its steps form a tree or chains."
    )
    tree_width: int = Field(default=2, ge=1, le=20, description="dfsdt: expansions of each node.")
    chain_nodes: int | None = Field(
        default=None,
        ge=1,
        le=300,
        description="react, dfsdt: thoughts, actions and inputs on one chain [36; 12 in dfsdt, as published].",
    )
    max_queries: int = Field(default=200, ge=1, le=10_000, description="react, dfsdt: replies in all.")
    levels_up: int = Field(default=2, ge=1, le=100, description="dfsdt: rounds that giving up goes back.")
    max_concurrency: int = Field(default=8, ge=1, le=1000, description="Sub-tasks that are solved at once.")
    max_replans: int = Field(default=1, ge=0, le=20, description="Revisions of a plan that did not work out.")
    max_repairs: int = Field(
        default=2, ge=0, le=10, description="Times that an answer which breaks a constraint or its choice is sent back."
    )
    solver_seconds: float = Field(
        default=15.0, gt=0, le=3600, description="Seconds that the choice among candidates may take."
    )
    approve: frozenset[Approval] = Field(
        default=frozenset(), description="What a person approves before it runs: plan, tools, programs."
    )
    instructions: str = Field(
        default="",
        max_length=20_000,
        description="House rules and persona: they join the system message of every role, where no tool reaches them.",
    )
    memory: bool = Field(
        default=False,
        description="Keep what users ask to be remembered, and show it in later conversations (tool `remember`).",
    )
    memory_user: str = Field(
        default="",
        max_length=500,
        description="Whose memories these are, where a call's `configurable` names no `user_id`.",
    )
    delivery: Delivery = Field(
        default="auto",
        description="What the deliverer does: reporting, inference (make the decision or plan), or auto.",
    )
    answer_style: AnswerStyle = Field(
        default="full", description="full, or short: the bare name, number, date or yes/no that was asked for."
    )
    max_questions: int = Field(
        default=0,
        ge=0,
        le=10,
        description="Questions about the request that a person may be asked; 0: nobody is there.",
    )
    max_sub_tasks: int = Field(default=20, ge=1, le=1000, description="Sub-tasks that a plan may have.")
    max_tokens: int | None = Field(default=None, ge=1, description="Token budget of the run, both directions.")
    max_cost: float | None = Field(default=None, gt=0, description="Cost budget of the run, US dollars.")
    max_seconds: float | None = Field(default=600.0, gt=0, description="Time budget of the run, seconds.")
    max_llm_calls: int | None = Field(default=500, ge=1, description="Model calls of the run.")
    max_tool_calls: int | None = Field(default=200, ge=1, description="Tool calls of the run.")
    sub_task_max_tokens: int | None = Field(default=None, ge=1, description="Token budget of each sub-task.")
    sub_task_max_cost: float | None = Field(default=None, gt=0, description="Cost budget of each sub-task, US dollars.")
    sub_task_max_seconds: float | None = Field(default=None, gt=0, description="Time budget of each sub-task, seconds.")
    sub_task_max_llm_calls: int | None = Field(default=None, ge=1, description="Model calls of each sub-task.")
    sub_task_max_tool_calls: int | None = Field(default=None, ge=1, description="Tool calls of each sub-task.")
    prices: dict[str, Price] = Field(default={}, description="Prices by model reference [as genai-prices says].")
    tool_retries: int = Field(
        default=2, ge=0, le=10, description="Further attempts where a tool's connection fails or its server is busy."
    )
    policy: str | None = Field(
        default=None, description="YAML file that says which tool calls are allowed, asked about and denied."
    )
    unattended: bool = Field(
        default=False, description="Nobody is there: calls that the policy would ask about are refused, not waited for."
    )
    undeclared: Literal["write", "read"] = Field(
        default="write",
        description="How functions that declare no effects are taken: write (each call may change something: made in "
        "order, and as often as asked) or read (calls run together, and a repeated one is answered from its record).",
    )
    tool_cache: str | None = Field(
        default=None, description="SQLite file that keeps tools' responses, for later runs and for replays."
    )
    tool_cache_mode: Literal["off", "record", "replay"] = Field(
        default="record", description="record: use and keep them; replay: call no tool at all; off."
    )
    tool_timeout: float = Field(default=30.0, gt=0, le=3600, description="Seconds that one tool call may take.")
    model_timeout: float = Field(default=120.0, gt=0, le=3600, description="Seconds that one model call may take.")
    model_retries: int = Field(default=2, ge=0, le=10, description="Further attempts where a server does not answer.")
    model_retry_wait: float = Field(
        default=0.5, ge=0, le=60, description="Seconds before the first of them; later ones wait twice as long each."
    )
    max_concurrent_calls: int = Field(default=8, ge=1, le=1000, description="Calls under way at once, per server.")
    calls_per_minute: float | None = Field(
        default=None, gt=0, description="Calls that may start per minute and server."
    )
    breaker_failures: int = Field(
        default=5, ge=1, le=1000, description="Failed attempts in a row after which a server is left alone for a while."
    )
    breaker_seconds: float = Field(default=30.0, ge=0, le=3600, description="How long it is left alone, seconds.")
    response_cache: str | None = Field(
        default=None, description="SQLite file that keeps models' replies, so that a run can be replayed at no cost."
    )
    max_response_chars: int | None = Field(
        default=None,
        ge=200,
        le=1_000_000,
        description="Characters of a tool response that a prompt may hold [a share of the window; 49152 if unknown].",
    )
    shortlist_over: int = Field(
        default=30, ge=1, le=1000, description="With more tools than this, prompts name the nearest ones only."
    )
    shortlist_size: int = Field(
        default=10, ge=1, le=100, description="Tools that a sub-task starts with where not all are named."
    )
    tool_index_folder: str | None = Field(
        default=None, description="Folder that keeps indexes of tools from run to run [in memory]."
    )
    tool_embeddings: str | None = Field(
        default=None, description="Embeddings that reorder the tools found, as provider:model [none]."
    )
    tracing: Tracing = Field(
        default="environment",
        description="Where runs are traced: langsmith, otel (OpenTelemetry), both, off, or as LANGSMITH_TRACING says.",
    )
    record: bool = Field(
        default=False, description="Keep every prompt and reply, masked, with the run (`smurfs runs show --calls`)."
    )
    max_query_chars: int = Field(default=20_000, ge=1, le=1_000_000, description="Characters of a query.")

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


def _unknown(name: str, known: Iterable[str]) -> InitErrorDetails:
    text = str(UnknownNameError("setting", name, known))
    return {"type": PydanticCustomError("extra_forbidden", "{text}", {"text": text}), "loc": (name,), "input": ""}


def _complaint(error: ValidationError, known: list[str]) -> ConfigurationError:
    first = error.errors(include_url=False)[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return UnknownNameError("setting", name, known)
    if first["type"] == "literal_error":
        expected = str(first.get("ctx", {}).get("expected", ""))
        choices = [choice.strip("' ") for choice in expected.replace(" or ", ",").split(",")]
        return UnknownNameError(name, str(first["input"]), choices)
    shown = "" if "base_url" in name else f" (got {first['input']!r})"
    return ConfigurationError(f"setting {name!r}: {first['msg']}{shown}")
