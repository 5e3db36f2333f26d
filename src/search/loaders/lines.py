"""Blocks of a text file whose lines are cited: what stands in the file, line by line."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from itertools import pairwise

from src.search.loaders.cutting import Block


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
