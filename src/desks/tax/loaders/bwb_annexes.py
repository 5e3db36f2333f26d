"""Reads the annexes of a law, as far as they hold no articles: tables, lists, and texts in divisions. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from src.desks.tax.loaders.bwb_text import EDITORIAL, child_lines
from src.search.loaders.xml_file import text_of

LONGEST_PART = 8000
"""Characters of a part; a longer table or list is cut between its lines, so that it can be read and quoted."""

_IMAGE = "[afbeelding]"


@dataclass(frozen=True)
class AnnexPart:
    """A piece of an annex: ``tabel I``, or ``tabel I, deel 2`` where it has several; empty where it is all images."""

    name: str
    annex: str
    """The annex's number; empty where it has none."""
    section: etree._Element
    """What the piece stands in: the annex, or a division of it."""
    content: str


def annex_parts(root: etree._Element) -> Iterator[AnnexPart]:
    """Yield the parts of every annex that is in force; its articles are left out, as they are sources already."""
    for annex in root.iter("bijlage"):
        if annex.get("status") not in ("vervallen", "nogniet"):
            yield from _parts(annex)


def _parts(annex: etree._Element) -> Iterator[AnnexPart]:
    label = text_of(annex.find("kop/label"), EDITORIAL) or "Bijlage"
    number = text_of(annex.find("kop/nr"), EDITORIAL).rstrip(".")
    name = f"{label[:1].lower()}{label[1:]} {number}".strip()
    pieces = [(section, piece) for section in _sections(annex) for piece in _pieces(section)]
    for count, (section, piece) in enumerate(pieces, start=1):
        whole = name if len(pieces) == 1 else f"{name}, deel {count}"
        yield AnnexPart(whole, number, section, piece)


def _sections(annex: etree._Element) -> Iterator[etree._Element]:
    yield annex
    yield from annex.iter("divisie")


def _pieces(section: etree._Element) -> Iterator[str]:
    """Yield the text that stands in a section itself, in pieces; nothing where it has none."""
    found = [line for child in section if child.tag != "divisie" for line in child_lines(child)]
    if found and all(line == _IMAGE for line in found):
        yield ""
        return
    piece: list[str] = []
    length = 0
    for line in found:
        if piece and length + len(line) > LONGEST_PART:
            yield "\n".join(piece)
            piece, length = [], 0
        piece.append(line)
        length += len(line) + 1
    if piece:
        yield "\n".join(piece)
