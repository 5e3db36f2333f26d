"""The wrapper by itself: it shows each tenant its own, and nothing to who is nobody."""

from collections.abc import Callable
from pathlib import Path

import pytest

from src.dossier.blobs import sha256_of
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier.store import DossierQuery
from src.errors import UnknownDossier
from src.identity.caller import LOCAL, Caller, calling, current, identified, is_known
from src.identity.owned_store import OwnedStore
from tests.dossier.turns import DOSSIER, OTHER, PIXELS, picturing, saying
from tests.fakes import MemoryStore

ANNA, BERT = Caller("anna", "acme"), Caller("bert", "breda")


async def test_what_is_anothers_is_not_there() -> None:
    kept = MemoryStore()
    anna, bert = OwnedStore(kept, lambda: ANNA), OwnedStore(kept, lambda: BERT)
    await anna.commit(saying("geheim", "m-1"))
    await anna.commit(picturing(), [PIXELS])
    assert await anna.blob(DOSSIER, sha256_of(PIXELS)) == PIXELS
    assert await bert.blob(DOSSIER, sha256_of(PIXELS)) is None
    assert await bert.load(DOSSIER) is None
    assert await bert.find(DOSSIER, "m-1") is None
    assert (await bert.journal(DOSSIER), await bert.lines(DOSSIER)) == ([], [])
    assert (await summaries(bert), await bert.ids()) == ([], [])
    with pytest.raises(UnknownDossier):
        await bert.rewrite(DOSSIER, lambda lines: lines)
    for turn in (saying("geheim", "m-1"), saying("anders", "m-1"), saying("anders")):
        with pytest.raises(UnknownDossier):
            await bert.commit(turn)
    assert len(await kept.journal(DOSSIER)) == 2
    assert [one.id for one in await summaries(anna)] == [DOSSIER]
    assert await anna.ids() == [DOSSIER]


async def test_what_is_nobodys_is_no_tenants() -> None:
    kept = MemoryStore()
    await kept.commit(saying("van voor er tokens waren"))
    anna = OwnedStore(kept, lambda: ANNA)
    assert await anna.load(DOSSIER) is None
    with pytest.raises(UnknownDossier):
        await anna.commit(saying("nu van mij"))


async def test_only_ones_own_dossiers_are_erased() -> None:
    kept, whose = MemoryStore(), [ANNA]
    store = OwnedStore(kept, lambda: whose[0])
    await store.commit(saying("van acme"))
    whose[0] = BERT
    await store.commit(saying("van een ander", dossier_id=OTHER))
    assert [one async for one in store.erase(lambda *_: True)] == [OTHER]
    assert [one.id for one in await summaries(kept)] == [DOSSIER]


async def test_what_can_not_be_read_is_not_there_either(tmp_path: Path) -> None:
    (tmp_path / f"{DOSSIER}.json").write_bytes(b"{")
    anna = OwnedStore(JsonStore(tmp_path), lambda: ANNA)
    assert await anna.load(DOSSIER) is None
    with pytest.raises(UnknownDossier):
        await anna.commit(saying("nu van mij"))


async def test_once_a_dossier_is_somebodys_it_stays_so() -> None:
    kept = MemoryStore()
    await kept.commit(saying("eerst"))
    for tenant in ("acme", "breda", ""):
        await kept.commit(saying("verder").model_copy(update={"tenant": tenant}))
    found = await kept.load(DOSSIER)
    assert found is not None
    assert found.tenant == "acme"


@pytest.mark.parametrize("whose", [identified, lambda: LOCAL])
async def test_who_has_not_said_who_they_are_gets_nothing(whose: Callable[[], Caller]) -> None:
    store = OwnedStore(MemoryStore(), whose)
    for work in (
        store.load(DOSSIER),
        store.commit(saying("x")),
        store.find(DOSSIER, "m"),
        store.journal(DOSSIER),
        store.lines(OTHER),
        store.blob(DOSSIER, sha256_of(PIXELS)),
        store.rewrite(DOSSIER, lambda lines: lines),
        store.page(DossierQuery(), "", 50),
        store.ids(),
    ):
        with pytest.raises(LookupError):
            await work


def test_a_caller_is_known_for_as_long_as_it_lasts() -> None:
    assert (current(), is_known()) == (LOCAL, False)
    with calling(ANNA):
        assert (current(), identified(), is_known()) == (ANNA, ANNA, True)
    assert (current(), is_known()) == (LOCAL, False)
