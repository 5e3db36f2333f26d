"""What the tools of the tax desk have to tell beside what any tool may."""

from collections.abc import Iterable
from dataclasses import dataclass

from src.tools.base import Found


@dataclass(frozen=True)
class FoundLaw(Found):
    """A search for law: also what is not there, and what may not be the law of the dossier's day."""

    missing: tuple[str, ...] = ()
    """Titles of what the query names and the library does not hold; where a whole law is missing, that of the law."""
    not_in_force: tuple[str, ...] = ()
    """Titles of hits whose text was not yet in force on the dossier's day."""
    uncertain: tuple[str, ...] = ()
    """Titles of hits whose text is of before the dossier's day and may have changed by then."""


def not_there(titles: Iterable[str]) -> str:
    """Return what a model is told of law that the library does not hold, so that it looks no further for it."""
    return f"Not in the library: {'; '.join(dict.fromkeys(titles))}."
