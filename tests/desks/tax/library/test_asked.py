"""The questions that sentences of digests answer: an article is found by the one that a query is most like."""

from dataclasses import replace
from pathlib import Path

import pytest

from evals.tax.indexing import build_index
from src.desks.tax.library.configuration import PRODUCT
from src.desks.tax.library.documents import Expansion
from src.desks.tax.library.index_build import LawIndex
from src.desks.tax.library.query import read
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.loaders.starter import SentenceQuestions
from src.search.index import explained
from tests.desks.tax.library.material import STARTER
from tests.desks.tax.library.retriever_contract import NEW, law

WORK, NAME = "BWBR0099904", "Wet op de veren"
GIFT, SHOP, OTHER = "1", "2", "3"
ASKED = {
    GIFT: ("Hoeveel mag opa mij geven?",),
    # Each has a word or two of what is asked of a gift, and together they have them all, many times.
    SHOP: (
        "Mag ik mijn klant iets geven?",
        "Hoeveel mag mijn klant betalen?",
        "Geven winkels oma iets?",
    ),
    OTHER: ("Wanneer vaart het pontje?",),
}


@pytest.fixture
def index(tmp_path: Path) -> LawIndex:
    sources = [law(WORK, NAME, article, "Het veer vaart over.", NEW) for article in ASKED]
    expansions = {
        f"{WORK}/{article}".lower(): Expansion(
            questions=(
                SentenceQuestions(bwb_id=WORK, article=article, sentence=1, nl=asked, en=()),
            )
        )
        for article, asked in ASKED.items()
    }
    return build_index(tmp_path / "index", sources, expansions)


def near(index: LawIndex, query: str) -> dict[str, float]:
    """Return how near a query is to the questions of each article."""
    found = index.of["legislation"].known(read(index.laws, query), PRODUCT)
    assert found is not None
    keys = {article: index.number("legislation", f"{WORK}/{article}@{NEW}") for article in ASKED}
    return {article: float(found.near[number]) for article, number in keys.items()}


def test_the_nearest_question_counts_and_not_all_together(index: LawIndex) -> None:
    found = near(index, "Hoeveel mag opa geven?")
    assert found[GIFT] == pytest.approx(1.0)
    assert 0 < found[SHOP] < 0.5
    assert found[OTHER] == 0


def test_one_of_a_family_is_asked_for_as_another(index: LawIndex) -> None:
    assert near(index, "Wat mag oma geven?") == near(index, "Wat mag grootvader geven?")


def test_a_word_that_nobody_asks_takes_it_farther(index: LawIndex) -> None:
    assert near(index, "Geeft opa paling?")[GIFT] < near(index, "Geeft opa?")[GIFT]


def test_a_switch_leaves_them_out(index: LawIndex) -> None:
    without = replace(PRODUCT, asked=0.0)
    asked = read(index.laws, "Vaart het veer, en geeft opa?")
    law_index = index.of["legislation"]
    assert law_index.known(asked, without) is None
    number = index.number("legislation", f"{WORK}/{GIFT}@{NEW}")
    assert explained(law_index, asked, number, without).asked is None
    told = explained(law_index, asked, number, PRODUCT)
    assert told.asked is not None
    assert told.asked.score > 0
    assert any("a question that it answers" in line for line in told.lines())


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Wat kost 5000 euro erven?", "Wat kost erven?"),
        ("Wat kost € 12.000 erven?", "Wat kost erven?"),
        ("Wat kost erven van 40,000?", "Wat kost erven van ?"),
        ("Wat kost 20k erven?", "Wat kost erven?"),
    ],
)
def test_a_sum_of_money_is_not_searched(index: LawIndex, asked: str, plain: str) -> None:
    assert read(index.laws, asked).runs == read(index.laws, plain).runs


@pytest.mark.parametrize("counted", ["1225 uur werken", "een aandeel van 5%", "box 3", "30 jaar"])
def test_a_number_that_is_no_sum_is_searched(index: LawIndex, counted: str) -> None:
    terms = {term for run in read(index.laws, counted).runs for term in run.terms}
    assert any(any(map(str.isdigit, term)) for term in terms)


async def test_an_everyday_question_on_a_gift_finds_the_tax_on_gifts(tmp_path: Path) -> None:
    """By words alone, as vectors are another matter."""
    starter = LibraryRetriever(tmp_path, STARTER)
    asked = "Mijn oma wil mij 5000 euro geven, moet ik daar belasting over betalen?"
    hits = await starter.search(asked, "legislation", 3)
    assert not hits[0].weak
    assert [hit.source.id.split("/")[0] for hit in hits].count("BWBR0002226") >= 2
