"""`llamacpp:PATH.gguf`: a model in this process, through llama-cpp-python (extra `llamacpp`).

One model file is loaded once per process and asked by one caller at a time, for a llama.cpp context is no good for two.
"""

import atexit
import json
import threading
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, convert_to_openai_messages
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableParallel

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.failures import line_of
from smurfs_graph.settings import Sampling


class LlamaModel(BaseChatModel):
    """A chat model over a GGUF file. Native structured output goes through llama.cpp's grammars."""

    path: str
    window: int
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None

    @classmethod
    def from_file(cls, path: str, sampling: Sampling, window: int | None) -> "LlamaModel":
        """Raises ConfigurationError where there is no such file, or llama.cpp cannot load it."""
        if not Path(path).expanduser().is_file():
            raise ConfigurationError(f"model file {path!r} is not there")
        given = sampling.model_dump(exclude={"max_output_tokens"})
        whole = str(Path(path).expanduser().resolve())
        model = cls(  # a window of 0 is the one that it was trained with
            path=whole, window=window or 0, max_tokens=sampling.max_output_tokens, **given
        )
        llama, _ = _load(model.path, model.window)
        model.profile = {"max_input_tokens": llama.n_ctx()}
        return model

    @property
    def _llm_type(self) -> str:
        return "llamacpp"

    def with_structured_output(
        self, schema: Any, *, method: str = "json_schema", include_raw: bool = True, **kwargs: Any
    ) -> Runnable[Any, Any]:
        """Ask for JSON by grammar; tool calls are refused, for they depend on the file's template."""
        if method not in ("json_schema", "json_mode"):
            raise NotImplementedError("in-process llama.cpp models are asked for JSON, not for tool calls")
        grammar: dict[str, Any] = {"type": "json_object"}
        if method == "json_schema":
            grammar["schema"] = schema
        return RunnableParallel(raw=self.bind(response_format=grammar))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: Sequence[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        llama, lock = _load(self.path, self.window)
        named = ("temperature", "top_p", "seed", "max_tokens")
        sampling = {name: value for name in named if (value := getattr(self, name)) is not None}
        with lock:
            _require_grammar(llama, kwargs.get("response_format", {}).get("schema"))
            answered = llama.create_chat_completion(
                convert_to_openai_messages(messages), stop=list(stop or []), **{**sampling, **kwargs}
            )
        choice, used = answered["choices"][0], answered["usage"]
        message = AIMessage(
            choice["message"]["content"] or "",
            response_metadata={"finish_reason": choice["finish_reason"]},
            usage_metadata=UsageMetadata(
                input_tokens=used["prompt_tokens"],
                output_tokens=used["completion_tokens"],
                total_tokens=used["total_tokens"],
            ),
        )
        return ChatResult(generations=[ChatGeneration(message=message)])


@cache
def _load(path: str, window: int) -> tuple[Any, threading.Lock]:
    package: Any = import_module("llama_cpp")  # of the extra
    try:
        llama: Any = package.Llama(model_path=path, n_ctx=window, verbose=False)
    except Exception as error:
        raise ConfigurationError(f"model file {path!r} cannot be loaded: {line_of(error)}") from None
    atexit.register(llama.close)  # left to the end of the interpreter, it would complain
    return llama, threading.Lock()


def _require_grammar(llama: Any, schema: Any) -> None:
    """Raises NotImplementedError for a schema whose grammar llama.cpp refuses: sampling with it ends the process."""
    if schema is None:
        return
    package: Any = import_module("llama_cpp")
    try:
        grammar: str = package.llama_grammar.json_schema_to_gbnf(json.dumps(schema))
    except Exception:  # then the package takes a grammar of its own, for any JSON
        return
    sampler = package.llama_sampler_init_grammar(package.llama_model_get_vocab(llama.model), grammar.encode(), b"root")
    if not sampler:
        raise NotImplementedError("llama.cpp cannot make a grammar of this schema")
    package.llama_sampler_free(sampler)
