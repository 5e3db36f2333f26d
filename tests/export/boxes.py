"""Where the words of a PDF stand: the box of each run of signs, by the widths that its fonts have."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ByteStringObject, TextStringObject

MILLIMETRE = 72 / 25.4
HANGING = 4.0
"""Points by which a full stop, a quotation mark or a space may hang in a margin, as typesetters have them do."""


@dataclass(frozen=True)
class Box:
    """Signs that were shown in one go: on which page (from 1), and where in points from its lower left corner."""

    page: int
    left: float
    right: float
    line: float


@lru_cache(maxsize=1)  # a file is mostly looked at more than once, and pages take long to read
def boxes(data: bytes) -> list[Box]:
    """Return the boxes of a PDF, page by page."""
    reader = PdfReader(io.BytesIO(data))
    return [box for number, page in enumerate(reader.pages, 1) for box in _of_page(number, page)]


def outside(data: bytes, sides: float, below: float, above: float) -> list[Box]:
    """Return the boxes that are nearer to an edge of an A4 page than so many millimetres."""
    width, height = 210 * MILLIMETRE, 297 * MILLIMETRE
    least, most = sides * MILLIMETRE - HANGING, width - sides * MILLIMETRE + HANGING
    return [
        one
        for one in boxes(data)
        if one.left < least
        or one.right > most
        or not below * MILLIMETRE < one.line < height - above * MILLIMETRE
    ]


def _of_page(number: int, page: Any) -> Iterator[Box]:
    fonts = page["/Resources"].get("/Font", {})
    widths = {name: _widths(font.get_object()) for name, font in fonts.items()}
    found: list[Box] = []
    font, size = "", 0.0

    def seen(operator: bytes, operands: Any, cm: list[float], tm: list[float]) -> None:
        nonlocal font, size
        if operator == b"Tf":
            font, size = str(operands[0]), float(operands[1])
        elif operator in (b"Tj", b"TJ"):
            parts = operands[0] if operator == b"TJ" else operands
            length = sum(_length(one, widths[font]) for one in parts) * size / 1000
            # Pages of Typst are scaled and moved, and turned upside down; none is turned aside.
            left = (tm[4]) * cm[0] + cm[4]
            right = (tm[4] + length * tm[0]) * cm[0] + cm[4]
            found.append(Box(number, left, right, tm[5] * cm[3] + cm[5]))

    page.extract_text(visitor_operand_before=seen)
    yield from found


def _length(part: Any, widths: dict[int, float]) -> float:
    """Return how far a part of what is shown goes on, in thousandths of the font's size."""
    if isinstance(part, TextStringObject):
        signs = part.original_bytes
    elif isinstance(part, ByteStringObject):
        signs = bytes(part)
    else:
        return -float(part)
    codes = zip(signs[::2], signs[1::2], strict=True)
    return sum(widths.get(256 * high + low, 1000.0) for high, low in codes)


def _widths(font: Any) -> dict[int, float]:
    rows = iter(font["/DescendantFonts"][0].get_object()["/W"])
    widths: dict[int, float] = {}
    for first in rows:
        second = next(rows)
        if isinstance(second, list):
            widths |= {int(first) + n: float(one) for n, one in enumerate(second)}
        else:
            width = float(next(rows))
            widths |= dict.fromkeys(range(int(first), int(second) + 1), width)
    return widths
