"""Questions of a newcomer about a few small pages of their own, which the built-in model answers."""

from pathlib import Path
from typing import Any

import pytest

from src.desks import docs
from src.desks.docs.reasons import Reason
from src.desks.docs.words import EVERY
from tests.desks.docs.acme import Visit, call, draft, ingest, visit, well, write_pages
from tests.desks.test_a_stranger import house
from tests.identity.callers import Client
from tests.mcp_server.clients import calling, opened

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

| field | default |
| --- | --- |
| drink | espresso |
| temperature | 92 |

```bash
curl -X POST https://coffee.example/brews -d '{"drink": "espresso"}'
```

## Cancel a brew

Send `DELETE /brews/{id}`. A brew that has begun to pour cannot be cancelled. Its temperature is kept.
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
    assert reply["clarification"]["reason"] == "poor_search_results"
    assert "Rate limit, authentication.md" in reply["response"]


async def test_a_heading_is_found_by_its_one_word(coffee: Path) -> None:
    async with visit(coffee) as visitor:
        reply = await visitor.say("What are keys?")
    assert "Authentication > Keys, authentication.md line 7" in reply["response"]
    assert reply["outcome"] == "done"


async def test_a_row_and_its_column_that_say_all_that_is_asked_answer(coffee: Path) -> None:
    """Though the words stand in other sections too, and far apart."""
    async with visit(coffee) as visitor:
        told = await visitor.say("What is the default temperature?")
        (answer,) = (await visitor.dossier())["answers"]
        beside = await visitor.say("What is the default pressure?")
    assert answer["claims"][0]["quote"] == "| temperature | 92 |"
    assert "| field | default |\n| --- | --- |\n| temperature | 92 |\n" in told["response"]
    assert told["response"].count("| temperature") == 1
    assert beside["outcome"] == "request"


async def memo(visitor: Visit, form: str) -> Any:
    """Return the memo of the newest answer, as data or as a page."""
    at = f"/dossiers/{visitor.dossier_id}/export?format={form}"
    reply = await Client(visitor.server.port).ask("GET", at)
    assert reply.status_code == 200, reply.text
    return reply.json() if form == "json" else reply.text


async def test_a_memo_tells_where_each_quote_stands_and_of_no_conclusion(coffee: Path) -> None:
    async with visit(coffee) as visitor:
        await visitor.say("How do I cancel a brew?")
        page, data = await memo(visitor, "md"), await memo(visitor, "json")
    assert "Brewing > Cancel a brew, brewing.md line 18 (#cancel-a-brew)." in plainly(page)
    answer = page.partition("## Answer")[2].partition("\n## ")[0]
    assert "A brew that has begun to pour cannot be cancelled." in answer
    assert "drew no conclusion" not in page
    source = data["claims"][0]["footnote"]["source"]
    assert (source["file"], source["lines"], source["anchor"]) == (
        "brewing.md",
        [18, 18],
        "cancel-a-brew",
    )


def plainly(markdown: str) -> str:
    """Return a page without the strokes that keep its signs from being markup."""
    return markdown.replace("\\", "")


async def test_a_memo_warns_only_of_quoted_sections_that_were_taken_out(coffee: Path) -> None:
    async with visit(coffee) as visitor:
        await visitor.say("How do I cancel a brew?")
        found = (await visitor.dossier())["sources"]
        (quoted,) = {one["source_id"] for one in (await visitor.dossier())["answers"][0]["claims"]}
        beside = [one["id"] for one in found if one["id"] != quoted]
        assert beside
        assert (await visitor.post("selection", unselect=beside)).status_code == 200
        assert "taken out of the selection" not in await memo(visitor, "md")
        await visitor.post("selection", unselect=[quoted])
        told = plainly(await memo(visitor, "md"))
    assert "taken out of the selection: Brewing > Cancel a brew." in told


async def test_a_model_reads_over_mcp_where_each_quote_stands(coffee: Path) -> None:
    parts = house([docs.PLUG], tess_data_dir=coffee, tess_encoder="off")
    async with opened(parts) as server, calling(server) as caller:
        asked = await caller.ask("ask", message="How do I cancel a brew?")
        named = {"dossier": asked["dossier"]}
        told = {name: str(await caller.call(name, **named)) for name in ("answer", "sources")}
    assert "(Cancel a brew, brewing.md:18, exact)" in told["answer"]
    assert "1. [x] Cancel a brew, brewing.md:18 (Documentation)" in told["sources"]
    assert "Start a brew, brewing.md:5-14 (Documentation)" in told["sources"]


async def test_what_is_not_there_names_where_was_searched_and_where_else_one_may(
    coffee: Path,
) -> None:
    async with visit(coffee) as visitor:
        reply = await visitor.say("What is the price of the machine in Tess?")
        assert reply["clarification"]["reason"] == "no_relevant_documents"
        assert (
            "I searched in coffee. There is also tess: say “Search in tess”." in reply["response"]
        )
        moved = await visitor.say("Search in tess")
    assert moved["response"].startswith("From now on I search in tess.")


def test_no_text_offers_a_choice_that_is_not_there() -> None:
    """Nothing is offered beside it; which collections there are is told where there are others."""
    reasons: tuple[Reason, ...] = ("poor_search_results", "no_relevant_documents", "out_of_scope")
    for reason in reasons:
        assert "choose" not in EVERY["en"].asks[reason]
        assert "kies" not in EVERY["nl"].asks[reason]


async def test_a_remark_is_asked_about_and_keeps_what_is_selected(coffee: Path) -> None:
    """It asks nothing, and nothing is found for it: so it is not told that the docs lack it."""
    async with visit(coffee) as visitor:
        await visitor.say("How do I cancel a brew?")
        before = (await visitor.dossier())["selected_ids"]
        reply = await visitor.say("my side of the mountain, lovely")
        assert (await visitor.dossier())["selected_ids"] == before
    assert reply["clarification"]["reason"] == "vague_request"


@pytest.mark.parametrize(
    ("asked", "heading"),
    [
        ("On which port does the server listen?", "## ANSWER"),
        ("How do I change the port of the nginx server?", "## What comes nearest"),
    ],
)
async def test_passages_of_an_unsure_search_are_called_nearest(
    library: Path, asked: str, heading: str
) -> None:
    """Also where they are of another product than the question: nobody has judged them without a model."""
    async with visit(library) as visitor:
        reply = await visitor.say(asked)
        assert (await visitor.dossier())["answers"]
    assert reply["response"].startswith(heading)
    assert "port 8700" in reply["response"]


QUEUE = {
    "queue.md": """# Queue

## Publish

Publish a message with `queue publish`. A message has at most 256 KiB.

## Dead letters

After 5 failed deliveries a message moves to the queue `NAME.dead`. It stays there for 14 days.

## Consumers

Two consumers of a queue share its messages.

## Ports

The broker listens on port 5670, its page for admins on 5671.
"""
}


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collection ``queue``, of few sections."""
    folder = tmp_path_factory.mktemp("queue")
    write_pages(folder / "pages", QUEUE)
    ingest(folder / "data", folder / "pages", "queue")
    return folder / "data"


@pytest.mark.parametrize(
    "question",
    ["what happens to a message that keeps failing?", "waar wordt een mislukt bericht bewaard?"],
)
async def test_the_best_of_few_sections_is_shown_as_nearest_and_not_denied(
    queue: Path, question: str
) -> None:
    async with visit(queue) as visitor:
        reply = await visitor.say(question)
        (answer,) = (await visitor.dossier())["answers"]
    assert "5 failed deliveries" in answer["claims"][0]["quote"]
    assert reply["response"].startswith(("## What comes nearest", "## Wat het dichtst"))


async def test_what_shares_no_more_than_a_word_with_the_question_is_not_shown_as_near(
    queue: Path,
) -> None:
    async with visit(queue) as visitor:
        reply = await visitor.say("Which licence and price per month has a message broker cluster?")
    assert reply["clarification"]["reason"] == "no_relevant_documents"
    assert "queue.md" not in reply["response"]
    assert "Nothing that I found in queue" in reply["response"]


async def test_only_what_may_be_about_the_question_is_named_as_selected_too(queue: Path) -> None:
    shared, asked = "Two consumers of a queue share its messages.", "Where do failed deliveries go?"
    moved = "After 5 failed deliveries a message moves to the queue `NAME.dead`."
    goes_on = call("search_docs", queries=[asked], goes_on=True)
    llm = well(draft("They share them.", shared), draft("It moves.", moved))
    async with visit(queue, llm) as visitor:
        await visitor.say("What do two consumers share?")
        llm.script = [goes_on, call("answer_from_docs", query=asked)]
        reply = await visitor.say(asked)
        selected = (await visitor.dossier())["selected_ids"]
    assert "queue/queue.md#consumers" in selected
    assert moved in reply["response"]
    assert "Consumers" not in reply["response"]


@pytest.mark.parametrize(
    ("message", "open_points"),
    [
        ("On which port does the broker listen, and where do failed deliveries go?", []),
        (
            "On which port does the broker listen? Who bakes the bread of the canteen?",
            ["Who bakes the bread of the canteen?"],
        ),
    ],
)
async def test_of_two_questions_each_is_answered_or_stays_open(
    queue: Path, message: str, open_points: list[str]
) -> None:
    async with visit(queue) as visitor:
        await visitor.say(message)
        (answer,) = (await visitor.dossier())["answers"]
    quoted = " ".join(claim["quote"] for claim in answer["claims"])
    assert "port 5670" in quoted
    assert ("5 failed deliveries" in quoted) is (not open_points)
    assert answer["open_points"] == open_points


async def test_a_question_that_points_back_carries_its_subject(queue: Path) -> None:
    async with visit(queue) as visitor:
        await visitor.say("How do I publish a message?")
        await visitor.say("and how do I turn that off?")
        reading = await visitor.reading()
    assert reading["context_type"] == "follow_up"
    assert any("publish" in query and "turn that off" in query for query in reading["queries"])


async def test_a_source_is_shown_with_its_text_and_a_claim_with_its_line(coffee: Path) -> None:
    async with visit(coffee) as visitor:
        await visitor.say("How do I cancel a brew?")
        shown = await visitor.say("show source 1")
    assert "A brew that has begun to pour cannot be cancelled." in shown["response"]
    answer = call("answer_from_docs", query="How do I start a brew by curl?")
    llm = well(
        draft(
            "Use curl.", 'curl -X POST https://coffee.example/brews -d \'{"drink": "espresso"}\''
        ),
        script=[call("search_docs", queries=["start a brew"]), answer, call("explain_answer")],
    )
    async with visit(coffee, llm) as visitor:
        await visitor.say("How do I start a brew by curl?")
        told = await visitor.say("where did you get the curl from?")
    assert "Start a brew, brewing.md lines 5-14 (quoted: line 13)" in told["response"]
