"""Measures of segments and needs are those that were published; the figures of the rules hold on marked meetings."""

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
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
    fitted,
    left_one_out,
    pk,
    scored,
)
from src.desks.backlog.artifacts import BacklogItem, MeetingQuote
from tests.desks.backlog.meetings import MEETING, OFFLINE_MODEL, two_subjects
from tests.shared_data import real


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


def test_rules_are_fitted_on_the_other_meetings() -> None:
    meetings = [meeting(two_subjects(lines), lines + 1) for lines in (40, 50, 60)]
    assert [one.hits for one in left_one_out(meetings)] == [1, 1, 1]
    strange = [*meetings[:2], meeting(two_subjects(60), 3)]
    assert left_one_out(strange)[2].hits == 0  # what is measured was not learnt from


def test_weights_that_were_fitted_do_not_move_when_fitted_again() -> None:
    random = np.random.default_rng(1)
    rows = random.normal(size=(400, 3))
    truth = (rows @ [2.0, 0.0, -1.0] > 1).astype(float)
    once = fitted([rows], [truth])
    again = fitted([rows], [truth], once)
    assert once.weights[0] > 10 * abs(once.weights[1])
    assert once.weights == pytest.approx(again.weights, abs=1e-2)


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


@pytest.mark.deep
def test_marked_meetings_are_cut_as_well_as_is_promised() -> None:
    path = real("backlog") / "segmentation" / "dev.jsonl"
    told = asyncio.run(evaluate_segmentation(path, OFFLINE_MODEL, ""))
    assert told["text_preserved"] == told["meetings"]
    assert told["f1"]["mean"] >= 0.30
    assert told["f1_of_meetings"]["mean"] >= 0.30
    assert told["pk"]["mean"] <= 0.35


@pytest.mark.deep
def test_planted_needs_are_found_as_well_as_is_promised() -> None:
    path = real("backlog") / "planted_dev.jsonl"
    told = asyncio.run(evaluate_needs(path, OFFLINE_MODEL, ("", "")))
    assert told["recall"]["mean"] >= 0.80
    assert told["precision"]["mean"] >= 0.45
    assert min(told["persona"]["mean"], told["need"]["mean"]) >= 0.85
    assert told["decoys_taken"] <= 2
    assert told["most_items_without_needs"] <= 3
