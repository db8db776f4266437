"""The scripted model in other people's graphs."""

from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage

from smurfs_graph.testing import ScriptedModel


def test_a_caller_answers_an_agent_without_a_system_message() -> None:
    """The question is noted with the messages that there are."""

    def call(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
        return AIMessage("Hello.")

    def greet() -> str:
        """Greet."""
        return "Hello."

    model = ScriptedModel(lambda call, sections: "", caller=call)
    agent: Any = create_agent(model, [greet])
    assert agent.invoke({"messages": [("user", "Say hello.")]})["messages"][-1].text == "Hello."
    assert [(asked.call, asked.system, asked.user) for asked in model.asked] == [("unknown", "", "Say hello.")]
