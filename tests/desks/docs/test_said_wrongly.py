"""What a model says beside its quote: what turns it never reaches the reader, what the user said does."""

import json
from pathlib import Path

import pytest

from src.desks.docs.words import texts_of
from src.llm.forms import CalculationDraft, InputDraft, SentenceDraft
from src.llm.protocol import ChatReply
from tests.desks.docs.acme import call, draft, ingest, visit, well, write_pages

CAFE = {
    "cups.md": """# Cups

## Sizes

As the parameter `size` you can pass any value that can be counted, not only `int`.

## Fill many

Use the option `--many` with the `fill` or `pour` commands to take advantage of **two taps**.

## Closing

When the tap is closed, `await tap.drop()` will raise a `TapClosed` error.

## Rinsing

The tap is rinsed every minute.
""",
}
ANY = "As the parameter `size` you can pass any value that can be counted, not only `int`."
MANY = (
    "Use the option `--many` with the `fill` or `pour` commands to take advantage of **two taps**."
)
CLOSED = "When the tap is closed, `await tap.drop()` will raise a `TapClosed` error."
RINSED = "The tap is rinsed every minute."


@pytest.fixture(scope="module")
def cafe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collection ``cafe``."""
    folder = tmp_path_factory.mktemp("cafe")
    write_pages(folder / "pages", CAFE)
    ingest(folder / "data", folder / "pages", "cafe")
    return folder / "data"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("As the parameter `size` you can pass an `int`, and no other value.", ANY),
        ("Als parameter `size` kunt u een `int` meegeven, en geen andere waarde.", ANY),
        ("The `pour` command does not have `--many`, so there you pour each by hand.", MANY),
        ("When it is closed, by default after a minute, `await tap.drop()` raises.", CLOSED),
        ("Na twee weken geeft `await tap.drop()` een `TapClosed`.", CLOSED),
    ],
)
async def test_what_turns_its_quote_or_adds_a_duration_is_struck(
    cafe: Path, text: str, quote: str
) -> None:
    said = [SentenceDraft(text=text, follows_from=["1"])]
    lying = draft(text, quote).model_copy(update={"conclusion": said})
    concluding = draft("", quote).model_copy(update={"conclusion": said})
    async with visit(cafe, well(lying, lying, concluding)) as visitor:
        claimed = await visitor.say("How do I set the size, fill many and close the tap?")
        visitor.dossier_id = ""
        concluded = await visitor.say("How do I set the size, fill many and close the tap?")
    assert text not in claimed["response"]
    assert quote in concluded["response"]
    answered, _, struck = concluded["response"].partition("**Struck from the answer**")
    assert text not in answered
    assert f"“{text}” – " in struck


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("As `size` you can pass not only an `int`, but any value that can be counted.", ANY),
        ("The `pour` command has the option `--many`.", MANY),
        ("The tap is rinsed once a minute.", RINSED),
    ],
)
async def test_what_says_the_same_stands(cafe: Path, text: str, quote: str) -> None:
    async with visit(cafe, well(draft(text, quote))) as visitor:
        reply = await visitor.say("How do I set the size, fill many, close and rinse the tap?")
    assert text in reply["response"]


async def test_doubt_beside_an_answer_is_no_vote(cafe: Path) -> None:
    both = [
        call("rate_answer", up=False, why="doubt").tool_calls[0],
        call("answer_from_docs", query="How often is the tap rinsed?").tool_calls[0],
    ]
    llm = well(draft("It is rinsed every minute.", RINSED))
    async with visit(cafe, llm) as visitor:
        await visitor.say("How often is the tap rinsed?")
        llm.script = [ChatReply("", tuple(both))]
        again = await visitor.say("that can't be right, how often is it?")
        llm.script = [call("rate_answer", up=False), ChatReply("")] * 2
        voted = await visitor.say("thumbs down")
        in_dutch = await visitor.say("dat is niet goed")
    assert "not helpful" not in again["response"]
    assert "not helpful" in voted["response"]
    assert in_dutch["response"] == texts_of("nl").rated_down


async def test_a_message_is_to_whom_the_user_named(cafe: Path) -> None:
    again = '{"sentences": [{"text": "It is rinsed every minute.", "claim": 1}]}'
    llm = well(draft("It is rinsed every minute.", RINSED), again)
    async with visit(cafe, llm) as visitor:
        await visitor.say("How often is the tap rinsed?")
        llm.script = [call("rework_answer", kind="email", to="a colleague")]
        mail = (await visitor.say("put that in an email to a colleague"))["response"]
    assert "rinsed every minute" in mail
    assert "a colleague" in mail
    assert json.loads(llm.tasks[-1])["to"] == "a colleague"
    assert not any(one in mail for one in ("client", "Sir or Madam"))


async def test_where_is_searched_is_told_once(cafe: Path) -> None:
    own = "From now on I search in all collections again."
    llm = well(script=[call("choose_scope"), ChatReply(own)])
    async with visit(cafe, llm) as visitor:
        reply = await visitor.say("search everywhere again")
    assert reply["response"].count("From now on I search") == 1


async def test_what_computes_nothing_is_not_shown_and_a_port_is_no_amount(cafe: Path) -> None:
    given = InputDraft(name="port", value="9137", source_id="user", quote="")
    one = CalculationDraft(id="c1", inputs=[given], expression="port", result="9137")
    two = CalculationDraft(id="c2", inputs=[given], expression="port + 1", result="9138")
    made = draft("It is rinsed every minute.", RINSED).model_copy(
        update={"calculations": [one, two]}
    )
    async with visit(cafe, well(made)) as visitor:
        reply = await visitor.say("My tap is rinsed on port 9137. How often is the tap rinsed?")
    assert "9137 + 1 = 9138" in reply["response"]
    assert "9137 = " not in reply["response"].replace("9137 + 1 = ", "")


async def test_what_the_user_told_is_evidence_and_known_addresses_are_shown(cafe: Path) -> None:
    said = [
        SentenceDraft(text="For you that is `http://cup.example:3000` on 9137.", follows_from=["1"])
    ]
    made = draft("Your `http://cup.example:3000` is rinsed every minute.", RINSED)
    made = made.model_copy(update={"conclusion": said})
    async with visit(cafe, well(made)) as visitor:
        reply = await visitor.say(
            "My tap http://cup.example:3000 listens on 9137. How often is the tap rinsed?"
        )
        visitor.dossier_id = ""
        other = await visitor.say("Is the tap rinsed every 9137 minutes with --fast?")
    assert "For you that is `http://cup.example:3000` on 9137." in reply["response"]
    assert "Your `http://cup.example:3000` is rinsed" in reply["response"]
    assert "Struck" not in reply["response"]
    assert "http" not in other["response"]


@pytest.mark.parametrize("text", ["It is rinsed every 9137 days.", "Rinse it with `--fast`."])
async def test_what_is_only_asked_for_is_no_evidence(cafe: Path, text: str) -> None:
    async with visit(cafe, well(draft(text, RINSED))) as visitor:
        reply = await visitor.say("Is the tap rinsed every 9137 days, or with --fast?")
    assert text not in reply["response"]


SPOUT = """# Spout

## Change it

Take off the spout:

{* ../spout.py hl[1] *}

Put the **new** spout on, and tighten it:

```sh
tighten --spout
```
"""


async def test_what_was_between_two_paragraphs_makes_two_quotes(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages", {"spout.md": SPOUT})
    ingest(tmp_path / "data", tmp_path / "pages", "spout")
    async with visit(tmp_path / "data") as visitor:
        shown = await visitor.say("How do I change the spout?")
        (source,) = [one for one in (await visitor.dossier())["sources"] if "Take" in str(one)]
    quote = source["content"].rpartition("\n```")[0]
    async with visit(tmp_path / "data", well(draft("Change it so.", quote))) as visitor:
        reply = await visitor.say("How do I change the spout?")
    assert "{*" in quote
    assert "{*" not in reply["response"]
    assert "> “Take off the spout:”" in reply["response"]
    assert "> “Put the **new** spout on, and tighten it:”" in reply["response"]
    assert "```sh\ntighten --spout\n```" in reply["response"]
    assert "****" not in shown["response"]
    assert "**Put the **" not in shown["response"]


async def test_in_place_of_a_sentence_whose_claim_fell_stands_why(cafe: Path) -> None:
    sized, lie = "Any value that can be counted may be passed.", "The tap is rinsed every hour."
    claims = [*draft(sized, ANY).claims, *draft(lie, RINSED).claims]
    said = [
        SentenceDraft(text=sized, follows_from=["1"]),
        SentenceDraft(text="So it is rinsed hourly.", follows_from=["2"]),
    ]
    lying = draft(sized, ANY).model_copy(update={"claims": claims, "conclusion": said})
    async with visit(cafe, well(lying, lying)) as visitor:
        reply = (await visitor.say("Which sizes are there, and how often is it rinsed?"))[
            "response"
        ]
    answered, _, struck = reply.partition("**Struck from the answer**")
    stays, _, why = answered.partition("*[left out: ")
    assert sized in stays
    assert "every hour" in why.partition("]*")[0]
    assert f"“{lie}” – " in struck
    assert "So it is rinsed hourly." not in reply


TAPS = """# Taps

| tap | default | meaning |
| --- | --- | --- |
| `RINSE` | `60` | Seconds between two times that it is rinsed. |
"""


async def test_a_row_is_shown_as_pairs_of_its_head_and_its_cells(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages", {"taps.md": TAPS})
    ingest(tmp_path / "data", tmp_path / "pages", "taps")
    row = TAPS.strip().splitlines()[-1]
    lie, settles = "It is never rinsed.", "tap: `RINSE`; default: `60`"
    read = json.dumps({"verdicts": [
        {"number": 1, "verdict": "supports"},
        {"number": 2, "verdict": "contradicts", "settled_by": row},
    ]})  # fmt: skip
    said = [SentenceDraft(text=lie, follows_from=["1"])]
    made = draft("`RINSE` is 60.", row).model_copy(update={"conclusion": said})
    llm = well(made, read, made, read)
    llm.reads_twice = True
    async with visit(tmp_path / "data", llm) as visitor:
        reply = await visitor.say("How many seconds are between two times that it is rinsed?")
    (struck,) = [line for line in reply["response"].splitlines() if lie in line]
    assert settles in struck
    assert "|" not in struck
