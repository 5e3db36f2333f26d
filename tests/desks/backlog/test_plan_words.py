"""A plan as a product owner reads it: what each step does, and what goes and comes in each field."""

import asyncio
from pathlib import Path

from clients.terminal.english import WORDS
from src.desks.backlog.forms import ItemDrafts
from tests.clients.person import Person
from tests.desks.backlog.scripts import BEGINS, MEETING, NEW, STORIES, draft, scripted, whole_run
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms

BADGES = "Item 3: new User Story “Print badges of visitors” under “Visitors”"
MAIL = "Item 4: change User Story 4 “Cancel a booking”: acceptance criteria added"
CRITERIA = """\
Acceptance criteria:
  Only who booked can cancel.
+ From the meeting
+ Who booked is told by mail.
"""


async def tagged(talk: Talk) -> None:
    await talk.begin(MEETING)
    await talk.say(f"load the backlog of {PROJECT}")
    await talk.say("make the items")


async def test_each_step_reads_as_words(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, whole_run()) as talk:
            await tagged(talk)
            reply = (await talk.say("plan"))["response"]
            assert '"step"' not in reply
            assert BADGES in reply
            assert MAIL in reply
            assert CRITERIA in reply
            assert "+ Print badges of visitors: case B.\n" in reply

            told = (await talk.post(f"/backlog/write/{talk.dossier_id}", {})).json()
            assert [one["body"]["step"]["kind"] for one in told["operations"]] == [
                *["create"] * 3,
                "change",
            ]
            assert MAIL in [one["does"].partition(", if")[0] for one in told["in_words"]]
            assert told["in_words"][-1]["lines"][:4] == CRITERIA.splitlines()

            await talk.confirm(told["plan"])
            back = (await talk.say("unwrite"))["response"]
            assert "Put User Story 4 “Cancel a booking” back as it was at revision 1" in back
            assert "- Who booked is told by mail." in back
            assert "“Print badges of visitors” into the recycle bin" in back
            dutch = (await talk.say("neem alles terug"))["response"]
            assert "Zet werkitem 7 “Print badges of visitors” in de prullenbak" in dutch


async def test_a_screen_that_has_not_shown_a_plan_shows_its_words(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, whole_run()) as talk:
            await tagged(talk)
            await talk.say("plan")
            await asyncio.to_thread(_typed, talk)
            assert "Visitors" in here.titles


def _typed(talk: Talk) -> None:
    url = f"ws://127.0.0.1:{talk.server.port}/ws"
    options = ("--url", url, "--dossier", talk.dossier_id)
    with Person(*options, lines=90, columns=160, LANG="en_GB.UTF-8") as person:
        person.asks("/confirm")
        person.sees(BADGES, "+ Who booked is told by mail.", WORDS["confirm_again"])
        person.asks("/confirm")
        person.sees("Carried out")


async def test_a_plan_says_that_writing_is_off(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, whole_run(), tess_backlog_write="off") as talk:
            await tagged(talk)
            told = (await talk.say("plan"))["response"]
            agreed = (await talk.say("yes"))["response"]
    assert "TESS_BACKLOG_WRITE=on" in told
    assert "TESS_BACKLOG_WRITE=on" in agreed


async def test_what_was_taken_back_is_not_written_yet(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, whole_run()) as talk:
            await tagged(talk)
            await talk.confirm(await talk.planned())
            told = (await talk.confirm(await talk.planned("unwrite")))["response"]
    left = told.split("Not written yet")[1]
    assert "story: Print badges of visitors" in left
    assert f"story: {STORIES[1]}" in left  # which was added to a work item


async def test_what_is_written_is_in_the_language_of_the_item(tmp_path: Path) -> None:
    """Its author may speak another one by the time that it is planned."""
    said = "see which visitors come today, so that I can print their badges"
    given = {"persona": "receptionist", "need": "see which visitors come today", "criteria": []}
    drafts = ItemDrafts(items=[draft("S1", "See who comes today", said, **given)])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, drafts, NEW)) as talk:
            await tagged(talk)
            told = (await talk.say("maak een plan"))["response"]
    assert "As a receptionist I want to see which visitors come today." in told
