"""A meeting as people talk, without a model: what becomes an item, what it is called, and how it is written."""

from pathlib import Path
from typing import Any

import pytest

from tests.desks.backlog.talking import at_the_desk, rooms

DUTCH = """\
Mila: Goedemorgen. Laten we beginnen met de klachten van gisteren.
Sem: Bezoekers krijgen geen kaartje als hun naam een accent heeft.
Joris: Dat is een bug in de printdienst, ik kan dat morgen oplossen.
Mila: Prima, Joris pakt dat op.
Sem: De proef draait alleen op de balie. Ik wil de kelder en de zolder toevoegen.
Mila: Goed idee. Hoeveel werk is dat?
Sem: Twee dagen.
Mila: Doen.
Joris: Bezoekers moeten per uur kunnen boeken.
Mila: Nog iets? Nee? Dan tot volgende week.
"""
ENGLISH = """\
Ann: Let's go through the complaints.
Bob: The nightly count fails when a room has no name. That's a bug, I'll fix it this week.
Cas: As a caretaker I want visitors to sign in with a card, so that I don't write names down.
Dee: The page with rooms takes twelve seconds to load.
Ann: It must be under three seconds.
Dee: Visitors must find the map on their phone.
"""


async def made(tmp_path: Path, meeting: str) -> list[dict[str, Any]]:
    """Return the items of a meeting, as they are kept."""
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(meeting)
            await talk.say("load the backlog")
            await talk.say("make the items")
            return [*(await talk.made("item")).values()]


async def test_a_wish_is_found_and_what_only_opens_the_meeting_is_not(tmp_path: Path) -> None:
    items = await made(tmp_path, DUTCH)
    titles = [item["title"] for item in items]
    assert "De kelder en de zolder toevoegen" in titles
    with rooms() as here:
        async with at_the_desk(here, tmp_path / "2") as talk:
            await talk.begin(DUTCH)
            await talk.say("laad de backlog")
            told = (await talk.say("maak de items"))["response"]
            assert "beginnen met" not in told
            assert "Nog iets" not in told


@pytest.mark.parametrize(
    ("meeting", "title"),
    [
        (DUTCH, "Bezoekers krijgen geen kaartje als hun naam een accent heeft"),
        (ENGLISH, "The nightly count fails when a room has no name"),
    ],
)
async def test_what_a_line_calls_a_bug_is_one_by_what_goes_wrong(
    tmp_path: Path, meeting: str, title: str
) -> None:
    items = await made(tmp_path, meeting)
    (bug,) = [item for item in items if item["type"] == "bug"]
    assert bug["title"] == title


async def test_a_title_names_what_the_line_before_it_speaks_of(tmp_path: Path) -> None:
    items = await made(tmp_path, ENGLISH)
    (page,) = [item for item in items if "under three seconds" in str(item["evidence"])]
    assert page["title"].startswith("The page with rooms")
    assert len(page["evidence"]) == 2
    assert not any("…" in item["title"] for item in items)


async def test_a_long_title_ends_at_a_clause(tmp_path: Path) -> None:
    clauses = "The clerk must see each visitor of the day with the hour", "the floor and the plate"
    items = await made(tmp_path, f"Ann: {clauses[0]}, and {clauses[1]}, and what they come for.\n")
    (item,) = items
    assert not item["title"].endswith("…")
    assert item["title"].lower() in f"{clauses[0]}, and {clauses[1]}".lower()


@pytest.mark.parametrize(
    ("said", "story"),
    [
        (
            "As a caretaker I want visitors to sign in with a card, so that I write no names down.",
            "As a caretaker I want visitors to sign in with a card, so that I write no names down.",
        ),
        (
            "As a guard I want to log in to the portal.",
            "As a guard I want to log in to the portal.",
        ),
        (
            "Visitors must find the map on their phone.",
            "As visitors we want to find the map on their phone.",
        ),
        (
            "Bezoekers moeten per uur kunnen boeken.",
            "Als bezoekers willen wij per uur kunnen boeken.",
        ),
    ],
)
async def test_the_story_that_is_written_reads_as_a_sentence(
    tmp_path: Path, said: str, story: str
) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(f"Ann: {said}\n")
            await talk.say("load the backlog")
            await talk.say("make the items")
            await talk.confirm(await talk.planned())
            written = max(here.ado.items.kept.items())[1]
            assert str(written.fields["System.Description"]).startswith(f"<div>{story}")


@pytest.mark.parametrize(
    ("head", "title", "line"),
    [
        ("Bezoekersoverleg, 24 november 2026\nAanwezig: Mila, Sem\n\n", "Bezoekersoverleg, 24 november 2026", 5),
        ("Aanwezig: Mila, Sem\nDatum: 24 november 2026\n", "Overleg van 24 november 2026", 4),
        ("Title: What visitors asked\n", "What visitors asked", 3),
        ("Maak items van dit overleg:\n", "Overleg van ", 2),
    ],
)  # fmt: skip
async def test_a_pasted_meeting_keeps_its_lines_and_its_title(
    tmp_path: Path, head: str, title: str, line: int
) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.say("laad de backlog")
            await talk.say(head + DUTCH)
            told = await talk.say("maak de items")
            (pasted,) = [one for one in (await talk.dossier())["sources"] if one.get("client")]
            assert pasted["title"].startswith(title)
            shown = told["response"] + (await talk.say("toon item 1"))["response"]
            assert f"Sem, regel {line}" in shown


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("add acceptance criteria to item 1: it beeps; it is red; it stays a day", 3),
        ("voeg bij item 1 acceptatiecriteria toe: het piept; het is rood", 2),
        ("add a criterion to item 1: it beeps, and it is red", 1),
    ],
)
async def test_each_part_of_a_list_is_a_criterion(
    tmp_path: Path, message: str, criteria: int
) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(ENGLISH)
            await talk.say("load the backlog")
            await talk.say("make the items")
            await talk.say(message)
            assert len((await talk.made("item"))["item-1"]["criteria"]) == criteria


@pytest.mark.parametrize(
    "message", ["voeg toe: de proef ook op de zolder en in de kelder, twee dagen, Sem",
                "add: a lamp at the gate that goes on by itself at night"],
)  # fmt: skip
async def test_what_is_plainly_to_be_added_is_an_item(tmp_path: Path, message: str) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(ENGLISH)
            await talk.say("load the backlog")
            await talk.say("make the items")
            before = await talk.made("item")
            await talk.say(message)
            after = await talk.made("item")
            (new,) = after.keys() - before.keys()
            assert after[new]["title"].lower() == message.partition(": ")[2].lower()


async def test_one_message_reads_the_only_backlog_and_makes_the_items(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(DUTCH)
            told = (await talk.say("maak de items"))["response"]
            assert await talk.made("item")
            assert "See which rooms are free" in told  # what was read is shown with them
            assert (await talk.say("maak een plan")).get("plans")


@pytest.mark.parametrize("language", ["nl", "en"])
async def test_the_first_example_works_with_the_project_that_is_set(
    tmp_path: Path, language: str
) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            desks = (await talk.server.get("/desks")).json()
            (desk,) = [one for one in desks["desks"] if one["name"] == "backlog"]
            told = await talk.say(desk["examples"][language][0])
            assert "See which rooms are free" in told["response"]
