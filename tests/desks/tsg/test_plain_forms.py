"""Wishes in plain forms at the front door, with the built-in model: answers by number, and edits in words."""

import json
from pathlib import Path

import pytest

from src.wording import WORDINGS
from tests.desks.tsg.talking import Talk, talking
from tests.desks.tsg.test_wishes import NOWHERE, begin, deciding, lines, made
from tests.fakes import calls


async def answers(talk: Talk) -> list[str]:
    return [one["answer"] for one in await talk.made("placeholder") if one["answer"]]


@pytest.mark.parametrize(
    "said",
    [
        "question 1: only on prod-data",
        "Vraag 1: only on prod-data",
        "on question 1: only on prod-data",
        "answer to 1 is only on prod-data",
        "het antwoord op vraag 1 is: only on prod-data",
    ],
)
def test_a_question_is_answered_by_its_number_in_words(tmp_path: Path, said: str) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = [one["question"] for one in (await made(talk))["placeholders"]]
        await talk.say(said)
        assert await answers(talk) == ["only on prod-data"]
        await talk.say("vraag 1: ik denk op maandag. Vraag 2: we weten het niet")
        left = [one["question"] for one in (await made(talk))["placeholders"]]
        assert left == before[3:]
        assert await answers(talk) == ["only on prod-data", "ik denk op maandag."]

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize("said", ["1:30 was the first", "question 1 is a bad one", "answer to that"])
def test_what_only_looks_like_an_answer_by_number_is_none(tmp_path: Path, said: str) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = await made(talk)
        assert (await talk.say(said))["outcome"] == "request"
        assert (await answers(talk), await made(talk)) == ([], before)

    talking(tmp_path, hold, settings=NOWHERE)


def test_what_is_asked_twice_is_not_told_as_done(tmp_path: Path) -> None:
    question = {"question": "Which line of the guide do you mean with that?"}
    done = [wording.done for wording in WORDINGS.values()]

    async def hold(talk: Talk) -> None:
        await begin(talk)
        await talk.say("That one is not right.")
        reply = await talk.say("The other one is not right.")
        assert reply["response"] not in done

    llm = deciding(*[calls(("ask", json.dumps(question)))] * 2)
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_each_unclear_message_is_asked_about(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = await made(talk)
        for said in ("shuffle it somehow", "do it the other way round", "shuffle it more"):
            assert (await talk.say(said))["outcome"] == "request"
        assert await made(talk) == before

    talking(tmp_path, hold, settings=NOWHERE)
