"""How runs end: said on a channel of the database, and posted to a webhook where a worker was given one."""

import hashlib
import hmac
import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.http.addresses import hosts_of_address, hosts_of_environment
from smurfs_graph.tools.http.client import HttpClient
from smurfs_graph.tools.http.errors import HttpError

CHANNEL = "smurfs_runs"
"""Channel of PostgreSQL on which workers say the end of each job; a payload is an `End` as JSON."""
SAY = "SELECT pg_notify(%(channel)s, %(payload)s)"
SECRET = "SMURFS_WEBHOOK_SECRET"
"""Variable with the key that webhooks are signed with."""
LONGEST_NAME = 255
"""Characters of the name of a user or a thread."""
_LONGEST = 7_500
"""Bytes of a payload, all of which are ASCII; PostgreSQL takes 8,000."""
_A_CHARACTER = 12
"""Bytes of a character in JSON, at most."""


@dataclass(frozen=True)
class End:
    """What has become of a run's job."""

    thread: str
    state: str
    """finished, waiting (for a person), failed (given up), cancelled; queued or running where it has not ended."""
    reason: str
    """The stop reason of a finished run; why a failed one was given up."""
    user: str = ""

    def as_json(self) -> str:
        """Return the end as a notification holds it."""
        text = json.dumps(asdict(self))
        if len(text) <= _LONGEST:
            return text
        room = _LONGEST - len(json.dumps({**asdict(self), "reason": ""}))
        return json.dumps({**asdict(self), "reason": self.reason[: max(0, room // _A_CHARACTER)]})


def check_name(what: str, name: object) -> None:
    """Check that a name of a user or a thread can be kept. Raises ConfigurationError."""
    if not isinstance(name, str):
        raise ConfigurationError(f"the name of a {what} must be text, not {type(name).__name__}")
    if len(name) > LONGEST_NAME:
        raise ConfigurationError(f"names of users and threads have at most {LONGEST_NAME} characters")
    if not re.fullmatch(r"[^\x00\ud800-\udfff]*", name):
        raise ConfigurationError(f"the name {name!a:.60} of a {what} holds a character that no database keeps")


def thread_of(payload: str) -> str:
    """Return the thread of a notification; empty for any other text: every role of the database may notify."""
    with suppress(ValueError, RecursionError, AttributeError):
        return str(json.loads(payload).get("thread") or "")
    return ""


class WebhookRefusedError(Exception):
    """A webhook did not answer with a status of success."""


class Webhook:
    """Posts ends to the address that a worker was given, which is a private one only where it says so itself."""

    def __init__(self, url: str) -> None:
        """Raises ConfigurationError for an address that is none, or where the extra `openapi` is missing."""
        try:
            allowed = [*hosts_of_environment(), *hosts_of_address(url)]
        except HttpError as error:
            raise ConfigurationError(f"--webhook: {error}") from None
        self._url = url
        self._client = HttpClient(allow=allowed)

    async def post(self, end: dict[str, Any], delivery: int) -> None:
        """Post an end as JSON; `delivery`: the same number whenever it is posted again.

        Raises WebhookRefusedError or HttpError where it has to be posted again.
        """
        content = json.dumps({**end, "delivery": delivery}).encode()
        headers = {"Content-Type": "application/json"}
        secrets: dict[str, str] = {}
        if key := os.environ.get(SECRET):
            signature = hmac.new(key.encode(), content, hashlib.sha256).hexdigest()
            secrets = {"X-Smurfs-Signature": f"sha256={signature}"}
        response = await self._client.request("POST", self._url, headers=headers, secrets=secrets, content=content)
        if not 200 <= response.status < 300:
            raise WebhookRefusedError(f"the webhook answered with status {response.status}")
