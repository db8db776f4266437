"""Finding the few tools for a request among many: an index of documents, one interface, several engines.

```python
retriever = ToolRetriever(tools, folder="index")       # SQLite FTS5; kept on disk and reused
retriever.search("Translate the page and send it to Ana", 10)   # names, the best first
```
`engine="bm25s"` (extra: retrieval) and `embeddings=` (any LangChain Embeddings, as a reranker) stand behind the same
interface. How a request is read is in `request.py`, how scores become a ranking in `ranking.py`.
"""

from typing import TYPE_CHECKING, Any, get_args

from smurfs_graph.settings import Engine

if TYPE_CHECKING:
    from smurfs_graph.tools.retrieval.entry import Entry, entry_of
    from smurfs_graph.tools.retrieval.retriever import ToolRetriever

__all__ = ["ENGINES", "Engine", "Entry", "ToolRetriever", "entry_of"]

ENGINES: tuple[Engine, ...] = get_args(Engine)
_HOMES = {"Entry": "entry", "entry_of": "entry", "ToolRetriever": "retriever"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
