"""What becomes of edits that two turns make at once: both stand, or the later one is refused."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.dossier import plan as plans
from src.dossier.clarification import Clarification, asking
from src.dossier.history import undo_patch
from src.dossier.journal import Erasure, JournalEntry, Turn, fold
from src.dossier.models import Artifact, Document, Dossier
from src.dossier.patch import DossierPatch
from src.dossier.plan import Operation
from src.dossier.rebasing import EditsOverlap, may_meet, merged, rebased
from src.errors import ChangedMeanwhile
from src.tools.undo import Undo
from tests.dossier.effects_rules import Write, desk_that_writes
from tests.dossier.turns import changing
from tests.fakes import START, MemoryStore, law

values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "a\n\nb"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner),
    max_leaves=8,
)


@given(values, values)
def test_an_edit_that_nobody_else_made_is_taken_as_it_is(base: Any, edited: Any) -> None:
    assert merged(base, edited, base) == edited
    assert merged(base, base, edited) == edited
    assert merged(base, edited, edited) == edited


@given(st.dictionaries(st.sampled_from("xyz"), values), values, values)
def test_edits_of_two_fields_are_both_kept(base: dict[str, Any], one: Any, other: Any) -> None:
    assert merged(base, {**base, "one": one}, {**base, "two": other}) == {
        **base,
        "one": one,
        "two": other,
    }


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "both"),
    [
        ("a", "a\n\nb", "a\n\nc", "a\n\nb\n\nc"),
        ("a", "a\nb", "a\nc", "a\nb\nc"),
        ("a", "a\n\nb\n\nd\n\ne", "a\n\nc\n\nd\n\ne", "a\n\nb\n\nd\n\ne\n\nc"),
        ([1], [1, 2], [1, 3], [1, 2, 3]),
        ([1], [1, 2], [1, 2, 3], [1, 2, 3]),
        ([1, 2], [2], [1, 2, 3], [2, 3]),
        ([1, 2], [1, 2, 3], [2], [2, 3]),
        (
            [{"id": 1, "t": "a"}, {"id": 2}],
            [{"id": 1, "t": "b"}, {"id": 2}],
            [{"id": 1, "t": "a", "u": 0}, {"id": 3}],
            [{"id": 1, "t": "b", "u": 0}, {"id": 3}],
        ),
        (
            [{"number": 1}, {"number": 2}],
            [{"number": 1}, {"number": 2}, {"number": 3}],
            [{"number": 2}, {"number": 1}],
            [{"number": 2}, {"number": 1}, {"number": 3}],
        ),
    ],
)
def test_what_both_made_is_kept(base: Any, theirs: Any, mine: Any, both: Any) -> None:
    assert merged(base, theirs, mine) == both


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "path"),
    [
        ({"t": "a"}, {"t": "b"}, {"t": "c"}, "t"),
        ({"t": ""}, {"t": "b"}, {"t": "c"}, "t"),
        ({"t": "a"}, {"t": "ab"}, {"t": "ac"}, "t"),
        ({"n": 1}, {"n": 2}, {"n": 3}, "n"),
        ({"n": 1}, {}, {"n": 3}, "n"),
        ({}, {"n": 2}, {"n": 3}, "n"),
        ([1, 2], [1, 3], [1, 4], ""),
        ([{"id": 1, "t": 1}], [], [{"id": 1, "t": 2}], "1"),
        ([{"id": 1}], [{"id": 1}, {"id": 2, "t": 1}], [{"id": 1}, {"id": 2, "t": 2}], "2"),
        (
            [{"id": 1}, {"id": 2}, {"id": 3}],
            [{"id": 2}, {"id": 1}, {"id": 3}],
            [{"id": 3}, {"id": 2}, {"id": 1}],
            "",
        ),
    ],
)
def test_where_both_changed_the_same_thing_it_is_named(
    base: Any, theirs: Any, mine: Any, path: str
) -> None:
    with pytest.raises(EditsOverlap) as overlap:
        merged(base, theirs, mine)
    assert overlap.value.path == path


# Turns


DRAFT = Artifact(id="draft", kind="draft", data={"text": "Begun.", "n": 1})


def edited(**data: Any) -> DossierPatch:
    return DossierPatch(put_artifacts=(DRAFT.model_copy(update={"data": {**DRAFT.data, **data}}),))


REMOVED = DossierPatch(remove_artifact_ids=(DRAFT.id,))


async def committed(*patches: Sequence[DossierPatch]) -> tuple[Dossier, list[JournalEntry]]:
    """Commit rounds of turns, those of a round at once."""
    store = MemoryStore(lambda: START)
    for number, at_once in enumerate(patches):
        based_on = sum(map(len, patches[:number]))
        for one in at_once:
            await store.commit(based(one, based_on))
    entries = await store.journal(based(REMOVED, 0).dossier_id)
    dossier = fold(entries)
    assert dossier is not None
    return dossier, entries


def based(patch: DossierPatch, version: int) -> Turn:
    return changing(patch).model_copy(update={"based_on": version})


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        (edited(text="Theirs."), edited(text="Mine.")),
        (REMOVED, edited(n=2)),
        (edited(n=2), REMOVED),
    ],
)
async def test_an_edit_that_meets_another_is_refused(
    theirs: DossierPatch, mine: DossierPatch
) -> None:
    with pytest.raises(ChangedMeanwhile, match="draft"):
        await committed([edited()], [theirs, mine])


async def test_of_an_artifact_that_the_turn_left_alone_the_others_stands() -> None:
    dossier, entries = await committed([edited()], [edited(n=2), edited()])
    assert dossier.artifacts == edited(n=2).put_artifacts
    dossier, entries = await committed([edited()], [REMOVED, edited()])
    assert dossier.artifacts == ()
    assert fold(entries) == dossier


async def test_what_is_new_to_both_does_not_take_the_place_of_the_other() -> None:
    with pytest.raises(ChangedMeanwhile):
        await committed([DossierPatch()], [edited(n=2), edited(n=3)])
    # What a turn takes out without ever having seen it stays.
    dossier, _ = await committed([DossierPatch()], [edited(), REMOVED])
    assert dossier.artifact("draft") is not None


async def test_two_questions_at_once_have_a_number_each() -> None:
    desk_that_writes("tax", Write())  # its kinds say that they are numbered
    dossier, _ = await committed([DossierPatch()])
    asked = [
        asking(dossier, Clarification(reason="r", type="text", question=text)) for text in "ab"
    ]
    dossier, _ = await committed([DossierPatch()], asked)
    assert [(one.id, one.data["question"]) for one in dossier.artifacts] == [
        ("clarification-2", "a"),
        ("clarification-3", "b"),
    ]


async def test_one_source_with_two_texts_is_refused() -> None:
    texts = [DossierPatch(add_sources=(law("6:7", text),)) for text in ("six", "six", "ten")]
    dossier, _ = await committed([DossierPatch()], texts[:2])
    assert len(dossier.sources) == 1
    with pytest.raises(ChangedMeanwhile):
        await committed([DossierPatch()], [texts[0], texts[2]])


async def test_a_plan_does_not_stand_on_what_changed_while_it_was_made() -> None:
    dossier, _ = await committed([edited()])
    step = Operation(
        id="1", title="Write", system="x", based_on=plans.based_on(dossier, DRAFT.id), tool="write"
    )
    planned = DossierPatch(
        put_artifacts=(plans.plan_put(dossier, "Writing", [step], "0" * 32).artifact,)
    )
    with pytest.raises(ChangedMeanwhile, match="plan"):
        await committed([edited()], [edited(n=2), planned])
    with pytest.raises(ChangedMeanwhile, match="plan"):
        await committed([edited()], [planned, edited(n=2)])
    dossier, _ = await committed([edited()], [planned], [edited(n=2)])
    assert plans.outdated(dossier, plans.plans_in(dossier)[0].plan) == [DRAFT.id]


async def test_an_undo_that_meets_an_edit_takes_nothing_back() -> None:
    _, entries = await committed([edited()], [edited(n=2)])
    undo = undo_patch(entries, 1)
    with pytest.raises(ChangedMeanwhile):
        await committed([edited()], [edited(n=2)], [edited(n=3), undo])
    dossier, _ = await committed([edited()], [edited(n=2)], [edited(n=2, text="More."), undo])
    assert dossier.artifacts == edited(text="More.").put_artifacts


async def test_an_undo_takes_back_what_its_turn_has_seen() -> None:
    store = MemoryStore(lambda: START)
    await store.commit(based(edited(), 0))
    seen = (await store.commit(based(edited(n=2), 1))).dossier
    await store.commit(based(edited(n=3), 2))
    undone = await Undo(store).execute(seen, Undo.args(turns=1))
    assert undone.patch.undoes == (2,)
    with pytest.raises(ChangedMeanwhile):
        await store.commit(based(undone.patch, seen.version))


async def test_an_edit_brings_nothing_back_that_was_erased_meanwhile() -> None:
    dossier, entries = await committed([edited()], [DossierPatch()])
    erasure = Erasure(version=1, turn=entries[0])
    entries[1] = entries[1].model_copy(update={"erases": (erasure,)})
    with pytest.raises(ChangedMeanwhile):
        rebased(based(edited(text="Begun.\n\nMore."), 1), entries, dossier)


async def test_the_journal_is_read_only_where_something_may_meet() -> None:
    dossier, _ = await committed([edited()], [edited(n=2)])
    document = Document(id="upload/1", title="a", content="b", client=True)
    said = DossierPatch(add_sources=(document,), title="Named")
    assert not may_meet(based(said, 1), dossier)
    assert not may_meet(based(edited(n=3), 2), dossier)
    assert not may_meet(based(edited(n=2), 1), dossier)
    assert may_meet(based(edited(n=3), 1), dossier)
