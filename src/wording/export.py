"""How a memo writes a day."""

from collections.abc import Mapping
from datetime import date


def written_day(day: date, words: Mapping[str, str]) -> str:
    """Return a day as a memo writes it: ``1 januari 2024``."""
    return f"{day.day} {words['months'].split()[day.month - 1]} {day.year}"
