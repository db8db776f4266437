"""What MkDocs does on the way: pages of the repository's top level and notebooks join the site, links are mended.

Guides that mkdocs.yml does not name stand at the end of the guides.
"""

import re
from pathlib import Path
from typing import Any

import notebook_pages
from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
TOP = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "THREAT_MODEL.md", "SECURITY.md")


def on_config(config: Any) -> Any:
    """Add the guides that nobody has placed yet."""
    placed = repr(config.nav)
    [guides] = [section["Guides"] for section in config.nav if "Guides" in section]
    guides += [path.name for path in sorted(Path(config.docs_dir).glob("*.md")) if f"{path.name}'" not in placed]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that GitHub expects at the top level, and each notebook as a page and as its file."""
    for name in TOP:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    for path in notebook_pages.notebooks():
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=notebook_pages.page(path)))
        files.append(File.generated(config, f"notebooks/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links as they are on the site: there is no docs/ in it, and README.md is its first page."""
    if page.file.src_uri in TOP:
        return re.sub(r"\]\((?:docs/)?(?:README\.md|([^):#]+\.(?:md|svg|png)))", _home, markdown)
    return re.sub(r"\]\(\.\./([A-Z_]+\.md)", r"](\1", markdown)


def _home(link: re.Match[str]) -> str:
    return f"]({link[1] or 'index.md'}"
