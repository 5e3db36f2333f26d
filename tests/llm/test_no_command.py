"""What only asks, reports, supposes or doubts changes nothing at any desk; a reply by number does what was asked."""

import re
from pathlib import Path

from src.bootstrap import build
from src.desks.catalogue import read_settings
from tests.desks.backlog.talking import Talk as Meeting
from tests.desks.backlog.talking import at_the_desk, rooms
from tests.desks.tsg.talking import Talk, talking
from tests.serving import served

NO_COMMANDS = (
    "don't remove {n}", "haal {n} niet weg", "I removed {n} yesterday", "ik heb {n} al verwijderd",
    "if nobody needs {n} remove it", "als {n} niet nodig is mag die weg", "should {n} be removed?",
    "weet je of {n} weg mag?", "my colleague said to remove {n} but I disagree",
    "I was going to remove {n}, but never mind", "I don't think {n} should go",
    "remove {n}, no wait, keep it", "haal {n} weg. nee toch, laat maar staan",
    "kill {n}, nobody should even think of that", "remove {n} but write it down for the night shift",
    "haal {n} weg maar zet het eerst in de wiki", "drop {n}, Kim only wants the rest",
    "that's wrong in {n}. say it's suspected. And 'three' is wrong, it was four",
)  # fmt: skip
NO_SEARCHES = (
    "your first sentence says the fine stays and the last one sounds like it goes. which is it",
)
NOTES = """Incident: the relay stopped.

Symptoms:
- The queue of the relay stands still.

Mitigation:
1. Restart the relay.
2. Empty the queue.
"""
MEETING = """Kim: Good morning.
Ali: As a cook I need an allergy list of each pupil.
Tess: As a parent I want to pay by phone.
Noor: As a pupil I want a queue screen in the hall.
Kim: Thanks.
"""
NOWHERE = {"tess_tsg_research": "none"}


def test_a_guide_stays_as_it_is(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        await talk.say("write it")
        guide = await talk.made("guide")
        for words in NO_COMMANDS:
            await talk.say(words.format(n="step 1"))
            assert await talk.made("guide") == guide, words
        for words in (
            "laat alleen de stappen en de controle even zien, de rest geloof ik wel",
            "keep only step 1",
        ):
            await talk.say(words)
            assert await talk.made("guide") == guide, words
        asked = await talk.say("als stap 1 niet nodig is mag die weg")
        does, *_ = asked["clarification"]["choices"]
        assert re.search(r"regel \d", does)
        await talk.say("1")
        assert await talk.made("guide") != guide

    talking(tmp_path, hold, settings=NOWHERE)


async def test_items_stay_as_they_are(tmp_path: Path) -> None:
    async def hold(talk: Meeting) -> None:
        await talk.say(MEETING)
        await talk.say("make the items")  # reads the backlog of the only project first
        await talk.say("make the items")
        items = await talk.made("item")
        assert items
        for words in (*NO_COMMANDS, "should 1 and 2 be merged?", "I don't think 2 is urgent"):
            await talk.say(words.format(n="item 2"))
            assert await talk.made("item") == items, words
        await talk.say("if nobody needs item 2 remove it")
        await talk.say("1")
        assert await talk.made("item") != items

    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await hold(talk)


async def test_a_selection_stays_as_it_is(tmp_path: Path) -> None:
    parts = build(read_settings(tess_data_dir=tmp_path))
    async with served(parts) as server:
        frame = await server.say("Hoe hoog is de boete: artikel 67a en 67e AWR?", desk="tax")
        dossier = str(frame["dossier_id"])

        async def selected() -> object:
            return (await server.get(f"/dossiers/{dossier}")).json()["selected_ids"]

        before = await selected()
        for words in NO_COMMANDS:
            await server.say(words.format(n="bron 1"), dossier_id=dossier)
            assert await selected() == before, words
        for words in NO_SEARCHES:
            told = await server.say(words, dossier_id=dossier)
            assert (await selected(), "clarification" in told) == (before, True), (
                words,
                told["response"],
            )
        await server.say("if nobody needs source 1 remove it", dossier_id=dossier)
        await server.say("1", dossier_id=dossier)
        assert await selected() != before
    await parts.close()
