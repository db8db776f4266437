"""The parts of one graph, made once before it is built. They hold no state of a run but for live views (`LiveRuns`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self
from uuid import uuid4

from pydantic import BaseModel

from smurfs_graph.asking.answer_stream import Answers
from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.call_rules import CallRules
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.middleware import Middleware
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.asking.strategy_rules import DEFAULT_RULES, StrategyRules
from smurfs_graph.models.wrapping import AnyModel
from smurfs_graph.settings import Settings
from smurfs_graph.tools.tool import Tool


@dataclass(frozen=True)
class Resources:
    """The parts of one graph: builders hand each node those that it uses."""

    rules: StrategyRules
    """What the graph's strategy does otherwise than others."""
    asking: Asking
    """Asks models: the parts below that a question needs, together."""
    calling: Calling
    """Calls tools: the parts below that a call needs, together."""
    answers: Answers
    toolset: GraphTools
    settings_of: RunSettings
    """Returns the settings of a run."""
    askers: Askers
    """Returns the asker of a role's model."""
    live: LiveRuns
    responses: FullResponses

    @classmethod
    def of(
        cls,
        settings: Settings,
        tools: Mapping[str, Tool],
        models: Mapping[str, AnyModel] | None = None,
        *,
        answer_schema: type[BaseModel] | None = None,
        middleware: Middleware | None = None,
        rules: StrategyRules = DEFAULT_RULES,
    ) -> Self:
        """Make the parts of a graph. Raises ConfigurationError or UnknownNameError for settings that cannot work.

        `models` gives models by reference, for those that are objects already; `answer_schema`: the form of the answer
        as data, besides text.
        """
        hooks = middleware or Middleware()
        toolset, responses = GraphTools.of(tools), FullResponses()
        live = LiveRuns(toolset.tools, structured=answer_schema is not None)
        call_rules = CallRules(hooks.around_tool if hooks.of_tools else None)
        settings_of = RunSettings(settings, call_rules, toolset.tools, rules.ceilings)
        askers = Askers(models or {}, adapts_prompts=rules.adapts_prompts)
        return cls(
            rules=rules,
            asking=Asking(settings_of, askers, live, hooks, toolset),
            calling=Calling(settings_of, toolset, call_rules, live, responses, askers, graph=uuid4().hex),
            answers=Answers(answer_schema),
            toolset=toolset,
            settings_of=settings_of,
            askers=askers,
            live=live,
            responses=responses,
        )
