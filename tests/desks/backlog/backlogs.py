"""Backlogs and stories for the tests of tagging."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from evals.backlog.tagging import GoldItem, TagRow, index_of_items, read_rows
from src.desks.backlog.retrieval import BacklogIndex
from src.desks.backlog.tracker import WorkItem
from src.desks.backlog.tracker_item import TrackerItem, tracker_item
from src.search.known_words import WORD_VECTORS
from src.search.word_vectors import WordVectors

EXAMPLES = Path(__file__).parent / "examples"
TAKEN_AT = datetime(2026, 3, 1, tzinfo=UTC)


def item(number: int, title: str, description: str = "", *criteria: str) -> TrackerItem:
    """Return the source of a work item at its first revision."""
    work_item = WorkItem(
        id=number,
        revision=1,
        type="User Story",
        title=title,
        description=description,
        criteria=criteria,
    )
    return tracker_item(work_item, "shop", TAKEN_AT)


@cache
def vectors() -> WordVectors:
    """Return the word vectors that the project has."""
    return WordVectors.load(WORD_VECTORS)


@cache
def library() -> BacklogIndex:
    """Return the backlog of the examples about a library."""
    return index_of_items(read_rows(EXAMPLES / "library_items.jsonl", GoldItem), vectors().rows)


@cache
def stories(name: str) -> tuple[TagRow, ...]:
    """Return examples with their gold."""
    return read_rows(EXAMPLES / f"{name}.jsonl", TagRow)
