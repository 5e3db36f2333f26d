"""What is right of a capable model's draft reaches the reader, and what is wrong beside it does not."""

import json
from pathlib import Path

import pytest

from src.llm.forms import AnswerDraft, SupportDraft, SupportVerdict
from tests.desks.docs.acme import call, draft, ingest, visit, well, write_pages

MILL = {
    "settings.md": """# Settings of the mill

| setting | default | meaning |
| --- | --- | --- |
| `MILL_FALLBACK` | 0 | Seconds after which the old stone takes over; 0: never. |
| `MILL_KEEP_DAYS` | 0 | Days that sacks are kept; 0: for ever. |

## Sacks

The mill fills sacks of flour, bran and rye.

## Connections

The mill takes 32 connections at once. The door of the mill is locked from sunset on, by the miller or by the eldest
of the helpers, who then hangs the one key on its hook beside the stairs and puts out all lamps but the lamp above the
scales, and the door is opened at 6:42.
""",
    "commands.md": """# Commands of the mill

`./mill verify ID` checks the sack with this ID. `--all` checks every sack of `./mill verify`.

`./mill undo ID` takes the last grinding of a sack back; `./mill undo ID TURNS` the last few.

All sacks have a name unless they are empty. A name has a date.
""",
}
FALLBACK = "| `MILL_FALLBACK` | 0 | Seconds after which the old stone takes over; 0: never. |"
KEPT = "| `MILL_KEEP_DAYS` | 0 | Days that sacks are kept; 0: for ever. |"
VERIFY = "`./mill verify ID` checks the sack with this ID."
ALL = "`--all` checks every sack of `./mill verify`."
UNDO = (
    "`./mill undo ID` takes the last grinding of a sack back; `./mill undo ID TURNS` the last few."
)
SACKS = "The mill fills sacks of flour, bran and rye."
SHUT = (
    "The door of the mill is"
    + MILL["settings.md"].rpartition("The door of the mill is")[2].rstrip()
)
CONNECTIONS = "The mill takes 32 connections at once."


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collection ``mill``."""
    folder = tmp_path_factory.mktemp("mill")
    write_pages(folder / "pages", MILL)
    ingest(folder / "data", folder / "pages", "mill")
    return folder / "data"


HEADINGS = ["settings of the mill", "sacks of flour", "connections at once", "commands of the mill"]


async def told(mill: Path, asked: str, made: AnswerDraft) -> str:
    """Return the reply to a question, which a model answers so that found every section."""
    async with visit(mill, well(made, script=[call("search_docs", queries=HEADINGS)])) as visitor:
        return str((await visitor.say(asked))["response"]).replace("\\", "")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("By default the old stone never takes over (default 0).", FALLBACK),
        ("Standaard neemt de oude steen het nooit over.", FALLBACK),
        ("The mill fills sacks of rye, flour and bran.", SACKS),
        ("Sacks are never thrown away by default.", KEPT),
    ],
)
async def test_what_a_row_says_in_other_words_stands(mill: Path, text: str, quote: str) -> None:
    reply = await told(mill, "What does the mill do by default?", draft(text, quote))
    assert text in reply
    assert "Struck" not in reply


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Check every sack with `./mill verify --all`.", ALL),
        ("Run ./mill verify --all for every sack.", ALL),
        ("Take back the last two with `./mill undo S7 2`.", UNDO),
        ("For the 90 days you mention, set `MILL_KEEP_DAYS=90`.", KEPT),
        ("Set `MILL_KEEP_DAYS` to `90`.", KEPT),
        ("Zet `MILL_KEEP_DAYS` op 90.", KEPT),
        ("Your 12 % does not matter: the mill fills sacks of flour.", SACKS),
        ("The mill takes thirty-two connections at once.", CONNECTIONS),
        ("There are three kinds of sacks: flour, bran and rye.", SACKS),
    ],
)
async def test_what_sections_and_the_user_say_together_stands(
    mill: Path, text: str, quote: str
) -> None:
    asked = "How do I undo 2 turns of sack S7, keep sacks 90 days, and lose 12 %?"
    reply = await told(mill, asked, draft(text, quote))
    assert text in reply
    assert "Struck" not in reply


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Empty it with `./mill purge --all`.", ALL),
        ("Empty it: ./mill purge --all does so.", ALL),
        ("Check it with `./mill verify --fast`.", ALL),
        ("Check it with ./mill verify --al.", ALL),
        ("Set MILL_PURGE first.", KEPT),
        ("Sacks are kept 90 days.", KEPT),
        ("`MILL_KEEP_DAYS` is set to `90` by default.", KEPT),
        ("The mill takes sixty-four connections at once.", CONNECTIONS),
        ("De molen heeft acht connections.", CONNECTIONS),
    ],
)
async def test_what_nobody_said_falls(mill: Path, text: str, quote: str) -> None:
    asked = "Can I purge, verify fast, keep sacks 90 days, and have more connections?"
    assert text not in await told(mill, asked, draft(text, quote))


async def test_a_claim_in_the_words_of_its_source_is_given_with_its_exception(mill: Path) -> None:
    made = draft("All sacks have a name", "All sacks have a name")
    reply = await told(mill, "Do sacks have a name?", made)
    assert "- All sacks have a name unless they are empty. " in reply
    assert "Struck" not in reply


async def test_a_second_reading_knows_the_headings_and_its_quote_is_told_with_its_value(
    mill: Path,
) -> None:
    made = draft("The mill is shut at night.", SHUT)
    verdict = SupportVerdict(number=1, verdict="contradicts", settled_by=SHUT)
    read = SupportDraft(verdicts=[verdict]).model_dump_json()
    llm = well(made, read, made, read, script=[call("search_docs", queries=HEADINGS)])
    llm.reads_twice = True
    async with visit(mill, llm) as visitor:
        reply = (await visitor.say("When is the mill shut?"))["response"]
    (passage,) = json.loads(llm.tasks[1])["passages"]
    assert passage["source"] == "Settings of the mill > Connections"
    assert "the door is opened at 6:42" in reply.partition("**Struck from the answer**")[2]


@pytest.mark.parametrize(
    ("asked", "is_near"),
    [("What does `MILL_GOLD` do?", False), ("How is `MILL_KEEP_DAYS` set per mill?", True)],
)
async def test_only_sections_with_the_name_that_was_asked_for_come_near(
    mill: Path, asked: str, is_near: bool
) -> None:
    script = [
        call("search_docs", queries=["mill settings"]),
        call("ask", question="They do not say.", reason="no_relevant_documents"),
    ]
    async with visit(mill, well(script=script)) as visitor:
        reply = (await visitor.say(asked))["response"]
    assert ("What comes nearest" in reply) is is_near
