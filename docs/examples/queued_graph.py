"""A graph for chat clients, whose turns are carried out by workers.

With langgraph.json as {"dependencies": ["."], "graphs": {"smurfs": "queued_graph.py:graph"}}:
SMURFS_CHECKPOINT=postgresql://... langgraph dev, beside `smurfs worker --tools ...`
"""

import atexit
import os
from contextlib import ExitStack

from smurfs_graph.workers.chat_graph import build_chat_graph
from smurfs_graph.workers.queue import open_queue

stack = ExitStack()
atexit.register(stack.close)
graph = build_chat_graph(stack.enter_context(open_queue(os.environ["SMURFS_CHECKPOINT"])))
