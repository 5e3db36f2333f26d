"""What somebody new says to the built-in model: where to search, what it found, and what goes on."""

from pathlib import Path

import pytest

from tests.desks.docs.acme import ingest, visit, write_pages

PUMP = {
    "pump.md": """# Pump P200 manual

## Replacing the filter

Replace the filter every 500 hours of operation. Turn off the power before you open the housing.

## Winter

Drain the pump when the temperature falls below 4 degrees.

## Error codes

| code | meaning | what to do |
|---|---|---|
| E1 | dry run | check the water level |
| E7 | motor overheated | let it cool for 30 minutes |
""",
}
STORE = {
    "store.md": "# Store\n\n"
    + "\n\n".join(
        f"## Shelf {n}\n\nThe shelf {n} holds boxes of kind {n}; an error of its lamp is told by the {n}th light."
        for n in range(70)
    )
    + """

## Remove a shelf

Erases the whole shelf with its boxes and lamps, for good. A count that runs meanwhile ends.
"""
}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collections ``pump`` and ``store``."""
    folder = tmp_path_factory.mktemp("both")
    for name, pages in (("pump", PUMP), ("store", STORE)):
        write_pages(folder / name, pages)
        ingest(folder / "data", folder / name, name)
    return folder / "data"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("hoe wis ik een shelf helemaal?", "Erases the whole shelf"),
        ("en wat moet ik doen bij fout E7?", "let it cool for 30 minutes"),
        ("whats the eror of E7", "let it cool for 30 minutes"),
    ],
)
async def test_what_has_most_of_a_question_is_shown_and_not_refused(
    both: Path, message: str, told: str
) -> None:
    async with visit(both) as visitor:
        await visitor.say("How often must the filter be replaced?")
        reply = await visitor.say(message)
    assert reply["outcome"] == "done"
    assert told in reply["response"]


@pytest.mark.parametrize(
    ("message", "again"),
    [
        (
            "zoek alleen in pump: hoe vaak moet het filter vervangen worden?",
            "zoek weer overal",
        ),
        ("search only in pump: how often must the filter be replaced?", "look everywhere again"),
        ("zoek in de collectie pump: hoe vaak vervang ik het filter?", "zoek weer overal"),
        ("How often must the filter be replaced? Look only in pump.", "search everywhere"),
    ],
)
async def test_a_scope_in_words_holds_until_it_is_lifted(
    both: Path, message: str, again: str
) -> None:
    async with visit(both) as visitor:
        assert "every 500 hours" in (await visitor.say(message))["response"]
        searched = [(await visitor.reading())["search_stats"]["collections"]]
        await visitor.say("What does error code E7 mean?")
        searched.append((await visitor.reading())["search_stats"]["collections"])
        await visitor.say(again)
        searched.append((await visitor.reading())["search_stats"]["collections"])
    assert searched == [["pump"], ["pump"], ["pump", "store"]]


async def test_what_goes_on_is_searched_where_the_question_before_it_was(both: Path) -> None:
    async with visit(both) as visitor:
        await visitor.say("In the pump docs: what does error code E1 mean?")
        await visitor.say("Same thing but for E7")
        reading = await visitor.reading()
    assert reading["search_stats"]["collections"] == ["pump"]
    assert any("E1" in query and "E7" in query for query in reading["queries"])


@pytest.mark.parametrize("message", ["what collections are there?", "welke collecties zijn er?"])
async def test_the_collections_are_told_to_choose_from(both: Path, message: str) -> None:
    async with visit(both) as visitor:
        reply = await visitor.say(message)
        assert all(name in reply["clarification"]["question"] for name in ("pump", "store", "tess"))
        moved = await visitor.say(reply["clarification"]["choices"][0])
        made = {one["id"]: one["data"] for one in (await visitor.dossier())["artifacts"]}
    assert made["scope"]["collections"] == ["pump"]
    assert "clarification" not in moved


async def test_a_question_that_is_asked_again_elsewhere_is_told(both: Path) -> None:
    asked = "Hoe vaak moet het filter vervangen worden?"
    async with visit(both) as visitor:
        assert asked not in (await visitor.say(asked))["response"]
        assert asked in (await visitor.say("zoek in store"))["response"]


async def test_a_source_that_is_out_already_is_called_that(both: Path) -> None:
    async with visit(both) as visitor:
        await visitor.say("How is the filter replaced, and what does error code E7 mean?")
        await visitor.say("leave source 2 out")
        again = await visitor.say("haal bron 2 weg en antwoord opnieuw")
    assert "Al weggelaten: \\[2\\]" in again["response"]


async def test_who_invented_something_is_a_question_like_any(both: Path) -> None:
    async with visit(both) as visitor:
        reply = await visitor.say("Who invented the pump?")
    assert reply["clarification"]["reason"] != "off_topic"
