"""Artifacts, kinds that nobody here knows, and how a turn ended: kept as they are, and only where there are any."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from src.desks.catalogue import answer_rules, presenter_of
from src.dossier import chain
from src.dossier.history import undo_patch
from src.dossier.journal import JournalEntry, Outcome, Turn, fold
from src.dossier.json_store import JsonStore
from src.dossier.models import (
    DEEPEST_ARTIFACT,
    LARGEST_ARTIFACT,
    Artifact,
    Dossier,
    OpaqueSource,
    json_of,
)
from src.dossier.patch import DossierPatch
from src.dossier_service import DossierService
from src.export import pack
from tests.dossier.strategies import EMPTY, OBSERVED, OPAQUE, POOL
from tests.dossier.turns import DATA, DOSSIER, changing, saying, stored, unsynced
from tests.fakes import MemoryStore

PLAN = Artifact(id="p", kind="plan", title="Plan", data={"steps": [1, 2.50, None, {"é": "x"}]})
FORM = Artifact(id="q", kind="clarification", data={"question": "Which one?", "pending": True})


def nested(levels: int) -> dict[str, JsonValue]:
    data: dict[str, JsonValue] = {}
    for _ in range(levels - 1):
        data = {"in": data}
    return data


@pytest.mark.parametrize(
    "data",
    [
        {"n": float("nan")},
        {"n": [float("inf")]},
        {"half": "\ud800"},
        {"much": "x" * LARGEST_ARTIFACT},
        {"a tuple": (1, 2)},
        {1: "a number for a name"},
        nested(DEEPEST_ARTIFACT + 1),
    ],
    ids=lambda data: str(data)[:20],
)
def test_data_that_would_not_come_back_as_it_is_is_refused(data: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        Artifact(id="a", kind="draft", data=data)


@pytest.mark.parametrize("kind", ["", "Draft", "a draft", "1", "é", "x" * 65, "draft\n"])
def test_a_kind_is_a_lower_case_word(kind: str) -> None:
    with pytest.raises(ValidationError):
        Artifact(id="a", kind=kind)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), json_values, max_size=3))
def test_any_data_comes_back_as_it_is(data: dict[str, JsonValue]) -> None:
    artifact = Artifact(id="a", kind="draft", data=data)
    again = Artifact.model_validate_json(json_of(artifact))
    assert again == artifact
    assert json_of(again) == json_of(artifact)


async def test_data_as_deep_as_it_may_be_is_read_again(tmp_path: Path) -> None:
    deep = Artifact(id="deep", kind="draft", data=nested(DEEPEST_ARTIFACT))
    store = JsonStore(tmp_path, sync=unsynced)
    await store.commit(changing(DossierPatch(put_artifacts=(deep,))))
    await store.rewrite(DOSSIER, lambda lines: lines)
    assert await JsonStore(tmp_path, sync=unsynced).load(DOSSIER) == fold(
        await store.journal(DOSSIER)
    )


def test_what_has_no_artifacts_is_stored_as_it_was_before_there_were_any() -> None:
    turn = saying("a")
    for value in (EMPTY, turn.patch, turn):
        assert not {"artifacts", "put_artifacts", "remove_artifact_ids", "outcome"} & set(
            json.loads(json_of(value))
        )
    for path in sorted(DATA.glob("schema_1/*.jsonl")):
        for data in path.read_bytes().splitlines(keepends=True):
            assert chain.written(chain.read(1, data)).count(b"artifact") == 0


def test_an_unknown_kind_is_written_as_it_was_read() -> None:
    dossier = DossierPatch(add_sources=(OPAQUE, OBSERVED), put_artifacts=(PLAN,)).apply(EMPTY)
    again = Dossier.model_validate_json(json_of(dossier))
    assert again == dossier
    assert json_of(again) == json_of(dossier)
    opaque = again.sources[0]
    assert isinstance(opaque, OpaqueSource)
    assert opaque.model_extra == {"pages": [1, {"of": 2.5}], "printer": None}
    assert (opaque.reference, opaque.version_of, opaque.is_private) == ("", "", False)


async def test_unknown_kinds_go_through_undo_pack_and_state_to_the_same_bytes(
    tmp_path: Path,
) -> None:
    store = JsonStore(tmp_path, sync=unsynced)
    unknown = PLAN.model_copy(update={"kind": "kind-of-a-later-day"})
    await store.commit(
        changing(DossierPatch(add_sources=(OPAQUE, POOL[0]), put_artifacts=(unknown,)))
    )
    made = await store.load(DOSSIER)
    assert made is not None
    for _ in range(2):
        entries = await store.journal(DOSSIER)
        undo = changing(undo_patch(entries, 1)).model_copy(update={"based_on": len(entries)})
        await store.commit(undo)
        gone = await store.load(DOSSIER)
        assert gone is not None
        assert (gone.sources, gone.artifacts) == ((), ())
        await DossierService(store, answer_rules, presenter_of, author=lambda: "anna").redo(DOSSIER)
    back = await store.load(DOSSIER)
    assert back is not None
    assert back.sources == made.sources
    assert [json_of(one) for one in back.artifacts] == [json_of(unknown)]
    packed = await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)
    opened = pack.opened(packed)
    assert opened.dossier == back
    copy = MemoryStore()
    await copy.rewrite(DOSSIER, lambda _: opened.lines)
    assert await DossierService(copy, answer_rules, presenter_of).pack(DOSSIER) == packed
    await store.rewrite(DOSSIER, lambda lines: lines)
    assert stored(tmp_path / f"{DOSSIER}.json") == back


@pytest.mark.parametrize(
    ("patch", "said", "ended"),
    [
        (DossierPatch(), None, "done"),
        (DossierPatch(add_sources=POOL[:1], select_ids=(POOL[0].id,)), None, "done"),
        (DossierPatch(shown_selection=()), None, "done"),
        (DossierPatch(shown_selection=(POOL[0].id,)), None, "request"),
        (DossierPatch(put_artifacts=(PLAN,)), None, "done"),
        (DossierPatch(put_artifacts=(PLAN, FORM)), None, "request"),
        (
            DossierPatch(
                put_artifacts=(FORM.model_copy(update={"data": {**FORM.data, "pending": False}}),)
            ),
            None,
            "done",
        ),
        (DossierPatch(put_artifacts=(FORM,)), "fail", "fail"),
        (DossierPatch(), "continue", "continue"),
    ],
)
async def test_how_a_turn_ended_is_as_was_said_else_as_it_looks(
    patch: DossierPatch, said: Outcome | None, ended: Outcome
) -> None:
    store = MemoryStore()
    turn = changing(patch).model_copy(update={"outcome": said})
    (entry,) = await _committed(store, turn)
    assert (entry.outcome, entry.turn_outcome) == (said, ended)
    (line,) = await store.lines(DOSSIER)
    assert (b'"outcome":"' in line) == (said is not None)


async def _committed(store: MemoryStore, turn: Turn) -> list[JournalEntry]:
    await store.commit(turn)
    return await store.journal(DOSSIER)
