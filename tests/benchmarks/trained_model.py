"""A chat model around weights that were trained here: prompts through the chat template that they were trained with."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from smurfs_graph.models.transcript import message_data
from smurfs_graph.training.libraries import library
from smurfs_graph.training.rows import prompt_tokens

_CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
_GATHER = 0.01
"""Seconds that a question waits for others, to be answered in one batch."""
_REPLY_TOKENS = 72


class TrainedModel(BaseChatModel):
    """Greedy; questions that come together are answered in one batch."""

    folder: Path
    window: int = 512
    _waiting: list[tuple[list[int], "asyncio.Future[str]"]] = PrivateAttr(default_factory=list)
    _loaded: Any = PrivateAttr(default=None)

    @property
    def _llm_type(self) -> str:
        return "trained"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        """The model with tools, as OpenAI's functions."""
        return self.bind(tools=list(tools))

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            transformers = library("transformers")
            tokenizer = transformers.AutoTokenizer.from_pretrained(self.folder, padding_side="left")
            is_adapter = (self.folder / "adapter_config.json").exists()
            kind = library("peft").AutoPeftModelForCausalLM if is_adapter else transformers.AutoModelForCausalLM
            self._loaded = tokenizer, kind.from_pretrained(self.folder).eval()
        return self._loaded

    def _tokens(self, messages: list[BaseMessage], options: dict[str, Any]) -> list[int]:
        data = [message_data(message) for message in messages]
        return prompt_tokens(self._load()[0], {"prompt": data, "tools": options.get("tools")})

    def _write(self, prompts: list[list[int]]) -> list[str]:
        """The replies to several prompts; a prompt that leaves no room is answered with nothing."""
        tokenizer, model = self._load()
        fit = [at for at, prompt in enumerate(prompts) if len(prompt) + _REPLY_TOKENS <= self.window]
        found = [""] * len(prompts)
        if fit:
            batch = tokenizer.pad({"input_ids": [prompts[at] for at in fit]}, return_tensors="pt")
            with library("torch").no_grad():
                made = model.generate(**batch, max_new_tokens=_REPLY_TOKENS, do_sample=False)
            said = tokenizer.batch_decode(made[:, batch["input_ids"].shape[1] :], skip_special_tokens=True)
            found = [said[fit.index(at)] if at in fit else "" for at in range(len(prompts))]
        return found

    def _result(self, text: str, prompt: list[int]) -> ChatResult:
        calls: list[Any] = []
        for at, found in enumerate(_CALL.findall(text)):
            try:
                call = json.loads(found)
                calls.append({"name": str(call["name"]), "args": dict(call["arguments"]), "id": f"call_{at}"})
            except (ValueError, KeyError, TypeError):
                continue
        used = UsageMetadata(input_tokens=len(prompt), output_tokens=0, total_tokens=len(prompt))
        message = AIMessage(_CALL.sub("", text).strip(), tool_calls=calls, usage_metadata=used)
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> ChatResult:
        prompt = self._tokens(messages, options)
        return self._result(self._write([prompt])[0], prompt)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> ChatResult:
        prompt = self._tokens(messages, options)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        self._waiting.append((prompt, answer))
        if len(self._waiting) == 1:
            loop.call_later(_GATHER, self._answer_all)
        return self._result(await answer, prompt)

    def _answer_all(self) -> None:
        asked, self._waiting = self._waiting, []
        texts = self._write([prompt for prompt, _ in asked])
        for (_, answer), text in zip(asked, texts, strict=True):
            if not answer.done():
                answer.set_result(text)
