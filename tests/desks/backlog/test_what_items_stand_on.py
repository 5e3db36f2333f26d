"""What items stand on: each quote in its own segment, and what was taken off them, in words."""

from pathlib import Path
from typing import get_args

import pytest

from src.desks.backlog.artifacts import BacklogItem, ItemNote, MeetingQuote, SegmentPlace
from src.desks.backlog.forms import ItemFault
from src.desks.backlog.item_edit import EditProblem
from src.desks.backlog.kept import out_of_place
from src.desks.backlog.planning import LeftOutReason
from src.desks.backlog.words import TEXTS
from src.dossier.models import Language
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms

FIRST = (
    "Anna: As a visitor I want to receive a map of the building by mail, so that I find the door.\n"
)
SECOND = "Ben: As a guard I want to see the plate of every car on a screen, so that I open the barrier.\n"


async def merged(talk: Talk) -> None:
    await talk.begin(FIRST, "first.txt")
    await talk.say(f"load the backlog of {PROJECT}")
    await talk.say("make the items")
    assert (await talk.upload(SECOND.encode(), "second.txt", run_id=talk.dossier_id)).is_success
    await talk.say("make the items")
    await talk.say("merge items 1 and 2 into Reach the building")
    await talk.say("tag")


async def test_each_quote_keeps_the_segment_in_which_it_was_said(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await merged(talk)
            item = (await talk.made("item"))["item-3"]
            segments = await talk.made("segment")
            texts = {one["id"]: one["content"] for one in (await talk.dossier())["sources"]}
            assert [one["segment_id"] for one in item["evidence"]] == ["", "segment-2"]
            for one in item["evidence"]:
                place = segments[one["segment_id"] or item["segment_id"]]
                assert texts[place["source_id"]][one["start"] : one["end"]] == one["quote"]
            shown = (await talk.say("show item 3"))["response"]
            parts = shown.split("*Said in the meeting (segment 1, lines 1 to 1)*")
            assert [one.count("> “As a ") for one in parts] == [0, 1, 1]
            assert "Reach the building" in (await talk.say("plan"))["response"]

            await talk.say("segment")  # the second transcript is cut anew: its segment is another
            plan = (await talk.say("plan"))["response"]
            assert "3: the words of the meeting that it stands on do not stand" in plan
            assert here.writes == []


PLACE = {
    "segment-1": SegmentPlace(order=1, source_id="a", start=0, end=10, lines=(1, 1)),
    "segment-2": SegmentPlace(order=2, source_id="b", start=5, end=20, lines=(1, 1)),
}
SAID = {"a": "one two three four", "b": "five six seven eight"}


@pytest.mark.parametrize(
    ("quote", "start", "segment", "stands"),
    [
        ("one two", 0, "", True),
        ("one two", 0, "segment-1", True),
        ("six seven", 5, "segment-2", True),
        ("six seven", 5, "", False),  # of another text
        ("five six", 0, "segment-2", False),  # in the text, before the segment
        ("two three", 4, "segment-1", False),  # in the text, and goes on behind the segment
        ("one twe", 0, "", False),
        ("one two", 0, "segment-3", False),
        ("", 0, "", False),
    ],
)
def test_a_quote_is_looked_up_in_its_own_segment(
    quote: str, start: int, segment: str, stands: bool
) -> None:
    told = MeetingQuote(quote=quote, start=start, end=start + len(quote), segment_id=segment)
    item = BacklogItem(type="story", title="x", segment_id="segment-1", evidence=(told,))
    assert out_of_place(item, PLACE, SAID) == (() if stands else (told,))


async def test_what_was_taken_off_an_item_is_said(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(FIRST)
            await talk.say(f"load the backlog of {PROJECT}")
            made = (await talk.say("make the items"))["response"]
            assert "- 1: has fewer than three acceptance criteria" in made
            assert "- has fewer than three" in (await talk.say("show item 1"))["response"]
            assert "- heeft minder dan drie" in (await talk.say("laat item 1 zien"))["response"]
            (row,) = await talk.rows("generated_backlog.jsonl")
            assert row["warnings"] == ["few_criteria"]
            for text in ("the first", "the second", "the third"):
                await talk.say(f"add a criterion to item 1: {text}")
            assert "fewer than three" not in (await talk.say("show item 1"))["response"]


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_code_has_its_sentence(language: Language) -> None:
    texts = TEXTS[language]
    assert set(texts.notes) == set(get_args(ItemNote))
    assert set(texts.faults) == set(get_args(ItemFault))
    assert set(texts.reasons) == set(get_args(LeftOutReason))
    assert set(texts.problems) == set(get_args(EditProblem))
