"""What of a dossier's turns still stands, and how to get back to one of them. Pure, from its log."""

from dataclasses import dataclass
from typing import Literal

from tess_client.wire import Frame, rows_in

MOVES = ("undone", "redone")
LISTED = ("labelled", "unlabelled", "archived", "unarchived")
WITHOUT_EFFECT = ("imported", "held", "released", "forgotten", "renamed", "asked", *LISTED, *MOVES)
"""Kinds of changes that ``undo`` does not count."""


@dataclass(frozen=True)
class Way:
    """Whether changes are to be taken back or made again to be where the dossier was, and which turns made them."""

    direction: Literal["undo", "redo"]
    versions: tuple[int, ...]


@dataclass(frozen=True)
class Past:
    """The turns whose changes stand now and those that can be made again, with what stood after each turn."""

    standing: tuple[int, ...]
    again: tuple[int, ...]
    """The next one to be made again is the last."""
    after: dict[int, tuple[int, ...]]

    def taken_back(self, version: int) -> bool:
        """Whether the changes of this turn were taken back and not made again."""
        return version not in self.standing and version in self.again

    def way_to(self, version: int) -> Way | None:
        """Return how to get to where the dossier was after this turn; None where nothing has to be done or can be."""
        then = self.after.get(version, self.standing)
        if then == self.standing[: len(then)]:
            back = self.standing[len(then) :]
            return Way("undo", tuple(reversed(back))) if back else None
        wanted = then[len(self.standing) :]
        next_ones = tuple(reversed(self.again))[: len(wanted)]
        if then[: len(self.standing)] == self.standing and wanted == next_ones:
            return Way("redo", wanted)
        return None


def past(log: list[Frame]) -> Past:
    """Return what stands after these turns."""
    standing: list[int] = []
    again: list[int] = []
    after: dict[int, tuple[int, ...]] = {}
    for line in log:
        version = int(line.get("version") or 0)
        moved = {kind: _named(line, kind) for kind in MOVES}
        _move(moved["undone"], standing, again)
        _move(moved["redone"], again, standing)
        if not any(moved.values()) and _counts(line):
            standing.append(version)
            again.clear()
        after[version] = tuple(standing)
    return Past(tuple(standing), tuple(again), after)


def _move(versions: list[int], source: list[int], target: list[int]) -> None:
    for version in versions:
        if version in source:
            source.remove(version)
            target.append(version)


def _named(line: Frame, kind: str) -> list[int]:
    return [
        int(name)
        for change in rows_in(line, "changes")
        if change.get("kind") == kind
        for name in change.get("names") or ()
        if str(name).isdecimal()
    ]


def _counts(line: Frame) -> bool:
    if line.get("author") == "import":
        return False
    return any(change.get("kind") not in WITHOUT_EFFECT for change in rows_in(line, "changes"))


def count(line: Frame, *kinds: str) -> int:
    """Return how many sources, answers or turns a turn's changes of these kinds name."""
    return sum(
        len(change.get("names") or ())
        for change in rows_in(line, "changes")
        if change.get("kind") in kinds
    )
