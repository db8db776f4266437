"""Plots as SVG, drawn here: no library, no network, colours from the page's style sheet."""

from collections.abc import Sequence
from html import escape

from smurfs_graph.bench.summary import SummaryLine

Points = Sequence[tuple[float, float]]
WIDTH, HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 30, 16, 44
_INNER_WIDTH, _INNER_HEIGHT = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
COLOURS = 12
"""The style sheet has so many classes c0, c1, …; further ones begin anew."""


def score_against_tokens(lines: Sequence[SummaryLine]) -> str:
    """Plot a point per line: tokens per case across, the score with its interval up."""
    widest = _nice(max((line.tokens for line in lines), default=0.0))
    highest = _nice(max((line.score.high for line in lines), default=0.0), least=1.0)
    marks: list[str] = []
    places = [(round(_x(line.tokens / widest)), round(_y(line.score.mean / highest))) for line in lines]
    for at, line in enumerate(lines):
        x, y = _x(line.tokens / widest), _y(line.score.mean / highest)
        radius = 5 + 3 * places[at + 1 :].count(places[at])  # a ring round those that cover it
        low, high = (_y(min(max(bound, 0.0), highest) / highest) for bound in (line.score.low, line.score.high))
        title = f"{line.label}: {line.score.mean:.3f} at {line.tokens:,.0f} tokens"
        marks.append(
            f'<g class="c{at % COLOURS}"><title>{escape(title)}</title>'
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/></g>'
        )
    axes = _axes(widest, highest, "tokens per case", lines[0].main if lines else "score")
    return _svg("Score against tokens per case", axes + "".join(marks)) + _legend([line.label for line in lines])


def tokens_per_role(lines: Sequence[SummaryLine]) -> str:
    """Plot a bar per line, its roles side by side in it."""
    roles = sorted({role for line in lines for role in line.role_tokens})
    most = _nice(max((sum(line.role_tokens.values()) for line in lines), default=0.0))
    step = 30
    height = 2 * _TOP + step * len(lines)
    left = 230
    parts: list[str] = []
    for at, line in enumerate(lines):
        x, y = float(left), _TOP + at * step
        parts.append(f'<text x="{left - 8}" y="{y + 17}" text-anchor="end">{escape(_short(line.label))}</text>')
        for role, tokens in sorted(line.role_tokens.items()):
            width = tokens / most * (WIDTH - left - 80)
            parts.append(
                f'<rect class="c{roles.index(role) % COLOURS}" x="{x:.1f}" y="{y + 4}" width="{width:.1f}" height="18">'
                f"<title>{escape(line.label)}, {escape(role)}: {tokens:,.0f} tokens per case</title></rect>"
            )
            x += width
        total = sum(line.role_tokens.values())
        parts.append(f'<text x="{x + 6:.1f}" y="{y + 17}">{total:,.0f}</text>')
    return _svg("Tokens per role", "".join(parts), height) + _legend(roles)


def calls_per_case(lines: Sequence[SummaryLine]) -> str:
    """Plot for each line the share of cases by the most model calls that they took."""
    most = _nice(max((line.calls[-1] for line in lines if line.calls), default=1), least=4)
    parts: list[str] = []
    drawn: set[str] = set()
    for at, line in enumerate(lines):
        points = [(0.0, 0.0)]
        for done, calls in enumerate(line.calls, start=1):
            points += [(calls / most, points[-1][1]), (calls / most, done / len(line.calls))]
        path = " ".join(f"{_x(across):.1f},{_y(up):.1f}" for across, up in _thin([*points, (1.0, points[-1][1])]))
        dashes = ' stroke-dasharray="8 8"' if path in drawn else ""  # through which the one below shows
        drawn.add(path)
        parts.append(
            f'<polyline class="c{at % COLOURS}"{dashes} points="{path}"><title>{escape(line.label)}</title></polyline>'
        )
    axes = _axes(most, 1.0, "model calls per case, at most", "share of cases")
    return _svg("Model calls per case", axes + "".join(parts)) + _legend([line.label for line in lines])


def _thin(points: Points, most: int = 400) -> Points:
    """Keep at most about `most` of the corners of a line, its ends among them."""
    if len(points) <= most:
        return points
    every = len(points) // most + 1
    return [*points[::every], points[-1]]


def _axes(widest: float, highest: float, across: str, up: str) -> str:
    """Return the grid with its numbers, and the names of both axes, as SVG."""
    ticks = [at / 4 for at in range(5)]
    lines = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{_y(t):.1f}" y2="{_y(t):.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{_y(t) + 4:.1f}" text-anchor="end">{_number(t * highest)}</text>'
        f'<text x="{_x(t):.1f}" y="{HEIGHT - _BOTTOM + 16}" text-anchor="middle">{_number(t * widest)}</text>'
        for t in ticks
    )
    names = (
        f'<text x="{_LEFT + _INNER_WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(14 {_TOP + _INNER_HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(up)}</text>"
    )
    return lines + names


def _svg(title: str, content: str, height: int = HEIGHT) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {height}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )


def _legend(names: Sequence[str]) -> str:
    items = "".join(f'<li><span class="c{at % COLOURS}"></span>{escape(name)}</li>' for at, name in enumerate(names))
    return f'<ul class="legend">{items}</ul>'


def _x(share: float) -> float:
    return _LEFT + share * _INNER_WIDTH


def _y(share: float) -> float:
    return _TOP + (1 - share) * _INNER_HEIGHT


def _nice(most: float, least: float = 0.0) -> float:
    """Return a round number at or above `most`."""
    if most <= least:
        return least or 1.0
    scale = 10.0 ** (len(str(int(most))) - 1)
    return next(step * scale for step in (1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10) if step * scale >= most)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2g}"


def _short(text: str, most: int = 30) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
