"""Errors of requests. All are ToolErrors: their text is for the model, and names no secret.

HttpError
├── ForbiddenRequestError    refused before a byte was sent: an address, a URL, a header, a redirect
├── ConnectionFailedError    no connection, or one that broke; the same request may work in a moment
├── DeadlineError            the whole call took too long
└── BadResponseError         too large, encoded in a way that was not asked for, or no HTTP at all
"""

from smurfs_graph.errors import ToolError


class HttpError(ToolError):
    """A request without a response."""


class ForbiddenRequestError(HttpError):
    """Refused before anything was sent."""


class ConnectionFailedError(HttpError):
    """A connection could not be made (transient), or broke (transient for a request that only reads)."""


class DeadlineError(HttpError):
    """The call took longer than it may. Not transient: it has used up its time and may have had its effect."""


class BadResponseError(HttpError):
    """A response that cannot be taken."""
