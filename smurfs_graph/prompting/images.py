"""Images of a conversation, for the prompts that read a request first and write its answer.

They stay in the messages of the thread, and nowhere else: a prompt is given them when it is asked.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, cast

from langchain_core.messages import BaseMessage, HumanMessage

MOST_IMAGES = 10
"""The latest ones of a conversation that are shown."""
_SAYS_WHAT = ("base64", "url", "file_id", "mime_type")
_NOTE = (
    "Images of the conversation, in its order, stand behind the request. Tools and sub-tasks see none of them: what "
    "they need to know of an image is told them in words."
)
Image = dict[str, Any]
"""A content block of LangChain's: type, base64 and mime_type, or url, or file_id."""


def images_in(messages: Iterable[BaseMessage]) -> tuple[list[Image], list[str]]:
    """Return the latest images that users sent, and warnings of what else they sent and nobody reads."""
    images: list[Image] = []
    others: Counter[str] = Counter()
    for message in messages:
        for block in _blocks(message) if isinstance(message, HumanMessage) else ():
            said = {name: block[name] for name in _SAYS_WHAT if isinstance(block.get(name), str)}
            kind: Any = block.get("type")
            if kind == "image" and said.keys() - {"mime_type"}:
                images.append({"type": kind, **said})
            elif kind != "text":
                value: Any = block.get("value")
                others[str(cast("dict[str, Any]", value).get("type") if isinstance(value, dict) else kind)[:40]] += 1
    warnings = [f"{count} of kind {kind!r} in the messages: not read" for kind, count in others.items()]
    if len(images) > MOST_IMAGES:
        warnings.append(f"of {len(images)} images in the conversation the latest {MOST_IMAGES} are shown")
    return images[-MOST_IMAGES:], warnings


def _blocks(message: BaseMessage) -> list[dict[str, Any]]:
    """Return a message's content in LangChain's own blocks; as it came where it is too odd for those."""
    if isinstance(message.content, str):
        return []
    try:
        return cast("list[dict[str, Any]]", message.content_blocks)
    except Exception:
        return [block for block in message.content if isinstance(block, dict)]


def with_images(messages: Sequence[BaseMessage], images: Sequence[Image]) -> list[BaseMessage]:
    """Return the messages of a prompt with images behind its sections."""
    system, user, *others = messages
    told = system.model_copy(update={"content": f"{system.text}\n\n{_NOTE}"})
    shown = user.model_copy(update={"content": [{"type": "text", "text": str(user.text)}, *images]})
    return [told, shown, *others]


def shown_to(
    images: Sequence[Image], reference: str, *, takes: bool | None, passes_addresses: bool
) -> tuple[list[Image], list[str]]:
    """Return the images that a model is given, and warnings of the others.

    `takes`: whether it takes any, None: unknown; `passes_addresses`: its client leaves it to the provider to fetch one,
    where another would do that from this machine.
    """
    if not takes:
        unknown = "is not known to take images (image_inputs=true says that it does)"
        return [], [_not_shown(len(images), reference, "takes text only" if takes is False else unknown)]
    shown = [image for image in images if passes_addresses or "base64" in image]
    left = len(images) - len(shown)
    why = "is asked by a client that might fetch an address from this machine; send the image's data"
    return shown, [_not_shown(left, reference, why)] if left else []


def _not_shown(count: int, reference: str, why: str) -> str:
    return f"{'1 image was' if count == 1 else f'{count} images were'} not shown: the model {reference!r} {why}"
