"""The tool by which a model writes programs, and what it says of the tools that they may call."""

from langgraph.runtime import Runtime

from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.models.native import BoundTool
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.stubs import FIND_TOOLS, Stubs
from smurfs_graph.programs.telling import about_programs
from smurfs_graph.prompting.prompts import without_turns
from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskState

_FINDS = f" Stubs of further tools are found by print(await {FIND_TOOLS}('words of what is needed'))."


def run_python_tool(state: SubTaskState, toolset: GraphTools, settings: Settings) -> BoundTool:
    """Return the tool as the model has it: how programs are written, and the stubs of the tools that are shown."""
    stubs, shown = stubs_of(state, toolset), frozenset(state["offer"].tools)
    about = about_programs(settings.max_program_calls, keeps_reads=True)
    more = "" if shown.issuperset(state["search"].tools) else _FINDS
    text = f"{about}{more}\n\n{stubs.for_model(shown, state['offer'].shapes)}"
    code = {"type": "string", "description": "the program"}
    parameters = {"type": "object", "properties": {"code": code}, "required": ["code"]}
    return BoundTool(RUN_PYTHON, without_turns(text), parameters)


def stubs_of(state: SubTaskState, toolset: GraphTools) -> Stubs:
    """Return the stubs of all tools that a sub-task's programs may call, shown or not."""
    return toolset.catalog.stubs(state["search"].tools)


def conversation_of(runtime: Runtime[Settings], state: SubTaskState) -> str:
    """Return what tells a conversation from others: its thread, or the run where it has none."""
    info = runtime.execution_info
    thread = info.thread_id if info is not None else None
    return str(thread or state.get("run_id", ""))
