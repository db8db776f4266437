"""Find the models to ask for a role, and how much they take."""

from collections.abc import Mapping

from smurfs_graph.asking.chat_models import chat_model
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.cache import ResponseCache
from smurfs_graph.models.refs import OFFLINE, endpoint_of, server_of
from smurfs_graph.models.registry import Registry, process_registry
from smurfs_graph.models.window import UNKNOWN_WINDOW, chars_of
from smurfs_graph.models.wrapping import AnyModel
from smurfs_graph.settings import Settings

RICH_WINDOW = 32_768
"""Tokens of a known window from which on prompts are rich, where nothing is set."""
RESPONSE_SHARE = 3 / 16
"""Of the window, for one response."""
LEAST_RESPONSE = 400


class Askers:
    """The models of one graph as they are asked, made when they are first needed."""

    def __init__(self, models: Mapping[str, AnyModel], *, adapts_prompts: bool = True) -> None:
        """`models`: those that are objects already, by reference; `adapts_prompts`: see `StrategyRules`."""
        self._models, self._adapts_prompts = dict(models), adapts_prompts
        self._registry = process_registry()
        self._own_registry = Registry(self._registry.clients)
        self._askers: dict[str, Asker] = {}
        self._last: dict[str, tuple[Settings, list[Asker]]] = {}
        """By role, for the settings that were asked with last: most runs have the same ones all the time."""
        self._caches: dict[str, ResponseCache] = {}

    def of(self, role: str, settings: Settings) -> list[Asker]:
        """Return the models to ask for a role, fallbacks last. Raises ConfigurationError for an unknown model."""
        last = self._last.get(role)
        if last is not None and last[0] is settings:
            return last[1]
        references = dict.fromkeys([settings.model_of(role), *settings.fallbacks_of(role)])
        found = [self._asker(reference, role, settings) for reference in references]
        self._last[role] = (settings, found)
        return found

    def first(self, role: str, settings: Settings) -> Asker:
        """Return the asker of a role's own model. Raises ConfigurationError where there is no such model."""
        return self.of(role, settings)[0]

    def window(self, settings: Settings, role: str, unknown: int = UNKNOWN_WINDOW) -> int:
        """Return the tokens that a role's model takes at once: as known, else `unknown`."""
        known = self.first(role, settings).knowledge.window.tokens
        return min((size for size in (settings.context_window, known) if size), default=unknown)

    def is_rich(self, settings: Settings, role: str) -> bool:
        """Return whether a role's prompts show more than needed."""
        if not self._adapts_prompts:
            return False
        if settings.context != "auto":
            return settings.context == "rich"
        return self.window(settings, role, unknown=0) >= RICH_WINDOW

    def response_chars(self, settings: Settings) -> int:
        """Return the characters of a response that a prompt may hold: as set, else a share of the
        answer role's window.
        """
        share = chars_of(self.window(settings, "answer"), RESPONSE_SHARE)
        return settings.max_response_chars or max(LEAST_RESPONSE, share)

    def _asker(self, reference: str, role: str, settings: Settings) -> Asker:
        """Return the asker of a model at an endpoint, made once for each combination of settings that it depends on."""
        endpoint = endpoint_of(reference, settings, role)
        key = f"{reference} {endpoint} {settings.structured_output} {settings.response_cache} {settings.context_window}"
        if key not in self._askers:
            given = self._models.get(reference)
            self._askers[key] = Asker(
                given or chat_model(reference, settings, role),
                reference,
                timeout=settings.model_timeout,
                registry=self._registry if given is None else self._own_registry,
                server=server_of(reference, settings, role),
                on_client_loop=given is None and reference != OFFLINE,
                start=None if settings.structured_output == "auto" else settings.structured_output,
                parameters=endpoint.sampling.model_dump(),
                cache=self._cache(settings.response_cache),
                window=settings.context_window,
            )
        return self._askers[key]

    def _cache(self, path: str | None) -> ResponseCache | None:
        if path is None:
            return None
        if path not in self._caches:
            self._caches[path] = ResponseCache(path)
        return self._caches[path]
