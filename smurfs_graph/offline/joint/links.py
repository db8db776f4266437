"""How plausible it is that one tool's answer gives what another tool's parameter lacks."""

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import is_coded

LEAST_LINK = 0.3
"""The least plausibility of a link."""
_CODE_WORDS = words.stems("id ids code number no ref reference key tag sku slug nr")
_VAGUE = words.stems("name value id number code no ref reference text new old given")


def plausible(source: Document, parameter: Parameter, target: Document) -> float:
    """0 (cannot be) to 1: the source tells of the parameter's entity, in its name, or in what it says it returns."""
    if source.tool.name == target.tool.name or any(
        one.required and one.name == parameter.name for one in source.parameters
    ):
        return 0.0
    told = _told(source)
    entity = tuple(word for word in parameter.words if word not in _VAGUE) or target.tool.nouns
    if is_coded(parameter):
        own = max((words.best_likeness(word, source.tool.nouns) for word in entity), default=0.0)
        said = max((words.best_likeness(word, told) for word in entity), default=0.0)
        coded = any(word in told for word in _CODE_WORDS)
        return min(1.0, 0.6 * max(own, 0.8 * said) + 0.4 * coded * (max(own, said) > 0))
    said = max((words.best_likeness(word, told) for word in parameter.words), default=0.0)
    return said if said >= 0.75 else 0.0


def _told(document: Document) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*document.tool.nouns, *document.tool.description_words)))
