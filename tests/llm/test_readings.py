"""A message that is not wholly understood ends in a question of readings; the one that is picked is carried out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from src.bootstrap import build
from src.desks.catalogue import read_settings
from tests.desks.backlog.talking import Talk as Meeting
from tests.desks.backlog.talking import at_the_desk, rooms
from tests.desks.tsg.talking import Talk, talking
from tests.llm.test_no_command import MEETING, NOTES, NOWHERE
from tests.serving import served


def choices(frame: dict[str, Any]) -> list[str]:
    """Return what the question of a turn offers."""
    return list(frame["clarification"]["choices"])


def lines(guide: dict[str, Any], section: str) -> list[str]:
    """Return the texts of a section."""
    found = next(one for one in guide["sections"] if one["name"] == section)
    return [one["text"] for one in found["lines"]]


@asynccontextmanager
async def with_items(folder: Path) -> AsyncIterator[Meeting]:
    """Serve the backlog desk with the items of a meeting."""
    with rooms() as here:
        async with at_the_desk(here, folder) as talk:
            await talk.say(MEETING)
            await talk.say("make the items")
            await talk.say("make the items")
            yield talk


@pytest.mark.parametrize("picked", ["1", "the first", "doe maar de eerste", ""])
def test_a_line_is_moved_where_the_picked_reading_says(tmp_path: Path, picked: str) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        await talk.say("write it")
        (before,) = await talk.made("guide")
        asked = await talk.say("hm, emptying that queue tells us more under symptoms, doesn't it")
        assert await talk.made("guide") == [before]
        offered = choices(asked)
        assert len(offered) > 1
        assert "symptoms" in offered[0]
        await talk.say(picked or offered[0])
        (guide,) = await talk.made("guide")
        moved = [
            one for one in lines(before, "resolution") if one not in lines(guide, "resolution")
        ]
        assert len(moved) == 1
        assert moved[0] in lines(guide, "symptoms")

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    ("words", "op"),
    [("die wachtrij op een schermpje? pff, overbodig", "out"), ("the queue screen, hm", "asked")],
)
async def test_the_picked_item_alone_goes(tmp_path: Path, words: str, op: str) -> None:
    async def hold(talk: Meeting) -> None:
        await talk.say(MEETING)
        await talk.say("make the items")
        await talk.say("make the items")
        before = await talk.made("item")
        offered = choices(await talk.say(words))
        assert await talk.made("item") == before
        at = next(n for n, one in enumerate(offered, start=1) if "3" in one and "queue" in one)
        assert op == "asked" or "weg" in offered[at - 1]
        await talk.say(str(at))
        after = await talk.made("item")
        changed = [key for key, one in before.items() if after[key]["state"] != one["state"]]
        assert changed == ([] if op == "asked" else ["item-3"])

    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await hold(talk)


async def test_something_else_changes_nothing_and_says_so(tmp_path: Path) -> None:
    parts = build(read_settings(tess_data_dir=tmp_path))
    async with served(parts) as server:
        frame = await server.say("Hoe hoog is de boete: artikel 67a en 67e AWR?", desk="tax")
        dossier = str(frame["dossier_id"])

        async def selected() -> list[str]:
            found: list[str] = (await server.get(f"/dossiers/{dossier}")).json()["selected_ids"]
            return found

        before = await selected()
        asked = await server.say("I don't think source 1 belongs here", dossier_id=dossier)
        *readings, other = choices(asked)
        assert readings
        await server.say(other, dossier_id=dossier)
        assert await selected() == before
        again = await server.say("I don't think source 1 belongs here", dossier_id=dossier)
        assert choices(again) == [*readings, other]
        await server.say("1", dossier_id=dossier)
        assert await selected() == before[1:]
    await parts.close()


@pytest.mark.parametrize(
    ("words", "picked"),
    [
        ("3 out.. no wait I mean 2", {"item-2"}),
        ("2 is urgent, 3 is urgent, no wait 3 stays low", {"item-2", "item-3"}),
        ("the parents keep a paper list of debts, that has to stop", {"item-4"}),
    ],
)
async def test_the_first_choice_is_what_was_said_last_and_all_of_it(
    tmp_path: Path, words: str, picked: set[str]
) -> None:
    async with with_items(tmp_path) as talk:
        before = await talk.made("item")
        offered = choices(await talk.say(words))
        assert await talk.made("item") == before
        assert len(offered) > 2
        await talk.say("1")
        after = await talk.made("item")
        assert {key for key, item in after.items() if before.get(key) != item} == picked


def test_words_are_taken_as_a_note_or_an_answer_if_that_is_picked(tmp_path: Path) -> None:
    said = "by the way it was the second night in a row"

    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        await talk.say("write it")
        offered = choices(await talk.say(said))
        at = next(n for n, text in enumerate(offered, 1) if text.startswith("note"))
        (before,) = await talk.made("notes")
        assert said not in before["text"]
        await talk.say(str(at))
        (after,) = await talk.made("notes")
        assert said in after["text"]

    talking(tmp_path, hold, settings=NOWHERE)


PASTED = "we met today\nthe lights stay on at night\nwe want a timer for it"


async def test_while_a_question_waits_nothing_goes_that_is_only_pointed_at(tmp_path: Path) -> None:
    async with with_items(tmp_path) as talk:
        before = await talk.made("item")
        offered: list[str] = []
        for words in ("the parents and their debts, hm", "that last one can go", "yes"):
            offered = choices(await talk.say(words))
            assert await talk.made("item") == before, words
        await talk.say(offered[0])
        changed = [key for key, item in (await talk.made("item")).items() if before[key] != item]
        assert len(changed) == 1


async def test_both_parts_of_a_wish_are_done(tmp_path: Path) -> None:
    async with with_items(tmp_path) as talk:
        await talk.say("take out 3 and call the first Allergies")
        items = await talk.made("item")
        assert (items["item-3"]["state"], items["item-1"]["title"]) == ("left_out", "Allergies")


async def test_what_is_taken_as_a_transcript_by_choice_keeps_its_lines(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            choices(await talk.say(PASTED))
            await talk.say("1")
            (source,) = (await talk.dossier())["sources"]
            assert source["content"] == PASTED


@pytest.mark.parametrize(
    ("corrects", "value"), [("no, 2024 I meant", "2024"), ("redo with 23.000", "23.000")]
)
async def test_a_corrected_value_is_asked_with_the_question_before_it(
    tmp_path: Path, corrects: str, value: str
) -> None:
    parts = build(read_settings(tess_data_dir=tmp_path))
    async with served(parts) as server:
        asked = "My uncle gave me 32.000 in 2023, how much gift tax do I pay?"
        dossier = str((await server.say(asked, desk="tax"))["dossier_id"])
        await server.say("yes", dossier_id=dossier)
        told = await server.say(corrects, dossier_id=dossier)
        assert value in told["response"]
        assert "gift tax" in told["response"] or "law of 2024" in told["response"]
        assert "clarification" not in told or "Show the sources" not in choices(told)
    await parts.close()
