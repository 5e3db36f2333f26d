"""What a guide keeps at the front door where a model writes it again and leaves things out."""

import json
from pathlib import Path

from src.desks.tsg.forms import DraftLine
from tests.desks.tsg.talking import Talk, talking
from tests.desks.tsg.test_lines_and_questions import answer, edit, questions, say
from tests.desks.tsg.test_scripted import CLEAN, PLAN, REMOVED, TAKEN, WHAT, draft, line
from tests.desks.tsg.test_wishes import CAUSE, NOWHERE, STEPS, begin, lines, number
from tests.fakes import ScriptedLlm

ASKED = "How often are exports made?"
OPEN = "Who owns the server?"
PART = "then messages were stored again without a restart."
NIGHTLY = "Every night, by a timer."


def missing(section: str, hint: str, question: str) -> DraftLine:
    return line(section, hint, question, "", kind="missing")


def writing(first: list[DraftLine], again: list[DraftLine]) -> ScriptedLlm:
    """Return a model that writes a guide with these lines besides, and then with those."""
    drafts = [draft(WHAT, CAUSE, *STEPS, *first), draft(WHAT, CAUSE, *STEPS, *again)]
    return ScriptedLlm(TAKEN, forms=[PLAN, drafts[0], CLEAN, drafts[1], CLEAN])


def test_what_the_author_answered_and_what_is_open_stay_where_a_model_leaves_them_out(
    tmp_path: Path,
) -> None:
    first = [
        missing("cause", "How often exports are made", ASKED),
        missing("resolution", "Who owns the server", OPEN),
    ]
    llm = writing(first, [])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        asked = 1 + (await questions(talk)).index(ASKED)
        await say(talk, llm, NIGHTLY, answer(asked, NIGHTLY))
        assert NIGHTLY in await lines(talk, "cause")
        await talk.say("write it again")
        assert await lines(talk, "cause") == [CAUSE.text, NIGHTLY]
        assert OPEN in await questions(talk)
        assert ASKED not in await questions(talk)
        told = json.loads(
            next(one[-1].content for one in reversed(llm.asked) if '"earlier"' in one[-1].content)
        )
        assert {"text": NIGHTLY, "by_author": True}.items() <= {
            key: one
            for each in told["earlier"]
            if each["text"] == NIGHTLY
            for key, one in each.items()
        }.items()

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_an_open_question_in_other_words_is_asked_once(tmp_path: Path) -> None:
    other = "Whose server is it?"
    first = [missing("resolution", "Who owns the server", OPEN)]
    llm = writing(first, [missing("resolution", "Whose it is", other)])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        await talk.say("write it again")
        asked = await questions(talk)
        assert other in asked
        assert OPEN not in asked

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_a_part_of_a_line_that_the_author_changed_comes_not_back(tmp_path: Path) -> None:
    whole = line("resolution", "Removed old exports; messages were stored.", REMOVED, kind="step")
    part = line("resolution", "Messages were stored again.", PART, kind="step")
    said = "Change that step: remove old exports only."
    llm = ScriptedLlm(TAKEN, forms=[PLAN, draft(WHAT, whole), CLEAN, draft(WHAT, part), CLEAN])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        at = await number(talk, whole.text)
        await say(talk, llm, said, edit("change", said, at, texts=["Remove old exports only."]))
        await talk.say("write it again")
        assert await lines(talk, "resolution") == ["Remove old exports only."]

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)
