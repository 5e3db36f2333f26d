"""The library of law is searched by meaning beside words, and by words alone where that can't be."""

import asyncio
import logging
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from evals.tax.indexing import build_index, ranked
from src.desks.tax.library import index_build
from src.desks.tax.library.configuration import PRODUCT
from src.desks.tax.library.corpora import texts_to_encode
from src.desks.tax.library.documents import Expansion, SearchWords
from src.desks.tax.library.library import ingest
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.sources import Legislation
from src.search.encoder import Encoder, Meaning
from src.search.index import explained
from src.search.index_folder import current_folder
from src.search.known_words import WORD_VECTORS
from src.search.vectors import MeaningSearch
from src.search.word_vectors import WordVectors
from tests.desks.tax.library.material import DATA, STARTER
from tests.desks.tax.library.retriever_contract import OLD, SOURCES, law
from tests.search.encoding import WordEncoder

SAME = {"dwarf": "kabouter", "kabouters": "kabouter"}
QUESTION = "hoeveel bedraagt de kabouterbelasting voor een stenen kabouter"
DAY = date(2024, 1, 1)


@pytest.fixture(scope="module")
def words() -> WordVectors:
    return WordVectors.load(WORD_VECTORS)


async def put(library: Path, *paths: Path, encoder: Encoder | None) -> list[str]:
    """Ingest as a command does, which has no event loop of its own yet; return what it told of meaning."""
    told: list[str] = []

    def run() -> None:
        ingest(paths, library, STARTER, lambda *step: told.append(step[2]), encoder=encoder)

    await asyncio.to_thread(run)
    return told


async def found(library: Path, query: str, encoder: Encoder | None) -> list[str]:
    hits = await LibraryRetriever(library, STARTER, encoder=encoder).search(query, "legislation", 9)
    return [hit.source.id for hit in hits]


async def test_what_states_a_term_leads_where_one_is_asked_for(
    tmp_path: Path, words: WordVectors
) -> None:
    asked = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag inkomstenbelasting?"
    first, *_ = await found(tmp_path / "none", asked, words)
    assert first.startswith("BWBR0005537/6:7@")


def test_headings_and_each_phrase_have_a_vector_of_their_own() -> None:
    source = law("BWBR1", "Wet op de kabouters", "2", "Een lange tekst.", DAY)
    source = source.model_copy(update={"heading": "Tarief"})
    digest = source.model_copy(update={"heading": "Wat een kabouter kost"})
    searched = SearchWords("hoeveel voor mijn kabouter, wat kost het", "price of a gnome")
    assert list(texts_to_encode(source, Expansion(digest, searched))) == [
        "Wet op de kabouters Tarief",
        "Wat een kabouter kost",
        "hoeveel voor mijn kabouter",
        "wat kost het",
        "price of a gnome",
    ]


async def test_what_is_called_otherwise_comes_first_by_meaning(
    tmp_path: Path, words: WordVectors
) -> None:
    def article(number: str, heading: str, text: str) -> Legislation:
        one = law("BWBR0000001", "Wet op het wonen", number, text, DAY)
        return one.model_copy(update={"heading": heading})

    sources = [
        article("1", "Verkoop van een woning", "De opbrengst is belast."),
        article("2", "Ziekte", "Wie zijn huis niet kan verlaten, meldt dat."),
    ]
    index = await asyncio.to_thread(build_index, tmp_path / "index", sources, {}, encoder=words)
    query = "appartementen kopen"
    meaning = await index.meaning(query, "legislation", MeaningSearch(words))
    assert ranked(index, query, 2) == []
    assert ranked(index, query, 2, meaning=meaning)[0][1] == "BWBR0000001/1@2024-01-01"


async def test_only_the_version_in_force_is_found_by_meaning(tmp_path: Path) -> None:
    encoder = WordEncoder()
    index = await asyncio.to_thread(build_index, tmp_path / "index", SOURCES, {}, encoder=encoder)
    search, query = MeaningSearch(encoder), "Algemene wet inzake rijksbelastingen"
    meaning = await index.meaning(query, "legislation", search)
    assert meaning is not None
    assert (meaning.near[:3] > 0).all()
    found = [one for _, one in ranked(index, query, 9, as_of=OLD, meaning=meaning)]
    assert "BWBR0002320/16@2020-01-01" in found
    assert "BWBR0002320/16@2024-01-01" not in found
    switched_off = replace(PRODUCT, meaning=False)
    assert await index.meaning(query, "legislation", search, switched_off) is None


async def test_an_explanation_adds_up_to_the_score(tmp_path: Path) -> None:
    encoder = WordEncoder()
    index = await asyncio.to_thread(build_index, tmp_path / "index", SOURCES, {}, encoder=encoder)
    query = "naheffing bij rijksbelastingen"
    meaning = await index.meaning(query, "legislation", MeaningSearch(encoder))
    searched = index.of["legislation"]
    asked = searched.corpus.read_query(query, PRODUCT, "")
    for score, source_id in ranked(index, query, 9, meaning=meaning):
        number = index.number("legislation", source_id)
        reason = explained(searched, asked, number, PRODUCT, meaning=meaning)
        assert reason.score == pytest.approx(score, rel=1e-5)
        assert reason.meaning is not None
        assert any("(nearness)" in line for line in reason.lines())
        assert reason.as_json()["meaning"]["weight"] == 0.4


def test_what_words_find_is_found_with_meaning_too(tmp_path: Path) -> None:
    many = [
        law("BWBR0002320", "AWR", str(at), f"Eik{at} beuk{at} spar{at} wilg{at}.", DAY)
        for at in range(60)
    ]
    index = build_index(tmp_path / "index", many, {}).of["legislation"]
    query = "eik7 beuk7 spar7 wilg7 onbekend"
    nowhere = Meaning(np.zeros(len(index.facts), np.float32), 0.99)
    by_words, both = index.search(query, 9), index.search(query, 9, meaning=nowhere)
    assert [number for _, number in by_words.scored] == [7]
    assert [number for _, number in both.scored] == [7]
    assert not both.weak


async def test_the_starter_corpus_has_vectors_of_the_embedded_encoder_only(
    tmp_path: Path, words: WordVectors
) -> None:
    provided = WordEncoder()
    retriever = LibraryRetriever(tmp_path, STARTER, encoder=provided)
    assert (retriever.index.vectors, provided.asked) == ({}, [])
    assert await retriever.meaning("bezwaar", "legislation") is None
    retriever = LibraryRetriever(tmp_path, STARTER, encoder=words)
    assert retriever.index.vectors["legislation"].encoder == words.id
    again = LibraryRetriever(tmp_path, STARTER, encoder=words)
    assert again.index.folder == retriever.index.folder
    assert "case_law" not in again.index.vectors


async def test_a_second_ingest_encodes_only_what_is_new(tmp_path: Path) -> None:
    library = tmp_path / "library"
    encoder = WordEncoder(same=SAME)
    told = await put(library, DATA / "law.xml", encoder=encoder)
    assert "meaning" in told
    first = len(encoder.asked)
    assert first == len(set(encoder.asked)) > 0
    again = WordEncoder(same=SAME)
    told = await put(library, DATA / "law.xml", DATA / "ruling.xml", encoder=again)
    assert again.asked == []
    other = WordEncoder(32)
    await put(library, DATA / "law.xml", encoder=other)
    assert len(other.asked) == first  # those of another encoder are no use


async def test_vectors_that_are_missing_are_made_now_where_that_costs_nothing(
    tmp_path: Path, words: WordVectors
) -> None:
    library = tmp_path / "library"
    await put(library, DATA / "law.xml", encoder=None)
    before = current_folder(library)
    provided = WordEncoder()
    assert LibraryRetriever(library, STARTER, encoder=provided).index.vectors == {}
    assert (current_folder(library), provided.asked) == (before, [])
    assert LibraryRetriever(library, STARTER, encoder=words).index.vectors.keys() == {"legislation"}
    assert current_folder(library) != before
    await put(library, DATA / "law.xml", encoder=None)  # which has nothing to do
    assert LibraryRetriever(library, STARTER, encoder=words).index.vectors.keys() == {"legislation"}


async def test_without_an_encoder_search_is_as_if_there_were_no_vectors(tmp_path: Path) -> None:
    plain, with_vectors = tmp_path / "plain", tmp_path / "with"
    await put(plain, DATA / "law.xml", encoder=None)
    await put(with_vectors, DATA / "law.xml", encoder=WordEncoder())

    async def hits(library: Path) -> object:
        retriever = LibraryRetriever(library, STARTER)
        return await retriever.search(QUESTION, "legislation", 9)

    assert await hits(plain) == await hits(with_vectors) != ()


async def test_what_a_question_names_stays_first(tmp_path: Path, words: WordVectors) -> None:
    library = tmp_path / "library"
    await put(library, DATA / "law.xml", encoder=words)
    (first, *_) = await found(library, "artikel 2 Wet op de kabouterbelasting", words)
    assert first == "BWBR0099901/2@2024-01-01"


@pytest.mark.parametrize("harm", ["damaged", "of other documents"])
async def test_damaged_vectors_are_said_once_and_words_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, harm: str
) -> None:
    library, encoder = tmp_path / "library", WordEncoder()
    await put(library, DATA / "law.xml", encoder=encoder)
    by_words = await found(library, QUESTION, None)
    name = "vectors-numbers.npy" if harm == "damaged" else "vectors.json"
    (file,) = (current_folder(library) or library).rglob(name)
    content = file.read_bytes()
    at = len(content) - 1 if harm == "damaged" else content.index(b"corpus") + 12
    file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    retriever = LibraryRetriever(library, STARTER, encoder=encoder)
    for _ in range(2):
        hits = await retriever.search(QUESTION, "legislation", 9)
        assert [hit.source.id for hit in hits] == by_words
    assert [record.getMessage() for record in caplog.records] == [
        "the vectors of an index are damaged, it is searched by words"
    ]


async def test_another_encoder_is_said_once_and_words_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    library = tmp_path / "library"
    await put(library, DATA / "law.xml", encoder=WordEncoder())
    by_words = await found(library, QUESTION, None)
    other = WordEncoder()
    other.id = "another of the same dimension"
    retriever = LibraryRetriever(library, STARTER, encoder=other)
    for _ in range(2):
        hits = await retriever.search(QUESTION, "legislation", 9)
        assert [hit.source.id for hit in hits] == by_words
    warned = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert [record.getMessage() for record in warned] == [
        "the encoder can't be used, search goes by words"
    ]


async def test_an_index_without_an_encoder_lacks_nothing(tmp_path: Path) -> None:
    library = tmp_path / "library"
    await put(library, DATA / "law.xml", encoder=None)
    folder = current_folder(library)
    assert folder is not None
    assert index_build.about_current(folder, STARTER, None)
    assert not index_build.about_current(folder, STARTER, WordEncoder())
