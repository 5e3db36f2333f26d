"""A plot drawn by hand: CPU of a turn against the length of the conversation, both axes logarithmic."""

import math
from collections.abc import Mapping
from html import escape
from typing import Any

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 290, 30, 50
COLOURS = ("#0b6", "#888", "#06c", "#c30", "#a0a", "#b80", "#444", "#0aa")
AT = (10, 100, 1_000)
"""Numbers of earlier messages; none at all has no place on a logarithmic axis."""


def growth(rows: list[dict[str, Any]], names: Mapping[str, str]) -> str:
    """Return the plot as SVG."""
    shown = [one for one in rows if one["earlier"] in AT]
    low = 10 ** math.floor(math.log10(min(one["cpu_ms"] for one in shown)))
    high = 10 ** math.ceil(math.log10(max(one["cpu_ms"] for one in shown)))

    def place(earlier: float, cpu: float) -> tuple[float, float]:
        along = math.log10(earlier / AT[0]) / math.log10(AT[-1] / AT[0])
        up = math.log10(cpu / low) / math.log10(high / low)
        return (
            LEFT + along * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
        )

    parts = [*_axes(place, low, high)]
    for colour, name in zip(COLOURS, dict.fromkeys(one["name"] for one in shown), strict=False):
        points = [place(one["earlier"], one["cpu_ms"]) for one in shown if one["name"] == name]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        width = 3 if name == "tess" else 1.5
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    parts += _legend(list(dict.fromkeys(one["name"] for one in shown)), names)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    font = 'font-family="sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>'
    return "\n".join(
        [head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *parts, "</svg>\n"]
    )


def _axes(place: Any, low: float, high: float) -> list[str]:
    parts = []
    for decade in range(round(math.log10(low)), round(math.log10(high)) + 1):
        x, y = place(AT[0], 10.0**decade)
        end = WIDTH - RIGHT
        parts.append(f'<line x1="{x}" y1="{y:.1f}" x2="{end}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**decade:g}</text>')
    for earlier in AT:
        x, y = place(earlier, low)
        parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{earlier:,}</text>')
    title = "CPU milliseconds of a turn, by earlier messages in the dossier"
    return [*parts, f'<text x="{LEFT}" y="{TOP - 12}" font-weight="bold">{title}</text>']


def _legend(order: list[str], names: Mapping[str, str]) -> list[str]:
    parts = []
    for number, (colour, name) in enumerate(zip(COLOURS, order, strict=False)):
        y = TOP + 14 + 20 * number
        x = WIDTH - RIGHT + 24
        parts.append(f'<rect x="{x}" y="{y - 9}" width="12" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="{y}">{escape(names.get(name, name))}</text>')
    return parts
