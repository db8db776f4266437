"""LangChain's client for OpenAI's interface, with the reasoning of other servers, which it leaves to subclasses."""

from typing import Any, cast

from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_openai import ChatOpenAI
from typing_extensions import override

from smurfs_graph.models.reasoning import reasoning_in, reasoning_of


class ReasoningChatOpenAI(ChatOpenAI):
    """A client whose messages bear the reasoning that came with them, and that sends it with them."""

    @override
    def _create_chat_result(self, response: Any, generation_info: dict[str, Any] | None = None) -> ChatResult:
        """Return the reply, with its reasoning."""
        result = super()._create_chat_result(response, generation_info)
        for generation, choice in zip(result.generations, response.choices, strict=True):
            beside_protocol: dict[str, Any] = choice.message.model_extra or {}
            generation.message.additional_kwargs |= reasoning_in(beside_protocol)
        return result

    @override
    def _convert_chunk_to_generation_chunk(
        self, chunk: dict[str, Any], default_chunk_class: type, base_generation_info: dict[str, Any] | None
    ) -> ChatGenerationChunk | None:
        """Return a part of a streamed reply, with its part of the reasoning."""
        generation = super()._convert_chunk_to_generation_chunk(chunk, default_chunk_class, base_generation_info)
        event = chunk.get("chunk") or chunk  # a stream that is held to a schema has it inside
        choices = event.get("choices")
        if generation is not None and choices:
            generation.message.additional_kwargs |= reasoning_in(choices[0]["delta"])
        return generation

    @override
    def _get_request_payload(self, input_: Any, *, stop: list[str] | None = None, **kwargs: Any) -> dict[str, Any]:
        """Return the request's body, with the reasoning of earlier replies."""
        payload = cast("dict[str, Any]", super()._get_request_payload(input_, stop=stop, **kwargs))
        if "messages" in payload:  # OpenAI's Responses have a way of their own
            messages = self._convert_input(input_).to_messages()
            for message, sent in zip(messages, payload["messages"], strict=True):
                sent |= reasoning_of(message)
        return payload
