"""Wishes in plain forms at the front door, with the built-in model: answers by number, and edits in words."""

import json
import re
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


@pytest.mark.parametrize(
    "said", ["1:30 was the first", "question 1 is a bad one", "answer to that"]
)
def test_what_only_looks_like_an_answer_by_number_is_none(tmp_path: Path, said: str) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = await made(talk)
        await talk.say(said)
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


STEPS = """\
The chat server says "disk: full" since Tuesday.
The alarm rang.

Cause: the disk is full.

Solution:
1. Free some room on the disk.
   ```bash
   rm old.log
   ```
2. Look at the alarm.
3. Close the ticket.
"""
FREE, LOOK, CLOSE = "Free some room on the disk.", "Look at the alarm.", "Close the ticket."
CODE = "   rm old.log"


async def write(talk: Talk) -> None:
    await talk.say(STEPS)
    assert (await talk.say("write it"))["outcome"] == "done"
    assert await lines(talk, "resolution") == [FREE, CODE, LOOK, CLOSE]


@pytest.mark.parametrize(
    ("said", "section", "before", "after"),
    [
        (
            """verander 'The chat server says "disk: full" since Tuesday.' in 'The disk: full'""",
            "symptoms",
            'The chat server says "disk: full" since Tuesday.',
            "The disk: full",
        ),
        (
            "replace 'Look at the alarm' with 'Ask: who heard it?'",
            "resolution",
            LOOK,
            "Ask: who heard it?",
        ),
        (
            "change “Close the ticket.” to “Close it, please.”",
            "resolution",
            CLOSE,
            "Close it, please.",
        ),
        (
            'Vervang "some room" door "2 GB: at least"',
            "resolution",
            FREE,
            "Free 2 GB: at least on the disk.",
        ),
        ("verander stap 3 in 'Sluit de melding: klaar'", "resolution", CLOSE, "Sluit de melding: klaar"),
        ("please change step 2 to ‘Look twice’.", "resolution", LOOK, "Look twice"),
    ],
)  # fmt: skip
def test_quoted_words_are_put_for_others(
    tmp_path: Path, said: str, section: str, before: str, after: str
) -> None:
    async def hold(talk: Talk) -> None:
        await write(talk)
        was = await lines(talk, section)
        await talk.say(said)
        assert await lines(talk, section) == [after if one == before else one for one in was]

    talking(tmp_path, hold, settings=NOWHERE)


def test_of_words_that_stand_in_several_lines_one_is_chosen(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await write(talk)
        before = await made(talk)
        asked = await talk.say("replace 'alarm' with 'bell'")
        assert await made(talk) == before
        choices = asked["clarification"]["choices"]
        at = next(n for n, one in enumerate(choices, start=1) if LOOK in one)
        await talk.say(str(at))
        assert "Look at the bell." in await lines(talk, "resolution")
        assert "The alarm rang." in await lines(talk, "symptoms")
        await talk.say("undo that")
        await talk.say("vervang 'alarm' door 'bell' overal")
        assert "The bell rang." in await lines(talk, "symptoms")
        reply = await talk.say("replace 'unicorn' with 'horse'")
        assert "unicorn" in reply["response"]

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    "said",
    [
        "change the title to Chat: the disk is full",
        "set the title to 'Chat: the disk is full'",
        "rename the guide to Chat: the disk is full",
        "noem de gids: Chat: the disk is full",
        "De titel moet zijn: Chat: the disk is full",
        'geef de gids de titel "Chat: the disk is full"',
    ],
)
def test_the_title_is_set_in_words(tmp_path: Path, said: str) -> None:
    async def hold(talk: Talk) -> None:
        await write(talk)
        before = (await made(talk))["sections"]
        await talk.say(said)
        guide = await made(talk)
        assert (guide["title"], guide["sections"]) == ("Chat: the disk is full", before)

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("add a step at the end: Tell: it works", [FREE, CODE, LOOK, CLOSE, "Tell: it works"]),
        ("add step: Tell them", [FREE, CODE, LOOK, CLOSE, "Tell them"]),
        ("voeg na stap 1 een stap toe: Tel tot drie", [FREE, CODE, "Tel tot drie", LOOK, CLOSE]),
        ("Voeg een stap toe voor stap 1: Begin", ["Begin", FREE, CODE, LOOK, CLOSE]),
        ("swap steps 1 and 2", [LOOK, FREE, CODE, CLOSE]),
        ("wissel stap 1 en 3", [CLOSE, LOOK, FREE, CODE]),
        ("remove step 2", [FREE, CODE, CLOSE]),
        ("haal stap 1 en 3 weg", [LOOK]),
        ("merge steps 2 and 3 into 'Look, and close the ticket'", [FREE, CODE, "Look, and close the ticket"]),
        (
            "the one about the ticket and the one about the room can go together as 'Free room: close the ticket'",
            ["Free room: close the ticket", CODE, LOOK],
        ),
        ("splits stap 3 in 'Close' en 'the ticket'", [FREE, CODE, LOOK, "Close", "the ticket"]),
        ("swap steps 1 and 9", [FREE, CODE, LOOK, CLOSE]),
        ("remove step 9", [FREE, CODE, LOOK, CLOSE]),
    ],
)  # fmt: skip
def test_steps_are_edited_by_their_numbers(tmp_path: Path, said: str, steps: list[str]) -> None:
    async def hold(talk: Talk) -> None:
        await write(talk)
        await talk.say(said)
        assert await lines(talk, "resolution") == steps

    talking(tmp_path, hold, settings=NOWHERE)


def test_notes_that_begin_like_a_form_set_no_title(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await write(talk)
        title = (await made(talk))["title"]
        await talk.say("Title: the pump stops\nThe pump stops at noon.\nThe fuse was blown.")
        assert (await made(talk))["title"] == title

    talking(tmp_path, hold, settings=NOWHERE)


def test_where_no_step_is_numbered_the_lines_of_the_resolution_are_counted(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say("The disk is full.\n\nSolution:\nFree some room.\nClose the ticket.")
        await talk.say("write it")
        await talk.say("remove step 2")
        assert await lines(talk, "resolution") == ["Free some room."]

    talking(tmp_path, hold, settings=NOWHERE)


def test_a_new_line_is_told_with_the_number_by_which_it_is_edited(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await write(talk)
        (told,) = re.findall(r"line (\d+): ", (await talk.say("add step: Tell them"))["response"])
        await talk.say(f"change line {told} to 'Tell us'")
        assert (await lines(talk, "resolution"))[-1] == "Tell us"
        assert f"[^{told}]" in (await talk.say("show the guide"))["response"]

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    ("said", "gone"),
    [("remove the first tag", 0), ("haal de laatste tag weg", -1), ("remove tag 2", 1)],
)
def test_a_tag_is_removed_by_its_place(tmp_path: Path, said: str, gone: int) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say("The run fails with error code 77 and TypeError, since Tuesday.")
        await talk.say("1")
        await talk.say("write it")
        before = await lines(talk, "tags")
        assert len(before) > 2
        others = [one for one in (await made(talk))["sections"] if one["name"] != "tags"]
        await talk.say(said)
        assert await lines(talk, "tags") == [one for one in before if one != before[gone]]
        left = [one for one in (await made(talk))["sections"] if one["name"] != "tags"]
        assert left == others

    talking(tmp_path, hold, settings=NOWHERE)
