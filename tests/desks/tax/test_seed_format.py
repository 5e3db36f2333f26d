"""Dossiers of the original program, and of every schema that was released, open and go on."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from src.desks.tax.seed_format import read
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.journal import fold
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from tests.dossier.failing import FailingSync
from tests.dossier.turns import DATA, changing, kept, said, saying, stored, unsynced

SEED = "dos-a1b2c3d4"
ARTICLE, OTHER_ARTICLE, AWB, RULING = (
    "title:Wet op de omzetbelasting 1968, artikel 2",
    "title:Wet op de omzetbelasting 1968, artikel 9",
    "title:Algemene wet bestuursrecht, artikel 6:7",
    "title:ECLI:NL:HR:2000:TEST",
)
KEPT_SCHEMA_1 = "dos-00000000000000000000000000000001"


@pytest.fixture
def store(tmp_path: Path) -> JsonStore:
    return JsonStore(tmp_path, sync=unsynced, foreign=[read])


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return kept("seed_dossier.json", tmp_path).rename(tmp_path / f"{SEED}.json")


def seeded(folder: Path, **fields: Any) -> None:
    (folder / f"{SEED}.json").write_text(json.dumps({"dossier_id": SEED} | fields))


async def loaded(store: JsonStore, dossier_id: str = SEED) -> Dossier:
    dossier = await store.load(dossier_id)
    assert dossier is not None
    return dossier


async def test_seed_opens_with_its_whole_conversation(store: JsonStore, seed: Path) -> None:
    before = seed.read_bytes()
    dossier = await loaded(store)
    wanted = [(one["role"], one["content"]) for one in json.loads(before)["conversation"]]
    assert [(one.role, one.content) for one in dossier.conversation] == wanted
    assert (dossier.id, dossier.desk, dossier.version) == (SEED, "tax", 0)
    assert await store.journal(SEED) == []
    assert seed.read_bytes() == before


async def test_seed_keeps_its_sources_and_selection_without_ghosts(
    store: JsonStore, seed: Path
) -> None:
    dossier = await loaded(store)
    assert [(type(one), one.id) for one in dossier.sources] == [
        (Legislation, ARTICLE),
        (Legislation, OTHER_ARTICLE),
        (Legislation, AWB),
        (CaseLaw, RULING),
    ]
    assert dossier.sources[3].content.endswith("“aanhalingstekens” en €.")
    assert dossier.sources[2].content == ""
    assert dossier.selected_ids == (ARTICLE, RULING)
    assert not dossier.selection_was_shown


async def test_seed_is_listed(store: JsonStore, seed: Path) -> None:
    (summary,) = await summaries(store)
    assert (summary.id, summary.title) == (SEED, "What is the VAT rate on goods?")


async def test_seed_survives_its_first_turn(store: JsonStore, seed: Path) -> None:
    before = await loaded(store)
    committed = await store.commit(saying("And services?", "m-1", SEED))
    assert said(committed.dossier.conversation) == [*said(before.conversation), "And services?"]
    assert committed.dossier == before.model_copy(
        update={"version": 2, "conversation": committed.dossier.conversation}
    )
    entries = await store.journal(SEED)
    assert [(one.author, one.version) for one in entries] == [("import", 1), ("local", 2)]
    assert entries[0].request is None
    assert fold(entries) == committed.dossier
    assert stored(seed) == committed.dossier
    assert await store.commit(saying("And services?", "m-1", SEED)) == committed.model_copy(
        update={"repeated": True}
    )


async def test_seed_whose_state_was_not_replaced_is_not_doubled(tmp_path: Path, seed: Path) -> None:
    store = JsonStore(tmp_path, sync=FailingSync(fails_for=".tmp"), foreign=[read])
    before = await loaded(store)
    committed = await store.commit(saying("And services?", dossier_id=SEED))
    assert "conversation" in json.loads(seed.read_bytes())
    os.utime(seed, (1, 1))  # a copy may have any time
    assert await loaded(store) == committed.dossier
    await store.commit(saying("And food?", dossier_id=SEED))
    dossier = await loaded(store)
    assert said(dossier.conversation) == [
        *said(before.conversation),
        "And services?",
        "And food?",
    ]
    assert fold(await store.journal(SEED)) == dossier


async def test_seed_that_dies_before_its_first_line_is_a_seed_still(
    tmp_path: Path, seed: Path
) -> None:
    before = seed.read_bytes()
    (tmp_path / f"{SEED}.jsonl").write_bytes(b'{"dossier_id":"dos-a1b2')
    store = JsonStore(tmp_path, sync=unsynced, foreign=[read])
    assert len((await loaded(store)).conversation) == 4
    assert seed.read_bytes() == before
    assert len((await store.commit(saying("on", dossier_id=SEED))).dossier.conversation) == 6


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"conversation": []},
        {"selected_ids": ["a ghost"], "legislation": [], "case_law": []},
        {"an unknown field": {"of": ["any", "shape"]}},
    ],
)
async def test_sparse_seed_opens_and_goes_on(
    store: JsonStore, tmp_path: Path, fields: dict[str, Any]
) -> None:
    seeded(tmp_path, **fields)
    dossier = await loaded(store)
    assert (dossier.conversation, dossier.sources, dossier.selected_ids) == ((), (), ())
    committed = await store.commit(saying("a", dossier_id=SEED))
    assert said(committed.dossier.conversation) == ["a"]
    assert fold(await store.journal(SEED)) == await loaded(store)


async def test_law_and_ruling_under_one_title_are_both_kept(
    store: JsonStore, tmp_path: Path
) -> None:
    law, ruling = {"title": "one", "content": "law"}, {"title": "one", "content": "ruling"}
    seeded(tmp_path, legislation=[law], case_law=[ruling], selected_ids=["one"])
    dossier = await loaded(store)
    assert [(one.kind, one.content) for one in dossier.selected] == [
        ("legislation", "law"),
        ("case_law", "ruling"),
    ]


async def test_ghost_of_a_seed_can_not_be_selected_later(store: JsonStore, seed: Path) -> None:
    ghost = "title:Wet op de omzetbelasting 1968, artikel 99"
    committed = await store.commit(changing(DossierPatch(select_ids=(ghost,)), dossier_id=SEED))
    assert committed.dossier.selected_ids == (ARTICLE, RULING)


async def test_kept_dossier_of_schema_1_opens_and_goes_on(tmp_path: Path) -> None:
    shutil.copytree(DATA / "schema_1", tmp_path, dirs_exist_ok=True)
    store = JsonStore(tmp_path, sync=unsynced, foreign=[read])
    dossier = await loaded(store, KEPT_SCHEMA_1)
    assert said(dossier.conversation) == ["Hoe lang is de termijn?", "Ja.", "Dank — “echt” 🙂\n"]
    assert [one.kind for one in dossier.sources] == ["legislation", "case_law"]
    assert [one.conclusion for one in dossier.answers] == ["Zes weken."]
    assert dossier.selection_was_shown
    assert fold(await store.journal(KEPT_SCHEMA_1)) == dossier
    found = await store.find(KEPT_SCHEMA_1, "m-2")
    assert found is not None
    assert found.dossier.version == 2
    committed = await store.commit(saying("on", dossier_id=KEPT_SCHEMA_1))
    assert committed.dossier.version == 4
    assert fold(await store.journal(KEPT_SCHEMA_1)) == committed.dossier
