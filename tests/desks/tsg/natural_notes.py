"""Raw notes of incidents with facts that people labelled, and what is counted of the guide that rules make of them.

``python -m tests.desks.tsg.natural_notes [--half seen|kept]`` prints the figures. The half that a row is in is drawn by
lot, from the SHA-256 of its line; texts of the kept half are not looked at.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from evals.tsg.guides import guide_from
from src.desks.tsg.render import render
from tests.shared_data import real

Half = Literal["seen", "kept"]
OURS = {"mitigation": "resolution"}
HARMFUL = ("resolution", "cause")
"""Sections in which what did not help, or was ruled out, does harm."""


@dataclass
class NoteFigures:
    """What was counted."""

    facts: int = 0
    right: int = 0
    lost: list[str] = field(default_factory=list)
    harmful: list[str] = field(default_factory=list)
    chatter: int = 0
    kept_out: int = 0


def rows(path: Path, half: Half) -> Iterator[dict[str, Any]]:
    """Yield the notes of a half."""
    for line in path.read_text("utf-8").splitlines():
        is_seen = int(hashlib.sha256(line.encode()).hexdigest(), 16) % 2 == 0
        if is_seen == (half == "seen"):
            yield json.loads(line)


def figures_of(half: Half) -> NoteFigures:
    """Return what is counted of the notes of a half."""
    figures = NoteFigures()
    for note in rows(real("natural/notes.jsonl"), half):
        _count(note, figures)
    return figures


def _count(note: dict[str, Any], figures: NoteFigures) -> None:
    text = note["text"]
    places = [*_places(text)]
    for fact in note["facts"]:
        start = text.index(fact["quote"])
        end = start + len(fact["quote"])
        found = {one for one, first, last in places if first < end and last > start}
        if fact["section"] == "noise":
            figures.chatter += 1
            figures.kept_out += not found
            continue
        section = OURS.get(fact["section"], fact["section"])
        figures.facts += 1
        figures.right += section in found
        if not found:
            figures.lost.append(fact["quote"])
        if section == "not_apply" and found & {*HARMFUL}:
            figures.harmful.append(fact["quote"])


def _places(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield where the lines of a guide stand in its notes, with their section."""
    guide = guide_from(text)
    assert render(guide)
    for section, line in guide.lines():
        is_made = section in ("tags", "root_cause") or (
            section == "questions" and line.text not in text
        )
        if line.support is None or is_made:
            continue
        at = text.find(line.text)
        start = line.support.start if at < 0 else at
        end = line.support.end if at < 0 else at + len(line.text)
        yield "unplaced" if line.unplaced else section, start, end


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", choices=("seen", "kept"), default="seen")
    options = parser.parse_args()
    figures = figures_of(options.half)
    if options.half == "seen":
        print("lost", figures.lost, "harmful", figures.harmful)
    print(
        f"{figures.right} of {figures.facts} facts in their section; {len(figures.lost)} lost;"
        f" {len(figures.harmful)} harmful; {figures.kept_out} of {figures.chatter} kept out"
    )


if __name__ == "__main__":
    main()
