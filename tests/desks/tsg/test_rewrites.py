"""What a guide keeps at the front door where a model writes it again and leaves things out."""

import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from src.desks.tsg.forms import DraftLine, MendedLine, MendedLines
from src.llm.protocol import ChatReply
from tests.desks.tsg.talking import Talk, talking
from tests.desks.tsg.test_lines_and_questions import answer, edit, questions, say
from tests.desks.tsg.test_scripted import CLEAN, PLAN, REMOVED, TAKEN, WHAT, draft, line
from tests.desks.tsg.test_wishes import CAUSE, NOWHERE, STEPS, begin, lines, number
from tests.fakes import ScriptedLlm, ScriptedRounds, calls

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


def test_a_line_that_a_rewrite_or_its_review_leaves_out_is_told(tmp_path: Path) -> None:
    drafts = [draft(WHAT, CAUSE, *STEPS), draft(WHAT, *STEPS)]
    dropping = CLEAN.model_copy(update={"corrected": []})
    llm = ScriptedLlm(TAKEN, forms=[PLAN, drafts[0], CLEAN, drafts[1], dropping])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        last = await number(talk, STEPS[1].text)
        dropping.corrected.append(MendedLine(number=last, line=None))
        reply = (await talk.say("write it again"))["response"]
        left = reply.partition("<!-- TSG_BEGIN")[0].partition("No longer in the guide:")[2]
        assert f"‘{CAUSE.text}’ – the new draft" in left
        assert f"‘{STEPS[1].text}’ – the review" in left
        assert STEPS[0].text not in left

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_questions_stay_where_a_line_or_another_question_is_moved(tmp_path: Path) -> None:
    fixed = "Which steps solve or mitigate this?"
    other = line("resolution", "Restart 7 servers.", REMOVED, kind="step")
    open_one = missing("resolution", "Who owns the server", OPEN)
    written = draft(WHAT, CAUSE, *STEPS, open_one, other)
    nothing = MendedLines(lines=[])
    llm = ScriptedLlm(TAKEN, forms=[PLAN, written, nothing, CLEAN, written, nothing, CLEAN])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        asked = await questions(talk)
        assert {fixed, OPEN} <= {*asked}
        at, last = [await number(talk, step.text) for step in STEPS]
        await say(talk, llm, "Turn them.", edit("move", "Turn them.", last, before=at))
        assert await questions(talk) == asked
        owner = await number(talk, "Who owns the server")
        await say(talk, llm, "To the cause.", edit("move", "To the cause.", owner, section="cause"))
        await talk.say("write it again")
        assert sorted(await questions(talk)) == sorted(asked)

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


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Kill it by its pid with `kill <pid>`.", True),
        ("Kill it by its pid with `kill {pid}` first.", True),
        ("Kill it with `pkill <pid>`.", False),
    ],
)
def test_a_command_of_known_words_may_stand_in_an_edit_and_is_shown_as_it_is(
    tmp_path: Path, text: str, stands: bool
) -> None:
    said = "Add a step: kill it by its pid first."
    llm = writing([], [])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        reply = await say(talk, llm, said, edit("add", said, section="resolution", texts=[text]))
        assert (text in await lines(talk, "resolution")) is stands
        shown = (await talk.say("show the guide"))["response"]
        assert (text in shown) is stands
        assert (text in reply["response"]) is stands
        assert ("no such command" in reply["response"]) is stands

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_no_tag_works_in_a_guide_outside_of_code(tmp_path: Path) -> None:
    texts = [
        "Take <b>out</b> the <pid> of \\\\<i>it</i>.",
        "Use `<pid>`, and not a ` or <img src=x>.",
    ]
    said = f"Add: {' '.join(texts)}"
    llm = writing([], [])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        added = edit("add", said, section="resolution", texts=texts)
        replies = [await say(talk, llm, said, added), await talk.say("show the guide")]
        for reply in replies:
            shown = MarkdownIt().render(reply["response"])
            assert not re.search("<(?:b|i|img)[ >]", shown)
            assert "&lt;pid&gt; of" in shown
            assert "<code>&lt;pid&gt;</code>" in shown

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_what_was_computed_may_be_said_in_plain_words(tmp_path: Path) -> None:
    given = {"inputs": [{"name": "a", "value": "15"}, {"name": "b", "value": "20"}]}
    sums = calls(("calculate", json.dumps(given | {"expression": "a + b"})))
    llm = ScriptedRounds(sums, ChatReply("Together that takes 35 minutes."))

    async def hold(talk: Talk) -> None:
        reply = await talk.say("The restart takes 15 minutes and the check 20: how long is that?")
        assert "15 + 20 = 35" in reply["response"]
        assert "Together that takes 35 minutes." in reply["response"]

    talking(tmp_path, hold, llm=llm)


def test_a_guide_is_written_for_who_is_to_read_it_under_the_same_gate(tmp_path: Path) -> None:
    plainer = line("cause", "The disk is full.", CAUSE.quote)
    loose = line("resolution", "Call the 2 engineers of the night shift.", REMOVED, kind="step")
    llm = writing([], [])
    llm._forms[3:] = [draft(WHAT, plainer, *STEPS, loose), MendedLines(lines=[]), CLEAN]
    wish = "for the night shift"

    async def hold(talk: Talk) -> None:
        await begin(talk)
        await say(
            talk, llm, f"Write it {wish}.", calls(("write_guide", json.dumps({"wish": wish})))
        )
        assert await lines(talk, "cause") == [plainer.text]
        assert loose.text not in await lines(talk, "resolution")
        told = [one[-1].content for one in llm.asked if '"earlier"' in one[-1].content]
        assert json.loads(told[-1])["wish"] == wish

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


@pytest.mark.parametrize("wish", ["", "shorter"])
def test_a_rewrite_tells_which_lines_of_the_author_it_leaves(tmp_path: Path, wish: str) -> None:
    said = "Add to the cause: nobody watches the disk of the night server."
    own = "Nobody watches the disk of the night server."
    llm = writing([], [WHAT, CAUSE])

    async def hold(talk: Talk) -> None:
        await begin(talk)
        await say(talk, llm, said, edit("add", said, section="cause", texts=[own]))
        write = calls(("write_guide", json.dumps({"wish": wish})))
        told, _, guide = (await say(talk, llm, f"{wish} please", write))["response"].partition(
            "<!--"
        )
        assert own in guide
        assert (own in told, "leaves them" in told) == (bool(wish), bool(wish))
        shown = (await talk.say("show the guide"))["response"]
        assert shown.rstrip().endswith(f"`./tess export {talk.dossier_id} --guide md`.")
        assert "/export" not in (await talk.say("show the questions"))["response"]

    talking(tmp_path, hold, llm=llm, settings=NOWHERE)
