"""The score is BM25F, term by term and field by field."""

import math
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.search.corpus import (
    EVERYTHING,
    Analyser,
    Corpus,
    Field,
    Floor,
    ParsedQuery,
    TermRun,
    Weights,
)
from src.search.facts import IndexEntry
from src.search.index import Index, explained
from src.search.index_writer import IndexWriter

WEIGHTS = Weights(
    (Field("title", 5.0, 0.5), Field("body", 1.0, 0.2), Field("code", 2.0, 0.3)), bigrams=0.0
)
WORDS = Analyser(words=str.split, term=str)
PLAIN: Corpus[bytes] = Corpus(
    name="plain",
    weights=WEIGHTS,
    floor=Floor(least=0.0, tail=0.0),
    read_query=lambda text, _weights, _own: asking(text.split()),
    parse=bytes,
    analysers={"": WORDS},
)

Document = dict[str, list[str]]
DOCUMENTS = st.lists(
    st.fixed_dictionaries(
        {field.name: st.lists(st.sampled_from("abcde"), max_size=6) for field in WEIGHTS.fields}
    ),
    min_size=1,
    max_size=6,
)


def asking(terms: Sequence[str], weight: float = 1.0) -> ParsedQuery:
    return ParsedQuery((TermRun("own", weight, tuple(terms)),))


def indexed(folder: Path, documents: Sequence[Document]) -> Index[bytes]:
    writer = IndexWriter(folder, PLAIN)
    for number, texts in enumerate(documents):
        entry = IndexEntry(
            str(number), {name: " ".join(words) for name, words in texts.items()}, {"keys": ()}
        )
        writer.add(entry, b"{}")
    writer.save()
    return Index(folder, PLAIN, mapped=False)


def plainly(documents: Sequence[Document], number: int, term: str, weight: float) -> float:
    """Return the score by the formula, one field after another."""
    having = sum(any(term in words for words in texts.values()) for texts in documents)
    occurrences = 0.0
    for field in WEIGHTS.fields:
        lengths = [len(texts[field.name]) for texts in documents]
        usual = max(sum(lengths) / max(sum(map(bool, lengths)), 1), 1.0)
        much = field.length_normalisation
        length = 1 - much + much * lengths[number] / usual
        occurrences += field.weight * documents[number][field.name].count(term) / length
    if not occurrences:
        return 0.0
    rarity = math.log1p((len(documents) - having + 0.5) / (having + 0.5))
    saturated = occurrences * (WEIGHTS.k1 + 1) / (occurrences + WEIGHTS.k1) + WEIGHTS.delta
    return weight * rarity * saturated


@settings(max_examples=40)
@given(DOCUMENTS, st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4, unique=True))
def test_scores_are_those_of_the_formula(documents: list[Document], terms: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        index = indexed(Path(folder) / "index", documents)
        asked = asking(terms, 2.0)
        scores = index.best(asked, 1, EVERYTHING, WEIGHTS).by_words.tolist()
        for number in range(len(documents)):
            expected = sum(plainly(documents, number, term, 2.0) for term in terms)
            assert math.isclose(scores[number], expected, rel_tol=1e-4)
            told = explained(index, asked, number, WEIGHTS).score
            assert math.isclose(told, expected, rel_tol=1e-4)


def test_a_field_that_weighs_nothing_adds_nothing(tmp_path: Path) -> None:
    index = indexed(tmp_path / "index", [{"title": ["a"], "body": [], "code": []}])
    title, *others = WEIGHTS.fields
    without = replace(WEIGHTS, fields=(replace(title, weight=0.0), *others))
    assert index.best(asking("a"), 1, EVERYTHING, without).by_words.tolist() == [0.0]
    assert index.best(asking("a"), 1, EVERYTHING, WEIGHTS).by_words.tolist() == [
        pytest.approx(plainly([{"title": ["a"], "body": [], "code": []}], 0, "a", 1.0))
    ]
