"""Finding the few tools for a request among many: an index of documents, one interface, two engines.

```python
retriever = ToolRetriever(tools, folder="index")       # SQLite FTS5; kept on disk and reused
retriever.search("Translate the page and send it to Ana", 10)   # names, the best first
```
`engine="bm25s"` (extra: retrieval) and `embeddings=` (any LangChain Embeddings, as a reranker) stand behind the same
interface (`retriever.py`). How a request is read is in `request.py`, how scores become a ranking in `ranking.py`.
"""
