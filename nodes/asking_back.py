"""Does a reply ask the user back? Read by its last sentences; no model is asked."""

import re

from smurfs_graph.tools.retrieval.words import stems

_SENTENCE_END = re.compile(r"(?<=[.!?\u3002\uff01\uff1f\u061f])[\"'”»)\]*_]*(?:\s+|$)|(?<=[\u3002\uff01\uff1f])|\n+")
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]|`[^`]*`")
_LIST_ITEM = re.compile(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])\s.*$", re.MULTILINE)
"""A line of a list."""
_WORD = re.compile(r"[\w.-]*\w")
_HELP = frozenset(
    stems(
        "anything else, something happy today, questions, wish, start, on your mind, "
        "kann ich sonst noch etwas für Sie tun, womit kann ich Ihnen dir helfen, "
        "puis-je vous aider avec autre chose, puedo ayudar en algo más, posso aiutarti con altro"
    )
)
"""Words of questions that ask for nothing: whether there is anything else to be done."""
_OFFER = re.compile(r"\b(?:shall i|(?:would you like|do you want|want)(?:\s+me)?(?:\s+to)?)\s+(?P<what>.+)")
_CHOICES = frozenset(("which", "what", "who", "whom", "whose", "where", "when", "how"))
_GO_ON = frozenset(stems("proceed, continue, go ahead, confirm, try again"))


def asks_back(text: str, request: str, *, found: bool = False) -> bool:
    """Return whether a reply to a request ends with a question that the user has to answer.

    Not where the request is said again, or help is offered. Quoted questions are somebody else's. Where nothing was
    `found`, a sentence may follow: "Which day? Then I book." Else what follows may be the answer to it, a list may be
    what was found, and an act that the request does not name is an offer.
    """
    own = _QUOTED.sub("", text)
    asked = _last_questions(_LIST_ITEM.sub("", own), 1 if found else 2)
    if not found:
        asked += _last_questions(own, 2)

    known = _words(request)
    return any(
        {*stems(question)} - _HELP and question not in known and not (found and _is_offer(question, request))
        for question in asked
    )


def _last_questions(text: str, most: int) -> list[str]:
    """Return the words of the questions among the last sentences."""
    sentences = [sentence for part in _SENTENCE_END.split(text) if (sentence := part.strip())]
    return [_words(each) for each in sentences[-most:] if each.endswith(_QUESTION_MARKS)]


def _is_offer(question: str, request: str) -> bool:
    """Return whether a question offers what the request does not name; one that leaves a choice is no offer."""
    offer = _OFFER.search(question)
    if offer is None or " or " in question or _CHOICES & {*question[: offer.start()].split()}:
        return False

    offered = stems(offer["what"])[:1]
    return not {*offered} & {*stems(request), *_GO_ON}


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
