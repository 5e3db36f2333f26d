"""What a loader makes of one file, whatever its form."""

from dataclasses import dataclass

from src.dossier.models import Source


@dataclass(frozen=True)
class Loaded:
    """What one file holds: its sources, and how many parts of it have no text of their own."""

    sources: tuple[Source, ...]
    without_text: int = 0


class NotLoaded(Exception):
    """The file was left out; the message says why, in words for a person."""
