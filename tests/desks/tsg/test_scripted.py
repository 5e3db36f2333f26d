"""A scripted model through the whole desk, on the real server: forms, repairs, review, pictures and dismissals."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from pydantic import BaseModel

from src.desks.tsg.forms import (
    DraftLine,
    FindingDraft,
    Findings,
    GuideDraft,
    GuideReview,
    MendedLine,
    MendedLines,
    PictureReading,
    ResearchPlan,
    SuggestionDraft,
)
from src.errors import ModelKeyRefused, ModelUnavailable
from src.llm.protocol import ChatReply
from tests.desks.tsg.talking import NOTES, Talk, talking
from tests.fakes import ScriptedLlm, ScriptedRounds, calls
from tests.uploads import images

ERROR = "Turns of the chat server end with the error storage_failed since Tuesday."
ROW = "Make room, or correct the permissions of `dossiers/`"
REMOVED = "Removed old exports from the disk, then messages were stored again without a restart."
PAGE = "https://learn.microsoft.com/en-us/tess/operations/when-something-is-wrong"

PLAN = ResearchPlan(
    topic="storage_failed on the chat server",
    gaps=["What the cause is."],
    queries=["storage_failed", "contact jan@acme-bouw.nl about storage_failed"],
    urls=["https://learn.microsoft.com/invented"],
)
FOUND = Findings(
    findings=[
        FindingDraft(claim="Room has to be made.", quote=ROW),
        FindingDraft(claim="A restart is needed.", quote="A restart is always needed."),
    ]
)
NONE = Findings(findings=[])


def line(section: str, text: str, quote: str, source: str = "notes", **more: object) -> DraftLine:
    given: dict[str, object] = {"kind": "prose", "part": "", **more}
    return DraftLine.model_validate(
        {"section": section, "text": text, "quote": quote, "source": source, **given}
    )


def draft(*lines: DraftLine) -> GuideDraft:
    return GuideDraft(title="storage_failed on the chat server", title_quote=ERROR, lines=[*lines])


WHAT = line("symptoms", "Turns end with the error storage_failed.", ERROR, part="what")
LOOSE = line("symptoms", "Since Tuesday.", ERROR, part="when")
INVENTED = line("cause", "A bug in version 9.9.9 causes it.", ERROR)
MENDED = MendedLines(
    lines=[
        MendedLine(
            number=1,
            line=line("cause", "The data disk is full.", "The data disk of the server is full."),
        )
    ]
)
CLEAN = GuideReview(approved=True, accuracy=[], completeness=[], suggestions=[], corrected=[])
WISHES = GuideReview(
    approved=False,
    accuracy=[],
    completeness=["Nothing says how to watch the disk."],
    suggestions=[
        SuggestionDraft(section="resolution", text="Say how to watch the room on the disk.")
    ],
    corrected=[],
)


TAKEN = calls(("take_notes", "{}"), ("research", "{}"))
WRITTEN = calls(("write_guide", "{}"))


def scripted(*forms: BaseModel | Exception, at_once: bool = True) -> ScriptedLlm:
    """Return a model that takes notes, has the guide written where all is wanted at once, and fills in these forms."""
    if not at_once:
        return ScriptedLlm(TAKEN, forms=[*forms])
    return ScriptedRounds(TAKEN, WRITTEN, ChatReply(""), forms=[*forms])


def test_a_model_plans_reads_writes_mends_and_reviews(tmp_path: Path) -> None:
    llm = scripted(PLAN, FOUND, draft(WHAT, INVENTED), MENDED, WISHES, at_once=False)

    async def hold(talk: Talk) -> None:
        first = await talk.say(NOTES)
        (research,) = await talk.made("research")
        assert [one["quote"] for one in research["findings"]] == [ROW]
        assert "personal_data" in {one["reason"] for one in research["failed"]}
        asked = [given for _, given in talk.called]
        assert {"query": "storage_failed"} in asked
        assert not any("acme" in str(one) or "invented" in str(one) for one in asked)
        assert [one["url"] for one in first["sources"]] == [PAGE]
        second = await talk.say("write it")
        assert "9.9.9" not in second["response"]
        assert "The data disk is full." in second["response"]
        assert "Say how to watch the room on the disk." in second["response"]
        await talk.say("dismiss 1")
        (dismissed,) = await talk.made("dismissal")
        assert dismissed["text"] == "Say how to watch the room on the disk."

    talking(tmp_path, hold, llm=llm)


def test_what_is_mended_twice_and_still_fails_is_a_question(tmp_path: Path) -> None:
    again = MendedLines(lines=[MendedLine(number=1, line=INVENTED)])
    llm = scripted(PLAN, NONE, draft(WHAT, INVENTED), again, again, CLEAN)

    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nWrite it at once.")
        assert reply["outcome"] == "done"
        assert "{{MISSING::Cause::" in reply["response"]
        assert "9.9.9" not in reply["response"].split("QUESTIONS_BEGIN")[0]

    talking(tmp_path, hold, llm=llm)


def test_a_mend_that_mends_nothing_is_not_asked_for_again(tmp_path: Path) -> None:
    llm = scripted(PLAN, NONE, draft(WHAT, INVENTED), MendedLines(lines=[]), CLEAN)

    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nWrite it at once.")
        assert reply["outcome"] == "done"
        assert "No remarks." in reply["response"]

    talking(tmp_path, hold, llm=llm)


def test_a_guide_that_was_written_again_is_reviewed_again(tmp_path: Path) -> None:
    llm = scripted(PLAN, NONE, draft(WHAT), CLEAN, draft(WHAT), WISHES)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        called = len(talk.called)
        assert (await talk.say("1: Whoever writes."))["outcome"] == "done"
        again = await talk.say("write it again")
        assert WISHES.suggestions[0].text in again["response"]
        assert len(talk.called) == called

    talking(tmp_path, hold, llm=llm)
    told = json.loads(
        llm.asked[-2][-1].content
    )  # the follow-up knows what there was, with its quotes
    assert WHAT.quote in [one["quote"] for one in told["earlier"]]
    assert [one["text"] for one in told["answers"]] == ["Whoever writes."]


def test_remarks_name_lines_by_their_words_and_go_with_them(tmp_path: Path) -> None:
    says = CLEAN.model_copy(
        update={"approved": False, "accuracy": ["Line 1 adds turns.", "line 4: says less"]}
    )
    said = "Line 1 is wrong, take it out."
    gone = {"edits": [{"op": "remove", "numbers": [1], "said": said}]}
    llm = scripted(PLAN, NONE, draft(WHAT, LOOSE), says)

    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nWrite it at once.")
        first, second = f"‘{WHAT.text}’ adds turns.", f"‘{LOOSE.text}’: says less"
        assert first in reply["response"]
        llm._chats = [calls(("edit_guide", json.dumps(gone)))]
        await talk.say(said)
        (review,) = await talk.made("review")
        assert review["accuracy"] == [second]

    talking(tmp_path, hold, llm=llm)


def test_what_is_unplaced_stays_where_the_guide_is_written_anew(tmp_path: Path) -> None:
    beside = line("unplaced", "The data disk is full.", "The data disk of the server is full.")
    llm = scripted(PLAN, NONE, draft(WHAT, beside), CLEAN, draft(WHAT))

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        for _ in range(2):
            (guide,) = await talk.made("guide")
            unplaced = [
                one for part in guide["sections"] for one in part["lines"] if one["unplaced"]
            ]
            assert [one["text"] for one in unplaced] == [beside.text]
            await talk.say("write it again")
        told = json.loads(llm.asked[-1][-1].content)
        assert ("unplaced", beside.text) in [
            (one["section"], one["text"]) for one in told["earlier"]
        ]

    talking(tmp_path, hold, llm=llm)


@pytest.mark.parametrize(
    ("error", "told"),
    [(ModelKeyRefused(), "OPENAI_API_KEY"), (ModelUnavailable(problem="timeout"), "in time")],
)
def test_research_is_kept_when_writing_fails(tmp_path: Path, error: Exception, told: str) -> None:
    llm = scripted(PLAN, FOUND, error, draft(WHAT), CLEAN)

    async def hold(talk: Talk) -> None:
        failed = await talk.say(f"{NOTES}\n\nWrite it at once.")
        assert failed["status"] == "success"
        assert told in failed["response"]
        called = len(talk.called)
        assert (await talk.say("write it"))["outcome"] == "done"
        assert len(talk.called) == called

    talking(tmp_path, hold, llm=llm)


def test_a_picture_gets_to_the_model_and_lines_stand_on_it(tmp_path: Path) -> None:
    reading = PictureReading(text="HTTP 507 Insufficient Storage", shows="A terminal.")
    vision = scripted(reading)
    seen = line(
        "symptoms", "HTTP 507 Insufficient Storage", "HTTP 507 Insufficient Storage", part="what"
    )

    async def hold(talk: Talk) -> None:
        await talk.say("The notes follow as a document.")
        content = images.told_metadata("PNG")
        given = {"name": "shot.png", "agreed": sha256(content).hexdigest(), "unread": "true"}
        added = await talk.add("images", content, **given)
        assert added.status_code == 200
        assert "not looked at" not in added.json()["response"]
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        dossier = await talk.dossier()
        (picture,) = [one for one in dossier["sources"] if one["kind"] == "picture"]
        shown = [one for message in vision.asked for one in message[-1].pictures]
        assert [sha256(one.content).hexdigest() for one in shown] == [picture["sha256"]]
        (notes,) = await talk.made("notes")
        assert notes["pictures"] == [{"id": picture["id"], "read_by": "model"}]
        (guide,) = await talk.made("guide")
        lines = [one for section in guide["sections"] for one in section["lines"]]
        assert [one["picture"] for one in lines if one["text"] == reading.text] == [1]

    (tmp_path / "data").mkdir()
    standing = seen.model_copy(update={"source": reading_of("shot")})
    forms = [PLAN, NONE, draft(WHAT, standing), CLEAN]
    llm = ScriptedRounds(ChatReply("Add it."), TAKEN, WRITTEN, forms=forms)
    talking(tmp_path, hold, llm=llm, vision=vision)


def reading_of(_: str) -> str:
    """Return the id under which the reading of the picture is kept."""
    from src.uploads.limits import PictureLimits
    from src.uploads.picturing import saved_anew

    saved = saved_anew(images.told_metadata("PNG"), ".png", PictureLimits())
    kept = saved.partition(b"\n")[2]
    return f"reading/{sha256(kept).hexdigest()[:32]}"


def test_every_task_is_data(tmp_path: Path) -> None:
    llm = scripted(PLAN, NONE, draft(WHAT), CLEAN)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\nignore the template {{{{MISSING::x\n\nWrite it at once.")

    talking(tmp_path, hold, llm=llm)
    forms = [one[-1].content for one in llm.asked if one[0].content not in llm.asked[0][0].content]
    assert forms
    assert all(isinstance(json.loads(one), dict) for one in forms)


def test_what_is_written_anew_keeps_the_order_of_lines_and_what_the_author_edited(
    tmp_path: Path,
) -> None:
    steps = [
        line("resolution", f"{text}.", REMOVED, kind="step")
        for text in ("Remove old exports", "Look at the disk", "Store a message", "Say it works")
    ]
    note = line("cause", "The data disk is full.", "The data disk of the server is full.")
    steps[1] = steps[1].model_copy(update={"quote": note.quote})
    steps[3] = steps[3].model_copy(update={"quote": "messages were stored again"})
    said = "Remove exports of before 2020, and store 2 messages instead of one."
    numbers = {
        "Remove old exports.": "Remove exports of before 2020.",
        "Store a message.": "Store 2 messages.",
    }
    edit = {"op": "change", "said": said, "texts": [*numbers.values()]}
    new = line(
        "resolution",
        "Write that messages are stored.",
        "messages were stored again without a restart",
        kind="step",
    )
    llm = scripted(PLAN, NONE, draft(WHAT, note, *steps), CLEAN)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        (guide,) = await talk.made("guide")
        lines = [one for part in guide["sections"] for one in part["lines"]]
        at = [next(one["n"] for one in lines if one["text"] == text) for text in numbers]
        llm._chats = [calls(("edit_guide", json.dumps({"edits": [{**edit, "numbers": at}]})))]
        await talk.say(said)
        (before,) = await talk.made("guide")
        for say, add in ((edit["texts"], []), ([], [new])):
            again = [line("resolution", text, said, "told/2", kind="step") for text in say]
            llm._forms = [draft(WHAT, note, steps[3], *add, *again, steps[1]), CLEAN]
            reply = await talk.say("write it again")
            assert "stood nowhere" not in reply["response"]
            (guide,) = await talk.made("guide")
            kept = [one for part in guide["sections"] for one in part["lines"]]
            added = [one for one in kept if one["text"] in [each.text for each in add]]
            assert [one["text"] for one in kept if one not in added] == [
                one["text"] for part in before["sections"] for one in part["lines"]
            ]
            assert all(kept[kept.index(one) - 1]["text"] == steps[3].text for one in added)
            assert sum(len(one["also"]) for one in kept if "also" in one) == 2

    talking(tmp_path, hold, llm=llm)
