"""The time line of a dossier as a picture of our own. Pure: turns and colours in, SVG out."""

from dataclasses import dataclass
from html import escape

STEP, HEIGHT, MARGIN, PER_ROW = 42, 108, 16, 8
TALLEST = 26


@dataclass(frozen=True)
class Turn:
    """One turn as it is drawn: how many sources came in and went, whether it answered, whether it stands."""

    version: int
    came: int = 0
    went: int = 0
    answered: bool = False
    taken_back: bool = False
    moved: bool = False
    """It took back or made again what other turns did."""


@dataclass(frozen=True)
class Palette:
    """Colours that can be told apart, also by brightness, on one background."""

    ink: str
    faint: str
    came: str
    went: str
    answer: str
    paper: str


LIGHT = Palette("#17222b", "#b9b09c", "#2f6d4f", "#9a4a1f", "#1f4b6e", "#fbfaf6")
DARK = Palette("#ece8df", "#56616b", "#7fc6a0", "#e5a06f", "#9cc3e0", "#14191e")


def drawn(turns: list[Turn], legend: tuple[str, str, str, str], colours: Palette) -> str:
    """Return the time line as SVG; ``legend`` names sources in, sources out, answers and what was taken back."""
    rows = [turns[at : at + PER_ROW] for at in range(0, len(turns), PER_ROW)]
    width = 2 * MARGIN + STEP * PER_ROW
    height = 44 + HEIGHT * len(rows)
    most = max((max(turn.came, turn.went) for turn in turns), default=1) or 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        *_legend(legend, colours),
    ]
    for number, row in enumerate(rows):
        middle = 44 + number * HEIGHT + 46
        last = number == len(rows) - 1
        end = MARGIN + STEP * len(row) - (STEP // 2 if last else 0)
        begin = MARGIN + STEP // 2 if number == 0 else MARGIN
        parts.append(_line(begin, middle, end, middle, colours.faint))
        for place, turn in enumerate(row):
            parts += _turn(turn, MARGIN + STEP * place + STEP // 2, middle, most, colours)
    return "\n".join([*parts, "</svg>"])


def _legend(legend: tuple[str, str, str, str], colours: Palette) -> list[str]:
    came, went, answer, undone = (escape(text) for text in legend)
    at = [MARGIN + offset for offset in (4, 98, 190, 262)]
    return [
        _bar(at[0], 20, 10, colours.came),
        _bar(at[1], 20, 10, colours.went),
        _diamond(at[2], 15, colours),
        _dot(at[3], 15, colours, hollow=True),
        *(
            f'<text x="{x + 11}" y="19" fill="{colours.ink}">{text}</text>'
            for x, text in zip(at, (came, went, answer, undone), strict=True)
        ),
    ]


def _turn(turn: Turn, x: int, y: int, most: int, colours: Palette) -> list[str]:
    parts = [] if turn.taken_back else _bars(turn, x, y, most, colours)
    if turn.answered and not turn.taken_back:
        parts.append(_diamond(x, y, colours))
    else:
        parts.append(_dot(x, y, colours, hollow=turn.taken_back))
    if turn.moved:
        parts.append(_back(x, y - 10, colours.ink))
    parts.append(
        f'<text x="{x}" y="{y + 54}" text-anchor="middle" fill="{colours.ink}">{turn.version}</text>'
    )
    return parts


def _bars(turn: Turn, x: int, y: int, most: int, colours: Palette) -> list[str]:
    parts = []
    if turn.came:
        tall = max(5, TALLEST * turn.came // most)
        parts += [
            _bar(x, y - 8, tall, colours.came),
            f'<text x="{x}" y="{y - 12 - tall}" text-anchor="middle" fill="{colours.came}">+{turn.came}</text>',
        ]
    if turn.went:
        tall = max(5, (TALLEST - 6) * turn.went // most)
        parts += [
            _bar(x, y + 8 + tall, tall, colours.went),
            f'<text x="{x}" y="{y + 21 + tall}" text-anchor="middle" fill="{colours.went}">−{turn.went}</text>',
        ]
    return parts


def _back(x: int, y: int, colour: str) -> str:
    """Return an arrow that turns back, above a turn that took changes back or made them again."""
    return (
        f'<path d="M{x + 6} {y}a6 6 0 1 0-11-3" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        f'<path d="M{x - 9} {y - 6}l4 4l4-3" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    )


def _bar(x: int, bottom: int, tall: int, colour: str) -> str:
    return f'<rect x="{x - 5}" y="{bottom - tall}" width="10" height="{tall}" rx="1.5" fill="{colour}"/>'


def _line(x1: int, y1: int, x2: int, y2: int, colour: str) -> str:
    return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{colour}" stroke-width="2"/>'


def _dot(x: int, y: int, colours: Palette, *, hollow: bool) -> str:
    if hollow:
        return (
            f'<circle cx="{x}" cy="{y}" r="5" fill="{colours.paper}" stroke="{colours.ink}" '
            'stroke-width="1.5" stroke-dasharray="2 2"/>'
        )
    return f'<circle cx="{x}" cy="{y}" r="4" fill="{colours.ink}"/>'


def _diamond(x: int, y: int, colours: Palette) -> str:
    return f'<path d="M{x} {y - 7}L{x + 7} {y}L{x} {y + 7}L{x - 7} {y}Z" fill="{colours.answer}"/>'
