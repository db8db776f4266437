"""Requests of queued runs: what a job is to do, kept in the storage, sealed as payloads are.

A job itself holds the names of its thread and its request and nothing else, so that a queue tells no secret.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, cast

from langgraph.store.base import BaseStore
from pydantic import TypeAdapter, ValidationError

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.settings import Mark, Settings, marked
from smurfs_graph.user.signing import is_signed, sign, user_key

if TYPE_CHECKING:
    from smurfs_graph.checkpoints.postgres_payloads import PostgresPayloads

USER = "user_id"
"""Key of the user's id in the metadata of a run's checkpoints, as LangGraph calls it."""
ASKED = "smurfs_asked"
"""Key of the settings there that requests of the thread asked for, as JSON."""
REQUEST = "smurfs_request"
"""Key of the request's name there: what has it was begun by that request."""
QUEUE = "smurfs_queue"
"""Key there of the queue whose workers the run is for."""
_NAMESPACE = ("smurfs", "requests")
"""Of all requests; those of a thread are below it, under the digest of the thread's name: labels hold no periods."""
_PAGE = 1_000
_LOWERED = ("max_", "sub_task_max_", "tool_timeout")
"""Limits, by how their names start: a request may lower those of a worker, also its defaults, and not raise them."""
_LEARNED = {"max_concurrent_calls": 8}
"""Those for which a worker without a number goes by what servers say, and what a request may set then at most."""
_OPEN = "max_questions"
"""This one may be raised where the worker was given none: whoever asks knows whether somebody is there to answer."""


@dataclass(frozen=True)
class Answer:
    """A person's answer to one question."""

    question: str
    """Id of the question."""
    asked: str
    """Digest of the question as it was put: the answer counts for no other one."""
    value: Any


@dataclass(frozen=True)
class Request:
    """What a job does on its thread: a new turn (`query`), or going on, with `answers` where there are any."""

    kind: Literal["query", "answers"]
    query: str = ""
    answers: tuple[Answer, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    user: str = ""
    queue: str = ""
    """Name of the queue that it was put in."""
    signature: str = ""
    """Under the answers, by the key of whoever gave them."""
    tries: int = 0
    """Tries since the run's last progress."""
    progress: str = ""
    """Id of the run's last checkpoint at that time."""
    anew: bool = False
    """Whether this turn begins although the one before has not ended: that one was cancelled, or given up."""
    unread: int = 0
    """Tries that could not read the run's checkpoints, one after another."""
    failure: str = ""
    """Why the request was given up; empty while it was not."""

    def sign(self, thread: str) -> str:
        """Return the signature of this user under the answers. Raises ConfigurationError where there is no key."""
        return sign(user_key(), _signed_texts(thread, self))

    def is_signed(self, thread: str) -> bool:
        """Return whether the answers were signed with this user's key."""
        return is_signed(self.signature, user_key(), _signed_texts(thread, self))


_READ = TypeAdapter(Request)


def question_digest(question: Any) -> str:
    """Return the digest of a question as it is put to a person."""
    return digest(canonical_json(question))


def unchanged_questions(waiting: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the waiting questions, by id, that are as they were shown."""
    digests = {name: question_digest(question) for name, question in shown.items()}
    return {name: each for name, each in waiting.items() if question_digest(each) == digests.get(name)}


def settings_of(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that a thread's requests asked for, as its checkpoints say."""
    try:
        found: Any = json.loads(metadata.get(ASKED, "{}"))
    except ValueError:
        found = {}
    return dict(found) if isinstance(found, dict) else {}  # pyright: ignore[reportUnknownArgumentType]


def going_on(metadata: Mapping[str, Any]) -> Request:
    """Return the request to go on with a run, with its user, its settings and its queue."""
    user, queue = (str(metadata.get(key, "")) for key in (USER, QUEUE))
    return Request("answers", settings=settings_of(metadata), user=user, queue=queue)


def metadata_of(request: Request, name: str) -> dict[str, str]:
    """Return the metadata of the checkpoints that a request makes."""
    user = {USER: request.user} if request.user else {}
    queue = {QUEUE: request.queue} if request.queue else {}
    return {REQUEST: name, ASKED: json.dumps(request.settings), **user, **queue}


def check_settings(settings: Mapping[str, Any]) -> Settings:
    """Return the settings of a request. Raises ConfigurationError for one that is the worker's to decide."""
    for name in settings:
        if name in Settings.model_fields and name not in marked(Mark.FOREIGN):
            raise ConfigurationError(f"setting {name!r} is decided by the worker: give it to `smurfs worker`")
    return Settings.checked(**settings)


def settings_for(request: Request, worker: Settings) -> Settings:
    """Return a worker's settings with those of a request over them. Raises ConfigurationError."""
    asked = check_settings(request.settings)
    named: dict[str, Any] = {name: getattr(asked, name) for name in asked.model_fields_set}
    for name in [name for name in named if name.startswith(_LOWERED)]:
        most: Any = getattr(worker, name)
        most = _LEARNED.get(name) if most is None else most
        if isinstance(most, int | float) and (name != _OPEN or name in worker.model_fields_set):
            named[name] = most if named[name] is None else min(named[name], most)
    remembers = bool(request.user) and (worker.memory or "memory" not in worker.model_fields_set)
    memory = {"memory": True, "memory_user": request.user} if remembers else {"memory": False}
    return Settings.checked(**{**worker.model_dump(exclude_unset=True), **named, **memory})


def keep_request(store: BaseStore, thread: str, name: str, request: Request, within: Any = None) -> None:
    """Write a request, over what stands there under its name; `within`: in this connection's transaction."""
    if within is None:
        store.put(_namespace(thread), name, asdict(request), index=False)
    else:
        cast("PostgresPayloads", store).put_within(within, _namespace(thread), name, asdict(request))


def find_request(store: BaseStore, thread: str, name: str) -> Request | None:
    """Return a request; None for one that was carried out, or deleted. Raises ConfigurationError for a foreign one."""
    item = store.get(_namespace(thread), name)
    if item is None:
        return None
    known = {each.name for each in fields(Request)}
    try:
        return _READ.validate_json(json.dumps({key: value for key, value in item.value.items() if key in known}))
    except ValidationError:
        raise ConfigurationError(f"the request of run {thread!r} was written by another version") from None


def forget_request(store: BaseStore, thread: str, name: str) -> None:
    """Delete a request."""
    store.delete(_namespace(thread), name)


def forget_requests(store: BaseStore, thread: str) -> None:
    """Delete all requests of a thread."""
    while found := store.search(_namespace(thread), limit=_PAGE):
        for item in found:
            store.delete(item.namespace, item.key)


def queries_of(store: BaseStore) -> dict[str, str]:
    """Return the queries of all requests, by the names of the requests."""
    found: dict[str, str] = {}
    while page := store.search(_NAMESPACE, limit=_PAGE, offset=len(found)):
        found |= {item.key: str(item.value.get("query", "")) for item in page}
    return found


def fitting_answers(request: Request, questions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers, by id, to those of the waiting questions that they were given to."""
    return {
        each.question: each.value
        for each in request.answers
        if each.question in questions and question_digest(questions[each.question]) == each.asked
    }


def _namespace(thread: str) -> tuple[str, ...]:
    return (*_NAMESPACE, digest(thread))


def _signed_texts(thread: str, request: Request) -> Iterable[str]:
    answers = [[each.question, each.asked, each.value] for each in request.answers]
    return ("smurfs-answers", thread, canonical_json(answers))
