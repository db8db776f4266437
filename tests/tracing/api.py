"""What LangSmith's API answers about datasets, experiments and feedback, as far as an evaluation asks for it."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

TENANT = str(uuid4())
NOW = "2026-01-01T00:00:00Z"


class Api:
    """Datasets, examples, sessions and feedback in memory."""

    def __init__(self) -> None:
        """Nothing is there."""
        self.datasets: dict[str, dict[str, Any]] = {}
        self.examples: dict[str, dict[str, Any]] = {}
        self.sessions: dict[str, dict[str, Any]] = {}
        self.feedback: list[dict[str, Any]] = []
        self.unknown: list[str] = []

    def answer(self, method: str, path: str, body: Any) -> Any:
        """The JSON answer to a request; None for what is not known."""
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        match (method, parts.path.strip("/").split("/")):
            case ("GET", ["info"]):
                return {"version": "1", "instance_flags": {"dataset_examples_multipart_enabled": False}}
            case ("GET", ["datasets"]):
                name = query.get("name")
                return [each for each in self.datasets.values() if name in (None, each["name"])]
            case ("GET", ["datasets", name]):
                return self.datasets[name]
            case ("POST", ["datasets"]):
                return self._made(self.datasets, {"example_count": 0, "modified_at": NOW, **body})
            case ("POST", ["examples", "bulk"]):
                return [self._made(self.examples, {"modified_at": NOW, **each}) for each in body]
            case ("GET", ["examples"]):
                found = [each for each in self.examples.values() if each["dataset_id"] == query.get("dataset")]
                return found if query.get("offset", "0") == "0" else []
            case ("POST", ["sessions"]):
                return self._made(self.sessions, {"start_time": NOW, "tenant_id": TENANT, **body})
            case ("GET", ["sessions"]):
                return list(self.sessions.values())
            case ("GET" | "PATCH", ["sessions", name]):
                return self.sessions[name]
            case ("POST", ["feedback"]):
                self.feedback.append(body)
                return body
            case _:
                self.unknown.append(f"{method} {path}")
                return None

    def _made(self, kind: dict[str, dict[str, Any]], body: Mapping[str, Any]) -> dict[str, Any]:
        made = {"id": str(uuid4()), "created_at": NOW, **body}
        kind[made["id"]] = made
        return made


def as_json(text: bytes) -> Any:
    """A body as data; None for one that is no JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None
