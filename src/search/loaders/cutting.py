"""Cuts what stands under the headings of a file into sections, between blocks, each with an anchor of its own."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import LoadedSections, Section

LONGEST_SECTION = 4_000
"""Characters from which on a section is cut, where it has more than one block."""

_NO_ANCHOR = re.compile(r"[^\w\- ]")


@dataclass(frozen=True)
class Block:
    """What is never cut, a paragraph, list, table or code: its text, its lines in the file (0: the form has none)."""

    text: str
    first_line: int = 0
    last_line: int = 0
    before: str = "\n\n"
    """What stands between it and the block before it."""


@dataclass(frozen=True)
class Stretch:
    """The blocks between two headings, the headings above them, and the id that the author gave it, if any."""

    headings: tuple[str, ...]
    blocks: tuple[Block, ...]
    anchor: str = ""
    entry: str = ""
    """The name of a row of a table that is a section of its own: it has the anchor of its heading, and this."""


ENTRY = 100
"""Level of an entry, below any heading."""


@dataclass
class OpenStretch:
    """What stands under a heading or an entry so far; under none at the top of a file."""

    headings: tuple[tuple[int, str], ...] = ()
    """From the top down, each with its level."""
    anchor: str = ""
    end: int = 0
    """Of an entry of a file whose lines are cited: the line behind its text."""
    blocks: list[Block] = field(default_factory=list)

    def below(self, level: int, title: str, anchor: str = "", end: int = 0) -> "OpenStretch":
        """Return what begins with this heading, or with an entry, which may stand in another."""
        above = (heading for heading in self.headings if heading[0] < level or level == ENTRY)
        return OpenStretch((*above, (level, title)), anchor, end)

    @property
    def stretch(self) -> Stretch:
        return Stretch(tuple(title for _, title in self.headings), tuple(self.blocks), self.anchor)


def cut(name: PurePath, stretches: Sequence[Stretch], search_words: str = "") -> LoadedSections:
    """Return the sections of a file, a long stretch in several; raises NotLoaded where there is no text at all.

    An anchor that comes again is ``anchor-1``, as GitHub has it, whether or not the first has text; the
    second section of one stretch is ``anchor~2``.
    """
    if not any(stretch.blocks for stretch in stretches):
        raise NotLoaded("the file has no text")
    anchors = _Anchors(stretch.anchor for stretch in stretches)
    sections = tuple(
        Section(
            file=name.as_posix(),
            anchor=anchor,
            headings=stretch.headings,
            text=_joined(blocks),
            first_line=blocks[0].first_line,
            last_line=blocks[-1].last_line,
            search_words=search_words,
        )
        for stretch, around in _around(stretches)
        for anchor, blocks in _anchored(stretch, anchors, around)
    )
    return LoadedSections(sections, without_text=sum(not stretch.blocks for stretch in stretches))


def made_anchor(title: str) -> str:
    """Return the anchor of a heading to which its author gave none, by GitHub's rule."""
    return _NO_ANCHOR.sub("", title.strip().lower()).replace(" ", "-")


class _Anchors:
    """The anchors of one file, each given once; those that an author chose are kept for where he chose them."""

    def __init__(self, chosen: Iterable[str]) -> None:
        self._chosen = set(chosen) - {""}
        self._taken: dict[str, int] = {}

    def next(self, anchor: str) -> str:
        """Return the anchor of the next heading, or part of one; ``anchor`` itself where it is free."""
        number = self._taken.get(anchor, 0)
        given = anchor
        while given in self._taken or given in self._chosen:
            number += 1
            given = f"{anchor}-{number}"
        self._taken[anchor] = number
        self._taken.setdefault(given, 0)
        return given

    def chosen(self, anchor: str) -> str:
        """Return the anchor that an author chose, or the next one like it where he chose it twice."""
        self._chosen.discard(anchor)
        return self.next(anchor)


def _around(stretches: Iterable[Stretch]) -> Iterator[tuple[Stretch, Stretch]]:
    around = Stretch((), ())
    for stretch in stretches:
        around = around if stretch.entry else stretch
        yield stretch, around


def _anchored(
    stretch: Stretch, anchors: "_Anchors", around: Stretch
) -> Iterator[tuple[str, tuple[Block, ...]]]:
    made = around.anchor or (made_anchor(around.headings[-1]) if around.headings else "")
    if stretch.entry:
        yield anchors.next(f"{made}~{made_anchor(stretch.entry)}"), stretch.blocks
        return
    first = anchors.chosen(stretch.anchor) if stretch.anchor else anchors.next(made)
    for number, blocks in enumerate(_shares(stretch.blocks), start=1):
        yield first if number == 1 else anchors.next(f"{first}~{number}"), blocks


def _shares(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield the blocks in shares that are not too long; what announces the next block stays with it."""
    share: list[Block] = []
    length = 0
    for block in blocks:
        if (
            share
            and length + len(block.text) > LONGEST_SECTION
            and not share[-1].text.endswith(":")
        ):
            yield tuple(share)
            share, length = [], 0
        share.append(block)
        length += len(block.before) + len(block.text)
    if share:
        yield tuple(share)


def _joined(blocks: Sequence[Block]) -> str:
    rest = (f"{block.before}{block.text}" for block in blocks[1:])
    return "".join((blocks[0].text, *rest))
