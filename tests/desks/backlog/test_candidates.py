"""Lines that may show a need are candidates: a person ticks, strikes or words them; a wish that was refused is none."""

import json
from pathlib import Path

from src.desks.backlog.artifacts import WITHDRAWN, SegmentPlace
from src.desks.backlog.forms import CandidateDraft, ItemDraft, ItemDrafts, SegmentBegins
from src.desks.backlog.item_gate import held
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms
from tests.fakes import ScriptedLlm, calls

MEETING = """\
Kim: I print the list of parcels every night and carry it down, on paper.
Lee: And by six nobody knows which of them are still there.
Kim: The driver wants to see the list on a phone.
Lee: Could the gate open by itself?
Kim: Not now.
"""
PRINT = "I print the list of parcels every night and carry it down, on paper."


async def begun(talk: Talk) -> str:
    await talk.begin(MEETING)
    await talk.say(f"load the backlog of {PROJECT}")
    told: str = (await talk.say("make the items"))["response"]
    return told


async def states(talk: Talk) -> list[str]:
    """Return what became of each line that the meeting did not reject."""
    rows = (await talk.made("candidates"))["candidates"]["candidates"]
    return [one["state"] for one in rows if one["sign"] not in WITHDRAWN]


async def test_candidates_are_told_and_ticked_struck_and_shown(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            told = await begun(talk)
            assert [*(await talk.made("item"))] == ["item-1"]
            assert "1 (work by hand)" in told
            assert "2 (a complaint)" in told
            assert "gate" not in told.partition("Rejected or put off")[0]

            ticked = await talk.say("make an item of 1")
            assert ticked["outcome"] == "done"
            item = (await talk.made("item"))["item-2"]
            assert [one["quote"] for one in item["evidence"]] == [PRINT]
            assert item["told"][0]["words"] == "make an item of 1"
            assert await states(talk) == ["item 2", ""]
            assert (await talk.made("overview"))["overview"]["items"][-1]["quote"] == PRINT

            await talk.say("strike 2")
            assert await states(talk) == ["item 2", "struck"]
            refused = await talk.say("make items of 1 and 2")
            assert "No candidate" in refused["response"]
            assert [*(await talk.made("item"))] == ["item-1", "item-2"]

            await talk.say("undo the last change")
            shown = (await talk.say("show the candidates"))["response"]
            assert "nobody knows which of them" in shown
            assert "carry it down" not in shown
            await talk.say("tag")
            assert (await talk.planned()) != ""  # its words stand in their segment


async def test_what_was_ticked_and_struck_stays_when_the_segment_is_written_again(
    tmp_path: Path,
) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await begun(talk)
            await talk.say("maak een item van 1")
            await talk.say("write segment 1 again")
            assert len(await states(talk)) == 2
            assert (await states(talk))[1] == ""


async def test_a_model_words_an_item_of_several_candidates(tmp_path: Path) -> None:
    said = "the first two are one: parcels are scanned at the door"
    edit = {
        "op": "add",
        "candidates": [1, 2],
        "texts": ["Parcels are scanned at the door"],
        "said": said,
    }
    drafts = ItemDrafts(
        items=[],
        candidates=[
            CandidateDraft(quote=PRINT, sign="by_hand"),
            CandidateDraft(quote="by six nobody knows which", sign="complaint"),
            CandidateDraft(quote="words that nobody said here", sign="other"),
        ],
    )
    ticks = calls(("edit_items", json.dumps({"edits": [edit]})))
    llm = ScriptedLlm(ticks, forms=[SegmentBegins(segments=[]), drafts])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await begun(talk)
            assert len(await states(talk)) == 2
            await talk.say(said)
            (item,) = (await talk.made("item")).values()
            assert item["title"] == "Parcels are scanned at the door"
            assert len(item["evidence"]) == 2
            assert await states(talk) == ["item 1", "item 1"]


def gated(text: str, *quotes: str) -> list[str]:
    """Return what becomes of a drafted story with these quotes: its fault, or nothing where it stands."""
    draft = ItemDraft(
        key="S1", type="story", parent="", title="Print a map of the yard", description="", persona="",
        need="", benefit="", criteria=[], quotes=[*quotes], constraints=[],
    )  # fmt: skip
    place = SegmentPlace(order=1, source_id="m", start=0, end=len(text), lines=(1, 9))
    return [one.fault for one in held(ItemDrafts(items=[draft]), place, text, (), ()).struck]


def test_a_title_that_says_the_opposite_of_its_line_does_not_stand() -> None:
    said = "We must not print a map of the yard"
    assert gated(f"Lee: {said}.\n", said) == ["negation"]


def test_a_wish_that_the_next_line_refuses_does_not_stand() -> None:
    wish = "Could we print a map of the yard?"
    assert gated(f"Lee: {wish}\nKim: No.\n", wish) == ["rejected"]
    assert gated(f"Lee: {wish}\nKim: Fine, do it.\n", wish) == []
    later = "We do print a map of the yard after all"
    assert gated(f"Lee: {wish}\nKim: No.\nKim: {later}.\n", wish, later) == []


async def test_an_item_of_the_author_stays_when_its_segment_is_written_again(
    tmp_path: Path,
) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await begun(talk)
            await talk.say("maak een item van 1")
            told = (await talk.say("write segment 1 again"))["response"]
            items = await talk.made("item")
    assert items["item-2"]["evidence"][0]["quote"] == PRINT
    assert "item-1" not in items
    assert "in place of items 1;" in told or "in plaats van items 1;" in told


async def test_captions_that_are_pasted_are_read_as_those_of_a_file(tmp_path: Path) -> None:
    captions = (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\n<v Kim>The driver wants to see the list.</v>\n\n"
        "2\n00:00:05.000 --> 00:00:08.000\n<v Lee>On a phone.</v>\n"
    )
    with rooms() as here:
        async with at_the_desk(
            here, tmp_path, ScriptedLlm(calls(("take_transcript", "{}")))
        ) as talk:
            await talk.say(captions)
            (source,) = (await talk.dossier())["sources"]
    assert "-->" not in source["content"]
    assert "Kim: The driver wants to see the list." in source["content"]
