"""Four levels of search: each finds what it is there for alone, and tells what it adds to a score."""

from dataclasses import replace
from pathlib import Path

import pytest

from evals.levels import ALL_LEVELS, weights_of
from src.search.documents.collections import ingest_collection
from src.search.documents.corpus import WEIGHTS, read
from src.search.documents.quality import SearchJudgement, judgement
from src.search.documents.retriever import CollectionRetriever, FoundSection
from tests.search.documents.folders import GUIDE, quiet, written
from tests.search.encoding import WordEncoder

PAGES = {
    **GUIDE,
    "lamps.md": "---\nsummary: How to choose a chandelier.\n---\n\n# Choice\n\nLook at the size of the room.\n",
    "stoves.md": "# Stoves\n\n## Wood\n\nDry it for a year.\n\n## Coal\n\nKeep it in a shed.\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("levels")
    folder = written(place / "guide", PAGES)
    ingest_collection((folder,), place / "library", "guide", quiet, WordEncoder())
    return place / "library"


async def found(library: Path, query: str, *levels: str, terms: str = "") -> list[str]:
    weights = weights_of(levels or ALL_LEVELS)
    retriever = CollectionRetriever(library, "guide")
    hits = await retriever.search(query, 3, tuple(terms.split()), weights=weights)
    return [one.document.id.removeprefix("guide/") for one in hits]


@pytest.mark.parametrize(
    ("level", "query", "section"),
    [
        ("keywords", "LanternService.lightWick", "deep/trouble.md#nothing-burns"),
        ("chunks", "trim the wick", "deep/trouble.md#the-lantern-smokes"),
        ("crumbs", "trouble", "deep/trouble.md#the-lantern-smokes"),
        ("summary", "chandelier", "lamps.md#choice"),
    ],
)
async def test_each_level_finds_alone_what_it_is_there_for(
    level: str, query: str, section: str, library: Path
) -> None:
    assert section in await found(library, query, level)
    if level != "crumbs":  # whose words stand in the names of files, too
        assert section not in await found(library, query, *ALL_LEVELS - {level, "chunks"})


@pytest.mark.parametrize("encoder", [None, WordEncoder()])
async def test_the_levels_add_up_to_the_score(library: Path, encoder: WordEncoder | None) -> None:
    hits = await CollectionRetriever(library, "guide", encoder).search("how to trim the wick", 5)
    assert hits
    for one in hits:
        assert sum(one.levels.values()) == pytest.approx(one.score, rel=1e-3)
        assert set(one.levels) == ALL_LEVELS


async def test_terms_find_and_pin_but_open_no_floor(library: Path) -> None:
    assert (await found(library, "how does it begin", terms="LT4031"))[:1] == [
        "deep/trouble.md#the-lantern-smokes"
    ]
    weak = await CollectionRetriever(library, "guide").search("the price of gold", 3, ("wick",))
    assert all(one.weak and one.covered == 0 for one in weak)
    assert judgement("the price of gold", weak).quality == "poor"


@pytest.mark.parametrize(
    ("query", "common"),
    [
        ("How do I change the port of a server?", {"how", "do", "i", "the", "of", "a"}),
        ("Hoe verander ik de poort van een server?", {"hoe", "ik", "de", "van", "een"}),
    ],
)
def test_common_words_of_a_question_are_asked_of_no_section(query: str, common: set[str]) -> None:
    """In a section of the other language each of them is a rare word."""
    asked = {term for run in read(query, WEIGHTS).runs for term in run.terms}
    assert asked
    assert asked & common == set()


# How sure a search is


async def quality(library: Path, query: str, encoder: WordEncoder | None = None) -> str:
    found = await CollectionRetriever(library, "guide", encoder).search(query, 8)
    return judgement(query, found).quality


@pytest.mark.parametrize(
    "query", ["Why does the lantern smoke?", "LANTERN_DATA_DIR", "/healthz?", "Where to keep coal?"]
)
async def test_what_is_there_is_not_poor(library: Path, query: str) -> None:
    assert await quality(library, query) != "poor"


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?!",
        "the capital of France",
        "Which GPU does the server need?",
        "Is there SAML?",
        "你好",
    ],
)
async def test_what_is_not_there_is_poor(library: Path, query: str) -> None:
    assert await quality(library, query) == "poor"
    assert await quality(library, query, WordEncoder()) == "poor"


def test_nothing_found_is_poor(library: Path) -> None:
    assert judgement("wick", ()).quality == "poor"


async def test_the_better_it_is_covered_the_surer(library: Path) -> None:
    hits = await CollectionRetriever(library, "guide").search("trim the wick", 1)

    def told(covered: float, weak: bool = False) -> str:
        one = hits[0]
        same = FoundSection(
            one.document,
            one.section,
            one.number,
            1,
            one.score,
            exact=False,
            weak=weak,
            covered=covered,
            strength=10.0,
        )
        return judgement("trim the wick", [same]).quality

    assert [told(covered) for covered in (0.2, 0.7, 1.0)] == ["poor", "good", "excellent"]
    assert told(1.0, weak=True) == "poor"


async def test_what_is_far_from_everything_is_said_to_be_lacking(library: Path) -> None:
    retriever = CollectionRetriever(library, "guide")
    for query, lacks in (("the capital of France", True), ("trim the wick", False)):
        assert judgement(query, await retriever.search(query, 8)).is_lacking is lacks
    (hit, *_) = await retriever.search("trim the wick", 1)
    near = replace(hit, exact=False, covered=0.65, strength=4.0)
    assert judgement("trim the wick", [near]) == SearchJudgement("poor", is_lacking=False)
