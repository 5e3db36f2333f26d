"""Questions of a newcomer about a few small pages of their own, which the built-in model answers."""

from pathlib import Path

import pytest

from tests.desks.docs.acme import ingest, visit, write_pages

COFFEE = {
    "authentication.md": """# Authentication

Every call needs a key.

## Keys

Send the key in the header `X-Brew-Key`. A key expires after 90 days.

## Rate limit

A key may send 30 requests per minute. After that the machine replies with status 429.
""",
    "brewing.md": """# Brewing

## Start a brew

Send `POST /brews` with a JSON body.

| field | meaning | default |
| --- | --- | --- |
| temperature | in degrees Celsius | 92 |

## Cancel a brew

Send `DELETE /brews/{id}`. A brew that has begun to pour cannot be cancelled.
""",
}


@pytest.fixture(scope="module")
def coffee(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collection ``coffee``."""
    folder = tmp_path_factory.mktemp("coffee")
    write_pages(folder / "pages", COFFEE)
    ingest(folder / "data", folder / "pages", "coffee")
    return folder / "data"


@pytest.mark.parametrize("question", ["What is the rate limit?", "Rate limit?"])
async def test_a_heading_that_says_all_that_is_asked_answers(coffee: Path, question: str) -> None:
    """Its first passage does, which shares no word with the question."""
    async with visit(coffee) as visitor:
        reply = await visitor.say(question)
        (answer,) = (await visitor.dossier())["answers"]
    assert reply["outcome"] == "done"
    assert [one["quote"] for one in answer["claims"]] == ["A key may send 30 requests per minute."]


@pytest.mark.parametrize(
    "question", ["Is there a rate limit for refunds?", "How do I remove the rate limit?"]
)
async def test_a_heading_that_says_less_than_is_asked_answers_nothing(
    coffee: Path, question: str
) -> None:
    async with visit(coffee) as visitor:
        reply = await visitor.say(question)
    assert reply["clarification"]["reason"] == "no_relevant_documents"
    assert "Rate limit, authentication.md" in reply["response"]
