"""The one HTTP client of every tool source: where it may connect, what it may carry along, how much it may read.

```python
client = HttpClient(allow=["127.0.0.1:8000"])  # everything private is refused but this; extra: openapi
response = await client.request("GET", url, headers={"Accept": "application/json"}, secrets={"Authorization": token})
response.status, response.header("retry-after"), response.content, response.text
```
`errors.HttpError` (a ToolError with a reason for a model) is all that a request raises, beside cancellation.
"""

from smurfs_graph.tools.http.client import HttpClient, HttpLimits, HttpResponse
from smurfs_graph.tools.http.errors import ForbiddenRequestError, HttpError

__all__ = ["ForbiddenRequestError", "HttpClient", "HttpError", "HttpLimits", "HttpResponse"]
