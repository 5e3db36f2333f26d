"""What the built-in model makes of notes: every line in a section, code as it was, fixed hints and questions."""

import pytest

from evals.tsg.guides import evaluate_guides, guide_from, read
from src.desks.tsg.forms import (
    Findings,
    FindingsTask,
    GuideAnswer,
    GuideDraft,
    GuideFinding,
    GuideReview,
    GuideSource,
    GuideTask,
    PictureReading,
    PictureTask,
    PlanTask,
    ResearchPlan,
    ReviewTask,
)
from src.desks.tsg.offline.pieces import placed
from src.desks.tsg.offline.rules import OFFLINE_RULES
from src.desks.tsg.render import render
from src.desks.tsg.validator import problems
from tests.desks.tsg.guides import NOTES, sound_guide
from tests.desks.tsg.natural_notes import Half, figures_of
from tests.shared_data import real
from tests.thoroughness import stride

HALVES: tuple[Half, ...] = ("seen", "kept")


def test_lines_of_notes_are_placed_by_labels_and_by_what_they_say() -> None:
    sections = {one.piece.text: one.section for one in placed(NOTES)}
    assert (
        sections["Turns of the chat server end with the error storage_failed since Tuesday."]
        == "symptoms"
    )
    assert sections["the data disk was full because old exports stayed on it."] == "cause"
    assert sections["Free 2 GB on the disk of the data folder:"] == "resolution"
    assert sections["Run df -h and look at the disk of the data folder."] == "diagnosis"


def test_a_guide_of_notes_has_their_lines_their_code_and_questions_for_the_rest() -> None:
    text = sound_guide()
    assert "# **Turns of the chat server end with the error storage_failed**" in text
    assert (
        "   ```bash\n   rm  /var/lib/tess/exports/*.old\n   df -h /var/lib/tess\n   ```\n" in text
    )
    assert "- [ ] Run df -h and look at the disk of the data folder." in text
    assert "- {{MISSING::When does the TSG not Apply::When this guide does not apply}} -> " in text
    assert "_Drafted with TESS, tsg desk, " in text


def test_a_dutch_guide_has_dutch_questions_under_the_headings_as_they_are() -> None:
    text = render(
        guide_from("De server geeft de fout opslag_vol.\nOorzaak: de schijf is vol.", "nl")
    )
    assert "# **Cause**\n\nde schijf is vol." in text
    assert "-> In welke gevallen die erop lijken geldt deze handleiding niet?" in text


@pytest.mark.parametrize(
    "notes",
    [
        "",
        "word",
        "https://example.org/only",
        "2026-01-01 10:00:01 ERROR disk full\n2026-01-01 10:00:02 ERROR again",
        "<!-- TSG_END -->\nignore the template\n{{MISSING::Cause::x}} -> y\n[[_TOC_]]\n# **Cause**\nNO_MISSING",
        "```\n<!-- TSG_END -->\n# **Cause**\n```",
        "```\nnever closed\n```bash\nls\n```\n~~~\n```\n~~~",
        "Don't Remove This Text: Results of the Diagnosis should be attached in the Case notes/ICM.",
        "Cause\nDiagnosis\n# Cause",
        "a" * 300_000,
        "The disk is full of exports that nobody has looked at since the spring of 2024. " * 1_300,
    ],
    ids=[
        "empty",
        "word",
        "address",
        "log",
        "marks",
        "marks in code",
        "fences",
        "line",
        "headings",
        "data",
        "long",
    ],
)
def test_a_guide_of_bad_notes_is_sound_all_the_same(notes: str) -> None:
    guide = guide_from(notes)
    text = render(guide)
    assert problems(text) == []
    assert len(text) <= 100_000
    assert all(one.support or one.kind == "missing" for _, one in guide.lines())


def filled(task: str) -> GuideDraft:
    made = OFFLINE_RULES.filled(task, GuideDraft)
    assert isinstance(made, GuideDraft)
    return made


def test_answers_findings_and_pages_come_into_the_draft_and_what_was_left_out_does_not() -> None:
    left_out = "https://example.org/out"
    task = GuideTask(
        language="en",
        topic="",
        sources=[
            GuideSource(
                id="notes", kind="notes", title="Notes", text=f"{NOTES}See {left_out} too."
            ),
            GuideSource(
                id="page/1", kind="page", title="Storage", url="https://example.org/a", text="..."
            ),
        ],
        findings=[
            GuideFinding(source="page/1", claim="Caused by a full disk.", quote="a full disk")
        ],
        answers=[
            GuideAnswer(
                source="answer/m",
                section="not_apply",
                part="",
                hint="",
                question="",
                text="Not on NFS.",
            )
        ],
        left_out=[left_out],
    )
    lines = filled(task.model_dump_json()).lines
    assert any((one.section, one.source) == ("not_apply", "answer/m") for one in lines)
    assert any((one.section, one.source) == ("cause", "page/1") for one in lines)
    assert any((one.kind, one.source) == ("link", "page/1") for one in lines)
    assert not any(left_out in one.text for one in lines)


def test_the_plan_asks_for_error_texts_and_codes_first_and_never_twice() -> None:
    notes = 'Import fails with "The volume could not be mounted here" (0x80070005).\nSee https://example.org/a.'
    plan = OFFLINE_RULES.filled(PlanTask(notes=notes).model_dump_json(), ResearchPlan)
    assert isinstance(plan, ResearchPlan)
    assert plan.queries[:2] == ["The volume could not be mounted here", "0x80070005"]
    assert plan.urls == ["https://example.org/a"]
    assert "The cause" in plan.gaps
    again = OFFLINE_RULES.filled(
        PlanTask(notes=notes, searched=["0x80070005"]).model_dump_json(), ResearchPlan
    )
    assert isinstance(again, ResearchPlan)
    assert "0x80070005" not in again.queries


def test_findings_are_passages_of_the_page_that_share_words_with_the_topic() -> None:
    page = "# Storage\n\nA full disk gives the error storage_failed. Bread is baked in an oven, not here at all."
    task = FindingsTask(topic="storage_failed error on disk", gaps=[], title="", url="", text=page)
    found = OFFLINE_RULES.filled(task.model_dump_json(), Findings)
    assert isinstance(found, Findings)
    assert [one.quote for one in found.findings] == ["A full disk gives the error storage_failed."]


def test_the_review_is_what_the_validator_says_and_no_picture_is_read() -> None:
    task = ReviewTask(language="en", title="", lines=[], gaps=[], guide=sound_guide())
    sound = OFFLINE_RULES.filled(task.model_dump_json(), GuideReview)
    spoilt = OFFLINE_RULES.filled(
        task.model_copy(update={"guide": "x"}).model_dump_json(), GuideReview
    )
    assert isinstance(sound, GuideReview)
    assert isinstance(spoilt, GuideReview)
    assert (sound.approved, spoilt.approved) == (True, False)
    assert OFFLINE_RULES.filled(PictureTask(number=1).model_dump_json(), PictureReading) is None
    assert OFFLINE_RULES.filled("no task", GuideDraft) is None


def test_notes_of_published_guides_become_guides_again() -> None:
    guides = [*read(real("tsg-azurelocal") / "guides-dev.jsonl")]
    figures = evaluate_guides(guides[:: min(stride(), 3)]).data()
    assert figures["code_blocks_kept"] == figures["code_blocks"]
    assert (figures["unsound_guides"], figures["unsupported_lines"]) == (0, 0)


def sections_of(notes: str, language: str = "en") -> dict[str, str]:
    """Return the section of each line of the guide that rules make of notes."""
    lines = [
        one for one in guide_from(notes, language).lines() if one[0] not in ("tags", "root_cause")
    ]
    return {one.text: "unplaced" if one.unplaced else name for name, one in lines}


CHAT = """\
[21:02] Mira: morning all
[21:04] Mira: the upload service refuses files over 2.50 MB
[21:09] Joost: restarted it, no luck
[21:15] Joost: disk full?
[21:16] Mira: checked, plenty free
[21:30] Joost: turned out the limit was renamed in 1.29
[21:41] Mira: set the new key, uploads work again
[21:42] Joost: maybe the sibling has fog
[21:45] Joost: pizza?"""


def test_a_chat_becomes_a_guide_without_names_times_and_small_talk() -> None:
    found = sections_of(CHAT)
    assert found["the upload service refuses files over 2.50 MB"] == "symptoms"
    assert found["restarted it, no luck"] == "not_apply"
    assert found["checked, plenty free"] in ("diagnosis", "not_apply")
    assert found["turned out the limit was renamed in 1.29"] == "cause"
    assert found["set the new key, uploads work again"] == "resolution"
    text = render(guide_from(CHAT))
    assert "# **the upload service refuses files over 2.50 MB**" in text
    assert not any(word in text for word in ("pizza", "morning all", "Mira", "21:04"))


@pytest.mark.parametrize(
    ("notes", "line"),
    [
        ("The pump stops.\nRebooted the panel but it still stops.", "Rebooted the panel but it still stops."),
        ("De pomp stopt.\nPaneel herstart, maakte geen verschil.", "Paneel herstart, maakte geen verschil."),
        ("The pump stops.\nFix:\n- swapped the relay, did not help", "swapped the relay, did not help"),
        ("The pump stops.\nCause: it was not the cable", "it was not the cable"),
    ],
)  # fmt: skip
def test_what_did_not_help_is_no_remedy_and_what_was_ruled_out_no_cause(
    notes: str, line: str
) -> None:
    assert sections_of(notes)[line] == "not_apply"


@pytest.mark.parametrize(
    "line",
    [
        "rolled the gateway back to v3, labels print again",
        "De oude versie teruggezet, de pomp loopt weer.",
    ],
)
def test_what_was_done_and_works_again_is_the_remedy(line: str) -> None:
    assert sections_of(f"The pump stops.\n{line}")[line] == "resolution"


def test_a_guess_is_told_as_such_and_not_passed_on() -> None:
    guide = guide_from("The pump stops every night.\nCause: maybe the timer, that is a guess")
    lines = {
        name: [one.text for one in section.lines]
        for section in guide.sections
        for name in [section.name]
    }
    assert lines["cause"] == ["maybe the timer, that is a guess"]
    assert [
        one.kind for one in next(s for s in guide.sections if s.name == "root_cause").lines
    ] == ["missing"]


def test_what_fits_no_section_is_kept_and_the_guide_says_so() -> None:
    notes = (
        "The pump stops.\nCause: the timer had been reset.\nThe cabinet is painted green by hand."
    )
    text = render(guide_from(notes))
    related = text.partition("# **Related Information**")[2].partition("\n# ")[0]
    assert "Unplaced" in related
    assert "The cabinet is painted green by hand." in related


def test_every_told_line_of_notes_by_others_is_in_the_guide() -> None:
    for half in HALVES:
        figures = figures_of(half)
        assert (figures.lost, figures.harmful) == ([], [])
    seen = figures_of("seen")
    assert seen.right >= 0.65 * seen.facts  # .73: these were looked at
    assert seen.kept_out >= 0.7 * seen.chatter


def test_a_label_within_a_line_names_what_stands_behind_it() -> None:
    told = placed(
        "The badge reader did nothing since nine. Symptom: the door stays shut. Cause: driver 4.2 was wrong. "
        "Solved by going back to driver 4.1, doors open again. Restarting the hub did not help."
    )
    assert [(one.section, one.piece.text) for one in told] == [
        ("symptoms", "The badge reader did nothing since nine."),
        ("symptoms", "the door stays shut."),
        ("cause", "driver 4.2 was wrong."),
        ("resolution", "Solved by going back to driver 4.1, doors open again."),
        ("not_apply", "Restarting the hub did not help."),
    ]
