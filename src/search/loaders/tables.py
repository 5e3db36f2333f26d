"""Makes sections of the rows of a long table that are looked up by name: settings, options, codes. Pure."""

import re
from collections.abc import Iterator
from dataclasses import replace

from src.search.loaders.cutting import Block, Stretch

FEWEST_ROWS = 4
"""Named rows from which on a table is one to look names up in."""

LONGEST_TABLE = 2_000
"""Characters up to which a table stays whole: it is read at a glance, and its rows tell of each other."""

_RULE = re.compile(r"[ \t]*\|?[ \t:|-]+\|[ \t:|-]*")
_NAMED = re.compile(r"[ \t]*\|[ \t]*`(?P<name>[^`\n|]{2,80})`")


def with_rows(stretch: Stretch) -> Iterator[Stretch]:
    """Yield a stretch without the named rows of its tables, and each of these, with the head of its table."""
    kept: list[Block] = []
    rows: list[Stretch] = []
    for block in stretch.blocks:
        lines = block.text.split("\n")
        named = [_NAMED.match(line) for line in lines]
        if (
            len(block.text) < LONGEST_TABLE
            or len(lines) < 2
            or not _RULE.fullmatch(lines[1])
            or sum(map(bool, named)) < FEWEST_ROWS
        ):
            kept.append(block)
            continue
        for at, (line, found) in enumerate(zip(lines, named, strict=True)):
            if found:
                row = replace(
                    block,
                    text="\n".join((*lines[:2], line)),
                    first_line=block.first_line + at,
                    last_line=block.first_line + at,
                )
                name = found["name"]
                rows.append(Stretch((*stretch.headings, name), (row,), entry=name))
        rest = [line for at, line in enumerate(lines) if not named[at]]
        kept += [replace(block, text="\n".join(rest))] if len(rest) > 2 else []
    yield replace(stretch, blocks=tuple(kept))
    yield from rows
