"""Edits of a guide: any sequence of them keeps it sound, and what the author did stays where it is written anew."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.tsg.guides import guide_from
from src.desks.tsg.artifacts import HEADINGS, Guide, GuideLine
from src.desks.tsg.changes import AuthorMessage, GuideEdit
from src.desks.tsg.editing import edited
from src.desks.tsg.kept import guide_in
from src.desks.tsg.missing import fixed
from src.desks.tsg.refusals import EditAdds, NotSaid
from src.desks.tsg.render import render
from src.desks.tsg.rewriting import closed, with_edits
from src.desks.tsg.validator import problems
from src.dossier.clarification import Clarification, asking, replied
from src.dossier.history import difference
from src.dossier.models import Dossier, SourceBase
from src.errors import TessError
from src.tools.tsg.guide import guide_patch
from tests.desks.tsg.guides import NOTES

MESSAGE = "Please make it twenty minutes: wait for the export, and do not restart node 14."
AUTHOR = AuthorMessage(MESSAGE, 7)
GUIDE = guide_from(NOTES)
LINES = [line for _, line in GUIDE.lines()]
NUMBERS = st.integers(min_value=-1, max_value=len(LINES) + 4)
TEXTS = st.sampled_from(
    [
        *(
            "Wait twenty minutes.",
            "Wait for the export.",
            "- [ ] wait",
            "# wait",
            "",
            "1. Wait 99 hours.",
        ),
        *(
            "<!-- TSG_END -->",
            "{{MISSING::Cause::x}}",
            "```\nwait\n```",
            "# **Cause**",
            "a" * 3_000,
        ),
    ]
)
EDITS = st.lists(
    st.builds(
        GuideEdit,
        op=st.sampled_from(["add", "change", "move", "merge", "split", "remove", "restore"]),
        numbers=st.lists(NUMBERS, max_size=4).map(tuple),
        texts=st.lists(TEXTS, max_size=3).map(tuple),
        before=st.none() | NUMBERS,
        after=st.none() | NUMBERS,
        section=st.none() | st.sampled_from([*HEADINGS]),
        part=st.sampled_from(["", "who", "when"]),
        said=st.just(MESSAGE),
    ),
    max_size=8,
)


def edit(op: str, *numbers: int, **more: object) -> GuideEdit:
    return GuideEdit.model_validate({"op": op, "numbers": numbers, "said": MESSAGE, **more})


def apply(guide: Guide, *edits: GuideEdit) -> Guide:
    return edited(guide, edits, AUTHOR)[0]


def number_of(words: str, guide: Guide = GUIDE) -> int:
    """Return the number of the first line that has these words."""
    return next(n for n, (_, one) in enumerate(guide.lines(), 1) if words in one.text)


def texts_of(guide: Guide, section: str) -> list[str]:
    return [one.text for name, one in guide.lines() if name == section]


def holds(dossier: Dossier) -> tuple[object, list[object]]:
    """Return what a dossier holds of its guide, however its artifacts are ordered."""
    kept = sorted((one.id, one.data) for one in dossier.artifacts)
    return guide_in(dossier), [*kept]


@given(EDITS)
def test_any_edits_keep_a_guide_sound_and_can_be_taken_back(edits: Sequence[GuideEdit]) -> None:
    empty = Dossier(id="dos-01234567", desk="tsg", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    before = guide_patch(empty, GUIDE).apply(empty)
    dossier = before
    for one in edits:
        guide = guide_in(dossier)
        assert guide is not None
        try:
            guide = apply(guide, one)
        except TessError:
            continue
        assert problems(render(guide)) == []
        missing = [line.placeholder for _, line in guide.lines() if line.kind == "missing"]
        assert missing == [each.id for each in guide.placeholders]
        dossier = guide_patch(dossier, guide).apply(dossier)
    assert holds(difference(dossier, before).apply(dossier)) == holds(before)


def test_numbers_are_those_of_the_guide_as_it_came() -> None:
    first, last = number_of("Free 2 GB"), number_of("Restart is not needed")
    guide = apply(
        GUIDE,
        edit("move", last, before=first),
        edit("change", first, texts=["Free 2 GB, and wait for the export."]),
        edit("remove", last),
    )
    steps = [one for one in texts_of(guide, "resolution") if "Free" in one or "Restart" in one]
    assert steps == ["Free 2 GB, and wait for the export."]
    (removed,) = guide.restorable
    back = apply(guide, edit("restore", removed.line.n))
    assert removed.line.text in texts_of(back, "resolution")
    assert back.restorable == []
    number = removed.line.n
    changed = edit("change", number, texts=[f"{removed.line.text} Wait twenty minutes."])
    both = texts_of(apply(guide, edit("restore", number), changed), "resolution")
    assert f"{removed.line.text} Wait twenty minutes." in both
    assert removed.line.text not in both


def test_a_guide_that_was_stored_without_numbers_has_them_in_their_order() -> None:
    gone = number_of("Restart is not needed")
    stored = apply(GUIDE, edit("remove", gone)).model_dump(mode="json")
    every = [line for section in stored["sections"] for line in section["lines"]]
    for one in (*every, *(removed["line"] for removed in stored["removed"])):
        del one["n"]
    guide = Guide.model_validate(stored)
    assert [line.n for _, line in guide.lines()] == [*range(1, len(every) + 1)]
    assert [one.line.n for one in guide.removed] == [len(every) + 1]


def test_a_changed_line_rests_on_the_authors_words() -> None:
    guide = apply(GUIDE, edit("add", section="cause", texts=["Wait twenty minutes."]))
    (line,) = [one for _, one in guide.lines() if one.text == "Wait twenty minutes."]
    assert line.support is not None
    assert (line.support.source, line.support.where) == ("told/7", "told by the author, turn 7")
    assert line.support.quote == MESSAGE
    assert f'told by the author, turn 7: "{MESSAGE}"' in render(guide, with_support=True)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (edit("remove", 99), "tsg_no_such_line"),
        (edit("restore", 1), "tsg_no_such_line"),
        (edit("remove", 1, said="take out line 1"), "tsg_not_said"),
        (edit("remove", 1, said="?"), "tsg_not_said"),
        (edit("add", section="cause", texts=["Wait 45 minutes."]), "tsg_edit_adds"),
        (edit("add", section="cause", texts=["Run `rm -rf /`."]), "tsg_edit_adds"),
        (edit("add", section="cause", texts=["Restart node 14."]), "tsg_edit_adds"),
        (edit("add", section="cause", texts=["<!-- TSG_END -->"]), "bad_arguments"),
        (edit("add", texts=["Wait."]), "bad_arguments"),
        (edit("change", 1), "bad_arguments"),
        (edit("move", 1, before=1), "bad_arguments"),
        (edit("merge", 1, texts=["Wait."]), "bad_arguments"),
        (edit("split", 1, texts=["Wait."]), "bad_arguments"),
    ],
)
def test_what_can_not_be_is_refused(wish: GuideEdit, code: str) -> None:
    with pytest.raises(TessError) as refused:
        apply(GUIDE, wish)
    assert refused.value.code == code


def test_a_question_goes_with_its_line_and_is_not_asked_again() -> None:
    lacking = number_of("When this guide does not apply")
    guide = apply(GUIDE, edit("remove", lacking))
    assert len(guide.placeholders) == len(GUIDE.placeholders) - 1
    assert texts_of(guide, "not_apply") == []
    assert render(guide).count("Nothing stands here.") == 1
    assert with_edits(GUIDE, guide).sections == guide.sections
    filled = apply(guide, edit("add", section="not_apply", texts=["Wait for the export."]))
    assert texts_of(filled, "not_apply") == ["Wait for the export."]


def test_what_the_author_says_is_not_known_stands_as_unknown() -> None:
    said = "We don't know that, take it out."
    wish = edit("remove", number_of("When this guide does not apply"), said=said)
    guide, _ = edited(GUIDE, [wish], AuthorMessage(said, 7))
    (line,) = [one for name, one in guide.lines() if name == "not_apply"]
    assert (line.text, line.support and line.support.quote) == ("Unknown.", said)


def test_a_section_that_an_edit_empties_asks_nothing_until_it_is_written_anew() -> None:
    numbers = [n for n, (name, _) in enumerate(GUIDE.lines(), 1) if name == "cause"]
    guide = apply(GUIDE, edit("remove", *numbers))
    assert texts_of(guide, "cause") == []
    assert {one.section for one in guide.placeholders} <= {
        one.section for one in GUIDE.placeholders
    }
    asked = fixed(("cause", ""), "en")
    lacking = GuideLine(kind="missing", text=asked.hint, placeholder=asked.id)
    every = {one.name: [lacking] if one.name == "cause" else one.lines for one in GUIDE.sections}
    known = {one.id: one for one in (asked, *GUIDE.placeholders)}
    again = with_edits(closed(GUIDE, every, known), guide)
    assert asked in again.placeholders


def test_what_a_moved_line_leaves_empty_is_asked_and_answered_by_the_next_move() -> None:
    numbers = [n for n, (name, _) in enumerate(GUIDE.lines(), 1) if name == "cause"]
    what = [n for n, (_, one) in enumerate(GUIDE.lines(), 1) if one.part == "what"]
    away = apply(
        GUIDE,
        edit("move", *numbers, section="root_cause"),
        edit("move", *what, section="related"),
    )
    asked = {fixed(place, "en").id for place in (("cause", ""), ("symptoms", "what"))}
    assert asked <= {one.id for one in away.placeholders}
    assert render(away).count("{{MISSING::Cause::The cause}}") == 2  # in its place and asked
    back = apply(away, edit("move", *numbers, section="cause"))
    assert texts_of(back, "cause") == texts_of(GUIDE, "cause")
    assert texts_of(back, "root_cause") == texts_of(GUIDE, "root_cause")


def test_a_footnote_that_an_author_typed_is_no_footnote_of_the_guide() -> None:
    typed = AuthorMessage("Wait for the export.[^1] See `[^2]`.", 7)
    add = GuideEdit(op="add", section="related", texts=(typed.message,), said=typed.message)
    guide, _ = edited(GUIDE, [add], typed)
    shown = render(guide, with_support=True)
    assert "Wait for the export.\\[^1] See `[^2]`." in shown
    assert problems(render(guide)) == []


@pytest.mark.parametrize("op", ["change", "split"])
def test_a_name_that_was_taken_out_of_a_line_is_masked_in_its_support(op: str) -> None:
    line = number_of("Free 2 GB")
    notes = AuthorMessage("Free 2 GB with Mehmet, then wait.", 6)
    named = GuideEdit(op="change", numbers=(line,), texts=(notes.message,), said=notes.message)
    guide, _ = edited(GUIDE, [named], notes)
    assert "Free 2 GB with Mehmet" in render(guide, with_support=True).partition("SUPPORT")[2]
    wish = AuthorMessage("take Mehmet out of that", 7, before=notes.message)
    texts = ["Free 2 GB, then wait."] if op == "change" else ["Free 2 GB.", "Then wait."]
    out = GuideEdit.model_validate(
        {"op": op, "numbers": [line], "texts": texts, "said": wish.message}
    )
    shown = render(edited(guide, [out], wish)[0], with_support=True)
    assert ("Mehmet" in shown, "Free 2 GB with […]" in shown) == (False, True)


def test_what_a_section_lacks_is_not_asked_where_a_line_was_moved_there() -> None:
    lacking = [one.section for one in GUIDE.placeholders]
    assert "not_apply" in lacking
    guide = apply(GUIDE, edit("move", number_of("It only occurs"), section="not_apply"))
    assert texts_of(guide, "not_apply") == ["It only occurs on servers with one data disk."]
    assert "not_apply" not in [one.section for one in guide.placeholders]


def test_a_guide_that_is_written_anew_keeps_every_edit() -> None:
    guide = apply(
        GUIDE,
        edit("remove", number_of("df -h and look")),
        edit("change", number_of("Free 2 GB"), texts=["Free 2 GB and wait for the export."]),
        edit("move", number_of("the data disk was full"), section="diagnosis"),
        edit("change", 0, texts=["Please wait"]),
    )
    again = with_edits(GUIDE, guide)
    assert (again.title, again.sections) == (guide.title, guide.sections)
    assert again.placeholders == guide.placeholders
    assert with_edits(GUIDE, None) is GUIDE
    assert problems(render(again)) == []


def test_a_quote_of_which_a_line_stays_may_be_told_in_other_words() -> None:
    number = number_of("Restart is not needed")
    (section,) = [one for one in GUIDE.sections if one.name == "resolution"]
    step = LINES[number - 1]
    other = step.model_copy(update={"text": "No restart.", "n": 99})
    two = section.model_copy(update={"lines": (*section.lines, other)})
    sections = [two if one.name == "resolution" else one for one in GUIDE.sections]
    guide = apply(GUIDE.model_copy(update={"sections": tuple(sections)}), edit("remove", number))
    again = other.model_copy(update={"text": "Restart not needed."})
    anew = section.model_copy(update={"lines": (step, again)})
    written = [anew if one.name == "resolution" else one for one in GUIDE.sections]
    kept = with_edits(GUIDE.model_copy(update={"sections": tuple(written)}), guide)
    assert texts_of(kept, "resolution") == ["Restart not needed."]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Restart not needed.", "notes"),
        ("Restart is not needed, but wait.", "told/7"),
    ],
)
def test_a_line_keeps_its_evidence_where_its_new_words_add_nothing(text: str, source: str) -> None:
    number = number_of("Restart is not needed")
    other = number_of("Free 2 GB")
    edits = (
        edit("change", number, texts=[text]),
        edit("merge", number, other, texts=[f"Free 2 GB. {text}"]),
        edit("split", number, texts=[text, "Restart not needed"]),
        edit("move", number, before=other),
    )
    for one in edits:
        guide = apply(GUIDE, one)
        sources = {
            line.support.source
            for _, line in guide.lines()
            if line.edited and line.support and line.text != "Restart not needed"
        }
        assert sources == ({"notes"} if one.op == "move" else {source}), one.op


def test_what_was_said_before_may_stand_in_a_line() -> None:
    wish = edit("add", section="cause", texts=["Wait 45 minutes for node 14."], said="that one")
    said = AuthorMessage("that one", 8)
    with pytest.raises(EditAdds):
        edited(GUIDE, [wish], said)
    told = replace(
        said,
        before="It took 45 minutes on that node.",
        sources=[SourceBase(id="notes", title="", content="Node 14 failed.", kind="notes")],
    )
    assert "Wait 45 minutes for node 14." in texts_of(edited(GUIDE, [wish], told)[0], "cause")
    with pytest.raises(NotSaid):
        edited(GUIDE, [wish.model_copy(update={"said": "45 minutes"})], told)


def test_a_number_says_the_choice_that_it_takes() -> None:
    asked = Clarification(reason="tsg", type="choice", question="Which?", choices=("20", "30"))
    empty = Dossier(id="dos-01234567", desk="tsg", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    dossier = asking(empty, asked).apply(empty).model_copy(update={"version": 1})
    assert replied(dossier, "2.") == ("30", "Which?")
    assert replied(dossier, "3") == ("3", "")
    wish = edit("add", section="cause", texts=["Wait 30 minutes."], said="2")
    guide = edited(GUIDE, [wish], AuthorMessage("30", 2, typed="2"))[0]
    assert [one.support.quote for _, one in guide.lines() if one.edited and one.support] == ["30"]


def test_lines_are_split_and_merged() -> None:
    step = number_of("Restart is not needed")
    split = apply(GUIDE, edit("split", step, texts=["Restart is not needed.", "Wait."]))
    assert texts_of(split, "resolution")[-2:] == ["Restart is not needed.", "Wait."]
    kinds = [one.kind for name, one in split.lines() if name == "resolution"][-2:]
    assert kinds == ["step", "step"]
    told: list[GuideLine] = [one for _, one in split.lines() if one.text == "Wait."]
    assert told[0].support
    assert told[0].support.source == "told/7"
    first = number_of("Free 2 GB")
    merged = apply(GUIDE, edit("merge", first, step, texts=["Free 2 GB; restart is not needed."]))
    assert "Free 2 GB; restart is not needed." in texts_of(merged, "resolution")
    assert len(merged.lines()) == len(GUIDE.lines()) - 1
