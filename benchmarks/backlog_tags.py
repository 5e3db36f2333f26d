"""Fits the weights by which the built-in model tags stories, on examples of ours, and says what they do elsewhere.

Run ``python -m benchmarks.backlog_tags [MADE_ROWS]``: it prints the table of ``src/desks/backlog/offline/tags.py``. The
examples are in ``tests/desks/backlog/examples``: two products, in plain words, as people talk, in Dutch. No made and
no natural row is fitted on: rows of a few forms teach those forms, and what they teach does worse on others.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals.backlog.tagging import (
    GoldItem,
    TagRow,
    f1_by_tag,
    index_of_existing,
    index_of_items,
    read_rows,
)
from src.desks.backlog.forms_tags import TagCandidate
from src.desks.backlog.offline.meaning import Matcher
from src.desks.backlog.offline.tags import TAGS, WEIGHTS, most_about
from src.desks.backlog.retrieval import BacklogIndex
from src.desks.backlog.tagging import candidate_text
from src.search.known_words import WORD_VECTORS
from src.search.word_vectors import WordVectors

EXAMPLES = Path(__file__).parents[1] / "tests" / "desks" / "backlog" / "examples"
RIDGE, STEPS, STEP = 2.0, 3_000, 0.5

Numbers = NDArray[np.float64]
NAMES = tuple(WEIGHTS)


def main(made_rows: Sequence[str]) -> None:
    """Print the weights, and F1 on what was left out of a fit."""
    vectors = WordVectors.load(WORD_VECTORS)
    matcher = Matcher(vectors.rows)
    sets: dict[str, tuple[Numbers, list[str]]] = {}
    for product in ("library", "service"):
        index = index_of_items(
            read_rows(EXAMPLES / f"{product}_items.jsonl", GoldItem), vectors.rows
        )
        rows = [
            row
            for kind in ("stories", "talk", "dutch")
            for row in read_rows(EXAMPLES / f"{product}_{kind}.jsonl", TagRow)
        ]
        sets[product] = _numbers([(row, index) for row in rows], matcher)
    for left, other in (("library", "service"), ("service", "library")):
        print(f"# fitted on {other}, {left}: {_f1(fitted(*sets[other]), *sets[left]):.3f}")
    both = np.vstack([one for one, _ in sets.values()])
    weights = fitted(both, [tag for _, tags in sets.values() for tag in tags])
    for path in map(Path, made_rows):
        made = [
            (row, index_of_existing(row.existing, vectors.rows)) for row in read_rows(path, TagRow)
        ]
        print(f"# {path.name}: {_f1(weights, *_numbers(made, matcher)):.3f}")
    for name, row in zip(NAMES, weights, strict=True):
        print(f'    "{name}": ({", ".join(f"{one:.1f}" for one in row + 0.0)}),')


def fitted(rows: Numbers, tags: Sequence[str]) -> Numbers:
    """Return rounded weights of a logistic regression with a ridge: a row for each number, a column for each tag."""
    truth = np.eye(len(TAGS))[[TAGS.index(tag) for tag in tags]]
    weights = np.zeros((rows.shape[1], len(TAGS)))
    for _ in range(STEPS):
        scores = np.exp(rows @ weights - (rows @ weights).max(axis=1, keepdims=True))
        told = scores / scores.sum(axis=1, keepdims=True)
        held = np.vstack([np.zeros(len(TAGS)), weights[1:]])
        weights -= STEP * (rows.T @ (told - truth) + RIDGE * held) / len(rows)
    rounded: Numbers = (weights - weights.mean(axis=1, keepdims=True)).round(1)
    return rounded


def _numbers(
    rows: Sequence[tuple[TagRow, BacklogIndex]], matcher: Matcher
) -> tuple[Numbers, list[str]]:
    found = []
    for row, index in rows:
        values = {"": 1.0}
        candidates = [
            TagCandidate(
                id=one.id, type="", text=candidate_text(index.items[one.id]), score=one.score
            )
            for one in index.related(row.story)
        ]
        if candidates:
            values |= most_about(row.story, candidates, matcher)[1].features
        found.append([values.get(name, 0.0) for name in NAMES])
    return np.array(found), [row.gold_tag for row, _ in rows]


def _f1(weights: Numbers, rows: Numbers, gold: Sequence[str]) -> float:
    told = [TAGS[at] for at in (rows @ weights).argmax(axis=1)]
    return float(np.mean(list(f1_by_tag(gold, told).values())))


if __name__ == "__main__":
    main(sys.argv[1:])
