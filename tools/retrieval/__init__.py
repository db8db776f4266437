"""Finding the few tools for a request among many: an index of documents, one interface, several engines.

```python
retriever = ToolRetriever(tools, folder="index")       # SQLite FTS5; kept on disk and reused
retriever.search("Translate the page and send it to Ana", 10)   # names, the best first
```
`engine="bm25s"` (extra: retrieval) and `embeddings=` (any LangChain Embeddings, as a reranker) stand behind the same
interface. How a request is read is in `request.py`, how scores become a ranking in `ranking.py`.
"""

from smurfs_graph.tools.retrieval.entry import Entry, entry_of
from smurfs_graph.tools.retrieval.index import ENGINES, Engine
from smurfs_graph.tools.retrieval.retriever import ToolRetriever

__all__ = ["ENGINES", "Engine", "Entry", "ToolRetriever", "entry_of"]
