"""Which text of an article counts on a day, where the library has some of the law's versions only."""

import asyncio
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from src.desks.tax.library.library import ingest
from src.desks.tax.library.passages import Hit
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.sources import Legislation, in_force
from tests.desks.tax.library.material import STARTER
from tests.shared_data import real

WORK = "BWBR0099901"
NAME = "Wet op de kabouterbelasting"


def version(folder: Path, day: str, articles: Mapping[str, tuple[str, str]]) -> Path:
    """Write a version of the law: by article the day since which its text applies, and the text."""
    body = "".join(
        f'<artikel inwerking="{since}"><kop><nr>{number}</nr></kop><al>{text}</al></artikel>'
        for number, (since, text) in articles.items()
    )
    path = folder / f"law-{day}.xml"
    path.write_text(
        f'<toestand bwb-id="{WORK}" inwerkingtreding="{day}"><wetgeving><citeertitel>{NAME}</citeertitel>'
        f"<wet-besluit><wettekst>{body}</wettekst></wet-besluit></wetgeving></toestand>"
    )
    return path


@pytest.fixture(scope="module")
def kabouters(tmp_path_factory: pytest.TempPathFactory) -> LibraryRetriever:
    folder = tmp_path_factory.mktemp("kabouters")
    files = (
        version(
            folder,
            "2015-01-01",
            {
                "1": ("2015-01-01", "Een kabouter kost drie euro."),
                "2": ("2015-01-01", "Een steen is vrij."),
            },
        ),
        version(
            folder,
            "2024-05-01",
            {
                "1": ("2024-01-01", "Een kabouter kost vier euro."),
                "2": ("2024-05-01", "Een keisteen is vrij."),
                "3": ("2019-01-01", "Een dwerg is een kabouter."),
                "4": ("2010-01-01", "De inspecteur telt ze."),
            },
        ),
        version(
            folder,
            "2025-01-01",
            {
                "1": ("2024-01-01", "Een kabouter kost vier euro."),
                "2": ("2025-01-01", "Een rots is vrij."),
            },
        ),
    )
    ingest(files, folder / "library", STARTER, lambda *_: None)
    return LibraryRetriever(folder / "library", STARTER)


def named(retriever: LibraryRetriever, query: str, day: date) -> list[Hit]:
    """Return the hits that the query names."""
    hits = asyncio.run(retriever.search(query, "legislation", 6, day))
    return [hit for hit in hits if hit.exact]


@pytest.mark.parametrize(
    ("article", "day", "counting", "counted"),
    [
        ("1", date(2015, 1, 1), "2015-01-01", True),
        ("1", date(2023, 12, 31), "2015-01-01", True),
        ("1", date(2024, 1, 1), "2024-05-01", True),
        ("1", date(2024, 6, 1), "2025-01-01", True),
        ("1", date(2025, 1, 1), "2025-01-01", True),
        ("2", date(2024, 3, 1), "2015-01-01", True),
        ("2", date(2024, 5, 1), "2024-05-01", True),
        ("2", date(2014, 1, 1), "2015-01-01", False),
        ("3", date(2019, 1, 1), "2024-05-01", True),
        ("4", date(2014, 12, 31), "2024-05-01", True),
    ],
)
def test_the_text_that_applied_on_the_day_counts(
    kabouters: LibraryRetriever, article: str, day: date, counting: str, counted: bool
) -> None:
    (hit,) = named(kabouters, f"artikel {article} {NAME}", day)
    assert (hit.source.id, hit.in_force) == (f"{WORK}/{article}@{counting}", counted)
    assert isinstance(hit.source, Legislation)
    same = in_force(kabouters.versions(hit.source), day)
    assert (same.id if same else None) == (hit.source.id if counted else None)


def test_an_article_that_did_not_apply_yet_is_not_found(kabouters: LibraryRetriever) -> None:
    assert named(kabouters, f"artikel 3 {NAME}", date(2018, 12, 31)) == []


def test_words_find_the_text_of_the_day_only(kabouters: LibraryRetriever) -> None:
    hits = asyncio.run(
        kabouters.search("wat kost een kabouter", "legislation", 6, date(2024, 3, 1))
    )
    assert f"{WORK}/1@2024-05-01" in {hit.source.id for hit in hits}
    assert f"{WORK}/1@2015-01-01" not in {hit.source.id for hit in hits}


def test_real_law_is_given_as_it_applied(tmp_path: Path) -> None:
    laws, older = real("bwb-xml-2024"), real("tax-law-2015")
    files = [next(laws.glob(f"{work}_*.xml")) for work in ("BWBR0002320", "BWBR0005537")]
    library = tmp_path / "library"
    ingest(
        (*files, older / "articles.jsonl"), library, STARTER, lambda *_: None, date(2015, 11, 27)
    )
    retriever = LibraryRetriever(library, STARTER)
    (hit,) = named(retriever, "artikel 8:41 Awb", date(2024, 3, 1))
    assert (hit.source.id, hit.in_force) == ("BWBR0005537/8:41@2024-05-01", True)
    assert all(f"€ {amount}" in hit.source.content for amount in (51, 187, 371))
    (hit,) = named(retriever, "artikel 67e AWR", date(2014, 12, 31))
    assert (hit.source.id, hit.in_force) == ("BWBR0002320/67e@2024-01-01", True)
