"""Markdown that arrives in pieces, cut where a reader may be shown what there is. Pure."""

import re

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Blocks:
    """Takes pieces of Markdown and gives back whole blocks: each can be laid out without what follows it.

    A block ends before a blank line that is followed by a line without indentation, outside fenced code.
    """

    def __init__(self) -> None:
        self._waiting = ""

    def feed(self, piece: str) -> list[str]:
        """Take a piece; return the blocks that it completes."""
        self._waiting += piece
        blocks, start = [], 0
        for cut in _cuts(self._waiting):
            blocks.append(self._waiting[start:cut])
            start = cut
        self._waiting = self._waiting[start:]
        return [block.strip("\n") for block in blocks if block.strip()]

    def rest(self) -> list[str]:
        """Return what is left, once no more comes."""
        rest, self._waiting = self._waiting.strip("\n"), ""
        return [rest] if rest.strip() else []


def _cuts(text: str) -> list[int]:
    """Return where a new block begins; the last line counts only once something of it is there."""
    cuts, at, fence, after_blank = [], 0, "", False
    for line in text.splitlines(keepends=True):
        opened = FENCE.match(line)
        if not fence and after_blank and line.strip() and not line[0].isspace():
            cuts.append(at)
        if opened and not fence:
            fence = opened[1]
        elif opened and opened[1].startswith(fence) and not line[opened.end() :].strip():
            fence = ""
        after_blank = not line.strip()
        at += len(line)
    return cuts
