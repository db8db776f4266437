"""A run as one HTML file: what was planned, tried, undone, found and answered. It needs no network and no script.

from smurfs_graph.report import report_html
Path("run.html").write_text(report_html(events, responses))
"""

from smurfs_graph.report.page import report_html

__all__ = ["report_html"]
