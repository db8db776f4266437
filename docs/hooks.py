"""What MkDocs does on the way: pages of the repository's top level join the site, and links between both are mended."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
TOP = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "THREAT_MODEL.md")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that GitHub expects at the top level."""
    for name in TOP:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links as they are on the site: there is no docs/ in it, and README.md is its first page."""
    if page.file.src_uri in TOP:
        return re.sub(r"\]\((?:docs/)?(?:README\.md|([^):#]+\.(?:md|svg|png)))", _home, markdown)
    return re.sub(r"\]\(\.\./([A-Z_]+\.md)", r"](\1", markdown)


def _home(link: re.Match[str]) -> str:
    return f"]({link[1] or 'index.md'}"
