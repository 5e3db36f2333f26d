"""The list of stale answers, from what an index tells: the same as by reading every dossier, over every store."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from src.desks.catalogue import presenter_of
from src.desks.tax.answering import tax_answering
from src.dossier.file_index import NAME
from src.dossier.journal import JournalEntry, Turn
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier.models import Answer, Claim, Dossier, Source
from src.dossier.patch import DossierPatch
from src.dossier.postgres_store import PostgresStore
from src.dossier.store import DossierPage, DossierQuery, DossierStore
from src.review.reruns import Reruns, Stale
from tests.dossier.postgres_server import PostgresServer, started
from tests.dossier.turns import changing, erasing, saying, ticking, unsynced
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm, law

SIX, NINE = law("6:7", "Zes weken is de termijn."), law("9", "Negen jaar is de termijn.")
"""Of now, and as they are quoted."""
SEVEN = law("6:7", "Zeven weken is de termijn.")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    yield from started()


@pytest.fixture(params=["memory", "files", "database"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[DossierStore]:
    if request.param == "memory":
        yield MemoryStore()
    elif request.param == "files":
        yield JsonStore(tmp_path, ticking(), unsynced, rest=0)
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        with server.schema() as url:
            database = PostgresStore(url, ticking())
            yield database
            await database.close()


class Counting(MemoryStore):
    """The store behind it, and which dossiers were read whole; a blind one lets every dossier be read."""

    def __init__(self, store: DossierStore, *, blind: bool = False) -> None:
        super().__init__()
        self._store = store
        self._blind = blind
        self.read: list[str] = []

    async def load(self, dossier_id: str) -> Dossier | None:
        self.read.append(dossier_id)
        return await self._store.load(dossier_id)

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        return await self._store.journal(dossier_id)

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        page = await self._store.page(wanted, cursor, limit)
        return page.model_copy(update={"quotes": {}}) if self._blind else page


def reruns(store: DossierStore, *library: Source) -> Reruns:
    answering = tax_answering(ScriptedLlm(), ListRetriever(*library))
    return Reruns(store, {"tax": answering}, presenter_of)


def at(number: int) -> str:
    return f"dos-{number:08x}"


def on_top(number: int, version: int, patch: DossierPatch) -> Turn:
    turn = changing(patch, dossier_id=at(number))
    return turn.model_copy(update={"based_on": version})


def quoting(*sources: Source) -> DossierPatch:
    claims = tuple(Claim(text="", quote=one.content[:-1], source_id=one.id) for one in sources)
    answer = Answer(
        question="Hoe lang?",
        language="nl",
        claims=claims,
        conclusion="",
        source_ids=tuple(one.id for one in sources),
        model="none",
        based_on_version=1,
    )
    return DossierPatch(add_answers=(answer,))


async def answered(store: DossierStore, number: int, source: Source) -> None:
    """Store a dossier of a source and an answer that quotes it."""
    await store.commit(on_top(number, 0, DossierPatch(add_sources=(source,))))
    await store.commit(on_top(number, 1, quoting(source)))


async def compared(store: DossierStore, *library: Source) -> tuple[Stale, list[str]]:
    """Return what is stale, once it is seen to be what reading everything tells, and which dossiers were read."""
    counted = Counting(store)
    found = await reruns(counted, *library).stale()
    assert found == await reruns(Counting(store, blind=True), *library).stale()
    return found, counted.read


async def test_no_dossier_is_read_but_those_that_a_change_touched(store: DossierStore) -> None:
    await answered(store, 1, SIX)
    await answered(store, 2, NINE)
    await store.commit(saying("no answer", dossier_id=at(3)))
    found, read = await compared(store, SIX, NINE)
    assert (found.answers, read) == (
        (),
        [] if not isinstance(store, MemoryStore) else [at(2), at(1)],
    )
    found, read = await compared(store, SEVEN, NINE)
    assert [one.dossier_id for one in found.answers] == [at(1)]
    assert isinstance(store, MemoryStore) or read == [at(1)]


async def withdrawn(store: DossierStore) -> None:
    await store.commit(on_top(1, 2, DossierPatch(remove_answer_ids=("a2",))))


async def withdrawn_and_brought_back(store: DossierStore) -> None:
    dossier = await store.load(at(1))
    assert dossier
    await withdrawn(store)
    await store.commit(on_top(1, 3, DossierPatch(add_answers=dossier.answers)))


async def its_source_withdrawn(store: DossierStore) -> None:
    await store.commit(on_top(1, 2, DossierPatch(remove_source_ids=(SIX.id,))))


async def answered_twice(store: DossierStore) -> None:
    await store.commit(on_top(1, 2, DossierPatch(add_sources=(NINE,))))
    await store.commit(on_top(1, 3, quoting(NINE, SIX)))


async def answer_forgotten(store: DossierStore) -> None:
    await store.rewrite(at(1), erasing(2))


async def other_turn_forgotten(store: DossierStore) -> None:
    await store.commit(on_top(1, 2, DossierPatch(title="secret")))
    await store.rewrite(at(1), erasing(3))


async def erased(store: DossierStore) -> None:
    assert [one async for one in store.erase(lambda one, _: one.id == at(1))] == [at(1)]


@pytest.mark.parametrize(
    ("change", "stale"),
    [
        (withdrawn, []),
        (withdrawn_and_brought_back, ["a2"]),
        (its_source_withdrawn, ["a2"]),
        (answered_twice, ["a2", "a4"]),
        (answer_forgotten, []),
        (other_turn_forgotten, ["a2"]),
        (erased, []),
    ],
)
async def test_whatever_became_of_an_answer_it_is_judged_as_by_reading_it(
    store: DossierStore, change: Callable[[DossierStore], Awaitable[None]], stale: list[str]
) -> None:
    await answered(store, 1, SIX)
    await change(store)
    assert [one.answer for one in (await compared(store, SEVEN, NINE))[0].answers] == stale
    assert (await compared(store, SIX, NINE))[0].answers == ()


async def test_answer_of_a_version_that_others_went_on_from(store: DossierStore) -> None:
    """Its source is gone by the time it is committed, and is told by the whole journal alone."""
    await store.commit(on_top(1, 0, DossierPatch(add_sources=(SIX,))))
    await store.commit(on_top(1, 1, DossierPatch(remove_source_ids=(SIX.id,))))
    await store.commit(on_top(1, 1, quoting(SIX)))
    assert [one.answer for one in (await compared(store, SEVEN))[0].answers] == ["a3"]


async def test_list_that_reads_a_dossier_does_not_know_its_quotes(tmp_path: Path) -> None:
    await answered(JsonStore(tmp_path, ticking(), unsynced), 1, SIX)
    (tmp_path / NAME).unlink()
    store = JsonStore(tmp_path, ticking(), unsynced)
    assert len(await summaries(store)) == 1
    await store.commit(on_top(1, 2, DossierPatch(title="on")))
    assert [one.answer for one in (await compared(store, SEVEN))[0].answers] == ["a2"]


async def test_what_was_quoted_is_forgotten_with_its_turn(tmp_path: Path) -> None:
    store = JsonStore(tmp_path, ticking(), unsynced)
    await answered(store, 1, SIX)
    await store.commit(on_top(1, 2, quoting(SIX)))
    (told,) = (await store.page(DossierQuery(answered=True), "", 9)).quotes.values()
    assert len(told) == 2
    await store.rewrite(at(1), erasing(2))
    (told,) = (await store.page(DossierQuery(answered=True), "", 9)).quotes.values()
    assert len(told) == 1
