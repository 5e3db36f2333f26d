"""No phrase of search words or of the questions of sentences stands in a question that search is judged by."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from src.desks.tax.library import documents
from src.desks.tax.loaders import starter
from tests.shared_data import PROJECT, real

WORDS = PROJECT / "data" / "search_words"
STARTER = PROJECT / "data" / "starter"
OWN = PROJECT / "benchmarks" / "questions"
SHARED = 4
"""So many words in a row are no accident."""

_WORD = re.compile(r"\w+")


def runs(text: str) -> set[tuple[str, ...]]:
    """Return every run of so many words of a text."""
    words = _WORD.findall(text.lower())
    return set(zip(*(words[start:] for start in range(SHARED)), strict=False))


def said(row: object) -> Iterator[str]:
    """Yield every text of a question: its messages too, where it is a pair of them."""
    if isinstance(row, dict):
        asked = (value for key, value in row.items() if key not in {"gold", "must", "rationale"})
        yield from chain.from_iterable(map(said, asked))
    elif isinstance(row, list):
        yield from chain.from_iterable(map(said, row))
    elif isinstance(row, str):
        yield row


def phrases_of_search_words() -> Iterator[str]:
    """Yield every phrase that an article is looked for by."""
    for one in documents.load_words(WORDS).values():
        yield from f"{one.dutch},{one.english}".split(",")


def questions_of_sentences() -> Iterator[str]:
    """Yield every question that a sentence of a digest is known to answer."""
    for of_article in starter.load_questions(STARTER).values():
        for one in of_article:
            yield from (*one.nl, *one.en)


def shared_with(folder: Path, phrases: Callable[[], Iterator[str]]) -> set[tuple[str, ...]]:
    """Return the runs that phrases share with any question of a folder."""
    files = sorted(folder.glob("questions*.jsonl" if folder != OWN else "*.jsonl"))
    assert files
    rows = (line for path in files for line in path.read_text("utf-8").splitlines() if line)
    asked = set().union(*(runs(text) for row in rows for text in said(json.loads(row))))
    assert asked
    return asked & set(chain.from_iterable(map(runs, phrases())))


def test_a_run_of_words_is_found_across_signs_and_capitals() -> None:
    assert runs("Hoe lang, vraagt hij") == {("hoe", "lang", "vraagt", "hij")}
    assert runs("drie woorden maar") == set()


@pytest.mark.parametrize("phrases", [phrases_of_search_words, questions_of_sentences])
def test_no_run_of_words_is_shared_with_our_questions(phrases: Callable[[], Iterator[str]]) -> None:
    assert shared_with(OWN, phrases) == set()


@pytest.mark.parametrize("name", ["tax-questions", "legalqa-nl"])
@pytest.mark.parametrize("phrases", [phrases_of_search_words, questions_of_sentences])
def test_no_run_of_words_is_shared_with_the_real_questions(
    phrases: Callable[[], Iterator[str]], name: str
) -> None:
    assert shared_with(real(name), phrases) == set()
