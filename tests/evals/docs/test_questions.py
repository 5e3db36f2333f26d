"""The project's own questions about its docs: each gold section exists."""

from pathlib import Path

import pytest

from evals.docs.questions import read_questions
from evals.docs.ranking import RankedCollection
from src.search.documents.shipped import NAME, provide_own_docs

QUESTIONS = Path(__file__).resolve().parents[3] / "benchmarks" / "questions" / "docs.jsonl"


@pytest.fixture(scope="module")
def sections(tmp_path_factory: pytest.TempPathFactory) -> RankedCollection:
    library = tmp_path_factory.mktemp("library")
    provide_own_docs(library, None)
    return RankedCollection(library, NAME, None)


def test_every_gold_section_is_there(sections: RankedCollection) -> None:
    questions = read_questions(QUESTIONS)
    assert len(questions) >= 40
    missing = {
        one.id: key for one in questions for key in one.gold if not sections.has(sections.key(key))
    }
    assert missing == {}


def test_a_section_is_known_by_the_names_that_gold_gives_it(sections: RankedCollection) -> None:
    known = "docs/protocol.md#limits"
    assert sections.key(known) == known
    assert sections.key(f"{NAME}/{known}") == known
    part = "docs/architecture.md#the-house~cli"  # a row of its table
    assert sections.key(part) == "docs/architecture.md#the-house"
    assert not sections.has(sections.key("docs/protocol.md#nosuch"))
