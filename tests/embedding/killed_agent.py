"""An agent with programs in a process of its own: python -m tests.embedding.killed_agent FOLDER [MOMENT] [DECISION].

It begins a run, or goes on with it, and prints the answer, or the calls that a person is asked about. What its tools do
stands in the folder's `done`; where they come to the moment that is named, the process is killed. `DECISION`: a
person's, as JSON.
"""

import json
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.sqlite import SqliteStore
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, asks_nobody, calling, results_in

PROGRAM = """
prices = await asyncio.gather(*[price(item) for item in ("A", "B")])
for item in ("X", "Y"):
    try:
        print(await order(item))
    except Exception as error:
        print(item, error)
print(sum(prices), await price("C"))
"""


def main(folder: Path, moment: str, decision: str, *, stored: bool) -> None:
    """Run the agent to its end, or to the moment."""

    def do(what: str) -> None:
        with (folder / "done").open("a") as done:
            done.write(f"{what}\n")
        if what == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    @effects("read")
    def price(item: str) -> int:
        """Find the price of an item."""
        do(f"read {item}")
        return ord(item)

    def order(item: str) -> str:
        """Order an item."""
        do(f"ordered {item}")
        do(f"returns {item}")
        return f"ordered {item}"

    def reply(messages: Any, tools: Any) -> Any:
        found = results_in(messages)
        return found[-1] if found else calling("run_python", {"code": PROGRAM})

    with ExitStack() as opened:
        saver = opened.enter_context(SqliteSaver.from_conn_string(str(folder / "runs.db")))
        store = opened.enter_context(SqliteStore.from_conn_string(str(folder / "store.db")))
        store.setup()
        model = ScriptedModel(asks_nobody, caller=reply)
        agent: Any = create_agent(
            model, [price, order], middleware=[Programs()], checkpointer=saver, store=store if stored else None
        )
        given: Any = None if agent.get_state(CONFIG).values else {"messages": [("user", "go")]}
        if decision:
            given = Command(resume={"decisions": [json.loads(decision)]})
        result: dict[str, Any]
        try:
            result = agent.invoke(given, CONFIG, durability="sync")
        except ValueError as error:
            result = {"messages": [AIMessage(str(error))]}
        for asked in result.get("__interrupt__", ()):
            print(json.dumps([asked.value["action_requests"], asked.value["review_configs"]]))
        print(result["messages"][-1].text)


if __name__ == "__main__":
    given = [*sys.argv[2:], "", ""]
    main(Path(sys.argv[1]), given[0], given[1], stored="volatile" not in sys.argv)
