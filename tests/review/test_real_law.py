"""A real law in two versions: what its update touches, and nothing else."""

import asyncio
from datetime import date
from pathlib import Path

from src.desks.tax.library.library import ingest
from src.desks.tax.library.passages import Retriever
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.memo import LawOverTime
from src.desks.tax.sources import Legislation
from src.dossier.models import Answer, Claim
from src.dossier.patch import DossierPatch
from src.review.answers import stale_answers
from src.review.differences import word_difference
from tests.desks.tax.library.material import STARTER
from tests.dossier.turns import DOSSIER, changing
from tests.fakes import MemoryStore
from tests.review.fixture_law import sources_in
from tests.shared_data import real

DAY = date(2024, 8, 1)
FIRST_WORDS = 12


def quoted(law: Legislation) -> Answer:
    """Return an answer that quotes the beginning of an article."""
    quote = " ".join(law.content.split()[:FIRST_WORDS])
    return Answer(
        question=law.title,
        language="nl",
        claims=(Claim(text="", quote=quote, source_id=law.id, verdict="exact"),),
        conclusion="",
        source_ids=(law.id,),
        model="none",
        based_on_version=1,
    )


async def stale_ids(laws: list[Legislation], library: Retriever) -> dict[str, str]:
    """Return which of the answers, one on each article, are stale, and how."""
    store = MemoryStore()
    await store.commit(changing(DossierPatch(add_sources=tuple(laws))))
    answers = tuple(quoted(law) for law in laws)
    await store.commit(
        changing(DossierPatch(add_answers=answers)).model_copy(update={"based_on": 1})
    )
    dossier = await store.load(DOSSIER)
    assert dossier is not None
    found = stale_answers(dossier, await store.journal(DOSSIER), LawOverTime(library), DAY)
    return {quote.source_id: quote.state for one in found for quote in one.quotes}


def test_an_update_touches_the_answers_on_what_it_changed_and_no_other(tmp_path: Path) -> None:
    folder = real("bwb-xml-2024")
    older, newer = (folder / f"BWBR0003420_2024-{day}_0.xml" for day in ("01-01", "07-01"))
    library = tmp_path / "library"
    laws = [one for one in sources_in(older) if isinstance(one, Legislation)]
    ingest((older,), library, STARTER, lambda *_: None)
    assert asyncio.run(stale_ids(laws, LibraryRetriever(library, STARTER))) == {}
    ingest((newer,), library, STARTER, lambda *_: None)
    now = {one.article: one for one in sources_in(newer) if isinstance(one, Legislation)}
    stale = asyncio.run(stale_ids(laws, LibraryRetriever(library, STARTER)))
    # Told from the files alone: gone, or without the very words.
    lapsed = {law.id for law in laws if law.article not in now}
    changed = {
        law.id
        for law in laws
        if law.id not in lapsed
        and quoted(law).claims[0].quote not in " ".join(now[law.article].content.split())
    }
    assert {one for one, state in stale.items() if state == "lapsed"} == lapsed
    assert {one for one, state in stale.items() if state == "changed"} == changed
    other_text = [
        law for law in laws if law.article in now and law.content != now[law.article].content
    ]
    assert all(word_difference(law.content, now[law.article].content) for law in other_text)
    assert other_text
