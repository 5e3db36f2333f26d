"""What a model says in words of its own is held to what stands in the dossier and to what was done in the turn."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from src.llm.forms import SupportDraft
from src.llm.protocol import ChatReply
from tests.desks.backlog.scripts import BEGINS, DRAFTS, MEETING, TAGS
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import ScriptedRounds, calls

HELD_BACK = "The model wanted to say something that is not said here without a source"
MAIL = "whoever cancels a booking should be told by mail"


async def replied(
    tmp_path: Path, *chats: ChatReply, read: Sequence[SupportDraft] = (), message: str = "Well?"
) -> tuple[dict[str, Any], dict[str, dict[str, Any]], list[str]]:
    """Return the reply of a model to a message after the items were made, the items, and what was written."""
    supports = [{"number": n, "verdict": "supports"} for n in range(40)]
    first = SupportDraft.model_validate({"verdicts": supports})
    second = [first] if read else []
    llm = ScriptedRounds(*chats, forms=[BEGINS, DRAFTS, *second, *TAGS, *read])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=bool(read)) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            before = await talk.made("item")
            frame = await talk.say(message)
            assert await talk.made("item") == before
            return frame, before, [*map(str, here.writes)]


@pytest.mark.parametrize(
    "said",
    [
        "The team decided to drop the badges.",
        "I merged 2 and 3.",
        "Everything was written to Azure DevOps.",
        "Ben wants visitors to print their badges at home.",
        "De items zijn samengevoegd en goedgekeurd.",
    ],
)
async def test_what_nothing_shows_is_not_shown(tmp_path: Path, said: str) -> None:
    frame, _, writes = await replied(tmp_path, ChatReply(said), ChatReply(said))
    assert said.rstrip(".") not in frame["response"]
    assert HELD_BACK in frame["response"]
    assert writes == []


@pytest.mark.parametrize("said", ["You're welcome!", "Glad to help. Have a nice day."])
async def test_small_talk_is_shown_as_it_is(tmp_path: Path, said: str) -> None:
    frame, *_ = await replied(tmp_path, ChatReply(said), message="thanks, well done you")
    assert frame["response"] == said


def answer(*sentences: tuple[str, str]) -> ChatReply:
    rows = [{"text": text, "quotes": [quote]} for text, quote in sentences]
    return calls(("answer_from_meeting", json.dumps({"sentences": rows})))


async def test_an_answer_is_shown_with_who_said_it_and_where(tmp_path: Path) -> None:
    said = "Anna wants a mail to whoever cancels a booking."
    frame, *_ = await replied(tmp_path, answer((said, MAIL)))
    assert frame["response"].splitlines()[0] == said
    assert f"“{MAIL}” — meeting.txt, Anna, line 3" in frame["response"]
    assert frame["outcome"] == "done"


async def test_a_sentence_whose_words_do_not_stand_is_held_back(tmp_path: Path) -> None:
    stands = ("Anna wants a mail to whoever cancels a booking.", MAIL)
    decided = ("The team decided to drop the badges.", "we drop the badges")
    turned = ("Whoever cancels a booking should not be told by mail.", MAIL)
    counted = ("Anna wants a mail to whoever cancels 12 bookings.", MAIL)
    all_of_it = answer(stands, decided, turned, counted)
    frame, *_ = await replied(tmp_path, all_of_it, ChatReply(""))
    assert stands[0] in frame["response"]
    assert not any(text in frame["response"] for text, _ in (decided, turned, counted))
    assert "Sentences that I held back: 3" in frame["response"]


async def test_a_second_reading_holds_back_what_the_words_do_not_say(tmp_path: Path) -> None:
    stands = ("Anna wants a mail to whoever cancels a booking.", MAIL)
    beside = ("The team agreed that bookings are for free.", MAIL)
    verdicts = [{"number": 0, "verdict": "supports"}, {"number": 1, "verdict": "neither"}]
    read = SupportDraft.model_validate({"verdicts": verdicts})
    frame, *_ = await replied(tmp_path, answer(stands, beside), ChatReply(""), read=[read])
    assert stands[0] in frame["response"]
    assert beside[0] not in frame["response"]


async def test_what_the_desk_does_is_said_by_the_program(tmp_path: Path) -> None:
    frame, *_ = await replied(tmp_path, calls(("about_desk", "{}")), message="estimate the hours")
    assert "I do not estimate hours" in frame["response"]
