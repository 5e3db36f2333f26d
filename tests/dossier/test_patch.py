"""The laws of a patch."""

from hypothesis import given
from hypothesis import strategies as st

from src.dossier.models import Answer, Dossier
from src.dossier.patch import DossierPatch, merged
from tests.dossier.strategies import EMPTY, POOL, TWINS, dossiers, grown, inverses, patches

FIRST, SECOND = POOL[:2]
BOTH = DossierPatch(add_sources=(FIRST, SECOND), select_ids=(FIRST.id, SECOND.id))


def answer(*source_ids: str) -> Answer:
    return Answer(
        question="hoe lang?",
        language="nl",
        claims=(),
        conclusion="zes weken",
        source_ids=source_ids,
        model="none",
        based_on_version=1,
    )


@given(dossiers, patches)
def test_apply_is_total_and_leaves_its_operands_alone(
    dossier: Dossier, patch: DossierPatch
) -> None:
    before = (dossier.model_dump_json(), patch.model_dump_json())
    first = patch.apply(dossier)
    assert (dossier.model_dump_json(), patch.model_dump_json()) == before
    assert patch.apply(dossier) == first
    assert Dossier.model_validate_json(first.model_dump_json()) == first


@given(dossiers)
def test_empty_patch_changes_nothing(dossier: Dossier) -> None:
    assert DossierPatch().apply(dossier) == dossier


@given(dossiers, patches)
def test_nothing_that_was_there_is_lost(dossier: Dossier, patch: DossierPatch) -> None:
    after = patch.apply(dossier)
    assert after.conversation == dossier.conversation + patch.add_messages
    assert after.sources[: len(dossier.sources)] == dossier.sources
    assert after.answers[: len(dossier.answers)] == dossier.answers
    assert len(after.answers) == len(dossier.answers) + len(patch.add_answers)


@given(dossiers, patches)
def test_identity_is_no_business_of_a_patch(dossier: Dossier, patch: DossierPatch) -> None:
    mine = {"id", "desk", "version", "created_at", "schema_version"}
    assert patch.apply(dossier).model_dump(include=mine) == dossier.model_dump(include=mine)


@given(dossiers, patches)
def test_selection_holds_sources_of_the_dossier_once_and_in_their_order(
    dossier: Dossier, patch: DossierPatch
) -> None:
    after = patch.apply(dossier)
    chosen = set(after.selected_ids)
    assert after.selected_ids == tuple(one.id for one in after.sources if one.id in chosen)
    assert after.selected + after.unselected == tuple(
        sorted(after.sources, key=lambda one: one.id not in chosen)
    )


@given(dossiers, patches)
def test_selection_is_what_was_selected_minus_plus(dossier: Dossier, patch: DossierPatch) -> None:
    after = patch.apply(dossier)
    known = {source.id for source in after.sources}
    wanted = (set(dossier.selected_ids) - set(patch.unselect_ids)) | set(patch.select_ids)
    assert set(after.selected_ids) == wanted & known


@given(dossiers, patches)
def test_two_sources_with_one_id_are_the_first_one(dossier: Dossier, patch: DossierPatch) -> None:
    after = patch.apply(dossier)
    offered = dossier.sources + patch.add_sources
    assert len({source.id for source in after.sources}) == len(after.sources)
    assert {one.id for one in after.sources} == {one.id for one in offered}
    for source in after.sources:
        assert source == next(one for one in offered if one.id == source.id)


@given(dossiers, patches)
def test_answer_is_marked_with_the_sources_that_are_not_selected_any_more(
    dossier: Dossier, patch: DossierPatch
) -> None:
    after = patch.apply(dossier)
    for given_answer, kept in zip(
        patch.add_answers, after.answers[len(dossier.answers) :], strict=True
    ):
        gone = tuple(one for one in given_answer.source_ids if one not in after.selected_ids)
        assert kept == given_answer.model_copy(update={"sources_since_removed": gone})


def test_id_both_selected_and_unselected_ends_selected() -> None:
    both = DossierPatch(select_ids=(FIRST.id,), unselect_ids=(FIRST.id, SECOND.id))
    assert both.apply(BOTH.apply(EMPTY)).selected_ids == (FIRST.id,)


def test_an_id_of_no_source_is_not_selected() -> None:
    patch = DossierPatch(select_ids=("nowhere", FIRST.id))
    after = patch.apply(BOTH.apply(EMPTY))
    assert after.selected_ids == (FIRST.id, SECOND.id)


def test_source_that_comes_again_keeps_its_text_and_place() -> None:
    again = DossierPatch(add_sources=(TWINS[1], TWINS[0]))
    assert again.apply(BOTH.apply(EMPTY)).sources == (FIRST, SECOND)


def test_answer_whose_source_another_turn_removed_is_kept_and_marked() -> None:
    removed = DossierPatch(unselect_ids=(SECOND.id,)).apply(BOTH.apply(EMPTY))
    late = DossierPatch(add_answers=(answer(FIRST.id, SECOND.id),)).apply(removed)
    assert [one.sources_since_removed for one in late.answers] == [(SECOND.id,)]


def test_answer_with_all_its_sources_is_not_marked() -> None:
    dossier = DossierPatch(add_answers=(answer(FIRST.id),)).apply(BOTH.apply(EMPTY))
    assert dossier.answers == (answer(FIRST.id),)


def test_changed_selection_has_not_been_shown() -> None:
    shown = DossierPatch(shown_selection=(FIRST.id, SECOND.id)).apply(BOTH.apply(EMPTY))
    assert shown.selection_was_shown
    assert DossierPatch(unselect_ids=(FIRST.id,)).apply(shown).selection_was_shown  # a part of it
    assert not BOTH.apply(EMPTY).selection_was_shown
    less = DossierPatch(shown_selection=(FIRST.id,)).apply(BOTH.apply(EMPTY))
    assert not less.selection_was_shown


@given(dossiers, st.lists(patches, max_size=4))
def test_merged_patches_add_and_set_as_one_after_the_other(
    dossier: Dossier, several: list[DossierPatch]
) -> None:
    at_once = merged(several).apply(dossier)
    in_turn = dossier
    for patch in several:
        in_turn = patch.apply(in_turn)
    alike = {"conversation", "sources", "shown_selection", "language", "as_of"}
    assert at_once.model_dump(include=alike) == in_turn.model_dump(include=alike)
    unmarked = {"answers": {"__all__": {"sources_since_removed"}}}
    assert at_once.model_dump(include={"answers"}, exclude=unmarked) == in_turn.model_dump(
        include={"answers"}, exclude=unmarked
    )


@given(dossiers, st.lists(patches | inverses, max_size=4))
def test_merged_patches_put_and_remove_artifacts_as_one_after_the_other(
    dossier: Dossier, several: list[DossierPatch]
) -> None:
    in_turn = dossier
    for patch in several:
        in_turn = patch.apply(in_turn)
    assert merged(several).apply(dossier).artifacts == in_turn.artifacts


@given(dossiers, patches | inverses)
def test_an_artifact_has_one_place_and_is_what_was_put_last(
    dossier: Dossier, patch: DossierPatch
) -> None:
    after = patch.apply(dossier).artifacts
    put = {one.id: one for one in patch.put_artifacts}
    kept = [one.id for one in dossier.artifacts if one.id not in patch.remove_artifact_ids]
    assert [one.id for one in after] == list(dict.fromkeys([*kept, *put]))
    assert all(one == put.get(one.id, dossier.artifact(one.id)) for one in after)


def untangled(history: list[DossierPatch]) -> list[DossierPatch]:
    """Return the patches with unselects that no patch selects, selects that are known by then, and no answers."""
    selects = {one for patch in history for one in patch.select_ids}
    known: set[str] = set()
    plain = []
    for patch in history:
        known |= {source.id for source in patch.add_sources}
        plain.append(
            patch.model_copy(
                update={
                    "select_ids": tuple(one for one in patch.select_ids if one in known),
                    "unselect_ids": tuple(one for one in patch.unselect_ids if one not in selects),
                    "add_answers": (),
                }
            )
        )
    return plain


@given(st.lists(patches, max_size=4))
def test_merged_patches_that_do_not_contradict_equal_one_after_the_other(
    several: list[DossierPatch],
) -> None:
    plain = untangled(several)
    assert merged(plain).apply(EMPTY) == grown(plain)


def test_of_merged_patches_that_contradict_the_last_decides() -> None:
    remove, restore = (
        DossierPatch(unselect_ids=(FIRST.id,)),
        DossierPatch(select_ids=(FIRST.id,)),
    )
    before = BOTH.apply(EMPTY)
    assert FIRST.id in merged([remove, restore]).apply(before).selected_ids
    assert FIRST.id not in merged([restore, remove]).apply(before).selected_ids


@given(st.lists(patches, max_size=3), st.lists(patches, max_size=3))
def test_merging_is_associative_and_has_the_empty_patch(
    left: list[DossierPatch], right: list[DossierPatch]
) -> None:
    assert merged([merged(left), merged(right)]) == merged([*left, *right])
    assert merged([]) == DossierPatch()
