"""HotpotQA's three tools, over local passages or over Wikipedia: `hotpotqa:FILE`, `hotpotqa:wikipedia`, `hotpotqa:URL`.

search finds pages, retrieve gives a page's first paragraph, lookup the next sentence that holds a keyword, in the page
found last (ReAct, section 3.1; Smurfs, appendix). FILE is a HotpotQA file (JSON or one object a line): its paragraphs
become the passages. URL is a MediaWiki's `api.php`.
"""

from pathlib import Path

from smurfs_graph.tools.hotpotqa.encyclopedia import Encyclopedia
from smurfs_graph.tools.hotpotqa.source import hotpotqa_tools
from smurfs_graph.tools.tool import Tool

__all__ = ["Encyclopedia", "hotpotqa_tools", "load_spec"]


def load_spec(rest: str) -> list[Tool]:
    """Return the three tools. Raises ConfigurationError, in one line, for a file that is none."""
    if rest == "wikipedia" or rest.startswith(("http://", "https://")):
        from smurfs_graph.tools.hotpotqa.wikipedia import WIKIPEDIA, Wikipedia

        return hotpotqa_tools(Wikipedia(WIKIPEDIA if rest == "wikipedia" else rest))
    from smurfs_graph.tools.hotpotqa.passages import Passages

    return hotpotqa_tools(Passages.from_file(Path(rest).expanduser()))
