"""The retriever keeps the contract, ranks tax law, and renews itself; and what each part of the index brings."""

import json
import logging
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from evals.tax.indexing import build_index, ranked
from src.desks.tax.library import index_build
from src.desks.tax.library.configuration import FIELDS, PRODUCT, Configuration
from src.desks.tax.library.documents import Expansion, SearchWords
from src.desks.tax.library.dutch import terms
from src.desks.tax.library.index_build import LawIndex
from src.desks.tax.library.law_writer import ABOUT
from src.desks.tax.library.query import read
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.loaders.loaded import LoadedLaw
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import GlossTexts
from src.search.arrays import load
from src.search.index import explained
from src.search.index_folder import current_folder
from src.search.ranking import MOST_TERMS
from tests.desks.tax.library.material import STARTER
from tests.desks.tax.library.retriever_contract import SOURCES, RetrieverContract, law

STARTER_ROW: dict[str, object] = {
    "bwb_id": "BWBR0002320",
    "law": "Algemene wet inzake rijksbelastingen",
    "short": "AWR",
    "article": "16",
    "heading": "Later alsnog heffen",
    "topic": "procedure",
    "as_of": "2024-01-01",
    "digest": "Ontdekt de fiscus een fout, dan volgt alsnog een rekening.",
    "url": "https://wetten.overheid.nl/",
}


def starter(folder: Path, *provisions: dict[str, object]) -> Path:
    """Write a starter corpus."""
    (folder / "provisions").mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(row) + "\n" for row in provisions)
    (folder / "provisions" / "some.jsonl").write_text(lines)
    (folder / "rulings.jsonl").write_text("")
    return folder


def library(folder: Path, starter_dir: Path, *sources: Legislation | CaseLaw) -> Path:
    """Make a library of these sources, with its index."""
    folder.mkdir(exist_ok=True)
    works = Works(works_folder(folder))
    for number, source in enumerate(sources):
        same = [one for one in sources if work_of(one) == work_of(source)]
        if same[0] is source:
            works.add(f"{number}.xml", source.id.encode(), LoadedLaw(tuple(same)))
    index_build.in_library(folder, works, starter_dir)
    return folder


def work_of(source: Legislation | CaseLaw) -> tuple[str, date | None]:
    return (source.work if isinstance(source, Legislation) else source.id, source.as_of)


class TestContract(RetrieverContract):
    @pytest.fixture
    def retriever(self, tmp_path: Path) -> LibraryRetriever:
        empty = starter(tmp_path / "starter")
        return LibraryRetriever(library(tmp_path / "library", empty, *SOURCES), empty)


async def found(retriever: LibraryRetriever, query: str, limit: int = 6) -> list[str]:
    return [hit.source.id for hit in await retriever.search(query, "legislation", limit)]


async def test_without_a_library_the_starter_corpus_answers(tmp_path: Path) -> None:
    retriever = LibraryRetriever(tmp_path / "none", STARTER)
    assert retriever.state.starter
    assert retriever.state.provisions >= 120
    hits = await retriever.search("Binnen hoeveel weken moet ik bezwaar maken?", "legislation", 6)
    assert any(hit.source.id.startswith(("BWBR0005537/6:7", "BWBR0002320/22j")) for hit in hits)
    assert all(hit.source.digest and hit.source.id.endswith("#digest") for hit in hits)
    (kept,) = (tmp_path / "none").iterdir()  # no works, and nothing that points at an index
    assert kept.name.startswith("index-starter-")


async def test_a_question_ranks_the_same_with_the_year_it_names(tmp_path: Path) -> None:
    retriever = LibraryRetriever(tmp_path / "none", STARTER)
    plain = await found(retriever, "Binnen hoeveel weken kon ik bezwaar maken?")
    assert plain
    assert await found(retriever, "Binnen hoeveel weken kon ik bezwaar maken in 2014?") == plain


async def test_a_digest_yields_to_the_real_text_and_lends_it_its_words(tmp_path: Path) -> None:
    digests = starter(tmp_path / "starter", STARTER_ROW, {**STARTER_ROW, "article": "99"})
    retriever = LibraryRetriever(library(tmp_path / "library", digests, *SOURCES), digests)
    assert set(await found(retriever, "fiscus fout rekening")) == {
        "BWBR0002320/16@2024-01-01",
        "BWBR0002320/99@2024-01-01#digest",
    }
    assert (retriever.state.provisions, retriever.state.starter) == (4, False)
    (named,) = await retriever.search("artikel 16 AWR", "legislation", 6)
    gloss = GlossTexts(as_of=date(2024, 1, 1), texts={"nl": str(STARTER_ROW["digest"])})
    ours = {"heading": "Later alsnog heffen", "gloss": gloss}
    assert named.source == SOURCES[1].model_copy(update=ours)


async def test_english_goes_with_a_digest_and_with_the_text_that_it_tells_of(
    tmp_path: Path,
) -> None:
    english = "If the tax office finds a mistake, a bill follows."
    rows = [{**STARTER_ROW, "article": one, "english": english} for one in ("16", "99")]
    digests = starter(tmp_path / "starter", *rows)
    retriever = LibraryRetriever(library(tmp_path / "library", digests, *SOURCES), digests)
    (real,) = await retriever.search("artikel 16 AWR", "legislation", 6)
    (digest,) = await retriever.search("artikel 99 AWR", "legislation", 6)
    assert real.source.gloss
    assert digest.source.gloss
    assert real.source.gloss.texts == {"nl": STARTER_ROW["digest"], "en": english}
    assert digest.source.gloss.texts == {"en": english}
    assert english not in (real.source.content, digest.source.content)


TEXT = "De termijn voor het indienen van een verzoek om herziening is zes weken."
PADDING = " De minister stelt nadere regels."
BESIDE_TAX_LAW = (
    law("BWBR0099902", "Wet op de luchtvaart", "1", TEXT, date(2024, 1, 1)),
    law("BWBR0099903", "Wet op de kabouterbelasting", "1", TEXT + PADDING, date(2024, 1, 1)),
    law("BWBR0099904", "Wet op de dwergbelasting", "1", TEXT + PADDING * 3, date(2024, 1, 1)),
    law("BWBR0099905", "Wet op de elfenbelasting", "1", TEXT + PADDING * 4, date(2024, 1, 1)),
    law("BWBR0002320", "Wet inzake rijksbelastingen", "1", TEXT + PADDING * 2, date(2024, 1, 1)),
)


async def test_a_question_that_finds_mostly_tax_law_finds_it_before_other_law(
    tmp_path: Path,
) -> None:
    empty = starter(tmp_path / "starter")
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *BESIDE_TAX_LAW), empty)
    first, second, *_, last = await found(retriever, "termijn verzoek herziening")
    assert (first, second) == ("BWBR0002320/1@2024-01-01", "BWBR0099903/1@2024-01-01")
    assert last == "BWBR0099902/1@2024-01-01"


async def test_tax_law_buries_no_other_law_that_a_question_finds_as_well(tmp_path: Path) -> None:
    ships = law("BWBR0099906", "Wet op de scheepvaart", "1", TEXT + PADDING * 5, date(2024, 1, 1))
    empty = starter(tmp_path / "starter")
    sources = (*BESIDE_TAX_LAW, ships)
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *sources), empty)
    first, *_ = await found(retriever, "termijn verzoek herziening")
    assert first == "BWBR0099902/1@2024-01-01"
    index = retriever.index.of["legislation"]
    asked = index.corpus.read_query("termijn verzoek herziening", PRODUCT, "")
    assert {explained(index, asked, number, PRODUCT).prior for number in range(len(sources))} == {1}


async def test_a_named_article_finds_the_rulings_that_cite_it(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *SOURCES), empty)
    for query in ("artikel 16 AWR", "rechtspraak over artikel 16 AWR"):
        (hit,) = await retriever.search(query, "case_law", 6)
        assert (hit.source.id, hit.exact) == ("ECLI:NL:HR:2099:1", False)


async def test_a_ruling_that_cites_what_is_named_needs_no_words(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    other = SOURCES[4].model_copy(
        update={"id": "ECLI:NL:HR:2099:9", "cites": (), "content": "Sokkel van een dwerg."}
    )
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *SOURCES, other), empty)
    hits = await retriever.search("een dwerg en een kikker, artikel 16 AWR", "case_law", 6)
    assert hits[0].source.id == "ECLI:NL:HR:2099:1"


async def test_of_articles_with_the_same_text_one_is_found(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    same = [city(number, "De haven van de burgemeester.") for number in range(3)]
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *same), empty)
    assert len(await found(retriever, "haven burgemeester")) == 1
    assert len(await found(retriever, "artikel 1 en 2 Wet op de steden")) == 2


async def test_a_telling_word_beside_an_article_is_searched_a_common_one_is_not(
    tmp_path: Path,
) -> None:
    empty = starter(tmp_path / "starter")
    cities = [city(number, f"De stad van de burgemeester {number}.") for number in range(60)]
    rare = city(70, "Marktgeld in de haven.", heading="Marktgeld haven")
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *cities, rare), empty)
    assert await found(retriever, "artikel 1 Wet op de steden voor een burgemeester") == [
        cities[1].id
    ]
    named_and_rare = await found(retriever, "artikel 1 Wet op de steden en marktgeld haven")
    assert named_and_rare == [cities[1].id, rare.id]


def city(number: int, content: str, heading: str = "") -> Legislation:
    article = law("BWBR0099904", "Wet op de steden", str(number), content, date(2024, 1, 1))
    return article.model_copy(update={"heading": heading})


async def test_a_common_word_alone_does_not_make_a_question_one_of_law(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    cities = [city(number, f"De stad van de burgemeester {number}.") for number in range(60)]
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *cities), empty)
    common = await retriever.search(
        "welke stad heeft het mooiste uitzicht over zee", "legislation", 6
    )
    assert common
    assert all(hit.weak for hit in common)
    both = await retriever.search("stad burgemeester", "legislation", 6)
    assert [hit.weak for hit in both] == [False] * 6


async def test_every_word_of_the_question_counts(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    cities = [city(number, "De burgemeester.") for number in range(40)]
    cities += [city(41, "Zondag."), city(42, "Haven.")]
    one_word = city(50, "De markt en de markt en de markt.", heading="Markt")
    all_words = city(51, "Elke zondag beslist de raad van de stad over de markt in de haven.")
    retriever = LibraryRetriever(
        library(tmp_path / "library", empty, *cities, one_word, all_words), empty
    )
    assert (await found(retriever, "markt zondag haven"))[0] == all_words.id


async def test_a_long_text_is_searched_by_what_it_says_most(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    words = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}woord" for n in range(400)]
    said_often, said_once = " ".join(words[:MOST_TERMS]), " ".join(words[MOST_TERMS:])
    sources = [city(0, said_often), city(1, said_once)]
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *sources), empty)
    query = f"{said_once} {said_often} {said_often}"
    assert await found(retriever, query) == ["BWBR0099904/0@2024-01-01"]


async def test_a_document_far_below_the_best_is_not_found(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    cities = [city(number, "De haven van de burgemeester.") for number in range(40)]
    best = city(50, "Marktgeld voor de haven.", heading="Marktgeld haven")
    retriever = LibraryRetriever(library(tmp_path / "library", empty, *cities, best), empty)
    assert await found(retriever, "marktgeld haven") == [best.id]


@pytest.mark.parametrize(
    "query",
    [
        "wat is de hoofdstad van Frankrijk",
        "wie won het wereldkampioenschap voetbal",
        "vertel een mop over een olifant",
        "welk recept is er voor appeltaart",
    ],
)
async def test_what_a_question_about_something_else_finds_is_weak(
    query: str, tmp_path: Path
) -> None:
    retriever = LibraryRetriever(tmp_path / "none", STARTER)
    assert all(hit.weak for hit in await retriever.search(query, "legislation", 6))
    assert await retriever.search(query, "case_law", 6) == ()


async def test_an_index_of_another_program_version_is_built_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    empty = starter(tmp_path / "starter")
    folder = library(tmp_path / "library", empty, *SOURCES)
    stale = current_folder(folder)
    digests = starter(tmp_path / "starter", {**STARTER_ROW, "article": "99"})
    with caplog.at_level(logging.WARNING):
        retriever = LibraryRetriever(folder, digests)
    assert "built anew" in caplog.text
    assert current_folder(folder) != stale
    assert "BWBR0002320/99@2024-01-01#digest" in await found(retriever, "fiscus fout rekening")


async def test_an_index_whose_description_is_lost_is_built_anew(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    folder = library(tmp_path / "library", empty, *SOURCES)
    current = current_folder(folder)
    assert current
    (current / ABOUT).write_text("{")
    assert await found(LibraryRetriever(folder, empty), "bezwaarschrift weken")


async def test_an_index_with_a_file_missing_is_built_anew(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    folder = library(tmp_path / "library", empty, *SOURCES)
    current = current_folder(folder)
    assert current
    for store in current.rglob("*.store"):
        store.unlink()
    assert await found(LibraryRetriever(folder, empty), "bezwaarschrift weken")


async def test_an_open_retriever_follows_a_new_index(tmp_path: Path) -> None:
    empty = starter(tmp_path / "starter")
    folder = tmp_path / "library"
    retriever = LibraryRetriever(folder, starter(tmp_path / "starter", STARTER_ROW))
    assert retriever.state.starter
    library(folder, empty, SOURCES[3])
    (tmp_path / "starter" / "provisions" / "some.jsonl").write_text("")
    assert await found(retriever, "bezwaarschrift weken") == ["BWBR0005537/6:7@2024-01-01"]
    library(folder, empty, *SOURCES)
    await retriever.check()
    assert retriever.state.rulings == 1


SINCE = date(2024, 1, 1)


def built(folder: Path, *sources: Legislation | CaseLaw, **words: SearchWords) -> LawIndex:
    """Build an index of these sources, with search words by article."""
    expansions = {
        f"bwbr0099904/{article[1:]}": Expansion(words=one) for article, one in words.items()
    }
    return build_index(folder / "index", sources, expansions)


def ids(index: LawIndex, query: str, configuration: Configuration = PRODUCT) -> list[str]:
    return [one for _, one in ranked(index, query, 10, configuration=configuration)]


def without(name: str) -> Configuration:
    fields = tuple(replace(field, weight=0.0) if field.name == name else field for field in FIELDS)
    return replace(PRODUCT, fields=fields)


def test_an_article_is_found_by_what_is_said_where_it_is_cited(tmp_path: Path) -> None:
    cited = city(1, "Het tarief is drie euro.")
    citing = city(2, "Wie een olifant houdt, betaalt naar artikel 1 van deze wet.")
    index = built(tmp_path, cited, citing)
    assert set(ids(index, "olifant")) == {cited.id, citing.id}
    assert ids(index, "olifant", without("citing")) == [citing.id]


def test_search_words_find_an_article_in_both_languages_and_are_not_shown(tmp_path: Path) -> None:
    words = SearchWords("muts dragen", "wearing hats")
    index = built(tmp_path, city(1, "Het hoofddeksel."), city(2, "De haven."), a1=words)
    wanted = [city(1, "").id]
    assert ids(index, "muts") == ids(index, "a hat") == wanted
    assert ids(index, "muts", without("expansion")) == ids(index, "a hat", without("english")) == []
    assert index.of["legislation"].source(0).content == "Het hoofddeksel."
    assert "muts" not in index.of["legislation"].source(0).model_dump_json()


def test_a_compound_is_found_by_its_parts_and_finds_them(tmp_path: Path) -> None:
    whole = [city(n, f"Hondenbelasting {n}.") for n in range(2)]
    parts = [city(n, f"De honden en een belasting {n}.") for n in range(10, 18)]
    index = built(tmp_path, *whole, *parts)
    assert set(ids(index, "honden")) >= {one.id for one in whole}
    assert len(ids(index, "hondenbelasting")) > len(whole)
    assert whole[0].id not in ids(index, "honden", replace(PRODUCT, parts_in_text=0.0, delta=0))
    assert len(ids(index, "hondenbelasting", replace(PRODUCT, parts_in_query=0))) == len(whole)


def test_a_passage_rises_with_the_best_of_its_article(tmp_path: Path) -> None:
    def passage(name: str, article: str, content: str) -> Legislation:
        return city(1, content).model_copy(update={"id": name, "article": article})

    index = built(
        tmp_path,
        passage("P1", "1", "De haven en de markt en de haven van de stad met een kade."),
        passage("P2", "1", "De haven en nog veel meer dat hier niet ter zake doet, kade na kade."),
        passage("P3", "2", "De haven en wat er meer ter zake doet, zonder een woord te veel."),
    )
    assert ids(index, "haven markt")[:2] == ["P1", "P2"]
    alone = ranked(index, "haven markt", 3, configuration=replace(PRODUCT, siblings=0.0))
    shared = ranked(index, "haven markt", 3)
    assert {name: score for score, name in shared}["P2"] > {name: score for score, name in alone}[
        "P2"
    ]


def test_an_index_built_in_segments_is_the_same(tmp_path: Path) -> None:
    sources = [
        city(n, f"De haven {n} van artikel {n + 1} met markt en kade {n % 3}.") for n in range(30)
    ]
    at_once = built(tmp_path / "a", *sources)
    by_parts = build_index(tmp_path / "b", sources, {}, segment_tokens=40)
    for query in ("haven markt", "kade 2", "artikel 3 Wet op de steden"):
        assert ranked(at_once, query, 30) == ranked(by_parts, query, 30)
    assert not list(by_parts.folder.rglob("segment-*"))


def test_an_index_with_a_file_cut_short_is_not_opened(tmp_path: Path) -> None:
    index = built(tmp_path, city(1, "De haven."))
    path = index.folder / "legislation" / "tokens.npy"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="tokens"):
        LawIndex(index.folder)


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    assert ranked(built(tmp_path), "haven", 10) == []


def test_why_a_source_was_found_adds_up_to_its_score(tmp_path: Path) -> None:
    sources = [city(n, f"De haven {n} met markt.") for n in range(5)]
    index = built(tmp_path, *sources)
    asked = read(index.laws, "haven 3 markt")
    (score, best), *_ = ranked(index, "haven 3 markt", 1)
    number = index.number("legislation", best)
    found = explained(index.of["legislation"], asked, number, PRODUCT)
    assert found.score == pytest.approx(score, rel=1e-4)
    with pytest.raises(LookupError):
        index.number("legislation", "BWBR0099904/99@2024-01-01")


def test_what_two_versions_say_of_an_article_counts_once(tmp_path: Path) -> None:
    cited = city(1, "Het tarief.")
    citing = city(2, "Wie een olifant houdt, betaalt naar artikel 1 van deze wet.")
    later = citing.model_copy(
        update={"id": citing.id.replace("2024", "2025"), "as_of": date(2025, 1, 1)}
    )
    index = built(tmp_path, cited, citing, later)
    lengths = load(index.folder / "legislation", "lengths")[0]
    assert lengths[[field.name for field in FIELDS].index("citing")] == len(
        terms("olifant houdt betaalt deze wet")
    )
