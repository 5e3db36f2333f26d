"""Draws the rooms of ``src`` and what they import, for ``docs/architecture.md``: ``python -m tests.rooms_picture``.

An arrow is left out where others lead to the same room. So are imports that go up, which ``.importlinter`` allows the
tools and commands of a desk alone.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "rooms.svg"
WIDTH, ROW, BOX, HIGH, ASIDE = 920, 62, 136, 30, 120

HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title" \
font-family="Georgia, 'Liberation Serif', serif">
<title id="title">The rooms of src, each above the rooms that it imports</title>
<style>
.card{{fill:#fdfcf9;stroke:#d8d2c4}}.box{{fill:#f1eee6;stroke:#8a8474}}.line{{fill:none;stroke:#1f4b6e;opacity:.6}}
.head{{fill:#1f4b6e}}text{{fill:#0d1319;font-size:15px;text-anchor:middle}}
@media (prefers-color-scheme:dark){{.card{{fill:#14191e;stroke:#3a444d}}.box{{fill:#242c34;stroke:#8d959c}}
.line{{stroke:#9cc3e0}}.head{{fill:#9cc3e0}}text{{fill:#e9e5dc}}}}
</style>
<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">\
<path class="head" d="M0 0 10 5 0 10z"/></marker></defs>
<rect class="card" x="1" y="1" width="{right}" height="{bottom}" rx="10"/>
"""

Arrows = Mapping[str, frozenset[str]]
"""Rooms, each with those that it imports."""


def layers() -> list[set[str]]:
    """Return the rooms of each layer, from the top down, as ``.importlinter`` has them."""
    drawn = re.search(
        r"^layers =\n((?: {4}.+\n)+)", (ROOT / ".importlinter").read_text("utf-8"), re.MULTILINE
    )
    assert drawn
    return [set(re.findall(r"\w+", line)) for line in drawn[1].splitlines()]


def imports() -> Arrows:
    """Return which room of ``src`` imports which below it, as the code is."""
    graph = grimp.build_graph("src", cache_dir=None)
    depth = {room: place for place, layer in enumerate(layers()) for room in layer}
    found: dict[str, set[str]] = {}
    for module in sorted(one for one in graph.modules if "." in one):
        room = module.split(".")[1]
        others = (one.split(".") for one in graph.find_modules_directly_imported_by(module))
        below = {one[1] for one in others if len(one) > 1 and depth[one[1]] > depth[room]}
        found.setdefault(room, set()).update(below)
    return {room: frozenset(below) for room, below in sorted(found.items())}


def thinned(arrows: Arrows) -> Arrows:
    """Return the arrows without those that a longer way makes plain."""

    @cache
    def reached(room: str) -> frozenset[str]:
        return arrows[room].union(*(reached(below) for below in arrows[room]))

    return {
        room: frozenset(one for one in below if not any(one in reached(other) for other in below))
        for room, below in arrows.items()
    }


def rows(arrows: Arrows) -> list[list[str]]:
    """Return the rooms row by row, from the top down, each below all that import it."""

    @cache
    def height(room: str) -> int:
        return 1 + max((height(below) for below in arrows[room]), default=-1)

    heights = {room: height(room) for room in arrows}
    return [
        [room for room in arrows if heights[room] == one]
        for one in sorted(set(heights.values()), reverse=True)
    ]


def drawing(arrows: Arrows) -> str:
    """Return the picture of these rooms, as SVG."""
    kept = thinned(arrows)
    places = _places(rows(kept), kept)
    height = max(y for _, y in places.values()) + HIGH + 20
    head = HEAD.format(width=WIDTH, height=height, right=WIDTH - 2, bottom=height - 2)
    lines = [_arrow(places[room], places[below]) for room in kept for below in sorted(kept[room])]
    boxes = [_box(room, place) for room, place in places.items()]
    return "\n".join([head.rstrip(), *lines, *boxes, "</svg>\n"])


def drawn_rooms(picture: str) -> set[str]:
    """Return the rooms that a picture shows."""
    return set(re.findall(r"<text [^>]*>(\w+)</text>", picture))


def _places(drawn: list[list[str]], arrows: Arrows) -> dict[str, tuple[int, int]]:
    """Return the middle of the top of each box: of a row in the order of the rooms that import them."""
    places: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(drawn):
        above = {
            room: [x for other, (x, _) in places.items() if room in arrows[other]] for room in row
        }
        mean = {room: sum(xs) / len(xs) if xs else WIDTH / 2 for room, xs in above.items()}
        for place, room in enumerate(sorted(row, key=lambda room: (mean[room], room))):
            places[room] = (WIDTH * (2 * place + 1) // (2 * len(row)), 20 + ROW * number)
    return places


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Draw one arrow; one over several rows goes round the boxes between."""
    (x, top), (to, bottom) = start, end
    begin, half = top + HIGH, (bottom - top - HIGH) // 2
    aside = 0 if bottom - top == ROW else -ASIDE if x + to <= WIDTH else ASIDE
    curve = f"M{x} {begin} C{x + aside} {begin + half} {to + aside} {bottom - half} {to} {bottom}"
    return f'<path class="line" d="{curve}" marker-end="url(#arrow)"/>'


def _box(room: str, place: tuple[int, int]) -> str:
    x, y = place
    return (
        f'<rect class="box" x="{x - BOX // 2}" y="{y}" width="{BOX}" height="{HIGH}" rx="5"/>'
        f'<text x="{x}" y="{y + 20}">{room}</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(drawing(imports()), "utf-8")
