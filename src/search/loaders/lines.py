"""Blocks of a text file whose lines are cited: what stands in the file, line by line."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import dedent

from src.search.loaders.cutting import ENTRY, Block, OpenStretch, Stretch


def blocks_of(
    lines: Sequence[str], first: int, after: int, starts: Sequence[int], left_out: Collection[int]
) -> tuple[Block, ...]:
    """Return the blocks of the lines from ``first`` up to ``after``, all counted from 0.

    ``starts`` are lines where a block begins, in order; ``left_out`` are lines that are not read. Blank ends are cut.
    """
    inner = starts[bisect_right(starts, first) : bisect_left(starts, after)]
    bounds = [first, *inner, after]
    blocks: list[Block] = []
    between: list[str] = []
    for begin, end in pairwise(bounds):
        kept = [number for number in range(begin, end) if number not in left_out]
        written = [place for place, number in enumerate(kept) if lines[number].strip()]
        if not written:
            between += (lines[number] for number in kept)
            continue
        top, bottom = written[0], written[-1]
        between += (lines[number] for number in kept[:top])
        text = "\n".join(lines[number] for number in kept[top : bottom + 1])
        before = "\n".join(("", *between, ""))
        blocks.append(Block(text, kept[top] + 1, kept[bottom] + 1, before))
        between = [lines[number] for number in kept[bottom + 1 :]]
    return tuple(blocks)


@dataclass(frozen=True)
class TextMark:
    """A heading, or an entry to look up: where it begins, where its text does, from 0, and what it says."""

    first: int
    after: int
    depth: int
    title: str
    anchor: str = ""
    end: int = 0
    """Of an entry: the line behind its text."""


def _take(part: OpenStretch, blocks: Iterable[Block]) -> None:
    """Add blocks; those of an entry without the indent that they have there."""
    is_entry = any(level == ENTRY for level, _ in part.headings[-1:])
    for number, block in enumerate(blocks):
        apart = "\n\n" if part.blocks and not number else block.before
        text = dedent(block.text) if is_entry else block.text
        part.blocks.append(replace(block, text=text, before=apart))


def stretches_of(
    lines: Sequence[str],
    marks: Iterable[TextMark],
    starts: Sequence[int],
    left_out: Collection[int] = (),
) -> list[Stretch]:
    """Return what stands under each mark, in their order; behind an entry goes on what it stands in.

    ``starts`` and ``left_out`` are as in ``blocks_of``.
    """
    every = [OpenStretch()]
    open_parts = [every[0]]
    at = 0

    def go_to(line: int) -> None:
        nonlocal at
        while (ends := open_parts[-1].end) and ends <= line:
            _take(open_parts.pop(), blocks_of(lines, at, max(at, ends), starts, left_out))
            at = max(at, ends)
        _take(open_parts[-1], blocks_of(lines, at, max(at, line), starts, left_out))
        at = max(at, line)

    for mark in sorted(marks, key=lambda text_mark: text_mark.first):
        go_to(mark.first)
        while mark.depth < ENTRY and any(
            level >= mark.depth for level, _ in open_parts[-1].headings[-1:]
        ):
            open_parts.pop()
        every.append(open_parts[-1].below(mark.depth, mark.title, mark.anchor, mark.end))
        open_parts.append(every[-1])
        at = mark.after
    go_to(len(lines))
    first, *rest = every
    return [part.stretch for part in ([first] if first.blocks else []) + rest]
