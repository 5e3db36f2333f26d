"""Measures of segments and needs are those that were published; the figures of the rules hold on marked meetings."""

import json
from pathlib import Path
from typing import Any

import pytest

from evals.backlog.needs import (
    PlantedMeeting,
    PlantedNeed,
    evaluate_needs,
)
from evals.backlog.needs import (
    scored as needs_scored,
)
from evals.backlog.ratios import ratios
from evals.backlog.segmentation import (
    Meeting,
    evaluate_segmentation,
    pk,
    scored,
)
from src.desks.backlog.artifacts import BacklogItem, MeetingQuote
from tests.desks.backlog.meetings import MEETING, OFFLINE_MODEL, two_subjects


def meeting(text: str, *boundaries: int) -> Meeting:
    speakers, said = zip(*(line.split(": ", 1) for line in text.splitlines()), strict=True)
    return Meeting("m", speakers, said, frozenset(boundaries))


def test_a_boundary_counts_once_and_within_five_utterances() -> None:
    one = meeting(two_subjects(), 20, 61)
    near = scored(one, [0, 17, 22, 66])
    assert (near.hits, near.named, near.marked) == (2, 3, 2)
    assert near.f1 == pytest.approx(2 * 2 / 5)
    assert scored(one, [26, 67]).hits == 0


def test_pk_is_the_share_of_pairs_told_wrongly() -> None:
    assert pk(frozenset({5}), [5], 10) == 0
    # Half of a mean segment of five is two: of eight pairs two straddle the boundary.
    assert pk(frozenset({5}), [], 10) == pytest.approx(2 / 8)
    assert pk(frozenset({5}), [1, 2, 3, 4, 5, 6, 7, 8, 9], 10) == pytest.approx(6 / 8)
    assert pk(frozenset(), [], 1) == 0


def test_ratios_are_of_sums_and_have_intervals() -> None:
    found = ratios({"half": ([1, 0, 2], [2, 2, 2]), "nothing": ([0], [0])})
    assert found["half"].mean == pytest.approx(0.5)
    assert found["half"].low < 0.5 < found["half"].high
    assert found["nothing"].mean == 0


def test_needs_are_counted_by_the_utterances_that_items_quote() -> None:
    lines = [line.split(": ", 1) for line in MEETING.splitlines()]
    planted = PlantedMeeting(
        "m",
        tuple(speaker for speaker, _ in lines),
        tuple(said for _, said in lines),
        (PlantedNeed((1, 3), "Archivist", "search by tag"), PlantedNeed((0, 0), "x", "y")),
        ((4, 4), (5, 5)),
    )

    def item(quote: str, persona: str) -> BacklogItem:
        start = planted.text.index(quote)
        where = MeetingQuote(quote=quote, start=start, end=start + len(quote))
        return BacklogItem(
            type="story", title="t", persona=persona, need="search by tag", evidence=(where,)
        )

    items = [item("needs to be able", "archivist"), item("upload films", "visitor")]
    score = needs_scored(planted, items)
    assert (score.planted, score.items, score.found, score.right) == (2, 2, 1, 1)
    assert (score.same_persona, score.same_need) == (1, 1)
    assert (score.decoys, score.decoys_taken) == (2, 1)


async def test_files_are_read_and_measured(tmp_path: Path) -> None:
    rows = [
        {"id": f"m{lines}", "boundaries": [lines + 1], "utterances": spoken(two_subjects(lines))}
        for lines in (40, 60)
    ]
    planted = {
        "id": "p", "utterances": spoken(MEETING), "decoys": [{"utterances": [4, 4]}, {"utterances": [5, 5]}],
        "gold": [{"utterances": [1, 3], "persona": "archivist", "need": "search by tag"}],
    }  # fmt: skip
    cut = await evaluate_segmentation(written(tmp_path / "a", *rows), OFFLINE_MODEL, "")
    needs = await evaluate_needs(written(tmp_path / "b", planted), OFFLINE_MODEL, ("", ""))
    assert (cut["meetings"], cut["text_preserved"], cut["f1"]["mean"]) == (2, 2, 1.0)
    assert (needs["recall"]["mean"], needs["precision"]["mean"], needs["decoys_taken"]) == (1, 1, 0)
    assert (needs["persona"]["mean"], needs["need"]["mean"], needs["model"]) == (1, 1, "offline")


def spoken(text: str) -> list[dict[str, str]]:
    pairs = (line.split(": ", 1) for line in text.splitlines())
    return [{"speaker": speaker, "text": said} for speaker, said in pairs]


def written(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return path
