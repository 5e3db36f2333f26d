"""The desk from end to end, through the real server, with research over MCP on a real socket."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from src.desks.tsg.artifacts import (
    AT_ONCE,
    CLEARANCE,
    RESEARCH,
    AtOnce,
    Clearance,
    GuideNotes,
    Research,
)
from src.desks.tsg.artifacts import NOTES as NOTES_KIND
from src.desks.tsg.kept import put
from src.dossier.models import Dossier, Message, Observation
from src.tools.tsg.guide import ReviewGuide, WriteGuide
from tests.desks.tsg.talking import NOTES, Talk, talking, world


def test_notes_are_researched_and_written_in_the_next_turn(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        first = await talk.say(NOTES)
        assert first["outcome"] == "request"
        report = first["response"]
        assert "Names without a cue before them are not found" in report
        parts = (
            "RESEARCH_BEGIN",
            "Topic Summary",
            "Sources & Findings",
            "Research Gaps",
            "RESEARCH_END",
        )
        assert sorted(map(report.index, parts)) == list(map(report.index, parts))
        assert not await talk.made("guide")
        assert first["sources"][0]["url"].startswith("https://learn.microsoft.com/")
        second = await talk.say("write it")
        assert second["outcome"] == "done"
        (guide,) = await talk.made("guide")
        lines = [line for section in guide["sections"] for line in section["lines"]]
        assert all(line["support"] or line["kind"] == "missing" for line in lines)
        code = [line["text"] for line in lines if line["kind"] == "code"]
        assert code == ["df -h /var/lib/tess"]
        assert "<!-- TSG_BEGIN -->" in second["response"]

    talking(tmp_path, hold)


def test_at_once_writes_in_one_turn(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nWrite it at once.")
        assert reply["outcome"] == "done"
        (notes,) = await talk.made("notes")
        assert notes["text"] == NOTES
        assert await talk.made("guide")

    talking(tmp_path, hold)


def test_a_program_asks_for_all_at_once_by_a_field(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        assert (await talk.say(NOTES, straight=True))["outcome"] == "done"
        more = await talk.say("note: On Windows the same happens with a full disk.")
        assert more["outcome"] == "request"

    talking(tmp_path, hold)


def test_what_was_left_out_is_in_no_line(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        left = await talk.say("leave out source 1")
        assert not left["sources"][0]["selected"]
        await talk.say("write it")
        (guide,) = await talk.made("guide")
        gone = left["sources"][0]["id"]
        lines = [line for section in guide["sections"] for line in section["lines"]]
        assert gone not in [line["support"]["source"] for line in lines if line["support"]]

    talking(tmp_path, hold)


def test_an_answer_fills_its_question_without_new_research(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        (guide,) = await talk.made("guide")
        called = len(talk.called)
        reply = await talk.say("1: It is seen on servers that keep dossiers as files.")
        assert reply["outcome"] == "done"
        assert len(talk.called) == called
        (after,) = await talk.made("guide")
        assert len(after["placeholders"]) == len(guide["placeholders"]) - 1
        strange = await talk.say("99: something")
        assert "99" in strange["response"]
        assert (await talk.made("guide")) == [after]

    talking(tmp_path, hold)


def test_research_that_fails_is_a_gap(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        reply = await talk.say(NOTES)
        assert reply["outcome"] == "request"
        (research,) = await talk.made("research")
        assert {one["reason"] for one in research["failed"]} == {"unreadable"}
        assert "can't be read" in reply["response"]
        assert "Say: write it." in reply["response"]
        assert (await talk.say("write it"))["outcome"] == "done"

    talking(tmp_path, hold, learn=world(says={"microsoft_docs_search": "no JSON at all"}))


def test_addresses_elsewhere_are_not_asked(tmp_path: Path) -> None:
    strange = (
        "https://metadata.google.internal/latest",
        "http://localhost/x",
        "file:///etc/passwd",
        "https://learn.microsoft.com:8443/x",
    )

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n" + "\n".join(strange))
        (research,) = await talk.made("research")
        refused = [one["asked"] for one in research["failed"] if one["reason"] == "not_asked"]
        assert refused == list(strange)
        assert not any(one[1].get("url") in strange for one in talk.called)

    talking(tmp_path, hold)


def test_without_research_the_guide_is_made_of_the_notes_alone(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nWrite it at once.")
        assert "Say: write it." not in reply["response"]
        assert not talk.learn.requests
        assert await talk.made("guide")

    talking(tmp_path, hold, settings={"tess_tsg_research": "none"})


def test_a_word_is_no_notes(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        reply = await talk.say("Kapot.")
        assert reply["outcome"] == "request"
        assert "te weinig woorden" in (await talk.say("notitie: de kapot"))["response"]
        assert not await talk.made("notes")

    talking(tmp_path, hold)


def test_notes_come_as_a_document(tmp_path: Path) -> None:
    long = "\n".join(f"{NOTES} Seen again on day {day}." for day in range(400)).encode()

    async def hold(talk: Talk) -> None:
        asked = await talk.say("The notes follow as a document.")
        assert asked["outcome"] == "request"
        given = {"name": "notes.txt", "agreed": sha256(long).hexdigest()}
        assert (await talk.add("documents", long, **given)).status_code == 200
        assert (await talk.say("go on"))["outcome"] == "request"
        (notes,) = await talk.made("notes")
        assert notes["text"] == long.decode()
        assert (await talk.say("write it"))["outcome"] == "done"

    talking(tmp_path, hold, settings={"tess_tsg_research": "none"})


def test_what_went_out_is_kept_as_digests(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        sent = await talk.made("outbound")
        assert {one["service"] for one in sent} == {"learn", "github"}
        assert all(set(one) == {"service", "tool", "sha256", "length"} for one in sent)

    talking(tmp_path, hold)


def test_it_is_researched_again_for_what_the_author_names(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        (before,) = await talk.made("research")
        reply = await talk.say("research again: backup of the journal")
        assert reply["outcome"] == "request"
        (after,) = await talk.made("research")
        assert after["queries"] == [*before["queries"], "backup of the journal"]
        assert {"query": "backup of the journal"} in [given for _, given in talk.called]
        back = await talk.say("undo")
        assert (await talk.made("research")) == [before]
        assert back["status"] == "success"

    talking(tmp_path, hold)


def test_a_command_in_english_changes_no_dutch_talk(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say("De schijf van de server is vol en elke beurt faalt sinds dinsdag.")
        await talk.say("onderzoek opnieuw: reservekopie van het dagboek")
        for command in ("undo", "redo", "undo"):
            await talk.say(command)
            assert (await talk.dossier())["language"] == "nl"
        await talk.say("please undo that, too")
        assert (await talk.dossier())["language"] == "en"

    talking(tmp_path, hold)


def test_nothing_is_written_or_reviewed_before_its_time() -> None:
    notes = put(NOTES_KIND, GuideNotes(text=NOTES, sha256=""))
    cleared, looked = put(CLEARANCE, Clearance(sha256="")), put(RESEARCH, Research(topic=""))
    page = Observation(
        id="page/1",
        title="A page",
        content="Words.",
        system="learn",
        request="GET",
        taken_at=datetime(2026, 1, 1, tzinfo=UTC),
        sha256="0" * 64,
    )
    said = (Message(role="user", content="write it"),)
    begun = Dossier(id="dos-01234567", desk="tsg", conversation=said, created_at=page.taken_at)
    ready = begun.model_copy(update={"artifacts": (notes, cleared, looked)})
    unseen = ready.model_copy(update={"sources": (page,), "selected_ids": (page.id,)})
    at_once = (*ready.artifacts, put(AT_ONCE, AtOnce()))
    for dossier, code in (
        (begun, "tsg_notes_missing"),
        (begun.model_copy(update={"artifacts": (notes,)}), "tsg_notes_missing"),
        (begun.model_copy(update={"artifacts": (notes, cleared)}), "tsg_research_missing"),
        (ready, ""),  # nothing was found, and that is a result too
        (unseen, "tsg_research_not_shown"),
        (unseen.model_copy(update={"shown_selection": (page.id,)}), ""),
        (unseen.model_copy(update={"artifacts": at_once}), ""),
    ):
        refusals = [one.unmet(dossier) for one in WriteGuide.conditions]
        assert [one.code for one in refusals if one][:1] == ([code] if code else [])
    (sound,) = ReviewGuide.conditions
    found = sound.unmet(ready)
    assert found is not None
    assert found.code == "tsg_guide_missing"
