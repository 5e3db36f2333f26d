"""What is right of a capable model's draft reaches the reader, and what is wrong beside it does not."""

from pathlib import Path

import pytest

from src.llm.forms import AnswerDraft, ClaimDraft, QuoteDraft, SentenceDraft
from tests.desks.docs.acme import draft, ingest, visit, well, write_pages

MILL = {
    "settings.md": """# Settings of the mill

| setting | default | meaning |
| --- | --- | --- |
| `MILL_FALLBACK` | 0 | Seconds after which the old stone takes over; 0: never. |
| `MILL_KEEP_DAYS` | 0 | Days that sacks are kept; 0: for ever. |

## Sacks

The mill fills sacks of flour, bran and rye.

## Connections

The mill takes 32 connections at once.
""",
    "commands.md": """# Commands of the mill

## Check the sacks

`./mill verify ID` checks the sack with this ID. `--all` checks every sack of `./mill verify`.

## Take grinding back

`./mill undo ID` takes the last grinding of a sack back; `./mill undo ID TURNS` the last few.

## Rules of names

All sacks have a name, unless they are empty. A name has a date.
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
CONNECTIONS = "The mill takes 32 connections at once."


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collection ``mill``."""
    folder = tmp_path_factory.mktemp("mill")
    write_pages(folder / "pages", MILL)
    ingest(folder / "data", folder / "pages", "mill")
    return folder / "data"


async def told(mill: Path, asked: str, made: AnswerDraft) -> str:
    """Return the reply to a question that finds every section, which the model answers so."""
    every = f"{asked} settings of the mill, sacks, connections, check, take back, rules of names"
    async with visit(mill, well(made)) as visitor:
        return str((await visitor.say(every))["response"])


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
