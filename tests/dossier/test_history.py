"""A dossier through time: taken back, made again, reopened, compared and hashed."""

from collections.abc import Sequence
from datetime import date, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.dossier.clarification import Clarification, answered, asking, pending
from src.dossier.comparison import ArtifactLine, Comparison, SourceLine, SourceVersions, compare
from src.dossier.finding import FoundText, find_in
from src.dossier.history import at, difference, redo_patch, state_hash, steps, undo_patch
from src.dossier.journal import JournalEntry, ToolRecord, Turn, fold
from src.dossier.log import log
from src.dossier.models import Answer, Artifact, Document, Dossier
from src.dossier.patch import DossierPatch
from src.dossier.provenance import events, left_out_by_hand
from src.errors import NothingToRedo, NothingToUndo, UnknownSource, UnknownVersion
from src.wording import WORDINGS
from src.wording.history import log_text
from tests.dossier.strategies import EMPTY, POOL, patches
from tests.dossier.turns import changing, saying
from tests.fakes import START, law
from tests.thoroughness import examples

LAW, OTHER_LAW, THIRD = POOL[:3]


def entry(turn: Turn, version: int) -> JournalEntry:
    return JournalEntry(**dict(turn), version=version, time=START + timedelta(seconds=version))


def journal(*turns: Turn | DossierPatch) -> list[JournalEntry]:
    """The entries of these turns, or of turns that change the dossier by these patches."""
    return [
        entry(changing(turn) if isinstance(turn, DossierPatch) else turn, version)
        for version, turn in enumerate(turns, start=1)
    ]


def folded(entries: Sequence[JournalEntry]) -> Dossier:
    dossier = fold(entries)
    assert dossier is not None
    return dossier


def changed(dossier: Dossier) -> dict[str, object]:
    """What taking back is about; the sources in the order of their ids, as those that come back stand last."""
    return {
        "sources": sorted(dossier.sources, key=lambda one: one.id),
        "selected": set(dossier.selected_ids),
        "answers": [
            one.model_copy(update={"sources_since_removed": ()}) for one in dossier.answers
        ],
        "as_of": dossier.as_of,
        "artifacts": sorted(dossier.artifacts, key=lambda one: one.id),
    }


def adding(*sources: object) -> DossierPatch:
    return DossierPatch.model_validate(
        {"add_sources": sources, "select_ids": [getattr(one, "id", "") for one in sources]}
    )


ANSWER = Answer(
    question="hoe lang?",
    language="nl",
    claims=(),
    conclusion="",
    source_ids=(LAW.id,),
    model="none",
    based_on_version=1,
)

grown = st.lists(patches, min_size=1, max_size=6)


@given(grown, st.data())
@settings(max_examples=examples(60))
def test_a_difference_turns_one_state_into_another(
    history: list[DossierPatch], data: st.DataObject
) -> None:
    entries = journal(*history)
    one, other = (
        folded(entries[: data.draw(st.integers(1, len(entries)), label="version")]) for _ in "ab"
    )
    made = difference(one, other).apply(one)
    assert changed(made) == changed(other)
    assert made.shown_selection == other.shown_selection
    assert made.conversation == one.conversation
    assert difference(one, one) == DossierPatch()


actions = st.lists(
    st.one_of(
        patches,
        st.tuples(st.sampled_from(["undo", "redo"]), st.integers(1, 3)),
    ),
    max_size=10,
)


@given(actions)
@settings(max_examples=examples(80))
def test_taking_back_and_making_again_walk_through_the_states(
    actions: list[DossierPatch | tuple[str, int]],
) -> None:
    """A plain stack of whole states is the model; the journal only grows and always ends in the same state."""
    entries: list[JournalEntry] = []
    behind: list[dict[str, object]] = []
    now = changed(EMPTY)
    ahead: list[dict[str, object]] = []
    for action in actions:
        if isinstance(action, DossierPatch):
            entries.append(entry(changing(action), len(entries) + 1))
            after = changed(folded(entries))
            if after != now:
                behind, ahead, now = [*behind, now], [], after
            continue
        name, count = action
        source, target = (behind, ahead) if name == "undo" else (ahead, behind)
        move, refusal = (
            (undo_patch, NothingToUndo) if name == "undo" else (redo_patch, NothingToRedo)
        )
        if count > len(source):
            with pytest.raises(refusal) as refused:
                move(entries, count)
            assert refused.value.details == {"possible": str(len(source))}
            continue
        entries.append(entry(changing(move(entries, count)), len(entries) + 1))
        for _ in range(count):
            target.append(now)
            now = source.pop()
        assert changed(folded(entries)) == now


def test_what_is_taken_back_is_named() -> None:
    entries = journal(adding(LAW), saying("hallo"), adding(OTHER_LAW))
    patch = undo_patch(entries, 2)
    assert (patch.undoes, patch.redoes) == ((3, 1), ())
    assert set(patch.remove_source_ids) == {LAW.id, OTHER_LAW.id}
    again = redo_patch([*entries, entry(changing(patch), 4)], 2)
    assert (again.undoes, again.redoes) == ((), (1, 3))


def test_what_was_shown_is_never_taken_back() -> None:
    """Else a selection that comes back could be used without being shown."""
    shown = DossierPatch(shown_selection=(LAW.id,))
    left_out = DossierPatch(unselect_ids=(LAW.id,), shown_selection=())
    entries = journal(adding(LAW), shown, left_out)
    after = undo_patch(entries, 1).apply(folded(entries))
    assert after.selected_ids == (LAW.id,)
    assert not after.selection_was_shown
    assert [step.version for step in steps(entries).undoable] == [1, 3]


def test_what_a_user_left_out_is_what_was_last_said_of_it() -> None:
    def by(tool: str, patch: DossierPatch) -> Turn:
        record = ToolRecord(tool=tool, arguments="{}", outcome="done")
        return changing(patch).model_copy(update={"tools": (record,)})

    out = DossierPatch(unselect_ids=(LAW.id, OTHER_LAW.id))
    back = DossierPatch(select_ids=(LAW.id,))
    entries = journal(
        by("remove_sources", DossierPatch(unselect_ids=(THIRD.id,))),
        by("search_law", adding(LAW, OTHER_LAW)),
        by("remove_sources", out),
        by("restore_sources", back),
        by("search_law", DossierPatch(unselect_ids=(LAW.id,))),
    )
    newest = iter(reversed(entries))
    assert left_out_by_hand(newest, {LAW.id, OTHER_LAW.id}) == {OTHER_LAW.id}
    assert len([*newest]) == 2, "what was said before is not read"
    assert left_out_by_hand(reversed(entries), {THIRD.id, "unknown"}) == {THIRD.id}


def test_an_import_and_a_hold_are_no_changes_to_take_back() -> None:
    imported = changing(adding(LAW)).model_copy(update={"author": "import"})
    held = DossierPatch(set_hold=True)
    entries = journal(imported, held)
    for count in (0, 1):
        with pytest.raises(NothingToUndo):
            undo_patch(entries, count)
    with pytest.raises(NothingToUndo):
        undo_patch([], 1)


def test_two_writers_that_take_the_same_back_take_it_back_once() -> None:
    entries = journal(adding(LAW), adding(OTHER_LAW))
    patch = undo_patch(entries, 1)
    entries += [entry(changing(patch), 3), entry(changing(patch), 4)]
    assert folded(entries).selected_ids == (LAW.id,)
    assert [step.version for step in steps(entries).undoable] == [1]
    assert [step.version for step in steps(entries).redoable] == [2]


def test_a_turn_that_takes_back_and_changes_can_be_taken_back_for_what_it_changed() -> None:
    entries = journal(adding(LAW), adding(OTHER_LAW))
    both = undo_patch(entries, 1).model_copy(
        update={"add_sources": (THIRD,), "select_ids": (THIRD.id,)}
    )
    entries.append(entry(changing(both), 3))
    assert undo_patch(entries, 1).remove_source_ids == (THIRD.id,)
    with pytest.raises(NothingToRedo):
        redo_patch(entries, 1)


def test_an_answer_comes_back_as_the_one_it_was() -> None:
    entries = journal(adding(LAW), DossierPatch(add_answers=(ANSWER,)))
    entries.append(entry(changing(undo_patch(entries, 1)), 3))
    assert folded(entries).answers == ()
    entries.append(entry(changing(redo_patch(entries, 1)), 4))
    assert folded(entries).answers == (ANSWER.model_copy(update={"id": "a2"}),)


DRAFT = Artifact(id="draft", kind="draft", title="First draft", data={"text": "one"})
REDRAFT = DRAFT.model_copy(update={"title": "Second draft", "data": {"text": "two"}})
WHICH = Clarification(reason="which", type="choice", question="Which?", choices=("A", "B"))
PLAN = Artifact(id="plan", kind="plan", data={"steps": []}, based_on=("draft",))


def putting(*artifacts: Artifact) -> DossierPatch:
    return DossierPatch(put_artifacts=artifacts)


def test_an_artifact_is_put_replaced_and_brought_back() -> None:
    entries = journal(putting(DRAFT, PLAN), putting(REDRAFT))
    assert folded(entries).artifacts == (REDRAFT, PLAN)
    entries.append(entry(changing(undo_patch(entries, 1)), 3))
    assert folded(entries).artifacts == (DRAFT, PLAN)
    entries.append(entry(changing(undo_patch(entries, 1)), 4))
    assert folded(entries).artifacts == ()
    entries.append(entry(changing(redo_patch(entries, 2)), 5))
    assert folded(entries).artifacts == (REDRAFT, PLAN)


def test_the_log_names_what_was_made() -> None:
    entries = journal(putting(DRAFT, PLAN), putting(REDRAFT))
    entries.append(entry(changing(undo_patch(entries, 2)), 3))
    told = [[(one.kind, one.names) for one in line.changes] for line in log(entries)]
    assert told == [
        [("put", ("First draft", "plan"))],
        [("replaced", ("Second draft",))],
        [("undone", ("2", "1")), ("taken_out", ("Second draft", "plan"))],
    ]


def test_questions_are_part_of_the_conversation() -> None:
    """Whoever says "undo" means the last change that they saw, and not that they were asked or replied."""
    ask = asking(EMPTY, WHICH)
    reply = DossierPatch(put_artifacts=answered(ask.apply(EMPTY)))
    entries = journal(putting(DRAFT), ask, reply)
    assert undo_patch(entries, 1).undoes == (1,)
    with pytest.raises(NothingToUndo):
        undo_patch(entries, 2)
    told = [[(one.kind, one.names) for one in line.changes] for line in log(entries)]
    assert told[1:] == [[("asked", ("Which?",))], []]


def test_a_question_waits_again_once_what_was_made_of_its_reply_is_taken_back() -> None:
    ask = asking(EMPTY, WHICH)
    reply = DossierPatch(put_artifacts=(*answered(ask.apply(EMPTY)), DRAFT))
    entries = journal(ask, reply)
    assert pending(folded(entries).artifacts) == []
    entries.append(entry(changing(undo_patch(entries, 1)), 3))
    assert pending(folded(entries).artifacts) == [WHICH]
    again = [*entries, entry(changing(redo_patch(entries, 1)), 4)]
    assert (pending(folded(again).artifacts), folded(again).artifacts[-1]) == ([], DRAFT)
    assert undo_patch(again, 1).undoes == (2,)


def test_a_question_about_what_is_taken_back_waits_no_longer() -> None:
    entries = journal(putting(DRAFT), asking(EMPTY, WHICH))
    entries.append(entry(changing(undo_patch(entries, 1)), 3))
    assert pending(folded(entries).artifacts) == []
    # Saying "undo" is itself a reply, and must not keep what it takes back from being made again.
    assert redo_patch(entries, 1).redoes == (1,)


def test_an_artifact_has_a_life_as_a_source_has() -> None:
    put, replaced, other = changing(putting(DRAFT), "draft it"), putting(REDRAFT), putting(PLAN)
    entries = journal(put, replaced, other, DossierPatch(remove_artifact_ids=("draft",)))
    entries.append(entry(changing(undo_patch(entries, 1)), 5))
    assert events(entries, "draft")[0].words == "draft it"
    for name in ("draft", "DRAFT", "Second draft"):
        found = events(entries, name)
        assert [(one.version, one.kind) for one in found] == [
            (1, "put"),
            (2, "replaced"),
            (4, "taken_out"),
            (5, "undone"),
        ]
        assert {(one.artifact_id, one.source_id) for one in found} == {("draft", "")}
    assert "artifact_id" not in events(journal(adding(LAW)), LAW.id)[0].model_dump(mode="json")
    with pytest.raises(UnknownSource):
        events(entries, "First")


def test_artifacts_that_differ_are_named() -> None:
    a, b = putting(DRAFT, PLAN).apply(EMPTY), putting(REDRAFT).apply(EMPTY)
    found = compare(a, b)
    assert found.artifacts_only_in_a == (ArtifactLine(id="plan", kind="plan", title=""),)
    assert found.other_artifacts == (ArtifactLine(id="draft", kind="draft", title="First draft"),)
    assert compare(b, a).artifacts_only_in_b == found.artifacts_only_in_a
    assert compare(a, a).is_empty
    assert "artifact" not in Comparison().model_dump_json()


def test_words_of_an_artifact_are_found() -> None:
    made = Artifact(
        id="x", kind="draft", title="Bread", data={"steps": [{"do": "Knead the dough"}]}
    )
    dossier = putting(made).apply(EMPTY)
    assert find_in(dossier, "bread") == FoundText(where="artifact", excerpt="Bread")
    assert find_in(dossier, "the  dough") == FoundText(where="artifact", excerpt="Knead the dough")
    assert find_in(dossier, "steps") is None


def test_words_of_a_document_of_the_client_are_found_and_masked_as_in_a_quote() -> None:
    content = f"{'x ' * 50} De heer Smit (111222333) betaalde de koopsom."
    brought = Document(id=f"upload/{'0' * 32}", title="akte.txt", content=content, client=True)
    dossier = DossierPatch(add_sources=(brought,)).apply(EMPTY)
    found = find_in(dossier, "betaalde  de KOOPSOM")
    assert found is not None
    assert found.where == "source"
    assert "De heer Smit (<bsn-1>) betaalde de koopsom." in found.excerpt
    by_number = find_in(dossier, "111222333")
    assert by_number is not None
    assert "111222333" not in by_number.excerpt
    law = brought.model_copy(update={"client": False})
    assert find_in(DossierPatch(add_sources=(law,)).apply(EMPTY), "koopsom") is None


def test_every_state_can_be_reopened() -> None:
    entries = journal(adding(LAW), adding(OTHER_LAW), saying("hallo"))
    assert [at(entries, version).version for version in (1, 2, 3)] == [1, 2, 3]
    assert at(entries, 1).selected_ids == (LAW.id,)
    for version in (0, 4, -1):
        with pytest.raises(UnknownVersion) as refused:
            at(entries, version)
        assert refused.value.details == {"version": str(version), "latest": "3"}


def test_a_version_that_an_import_skipped_is_unknown() -> None:
    imported = changing(adding(LAW)).model_copy(update={"author": "import"})
    with pytest.raises(UnknownVersion):
        at([entry(imported, 7)], 3)


def test_equal_dossiers_have_one_hash() -> None:
    elsewhere = START.astimezone(timezone(timedelta(hours=2)))
    same = EMPTY.model_copy(update={"created_at": elsewhere})
    assert same == EMPTY
    assert state_hash(same) == state_hash(EMPTY)
    assert len(state_hash(EMPTY)) == 64
    assert state_hash(EMPTY.model_copy(update={"on_hold": True})) != state_hash(EMPTY)


def test_equal_states_do_not_differ() -> None:
    dossier = folded(journal(adding(LAW), DossierPatch(add_answers=(ANSWER,))))
    found = compare(dossier, dossier.model_copy(update={"id": "dos-fedcba98", "version": 9}))
    assert found == Comparison()
    assert found.is_empty


def test_what_differs_is_named() -> None:
    newer = law("6:7", "acht weken").model_copy(update={"id": "BWBR0005537/6:7@2025-01-01"})
    a = folded(journal(adding(LAW, THIRD), DossierPatch(add_answers=(ANSWER,))))
    b = adding(newer, OTHER_LAW, THIRD.model_copy(update={"content": "anders"})).apply(EMPTY)
    b = DossierPatch(unselect_ids=(THIRD.id,), as_of=date(2025, 1, 1)).apply(b)
    found = compare(a, b)
    assert [one.id for one in found.sources_only_in_a] == [LAW.id]
    assert [one.id for one in found.sources_only_in_b] == [newer.id, OTHER_LAW.id]
    assert found.other_text == (SourceLine(id=THIRD.id, title=THIRD.title),)
    assert [one.id for one in found.selected_only_in_a] == [LAW.id, THIRD.id]
    assert [one.id for one in found.selected_only_in_b] == [newer.id, OTHER_LAW.id]
    assert found.versions == (SourceVersions(title=LAW.title, a=(LAW.id,), b=(newer.id,)),)
    assert [one.question for one in found.answers_only_in_a] == ["hoe lang?"]
    assert found.answers_only_in_b == ()
    assert found.as_of == (None, date(2025, 1, 1))
    assert not found.is_empty


def test_the_log_holds_no_personal_data() -> None:
    texts = ("My BSN is 123456782", "Again: 123456782, and mail me at a@example.org")
    first, second = log(journal(*map(saying, texts)))
    assert first.message == "My BSN is <bsn-1>"
    assert second.message == "Again: <bsn-1>, and mail me at <email-1>"


def test_a_turn_is_one_line_of_the_log_whatever_it_asked() -> None:
    asked = Clarification(reason="vague", type="choice", question="Which one?\n\n- This\n- That")
    (line,) = log(journal(asking(EMPTY, asked)))
    assert log_text(line, WORDINGS["en"]).endswith("asked: Which one? - This - That")
