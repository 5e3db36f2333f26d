"""What a query asks for: what it names, and its words with what they weigh."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TermRun:
    """Terms in a row: the query's own words, or what some of them mean, and where they come from."""

    origin: str
    weight: float
    terms: tuple[str, ...]
    is_asked: bool = True
    """Whether a document must have them to have all of the query; else they only help to find it."""


@dataclass(frozen=True)
class ParsedQuery:
    """A query that was read."""

    runs: tuple[TermRun, ...]
    pins: tuple[str, ...] = ()
    """Keys of what it names: a document of such a key comes first."""
