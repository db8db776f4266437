"""`python -m tests.docs.site FOLDER`: fails where a page of the built site would fetch anything from elsewhere."""

import sys
from html.parser import HTMLParser
from pathlib import Path

_FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
_LINKS = ("stylesheet", "preload", "prefetch", "preconnect", "dns-prefetch", "icon", "modulepreload")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the address of what a browser would load."""
        values = {name: value or "" for name, value in attrs}
        address = values.get(_FETCHED.get(tag, ""), "")
        if tag == "link" and set(values.get("rel", "").split()) & {*_LINKS}:
            address = values.get("href", "")
        if address.startswith(("http:", "https:", "//")):
            self.foreign.append(address)


def foreign(folder: Path) -> list[str]:
    """Each page with an address from elsewhere that it would load."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.html")):
        page = _Page()
        page.feed(path.read_text("utf-8"))
        found += [f"{path.relative_to(folder)}: {address}" for address in page.foreign]
    return found


def main(folder: Path) -> int:
    """Say what was found; 1 where that is anything, or where there is no page."""
    pages = len(list(folder.rglob("*.html")))
    found = foreign(folder)
    sys.stdout.write(
        "".join(f"{line}\n" for line in found) + f"{folder}: {pages} pages, {len(found)} foreign addresses\n"
    )
    return int(bool(found) or not pages)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
