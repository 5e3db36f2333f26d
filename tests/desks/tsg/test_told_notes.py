"""Notes that are told in paragraphs: each sentence is placed by itself.

The forty notes and the section of each sentence were written by somebody who had read no rule. The cues were written
on those in odd lines of the file; the others are kept apart.
"""

import json
from itertools import islice
from pathlib import Path
from typing import Any

from evals.tsg.guides import guide_from
from src.desks.tsg.offline.pieces import placed
from src.desks.tsg.render import render

NOTES = [
    *map(json.loads, Path(__file__).with_name("told_notes.jsonl").read_text("utf-8").splitlines())
]
TOLD = (
    "Backups of the file server fail with error 0x80042316 since Monday. I checked the writers with vssadmin and one"
    " of them had timed out. The shadow storage was full because nobody had enlarged it. We enlarged the shadow"
    " storage and the next backup succeeded."
)


def right_of(notes: list[dict[str, Any]]) -> float:
    """Return the share of the sentences that are placed where their author has them."""
    found = [
        any(one.section == section and one.piece.text in text for one in placed(_told(note)))
        for note in notes
        for text, section in note["sentences"]
    ]
    return sum(found) / len(found)


def _told(note: dict[str, Any]) -> str:
    texts = (text for text, _ in note["sentences"])
    return "\n\n".join(" ".join(islice(texts, count)) for count in note["paragraphs"])


def test_sentences_of_told_notes_are_placed_where_their_author_has_them() -> None:
    assert len(NOTES) == 40
    assert right_of(NOTES[::2]) >= 0.7  # .736: these were looked at
    assert right_of(NOTES[1::2]) >= 0.5  # .562: these were not


def test_a_paragraph_becomes_a_guide_with_its_sentences_in_their_sections() -> None:
    text = render(guide_from(TOLD))
    assert "# **Cause**\n\nThe shadow storage was full because nobody had enlarged it." in text
    assert "- [ ] I checked the writers with vssadmin and one of them had timed out." in text
    resolution = text.partition("# **Mitigation or Resolution**")[2].partition("\n# ")[0]
    assert "the next backup succeeded" in resolution
