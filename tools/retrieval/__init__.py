"""Finding the few tools for a request among many: an index of documents, and one interface.

```python
retriever = ToolRetriever(tools, folder="index")       # SQLite FTS5; kept on disk and reused
retriever.search("Translate the page and send it to Ana", 10)   # names, the best first
```
`embeddings=` (any LangChain Embeddings) reorders what was found. The index is in `fts5.py`, how a request is read in
`request.py`, how scores become a ranking in `ranking.py`.
"""
