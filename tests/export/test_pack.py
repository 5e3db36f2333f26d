"""A pack: the same bytes every time, all of the dossier in it, and no byte of it changed unnoticed."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.catalogue import answer_rules, presenter_of
from src.dossier.models import Dossier, Message
from src.dossier.patch import DossierPatch
from src.dossier_service import DossierService
from src.errors import JournalBroken, PackRefused
from src.export import pack
from src.export.pack import (
    JOURNAL,
    MANIFEST,
    MEMO,
    SCHEMA,
    STATE,
    Manifest,
    archived,
    described,
    opened,
    seal_of,
    written,
)
from tests.dossier.turns import DOSSIER, changing
from tests.export.test_compose import FOUND, GOOD, RULING, TERM, answer
from tests.fakes import MemoryStore

Members = dict[str, bytes]


async def stored() -> MemoryStore:
    store = MemoryStore()
    secret = Message(role="user", content="Mevrouw Zonnebloem heeft een kat.")
    for patch in (
        FOUND,
        DossierPatch(add_messages=(secret,)),
        DossierPatch(add_answers=(answer(GOOD),)),
    ):
        words = patch.add_messages[0].content if patch.add_messages else "ja"
        await store.commit(changing(patch, words))
    return store


@pytest.fixture
async def sound() -> bytes:
    return await DossierService(await stored(), answer_rules, presenter_of).pack(DOSSIER)


def members_of(pack: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def resealed(members: Mapping[str, bytes], **fields: object) -> bytes:
    """Return a pack of these members whose manifest is right, as a forger would make it."""
    old = Manifest.model_validate_json(members[MANIFEST])
    parts = {name: described(data) for name, data in members.items() if name != MANIFEST}
    new = old.model_copy(update={"members": parts, **fields})
    sealed = new.model_copy(update={"seal": seal_of(new)})
    return archived({**members, MANIFEST: written(sealed)}, compressed=False)


def refused(data: bytes) -> tuple[str, str]:
    with pytest.raises(PackRefused) as error:
        opened(data)
    return error.value.details["problem"], error.value.details["member"]


async def test_a_pack_holds_the_dossier_and_its_journal_byte_for_byte() -> None:
    store = await stored()
    sound = await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)
    found = opened(sound)
    assert found.lines == await store.lines(DOSSIER)
    assert found.dossier == await store.load(DOSSIER)
    assert await DossierService(store, answer_rules, presenter_of).pack(DOSSIER) == sound
    members = members_of(sound)
    assert set(members) == {
        *(MANIFEST, JOURNAL, STATE, MEMO),
        *("sources/1.json", "sources/2.json", "receipts/a3.json"),
    }
    assert json.loads(members["sources/1.json"])["content"] == TERM.content
    assert json.loads(members["sources/2.json"])["id"] == RULING.id
    assert TERM.content.encode() in members[MEMO]
    manifest = json.loads(members[MANIFEST])
    told = {name: one["sha256"] for name, one in manifest["members"].items()}
    assert told == {
        name: hashlib.sha256(data).hexdigest() for name, data in members.items() if name != MANIFEST
    }


async def test_a_dossier_without_an_answer_can_be_packed() -> None:
    store = MemoryStore()
    await store.commit(changing(FOUND))
    made = await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)
    assert opened(made).dossier.version == 1
    assert MEMO not in members_of(made)


async def test_what_was_forgotten_is_not_in_a_pack() -> None:
    store = await stored()
    assert b"Zonnebloem" in await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)
    await DossierService(store, answer_rules, presenter_of).forget(DOSSIER, [2])
    made = await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)
    assert b"Zonnebloem" not in made
    assert opened(made).dossier == await store.load(DOSSIER)


@given(st.data())
async def test_a_changed_byte_anywhere_is_refused_and_its_part_is_named(
    data: st.DataObject,
) -> None:
    sound = await DossierService(await stored(), answer_rules, presenter_of).pack(DOSSIER)
    place = data.draw(st.integers(0, len(sound) - 1))
    bit = data.draw(st.integers(0, 7))
    changed = bytearray(sound)
    changed[place] ^= 1 << bit
    _, member = refused(bytes(changed))
    with zipfile.ZipFile(io.BytesIO(sound)) as archive:
        within = [
            one.filename
            for one in archive.infolist()
            if 30 <= place - one.header_offset - len(one.filename) < 30 + one.file_size
        ]
    if within:
        assert member == within[0]


@pytest.mark.parametrize("cut", [0, 1, 100, -1, -22])
def test_a_piece_of_a_pack_is_none(sound: bytes, cut: int) -> None:
    assert refused(sound[:cut])[0] in ("no_zip", "part_changed")


def test_something_before_or_behind_a_pack_is_refused(sound: bytes) -> None:
    for more in (sound + b"x", b"x" + sound, sound + sound):
        assert refused(more)[0] in ("no_zip", "part_changed")


def without(name: str) -> Callable[[Members], Members]:
    return lambda members: {one: data for one, data in members.items() if one != name}


def plus(name: str, data: bytes = b"x") -> Callable[[Members], Members]:
    return lambda members: {**members, name: data}


@pytest.mark.parametrize(
    ("change", "problem", "member"),
    [
        (without(MANIFEST), "part_missing", MANIFEST),
        (without(JOURNAL), "part_missing", JOURNAL),
        (without("sources/2.json"), "part_missing", "sources/2.json"),
        (without(MEMO), "part_missing", MEMO),
        (plus("sources/3.json"), "part_foreign", "sources/3.json"),
        (plus(MEMO, b"<script>alert(1)</script>"), "part_changed", MEMO),
        (plus("../../etc/passwd"), "bad_name", "'../../etc/passwd'"),
        (plus("/etc/passwd"), "bad_name", "'/etc/passwd'"),
        (plus("sources/..\\x.json"), "bad_name", "'sources/..\\\\x.json'"),
        (plus("run.exe"), "bad_name", "'run.exe'"),
        (plus("sources/\u202e1.json"), "bad_name", "'sources/\\u202e1.json'"),
        (plus(MANIFEST, b"{}"), "bad_manifest", MANIFEST),
        (plus(MANIFEST, b"[" * 100_000), "bad_manifest", MANIFEST),
        (plus(MANIFEST, b'{"format": "tess-pack", "schema_version": 99}'), "newer", MANIFEST),
    ],
)
def test_what_is_not_as_it_was_sealed_is_refused(
    sound: bytes, change: Callable[[Members], Members], problem: str, member: str
) -> None:
    assert refused(archived(change(members_of(sound)), compressed=False)) == (problem, member)


def test_a_changed_manifest_breaks_the_seal(sound: bytes) -> None:
    members = members_of(sound)
    members[MANIFEST] = members[MANIFEST].replace(b'"version": 3', b'"version": 4')
    assert refused(archived(members, compressed=False)) == ("seal_broken", MANIFEST)


def test_a_forger_who_seals_anew_must_make_it_fit(sound: bytes) -> None:
    members = members_of(sound)
    assert opened(resealed(members)).dossier.id == DOSSIER
    state = Dossier.model_validate_json(members[STATE])
    forged = written(state.model_copy(update={"conversation": ()}))
    assert refused(resealed({**members, STATE: forged})) == ("does_not_fit", STATE)
    source = members["sources/1.json"].replace(b"zes weken", b"elf weken")
    assert refused(resealed({**members, "sources/1.json": source}))[1] == "sources/1.json"
    assert refused(resealed(without("sources/2.json")(members)))[1] == "sources/2.json"
    assert refused(resealed({**members, "sources/3.json": source}))[1] == "sources/3.json"
    assert refused(resealed(members, version=9)) == ("does_not_fit", MANIFEST)
    assert refused(resealed({**members, STATE: b"{}"})) == ("does_not_fit", STATE)
    newer = members[STATE].replace(b'"schema_version": 1', b'"schema_version": 9')
    assert refused(resealed({**members, STATE: newer})) == ("newer", STATE)
    assert refused(resealed(members, schema_version=SCHEMA + 1)) == ("newer", MANIFEST)
    journal = members[JOURNAL].replace(b"Zonnebloem", b"Klaproosje")
    with pytest.raises(JournalBroken) as broken:
        opened(resealed({**members, JOURNAL: journal}))
    assert broken.value.details["entry"] == "2"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"author": "', b'"author": "x'),
        (b'"journal_line": "', b'"journal_line": "0'),
        (b'"model": "', b'"model": "other-'),
        (b'"receipt": null', b'"receipts": null'),
        (b'"answer": "a3"', b'"answer": "a4"'),
        (b'"recorded": false', b'"recorded": true'),
    ],
)
def test_a_receipt_that_is_not_the_journals_is_refused(
    sound: bytes, old: bytes, new: bytes
) -> None:
    members = members_of(sound)
    receipt = members["receipts/a3.json"]
    assert old in receipt
    forged = {**members, "receipts/a3.json": receipt.replace(old, new, 1)}
    assert refused(resealed(forged)) == ("does_not_fit", "receipts/a3.json")


def test_every_answer_has_its_receipt_in_a_pack_and_nothing_else_has(sound: bytes) -> None:
    members = members_of(sound)
    assert refused(resealed(without("receipts/a3.json")(members))) == (
        "does_not_fit",
        "receipts/a3.json",
    )
    more = {**members, "receipts/a4.json": members["receipts/a3.json"]}
    assert refused(resealed(more)) == ("does_not_fit", "receipts/a4.json")
    assert refused(resealed({**members, JOURNAL: b""})) == ("does_not_fit", "receipts/a3.json")


def test_what_is_compressed_is_refused_before_it_unfolds(sound: bytes) -> None:
    bomb = {**members_of(sound), "sources/3.json": b"0" * 50_000_000}
    packed = archived(bomb, compressed=True)
    assert len(packed) < 200_000
    assert refused(packed)[0] == "squeezed"


def test_a_part_that_is_there_twice_is_refused(sound: bytes) -> None:
    buffer = io.BytesIO(sound)
    with (
        pytest.warns(UserWarning, match="Duplicate name"),
        zipfile.ZipFile(buffer, "a") as archive,
    ):
        archive.writestr(STATE, b"{}")
    assert refused(buffer.getvalue()) == ("twice", STATE)


def test_what_is_too_large_or_has_too_many_parts_is_refused(
    sound: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack, "MOST_MEMBERS", 3)
    assert refused(sound)[0] == "too_many"
    monkeypatch.setattr(pack, "LARGEST", 1000)
    assert refused(sound) == ("too_large", "pack")


async def test_a_pack_that_could_not_be_opened_is_not_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = await stored()
    monkeypatch.setattr(pack, "LARGEST", 1000)
    with pytest.raises(PackRefused):
        await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_be_refused(data: bytes) -> None:
    assert refused(data)[0] == "no_zip"
