"""A model that answers as an API would, from its document and recorded examples (StableToolBench, section 3.2).

What it says is invented, and is named so wherever it shows: the tool's source reads "simulated by MODEL". Its calls are
the environment's, not the run's: they are in no budget and no ledger.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.toolbench.documents import ApiDocument
from smurfs_graph.tools.toolbench.environments import read_response

Records = Callable[[ApiDocument], list[tuple[dict[str, Any], Any]]]

EXAMPLES = 5
MAX_EXAMPLE_CHARS = 2_000
_SYSTEM = (
    "You stand in for a web API in a test. From its document, what it answered before, and the arguments of one call, "
    'write what it would answer. Reply with JSON and nothing else: {"error": "", "response": ...}. Where the arguments '
    'are not valid for the document, say so in "error" and leave "response" empty. Keep the response below 200 words, '
    "and let it fit the arguments."
)


class Simulator:
    """An environment that asks a model."""

    changes_nothing = True

    def __init__(self, model: str | BaseChatModel, records: Records | None = None) -> None:
        """`model`: a reference such as "openai:gpt-5-mini", or a chat model; `records`: examples, if there are any."""
        self.name = f"simulated by {model if isinstance(model, str) else type(model).__name__}"
        self._model = model
        self._records = records

    async def call(self, document: ApiDocument, arguments: Mapping[str, Any]) -> Any:
        """Ask the model to play the API; see `Environment`. Raises ToolError where its reply is no response."""
        messages = [SystemMessage(_SYSTEM), HumanMessage(self._question(document, arguments))]
        try:
            reply = await self._chat().ainvoke(messages)
        except Exception as error:  # each integration has its own
            raise ToolError(f"the simulating model could not be asked ({type(error).__name__})") from None
        from smurfs_graph.models.json_text import candidates
        from smurfs_graph.models.spoken import spoken

        for body in candidates(spoken(str(reply.text))):
            if isinstance(body, dict) and "response" in body:
                return read_response(cast("dict[str, Any]", body))
        raise ToolError("the simulating model wrote no response")

    def _chat(self) -> BaseChatModel:
        if isinstance(self._model, str):
            from smurfs_graph.models.refs import resolve_model
            from smurfs_graph.settings import Settings

            self._model = resolve_model(self._model, Settings(model=self._model))
        return self._model

    def _question(self, document: ApiDocument, arguments: Mapping[str, Any]) -> str:
        """Write the question to the model that simulates a call: the document, examples, the arguments."""
        said = {
            "category": document.category,
            "tool": document.tool,
            "api": document.api,
            "description": document.description,
            "parameters": {parameter.name: parameter.schema for parameter in document.parameters},
        }
        lines = [f"Document: {json.dumps(said, ensure_ascii=False, default=str)}"]
        if document.example:
            lines.append(f"Form of a response: {document.example}")
        room = MAX_EXAMPLE_CHARS
        for given, response in (self._records(document) if self._records else [])[:EXAMPLES]:
            example = f"Called with {json.dumps(given, default=str)} it answered {json.dumps(response, default=str)}"
            if len(example) <= room:
                lines.append(example)
                room -= len(example)
        lines.append(f"Arguments of this call: {json.dumps(dict(arguments), ensure_ascii=False, default=str)}")
        return "\n".join(lines)
